//! Models of the whole table: what class sizes say about the risk of everyone.

use super::evidence::{Evidence, of_class, ratio};
use crate::measured::{MeasuredModel, Value};
use crate::parameters::{Sampling, UniquenessEstimator};
use crate::population;
use crate::{Ratio, Result};
use std::collections::BTreeMap;

/// The share of units that are alone in their class.
pub(super) fn sample_uniqueness(
    threshold: Ratio,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let alone = evidence
        .classes
        .sizes
        .iter()
        .filter(|size| **size == 1)
        .count() as u64;
    of_table(ratio(alone, evidence.classes.total())?, threshold)
}

/// Classes for each unit: the mean over units of one over the size of their class.
pub(super) fn average_risk(threshold: Ratio, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    of_table(
        ratio(
            evidence.classes.sizes.len() as u64,
            evidence.classes.total(),
        )?,
        threshold,
    )
}

fn of_table(value: Ratio, threshold: Ratio) -> Result<MeasuredModel> {
    Ok(of_class(Some(Value::Exact(value)), None, |value| {
        value.at_most(threshold)
    }))
}

/// The estimated share of units of the population that are alone in it.
pub(super) fn population_uniqueness(
    threshold: Ratio,
    estimator: UniquenessEstimator,
    sampling: &Sampling,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let mut sizes = BTreeMap::new();
    for size in &evidence.classes.sizes {
        *sizes.entry(*size).or_insert(0) += 1;
    }
    let estimate = population::estimate(&sizes, estimator, sampling)?;
    let model = of_class(Some(estimate.share), None, |value| value.at_most(threshold));
    Ok(MeasuredModel {
        estimator: Some(estimate.used),
        ..model
    })
}
