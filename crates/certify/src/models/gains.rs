//! Models that compare the share of a value in a class with its share in the input: semantic
//! privacy, delta-disclosure, beta-likeness. Quotients of shares are exact fractions; a logarithm
//! is taken once, of the worst of them.

use super::closeness::known;
use super::domain::foreign;
use super::evidence::{Cell, Evidence, greatest, total};
use crate::float::{float, over};
use crate::measured::{MeasuredModel, Value, Witness};
use crate::parameters::{Likeness, LogBase};
use crate::tally::Counts;
use crate::{Error, Ratio, Result};

/// What a class is compared with: the units of each value of the file, and of how many.
struct Prior {
    /// By value number.
    units: Vec<u64>,
    total: u64,
    /// How many values occur, "missing" among them.
    values: usize,
}

impl Prior {
    fn of_release(counts: &Counts) -> Result<Self> {
        Self::new(counts.whole.clone(), counts.whole.iter().copied())
    }

    fn of_input(
        column: &str,
        reference: &[(Option<String>, u64)],
        counts: &Counts,
    ) -> Result<Self> {
        let known = known(column, reference)?;
        let missing = known.get(&None).copied().unwrap_or(0);
        let mut units = vec![missing];
        units.extend(
            counts
                .values()
                .map(|value| known.get(&Some(counts.text(value))).copied().unwrap_or(0)),
        );
        let lacking = units
            .iter()
            .zip(&counts.whole)
            .position(|(expected, found)| *expected == 0 && *found > 0);
        if let Some(value) = lacking {
            return Err(foreign(column, counts.first_line[value]));
        }
        Self::new(units, known.values().copied())
    }

    fn new(units: Vec<u64>, all: impl Iterator<Item = u64> + Clone) -> Result<Self> {
        let total = all
            .clone()
            .try_fold(0u64, |sum, units| sum.checked_add(units));
        let total =
            total.ok_or_else(|| Error::internal("the reference counts do not fit 64 bits"))?;
        Ok(Prior {
            units,
            total,
            values: all.filter(|units| *units > 0).count(),
        })
    }

    /// The share of a cell in its class over that in the reference.
    fn quotient(&self, cell: &Cell, size: u64) -> Result<Ratio> {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        Ratio::new(
            product(cell.2, self.total),
            product(self.units[cell.1 as usize], size),
        )
    }

    /// How much more or less frequent a value of the class is than in the reference, as a quotient
    /// of at least 1.
    fn strain(&self, cells: &[Cell]) -> Result<Ratio> {
        let size = total(cells);
        let mut worst = Ratio::whole(1);
        for cell in cells {
            let quotient = self.quotient(cell, size)?;
            worst = worst
                .max(quotient)
                .max(Ratio::new(quotient.den(), quotient.num())?);
        }
        Ok(worst)
    }
}

pub(super) fn semantic(
    column: &str,
    delta: Ratio,
    log: LogBase,
    reference: Option<&[(Option<String>, u64)]>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let worst = |prior: &Prior| -> Result<(Value, Witness)> {
        let score = |cells: &[Cell]| {
            if cells.len() < prior.values {
                Ok(Value::Infinite)
            } else {
                prior.strain(cells).map(Value::Exact)
            }
        };
        let (value, witness) = greatest(evidence, |_, cells| score(cells))?;
        Ok((logarithm(value, log)?, witness))
    };
    compare(column, reference, evidence, worst, |value| {
        value.at_most(delta)
    })
}

pub(super) fn delta(
    column: &str,
    delta: Ratio,
    log: LogBase,
    reference: Option<&[(Option<String>, u64)]>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let worst = |prior: &Prior| -> Result<(Value, Witness)> {
        let (value, witness) =
            greatest(evidence, |_, cells| prior.strain(cells).map(Value::Exact))?;
        Ok((logarithm(value, log)?, witness))
    };
    compare(column, reference, evidence, worst, |value| {
        value.below(delta)
    })
}

pub(super) fn beta(
    column: &str,
    beta: Ratio,
    likeness: Likeness,
    reference: Option<&[(Option<String>, u64)]>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let worst = |prior: &Prior| greatest(evidence, |_, cells| gain(prior, cells, likeness));
    compare(column, reference, evidence, worst, |value| {
        value.at_most(beta)
    })
}

/// The greatest gain of a class: by how much a share exceeds that of the reference, in terms of the
/// latter.
fn gain(prior: &Prior, cells: &[Cell], likeness: Likeness) -> Result<Value> {
    let size = total(cells);
    let mut worst = Ratio::ZERO;
    for cell in cells {
        let quotient = prior.quotient(cell, size)?;
        if quotient <= Ratio::whole(1) {
            continue;
        }
        let gain = Ratio::new(quotient.num() - quotient.den(), quotient.den())?;
        let surprise = (prior.total as f64 / prior.units[cell.1 as usize] as f64).ln();
        // A fraction above 0 never equals a logarithm, so only rounding can leave a doubt, and
        // doubt counts as too much.
        if likeness == Likeness::Enhanced && float(gain) >= surprise * (1.0 - 1e-11) {
            return Ok(Value::Infinite);
        }
        worst = worst.max(gain);
    }
    Ok(Value::Exact(worst))
}

/// The logarithm of a quotient of at least 1. It is exact where the logarithm is a fraction: of 1,
/// and of a power of the base.
fn logarithm(value: Value, log: LogBase) -> Result<Value> {
    let Value::Exact(quotient) = value else {
        return Ok(value);
    };
    if quotient == Ratio::whole(1) {
        return Ok(Value::Exact(Ratio::ZERO));
    }
    match log {
        LogBase::Natural => over(natural(quotient)),
        LogBase::Binary if quotient.den() == 1 && quotient.num().is_power_of_two() => {
            Ok(Value::whole(quotient.num().ilog2().into()))
        }
        LogBase::Binary => over(natural(quotient) / std::f64::consts::LN_2),
    }
}

/// Near 1 the difference from 1 is taken exactly, because the logarithm is about that difference.
fn natural(quotient: Ratio) -> f64 {
    let above = (quotient.num() - quotient.den()) as f64 / quotient.den() as f64;
    if above < 0.5 {
        above.ln_1p()
    } else {
        float(quotient).ln()
    }
}

fn compare(
    column: &str,
    reference: Option<&[(Option<String>, u64)]>,
    evidence: &Evidence<'_>,
    worst: impl Fn(&Prior) -> Result<(Value, Witness)>,
    is_met: impl Fn(Value) -> bool,
) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let input = reference
        .map(|reference| Prior::of_input(column, reference, counts))
        .transpose()?;
    let (value, witness) = input.map(|prior| worst(&prior)).transpose()?.unzip();
    let (release, _) = worst(&Prior::of_release(counts)?)?;
    Ok(MeasuredModel {
        value,
        met: value.is_some_and(is_met),
        witness,
        against_release: Some(release),
        ..MeasuredModel::default()
    })
}
