//! A table as it is, as codes: every quasi-identifier at its own values.

use super::sensitive::{SensitiveColumn, dense_values};
use equipoise_data::{Column, Encoded, Hierarchy, Level, Quasi, Result, Sensitive, Table};
use equipoise_release::ClassFacts;
use equipoise_search::classes_at;

/// Columns that form classes as they stand; all tokens for missing are one value.
pub(crate) struct Flat<'a> {
    columns: Vec<(&'a Column, Hierarchy)>,
}

impl<'a> Flat<'a> {
    pub(crate) fn new(columns: impl Iterator<Item = &'a Column>, missing: &[String]) -> Self {
        Flat {
            columns: columns.map(|c| (c, values_only(c, missing))).collect(),
        }
    }

    /// The classes with the values of the sensitive columns.
    pub(crate) fn classes(
        &self,
        table: &Table,
        sensitive: &[SensitiveColumn],
        persons: Option<&Column>,
    ) -> Result<Vec<ClassFacts>> {
        let sensitive = sensitive.iter().map(|s| Sensitive {
            codes: &table.columns[s.at].codes,
            value_of: &s.value_of,
            only_occurrence: false,
        });
        let encoded = Encoded {
            rows: table.rows,
            quasi: self
                .columns
                .iter()
                .map(|(c, hierarchy)| Quasi {
                    codes: &c.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: sensitive.collect(),
            persons: persons.map(|p| p.codes.as_slice()),
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        classes_at(&encoded, &vec![0; self.columns.len()])
    }

    /// Per column the value of each row.
    pub(crate) fn codes(&self) -> Vec<Vec<u32>> {
        self.columns
            .iter()
            .map(|(c, h)| {
                c.codes
                    .iter()
                    .map(|&code| h.leaf_of[code as usize])
                    .collect()
            })
            .collect()
    }
}

/// A hierarchy that has nothing but the values.
fn values_only(column: &Column, missing: &[String]) -> Hierarchy {
    let leaf_of = dense_values(column, missing);
    let leaves = leaf_of.iter().max().map_or(0, |&leaf| leaf as usize + 1);
    let level = Level {
        labels: vec![String::new(); leaves],
        of_leaf: (0..leaves as u32).collect(),
        lines: vec![1; leaves],
    };
    Hierarchy {
        levels: vec![level],
        domain: leaves as u64,
        leaf_of,
        missing: None,
    }
}
