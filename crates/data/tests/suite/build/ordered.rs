//! Runs of consecutive values.

use super::{MISSING, build, sound};
use equipoise_data::build::{Builder, Ordered, Sequence};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn rule(first: u64, factors: &[u64], order: Sequence) -> (Vec<u64>, Builder) {
    let mut sizes = vec![first];
    for factor in factors {
        sizes.push(sizes.last().unwrap() * factor);
    }
    (sizes.clone(), Builder::Ordered(Ordered { sizes, order }))
}

/// What a label may be read as: all pairs of names it can be split into by ` .. ` or more dots, or
/// the one name.
fn readings(label: &str, names: &[String]) -> BTreeSet<(usize, usize)> {
    let place = |text: &str| names.iter().position(|name| name == text);
    let mut readings: BTreeSet<(usize, usize)> =
        place(label).map(|at| (at, at)).into_iter().collect();
    for dots in 2..9 {
        let separator = format!(" {} ", ".".repeat(dots));
        for (at, _) in label.match_indices(&separator) {
            if let (Some(first), Some(last)) =
                (place(&label[..at]), place(&label[at + separator.len()..]))
            {
                readings.insert((first, last));
            }
        }
    }
    readings
}

proptest! {
    /// A list sets the borders: each value lies in the run of its place, and labels say which that
    /// is.
    #[test]
    fn runs_of_a_list(
        names in proptest::collection::btree_set("[ab]( ?\\.{0,4} ?[ab])?", 1..12),
        picked in proptest::collection::vec(0usize..12, 1..20),
        first in 2u64..5,
        factors in proptest::collection::vec(2u64..4, 0..3),
    ) {
        let names: Vec<String> = names.into_iter().rev().collect();
        let mut values: Vec<String> = picked.iter().map(|i| names[i % names.len()].clone()).collect();
        values.push(MISSING.to_owned());
        let (sizes, rule) = rule(first, &factors, Sequence::List(names.clone()));
        let tree = sound(&rule, &values);
        prop_assert_eq!(tree.height(), sizes.len() + 1);
        let whole = sound(&rule, &names);
        for (level, size) in (1..).zip(&sizes) {
            let mut run_of: BTreeMap<&str, usize> = BTreeMap::new();
            for (place, line) in whole.lines().iter().enumerate() {
                prop_assert_eq!(&line[0], &names[place], "lines are in the order of the list");
                let run = place / *size as usize;
                let (start, end) = (run * *size as usize, ((run + 1) * *size as usize).min(names.len()) - 1);
                prop_assert!(readings(&line[level], &names).contains(&(start, end)), "{}", line[level]);
                prop_assert_eq!(*run_of.entry(&line[level]).or_insert(run), run, "a label is of one run");
                // A label that is a value is a value of its own run.
                if let Some(other) = names.iter().position(|name| *name == line[level]) {
                    prop_assert_eq!(other / *size as usize, run);
                }
            }
        }
        // Data cannot move the borders: fewer values, the same lines.
        for line in tree.lines() {
            prop_assert!(whole.lines().contains(line));
        }
    }

    /// Numbers are counted off from the lowest; texts for one number stay together.
    #[test]
    fn runs_of_numbers(values in proptest::collection::vec((-40i64..40, 0usize..3), 1..40), first in 2u64..5, factors in proptest::collection::vec(2u64..4, 0..3)) {
        let texts: Vec<String> = values.iter().map(|(n, form)| match form {
            0 => n.to_string(),
            1 => format!("{n}.0"),
            _ => format!(" {n}"),
        }).collect();
        let numbers: Vec<i64> = values.iter().map(|v| v.0).collect::<BTreeSet<_>>().into_iter().collect();
        let read = |text: &str| text.trim().trim_end_matches(".0").parse::<i64>().unwrap();
        for order in [Sequence::Integer, Sequence::Decimal] {
            let (sizes, rule) = rule(first, &factors, order);
            let tree = sound(&rule, &texts);
            for line in tree.lines() {
                let place = numbers.iter().position(|n| *n == read(&line[0])).unwrap();
                for (label, size) in line[1..].iter().zip(&sizes) {
                    let size = *size as usize;
                    let (low, high) = label.split_once(" .. ").unwrap_or((label, label));
                    prop_assert_eq!(read(low), numbers[place / size * size]);
                    prop_assert_eq!(read(high), numbers[((place / size + 1) * size).min(numbers.len()) - 1]);
                }
            }
        }
    }
}

#[test]
fn dates_are_counted_off_by_the_calendar() {
    let (_, rule) = rule(2, &[], Sequence::Date(None));
    let tree = build(&rule, &["2024-03-01", "2023-12-31", "2024-02-29"]).unwrap();
    let labels: Vec<&str> = tree.lines().iter().map(|line| line[1].as_str()).collect();
    assert_eq!(
        labels,
        [
            "2023-12-31 .. 2024-02-29",
            "2023-12-31 .. 2024-02-29",
            "2024-03-01"
        ]
    );
}
