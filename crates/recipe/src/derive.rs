//! `derive` of a column: how it is computed from dates of the table.

use crate::column::{ColumnRecipe, Kind, Role};
use crate::privacy::column_place;
use crate::problems::Problems;
use crate::reader::Section;
use equipoise_data::derive::check_day_text;
use equipoise_data::did_you_mean;
use toml::de::DeValue;

/// When an age is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgeAt {
    /// On the day that another column tells.
    Column(String),
    /// On one day for all, written as `yyyy-mm-dd`.
    Day(String),
}

/// How a column is computed from others, by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derive {
    /// Completed years.
    Age {
        /// The column with the date of birth.
        birth: String,
        /// When the years are counted.
        at: AgeAt,
    },
    /// Days from one date to another.
    Days {
        /// The column with the earlier date.
        from: String,
        /// The column with the later date.
        to: String,
    },
    /// The weekday of a date.
    Weekday(String),
}

const RULES: [&str; 3] = ["age", "days", "weekday"];

impl Derive {
    /// The columns it is computed from.
    pub fn sources(&self) -> Vec<&str> {
        match self {
            Derive::Age {
                birth,
                at: AgeAt::Column(at),
            } => vec![birth, at],
            Derive::Age { birth: of, .. } | Derive::Weekday(of) => vec![of],
            Derive::Days { from, to } => vec![from, to],
        }
    }

    /// Whether its values are whole numbers.
    pub(crate) fn is_number(&self) -> bool {
        !matches!(self, Derive::Weekday(_))
    }

    /// Reads `derive` of a column section.
    pub(crate) fn read<'a>(problems: &mut Problems<'a>, column: &Section<'a>) -> Option<Self> {
        let value = column.get("derive")?;
        let DeValue::Table(table) = value.get_ref() else {
            problems.wrong(
                column,
                "derive",
                value,
                "it must be a rule such as `{ age = \"birth-date\", at = \"admission\" }`",
            );
            return None;
        };
        let section = Section::new(
            format!("`derive` of {}", column.place),
            value.span().start,
            table,
        );
        match RULES.into_iter().find(|rule| section.get(rule).is_some()) {
            Some("age") => read_age(problems, &section),
            Some("days") => read_days(problems, &section),
            Some(_) => {
                problems.accept(&section, &["weekday"]);
                problems.filled(&section, "weekday").map(Derive::Weekday)
            }
            None => {
                let hint = section
                    .entries()
                    .iter()
                    .find_map(|(key, _)| did_you_mean(key.get_ref(), RULES));
                problems.add_with(
                    section.at,
                    format!(
                        "{} names no rule; accepted: `age`, `days`, `weekday`",
                        section.place
                    ),
                    hint,
                );
                None
            }
        }
    }
}

fn read_age<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Derive> {
    problems.accept(section, &["age", "at"]);
    let birth = problems.filled(section, "age");
    if section.get("at").is_none() {
        let hint = "add `at` with the name of a column of dates, or a date such as \"2025-01-01\""
            .to_owned();
        problems.add_with(
            section.at,
            format!("{} does not say when the age is taken", section.place),
            Some(hint),
        );
    }
    let at = problems.filled(section, "at")?;
    let at = if check_day_text(&at).is_ok() {
        AgeAt::Day(at)
    } else {
        AgeAt::Column(at)
    };
    birth.map(|birth| Derive::Age { birth, at })
}

fn read_days<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Derive> {
    problems.accept(section, &["days"]);
    let names = problems.texts(section, "days")?;
    match <[String; 2]>::try_from(names) {
        Ok([from, to]) => Some(Derive::Days { from, to }),
        Err(_) => {
            problems.wrong(
                section,
                "days",
                section.get("days")?,
                "it must be a list of two columns, the earlier date first",
            );
            None
        }
    }
}

/// Checks that what columns are derived from is there, is a date, and does not leave the table
/// unchanged.
pub(crate) fn check<'a>(problems: &mut Problems<'a>, root: &Section<'a>, columns: &[ColumnRecipe]) {
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

fn place(root: &Section<'_>, column: &str, key: &str) -> usize {
    let section = root.get("columns").and_then(|v| v.get_ref().get(column));
    section
        .and_then(|s| s.get_ref().get(key))
        .map_or(root.at, |v| v.span().start)
}
