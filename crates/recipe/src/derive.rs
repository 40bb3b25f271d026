//! `derive` of a column: how it is computed from dates of the table.

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
