//! From rows to counted distinct tuples: the one step that sees every row.

use crate::grouper::{Grouper, Hashing};
use crate::view::{Members, View, unit};
use crate::{Classes, Encoded, Field, Key, Layout};
use rayon::prelude::*;

/// Rows per part: large enough to amortize a table, small enough to keep both cores busy.
const PART_ROWS: usize = 1 << 18;

/// Counts all rows at the node `levels`, in parallel, with the same result on any number of threads.
///
/// # Cost
/// O(rows x quasi-identifiers); 15 to 25 ns per row where classes fit the cache.
pub fn count<const W: usize>(encoded: &Encoded<'_>, layout: &Layout, levels: &[u8]) -> Classes<W> {
    let packer = Packer::new(encoded, layout, levels);
    let parts: Vec<_> = (0..encoded.rows)
        .step_by(PART_ROWS)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|start| count_part::<W>(encoded, &packer, start..encoded.rows.min(start + PART_ROWS)))
        .collect();
    Classes::merge(parts).unwrap_or_else(|| Classes::plain(Vec::new(), Vec::new())).settled()
}

/// Counts a range of rows. Parts counted anywhere give the whole by [`Classes::merge`] and [`Classes::settled`].
pub fn count_range<const W: usize>(encoded: &Encoded<'_>, layout: &Layout, levels: &[u8], rows: std::ops::Range<usize>) -> Classes<W> {
    count_part(encoded, &Packer::new(encoded, layout, levels), rows)
}

/// Counts all rows at the node `levels` and says of each row in which class it is.
///
/// # Cost
/// One pass over the rows on one thread, four bytes per row.
pub fn assign<const W: usize>(encoded: &Encoded<'_>, layout: &Layout, levels: &[u8]) -> (Classes<W>, Vec<u32>) {
    let packer = Packer::new(encoded, layout, levels);
    let mut groups = Grouper::<W>::new(1 << 12, Hashing::Full);
    let class_of_row = (0..encoded.rows).map(|row| groups.add(packer.key(row), weight(encoded, row))).collect::<Vec<_>>();
    let classes = count_values(encoded, 0..encoded.rows, groups, &class_of_row);
    (classes, class_of_row)
}

fn weight(encoded: &Encoded<'_>, row: usize) -> u64 {
    encoded.weights.map_or(1, |w| w[row])
}

fn count_part<const W: usize>(encoded: &Encoded<'_>, packer: &Packer<'_>, rows: std::ops::Range<usize>) -> Classes<W> {
    let mut groups = Grouper::<W>::new(1 << 12, Hashing::Full);
    let plain = encoded.sensitive.is_empty() && encoded.persons.is_none() && encoded.amounts.is_empty();
    let mut targets = Vec::with_capacity(if plain { 0 } else { rows.len() });
    for row in rows.clone() {
        let class = groups.add(packer.key(row), weight(encoded, row));
        if !plain {
            targets.push(class);
        }
    }
    if plain {
        return Classes::plain(groups.keys, groups.rows);
    }
    count_values(encoded, rows, groups, &targets)
}

/// The classes of `rows` with the values, persons and amounts in each; `targets` has the class of each row.
fn count_values<const W: usize>(encoded: &Encoded<'_>, rows: std::ops::Range<usize>, groups: Grouper<W>, targets: &[u32]) -> Classes<W> {
    let members = Members::new(targets, groups.keys.len());
    let start = rows.start;
    let persons = encoded.persons.map(|p| View::of_units(&members, |row| unit(p[start + row], 0)));
    let sensitive = encoded
        .sensitive
        .iter()
        .map(|column| {
            let value = |row: usize| column.value_of[column.codes[start + row] as usize];
            match encoded.persons {
                Some(p) => View::of_units(&members, |row| unit(p[start + row], value(row))),
                None => View::of_rows(&members, value, |row| weight(encoded, start + row)),
            }
        })
        .collect();
    let amounts = encoded
        .amounts
        .iter()
        .zip(&encoded.quasi)
        .map(|(amounts, quasi)| {
            let mut sums = vec![0; groups.keys.len()];
            for (row, &class) in rows.clone().zip(targets) {
                sums[class as usize] += u128::from(amounts[quasi.codes[row] as usize]) * u128::from(weight(encoded, row));
            }
            sums
        })
        .collect();
    Classes::new(groups.keys, groups.rows, persons, sensitive, amounts)
}

/// Look-ups from dictionary code to shifted code, one table per quasi-identifier.
struct Packer<'a> {
    columns: Vec<(&'a [u32], Field, Vec<u64>)>,
}

impl<'a> Packer<'a> {
    fn new(encoded: &Encoded<'a>, layout: &Layout, levels: &[u8]) -> Self {
        let columns = encoded
            .quasi
            .iter()
            .zip(levels)
            .enumerate()
            .map(|(a, (quasi, &level))| {
                let field = layout.field(a);
                let of_leaf = &quasi.hierarchy.levels[usize::from(level)].of_leaf;
                let table = quasi.hierarchy.leaf_of.iter().map(|&leaf| u64::from(of_leaf[leaf as usize]) << field.shift).collect();
                (quasi.codes, field, table)
            })
            .collect();
        Packer { columns }
    }

    #[inline(always)]
    fn key<const W: usize>(&self, row: usize) -> Key<W> {
        let mut key = [0; W];
        for (codes, field, table) in &self.columns {
            key[field.word] |= table[codes[row] as usize];
        }
        key
    }
}
