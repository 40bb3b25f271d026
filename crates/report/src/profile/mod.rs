//! The profile of a table, for its curator: what its columns are like and whom they give away.
//!
//! Nothing here is masked, so a profile is personal data itself. Cell values are not in it.

pub(crate) mod text;

use crate::classes::{ClassesView, When};
use crate::mask::Totals;
use crate::words::{word, word_or_empty};
use crate::{AuditView, ClassSizes, ProtectionUnit, RiskFacts, RiskView, one_table};
use equipoise_recipe::{Kind, Role};
use serde::Serialize;

/// The version of the JSON layout.
const FORMAT: u32 = 1;

/// What a table looks like to its curator.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Version of Equipoise.
    pub version: String,
    /// The name of the table, without folders.
    pub table: String,
    /// What class sizes and risks count.
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
    /// How well sets of quasi-identifiers tell rows apart.
    pub subsets: Option<ColumnSets>,
    /// Rows that stand out already by few columns.
    pub special_uniques: Option<SpecialUniqueFacts>,
    /// What deserves a second look, as sentences.
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
    /// What its values look like.
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

/// How well sets of quasi-identifiers tell rows apart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnSets {
    /// How many sets were looked at.
    pub looked_at: u64,
    /// The number of columns up to which all sets were looked at.
    pub largest: u64,
    /// Whether these are all sets.
    pub complete: bool,
    /// Those worth telling, in any order: all single columns, and of each size the most identifying
    /// ones.
    pub sets: Vec<ColumnSet>,
}

/// What one set of columns does.
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

/// Rows that stand out already by few columns: minimal sample uniques are sets of columns by which
/// a row is unique while it is not by any smaller part of the set.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpecialUniqueFacts {
    /// Rows that have at least one.
    pub rows: u64,
    /// The number of columns up to which they were looked for.
    pub largest: u64,
    /// How many have 1, 2 .. columns.
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

/// The layout of the JSON.
#[derive(Serialize)]
struct ProfileView<'a> {
    format: u32,
    equipoise: &'a str,
    table: &'a str,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<&'a str>,
    rows: u64,
    units: u64,
    columns: &'a [ProfileColumn],
    quasi_identifiers: &'a [String],
    classes: ClassesView,
    #[serde(skip_serializing_if = "Option::is_none")]
    wildcard_k: Option<u64>,
    risk: RiskView,
    audits: Vec<AuditView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subsets: Option<ColumnSets>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special_uniques: Option<&'a SpecialUniqueFacts>,
    warnings: &'a [String],
}

impl Profile {
    /// The profile as text for a terminal, at most 100 characters wide except where a name is
    /// longer.
    pub fn to_text(&self) -> String {
        text::render(self)
    }

    /// The profile as JSON, with a line break at its end.
    pub fn to_json(&self) -> String {
        let (risk, audits) = one_table::views(&self.classes, &self.risks);
        let view = ProfileView {
            format: FORMAT,
            equipoise: &self.version,
            table: &self.table,
            unit: self.unit.noun(2),
            person: match &self.unit {
                ProtectionUnit::Rows => None,
                ProtectionUnit::Persons { column } => Some(column),
            },
            rows: self.rows,
            units: self.units,
            columns: &self.columns,
            quasi_identifiers: &self.quasi_identifiers,
            classes: self.classes_view(),
            wildcard_k: self.wildcard_k,
            risk,
            audits,
            subsets: self.subsets.as_ref().map(ColumnSets::ranked),
            special_uniques: self.special_uniques.as_ref(),
            warnings: &self.warnings,
        };
        // Numbers that are none become null; all else JSON can say.
        let mut json = serde_json::to_string_pretty(&view).expect("a profile is plain data");
        json.push('\n');
        json
    }

    fn classes_view(&self) -> ClassesView {
        ClassesView::of(
            &self.classes,
            When::Before,
            &Totals::of_own_table(self.rows, self.units),
        )
    }
}

/// Which columns tell rows apart, and the rows that stand out by few of them. It is about single
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

    /// As a block of text for a terminal, up to 100 wide, that starts with an empty line.
    pub fn to_text(&self) -> String {
        text::sets_block(self)
    }

    /// As JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self.ranked()).unwrap_or_default()
    }
}

impl ColumnSets {
    /// With sets in order: small ones first, and of one size the most identifying first.
    fn ranked(&self) -> ColumnSets {
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
