//! One quick answer.

use super::form::{Form, RatedNode, point};
use super::landscape::Landscape;
use super::nodes;
use std::cmp::Ordering;

/// A node that keeps to the threshold, found by single steps: from the top down to the first that
/// is worth enough, where each step goes where the risk rises least for what it is worth; for a cap
/// on risk, from the raw record up; else from the top down as long as that is better. None where no
/// such step is left.
///
/// # Cost
/// O(sum of heights x attributes) risks.
pub(super) fn start(land: &dyn Landscape, form: &Form) -> Option<RatedNode> {
    let heights = land.heights();
    let mut held = match form {
        Form::MostUtility { .. } => point(land, &land.finest()),
        _ => point(land, heights),
    };
    loop {
        let is_feasible = form.is_enough(held.utility) && form.is_bearable(held.risk);
        let around: Vec<RatedNode> = match form {
            Form::LeastRisk { .. } | Form::MostUtility { .. } if is_feasible => return Some(held),
            Form::MostUtility { .. } => nodes::above(&held.node, heights)
                .map(|node| point(land, &node))
                .collect(),
            _ => nodes::below(&held.node)
                .map(|node| point(land, &node))
                .collect(),
        };
        let price = |p: &RatedNode| match form {
            Form::MostUtility { .. } => (held.utility - p.utility) / (held.risk - p.risk),
            _ => (p.risk - held.risk) / (p.utility - held.utility),
        };
        // Where a step costs and brings nothing the price is no number; like one that brings
        // nothing, it comes late, and what must not be shown last.
        let known = |p: &RatedNode| {
            Some(price(p))
                .filter(|price| !price.is_nan())
                .unwrap_or(f64::INFINITY)
        };
        let order = |a: &RatedNode, b: &RatedNode| {
            known(a)
                .total_cmp(&known(b))
                .then(a.risk.total_cmp(&b.risk))
                .then_with(|| a.node.cmp(&b.node))
        };
        let next = match form {
            Form::LeastRisk { .. } | Form::MostUtility { .. } => around.into_iter().min_by(order),
            _ => around
                .into_iter()
                .min_by(|a, b| form.compare(a, b))
                .filter(|p| form.compare(p, &held) == Ordering::Less),
        };
        match next {
            Some(next) => held = next,
            None => return is_feasible.then_some(held),
        }
    }
}
