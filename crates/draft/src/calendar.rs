//! Which way dates are written, and which of them cannot be meant.

use crate::facts::{Facts, Value};

/// Days since the first of January of year 0, in the calendar of today.
pub(crate) type Day = i64;

/// How dates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// As a recipe says it; none for `yyyy-mm-dd`.
    pub(crate) directives: Option<&'static str>,
    /// For people.
    pub(crate) shown: &'static str,
    parts: Parts,
    separator: u8,
    time: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    YearFirst,
    DayFirst,
    MonthFirst,
    /// Eight digits.
    Packed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    None,
    /// A blank or `T`, and then `hh:mm` or `hh:mm:ss`.
    After(u8, usize),
}

const fn format(
    directives: Option<&'static str>,
    shown: &'static str,
    parts: Parts,
    separator: u8,
    time: Time,
) -> Format {
    Format {
        directives,
        shown,
        parts,
        separator,
        time,
    }
}

use Parts::{DayFirst, MonthFirst, Packed, YearFirst};
use Time::After;

const FORMATS: [Format; 14] = [
    format(None, "yyyy-mm-dd", YearFirst, b'-', Time::None),
    format(Some("%Y/%m/%d"), "yyyy/mm/dd", YearFirst, b'/', Time::None),
    format(Some("%d.%m.%Y"), "dd.mm.yyyy", DayFirst, b'.', Time::None),
    format(Some("%d/%m/%Y"), "dd/mm/yyyy", DayFirst, b'/', Time::None),
    format(Some("%m/%d/%Y"), "mm/dd/yyyy", MonthFirst, b'/', Time::None),
    format(Some("%d-%m-%Y"), "dd-mm-yyyy", DayFirst, b'-', Time::None),
    format(Some("%m-%d-%Y"), "mm-dd-yyyy", MonthFirst, b'-', Time::None),
    format(
        Some("%Y-%m-%d %H:%M:%S"),
        "yyyy-mm-dd hh:mm:ss",
        YearFirst,
        b'-',
        After(b' ', 8),
    ),
    format(
        Some("%Y-%m-%d %H:%M"),
        "yyyy-mm-dd hh:mm",
        YearFirst,
        b'-',
        After(b' ', 5),
    ),
    format(
        Some("%Y-%m-%dT%H:%M:%S"),
        "yyyy-mm-ddThh:mm:ss",
        YearFirst,
        b'-',
        After(b'T', 8),
    ),
    format(
        Some("%Y-%m-%dT%H:%M"),
        "yyyy-mm-ddThh:mm",
        YearFirst,
        b'-',
        After(b'T', 5),
    ),
    format(
        Some("%d.%m.%Y %H:%M:%S"),
        "dd.mm.yyyy hh:mm:ss",
        DayFirst,
        b'.',
        After(b' ', 8),
    ),
    format(
        Some("%d.%m.%Y %H:%M"),
        "dd.mm.yyyy hh:mm",
        DayFirst,
        b'.',
        After(b' ', 5),
    ),
    format(Some("%Y%m%d"), "yyyymmdd", Packed, b'0', Time::None),
];

impl Format {
    pub(crate) fn has_time(&self) -> bool {
        self.time != Time::None
    }

    /// The day that a text stands for.
    pub(crate) fn day(&self, text: &str) -> Option<Day> {
        let text = match self.time {
            Time::None => text,
            After(between, length) => {
                let at = text.len().checked_sub(length + 1)?;
                let (date, time) = text.split_at_checked(at)?;
                is_time(time.as_bytes(), between).then_some(date)?
            }
        };
        let (year, month, day) = self.parts(text)?;
        day_number(year, month, day)
    }

    fn parts(&self, text: &str) -> Option<(i64, i64, i64)> {
        if self.parts == Packed {
            (text.len() == 8).then_some(())?;
            return Some((
                digits(text.get(..4)?, 4, 4)?,
                digits(text.get(4..6)?, 2, 2)?,
                digits(text.get(6..)?, 2, 2)?,
            ));
        }
        let mut parts = text.split(char::from(self.separator));
        let (a, b, c) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        // Only where the year comes last are days and months seen without their zero.
        match self.parts {
            YearFirst => Some((digits(a, 4, 4)?, digits(b, 2, 2)?, digits(c, 2, 2)?)),
            DayFirst => Some((digits(c, 4, 4)?, digits(b, 1, 2)?, digits(a, 1, 2)?)),
            _ => Some((digits(c, 4, 4)?, digits(a, 1, 2)?, digits(b, 1, 2)?)),
        }
    }
}

fn is_time(text: &[u8], between: u8) -> bool {
    let shape = |(i, b): (usize, &u8)| {
        if i % 3 == 0 {
            *b == if i == 0 { between } else { b':' }
        } else {
            b.is_ascii_digit()
        }
    };
    let number = |at: usize| {
        text.get(at..at + 2)
            .map_or(0, |d| u32::from(d[0] - b'0') * 10 + u32::from(d[1] - b'0'))
    };
    text.iter().enumerate().all(shape)
        && number(1) < 24
        && number(4) < 60
        && (text.len() < 9 || number(7) < 60)
}

fn digits(text: &str, least: usize, most: usize) -> Option<i64> {
    let fits = (least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

/// The number of a day; none for a day that is not in the calendar. Year 0 has dates nobody means,
/// and they are not read.
pub(crate) fn day_number(year: i64, month: i64, day: i64) -> Option<Day> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [
        31,
        if leap { 29 } else { 28 },
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
    ];
    let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
    if year < 1 || !(1..=length).contains(&day) {
        return None;
    }
    let before = year - 1;
    let days_before = 366 + before * 365 + before / 4 - before / 100 + before / 400;
    Some(days_before + lengths[..month as usize - 1].iter().sum::<i64>() + day - 1)
}

/// The year of a day.
pub(crate) fn year_of(day: Day) -> i64 {
    let mut year = (day / 366).max(1);
    while day_number(year + 1, 1, 1).is_some_and(|next| next <= day) {
        year += 1;
    }
    year
}

/// A column read as dates.
#[derive(Clone, Debug)]
pub(crate) struct Dates {
    pub(crate) format: Format,
    pub(crate) first: Day,
    pub(crate) last: Day,
}

/// What dates say of themselves.
pub(crate) enum Written {
    /// They are written in one way.
    So(Format),
    /// Day and month cannot be told apart.
    Ambiguous,
    /// They are no dates.
    Not,
}

/// How the values are written as dates, if they are.
pub(crate) fn written(values: &[Value<'_>], is_named_date: bool) -> Written {
    if values.is_empty() {
        return Written::Not;
    }
    let fits = |f: &&Format| values.iter().all(|v| f.day(v.text).is_some());
    // One value rules out nearly all of the formats.
    let mut formats = FORMATS
        .iter()
        .filter(|f| f.day(values[0].text).is_some())
        .filter(fits);
    match (formats.next(), formats.next()) {
        (None, _) => Written::Not,
        (Some(_), Some(_)) => Written::Ambiguous,
        (Some(f), None) if f.parts == Packed && !is_packed_date(values, *f, is_named_date) => {
            Written::Not
        }
        (Some(f), None) => Written::So(*f),
    }
}

/// Eight digits may be a number of something: they are dates when there are many and all are of our
/// time, or the name says so.
fn is_packed_date(values: &[Value<'_>], format: Format, is_named_date: bool) -> bool {
    let of_our_time = |v: &Value<'_>| {
        format
            .day(v.text)
            .is_some_and(|day| (1850..2150).contains(&year_of(day)))
    };
    (is_named_date || values.len() >= 20) && values.iter().all(of_our_time)
}

/// Dates that stand for "not known" in many systems; the second says whether it can hardly be a
/// real date.
const SENTINELS: [(i64, i64, i64, bool); 16] = [
    (1, 1, 1, true),
    (1111, 11, 11, true),
    (1582, 10, 15, true),
    (1600, 1, 1, true),
    (1753, 1, 1, true),
    (1800, 1, 1, true),
    (1899, 12, 30, false),
    (1899, 12, 31, false),
    (1900, 1, 1, false),
    (1901, 1, 1, false),
    (1970, 1, 1, false),
    (2099, 12, 31, true),
    (2999, 12, 31, true),
    (8888, 8, 8, true),
    (9999, 9, 9, true),
    (9999, 12, 31, true),
];

/// The texts that stand for no date, and remarks about those that may.
pub(crate) fn sentinels(facts: &Facts<'_>, format: Format) -> (Vec<String>, Vec<String>) {
    let mut days: Vec<(Day, &Value<'_>)> = facts
        .values
        .iter()
        .filter_map(|v| Some((format.day(v.text)?, v)))
        .collect();
    days.sort_by_key(|(day, v)| (*day, v.text));
    let candidates: Vec<(Day, bool)> = SENTINELS
        .iter()
        .filter_map(|&(y, m, d, odd)| Some((day_number(y, m, d)?, odd)))
        .collect();
    let known = |day: Day| candidates.iter().find(|c| c.0 == day);
    let others: Vec<(Day, &Value<'_>)> = days
        .iter()
        .copied()
        .filter(|(day, _)| known(*day).is_none())
        .collect();
    let rows: u64 = others.iter().map(|(_, v)| v.rows).sum();
    let usual = rows as f64 / others.len().max(1) as f64;
    let largest_gap = others
        .windows(2)
        .map(|pair| pair[1].0 - pair[0].0)
        .max()
        .unwrap_or(0)
        .max(366);
    let (mut codes, mut remarks) = (Vec::new(), Vec::new());
    for (day, value) in days {
        let Some(&(_, odd)) = known(day) else {
            continue;
        };
        let distance = others.iter().map(|(other, _)| (other - day).abs()).min();
        let isolated = distance.is_some_and(|d| d > largest_gap);
        let frequent = value.rows >= 2 && value.rows as f64 > usual * 3.0;
        if isolated && (odd || frequent) {
            codes.push(value.text.to_owned());
        } else if isolated || frequent && others.len() > 1 {
            remarks.push(format!("`{}` often stands for a date that is not known; if it does here, add it to `missing`", value.text));
        }
    }
    (codes, remarks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<'a>(texts: &[&'a str]) -> Vec<Value<'a>> {
        texts.iter().map(|text| Value { text, rows: 1 }).collect()
    }

    fn shown(texts: &[&str]) -> &'static str {
        match written(&values(texts), false) {
            Written::So(format) => format.shown,
            Written::Ambiguous => "ambiguous",
            Written::Not => "not",
        }
    }

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        assert_eq!(
            day_number(1970, 1, 1).unwrap() - day_number(1969, 12, 31).unwrap(),
            1
        );
        assert_eq!(
            day_number(2024, 3, 1).unwrap() - day_number(2024, 2, 28).unwrap(),
            2
        );
        assert_eq!(
            day_number(2100, 3, 1).unwrap() - day_number(2100, 2, 28).unwrap(),
            1
        );
        assert_eq!(
            day_number(2000, 1, 1).unwrap() - day_number(1600, 1, 1).unwrap(),
            146_097
        );
        for (y, m, d) in [
            (2023, 2, 29),
            (2023, 13, 1),
            (2023, 0, 1),
            (2023, 4, 31),
            (2023, 1, 0),
            (0, 1, 1),
        ] {
            assert_eq!(day_number(y, m, d), None, "{y}-{m}-{d}");
        }
        let mut before = 0;
        for year in 1..10_000 {
            let (first, last) = (
                day_number(year, 1, 1).unwrap(),
                day_number(year, 12, 31).unwrap(),
            );
            assert_eq!((year_of(first), year_of(last)), (year, year));
            assert!(first > before);
            before = last;
        }
    }

    #[test]
    fn a_day_above_twelve_decides_and_nothing_else() {
        assert_eq!(shown(&["2024-01-31", "2023-02-28"]), "yyyy-mm-dd");
        assert_eq!(shown(&["1.2.2024", "31.12.2023"]), "dd.mm.yyyy");
        assert_eq!(shown(&["01/02/2024", "13/02/2024"]), "dd/mm/yyyy");
        assert_eq!(shown(&["01/02/2024", "02/13/2024"]), "mm/dd/yyyy");
        assert_eq!(shown(&["01/02/2024", "03/04/2024"]), "ambiguous");
        assert_eq!(shown(&["13/02/2024", "02/13/2024"]), "not");
        assert_eq!(shown(&["2024-02-30"]), "not");
        assert_eq!(shown(&["2024-01-31 23:59:00"]), "yyyy-mm-dd hh:mm:ss");
        assert_eq!(shown(&["2024-01-31T24:00"]), "not");
        assert_eq!(
            shown(&["20240131", "20231201"]),
            "not",
            "eight digits may be anything"
        );
        assert!(matches!(
            written(&values(&["20240131"]), true),
            Written::So(_)
        ));
        assert_eq!(shown(&["é1.01.2024", "01.01.2024é"]), "not");
        assert_eq!(shown(&[]), "not");
    }
}
