//! The models, each measured from the counts of the released file.

mod cells;
mod closeness;
mod diversity;
mod domain;
mod entropy;
mod evidence;
mod gains;
mod km_anonymity;
mod lkc_privacy;
mod map;
mod nt_closeness;
mod nt_regions;
mod poisson;
mod smoothing;
mod table;

use crate::ask::Ask;
use crate::measured::{MeasuredModel, Value};
use crate::ratio::decimal;
use crate::{Ratio, Result};
use evidence::of_class;

pub(crate) use evidence::Evidence;

/// Measures one model.
pub(crate) fn judge(ask: &Ask, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    if evidence.classes.sizes.is_empty() {
        return Ok(MeasuredModel::default());
    }
    match ask {
        Ask::KAnonymity { k } | Ask::BucketSize { k } => {
            let smallest = evidence.classes.smallest();
            let value = smallest.value().map(|size| Value::whole(size.0));
            Ok(of_class(value, smallest.witness(), |value| {
                value.at_least(Ratio::whole(*k))
            }))
        }
        Ask::CellAnonymity {
            k,
            reading,
            label,
            subsets,
        } => cells::judge(*k, *reading, label, *subsets, evidence),
        Ask::DistinctDiversity { l, .. } => diversity::distinct(*l, evidence),
        Ask::ProbabilisticDiversity { l, .. } => diversity::probabilistic(decimal(l)?, evidence),
        Ask::EntropyDiversity { l, estimator, .. } => {
            diversity::entropy(decimal(l)?, *estimator, evidence)
        }
        Ask::RecursiveDiversity { c, l, .. } => diversity::recursive(decimal(c)?, *l, evidence),
        Ask::AlphaK {
            alpha, k, values, ..
        } => diversity::alpha_k(decimal(alpha)?, *k, values.as_deref(), evidence),
        Ask::TCloseness {
            of,
            t,
            distance,
            reference,
        } => closeness::judge(
            &of.column,
            decimal(t)?,
            distance,
            reference.as_deref(),
            evidence,
        ),
        Ask::SemanticPrivacy {
            of,
            delta,
            log,
            reference,
        } => gains::semantic(
            &of.column,
            decimal(delta)?,
            *log,
            reference.as_deref(),
            evidence,
        ),
        Ask::DeltaDisclosure {
            of,
            delta,
            log,
            reference,
        } => gains::delta(
            &of.column,
            decimal(delta)?,
            *log,
            reference.as_deref(),
            evidence,
        ),
        Ask::BetaLikeness {
            of,
            beta,
            likeness,
            reference,
        } => gains::beta(
            &of.column,
            decimal(beta)?,
            *likeness,
            reference.as_deref(),
            evidence,
        ),
        Ask::SampleUniqueness { threshold } => {
            table::sample_uniqueness(decimal(threshold)?, evidence)
        }
        Ask::AverageRisk { threshold } => table::average_risk(decimal(threshold)?, evidence),
        Ask::PopulationUniqueness {
            threshold,
            estimator,
            sampling,
        } => table::population_uniqueness(decimal(threshold)?, *estimator, sampling, evidence),
        Ask::KMap { k, population } => map::k_map(*k, population, evidence),
        Ask::DeltaPresence {
            min,
            max,
            population,
        } => map::presence(decimal(min)?, decimal(max)?, population.as_ref(), evidence),
        Ask::NtCloseness {
            of,
            n,
            t,
            distance,
            input,
        } => {
            let (column, t) = (&of.column, decimal(t)?);
            match input.as_ref().map(|input| (input, &input.regions)) {
                None => Ok(MeasuredModel::default()),
                Some((input, None)) => {
                    nt_closeness::judge(column, *n, t, distance, input, evidence)
                }
                Some((input, Some(regions))) => {
                    nt_regions::judge(column, *n, t, distance, (input, regions), evidence)
                }
            }
        }
        Ask::LkcPrivacy { l, k, c, .. } => lkc_privacy::judge(*l, *k, decimal(c)?, evidence),
        Ask::KmAnonymity { items, k, m, .. } => km_anonymity::judge(items, *k, *m, evidence),
    }
}
