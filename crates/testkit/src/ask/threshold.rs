//! The threshold of a model: how it is changed, and which values can make a difference.

use crate::{Case, Good, Oracle, OracleFacts, OracleMeasured, OracleModel, ReducedFraction};
use std::collections::BTreeMap;

/// Steps from 0 to 1 of the thresholds that are no whole numbers.
pub const GRID: i128 = 1_000_000_000;

/// Steps from 0 to 1 of the thresholds of a model: 1 for k, distinct l, k-map and km, else
/// [`GRID`].
pub fn steps(model: &OracleModel) -> i128 {
    match model.inner() {
        OracleModel::K { .. }
        | OracleModel::DistinctL { .. }
        | OracleModel::KMap { .. }
        | OracleModel::KmAnonymity { .. } => 1,
        _ => GRID,
    }
}

/// The threshold of a model: its parameter, or of delta-presence the greatest share.
pub fn threshold_of(model: &OracleModel) -> ReducedFraction {
    let (asked, most) = model.asked();
    most.unwrap_or(asked)
}

/// The model with another threshold; its other parameters stay.
///
/// # Panics
/// When the value is no multiple of 1 / [`steps`], or for lkc-privacy, which has no single
/// threshold.
///
/// ```
/// use equipoise_testkit::ask::with_threshold;
/// use equipoise_testkit::{ReducedFraction, OracleModel};
/// assert_eq!(with_threshold(&OracleModel::K { k: 3 }, ReducedFraction::whole(2)), OracleModel::K { k: 2 });
/// ```
pub fn with_threshold(model: &OracleModel, value: ReducedFraction) -> OracleModel {
    assert_eq!(
        steps(model) % value.den,
        0,
        "{value:?} is not on the grid of {model:?}"
    );
    let mut model = model.clone();
    match &mut model {
        OracleModel::K { k } | OracleModel::KMap { k } | OracleModel::KmAnonymity { k, .. } => {
            *k = value.num as u64
        }
        OracleModel::DistinctL { l, .. } => *l = value.num as u64,
        OracleModel::T {
            t_num, t_den, text, ..
        } => {
            (*t_num, *t_den, *text) = (
                value.num,
                value.den,
                value.decimal().expect("the grid has nine decimals"),
            );
        }
        OracleModel::ProbabilisticL { l: parameter, .. }
        | OracleModel::EntropyL { l: parameter, .. }
        | OracleModel::RecursiveL { c: parameter, .. }
        | OracleModel::AlphaK {
            alpha: parameter, ..
        }
        | OracleModel::SemanticPrivacy {
            delta: parameter, ..
        }
        | OracleModel::DeltaDisclosure {
            delta: parameter, ..
        }
        | OracleModel::BetaLikeness {
            beta: parameter, ..
        }
        | OracleModel::SampleUniqueness {
            threshold: parameter,
        }
        | OracleModel::AverageRisk {
            threshold: parameter,
        }
        | OracleModel::DeltaPresence { max: parameter, .. }
        | OracleModel::NtCloseness { t: parameter, .. } => *parameter = value,
        OracleModel::LkcPrivacy { .. } => panic!("lkc-privacy has no single threshold"),
        OracleModel::OthersAsQuasi(inner) => **inner = with_threshold(inner, value),
    }
    model
}

/// True when `a` asks for less than `b`.
pub fn is_milder(model: &OracleModel, a: ReducedFraction, b: ReducedFraction) -> bool {
    if model.good() == Good::Large {
        a < b
    } else {
        a > b
    }
}

/// Whether a value may be suggested: k-anonymity protects from 2 on; an l is at least 1, and a
/// share or a distance at most 1.
fn may_be_suggested(model: &OracleModel, value: ReducedFraction) -> bool {
    let one = ReducedFraction::whole(1);
    match model.inner() {
        OracleModel::K { .. } => value >= ReducedFraction::whole(2),
        OracleModel::SemanticPrivacy { .. }
        | OracleModel::DeltaDisclosure { .. }
        | OracleModel::BetaLikeness { .. }
        | OracleModel::RecursiveL { .. } => true,
        _ if model.good() == Good::Large => value >= one,
        _ => value <= one,
    }
}

/// The strictest value on the grid that a score meets, and whether the score was rounded; `None`
/// where all values are met or none.
///
/// By trying the values around the score. So a score that is exact is rounded up where small ones
/// are good and down where large ones are, a score that must be below gives the next step above it,
/// and one that is no exact number here keeps the distance that doubt needs.
pub(crate) fn strictest_met(
    model: &OracleModel,
    score: OracleMeasured,
) -> Option<(ReducedFraction, bool)> {
    let steps = steps(model);
    let (near, rounded) = match score {
        OracleMeasured::Exact(exact)
        | OracleMeasured::Both {
            greatest: exact, ..
        } => (exact.num * steps / exact.den, false),
        OracleMeasured::Float(number) => ((number * steps as f64) as i128, true),
        OracleMeasured::Infinite => return None,
    };
    let around = ((near - 3).max(0)..=near + 3).map(|step| ReducedFraction::new(step, steps));
    let met = around.filter(|&value| with_threshold(model, value).meets(&score));
    met.reduce(|a, b| if is_milder(model, a, b) { b } else { a })
        .map(|value| (value, rounded))
}

/// All values of a model, milder than what is asked, at which the judgement of a node can change,
/// the strictest first; each with whether it comes from a rounded score.
///
/// Which classes a class model keeps changes only at their scores. What a table-wide model removes
/// changes only at what it measures once classes below some size are gone, which are more values
/// than necessary where others remove some as well.
pub(crate) fn candidates(
    asked: &Case,
    node: &[usize],
    model: usize,
) -> Vec<(ReducedFraction, bool)> {
    let this = &asked.models[model];
    let scores: Vec<OracleMeasured> = if this.is_table_wide() {
        measured_without_small_classes(asked, node, model)
    } else {
        evaluated(asked, node)
            .classes
            .iter()
            .filter_map(|class| class.scores[model])
            .collect()
    };
    let mut values: BTreeMap<ReducedFraction, bool> = BTreeMap::new();
    for (value, rounded) in scores
        .into_iter()
        .filter_map(|score| strictest_met(this, score))
    {
        if is_milder(this, value, threshold_of(this)) && may_be_suggested(this, value) {
            *values.entry(value).or_default() |= rounded;
        }
    }
    let rising = values.into_iter();
    if this.good() == Good::Large {
        rising.rev().collect()
    } else {
        rising.collect()
    }
}

fn evaluated(case: &Case, node: &[usize]) -> OracleFacts {
    Oracle::new(case).evaluate(node)
}

/// What a table-wide model measures on what the class models keep, without the classes below each
/// size that occurs.
fn measured_without_small_classes(
    asked: &Case,
    node: &[usize],
    model: usize,
) -> Vec<OracleMeasured> {
    let mut case = asked.clone();
    case.models
        .iter_mut()
        .filter(|m| m.is_table_wide())
        .for_each(|m| *m = with_threshold(m, ReducedFraction::whole(1)));
    let sizes: Vec<u64> = evaluated(&case, node)
        .classes
        .iter()
        .map(|class| class.units)
        .collect();
    let measured = |size: u64| {
        let larger = Case {
            models: [&case.models[..], &[OracleModel::K { k: size }]].concat(),
            ..case.clone()
        };
        evaluated(&larger, node).measured[model]
    };
    sizes.into_iter().filter_map(measured).collect()
}
