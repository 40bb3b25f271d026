//! Checks of columns against each other.

use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, column_place};
use crate::values::Kind;
use equipoise_data::did_you_mean;

/// Checks that what columns are derived from is there, is a date, and does not leave the table
/// unchanged.
pub(crate) fn check_derived<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
) {
    for column in columns {
        let Some(derive) = &column.derive else {
            continue;
        };
        let at = place(root, &column.name, "derive");
        for name in derive.sources() {
            let Some(source) = columns.iter().find(|c| c.name == name) else {
                let hint = did_you_mean(name, columns.iter().map(|c| c.name.as_str()));
                let message = format!(
                    "`derive` of {} names `{name}`, which has no section",
                    column_place(&column.name)
                );
                problems.add_with(
                    at,
                    message,
                    hint.or_else(|| {
                        Some(format!(
                            "add {} with its role and `type = \"date\"`",
                            column_place(name)
                        ))
                    }),
                );
                continue;
            };
            if source.derive.is_some() {
                problems.add(
                    at,
                    format!(
                        "`derive` of {} names `{name}`, which is derived itself",
                        column_place(&column.name)
                    ),
                );
            } else if source.kind != Kind::Date {
                let message = format!(
                    "`derive` of {} names `{name}`, whose `type` is `{}`",
                    column_place(&column.name),
                    source.kind
                );
                problems.add_with(
                    at,
                    message,
                    Some(format!("add `type = \"date\"` to {}", column_place(name))),
                );
            } else if matches!(source.role, Role::Insensitive | Role::Sensitive)
                && column.role == Role::QuasiIdentifier
            {
                problems.warn(
                    at,
                    format!(
                        "`{name}`, from which `{}` is derived, is released as it is; what is generalized of one can be read from the other",
                        column.name
                    ),
                );
            }
        }
    }
}

/// Checks that linked columns are quasi-identifiers and lead to one that is not linked itself.
pub(crate) fn check_links<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
) {
    for column in columns {
        let Some(name) = &column.linked else { continue };
        let at = place(root, &column.name, "linked");
        let of = column_place(&column.name);
        let message = match columns.iter().find(|c| c.name == *name) {
            None => {
                let hint = did_you_mean(name, columns.iter().map(|c| c.name.as_str()));
                problems.add_with(
                    at,
                    format!("`linked` in {of} names `{name}`, which has no section"),
                    hint,
                );
                continue;
            }
            Some(_) if *name == column.name => format!("`linked` in {of} names the column itself"),
            Some(other)
                if other.role != Role::QuasiIdentifier || column.role != Role::QuasiIdentifier =>
            {
                format!(
                    "`linked` in {of} joins `{name}`; only quasi-identifiers have levels to move together"
                )
            }
            Some(other) if other.linked.is_some() => {
                format!(
                    "`linked` in {of} names `{name}`, which is linked itself; link all of them to one column"
                )
            }
            Some(other)
                if (other.min_level, other.max_level) != (column.min_level, column.max_level) =>
            {
                format!(
                    "`linked` in {of} joins `{name}`, which has other bounds on its levels; they must be the same"
                )
            }
            Some(_) => continue,
        };
        problems.add(at, message);
    }
}

/// Checks that missing codes of single columns have a text that stands for them in the release.
pub(crate) fn check_missing<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
    everywhere: &[String],
) {
    for column in columns.iter().filter(|c| !c.missing.is_empty()) {
        let at = place(root, &column.name, "missing");
        let of = column_place(&column.name);
        if everywhere.is_empty() {
            let hint =
                "list one in `missing` of `[input]`; it replaces the codes of single columns"
                    .to_owned();
            problems.add_with(
                at,
                format!("`missing` in {of} needs a text that means missing in the whole table"),
                Some(hint),
            );
        } else if column.role == Role::Insensitive {
            problems.warn(
                at,
                format!(
                    "`missing` in {of} is not used: insensitive columns are released as they are"
                ),
            );
        } else if column.derive.is_some() {
            problems.warn(at, format!("`missing` in {of} is not used: it is for cells of the table, and the column is derived"));
        }
    }
}

pub(crate) fn place(root: &Section<'_>, column: &str, key: &str) -> usize {
    let section = root.get("columns").and_then(|v| v.get_ref().get(column));
    section
        .and_then(|s| s.get_ref().get(key))
        .map_or(root.at, |v| v.span().start)
}
