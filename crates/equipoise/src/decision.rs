//! What a release does to each column, for the record: enough to do the same to other rows.

use crate::prepare::{Prepared, QuasiColumn};
use equipoise_certify as certify;
use equipoise_data::Hierarchy;

/// What is done to each quasi-identifier, with the labels of its values.
pub(crate) fn decision(prepared: &Prepared, levels: &[u8]) -> Vec<certify::DecisionFacts> {
    let names = prepared.quasi_names().map(str::to_owned);
    let facts =
        |((column, quasi), &level): ((String, &QuasiColumn), &u8)| certify::DecisionFacts { column, level, lines: lines(&quasi.hierarchy) };
    names.zip(&prepared.quasi).zip(levels).map(facts).collect()
}

/// The line of each value that occurs and is not missing.
fn lines(hierarchy: &Hierarchy) -> Vec<Vec<String>> {
    let known = (0..hierarchy.leaves()).filter(|&leaf| hierarchy.missing != Some(leaf as u32));
    known.map(|leaf| hierarchy.levels.iter().map(|level| level.labels[level.of_leaf[leaf] as usize].clone()).collect()).collect()
}
