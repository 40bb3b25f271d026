//! Crowds of all records at a node, where they are classes, and what follows from them.

use super::task::RecordTask;
use equipoise_measure::disclosure::{CrowdScratch, Crowds, Record};

/// What is needed to count crowds by nodes: one for each dictionary.
pub(super) type AllCrowds = Vec<Crowds>;

/// What counts crowds in each dictionary; none where some dictionary's crowds are not classes.
pub(super) fn crowds(task: &RecordTask<'_>) -> Option<AllCrowds> {
    task.dictionaries
        .iter()
        .map(|dictionary| Crowds::new(dictionary, &task.records.leaves))
        .collect()
}

/// The crowds of all records at a node, one list per dictionary.
pub(super) fn count(
    task: &RecordTask<'_>,
    crowds: &[Crowds],
    levels: &[u8],
    scratch: &mut CrowdScratch,
    found: &mut Vec<Vec<u32>>,
) {
    found.resize(crowds.len(), Vec::new());
    let several = crowds.len() > 1;
    for (crowds, found) in crowds.iter().zip(found) {
        // Labels that were kept belong to one dictionary.
        if several {
            *scratch = CrowdScratch::default();
        }
        crowds.at(task.hierarchies, levels, scratch, found);
    }
}

/// The crowds of a record, each with the people of its dictionary.
pub(super) fn among(task: &RecordTask<'_>, crowds: &[Vec<u32>], record: u32) -> Vec<(u64, u64)> {
    crowds
        .iter()
        .zip(task.dictionaries)
        .map(|(c, d)| (u64::from(c[record as usize]), d.units()))
        .collect()
}

/// Risk, utility and least |rho| of records at one node, whose steps are given.
pub(super) fn values(
    task: &RecordTask<'_>,
    crowds: &[Crowds],
    levels: &[u8],
    pairs: &[(u32, Vec<u8>)],
) -> Vec<(f64, f64, u64)> {
    let (mut scratch, mut found) = (CrowdScratch::default(), Vec::new());
    count(task, crowds, levels, &mut scratch, &mut found);
    pairs
        .iter()
        .map(|pair| value(task, pair, &among(task, &found, pair.0)))
        .collect()
}

/// Risk, utility and least |rho| of a record at a node, among crowds of which each comes with the
/// people of its dictionary.
pub(super) fn value(
    task: &RecordTask<'_>,
    (record, node): &(u32, Vec<u8>),
    crowds: &[(u64, u64)],
) -> (f64, f64, u64) {
    let leaves = task.records.leaves_of(*record as usize);
    let land = Record::unknown(
        task.attributes,
        &leaves,
        task.records.factors_of(*record as usize),
        task.risks,
    );
    let least = crowds.iter().map(|c| c.0).min().unwrap_or(0);
    (
        land.risk_among(node, crowds.iter().copied()),
        land.utility(node),
        least,
    )
}
