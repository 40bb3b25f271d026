//! Measured values.

use crate::Ratio;
use crate::class_counts::ClassCounts;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The quasi-identifier texts of a class in the order of the question, then the texts of the other
/// columns that divide it; `None` is "missing".
///
/// These are values of the table. They belong in the internal record and nowhere else.
pub type Witness = Vec<Option<String>>;

/// The measured values of a released table. Sizes are in units: rows, or distinct persons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// SHA-256 of all bytes of the file, as hexadecimal text.
    pub sha256: String,
    /// The columns of the file in order.
    pub columns: Vec<String>,
    /// Rows without the header.
    pub rows: u64,
    /// Rows, or distinct persons of the whole file.
    pub units: u64,
    /// Number of classes, the one of the marked rows among them.
    pub classes: u64,
    /// Rows whose quasi-identifiers all are the label of suppressed rows.
    pub marked_rows: u64,
    /// For each class size the number of classes.
    pub class_sizes: BTreeMap<u64, u64>,
    /// The size of the smallest class; none in a table without rows.
    pub smallest_class: Option<u64>,
    /// A class of that size.
    pub smallest_class_witness: Option<Witness>,
    /// One for each model of the question, in its order.
    pub models: Vec<MeasuredModel>,
    /// The values that occur in columns whose order or labels a certificate states, without the
    /// missing one, sorted.
    #[serde(skip)]
    pub values: BTreeMap<String, Vec<String>>,
}

/// The measured value of one model: of its worst class, or of the whole table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MeasuredModel {
    /// The strictest parameter that is met. None in a table without rows, and where something is
    /// lacking that the model takes (a reference, a population).
    pub value: Option<Value>,
    /// The other end, where the model bounds a value from both sides (delta-presence: the least
    /// share; `value` is the greatest).
    pub least: Option<Value>,
    /// k in the other reading of suppressed cells, where there are such.
    pub other_reading: Option<u64>,
    /// Whether the table fulfils what was asked. Never where there is no value.
    pub met: bool,
    /// A class with that value; none for models of the whole table.
    pub witness: Option<Witness>,
    /// Models that compare with the input: the value when the table is compared with itself
    /// instead, over its own values.
    pub against_release: Option<Value>,
    /// Population uniqueness: the estimator that was used in the end, `sample-uniqueness` where
    /// none is defined.
    pub estimator: Option<&'static str>,
    /// Why it could not be measured.
    pub fault: Option<String>,
    /// The units of the population in the released classes, where the model takes them.
    #[serde(skip)]
    pub population: Option<ClassCounts>,
}

/// A measured value. Values are ordered by size, whatever their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Value {
    /// The value itself.
    Exact(Ratio),
    /// A multiple of 1/1,000,000,000, rounded against the release: it is the next one that is
    /// surely not better.
    Rounded(Ratio),
    /// Beyond every number. No finite parameter that bounds from above is met; every one that
    /// bounds from below is.
    Infinite,
}

impl Value {
    /// The fraction; none when infinite.
    pub fn ratio(self) -> Option<Ratio> {
        match self {
            Value::Exact(ratio) | Value::Rounded(ratio) => Some(ratio),
            Value::Infinite => None,
        }
    }

    /// Whether it is not rounded.
    pub fn is_exact(self) -> bool {
        !matches!(self, Value::Rounded(_))
    }

    pub(crate) fn whole(number: u64) -> Self {
        Value::Exact(Ratio::whole(number))
    }

    pub(crate) fn at_most(self, bound: Ratio) -> bool {
        self.ratio().is_some_and(|ratio| ratio <= bound)
    }

    pub(crate) fn at_least(self, bound: Ratio) -> bool {
        self.ratio().is_none_or(|ratio| ratio >= bound)
    }

    pub(crate) fn below(self, bound: Ratio) -> bool {
        self.ratio().is_some_and(|ratio| ratio < bound)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.ratio(), other.ratio()) {
            (Some(a), Some(b)) => a.cmp(&b).then(self.is_exact().cmp(&other.is_exact())),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
