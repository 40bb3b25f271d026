//! Risk, utility and crowds of records at given nodes.

use super::crowds::{self, value};
use super::solutions::RecordSolutions;
use super::task::RecordTask;
use equipoise_measure::disclosure::{AdversaryDictionary, Chains, CrowdScratch, Crowds, Scratch};
use rayon::prelude::*;
use std::collections::HashMap;

/// Risk, utility and least |rho| of records at nodes.
///
/// # Cost
/// By nodes where few different levels occur and crowds are classes, else by records: O(entries)
/// for each.
pub fn evaluate(task: &RecordTask<'_>, pairs: &[(u32, Vec<u8>)]) -> Vec<(f64, f64, u64)> {
    let by_levels = by_levels(task, pairs);
    let crowds = if by_levels.len() < pairs.len().div_ceil(2) {
        crowds::crowds(task)
    } else {
        None
    };
    evaluate_with(task, crowds.as_deref(), pairs, by_levels)
}

/// The pairs of records and nodes that have the same levels.
type ByLevels = Vec<(Vec<u8>, Vec<u32>)>;

pub(super) fn by_levels(task: &RecordTask<'_>, pairs: &[(u32, Vec<u8>)]) -> ByLevels {
    let mut by_levels: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
    for (pair, (record, node)) in pairs.iter().enumerate() {
        by_levels
            .entry(task.levels(*record as usize, node))
            .or_default()
            .push(pair as u32);
    }
    let mut groups: ByLevels = by_levels.into_iter().collect();
    groups.sort_unstable();
    groups
}

/// [`evaluate`] by nodes, where crowds are classes, else by records.
pub(super) fn evaluate_with(
    task: &RecordTask<'_>,
    crowds: Option<&[Crowds]>,
    pairs: &[(u32, Vec<u8>)],
    groups: ByLevels,
) -> Vec<(f64, f64, u64)> {
    let mut found = vec![(0.0, 0.0, 0); pairs.len()];
    let values: Vec<(u32, (f64, f64, u64))> = match crowds {
        Some(crowds) => {
            let at_node = |scratch: &mut (CrowdScratch, Vec<Vec<u32>>),
                           (levels, of): &(Vec<u8>, Vec<u32>)| {
                crowds::count(task, crowds, levels, &mut scratch.0, &mut scratch.1);
                of.iter()
                    .map(|&pair| {
                        (
                            pair,
                            value(
                                task,
                                &pairs[pair as usize],
                                &crowds::among(task, &scratch.1, pairs[pair as usize].0),
                            ),
                        )
                    })
                    .collect::<Vec<_>>()
            };
            groups
                .par_iter()
                .map_init(|| (CrowdScratch::default(), Vec::new()), at_node)
                .flatten()
                .collect()
        }
        None => {
            let chains: Vec<&Chains> = task.attributes.iter().map(|a| &a.chains).collect();
            let alone = |scratch: &mut Scratch, pair: usize| {
                let (record, node) = &pairs[pair];
                let leaves = task.records.leaves_of(*record as usize);
                let crowd =
                    |d: &AdversaryDictionary| (d.crowd(&chains, &leaves, node, scratch), d.units());
                let crowds: Vec<(u64, u64)> = task.dictionaries.iter().map(crowd).collect();
                (pair as u32, value(task, &pairs[pair], &crowds))
            };
            (0..pairs.len())
                .into_par_iter()
                .map_init(Scratch::default, alone)
                .collect()
        }
    };
    values
        .into_iter()
        .for_each(|(pair, value)| found[pair as usize] = value);
    found
}

/// Every record as it is: what would be risked without any protection.
pub fn raw_records(task: &RecordTask<'_>) -> RecordSolutions {
    let raw = vec![0; task.attributes.len()];
    let pairs: Vec<(u32, Vec<u8>)> = (0..task.records.len() as u32)
        .map(|record| (record, raw.clone()))
        .collect();
    let mut answer = RecordSolutions::empty(task.attributes.len());
    for (risk, utility, crowd) in evaluate(task, &pairs) {
        answer.nodes.extend(&raw);
        answer.risk.push(risk);
        answer.utility.push(utility);
        answer.crowd.push(crowd);
    }
    answer
}
