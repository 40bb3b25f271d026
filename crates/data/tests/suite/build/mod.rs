//! Builders of hierarchies against meanings written a second time: every value in one group per
//! level, groups nest, labels tell the truth, rows in any order give the same tree, missing values
//! get no line.

mod areas;
mod calendar;
mod dates;
mod frequency;
mod intervals;
mod ordered;
mod prefix;

use equipoise_data::build::Builder;
use equipoise_data::{Column, Result, Table, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// The token for missing values in these tests.
const MISSING: &str = "NA";

fn column<S: AsRef<str>>(values: &[S]) -> Column {
    let rows: Vec<[&str; 1]> = values.iter().map(|v| [v.as_ref()]).collect();
    Table::from_rows(&["x"], &rows).columns.remove(0)
}

fn build<S: AsRef<str>>(rule: &Builder, values: &[S]) -> Result<Tree> {
    rule.tree(&column(values), &[MISSING.to_owned()])
}

/// The tree, after everything that must hold whatever the rule: one line for each value that is not
/// missing, `*` on top, each label below one label, and the same lines when missing values and more
/// rows in reverse order come along.
fn sound(rule: &Builder, values: &[String]) -> Tree {
    let tree = build(rule, values).unwrap();
    let known: BTreeSet<&str> = values
        .iter()
        .map(String::as_str)
        .filter(|v| *v != MISSING)
        .collect();
    let listed: Vec<&str> = tree.lines().iter().map(|line| line[0].as_str()).collect();
    assert_eq!(listed.len(), known.len(), "each value has one line");
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
    nests(&tree);
    let mut shuffled: Vec<&str> = values.iter().map(String::as_str).rev().collect();
    shuffled.insert(shuffled.len() / 2, MISSING);
    assert_eq!(
        build(rule, &shuffled).unwrap(),
        tree,
        "neither the order of rows nor missing values matter"
    );
    tree
}

/// Groups of a level lie whole in groups of the next, and the last level is one group.
fn nests(tree: &Tree) {
    for level in 1..=tree.height() {
        let mut above: BTreeMap<&str, &str> = BTreeMap::new();
        for line in tree.lines() {
            assert_eq!(
                *above.entry(&line[level - 1]).or_insert(&line[level]),
                line[level],
                "level {level}"
            );
        }
    }
    assert!(tree.lines().iter().all(|line| line[tree.height()] == "*"));
}
