//! The facts of a map, as the caller fills them in.

use crate::number::{percent, thousands};
use serde::Serialize;

/// Mean risks and mean utilities of a table under many decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct RiskUtilityMap {
    /// Version of Equipoise.
    pub version: String,
    /// Rows of the table.
    pub rows: u64,
    /// Distinct records that were solved, spread over the table, and all that it has.
    pub records: u64,
    /// All distinct records of the table.
    pub records_total: u64,
    /// One for each optimizer.
    pub series: Vec<Series>,
    /// Rules that give k-anonymity.
    pub rules: Vec<MapPoint>,
}

/// Risks and utilities that one optimizer reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// The optimizer.
    pub name: String,
    /// One for each threshold.
    pub points: Vec<MapPoint>,
    /// Whether no record has a better choice at any threshold.
    pub proved: bool,
    /// The share of utility from which on some record has no choice at all, because values must
    /// never be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<f64>,
}

/// A decision for all records.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MapPoint {
    /// The share of its utility that each record had to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The weight of one over the risk, in the aggregate form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lambda: Option<f64>,
    /// The k of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// The mean risk of rows.
    pub risk: f64,
    /// The mean utility of rows, as a share of that of the table as it is.
    pub utility: f64,
}

impl RiskUtilityMap {
    /// A sentence on the sample, where figures are not of the whole table.
    pub(crate) fn sample_words(&self) -> Option<String> {
        (self.records < self.records_total).then(|| {
            format!(
                "Risks and utilities are those of {} of {} distinct records, spread over the table; the k of a rule is that of all rows.",
                thousands(self.records),
                thousands(self.records_total)
            )
        })
    }
}

impl Series {
    /// The name of the parameter of its points.
    pub(crate) fn asked(&self) -> &'static str {
        if self.points.iter().any(|point| point.lambda.is_some()) {
            "Lambda"
        } else {
            "Utility asked"
        }
    }

    /// Where it ends, if that is before all of the utility.
    pub(crate) fn end_words(&self) -> Option<String> {
        let share = self.ends_at?;
        Some(format!(
            "Some records cannot keep {} of their utility, because values of infinite weight are never shown.",
            percent(share)
        ))
    }
}

impl MapPoint {
    /// The parameter as text.
    pub(crate) fn asked(&self) -> String {
        let threshold = self.threshold.map(percent);
        threshold
            .or(self.lambda.map(|lambda| lambda.to_string()))
            .or(self.k.map(|k| k.to_string()))
            .unwrap_or_default()
    }
}
