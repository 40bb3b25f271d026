//! New columns from the dates of others: an age, days between, a weekday.

use crate::order::{read_day, read_values};
use crate::{Column, Dictionary, Error, Result, check_date_format};
use hashbrown::HashMap;
use jiff::civil::{Date, Weekday};

/// The names of weekdays as derived columns have them, in their order.
pub const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// A column of dates; without a format they are written as `yyyy-mm-dd`.
#[derive(Clone, Copy, Debug)]
pub struct Dated<'a> {
    /// The column.
    pub column: &'a Column,
    /// How its dates are written, in `%` directives.
    pub format: Option<&'a str>,
}

/// When an age is taken.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// On the day that another column tells.
    Column(Dated<'a>),
    /// On one day for all, written as `yyyy-mm-dd`.
    Day(&'a str),
}

/// What a new column tells.
#[derive(Clone, Copy, Debug)]
pub enum Rule<'a> {
    /// Completed years since a date. Who was born on a leap day completes a year on the first of
    /// March of other years.
    Age {
        /// When the years begin.
        birth: Dated<'a>,
        /// When they are counted.
        at: At<'a>,
    },
    /// Days from one date to another; 0 on the same day.
    Days {
        /// The earlier date.
        from: Dated<'a>,
        /// The later date.
        to: Dated<'a>,
    },
    /// The weekday of a date, in English.
    Weekday(Dated<'a>),
}

/// A new column.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The column.
    pub column: Column,
    /// Rows in which the second date is before the first. They count as missing.
    pub reversed: u64,
}

/// Makes the column `name`. Where a date is missing, or the second is before the first, it has the
/// first text of `missing`.
///
/// # Errors
/// Texts that are no dates, counted; missing values where no text stands for them.
///
/// # Cost
/// O(rows), and one look at each distinct date.
///
/// ```
/// use equipoise_data::{Table, derive::{At, Dated, Rule, derive}};
/// let table = Table::from_rows(&["birth"], &[["2000-02-29"], ["1990-07-01"], [""]]);
/// let birth = Dated { column: &table.columns[0], format: None };
/// let age = derive("age", Rule::Age { birth, at: At::Day("2025-02-28") }, &[String::new()])?.column;
/// let texts: Vec<&str> = age.codes.iter().map(|&c| age.dictionary.text(c)).collect();
/// assert_eq!(texts, ["24", "34", ""]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn derive(name: &str, rule: Rule<'_>, missing: &[String]) -> Result<Derived> {
    match rule {
        Rule::Age {
            birth,
            at: At::Column(at),
        } => between(name, birth, at, missing, years),
        Rule::Age {
            birth,
            at: At::Day(text),
        } => {
            let day = check_day(text)?;
            let of_code = days(birth, missing)?;
            let ages = of_code
                .iter()
                .map(|birth| birth.map(|birth| years(birth, day)))
                .collect::<Vec<_>>();
            collect(
                name,
                birth.column.codes.iter().map(|&code| ages[code as usize]),
                missing,
                |n| n.to_string(),
            )
        }
        Rule::Days { from, to } => between(name, from, to, missing, |from, to| {
            Some(i64::from((to - from).get_days())).filter(|&d| d >= 0)
        }),
        Rule::Weekday(of) => {
            let place = |day: Date| Some(i64::from(day.weekday().since(Weekday::Monday)));
            let of_code: Vec<Value> = days(of, missing)?
                .into_iter()
                .map(|day| day.map(place))
                .collect();
            collect(
                name,
                of.column.codes.iter().map(|&code| of_code[code as usize]),
                missing,
                |n| WEEKDAYS[n as usize].to_owned(),
            )
        }
    }
}

/// Checks a day that is written as `yyyy-mm-dd`.
pub fn check_day_text(text: &str) -> Result<()> {
    check_day(text).map(drop)
}

fn check_day(text: &str) -> Result<Date> {
    read_day(None, text)
        .ok_or_else(|| Error::usage(format!("`{text}` is no date written as yyyy-mm-dd")))
}

/// What a row tells: nothing where a date is missing, `Some(None)` where the dates are in the wrong
/// order.
type Value = Option<Option<i64>>;

/// Completed years; none when the day is before the birth.
fn years(birth: Date, day: Date) -> Option<i64> {
    let is_before_birthday = (day.month(), day.day()) < (birth.month(), birth.day());
    let years = i64::from(day.year()) - i64::from(birth.year()) - i64::from(is_before_birthday);
    (years >= 0).then_some(years)
}

/// For each code of a column its day, or `None` for a missing value.
fn days(of: Dated<'_>, missing: &[String]) -> Result<Vec<Option<Date>>> {
    of.format.map(check_date_format).transpose()?;
    let what = of.format.map_or_else(
        || "dates written as yyyy-mm-dd".to_owned(),
        |format| format!("dates written as `{format}`"),
    );
    let values = read_values(of.column, missing, |text| read_day(of.format, text), &what)?;
    let mut days = vec![None; of.column.dictionary.len()];
    values
        .into_iter()
        .for_each(|(code, day)| days[code as usize] = Some(day));
    Ok(days)
}

fn between(
    name: &str,
    from: Dated<'_>,
    to: Dated<'_>,
    missing: &[String],
    measure: impl Fn(Date, Date) -> Option<i64>,
) -> Result<Derived> {
    let (first, second) = (days(from, missing)?, days(to, missing)?);
    let rows = from.column.codes.iter().zip(&to.column.codes);
    let value = |(&a, &b): (&u32, &u32)| {
        first[a as usize]
            .zip(second[b as usize])
            .map(|(a, b)| measure(a, b))
    };
    collect(name, rows.map(value), missing, |n| n.to_string())
}

fn collect(
    name: &str,
    rows: impl Iterator<Item = Value>,
    missing: &[String],
    text: impl Fn(i64) -> String,
) -> Result<Derived> {
    let mut column = Column {
        name: name.to_owned(),
        dictionary: Dictionary::new(),
        codes: Vec::with_capacity(rows.size_hint().0),
    };
    let mut code_of: HashMap<Option<i64>, u32> = HashMap::new();
    let mut reversed = 0;
    for value in rows {
        reversed += u64::from(value == Some(None));
        let value = value.flatten();
        let code = match code_of.get(&value) {
            Some(&code) => code,
            None => {
                let code = match value.map(&text) {
                    Some(text) if missing.contains(&text) => return Err(means_missing(name)),
                    Some(text) => column.dictionary.intern(&text),
                    None => column
                        .dictionary
                        .intern(missing.first().ok_or_else(|| nothing_means_missing(name))?),
                };
                code_of.insert(value, code);
                code
            }
        };
        column.codes.push(code);
    }
    Ok(Derived { column, reversed })
}

fn means_missing(name: &str) -> Error {
    Error::data("is a text that means missing in the whole table")
        .at_column("a value of derived column `{}` ", name)
        .hint("take the text out of `missing` in `[input]` and list it under `missing` of the columns that use it so")
}

fn nothing_means_missing(name: &str) -> Error {
    Error::data("cannot be derived for every row, and no text means missing")
        .at_column("column `{}` ", name)
        .hint("list one under `missing` in `[input]`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    fn texts(derived: &Derived) -> Vec<&str> {
        derived
            .column
            .codes
            .iter()
            .map(|&c| derived.column.dictionary.text(c))
            .collect()
    }

    fn na() -> Vec<String> {
        vec!["NA".to_owned()]
    }

    #[test]
    fn ages_turn_on_birthdays() {
        let rows = [
            ["2000-02-29", "2023-02-28"],
            ["2000-02-29", "2023-03-01"],
            ["2000-02-29", "2024-02-29"],
            ["1999-12-31", "2000-01-01"],
        ];
        let table = Table::from_rows(&["birth", "at"], &rows);
        let [birth, at] = [0, 1].map(|i| Dated {
            column: &table.columns[i],
            format: None,
        });
        let age = derive(
            "age",
            Rule::Age {
                birth,
                at: At::Column(at),
            },
            &na(),
        )
        .unwrap();
        assert_eq!(texts(&age), ["22", "23", "24", "0"]);
        assert_eq!(age.reversed, 0);
    }

    #[test]
    fn days_cross_months_years_and_leap_days() {
        let rows = [
            ["2024-02-28", "2024-03-01"],
            ["2023-02-28", "2023-03-01"],
            ["2023-12-31", "2024-01-01"],
            ["2024-05-05", "2024-05-05"],
        ];
        let table = Table::from_rows(&["from", "to"], &rows);
        let [from, to] = [0, 1].map(|i| Dated {
            column: &table.columns[i],
            format: None,
        });
        assert_eq!(
            texts(&derive("stay", Rule::Days { from, to }, &na()).unwrap()),
            ["2", "1", "1", "0"]
        );
        let back = derive("stay", Rule::Days { from: to, to: from }, &na()).unwrap();
        assert_eq!(
            (texts(&back), back.reversed),
            (vec!["NA", "NA", "NA", "0"], 3)
        );
    }

    #[test]
    fn missing_dates_give_missing_values_and_texts_that_are_no_dates_an_error() {
        let table = Table::from_rows(&["d"], &[["01.02.2024"], ["NA"], ["29.02.2024"]]);
        let of = Dated {
            column: &table.columns[0],
            format: Some("%d.%m.%Y"),
        };
        assert_eq!(
            texts(&derive("w", Rule::Weekday(of), &na()).unwrap()),
            ["Thursday", "NA", "Thursday"]
        );
        let e = derive("w", Rule::Weekday(of), &[]).unwrap_err();
        assert_eq!(
            e.message(),
            "column `d`: 1 of 3 values are not dates written as `%d.%m.%Y` (first at row 2)"
        );
        let e = derive("w", Rule::Weekday(Dated { format: None, ..of }), &na()).unwrap_err();
        assert!(
            e.message()
                .contains("2 of 2 values are not dates written as yyyy-mm-dd"),
            "{e}"
        );
        let e = derive(
            "w",
            Rule::Weekday(of),
            &["NA".to_owned(), "Thursday".to_owned()],
        )
        .unwrap_err();
        assert_eq!(
            e.message(),
            "a value of derived column `w` is a text that means missing in the whole table"
        );
        let e = derive(
            "a",
            Rule::Age {
                birth: of,
                at: At::Day("2024-02-30"),
            },
            &na(),
        )
        .unwrap_err();
        assert_eq!(e.message(), "`2024-02-30` is no date written as yyyy-mm-dd");
    }

    #[test]
    fn weekdays_and_days_agree_with_a_calendar_counted_by_hand() {
        // Day by day from a Monday; the lengths of months are written out here.
        let mut date = (2023, 1, 2);
        let mut rows = Vec::new();
        for _ in 0..1500 {
            rows.push([format!("{}-{:02}-{:02}", date.0, date.1, date.2)]);
            let leap = date.0 % 4 == 0;
            let length = [
                31,
                28 + i32::from(leap),
                31,
                30,
                31,
                30,
                31,
                31,
                30,
                31,
                30,
                31,
            ][date.1 as usize - 1];
            date = match date {
                (y, 12, 31) => (y + 1, 1, 1),
                (y, m, d) if d == length => (y, m + 1, 1),
                (y, m, d) => (y, m, d + 1),
            };
        }
        let table = Table::from_rows(&["d"], &rows);
        let first = Table::from_rows(&["d"], &vec![["2023-01-02"]; rows.len()]);
        let [from, to] = [&first, &table].map(|t| Dated {
            column: &t.columns[0],
            format: None,
        });
        let (stay, weekday) = (
            derive("s", Rule::Days { from, to }, &[]).unwrap(),
            derive("w", Rule::Weekday(to), &[]).unwrap(),
        );
        for (i, (days, name)) in texts(&stay).into_iter().zip(texts(&weekday)).enumerate() {
            assert_eq!((days, name), (i.to_string().as_str(), WEEKDAYS[i % 7]));
        }
    }
}
