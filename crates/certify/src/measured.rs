//! What was measured.

use crate::Ratio;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The quasi-identifier texts of a class in the order of the question; `None` is "missing".
///
/// These are values of the table. They belong in the internal record and nowhere else.
pub type Witness = Vec<Option<String>>;

/// What was measured on a released table. Sizes are in units: rows, or distinct persons.
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
    /// One for each sensitive column of the question, in its order.
    pub sensitive: Vec<MeasuredSensitive>,
}

/// What was measured of a sensitive column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeasuredSensitive {
    /// The column.
    pub name: String,
    /// The smallest number of distinct values that are not missing, over all classes. None when it was not asked.
    pub distinct_l: Option<u64>,
    /// A class with that many.
    pub distinct_witness: Option<Witness>,
    /// One for each closeness of the question, in its order.
    pub closeness: Vec<MeasuredCloseness>,
    /// The values that occur in the file, without the missing one, sorted.
    #[serde(skip)]
    pub values: Vec<String>,
}

/// The greatest distance of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeasuredCloseness {
    /// The distance used.
    pub distance: DistanceKind,
    /// From the whole input. None without a reference or without rows.
    pub against_input: Option<Ratio>,
    /// A class at that distance.
    pub input_witness: Option<Witness>,
    /// From the released table itself: its own distribution over its own values. None without rows.
    pub against_release: Option<Ratio>,
}

impl MeasuredCloseness {
    pub(crate) fn unknown(distance: DistanceKind) -> Self {
        MeasuredCloseness { distance, against_input: None, input_witness: None, against_release: None }
    }
}

/// The name of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DistanceKind {
    /// Different values are 1 apart.
    Equal,
    /// Steps between ranks.
    Ordered,
    /// Level of the lowest common label.
    Hierarchical,
}

impl DistanceKind {
    /// Its name in recipes and JSON.
    pub fn name(self) -> &'static str {
        match self {
            DistanceKind::Equal => "equal",
            DistanceKind::Ordered => "ordered",
            DistanceKind::Hierarchical => "hierarchical",
        }
    }
}
