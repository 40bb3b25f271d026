//! Every node.

use super::form::{Form, Infeasible};
use super::landscape::Landscape;
use super::nodes;
use super::optimizer::{MOST_ENUMERATED, Optimizer, Solved};

/// Looks at every node: what all others are judged by, and the only one that admits every risk.
///
/// # Cost
/// O(nodes), which is the product of all chain lengths.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exhaustive;

impl Optimizer for Exhaustive {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn admits(&self, _: &Form, _: bool) -> Result<(), String> {
        Ok(())
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let (mut best, mut visited, mut least) = (None, 0, f64::INFINITY);
        nodes::for_each(land.heights(), |node| {
            visited += 1;
            let utility = land.utility(node);
            if form.is_enough(utility) {
                let risk = land.risk(node);
                least = least.min(risk);
                form.take(&mut best, node, risk, utility);
            }
        });
        let nearest = || match form {
            Form::MostUtility { .. } => Infeasible {
                nearest: Some(least).filter(|risk| *risk < f64::INFINITY),
            },
            _ => form.nearest(land),
        };
        best.map(|point| Solved {
            point,
            visited,
            proved: true,
        })
        .ok_or_else(nearest)
    }

    fn most_nodes(&self) -> u128 {
        MOST_ENUMERATED
    }
}
