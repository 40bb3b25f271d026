//! The distinct rows of a table as codes.

use super::refine::{Dense, List, Scratch};
use equipoise_data::{Error, Result};
use std::collections::BTreeMap;

/// The most columns that are accepted: a set of columns is one word.
const MOST_COLUMNS: usize = 64;

/// Distinct rows as codes, each with the number of rows it stands for.
///
/// ```
/// use equipoise_measure::risk::Tuples;
/// let (age, sex) = ([30, 30, 41, 30], [0, 0, 1, 1]);
/// let tuples = Tuples::new(&[&age, &sex], None).unwrap();
/// assert_eq!((tuples.rows(), tuples.len()), (4, 3));
/// assert_eq!(tuples.sizes(), [(1, 2), (2, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Tuples {
    /// In the caller's order.
    columns: Vec<Dense>,
    /// Rows that each tuple stands for.
    weights: Vec<u64>,
    /// For each tuple the first row that is equal to it.
    first_row: Vec<u32>,
    table_rows: usize,
    rows: u64,
}

impl Tuples {
    /// The distinct rows of these columns; equal codes are equal values. A row counts once, or as
    /// often as its weight says; a row of weight 0 is not there.
    ///
    /// # Errors
    /// No column or more than 64, columns or weights of different lengths, 2^32 rows or more.
    ///
    /// # Cost
    /// O(rows x columns).
    pub fn new(columns: &[&[u32]], weights: Option<&[u64]>) -> Result<Self> {
        let Some(table_rows) = columns.first().map(|codes| codes.len()) else {
            return Err(Error::usage(
                "no columns are given; a risk of sets of columns needs at least one",
            ));
        };
        if columns.len() > MOST_COLUMNS {
            return Err(Error::limit(format!(
                "{} columns are given; sets of at most {MOST_COLUMNS} can be looked at",
                columns.len()
            )));
        }
        if columns.iter().any(|codes| codes.len() != table_rows)
            || weights.is_some_and(|w| w.len() != table_rows)
        {
            return Err(Error::internal("columns or weights of different lengths"));
        }
        if u32::try_from(table_rows).is_err() {
            return Err(Error::limit(format!(
                "{table_rows} rows are given; at most 4,294,967,295 are possible"
            )));
        }
        let weight = |row: u32| weights.map_or(1, |w| w[row as usize]);
        let dense: Vec<Dense> = columns.iter().map(|codes| Dense::new(codes)).collect();
        let of_row = tuple_of_row(&dense, table_rows, &weight);
        let mut tuples = Tuples {
            columns: Vec::new(),
            weights: Vec::new(),
            first_row: Vec::new(),
            table_rows,
            rows: 0,
        };
        let mut place = vec![u32::MAX; table_rows];
        for (row, group) in (0..).zip(of_row).filter(|&(row, _)| weight(row) > 0) {
            let place = &mut place[group as usize];
            if *place == u32::MAX {
                *place = tuples.first_row.len() as u32;
                tuples.first_row.push(row);
                tuples.weights.push(0);
            }
            tuples.weights[*place as usize] += weight(row);
            tuples.rows += weight(row);
        }
        tuples.columns = dense
            .iter()
            .map(|column| column.at(&tuples.first_row))
            .collect();
        Ok(tuples)
    }

    /// Number of distinct rows.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Number of rows, each as often as its weight says.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// How many distinct rows occur how often, as (rows, distinct rows), rising: the histogram that
    /// other risks start from.
    pub fn sizes(&self) -> Vec<(u64, u64)> {
        let mut sizes = BTreeMap::new();
        self.weights
            .iter()
            .for_each(|&rows| *sizes.entry(rows).or_insert(0) += 1);
        sizes.into_iter().collect()
    }

    /// Number of rows of the table, whatever they stand for.
    pub(super) fn table_rows(&self) -> usize {
        self.table_rows
    }

    pub(super) fn weight(&self, tuple: u32) -> u64 {
        self.weights[tuple as usize]
    }

    pub(super) fn weights(&self) -> &[u64] {
        &self.weights
    }

    pub(super) fn first_row(&self, tuple: u32) -> usize {
        self.first_row[tuple as usize] as usize
    }

    pub(super) fn dense(&self) -> &[Dense] {
        &self.columns
    }
}

/// For each row a number that equal rows share and others do not; below the number of rows.
fn tuple_of_row(columns: &[Dense], rows: usize, weight: &impl Fn(u32) -> u64) -> Vec<u32> {
    let mut of_row: Vec<u32> = (0..rows as u32).collect();
    let mut list = List::one_class((0..rows as u32).filter(|&row| weight(row) > 0).collect());
    let (mut scratch, mut next) = (Scratch::new(columns), List::default());
    for column in columns {
        // A row that is alone keeps its own number.
        scratch.split(&list, &column.codes, |_| 1, &mut |_| (), &mut next);
        std::mem::swap(&mut list, &mut next);
    }
    for class in list.classes() {
        class
            .iter()
            .for_each(|&row| of_row[row as usize] = class[0]);
    }
    of_row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_take_sparse_codes_and_weights() {
        let tuples =
            Tuples::new(&[&[u32::MAX, 7, u32::MAX, 7, 9]], Some(&[1, 2, 3, 4, 0])).unwrap();
        assert_eq!(
            (tuples.len(), tuples.rows(), tuples.table_rows()),
            (2, 10, 5)
        );
        assert_eq!((tuples.weights(), tuples.first_row(1)), (&[4, 6][..], 1));
        assert!(Tuples::new(&[], None).is_err());
        assert!(Tuples::new(&[&[1], &[1, 2]], None).is_err());
        assert!(Tuples::new(&vec![&[1u32][..]; 65], None).is_err());
        assert!(Tuples::new(&[&[]], None).unwrap().is_empty());
    }
}
