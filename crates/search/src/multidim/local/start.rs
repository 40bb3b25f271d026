//! The best levels for all rows, then for those that they leave out, and so on.

use super::ground::{Cluster, Ground};
use crate::multidim::items::{Items, Part};
use crate::{Limits, SearchWatch, Task, best_effort, examine, optimal};
use equipoise_data::{Encoded, Quasi, Result, Sensitive};
use equipoise_measure::{Aggregation, Loss, LossOptions, Shape, loss};
use std::collections::BTreeMap;

/// Lattices with more nodes are searched for a good node instead of the best one.
const MOST_NODES: u64 = 1 << 20;

/// What the rounds came to.
pub(super) struct Started {
    pub(super) clusters: Vec<Cluster>,
    pub(super) left_out: Vec<Part>,
    /// What the first round alone costs, with the rows that it leaves out.
    pub(super) first_cost: u64,
    /// Nodes whose classes were formed.
    pub(super) nodes_evaluated: u64,
}

/// How rounds are searched.
pub(super) struct Rounds<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) weights: &'a [f64],
    pub(super) limits: &'a Limits,
    pub(super) seed: u64,
    pub(super) watch: &'a dyn SearchWatch,
}

impl Rounds<'_> {
    /// Levels for all rows, for the rows left out, and so on until nobody is left out or the rest
    /// cannot be a class by any levels.
    ///
    /// `allowed` is how many units the first round may leave out. Models that compare with
    /// supersets have one round: their sets are of all rows.
    pub(super) fn run(&self, ground: &Ground<'_>, allowed: u64) -> Result<Started> {
        let items = ground.items;
        let mut started = Started {
            clusters: Vec::new(),
            left_out: items.all(),
            first_cost: 0,
            nodes_evaluated: 0,
        };
        let mut rows: Vec<usize> = (0..self.task.encoded.rows).collect();
        for round in 0.. {
            let allowed = if round == 0 {
                allowed
            } else {
                rows.len() as u64
            };
            let Some((levels, kept)) = self.best(&rows, allowed, &mut started.nodes_evaluated)?
            else {
                break;
            };
            let mut is_kept = vec![false; items.len()];
            rows.iter()
                .zip(&kept)
                .filter(|(_, kept)| **kept)
                .for_each(|(&row, _)| is_kept[items.of_row[row] as usize] = true);
            let (kept_parts, left_out): (Vec<Part>, Vec<Part>) = started
                .left_out
                .iter()
                .partition(|part| is_kept[part.item as usize]);
            started.clusters.extend(
                self.classes(items, &levels, kept_parts)
                    .into_iter()
                    .filter_map(|parts| ground.cluster(parts)),
            );
            started.left_out = left_out;
            if round == 0 {
                let gone = crate::multidim::judge::rows(&started.left_out);
                started.first_cost = started.clusters.iter().map(Cluster::cost).sum::<u64>()
                    + gone * ground.price_of_nothing();
            }
            rows = rows
                .into_iter()
                .zip(kept)
                .filter(|(_, kept)| !kept)
                .map(|(row, _)| row)
                .collect();
            if rows.is_empty() || !self.task.panel.supersets().is_empty() || self.watch.stopped() {
                break;
            }
        }
        Ok(started)
    }

    /// The best levels for some rows, and which of them stay.
    fn best(
        &self,
        rows: &[usize],
        allowed: u64,
        nodes: &mut u64,
    ) -> Result<Option<(Vec<u8>, Vec<bool>)>> {
        let all = self.task.encoded;
        let pick = |codes: &[u32]| rows.iter().map(|&row| codes[row]).collect::<Vec<u32>>();
        let quasi: Vec<Vec<u32>> = all.quasi.iter().map(|q| pick(q.codes)).collect();
        let sensitive: Vec<Vec<u32>> = all.sensitive.iter().map(|s| pick(s.codes)).collect();
        let persons = all.persons.map(pick);
        let encoded = Encoded {
            rows: rows.len(),
            quasi: all
                .quasi
                .iter()
                .zip(&quasi)
                .map(|(q, codes)| Quasi { codes, ..*q })
                .collect(),
            sensitive: all
                .sensitive
                .iter()
                .zip(&sensitive)
                .map(|(s, codes)| Sensitive { codes, ..*s })
                .collect(),
            persons: persons.as_deref(),
            amounts: Vec::new(),
            weights: None,
            population: all.population,
        };
        let loss = self.loss(&encoded)?;
        let task = Task {
            encoded: &encoded,
            loss: loss.as_ref(),
            allowed_units: allowed,
            ..*self.task
        };
        let found = match task.lattice.nodes() <= MOST_NODES {
            true => optimal(&task, self.limits, self.watch)?,
            false => best_effort(&task, self.limits, self.seed, self.watch)?,
        };
        *nodes += found.nodes_evaluated;
        let Some(best) = found.best else {
            return Ok(None);
        };
        let examined = examine(&task, &best.levels, self.limits)?;
        Ok(Some((best.levels, examined.rows.stays().collect())))
    }

    /// The loss of a part of the rows: what a recoding makes small, an arithmetic mean.
    fn loss(&self, encoded: &Encoded<'_>) -> Result<Box<dyn Loss>> {
        let shape = Shape {
            rows: encoded.rows as u64,
            hierarchies: encoded.quasi.iter().map(|q| q.hierarchy).collect(),
            leaf_rows: encoded
                .quasi
                .iter()
                .map(|q| q.hierarchy.leaf_rows(q.codes))
                .collect(),
            least_size: self.task.panel.least_size(),
        };
        let options = LossOptions {
            aggregation: Some(Aggregation::Arithmetic),
            weights: self.weights.to_vec(),
            ..LossOptions::default()
        };
        loss::prepare(&options, &shape)
    }

    /// Rows by their labels at these levels.
    fn classes(&self, items: &Items, levels: &[u8], parts: Vec<Part>) -> Vec<Vec<Part>> {
        let mut classes: BTreeMap<Vec<u32>, Vec<Part>> = BTreeMap::new();
        let quasi = &self.task.encoded.quasi;
        for part in parts {
            let label = |a: usize| {
                quasi[a].hierarchy.levels[usize::from(levels[a])].of_leaf
                    [items.leaves[a][part.item as usize] as usize]
            };
            classes
                .entry((0..levels.len()).map(label).collect())
                .or_default()
                .push(part);
        }
        classes.into_values().collect()
    }
}
