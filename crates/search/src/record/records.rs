//! The distinct records of a table.

use equipoise_data::{Encoded, Fate, Ranked, Result, distinct_rows};
use std::collections::HashMap;

/// The distinct records of a table: rows that are alike in all quasi-identifiers and in what their
/// persons' data weigh.
#[derive(Clone, Debug)]
pub struct Records {
    /// `[attribute][record]`: the leaf.
    pub leaves: Vec<Vec<u32>>,
    /// Per record its rows.
    pub rows: Vec<u64>,
    /// What weights are multiplied by: for each record, attribute by attribute.
    pub factors: Option<Vec<f64>>,
    /// Per row its record.
    pub of_row: Vec<u32>,
}

impl Records {
    /// `factors` has, for each row, what the weights of its attributes are multiplied by.
    ///
    /// # Errors
    /// Rows wider than 4,096 bits when packed.
    pub fn new(encoded: &Encoded<'_>, factors: Option<&[f64]>) -> Result<Self> {
        let width = encoded.quasi.len();
        let mut kinds: HashMap<Vec<u64>, u32> = HashMap::new();
        let of_row: Option<Vec<u32>> = factors.map(|factors| {
            let kind = |of: &[f64]| {
                let next = kinds.len() as u32;
                *kinds
                    .entry(of.iter().map(|f| f.to_bits()).collect())
                    .or_insert(next)
            };
            factors.chunks_exact(width.max(1)).map(kind).collect()
        });
        let ranked = |codes, rank_of: Vec<u32>| Ranked {
            codes,
            ranks: rank_of.iter().max().map_or(1, |&rank| rank as usize + 1),
            rank_of,
            marked_rank: None,
        };
        let quasi = encoded
            .quasi
            .iter()
            .map(|q| ranked(q.codes, q.hierarchy.leaf_of.clone()));
        let all: Vec<u32> = (0..kinds.len().max(1) as u32).collect();
        let columns: Vec<Ranked<'_>> = quasi
            .chain(of_row.as_deref().map(|kinds| ranked(kinds, all)))
            .collect();
        let distinct = distinct_rows(&columns, encoded.rows, |_| Fate::Kept)?;
        let column = |at: usize| {
            distinct
                .tuples
                .iter()
                .skip(at)
                .step_by(columns.len().max(1))
                .copied()
                .collect::<Vec<u32>>()
        };
        let mut of_kind = vec![Vec::new(); kinds.len()];
        kinds.into_iter().for_each(|(bits, kind)| {
            of_kind[kind as usize] = bits.into_iter().map(f64::from_bits).collect::<Vec<f64>>()
        });
        let factors = factors.map(|_| {
            column(width)
                .into_iter()
                .flat_map(|kind| of_kind[kind as usize].iter().copied())
                .collect()
        });
        Ok(Records {
            leaves: (0..width).map(column).collect(),
            rows: distinct.counts.clone(),
            factors,
            of_row: distinct.of_row,
        })
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Some of the records, as a table of their own without rows.
    #[must_use]
    pub fn subset(&self, records: &[usize]) -> Self {
        let factors = self.factors.as_ref().map(|_| {
            records
                .iter()
                .flat_map(|&r| self.factors_of(r).unwrap_or_default())
                .copied()
                .collect()
        });
        Records {
            leaves: self
                .leaves
                .iter()
                .map(|column| records.iter().map(|&r| column[r]).collect())
                .collect(),
            rows: records.iter().map(|&r| self.rows[r]).collect(),
            factors,
            of_row: Vec::new(),
        }
    }

    /// The leaves of a record.
    pub fn leaves_of(&self, record: usize) -> Vec<u32> {
        self.leaves.iter().map(|column| column[record]).collect()
    }

    /// What the weights of a record are multiplied by.
    pub fn factors_of(&self, record: usize) -> Option<&[f64]> {
        self.factors
            .as_ref()
            .map(|all| &all[record * self.leaves.len()..][..self.leaves.len()])
    }
}
