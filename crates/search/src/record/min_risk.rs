//! The best of given rules.

use super::form::{Form, Infeasible};
use super::landscape::Landscape;
use super::optimizer::{Optimizer, Solved};

/// A rule for a whole table, with the risk and the utility that it comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedRule<T> {
    /// What it does.
    pub rule: T,
    /// The risk of the table.
    pub risk: f64,
    /// The utility of the table.
    pub utility: f64,
}

/// The rule with the least risk among those whose utility is at least `c`; of equally risky ones
/// the last.
///
/// # Source
/// Algorithm 1. Where no rule has the utility the thesis returns a rule with infinite risk; here
/// there is none.
///
/// ```
/// use equipoise_search::record::{RatedRule, min_risk};
/// let rules = [(0.5, 9.0), (0.1, 4.0), (0.2, 7.0), (0.2, 8.0)].map(|(risk, utility)| RatedRule { rule: (), risk, utility });
/// assert_eq!(min_risk(&rules, 5.0).map(|r| r.utility), Some(8.0));
/// assert!(min_risk(&rules, 10.0).is_none());
/// ```
pub fn min_risk<T>(rules: &[RatedRule<T>], c: f64) -> Option<&RatedRule<T>> {
    let enough = rules.iter().filter(|rule| rule.utility >= c);
    enough.reduce(|held, rule| if rule.risk <= held.risk { rule } else { held })
}

/// Algorithm 1 for a single record: the best of nodes that are given. Nodes are in steps; a step
/// above a chain is its end.
#[derive(Clone, Debug)]
pub struct MinRisk {
    /// The nodes to choose from.
    pub nodes: Vec<Vec<u8>>,
}

impl Optimizer for MinRisk {
    fn name(&self) -> &'static str {
        "min-risk"
    }

    fn admits(&self, _: &Form, _: bool) -> Result<(), String> {
        Ok(())
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, _: u64) -> Result<Solved, Infeasible> {
        let (mut best, mut nearest): (_, Option<f64>) = (None, None);
        for rule in &self.nodes {
            let node: Vec<u8> = rule
                .iter()
                .zip(land.heights())
                .map(|(&step, &height)| step.min(height))
                .collect();
            let utility = land.utility(&node);
            let risk = land.risk(&node);
            form.take(&mut best, &node, risk, utility);
            nearest = match form {
                _ if risk == f64::INFINITY => nearest,
                Form::MostUtility { .. } => Some(nearest.map_or(risk, |held| held.min(risk))),
                _ => Some(nearest.map_or(utility, |held| held.max(utility))),
            };
        }
        let visited = self.nodes.len() as u64;
        best.map(|point| Solved {
            point,
            visited,
            proved: false,
        })
        .ok_or(Infeasible { nearest })
    }
}
