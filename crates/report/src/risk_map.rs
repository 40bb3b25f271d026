//! Risks against utilities: what optimizers reach, and what rules for whole tables do.

use crate::number::percent;
use crate::text::disclosure::figure;
use crate::text::page::{Cell, Page};
use serde::Serialize;

/// Mean risks and mean utilities of a table under many decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct RiskUtilityMap {
    /// Version of Equipoise.
    pub version: String,
    /// Rows of the table.
    pub rows: u64,
    /// One for each optimizer.
    pub series: Vec<Series>,
    /// Rules that give k-anonymity.
    pub rules: Vec<MapPoint>,
}

/// What an optimizer reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// The optimizer.
    pub name: String,
    /// One for each threshold.
    pub points: Vec<MapPoint>,
    /// Whether no record has a better choice at any threshold.
    pub proved: bool,
}

/// A decision for all records.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MapPoint {
    /// The share of its utility that each record had to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// The k of a rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// The mean risk of rows.
    pub risk: f64,
    /// The mean utility of rows, as a share of that of the table as it is.
    pub utility: f64,
}

impl RiskUtilityMap {
    /// The map for a terminal.
    pub fn to_text(&self) -> String {
        let mut page = Page::new("Risk and utility", "for the owner of the table");
        for series in &self.series {
            let proof = if series.proved { "no record has a better choice" } else { "best found" };
            page.section(&format!("Optimizer `{}`: {proof}", series.name));
            page.head(&[Cell::Right("Utility asked", 14), Cell::Right("Utility kept", 14), Cell::Right("Mean risk", 12)]);
            for point in &series.points {
                let asked = point.threshold.map(percent).unwrap_or_default();
                page.row(&[Cell::Right(&asked, 14), Cell::Right(&percent(point.utility), 14), Cell::Right(&figure(point.risk), 12)]);
            }
        }
        page.section("One level per column, k-anonymous, nobody left out: the most useful rule for each k");
        page.head(&[Cell::Right("k", 14), Cell::Right("Utility kept", 14), Cell::Right("Mean risk", 12)]);
        for point in &self.rules {
            let k = point.k.map(|k| k.to_string()).unwrap_or_default();
            page.row(&[Cell::Right(&k, 14), Cell::Right(&percent(point.utility), 14), Cell::Right(&figure(point.risk), 12)]);
        }
        page.finish()
    }

    /// The map for machines.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "rows": self.rows, "series": self.series, "rules": self.rules })
    }

    /// The map as one page with a picture.
    pub fn to_html(&self) -> String {
        crate::html::risk_map(self)
    }
}
