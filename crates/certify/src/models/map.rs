//! Models that look at the units of a population in each class: k-map and delta-presence.

use super::evidence::{Evidence, of_class, ratio};
use super::poisson;
use crate::class_counts::{ClassCounts, Labels};
use crate::classes::Extreme;
use crate::float::float;
use crate::measured::{MeasuredModel, Value};
use crate::parameters::{MapPopulation, Sampling};
use crate::ratio::decimal;
use crate::{Error, Ratio, Result};
use hashbrown::HashMap;
use std::cmp::Reverse;

/// The fewest units of the population in a class: as counted, or the most that the smallest class
/// allows to claim.
pub(super) fn k_map(
    k: u64,
    population: &MapPopulation,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    match population {
        MapPopulation::Counted(None) => Ok(MeasuredModel::default()),
        MapPopulation::Counted(Some(counts)) => {
            let found = of_released(counts, evidence)?;
            let mut fewest = Extreme::new(&evidence.classes.keys);
            for ((_, units), class) in found.0.iter().zip(0..) {
                fewest.offer(Reverse(*units), class);
            }
            let value = fewest.value().map(|units| Value::whole(units.0));
            let model = of_class(value, fewest.witness(), |value| {
                value.at_least(Ratio::whole(k))
            });
            Ok(MeasuredModel {
                population: Some(sorted(found)),
                ..model
            })
        }
        MapPopulation::Estimated {
            estimator,
            sampling,
            sample,
            significance,
        } => {
            let fraction = match (sampling, sample) {
                (Sampling::Fraction(fraction), _) => decimal(fraction)?,
                (Sampling::PopulationSize(size), Some(sample)) => ratio(*sample, *size)?,
                (Sampling::PopulationSize(_), None) => return Ok(MeasuredModel::default()),
            };
            if fraction == Ratio::ZERO || fraction > Ratio::whole(1) {
                return Err(Error::usage(
                    "the share of the population that was sampled must be above 0 and at most 1",
                ));
            }
            // A larger class has a larger population, so the smallest class decides.
            let smallest = evidence.classes.smallest();
            let size = smallest.value().map_or(0, |size| size.0);
            let mean = size as f64 * fraction.den() as f64 / fraction.num() as f64;
            let value = Value::whole(poisson::surely(
                mean,
                float(decimal(significance)?),
                *estimator,
            ));
            Ok(of_class(Some(value), smallest.witness(), |value| {
                value.at_least(Ratio::whole(k))
            }))
        }
    }
}

/// The greatest and the least share of the population of a class that is in the table.
pub(super) fn presence(
    min: Ratio,
    max: Ratio,
    population: Option<&ClassCounts>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let Some(counts) = population else {
        return Ok(MeasuredModel::default());
    };
    let found = of_released(counts, evidence)?;
    let (mut greatest, mut least) = (
        Extreme::new(&evidence.classes.keys),
        Extreme::new(&evidence.classes.keys),
    );
    for (((_, units), size), class) in found.0.iter().zip(&evidence.classes.sizes).zip(0..) {
        // A class of people who are not in the population says that the population is the wrong
        // one.
        let share = if *units == 0 {
            Value::Infinite
        } else {
            Value::Exact(ratio(*size, *units)?)
        };
        greatest.offer(share, class);
        least.offer(Reverse(share), class);
    }
    let (value, mut least) = (greatest.value(), least.value().map(|share| share.0));
    // Who is in a class of the population without a row is known to be absent.
    let released = found.0.iter().filter(|(_, units)| *units > 0).count();
    if min > Ratio::ZERO && counts.0.iter().filter(|(_, units)| *units > 0).count() > released {
        least = Some(Value::Exact(Ratio::ZERO));
    }
    let met = value.is_some_and(|value| value.at_most(max))
        && least.is_some_and(|value| value.at_least(min));
    Ok(MeasuredModel {
        value,
        least,
        met,
        witness: greatest.witness(),
        population: Some(sorted(found)),
        ..MeasuredModel::default()
    })
}

/// The units of the population in each class of the file, in the order of the classes.
fn of_released(counts: &ClassCounts, evidence: &Evidence<'_>) -> Result<ClassCounts> {
    let mut units_of: HashMap<&Labels, u64> = HashMap::new();
    for (labels, units) in &counts.0 {
        if units_of.insert(labels, *units).is_some() {
            return Err(Error::data(
                "the counts of a population list one class twice",
            ));
        }
    }
    let keys = &evidence.classes.keys;
    let labels = (0..keys.len() as u32).map(|class| keys.witness(class));
    Ok(ClassCounts(
        labels
            .map(|labels| (units_of.get(&labels).copied().unwrap_or(0), labels))
            .map(|(units, labels)| (labels, units))
            .collect(),
    ))
}

fn sorted(mut counts: ClassCounts) -> ClassCounts {
    counts.0.sort_unstable();
    counts
}
