//! The l-diversity family and (alpha, k)-anonymity: how the values of a class are distributed.

use super::entropy as exact;
use super::evidence::{Evidence, greatest, known, least, of_class, ratio};
use crate::measured::{MeasuredModel, Value};
use crate::parameters::EntropyEstimator;
use crate::tally;
use crate::{Ratio, Result};
use hashbrown::HashSet;

/// The fewest known values of a class.
pub(super) fn distinct(l: u64, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    let (value, witness) = least(evidence, |_, cells| {
        Ok(Value::whole(known(cells).count() as u64))
    })?;
    Ok(of_class(Some(value), Some(witness), |value| {
        value.at_least(Ratio::whole(l))
    }))
}

/// The least number of times that the units of a class outnumber those of a value; 0 for a class
/// without known values.
pub(super) fn probabilistic(l: Ratio, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    let (value, witness) = least(evidence, |class, cells| {
        let size = evidence.classes.sizes[class as usize];
        Ok(Value::Exact(
            known(cells)
                .max()
                .map_or(Ok(Ratio::ZERO), |most| ratio(size, most))?,
        ))
    })?;
    Ok(of_class(Some(value), Some(witness), |value| {
        value.at_least(l)
    }))
}

/// The least exponential of an entropy; 0 for a class without known values.
pub(super) fn entropy(
    l: Ratio,
    estimator: EntropyEstimator,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let mut factors = exact::Factors::default();
    let (value, witness) = least(evidence, |_, cells| {
        let units: Vec<u64> = known(cells).collect();
        match estimator {
            _ if units.is_empty() => Ok(Value::Exact(Ratio::ZERO)),
            EntropyEstimator::Shannon => exact::shannon(&units, l, &mut factors),
            EntropyEstimator::Grassberger => exact::grassberger(&units),
        }
    })?;
    Ok(of_class(Some(value), Some(witness), |value| {
        value.at_least(l)
    }))
}

/// The greatest quotient of the most frequent value and the sum from the l-th on; infinite where
/// that sum is empty.
pub(super) fn recursive(c: Ratio, l: u64, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    let from = usize::try_from(l).unwrap_or(usize::MAX).saturating_sub(1);
    let (value, witness) = greatest(evidence, |_, cells| {
        let mut units: Vec<u64> = known(cells).collect();
        units.sort_unstable_by(|a, b| b.cmp(a));
        match units.get(from..).unwrap_or_default() {
            [] => Ok(Value::Infinite),
            rare => Ok(Value::Exact(ratio(units[0], rare.iter().sum())?)),
        }
    })?;
    Ok(of_class(Some(value), Some(witness), |value| value.below(c)))
}

/// The greatest share of one of the values; infinite for a class that is too small.
pub(super) fn alpha_k(
    alpha: Ratio,
    k: u64,
    values: Option<&[String]>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let listed: Option<HashSet<u32>> =
        values.map(|values| values.iter().filter_map(|text| counts.find(text)).collect());
    let is_meant = |value: u32| {
        value != tally::MISSING && listed.as_ref().is_none_or(|listed| listed.contains(&value))
    };
    let (value, witness) = greatest(evidence, |class, cells| {
        let size = evidence.classes.sizes[class as usize];
        let most = cells
            .iter()
            .filter(|cell| is_meant(cell.1))
            .map(|cell| cell.2)
            .max()
            .unwrap_or(0);
        Ok(if size < k {
            Value::Infinite
        } else {
            Value::Exact(ratio(most, size)?)
        })
    })?;
    Ok(of_class(Some(value), Some(witness), |value| {
        value.at_most(alpha)
    }))
}
