//! The facts of a profile, as the caller fills them in.

use crate::facts::class_sizes::ClassSizes;
use crate::facts::risks::RiskFacts;
use crate::facts::sets::{ColumnSets, SpecialUniqueFacts};
use crate::facts::unit::ProtectionUnit;
use crate::masked::classes::{ClassesView, When};
use crate::masked::mask::Totals;
use crate::words::{word, word_or_empty};
use equipoise_recipe::{Kind, Role};
use serde::Serialize;

/// A table as its curator sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Version of Equipoise.
    pub version: String,
    /// The name of the table, without folders.
    pub table: String,
    /// The unit that class sizes and risks count.
    pub unit: ProtectionUnit,
    /// Rows.
    pub rows: u64,
    /// Units of protection: rows, or distinct persons.
    pub units: u64,
    /// All columns in the order of the table.
    pub columns: Vec<ProfileColumn>,
    /// The columns that classes are formed by; empty where none is known.
    pub quasi_identifiers: Vec<String>,
    /// Classes of rows that agree on them.
    pub classes: ClassSizes,
    /// k where a missing value matches anything, where that was asked for.
    pub wildcard_k: Option<u64>,
    /// Risks beyond what class sizes tell.
    pub risks: RiskFacts,
    /// Distinction and separation of sets of quasi-identifiers.
    pub subsets: Option<ColumnSets>,
    /// Rows that stand out already by few columns.
    pub special_uniques: Option<SpecialUniqueFacts>,
    /// Warnings, as sentences.
    pub warnings: Vec<String>,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProfileColumn {
    /// Its name.
    pub name: String,
    /// Its role, where a recipe gives it one.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "word_or_empty"
    )]
    pub role: Option<Role>,
    /// The type that its values look like.
    #[serde(rename = "type", serialize_with = "word")]
    pub kind: Kind,
    /// Distinct values, without missing ones.
    pub distinct: u64,
    /// Rows where it is missing.
    pub missing_rows: u64,
    /// The share of rows that have the most frequent value; none without a value.
    pub most_frequent_share: Option<f64>,
    /// Whether it looks like an identifier: nearly every row has a value of its own.
    pub looks_like_identifier: bool,
}

impl Profile {
    /// The classes with all their counts.
    pub(super) fn classes_view(&self) -> ClassesView {
        ClassesView::of(
            &self.classes,
            When::Before,
            &Totals::of_own_table(self.rows, self.units),
        )
    }
}
