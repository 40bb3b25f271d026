//! From rows to counted distinct tuples: the one step that sees every row.

use crate::grouper::{Grouper, Hashing};
use crate::view::{Members, View, unit};
use crate::{Classes, Encoded, Field, Key, Layout};
use rayon::prelude::*;

/// Fewer rows than this are not worth a part of their own.
const LEAST_PART_ROWS: usize = 1 << 14;

/// Rows whose keys are packed at a time, column after column.
const BLOCK_ROWS: usize = 1 << 10;

/// Counts all rows at the node `levels`, in parallel, with the same result on any number of threads.
///
/// # Cost
/// O(rows x quasi-identifiers); 15 to 25 ns per row where classes fit the cache.
pub fn count<const W: usize>(encoded: &Encoded<'_>, layout: &Layout, levels: &[u8]) -> Classes<W> {
    assert!(encoded.weights.is_none_or(|w| w.iter().all(|&w| w > 0)), "every row has a weight of at least 1");
    let packer = Packer::new(encoded, layout, levels);
    let part_rows = encoded.rows.div_ceil(rayon::current_num_threads()).max(LEAST_PART_ROWS);
    let starts: Vec<usize> = (0..encoded.rows).step_by(part_rows).collect();
    let part = |start: usize| count_part::<W>(encoded, &packer, start..encoded.rows.min(start + part_rows));
    let parts = starts.into_par_iter().map(part).collect();
    Classes::merge(parts).unwrap_or_else(|| Classes::plain(Vec::new())).settled()
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
    let mut class_of_row = Vec::with_capacity(encoded.rows);
    packer.for_each_key(0..encoded.rows, |row, key| class_of_row.push(groups.add(key, weight(encoded, row))));
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
    packer.for_each_key(rows.clone(), |row, key| {
        let class = groups.add(key, weight(encoded, row));
        if !plain {
            targets.push(class);
        }
    });
    if plain {
        return Classes::plain(groups.entries);
    }
    count_values(encoded, rows, groups, &targets)
}

/// The classes of `rows` with the values, persons and amounts in each; `targets` has the class of each row.
fn count_values<const W: usize>(encoded: &Encoded<'_>, rows: std::ops::Range<usize>, groups: Grouper<W>, targets: &[u32]) -> Classes<W> {
    let members = Members::new(targets, groups.entries.len());
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
            let mut sums = vec![0; groups.entries.len()];
            for (row, &class) in rows.clone().zip(targets) {
                sums[class as usize] += u128::from(amounts[quasi.codes[row] as usize]) * u128::from(weight(encoded, row));
            }
            sums
        })
        .collect();
    Classes::new(groups.entries, persons, sensitive, amounts)
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

    /// Packs the keys of rows and hands them on in order. Columns are gone through one by one, a block at a time.
    #[inline(always)]
    fn for_each_key<const W: usize>(&self, rows: std::ops::Range<usize>, mut visit: impl FnMut(usize, Key<W>)) {
        let mut keys = [[0u64; W]; BLOCK_ROWS];
        for start in rows.clone().step_by(BLOCK_ROWS) {
            let end = rows.end.min(start + BLOCK_ROWS);
            let block = &mut keys[..end - start];
            block.fill([0; W]);
            for (codes, field, table) in &self.columns {
                for (key, &code) in block.iter_mut().zip(&codes[start..end]) {
                    key[field.word] |= table[code as usize];
                }
            }
            for (row, key) in (start..end).zip(block.iter()) {
                visit(row, *key);
            }
        }
    }
}
