//! Areas with enough inhabitants.

use super::nests;
use equipoise_data::build::{Areas, CodedPlace};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The codes of the table that a label stands for, read from its shape alone.
fn meaning(label: &str, codes: &[&str]) -> BTreeSet<String> {
    let between = |first: &str, last: &str| {
        codes
            .iter()
            .filter(|c| (first..=last).contains(*c))
            .map(|c| (*c).to_owned())
            .collect()
    };
    if codes.contains(&label) {
        return [label.to_owned()].into();
    }
    match label.split_once(" .. ") {
        Some((first, last)) => between(first, last),
        None => {
            let beginning = label.strip_suffix('*').unwrap();
            codes
                .iter()
                .filter(|c| c.starts_with(beginning))
                .map(|c| (*c).to_owned())
                .collect()
        }
    }
}

/// The rule, followed step by step with a look at all pairs each time.
fn merge_slowly(mut areas: Vec<Vec<(String, u64)>>, least: u64) -> Vec<Vec<(String, u64)>> {
    let sum = |area: &[(String, u64)]| area.iter().map(|p| p.1).sum::<u64>();
    let shared = |a: &str, b: &str| a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    loop {
        let pairs =
            (1..areas.len()).filter(|&i| sum(&areas[i - 1]) < least || sum(&areas[i]) < least);
        let best = pairs.min_by_key(|&i| {
            let (left, right) = (&areas[i - 1], &areas[i]);
            let same = shared(&left[0].0, &right[right.len() - 1].0);
            (std::cmp::Reverse(same), sum(left) + sum(right), i)
        });
        let Some(i) = best else { return areas };
        let right = areas.remove(i);
        areas[i - 1].extend(right);
    }
}

fn coded(places: impl IntoIterator<Item = (String, u64)>) -> Vec<CodedPlace> {
    let places = places.into_iter();
    places
        .map(|(code, inhabitants)| CodedPlace::new(code, inhabitants))
        .collect()
}

proptest! {
    #[test]
    fn areas_are_large_enough_and_labels_tell_the_codes(
        places in proptest::collection::btree_map("[12]{1,4}", 0u64..50, 1..25),
        first in 1u64..60,
        steps in proptest::collection::vec(1u64..90, 0..3),
    ) {
        let mut inhabitants = vec![first];
        for step in steps {
            inhabitants.push(inhabitants.last().unwrap() + step);
        }
        let mut listed: Vec<(String, u64)> = places.clone().into_iter().collect();
        listed.reverse();
        let rule = Areas { inhabitants: inhabitants.clone(), places: coded(listed.clone()) };
        let all: u64 = places.values().sum();
        if all < *inhabitants.last().unwrap() {
            let (e, told) = (rule.tree().unwrap_err(), format!("the table of places has {all} inhabitants in all"));
            prop_assert!(e.message().starts_with(&told));
            return Ok(());
        }
        let tree = rule.tree().unwrap();
        nests(&tree);
        prop_assert_eq!(tree.height(), inhabitants.len() + 1);
        let codes: Vec<&str> = places.keys().map(String::as_str).collect();
        prop_assert_eq!(tree.lines().iter().map(|l| l[0].as_str()).collect::<Vec<_>>(), codes.clone());
        let mut slow: Vec<Vec<(String, u64)>> = places.clone().into_iter().map(|place| vec![place]).collect();
        for (level, &least) in (1..).zip(&inhabitants) {
            let mut areas: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
            for line in tree.lines() {
                areas.entry(&line[level]).or_default().insert(line[0].clone());
            }
            for (label, members) in &areas {
                prop_assert!(members.iter().map(|code| places[code]).sum::<u64>() >= least, "level {level}: {label}");
                prop_assert_eq!(&meaning(label, &codes), members, "level {}: {}", level, label);
            }
            slow = merge_slowly(slow, least);
            let expected: BTreeSet<BTreeSet<String>> = slow.iter().map(|area| area.iter().map(|p| p.0.clone()).collect()).collect();
            prop_assert_eq!(areas.into_values().collect::<BTreeSet<_>>(), expected);
        }
        listed.sort();
        prop_assert_eq!(Areas { inhabitants, places: coded(listed) }.tree().unwrap(), tree, "the order of the table does not matter");
    }

    /// Whatever the codes, dots and stars among them, a label never stands for a code of another
    /// area.
    #[test]
    fn labels_are_never_codes_of_others(places in proptest::collection::btree_map("[ab*]( \\.{2,3} [ab*])?", 0u64..9, 1..15), least in 1u64..15) {
        prop_assume!(places.values().sum::<u64>() >= least);
        let tree = Areas { inhabitants: vec![least], places: coded(places.clone()) }.tree().unwrap();
        let mut areas: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for line in tree.lines() {
            areas.entry(&line[1]).or_default().insert(&line[0]);
        }
        for (label, members) in &areas {
            prop_assert!(!places.contains_key(*label) || members.contains(label), "{label}");
        }
        // Codes of an area lie side by side, so as many areas as changes from line to line.
        let changes = tree.lines().windows(2).filter(|two| two[0][1] != two[1][1]).count();
        prop_assert_eq!(areas.len(), changes + 1);
    }
}

/// A country with codes of five digits is merged in a moment.
#[test]
fn a_large_table_takes_no_time() {
    let places =
        (0..60_000u64).map(|i| (format!("{:05}", i * 7 % 99_991), i * 2_654_435_761 % 3_000));
    let tree = Areas {
        inhabitants: vec![5_000, 20_000, 100_000],
        places: coded(places),
    }
    .tree()
    .unwrap();
    assert_eq!(tree.lines().len(), 60_000);
}
