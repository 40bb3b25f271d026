//! Where rounding could decide an answer.

use super::{AskNode, Request};
use crate::{Case, OracleFacts, ReducedFraction, equal};

/// True when a rounded score of some class is so near to what is asked that another correct program
/// may judge it otherwise.
pub(crate) fn in_scores(asked: &Case, judged: &[(Vec<usize>, OracleFacts)]) -> bool {
    let near = |facts: &OracleFacts| {
        let scores = facts
            .classes
            .iter()
            .flat_map(|class| class.scores.iter().zip(&asked.models));
        scores.into_iter().any(|(score, model)| {
            score.is_some_and(|score| score.is_near(super::threshold_of(model)))
        })
    };
    judged.iter().any(|(_, facts)| near(facts))
}

/// True when losses differ from each other or from the greatest that is allowed, but by so little
/// that rounding can be the cause.
pub(crate) fn in_losses(request: &Request, nodes: &[AskNode]) -> bool {
    let near = |a: f64, b: f64| !equal(a, b) && (a - b).abs() < 1e-9 * a.abs().max(1.0);
    let mut losses: Vec<f64> = nodes
        .iter()
        .map(|node| node.loss)
        .chain(request.max_loss)
        .collect();
    losses.sort_by(f64::total_cmp);
    losses.windows(2).any(|pair| near(pair[0], pair[1]))
}

/// True when two values to relax to lie within a few steps and one comes from a rounded score.
pub(crate) fn in_candidates(candidates: &[(ReducedFraction, bool)]) -> bool {
    let near = |a: ReducedFraction, b: ReducedFraction| (a.to_f64() - b.to_f64()).abs() < 1e-8;
    candidates
        .windows(2)
        .any(|pair| (pair[0].1 || pair[1].1) && near(pair[0].0, pair[1].0))
}
