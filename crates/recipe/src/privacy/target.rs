//! The sensitive column of a model, and what it is protected against.

use super::keys::{OTHERS, require};
use super::model::Model;
use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, quoted};
use equipoise_data::did_you_mean;

/// What a model with a column protects.
pub(crate) struct Target<'c> {
    pub(crate) column: &'c ColumnRecipe,
    /// Whether the other sensitive columns count as known.
    pub(crate) others: bool,
}

impl Target<'_> {
    pub(crate) fn name(&self) -> String {
        self.column.name.clone()
    }

    /// Reads `column`, which must be in the recipe and sensitive, and the key about the other
    /// columns.
    pub(crate) fn read<'a, 'c>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        columns: &'c [ColumnRecipe],
        model: &str,
    ) -> Option<Target<'c>> {
        let others = problems.flag(section, OTHERS).unwrap_or(false);
        let column = read_column(problems, section, columns, model)?;
        if others && sensitive(columns).all(|name| name == column.name) {
            let message = format!(
                "`{OTHERS}` in {} is true, and `{}` is the only sensitive column",
                section.place, column.name
            );
            let hint = "give every other column that is sensitive the role `sensitive`, or leave this key out";
            problems.add_with(section.at(OTHERS), message, Some(hint.to_owned()));
            return None;
        }
        Some(Target { column, others })
    }
}

fn sensitive(columns: &[ColumnRecipe]) -> impl Iterator<Item = &str> + Clone {
    columns
        .iter()
        .filter(|c| c.role == Role::Sensitive)
        .map(|c| c.name.as_str())
}

fn read_column<'a, 'c>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &'c [ColumnRecipe],
    model: &str,
) -> Option<&'c ColumnRecipe> {
    require(problems, section, "column");
    let name = problems.filled(section, "column")?;
    let found = columns.iter().find(|c| c.name == name);
    let message = match found {
        Some(column) if column.role == Role::Sensitive => return found,
        Some(column) => format!(
            "{model} protects column `{name}`, whose role is `{}`; it must be `sensitive`",
            column.role
        ),
        None => format!("{model} protects column `{name}`, which is not in `[columns]`"),
    };
    let names = sensitive(columns);
    let hint = match names.clone().count() {
        0 => "no column has the role `sensitive`".to_owned(),
        _ if found.is_some() => format!("sensitive columns: {}", quoted(names)),
        _ => {
            let meant =
                did_you_mean(&name, names.clone()).map_or(String::new(), |m| format!("{m} "));
            format!("{meant}sensitive columns: {}", quoted(names))
        }
    };
    problems.add_with(section.at("column"), message, Some(hint));
    None
}

/// Warns where columns are protected one by one and nobody decided about their combination.
///
/// Each model comes with the place of its section and whether the section has the key. Saying
/// `false` is a decision too.
pub(crate) fn warn_of_combination(problems: &mut Problems<'_>, models: &[(Model, usize, bool)]) {
    let mut names: Vec<&str> = Vec::new();
    for name in models.iter().filter_map(|(model, ..)| model.column()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let open = models
        .iter()
        .find(|(model, _, decided)| model.column().is_some() && !decided);
    if let Some((_, at, _)) = open.filter(|_| names.len() > 1) {
        let message = format!(
            "columns {} are each protected and their combination is not: somebody who knows a person's value in one of them may \
             learn another; `{OTHERS} = true` in their models closes this gap",
            quoted(names)
        );
        problems.warn(*at, message);
    }
}

/// Parts of the recipe outside of a model that the model is checked against.
pub(crate) struct Setting<'c> {
    pub(crate) columns: &'c [ColumnRecipe],
    /// Cells that mean "not known".
    pub(crate) missing: &'c [String],
}
