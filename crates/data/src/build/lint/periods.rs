//! Labels that read as a part of the calendar, over dates.

use crate::derive::WEEKDAYS;
use crate::hierarchy::Tree;
use crate::order::read_day;
use jiff::civil::Date;

/// For each level with dates outside what their labels say, the lines (from 1).
pub(super) fn outside(tree: &Tree) -> Vec<(usize, Vec<usize>)> {
    let days: Vec<Option<Date>> = tree.lines().iter().map(|line| day(&line[0])).collect();
    let wrong = |level: usize, i: usize| {
        days[i].is_some_and(|day| holds(&tree.lines()[i][level], day) == Some(false))
    };
    (1..=tree.height())
        .map(|level| {
            (
                level,
                (0..days.len())
                    .filter(|&i| wrong(level, i))
                    .map(|i| i + 1)
                    .collect::<Vec<_>>(),
            )
        })
        .filter(|(_, lines)| !lines.is_empty())
        .collect()
}

/// A date `yyyy-mm-dd`, also with a time after it.
fn day(text: &str) -> Option<Date> {
    let text = text.trim_matches(' ');
    match text.get(10..) {
        Some(rest) if rest.is_empty() || rest.starts_with(['T', ' ']) => {
            read_day(None, &text[..10])
        }
        _ => None,
    }
}

/// Whether the label holds the day, where the label reads as a part of the calendar.
fn holds(label: &str, day: Date) -> Option<bool> {
    let label = label.trim();
    if let Some(at) = WEEKDAYS.iter().position(|name| *name == label) {
        return Some(day.weekday().to_monday_zero_offset() as usize == at);
    }
    if let Some(year) = label.strip_prefix("ISO year ") {
        return Some(day.iso_week_date().year() == number(year, 4)?);
    }
    let Some((year, part)) = label.split_once('-') else {
        return Some(day.year() == number(label, 4)?);
    };
    let year = number(year, 4)?;
    if let Some(quarter) = part.strip_prefix('Q') {
        let of_day = (day.year(), i16::from(day.month() + 2) / 3);
        return Some(of_day == (year, number(quarter, 1)?));
    }
    if let Some(week) = part.strip_prefix('W') {
        let of_day = day.iso_week_date();
        return Some((of_day.year(), i16::from(of_day.week())) == (year, number(week, 2)?));
    }
    match part.len() {
        2 => Some((day.year(), i16::from(day.month())) == (year, number(part, 2)?)),
        4 => number(part, 4)
            .filter(|last| year <= *last)
            .map(|last| (year..=last).contains(&day.year())),
        _ => Some(day == read_day(None, label)?),
    }
}

/// A number of exactly so many digits.
fn number(text: &str, digits: usize) -> Option<i16> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::super::lint;
    use super::*;

    #[test]
    fn labels_of_the_calendar_are_read() {
        let day = Date::constant(2024, 12, 30);
        for label in [
            "2024",
            "2024-12",
            "2024-Q4",
            "2025-W01",
            "ISO year 2025",
            "2020-2029",
            "2024-2024",
            "Monday",
            "2024-12-30",
        ] {
            assert_eq!(holds(label, day), Some(true), "{label}");
        }
        for label in [
            "2025",
            "2024-11",
            "2023-12",
            "2024-Q1",
            "2024-W53",
            "ISO year 2024",
            "2010-2019",
            "Tuesday",
            "2024-12-31",
        ] {
            assert_eq!(holds(label, day), Some(false), "{label}");
        }
        for label in [
            "*",
            "winter",
            "24",
            "2024-Qx",
            "2024-1",
            "2029-2020",
            "2024-W1",
            "20244",
            "-2024",
            "2024-13-01",
            "é024",
            "ISO year x",
        ] {
            assert_eq!(holds(label, day), None, "{label}");
        }
    }

    #[test]
    fn dates_outside_their_labels_are_counted_by_line() {
        let lines = "2024-01-31;2024-01;2024;*\n2024-02-01;2024-01;2024;*\n2025-01-01T08:00;2025-01;2024;*\nsoon;2025-01;2024;*";
        let tree = Tree::new(
            lines
                .lines()
                .map(|l| l.split(';').map(str::to_owned).collect())
                .collect(),
        )
        .unwrap();
        assert_eq!(
            lint(&tree)[..2],
            [
                "level 1: 1 value lies outside the time of its label (line 2)",
                "level 2: 1 value lies outside the time of its label (line 3)"
            ]
        );
    }
}
