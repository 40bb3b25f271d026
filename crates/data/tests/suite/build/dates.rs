//! Units of the calendar.

use super::calendar::{Day, WEEKDAYS, days};
use super::{MISSING, build, sound};
use equipoise_data::build::{Builder, CalendarUnit, Dates};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The three ways up.
const WAYS: [&[CalendarUnit]; 3] = [
    &[
        CalendarUnit::Day,
        CalendarUnit::Month,
        CalendarUnit::Quarter,
        CalendarUnit::Year,
        CalendarUnit::Decade,
    ],
    &[CalendarUnit::Day, CalendarUnit::Week, CalendarUnit::IsoYear],
    &[CalendarUnit::Day, CalendarUnit::Weekday],
];

fn number(text: &str) -> i32 {
    assert!(text.bytes().all(|b| b.is_ascii_digit()), "{text}");
    text.parse().unwrap()
}

/// Reads a label back, from its shape alone, and says whether the day is in it.
fn holds(label: &str, day: &Day) -> bool {
    if let Some(weekday) = WEEKDAYS.iter().position(|name| *name == label) {
        return day.weekday == weekday;
    }
    if let Some(year) = label.strip_prefix("ISO year ") {
        return day.iso_year == number(year);
    }
    let parts: Vec<&str> = label.split('-').collect();
    let year = number(parts[0]);
    match parts[1..] {
        [] => day.year == year,
        [quarter] if quarter.starts_with('Q') => {
            let last = number(&quarter[1..]) as u32 * 3;
            day.year == year && (last - 2..=last).contains(&day.month)
        }
        [week] if week.starts_with('W') => {
            (day.iso_year, day.iso_week) == (year, number(&week[1..]) as u32)
        }
        [month] if month.len() == 2 => day.year == year && day.month == number(month) as u32,
        [last] => {
            year % 10 == 0 && number(last) == year + 9 && (year..=number(last)).contains(&day.year)
        }
        [month, of_month] => {
            (day.year, day.month, day.day) == (year, number(month) as u32, number(of_month) as u32)
        }
        _ => panic!("{label}"),
    }
}

/// Every day of two centuries on every unit: labels tell the truth, and days that a label holds
/// have no other one.
#[test]
fn every_day_of_two_centuries() {
    let days = days();
    assert!(days.len() > 219 * 365);
    let texts: Vec<String> = days.iter().map(Day::text).collect();
    for way in WAYS {
        let tree = build(&Builder::Dates(Dates::new(way.to_vec())), &texts).unwrap();
        for (level, unit) in (1..).zip(way) {
            let mut groups: BTreeMap<&str, Vec<&Day>> = BTreeMap::new();
            // Lines are in the order of the calendar, as the days are.
            for (line, day) in tree.lines().iter().zip(&days) {
                assert_eq!(line[0], day.text());
                assert!(
                    holds(&line[level], day),
                    "{} is not {}",
                    line[0],
                    line[level]
                );
                groups.entry(&line[level]).or_default().push(day);
            }
            // Labels that hold their days can only be too many: one more for the same period would
            // be seen here.
            let periods =
                |of: fn(&Day) -> (i32, u32)| days.iter().map(of).collect::<BTreeSet<_>>().len();
            let expected = match unit {
                CalendarUnit::Day => days.len(),
                CalendarUnit::Week => periods(|d| (d.iso_year, d.iso_week)),
                CalendarUnit::IsoYear => periods(|d| (d.iso_year, 0)),
                CalendarUnit::Month => periods(|d| (d.year, d.month)),
                CalendarUnit::Quarter => periods(|d| (d.year, (d.month - 1) / 3)),
                CalendarUnit::Year => periods(|d| (d.year, 0)),
                CalendarUnit::Decade => periods(|d| (d.year / 10, 0)),
                CalendarUnit::Weekday => 7,
                other => panic!("periods of {other:?} are not counted"),
            };
            assert_eq!(groups.len(), expected, "{}", unit.name());
        }
    }
}

/// One unit may follow another exactly when each label of the first has one of the second above it,
/// and there are fewer.
#[test]
fn units_that_nest_are_accepted_and_no_others() {
    let texts: Vec<String> = days()
        .iter()
        .filter(|d| (1990..2030).contains(&d.year))
        .map(Day::text)
        .collect();
    let labels: Vec<Vec<String>> = CalendarUnit::ALL
        .iter()
        .map(|unit| {
            let tree = build(&Builder::Dates(Dates::new(vec![*unit])), &texts).unwrap();
            tree.lines().iter().map(|line| line[1].clone()).collect()
        })
        .collect();
    let count = |labels: &[String]| labels.iter().collect::<BTreeSet<_>>().len();
    for (below, &below_unit) in labels.iter().zip(CalendarUnit::ALL) {
        for (above, &above_unit) in labels.iter().zip(CalendarUnit::ALL) {
            let mut parent = BTreeMap::new();
            let nests = below
                .iter()
                .zip(above)
                .all(|(b, a)| *parent.entry(b).or_insert(a) == a);
            let expected = nests && count(above) < count(below);
            let accepted = Dates::new(vec![below_unit, above_unit]).check().is_ok();
            assert_eq!(accepted, expected, "{above_unit:?} after {below_unit:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Units that are accepted give a tree whose labels are true.
    #[test]
    fn accepted_units_give_true_labels(way in 0usize..3, left_out in proptest::collection::vec(any::<bool>(), 5), seed in 0usize..1000) {
        let units: Vec<CalendarUnit> = WAYS[way].iter().zip(left_out).filter(|(_, out)| !out).map(|(unit, _)| *unit).collect();
        prop_assume!(!units.is_empty());
        let days = days();
        let some: Vec<&Day> = days.iter().skip(seed).step_by(997).collect();
        let mut texts: Vec<String> = some.iter().map(|d| d.text()).collect();
        texts.push(MISSING.to_owned());
        let tree = sound(&Builder::Dates(Dates::new(units.clone())), &texts);
        prop_assert_eq!(tree.height(), units.len() + 1);
        for (line, day) in tree.lines().iter().zip(&some) {
            prop_assert!(line[1..=units.len()].iter().all(|label| holds(label, day)));
        }
    }

    /// Another format tells the same days.
    #[test]
    fn formats_change_nothing_but_the_value(seed in 0usize..70_000, minute in 0u32..1440) {
        let days = days();
        let day = &days[seed];
        let text = format!("{:02}.{:02}.{:04} {:02}:{:02}", day.day, day.month, day.year, minute / 60, minute % 60);
        for way in WAYS {
            let rule = Dates { units: way.to_vec(), format: Some("%d.%m.%Y %H:%M".to_owned()) };
            let tree = sound(&Builder::Dates(rule), std::slice::from_ref(&text));
            let plain = sound(&Builder::Dates(Dates::new(way.to_vec())), &[day.text()]);
            prop_assert_eq!(&tree.lines()[0][1..], &plain.lines()[0][1..]);
        }
    }
}
