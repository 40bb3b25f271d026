//! The models, each measured from the counts of the released file.

mod cells;
mod closeness;
mod diversity;
mod domain;
mod entropy;
mod gains;
mod km_anonymity;
mod lkc_privacy;
mod map;
mod nt_closeness;
mod nt_regions;
mod poisson;
mod smoothing;
mod table;

use crate::Result;
use crate::ask::{Ask, decimal};
use crate::classes::{ClassSizes, Extreme};
use crate::measured::{MeasuredModel, Value};
use crate::tally::{self, Counts};
use crate::{Error, Ratio};
use std::cmp::Reverse;

/// What was counted for one model.
pub(crate) struct Evidence<'a> {
    /// The classes, divided by other columns where the model wants that.
    pub(crate) classes: &'a ClassSizes,
    /// The values of its column in these classes.
    pub(crate) counts: Option<&'a Counts>,
    /// How many of the labels of a class are quasi-identifiers.
    pub(crate) quasi_identifiers: usize,
}

impl Evidence<'_> {
    fn counts(&self) -> Result<&Counts> {
        self.counts
            .ok_or_else(|| Error::internal("a model of a column was judged without its counts"))
    }
}

/// A cell of the counts: class, value, units.
type Cell = (u32, u32, u64);

/// Measures one model.
pub(crate) fn judge(ask: &Ask, evidence: &Evidence<'_>) -> Result<MeasuredModel> {
    if evidence.classes.sizes.is_empty() {
        return Ok(MeasuredModel::default());
    }
    match ask {
        Ask::KAnonymity { k } => {
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
        } => match input {
            Some(input) => {
                nt_closeness::judge(&of.column, *n, decimal(t)?, distance, input, evidence)
            }
            None => Ok(MeasuredModel::default()),
        },
        Ask::LkcPrivacy { l, k, c, .. } => lkc_privacy::judge(*l, *k, decimal(c)?, evidence),
        Ask::KmAnonymity { items, k, m, .. } => km_anonymity::judge(items, *k, *m, evidence),
    }
}

/// The verdict on a class model.
fn of_class(
    value: Option<Value>,
    witness: Option<Vec<Option<String>>>,
    is_met: impl FnOnce(Value) -> bool,
) -> MeasuredModel {
    MeasuredModel {
        value,
        met: value.is_some_and(is_met),
        witness,
        ..MeasuredModel::default()
    }
}

/// The greatest value of a class, for models that bound from above.
fn greatest(
    evidence: &Evidence<'_>,
    mut score: impl FnMut(u32, &[Cell]) -> Result<Value>,
) -> Result<(Value, Vec<Option<String>>)> {
    let mut worst = Extreme::new(&evidence.classes.keys);
    for (class, cells) in evidence.counts()?.classes() {
        worst.offer(score(class, cells)?, class);
    }
    found(worst.value(), worst.witness())
}

/// The least value of a class, for models that bound from below.
fn least(
    evidence: &Evidence<'_>,
    mut score: impl FnMut(u32, &[Cell]) -> Result<Value>,
) -> Result<(Value, Vec<Option<String>>)> {
    let mut worst = Extreme::new(&evidence.classes.keys);
    for (class, cells) in evidence.counts()?.classes() {
        worst.offer(Reverse(score(class, cells)?), class);
    }
    found(worst.value().map(|value| value.0), worst.witness())
}

fn found(
    value: Option<Value>,
    witness: Option<Vec<Option<String>>>,
) -> Result<(Value, Vec<Option<String>>)> {
    value
        .zip(witness)
        .ok_or_else(|| Error::internal("a table with rows has no class with values"))
}

/// The units of the values of a class that are not missing.
fn known(cells: &[Cell]) -> impl Iterator<Item = u64> {
    cells
        .iter()
        .filter(|cell| cell.1 != tally::MISSING)
        .map(|cell| cell.2)
}

/// The units of all values of a class; a person counts once for each value.
fn total(cells: &[Cell]) -> u64 {
    cells.iter().map(|cell| cell.2).sum()
}

fn ratio(num: u64, den: u64) -> Result<Ratio> {
    Ratio::new(num.into(), den.into())
}
