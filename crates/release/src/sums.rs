//! Sums products with one factor per column over entries, for many queries on the same columns.

use crate::accepted::Accepted;
use crate::domain::Domain;
use crate::entries::Entries;
use crate::value_set::ValueSet;

/// Entries of all columns but the last, each with its rows by code of the last column.
///
/// # Cost
/// A sum first finds the entries with a nonzero share in every column: one bit per entry, 64 at a
/// time, for every accepted value. Only these are multiplied.
#[derive(Debug)]
pub struct Sums {
    columns: Vec<Column>,
    /// The start of the rows of each entry, then the end of the rows of the last entry.
    starts: Vec<usize>,
    /// The code of the last column, and its rows.
    tails: Vec<(u32, f64)>,
    entries: usize,
}

#[derive(Debug)]
struct Column {
    values: u32,
    codes: Vec<u32>,
    /// For each value, the entries that could have it; empty for a column with many values.
    bits: Vec<u64>,
    /// Whether any code stands for something other than one value that occurs.
    is_spread: bool,
}

/// From this number of values, it is faster to look at the code of each entry.
const MANY_VALUES: u32 = 256;

impl Sums {
    /// Prepares entries that are sorted and distinct, with at least one column. For each column,
    /// `regions` has the regions that its codes refer to, or `None` where codes are values.
    pub(crate) fn new(
        entries: &Entries,
        regions: &[Option<&[ValueSet]>],
        domains: &[&Domain],
    ) -> Self {
        let (last, before) = entries.columns.split_last().expect("at least one column");
        let is_first = |e: usize| e == 0 || before.iter().any(|column| column[e] != column[e - 1]);
        let mut starts: Vec<usize> = (0..entries.len()).filter(|&e| is_first(e)).collect();
        let words = starts.len().div_ceil(64);
        let columns = before
            .iter()
            .zip(regions)
            .zip(domains)
            .map(|((column, regions), domain)| {
                let values = domain.values();
                let codes: Vec<u32> = starts.iter().map(|&e| column[e]).collect();
                let mut bits = vec![
                    0;
                    if values < MANY_VALUES {
                        words * values as usize
                    } else {
                        0
                    }
                ];
                for (entry, &code) in codes.iter().enumerate().filter(|_| values < MANY_VALUES) {
                    let mut add = |value: u32| {
                        bits[value as usize * words + entry / 64] |= 1 << (entry % 64);
                    };
                    match regions {
                        None => add(code),
                        Some(regions) => regions[code as usize].values().for_each(add),
                    }
                }
                Column {
                    values,
                    codes,
                    bits,
                    is_spread: regions.is_some_and(|regions| {
                        let is_value = |of: &ValueSet| of.len() == 1 && domain.occurs(of.first());
                        !regions.iter().all(is_value)
                    }),
                }
            });
        let columns = columns.collect();
        let number = starts.len();
        starts.push(entries.len());
        let tails = last
            .iter()
            .zip(&entries.weights)
            .map(|(&code, &rows)| (code, rows as f64))
            .collect();
        Sums {
            columns,
            starts,
            tails,
            entries: number,
        }
    }

    /// Sums over entries the rows times the shares in all columns.
    ///
    /// # Numerics
    /// Adds in the order of entries. Exact where all shares are 0 or 1, because counts are integers
    /// below 2^53.
    pub(crate) fn sum(&self, accepted: &[Accepted]) -> f64 {
        let (last, before) = accepted.split_last().expect("at least one column");
        // Columns that can have a share between 0 and 1.
        let partial: Vec<(&Column, &Accepted)> = self
            .columns
            .iter()
            .zip(before)
            .filter(|(column, _)| column.is_spread)
            .collect();
        let mut total = 0.0;
        for (word, mut bits) in self.found(before).into_iter().enumerate() {
            while bits != 0 {
                let entry = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let share: f64 = partial
                    .iter()
                    .map(|(column, accepted)| accepted.shares[column.codes[entry] as usize])
                    .product();
                let tail = &self.tails[self.starts[entry]..self.starts[entry + 1]];
                total += share
                    * tail
                        .iter()
                        .map(|&(code, rows)| rows * last.shares[code as usize])
                        .sum::<f64>();
            }
        }
        total
    }

    /// The entries with a nonzero share in every column but the last.
    fn found(&self, accepted: &[Accepted]) -> Vec<u64> {
        let words = self.entries.div_ceil(64);
        let mut found = vec![u64::MAX; words];
        if let Some(last) = found
            .last_mut()
            .filter(|_| !self.entries.is_multiple_of(64))
        {
            *last = (1 << (self.entries % 64)) - 1;
        }
        let mut of_column = vec![0; words];
        for (column, accepted) in self
            .columns
            .iter()
            .zip(accepted)
            .filter(|(column, a)| a.values.len() < column.values as usize)
        {
            of_column.fill(0);
            let mut add = |value: usize| {
                let bits = &column.bits[value * words..][..words];
                of_column
                    .iter_mut()
                    .zip(bits)
                    .for_each(|(all, bits)| *all |= bits);
            };
            // Where codes are single values, fewer of them may be rejected than accepted.
            let is_inverted = !column.bits.is_empty()
                && !column.is_spread
                && 2 * accepted.values.len() > column.values as usize;
            if is_inverted {
                (0..column.values as usize)
                    .filter(|&value| !accepted.is_accepted[value])
                    .for_each(&mut add);
            } else if !column.bits.is_empty() {
                accepted
                    .values
                    .iter()
                    .for_each(|&value| add(value as usize));
            } else {
                for (entry, &code) in column.codes.iter().enumerate() {
                    of_column[entry / 64] |=
                        u64::from(accepted.shares[code as usize] > 0.0) << (entry % 64);
                }
            }
            found
                .iter_mut()
                .zip(&of_column)
                .for_each(|(found, &bits)| *found &= if is_inverted { !bits } else { bits });
        }
        found
    }
}

/// Computes the same sum entry by entry, for columns with too few queries to prepare.
pub(crate) fn scan(entries: &Entries, columns: &[usize], accepted: &[Accepted]) -> f64 {
    let share = |e: usize| {
        columns
            .iter()
            .zip(accepted)
            .map(|(&c, accepted)| accepted.shares[entries.columns[c][e] as usize])
            .product::<f64>()
    };
    (0..entries.len())
        .map(|e| share(e) * entries.weights[e] as f64)
        .sum()
}
