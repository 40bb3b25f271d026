//! A table as it is, as codes: every quasi-identifier at its own values.

use super::sensitive::{SensitiveColumn, dense_values};
use equipoise_data::{Column, Fate, Ranked, Result, Table, distinct_rows};
use equipoise_release::{ClassFacts, Published};

/// Columns that form classes as they stand; all tokens for missing are one value.
pub(crate) struct Flat<'a> {
    columns: Vec<FlatColumn<'a>>,
}

struct FlatColumn<'a> {
    column: &'a Column,
    /// The value of each code.
    value_of: Vec<u32>,
}

impl<'a> Flat<'a> {
    pub(crate) fn new(columns: impl Iterator<Item = &'a Column>, missing: &[String]) -> Self {
        let columns = columns.map(|column| FlatColumn {
            column,
            value_of: dense_values(column, missing),
        });
        Flat {
            columns: columns.collect(),
        }
    }

    /// The classes with the values of the sensitive columns.
    ///
    /// # Errors
    /// Rows wider than 4,096 bits.
    pub(crate) fn classes(
        &self,
        table: &Table,
        sensitive: &[SensitiveColumn],
        persons: Option<&Column>,
    ) -> Result<Vec<ClassFacts>> {
        let ranked: Vec<Ranked<'_>> = self.columns.iter().map(FlatColumn::ranked).collect();
        let rows = distinct_rows(&ranked, table.rows, |_| Fate::Kept)?;
        let mut published = Published::of_buckets(rows.of_row)
            .with_rows(sensitive.iter().map(|of| of.values(table)))?;
        if let Some(persons) = persons {
            published = published.with_persons(persons.codes.as_slice())?;
        }
        published.class_facts(published.block(0))
    }

    /// Per column the value of each row.
    pub(crate) fn codes(&self) -> Vec<Vec<u32>> {
        self.columns
            .iter()
            .map(|of| {
                let codes = of.column.codes.iter();
                codes.map(|&code| of.value_of[code as usize]).collect()
            })
            .collect()
    }
}

impl FlatColumn<'_> {
    fn ranked(&self) -> Ranked<'_> {
        Ranked {
            codes: &self.column.codes,
            rank_of: self.value_of.clone(),
            marked_rank: None,
            ranks: self
                .value_of
                .iter()
                .max()
                .map_or(0, |&value| value as usize + 1),
        }
    }
}
