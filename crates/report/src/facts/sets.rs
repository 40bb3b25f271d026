//! Sets of columns that tell rows apart, and rows that stand out by few columns.

use serde::Serialize;

/// Columns that tell rows apart, and rows that stand out by few of them. It is about single
/// people: for the owner of the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sets {
    /// Distinction and separation of sets of columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subsets: Option<ColumnSets>,
    /// Special uniques.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_uniques: Option<SpecialUniqueFacts>,
}

impl Sets {
    /// With sets of columns in order: small ones first, and of one size the most identifying first.
    pub(crate) fn ranked(&self) -> Sets {
        Sets {
            subsets: self.subsets.as_ref().map(ColumnSets::ranked),
            ..self.clone()
        }
    }

    /// As JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self.ranked()).unwrap_or_default()
    }
}

/// Distinction and separation of sets of quasi-identifiers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnSets {
    /// The number of sets that were looked at.
    pub looked_at: u64,
    /// The number of columns up to which all sets were looked at.
    pub largest: u64,
    /// Whether these are all sets.
    pub complete: bool,
    /// Those worth telling, in any order: all single columns, and of each size the most identifying
    /// ones.
    pub sets: Vec<ColumnSet>,
}

/// Distinction and separation of one set of columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnSet {
    /// Its columns, in the order of the table.
    pub columns: Vec<String>,
    /// Different combinations over rows.
    pub distinction: f64,
    /// The share of pairs of rows that differ; none for a single row.
    pub separation: Option<f64>,
    /// The share of rows whose combination occurs once.
    pub unique_share: f64,
}

impl ColumnSets {
    /// With sets in order: small ones first, and of one size the most identifying first.
    pub(crate) fn ranked(&self) -> ColumnSets {
        let mut ranked = self.clone();
        ranked.sets.sort_by(|a, b| {
            let falling = |a: f64, b: f64| b.total_cmp(&a);
            let size = a.columns.len().cmp(&b.columns.len());
            size.then(falling(a.distinction, b.distinction))
                .then(falling(
                    a.separation.unwrap_or(0.0),
                    b.separation.unwrap_or(0.0),
                ))
                .then(a.columns.cmp(&b.columns))
        });
        ranked
    }
}

/// Rows that stand out already by few columns: minimal sample uniques are sets of columns by which
/// a row is unique while it is not by any smaller part of the set.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpecialUniqueFacts {
    /// Rows that have at least one.
    pub rows: u64,
    /// The number of columns up to which they were looked for.
    pub largest: u64,
    /// The number of sets with 1, 2 .. columns.
    pub by_size: Vec<u64>,
    /// The share of all scores that comes from sets with each quasi-identifier, in its order. They
    /// may add up to more than 1.
    pub contributions: Vec<(String, f64)>,
    /// The rows with the highest scores, highest first.
    pub highest: Vec<SpecialRecord>,
}

/// A row that stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SpecialRecord {
    /// Its number; the first row below the header is 1.
    pub row: u64,
    /// Its SUDA score.
    pub score: f64,
    /// Its DIS-SUDA score: the chance that a match with it is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dis_score: Option<f64>,
}
