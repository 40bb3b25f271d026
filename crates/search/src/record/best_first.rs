//! BTDA, the best-first top-down algorithm, and its dual.

use super::form::{Form, Infeasible, RatedNode, compare, point};
use super::landscape::Landscape;
use super::optimizer::{Optimizer, Solved, does_not_admit, needs_monotone};
use super::{nodes, ties};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

/// Takes the least risky node that was reached, from the top down, until one is worth enough: the
/// first such node is the best.
///
/// The dual, for the largest utility under a cap on risk, takes the node that is worth most, from
/// the raw record up, until one is risky no more than allowed.
///
/// # Source
/// §4.3.2, Algorithm 2, with the guard for thresholds that nothing reaches (E11). The dual is ours.
///
/// # Exact
/// Under monotonicity: every node that is worth enough lies below a node in the queue that is no
/// riskier. Nodes of the same risk are looked at too, so that of equally risky ones the one that is
/// worth most is taken; these are not counted as visited.
///
/// # Cost
/// O(nodes x (log nodes + attributes)) at worst, memory for all visited nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst;

/// A node in the queue; the best is the greatest.
struct Queued(RatedNode, Form);

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        // What rounding cannot tell apart is told apart here: an order must be transitive.
        let (a, b) = (&self.0, &other.0);
        let first = match self.1 {
            Form::MostUtility { .. } => a
                .utility
                .total_cmp(&b.utility)
                .then_with(|| b.risk.total_cmp(&a.risk)),
            _ => b
                .risk
                .total_cmp(&a.risk)
                .then_with(|| a.utility.total_cmp(&b.utility)),
        };
        first.then_with(|| b.node.cmp(&a.node))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Queued {}

impl Optimizer for BestFirst {
    fn name(&self) -> &'static str {
        "best-first"
    }

    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String> {
        match form {
            Form::LeastRisk { .. } | Form::MostUtility { .. } => {
                needs_monotone(self.name(), is_monotone)
            }
            _ => does_not_admit(self.name(), form),
        }
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let heights = land.heights();
        let (bottom, is_dual) = (land.finest(), matches!(form, Form::MostUtility { .. }));
        let start = if is_dual {
            bottom.clone()
        } else {
            heights.to_vec()
        };
        let is_feasible = |p: &RatedNode| form.is_enough(p.utility) && form.is_bearable(p.risk);
        if !is_dual && !form.is_enough(land.utility(&bottom))
            || is_dual && !form.is_bearable(land.risk(heights))
        {
            return Err(form.nearest(land));
        }
        let mut seen: HashSet<Vec<u8>> = HashSet::from([start.clone()]);
        let mut queue = BinaryHeap::from([Queued(point(land, &start), *form)]);
        let (mut found, mut visited): (Vec<RatedNode>, u64) = (Vec::new(), 1);
        while let Some(Queued(next, _)) = queue.pop() {
            if found.first().is_some_and(|held| {
                compare(
                    form.objective(held.risk, held.utility),
                    form.objective(next.risk, next.utility),
                ) == Ordering::Less
            }) {
                break;
            }
            if is_feasible(&next) {
                visited = if found.is_empty() {
                    seen.len() as u64
                } else {
                    visited
                };
                found.push(next.clone());
                if !is_dual {
                    continue;
                }
                // A step up may lower the risk and cost nothing.
            }
            let around: Vec<Vec<u8>> = if is_dual {
                nodes::above(&next.node, heights).collect()
            } else {
                nodes::below(&next.node).collect()
            };
            for node in around {
                if seen.insert(node.clone()) {
                    queue.push(Queued(point(land, &node), *form));
                }
            }
        }
        let better = |held: RatedNode, p: RatedNode| {
            if form.compare(&p, &held) == Ordering::Less {
                p
            } else {
                held
            }
        };
        let best = match is_dual {
            true => found.into_iter().reduce(better).map(|best| (best, true)),
            false => ties::settle(land, form, found),
        };
        best.map(|(point, proved)| Solved {
            point,
            visited,
            proved,
        })
        .ok_or_else(|| form.nearest(land))
    }

    fn looks_below(&self) -> bool {
        true
    }
}
