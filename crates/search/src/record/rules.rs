//! Rules for whole tables: one level per attribute for all records.

use super::crowds;
use super::{RatedRule, RecordTask, Records, evaluate};
use crate::SearchWatch;
use equipoise_data::Levels;
use equipoise_measure::disclosure::{AdversaryDictionary, CrowdScratch, Crowds};
use rayon::prelude::*;

/// A rule with its figures, and the k-anonymity of the table that it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRule {
    /// The levels, with the mean risk and the mean utility of rows.
    pub rule: RatedRule<Levels>,
    /// The smallest class, in units of protection.
    pub k: u64,
}

/// The figures of rules; `own` is the table as a dictionary of values that must be among what is
/// shown, whose crowds are classes, and `all` has all records of the table. The task may have some
/// of them, whose risks and utilities are told.
///
/// # Cost
/// O(records) for each rule where crowds are classes, else O(records x entries).
pub fn measure_rules(
    task: &RecordTask<'_>,
    own: &AdversaryDictionary,
    all: &Records,
    rules: &[Levels],
    watch: &dyn SearchWatch,
) -> Vec<TableRule> {
    let Some(classes) = Crowds::new(own, &all.leaves) else {
        return Vec::new();
    };
    let of_records = crowds::crowds(task);
    let rows: f64 = task.records.rows.iter().map(|&r| r as f64).sum();
    let measure = |scratch: &mut (CrowdScratch, Vec<u32>), levels: &Levels| {
        if watch.stopped() {
            return None;
        }
        classes.at(task.hierarchies, levels, &mut scratch.0, &mut scratch.1);
        let k = scratch.1.iter().copied().min().unwrap_or(0);
        let pairs: Vec<(u32, Vec<u8>)> = (0..task.records.len() as u32)
            .map(|r| (r, task.steps(r as usize, levels)))
            .collect();
        let values = match &of_records {
            Some(crowds) => crowds::values(task, crowds, levels, &pairs),
            None => evaluate(task, &pairs),
        };
        let mean = |value: &dyn Fn(&(f64, f64, u64)) -> f64| {
            values
                .iter()
                .zip(&task.records.rows)
                .map(|(v, &r)| value(v) * r as f64)
                .sum::<f64>()
                / rows.max(1.0)
        };
        Some(TableRule {
            rule: RatedRule {
                rule: levels.clone(),
                risk: mean(&|v| v.0),
                utility: mean(&|v| v.1),
            },
            k: u64::from(k),
        })
    };
    rules
        .par_iter()
        .map_init(|| (CrowdScratch::default(), Vec::new()), measure)
        .flatten()
        .collect()
}
