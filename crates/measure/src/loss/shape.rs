//! Facts about the table that losses start from.

use equipoise_data::Hierarchy;
use std::fmt::Debug;

/// The table as a loss sees it.
#[derive(Clone, Debug)]
pub struct Shape<'a> {
    /// Input rows.
    pub rows: u64,
    /// Per quasi-identifier its hierarchy.
    pub hierarchies: Vec<&'a Hierarchy>,
    /// Per quasi-identifier the input rows with each leaf.
    pub leaf_rows: Vec<Vec<u64>>,
    /// No kept class has fewer rows.
    pub least_size: u64,
}

/// Rows with each code of a level.
pub(crate) fn level_rows(hierarchy: &Hierarchy, leaf_rows: &[u64], level: usize) -> Vec<u64> {
    let level = &hierarchy.levels[level];
    let mut rows = vec![0; level.labels.len()];
    for (&code, &count) in level.of_leaf.iter().zip(leaf_rows) {
        rows[code as usize] += count;
    }
    rows
}
