//! The profile of a table, for its curator: what its columns are like and whom they give away.
//!
//! Nothing here is masked, so a profile is personal data itself. Cell values are not in it.

mod facts;
mod text;

pub use facts::{Profile, ProfileColumn};

use crate::facts::sets::{ColumnSets, SpecialUniqueFacts};
use crate::facts::unit::ProtectionUnit;
use crate::masked::classes::ClassesView;
use crate::masked::risk_view::{AuditView, RiskView};
use crate::one_table;
use serde::Serialize;

/// The version of the JSON layout.
const FORMAT: u32 = 1;

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
}
