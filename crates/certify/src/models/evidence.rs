//! Counts that a model is measured from, and the worst class under it.

use crate::classes::{ClassSizes, Extreme};
use crate::measured::{MeasuredModel, Value};
use crate::tally::{self, Counts};
use crate::{Error, Ratio, Result};
use std::cmp::Reverse;

/// The counts for one model.
pub(crate) struct Evidence<'a> {
    /// The classes, divided by other columns where the model wants that.
    pub(crate) classes: &'a ClassSizes,
    /// The values of its column in these classes.
    pub(crate) counts: Option<&'a Counts>,
    /// Number of labels of a class that are quasi-identifiers.
    pub(crate) quasi_identifiers: usize,
}

impl Evidence<'_> {
    pub(super) fn counts(&self) -> Result<&Counts> {
        self.counts
            .ok_or_else(|| Error::internal("a model of a column was judged without its counts"))
    }
}

/// A cell of the counts: class, value, units.
pub(super) type Cell = (u32, u32, u64);

/// The verdict on a class model.
pub(super) fn of_class(
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
pub(super) fn greatest(
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
pub(super) fn least(
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
pub(super) fn known(cells: &[Cell]) -> impl Iterator<Item = u64> {
    cells
        .iter()
        .filter(|cell| cell.1 != tally::MISSING)
        .map(|cell| cell.2)
}

/// The units of all values of a class; a person counts once for each value.
pub(super) fn total(cells: &[Cell]) -> u64 {
    cells.iter().map(|cell| cell.2).sum()
}

pub(super) fn ratio(num: u64, den: u64) -> Result<Ratio> {
    Ratio::new(num.into(), den.into())
}
