//! The order of a column's values: what ordered distance and interval hierarchies stand on.

use crate::decimal::Decimal;
use crate::error::{Error, Result};
use crate::hierarchy::Tree;
use crate::table::Column;
use hashbrown::HashMap;
use jiff::civil::{Date, DateTime};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::Offset;

/// By what the values of a column are ordered.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OrderBy<'a> {
    /// As whole numbers.
    Integer,
    /// As exact decimal numbers.
    Decimal,
    /// As dates `yyyy-mm-dd`, or in a format of `%` directives such as `%d.%m.%Y`.
    Date(Option<&'a str>),
    /// As listed.
    List(&'a [String]),
    /// By the lines of a hierarchy.
    Hierarchy(&'a Tree),
}

/// For each code of the column's dictionary its rank, or `None` for a missing value.
///
/// Ranks are dense from 0 over the values that occur. Texts that mean the same number or date, such
/// as `1` and `1.0`, share a rank.
///
/// # Errors
/// A data error that counts the values without a place in the order. A usage error for a date
/// format nobody can read.
///
/// # Cost
/// O(v log v) for v distinct values; rows are looked at only to say where a bad value stands.
///
/// ```
/// # use equipoise_data::{OrderBy, Table, ranks};
/// let table = Table::from_rows(&["x"], &[["10"], ["9"], ["NA"], ["9.0"]]);
/// let ranks = ranks(&table.columns[0], &["NA".to_owned()], OrderBy::Decimal)?;
/// assert_eq!(ranks, [Some(1), Some(0), None, Some(0)]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn ranks(column: &Column, missing: &[String], by: OrderBy<'_>) -> Result<Vec<Option<u32>>> {
    match by {
        OrderBy::Integer => rank(column, missing, read_integer, "whole numbers"),
        OrderBy::Decimal => rank(column, missing, read_decimal, "decimal numbers"),
        OrderBy::Date(None) => rank(
            column,
            missing,
            read_iso_date,
            "dates written as yyyy-mm-dd",
        ),
        OrderBy::Date(Some(format)) => {
            check_date_format(format)?;
            rank(
                column,
                missing,
                |text| read_date(format, text),
                &format!("dates written as `{format}`"),
            )
        }
        OrderBy::List(list) => {
            let place = places(list.iter().map(String::as_str));
            rank(
                column,
                missing,
                |text| place.get(text).copied(),
                "in the list `order`",
            )
        }
        OrderBy::Hierarchy(tree) => {
            let place = places(tree.lines().iter().map(|line| line[0].as_str()));
            rank(
                column,
                missing,
                |text| place.get(text).copied(),
                "in the hierarchy",
            )
        }
    }
}

/// Says whether a text has a place in an order.
pub type IsReadable<'a> = Box<dyn Fn(&str) -> bool + 'a>;

/// Tells texts that have a place in an order from others, without the values of a column.
///
/// ```
/// # use equipoise_data::{OrderBy, readable};
/// let is_date = readable(OrderBy::Date(None))?;
/// assert!(is_date("2024-03-01") && !is_date("1.3.2024"));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// # Errors
/// A date format that is not valid.
pub fn readable<'a>(by: OrderBy<'a>) -> Result<IsReadable<'a>> {
    Ok(match by {
        OrderBy::Integer => Box::new(|text| read_integer(text).is_some()),
        OrderBy::Decimal => Box::new(|text| read_decimal(text).is_some()),
        OrderBy::Date(None) => Box::new(|text| read_iso_date(text).is_some()),
        OrderBy::Date(Some(format)) => {
            check_date_format(format)?;
            Box::new(move |text| read_date(format, text).is_some())
        }
        OrderBy::List(list) => {
            let place = places(list.iter().map(String::as_str));
            Box::new(move |text| place.contains_key(text))
        }
        OrderBy::Hierarchy(tree) => {
            let place = places(tree.lines().iter().map(|line| line[0].as_str()));
            Box::new(move |text| place.contains_key(text))
        }
    })
}

/// For each code of the column's dictionary its number, or `None` for a missing value: for dates a
/// count of time since some moment. `None` altogether where values are ordered but have no numbers.
///
/// # Errors
/// As [`ranks`].
///
/// ```
/// # use equipoise_data::{Decimal, OrderBy, Table, numbers};
/// let table = Table::from_rows(&["x"], &[["2024-02-28"], ["2024-03-01"], [""]]);
/// let numbers = numbers(&table.columns[0], &[String::new()], OrderBy::Date(None))?.unwrap();
/// assert_eq!(numbers[1].as_ref().unwrap().to_f64() - numbers[0].as_ref().unwrap().to_f64(), 2.0);
/// assert_eq!(numbers[2], None);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn numbers(
    column: &Column,
    missing: &[String],
    by: OrderBy<'_>,
) -> Result<Option<Vec<Option<Decimal>>>> {
    let whole = |n: i128| Decimal::parse(&n.to_string());
    let iso_days = |text: &str| {
        let date = read_iso_date(text)?;
        let day = Date::new(
            (date / 10_000) as i16,
            (date / 100 % 100) as i8,
            (date % 100) as i8,
        )
        .ok()?;
        whole(i128::from((day - Date::ZERO).get_days()))
    };
    let values = match by {
        OrderBy::Integer => read_values(column, missing, read_integer, "whole numbers")?,
        OrderBy::Decimal => read_values(column, missing, read_decimal, "decimal numbers")?,
        OrderBy::Date(None) => {
            read_values(column, missing, iso_days, "dates written as yyyy-mm-dd")?
        }
        OrderBy::Date(Some(format)) => {
            check_date_format(format)?;
            read_values(
                column,
                missing,
                |text| read_date(format, text).and_then(whole),
                &format!("dates written as `{format}`"),
            )?
        }
        OrderBy::List(_) | OrderBy::Hierarchy(_) => return Ok(None),
    };
    let mut numbers = vec![None; column.dictionary.len()];
    values
        .into_iter()
        .for_each(|(code, number)| numbers[code as usize] = Some(number));
    Ok(Some(numbers))
}

fn rank<K: Ord>(
    column: &Column,
    missing: &[String],
    read: impl Fn(&str) -> Option<K>,
    what: &str,
) -> Result<Vec<Option<u32>>> {
    let mut keys = read_values(column, missing, read, what)?;
    keys.sort_by(|a, b| a.1.cmp(&b.1));
    let mut ranks = vec![None; column.dictionary.len()];
    let mut rank = 0;
    for (i, (code, key)) in keys.iter().enumerate() {
        if i > 0 && keys[i - 1].1 != *key {
            rank += 1;
        }
        ranks[*code as usize] = Some(rank);
    }
    Ok(ranks)
}

/// Each value that is not missing, read by `read`, as (code, what was read) in code order.
///
/// The error counts the values that are not `what`, and says where the first of them stands.
pub(crate) fn read_values<K>(
    column: &Column,
    missing: &[String],
    read: impl Fn(&str) -> Option<K>,
    what: &str,
) -> Result<Vec<(u32, K)>> {
    let (mut values, mut bad) = (Vec::new(), Vec::new());
    for (code, text) in column
        .dictionary
        .texts()
        .enumerate()
        .filter(|(_, t)| missing.iter().all(|m| m != t))
    {
        match read(text) {
            Some(value) => values.push((code as u32, value)),
            None => bad.push(code as u32),
        }
    }
    if bad.is_empty() {
        return Ok(values);
    }
    let total = values.len() + bad.len();
    let row = column
        .codes
        .iter()
        .position(|c| bad.binary_search(c).is_ok());
    let place = row.map_or(String::new(), |r| format!(" (first at row {})", r + 1));
    let error = Error::data(format!(
        "{} of {total} values are not {what}{place}",
        bad.len()
    ))
    .at_column("column `{}`: ", &column.name)
    .hint("tokens for missing values are listed under `missing` in `[input]`");
    Err(match row {
        Some(row) => error.at_row(row as u64 + 1),
        None => error,
    })
}

fn places<'a>(texts: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut places = HashMap::new();
    for (i, text) in texts.enumerate() {
        places.entry(text).or_insert(i);
    }
    places
}

/// A number with blanks around it is still that number; the text itself is never changed.
pub(crate) fn read_decimal(text: &str) -> Option<Decimal> {
    Decimal::parse(text.trim_matches(' '))
}

/// `1.0` is a whole number too.
pub(crate) fn read_integer(text: &str) -> Option<Decimal> {
    read_decimal(text).filter(Decimal::is_integer)
}

/// The day that comes back when `day` is written in a format and read again: another day where the
/// format does not hold all of it.
pub(crate) fn day_through(format: &str, day: Date) -> Option<Date> {
    let moment = Offset::UTC.to_timestamp(day.at(4, 5, 6, 0)).ok()?;
    let text = BrokenDownTime::from(&moment.to_zoned(jiff::tz::TimeZone::UTC))
        .to_string(format)
        .ok()?;
    read_day(Some(format), &text)
}

fn read_iso_date(text: &str) -> Option<i128> {
    let date = iso_day(text)?;
    Some(i128::from(date.year()) * 10_000 + i128::from(date.month()) * 100 + i128::from(date.day()))
}

fn iso_day(text: &str) -> Option<Date> {
    let text = text.trim_matches(' ');
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(i, b)| {
            if i == 4 || i == 7 {
                *b == b'-'
            } else {
                b.is_ascii_digit()
            }
        });
    if !shape {
        return None;
    }
    Date::new(
        text[..4].parse().ok()?,
        text[5..7].parse().ok()?,
        text[8..].parse().ok()?,
    )
    .ok()
}

/// The day a text stands for, as written: an offset does not move it. Without a format it is
/// written as `yyyy-mm-dd`; where the format has no day or month, it is the first.
pub(crate) fn read_day(format: Option<&str>, text: &str) -> Option<Date> {
    let Some(format) = format else {
        return iso_day(text);
    };
    parse_date(format, text).map(|(_, moment)| moment.date())
}

/// The moment a text stands for, in nanoseconds: of the day's start where the format has no time,
/// of the month's or year's first day where it has no day.
fn read_date(format: &str, text: &str) -> Option<i128> {
    let (time, moment) = parse_date(format, text)?;
    Some(
        time.offset()
            .unwrap_or(Offset::UTC)
            .to_timestamp(moment)
            .ok()?
            .as_nanosecond(),
    )
}

fn parse_date(format: &str, text: &str) -> Option<(BrokenDownTime, DateTime)> {
    let mut time = BrokenDownTime::parse(format, text.trim_matches(' ')).ok()?;
    if let Ok(moment) = time.to_datetime() {
        return Some((time, moment));
    }
    let day_by_other_means = [
        time.iso_week(),
        time.sunday_based_week(),
        time.monday_based_week(),
    ]
    .iter()
    .any(Option::is_some);
    if day_by_other_means || time.day_of_year().is_some() {
        // Such as day 366 of a year with 365: the first of January would be a guess.
        return None;
    }
    if time.month().is_none() {
        time.set_month(Some(1)).ok()?;
    }
    if time.day().is_none() {
        time.set_day(Some(1)).ok()?;
    }
    let moment = time.to_datetime().ok()?;
    Some((time, moment))
}

/// Checks that a date format has only known directives and holds at least a year.
///
/// ```
/// # use equipoise_data::check_date_format;
/// assert!(check_date_format("%d.%m.%Y").is_ok());
/// assert!(check_date_format("%H:%M").is_err());
/// assert!(check_date_format("%d.%m.%Y %K").is_err());
/// ```
pub fn check_date_format(format: &str) -> Result<()> {
    // A format is sound when a date written in it can be read back.
    match day_through(format, Date::constant(2001, 2, 3)) {
        Some(_) => Ok(()),
        None => Err(Error::usage(format!(
            "date format is `{format}`; it must hold a year and only known directives, such as `%Y-%m-%d` or `%d.%m.%Y`"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorKind, Table};

    fn column(values: &[&str]) -> Column {
        let rows: Vec<[&str; 1]> = values.iter().map(|v| [*v]).collect();
        Table::from_rows(&["x"], &rows).columns.remove(0)
    }

    fn ranked(values: &[&str], by: OrderBy<'_>) -> Vec<Option<u32>> {
        ranks(&column(values), &["NA".into(), String::new()], by).unwrap()
    }

    fn failure(values: &[&str], by: OrderBy<'_>) -> Error {
        ranks(&column(values), &["NA".into()], by).unwrap_err()
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        assert_eq!(
            ranked(&["10", "-3", "9", "NA", "007"], OrderBy::Integer),
            [Some(3), Some(0), Some(2), None, Some(1)]
        );
        assert_eq!(
            ranked(&["1.0", "1", "0.30", "0.3", "", " 2"], OrderBy::Decimal),
            [Some(1), Some(1), Some(0), Some(0), None, Some(2)]
        );
        assert_eq!(ranked(&["1.0", "2"], OrderBy::Integer), [Some(0), Some(1)]);
    }

    #[test]
    fn dates_are_ordered_by_the_calendar() {
        assert_eq!(
            ranked(&["2020-02-29", "1999-12-31", "NA"], OrderBy::Date(None)),
            [Some(1), Some(0), None]
        );
        let german = OrderBy::Date(Some("%d.%m.%Y"));
        assert_eq!(
            ranked(
                &["31.01.2020", "01.02.2020", "1.2.2020", "15.12.2019"],
                german
            ),
            [Some(1), Some(2), Some(2), Some(0)]
        );
        assert_eq!(
            ranked(
                &["12/1999", "01/2001", "02/2000"],
                OrderBy::Date(Some("%m/%Y"))
            ),
            [Some(0), Some(2), Some(1)]
        );
        assert_eq!(
            ranked(&["2001", "1999"], OrderBy::Date(Some("%Y"))),
            [Some(1), Some(0)]
        );
        let timed = OrderBy::Date(Some("%Y-%m-%d %H:%M"));
        assert_eq!(
            ranked(&["2020-01-01 10:00", "2020-01-01 09:59"], timed),
            [Some(1), Some(0)]
        );
        let zoned = OrderBy::Date(Some("%Y-%m-%dT%H:%M%z"));
        assert_eq!(
            ranked(&["2020-01-01T10:00+0200", "2020-01-01T09:00+0000"], zoned),
            [Some(0), Some(1)]
        );
    }

    #[test]
    fn lists_and_hierarchies_give_their_own_order() {
        let list: Vec<String> = ["low", "unused", "mid", "high"].map(str::to_owned).into();
        assert_eq!(
            ranked(&["high", "low", "NA", "mid"], OrderBy::List(&list)),
            [Some(2), Some(0), None, Some(1)]
        );
        let tree = Tree::new(
            ["c", "a", "b"]
                .map(|v| vec![v.to_owned(), "*".to_owned()])
                .into(),
        )
        .unwrap();
        assert_eq!(
            ranked(&["a", "b", "c"], OrderBy::Hierarchy(&tree)),
            [Some(1), Some(2), Some(0)]
        );
        assert_eq!(
            ranked(&["b", "c"], OrderBy::Hierarchy(&tree)),
            [Some(1), Some(0)]
        );
    }

    #[test]
    fn values_without_a_place_are_counted_and_never_shown() {
        let e = failure(&["1", "secret", "2", "1.5"], OrderBy::Integer);
        assert_eq!(
            e.message(),
            "column `x`: 2 of 4 values are not whole numbers (first at row 2)"
        );
        assert_eq!(
            e.hint_text(),
            Some("tokens for missing values are listed under `missing` in `[input]`")
        );
        assert_eq!(e.kind(), ErrorKind::Data);
        let e = failure(&["1", "secret"], OrderBy::Decimal);
        assert_eq!(
            e.message(),
            "column `x`: 1 of 2 values are not decimal numbers (first at row 2)"
        );
        let e = failure(
            &[
                "2020-02-30",
                "20200101",
                "2020-1-1",
                "2020-W01-1",
                "é020-01-01",
            ],
            OrderBy::Date(None),
        );
        assert_eq!(
            e.message(),
            "column `x`: 5 of 5 values are not dates written as yyyy-mm-dd (first at row 1)"
        );
        let e = failure(
            &["01.01.2020", "30.02.2020", "x"],
            OrderBy::Date(Some("%d.%m.%Y")),
        );
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not dates written as `%d.%m.%Y` (first at row 2)"
        );
        let e = failure(
            &["2024-366", "2023-366", "2023-000"],
            OrderBy::Date(Some("%Y-%j")),
        );
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not dates written as `%Y-%j` (first at row 2)"
        );
        let e = failure(&["a", "b", "NA"], OrderBy::List(&["a".to_owned()]));
        assert_eq!(
            e.message(),
            "column `x`: 1 of 2 values are not in the list `order` (first at row 2)"
        );
        let tree = Tree::new(vec![vec!["a".to_owned(), "*".to_owned()]]).unwrap();
        let e = failure(&["b", "a"], OrderBy::Hierarchy(&tree));
        assert_eq!(
            e.message(),
            "column `x`: 1 of 2 values are not in the hierarchy (first at row 1)"
        );
    }

    #[test]
    fn texts_are_readable_where_they_have_a_rank() {
        let list = ["a".to_owned(), "b-c".to_owned()];
        let tree = Tree::new(vec![vec!["x".to_owned(), "*".to_owned()]]).unwrap();
        let orders = [
            OrderBy::Integer,
            OrderBy::Decimal,
            OrderBy::Date(None),
            OrderBy::Date(Some("%d.%m.%Y")),
            OrderBy::List(&list),
            OrderBy::Hierarchy(&tree),
        ];
        let texts = [
            "7",
            "7.0",
            "7.5",
            " 7",
            "-7",
            "",
            "2020-02-30",
            "2020-02-03",
            "3.2.2020",
            "a",
            "b-c",
            "b",
            "x",
            "*",
        ];
        for by in orders {
            let is_readable = readable(by).unwrap();
            let mut read = 0;
            for text in texts {
                let table = Table::from_rows(&["x"], &[[text]]);
                let has_rank = ranks(&table.columns[0], &[], by).is_ok();
                assert_eq!(is_readable(text), has_rank, "{by:?} {text:?}");
                read += usize::from(has_rank);
            }
            assert!((1..texts.len()).contains(&read), "{by:?} {read}");
        }
        assert!(readable(OrderBy::Date(Some("%"))).is_err());
    }

    #[test]
    fn an_unreadable_date_format_is_the_callers_mistake() {
        let e = failure(&["2020-01-01"], OrderBy::Date(Some("%Y-%m-%K")));
        assert_eq!(e.kind(), ErrorKind::Usage);
        assert_eq!(
            e.message(),
            "date format is `%Y-%m-%K`; it must hold a year and only known directives, such as `%Y-%m-%d` or `%d.%m.%Y`"
        );
        for format in ["", "%m-%d", "%H:%M", "yyyy-mm-dd", "%"] {
            assert!(check_date_format(format).is_err(), "{format}");
        }
        for format in [
            "%Y-%m-%d",
            "%d/%m/%y",
            "%Y%m%d",
            "%B %d, %Y",
            "%Y-%m-%dT%H:%M:%S%z",
            "%Y-%j",
            "%G-W%V-%u",
        ] {
            assert!(check_date_format(format).is_ok(), "{format}");
        }
    }
}
