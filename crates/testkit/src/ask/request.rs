//! Draws requests: thresholds at and beside what classes have, boxes of levels, limits at and
//! beside what nodes cost.

use super::threshold::{steps, strictest_met, threshold_of, with_threshold};
use super::{OracleBy, Request};
use crate::{
    Case, Good, Oracle, OracleDistance, OracleFacts, OracleMeasured, OracleModel, ReducedFraction,
    Seeded,
};
use std::collections::BTreeSet;

/// A random request about a case. About half of them have an answer.
///
/// A threshold is that of the case, or very mild, or the score of a class of a node that is asked
/// about, or one step beside it. So scores equal it often. It is on the grid of its model and a
/// value that a recipe may have. Scores that are no exact numbers give thresholds that are clearly
/// away from them. Limits are at or just below what some node needs, or any.
pub fn random_request(case: &Case, r: &mut Seeded) -> Request {
    let mut request = wishes(case, r);
    // Where every node suppresses every row, or one suppresses none, there is little to tell apart:
    // fewer requests are like that.
    let any = r.chance(25);
    for _ in 0..r.pick(&[0, 5, 5, 5]) {
        let judged = judged(case, &request);
        let nothing_goes = judged.iter().any(|facts| facts.suppressed_rows == 0);
        if judged.iter().any(|facts| facts.kept_classes > 0) && (any || !nothing_goes) {
            break;
        }
        request = wishes(case, r);
    }
    choose_limits(case, &mut request, r);
    request
}

/// Bounds, thresholds and what is asked by, without limits.
fn wishes(case: &Case, r: &mut Seeded) -> Request {
    let (low, high) = bounds(case, r);
    let node = if r.chance(50) {
        high.clone()
    } else {
        between(&low, &high, r)
    };
    let whole = |model: &OracleModel| {
        if model.is_table_wide() {
            with_threshold(model, ReducedFraction::whole(1))
        } else {
            model.clone()
        }
    };
    let facts = Oracle::new(&Case {
        models: case.models.iter().map(whole).collect(),
        ..case.clone()
    })
    .evaluate(&node);
    let thresholds = (0..case.models.len())
        .map(|model| threshold(case, &facts, model, r))
        .collect();
    let by = r.pick(&[
        OracleBy::Loss,
        OracleBy::Loss,
        OracleBy::Height,
        OracleBy::Suppression,
    ]);
    Request {
        thresholds,
        low,
        high,
        max_units: 0,
        max_loss: None,
        max_height: None,
        by,
    }
}

/// The nodes of the box under the thresholds.
fn judged(case: &Case, request: &Request) -> Vec<OracleFacts> {
    let asked = Case {
        models: request.models(case),
        ..case.clone()
    };
    let mut oracle = Oracle::new(&asked);
    let inside = |node: &Vec<usize>| {
        (0..node.len()).all(|q| request.low[q] <= node[q] && node[q] <= request.high[q])
    };
    case.nodes()
        .into_iter()
        .filter(inside)
        .map(|node| oracle.evaluate(&node))
        .collect()
}

/// The whole lattice, or a box of it that is more often cut above than below.
fn bounds(case: &Case, r: &mut Seeded) -> (Vec<usize>, Vec<usize>) {
    let mut low: Vec<usize> = case.quasi.iter().map(|q| q.min_level).collect();
    let mut high: Vec<usize> = case.quasi.iter().map(|q| q.max_level).collect();
    if r.chance(70) {
        high = between(&low, &high, r);
    }
    if r.chance(30) {
        low = between(&low, &high, r);
    }
    (low, high)
}

/// A node of a box.
fn between(low: &[usize], high: &[usize], r: &mut Seeded) -> Vec<usize> {
    low.iter()
        .zip(high)
        .map(|(&low, &high)| low + r.below(high - low + 1))
        .collect()
}

/// Limits at or just below what the node with the fewest needs, near what others need, or any.
fn choose_limits(case: &Case, request: &mut Request, r: &mut Seeded) {
    let judged = judged(case, request);
    let some = r.pick(&judged);
    let fewest = judged
        .iter()
        .filter(|facts| facts.kept_classes > 0)
        .map(|facts| facts.suppressed_units)
        .min()
        .unwrap_or(1);
    request.max_units = match r.below(12) {
        0 => 0,
        1 => case.allowed(),
        2 | 3 => r.below(case.units() as usize + 1) as u64,
        4 => some.suppressed_units,
        5 | 6 => some.suppressed_units.saturating_sub(1),
        7 => fewest,
        _ => fewest.saturating_sub(1 + r.below(2) as u64),
    };
    if r.chance(25) {
        request.max_loss = Some(r.pick(&judged).loss * r.pick(&[1.0, 1.0, 1.25, 0.9]));
    }
    if r.chance(25) {
        let (low, high): (usize, usize) = (request.low.iter().sum(), request.high.iter().sum());
        request.max_height = Some(low + r.below(high - low + 1));
    }
}

/// The threshold of the case, or one at or beside the score of a class.
fn threshold(case: &Case, facts: &OracleFacts, model: usize, r: &mut Seeded) -> ReducedFraction {
    let this = &case.models[model];
    let scores = facts
        .classes
        .iter()
        .filter_map(|class| class.scores[model])
        .chain(facts.measured[model]);
    let values = scores
        .filter_map(|score| clear(this, score))
        .map(|value| beside(this, value, r));
    let values: BTreeSet<ReducedFraction> = values
        .filter(|&value| may_be_asked(case, this, value))
        .collect();
    if values.is_empty() && r.chance(70) || r.chance(10) {
        return mildest(this);
    }
    if values.is_empty() || r.chance(25) {
        return threshold_of(this);
    }
    r.pick(&values.into_iter().collect::<Vec<_>>())
}

/// A value that nearly all scores meet.
fn mildest(model: &OracleModel) -> ReducedFraction {
    match model.inner() {
        OracleModel::SemanticPrivacy { .. }
        | OracleModel::DeltaDisclosure { .. }
        | OracleModel::BetaLikeness { .. }
        | OracleModel::RecursiveL { .. } => ReducedFraction::whole(100),
        _ => ReducedFraction::whole(1),
    }
}

/// The strictest threshold that a score meets; of a rounded score a hundredth that it clearly
/// meets.
fn clear(model: &OracleModel, score: OracleMeasured) -> Option<ReducedFraction> {
    let (strictest, rounded) = strictest_met(model, score)?;
    if !rounded {
        return Some(strictest);
    }
    let hundredths = strictest.num * 100 / strictest.den;
    let value = ReducedFraction::new(hundredths + i128::from(model.good() != Good::Large), 100);
    (!score.is_near(value)).then_some(value)
}

/// The value itself most of the time, or a step stricter or milder.
fn beside(model: &OracleModel, value: ReducedFraction, r: &mut Seeded) -> ReducedFraction {
    let steps = steps(model);
    let step = value.num * (steps / value.den) + r.pick(&[0, 0, 0, 0, 1, -1]);
    ReducedFraction::new(step.max(0), steps)
}

/// Whether a recipe may ask for the value.
fn may_be_asked(case: &Case, model: &OracleModel, value: ReducedFraction) -> bool {
    let (zero, one) = (ReducedFraction::whole(0), ReducedFraction::whole(1));
    match model.inner() {
        OracleModel::K { .. } | OracleModel::KmAnonymity { .. } => {
            one <= value && value <= ReducedFraction::whole(case.units())
        }
        OracleModel::RecursiveL { .. }
        | OracleModel::DeltaDisclosure { .. }
        | OracleModel::BetaLikeness { .. } => value > zero,
        OracleModel::SemanticPrivacy { .. } => true,
        OracleModel::AlphaK { .. } | OracleModel::AverageRisk { .. } => {
            zero < value && value <= one
        }
        OracleModel::DeltaPresence { min, .. } => zero < value && *min <= value && value <= one,
        // Whether a smoothed distance is exactly 0 depends on rounding.
        OracleModel::T {
            distance: OracleDistance::Smoothed { .. },
            ..
        }
        | OracleModel::NtCloseness { .. } => zero < value && value <= one,
        _ if model.good() == Good::Large => value >= one,
        _ => value <= one,
    }
}
