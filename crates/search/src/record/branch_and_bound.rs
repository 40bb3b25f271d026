//! Branch and bound.

use super::form::{Form, Infeasible, RatedNode};
use super::greedy;
use super::landscape::Landscape;
use super::optimizer::{Optimizer, Solved, does_not_admit, needs_monotone};
use std::cmp::Ordering;

/// Fixes one attribute after the other, and gives up where even the best that the rest could add is
/// not good enough.
///
/// # Source
/// The thesis uses it as a baseline (§4.6) without saying how; this is ours. The risk is bounded by
/// that with all other attributes at the top, the utility by that with all other attributes raw. A
/// greedy answer is there before it begins.
///
/// # Exact
/// Under monotonicity, unless `max_nodes` ends it: then it is the heuristic of the experiments.
/// Nodes of equal worth are not cut off, so ties are settled as everywhere.
///
/// # Cost
/// Up to all nodes; memory for one.
#[derive(Clone, Copy, Debug, Default)]
pub struct BranchAndBound {
    /// Bounds and nodes that may be looked at for one record.
    pub max_nodes: Option<u64>,
}

struct Search<'a> {
    land: &'a dyn Landscape,
    form: &'a Form,
    heights: &'a [u8],
    best: Option<RatedNode>,
    visited: u64,
    most: u64,
}

impl Optimizer for BranchAndBound {
    fn name(&self) -> &'static str {
        "branch-and-bound"
    }

    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String> {
        match form {
            Form::Aggregate { .. } => does_not_admit(self.name(), form),
            _ => needs_monotone(self.name(), is_monotone),
        }
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let heights = land.heights();
        let mut search = Search {
            land,
            form,
            heights,
            best: None,
            visited: 0,
            most: self.max_nodes.unwrap_or(u64::MAX),
        };
        if let Some(start) = greedy::start(land, form) {
            form.take(&mut search.best, &start.node, start.risk, start.utility);
        }
        // Free attributes stand at the top for the risk, and raw for the utility.
        search.branch(0, &mut heights.to_vec(), &mut vec![0; heights.len()]);
        let (visited, proved) = (search.visited, search.visited <= search.most);
        search
            .best
            .map(|point| Solved {
                point,
                visited,
                proved,
            })
            .ok_or_else(|| form.nearest(land))
    }
}

impl Search<'_> {
    fn branch(&mut self, from: usize, high: &mut [u8], low: &mut [u8]) {
        let most = self.heights[from..].first().copied();
        let Some(most) = most else {
            let (risk, utility) = (self.land.risk(high), self.land.utility(high));
            return self.form.take(&mut self.best, high, risk, utility);
        };
        // Coarse steps first: they have the smaller bounds.
        for step in (0..=most).rev() {
            (high[from], low[from]) = (step, step);
            self.visited += 1;
            if self.visited > self.most {
                break;
            }
            if self.is_promising(high, low) {
                self.branch(from + 1, high, low);
            }
        }
        (high[from], low[from]) = (most, 0);
    }

    /// Whether something below could be as good as what is held.
    fn is_promising(&self, high: &[u8], low: &[u8]) -> bool {
        let utility = self.land.utility(low);
        if !self.form.is_enough(utility) {
            return false;
        }
        let risk = self.land.risk(high);
        if !self.form.is_bearable(risk) {
            return false;
        }
        self.best.as_ref().is_none_or(|held| {
            self.form
                .compare_values((risk, utility), (held.risk, held.utility))
                != Ordering::Greater
        })
    }
}
