//! From rows to counted distinct tuples: the one step that sees every row.

use crate::classes::{Classes, Views};
use crate::encoded::{Encoded, Quasi, Sensitive};
use crate::entries::Entries;
use crate::grouper::{Grouper, Hashing};
use crate::item::Marked;
use crate::key::{Field, Key, Layout};
use crate::marks::Marks;
use crate::view::{Members, View, unit};
use rayon::prelude::*;
use std::ops::Range;

/// Fewer rows than this are not worth a part of their own.
const LEAST_PART_ROWS: usize = 1 << 14;

/// Room is made for so many classes at first; a table of fewer rows never has to grow.
const MOST_EXPECTED: usize = 1 << 15;

/// Rows whose keys are packed at a time, column after column.
const BLOCK_ROWS: usize = 1 << 10;

/// Counts all rows at the node `levels`, in parallel, with the same result on any number of
/// threads.
///
/// # Cost
/// O(rows x quasi-identifiers); 15 to 25 ns per row where classes fit the cache, and once more per
/// sensitive column.
pub fn count<const W: usize>(encoded: &Encoded<'_>, layout: &Layout, levels: &[u8]) -> Classes<W> {
    assert!(
        encoded.weights.is_none_or(|w| w.iter().all(|&w| w > 0)),
        "every row has a weight of at least 1"
    );
    let packer = Packer::new(encoded, layout, levels);
    let parts = parts(encoded.rows)
        .into_par_iter()
        .map(|rows| count_part::<W>(encoded, layout, &packer, rows))
        .collect();
    let classes = Classes::merge(parts)
        .unwrap_or_else(|| Classes::plain(layout, Vec::new()))
        .settled();
    match encoded.population {
        None => classes,
        Some(population) => classes.within(count_population(encoded, population, layout, levels)),
    }
}

/// The classes of the population, sorted by key.
fn count_population<const W: usize>(
    encoded: &Encoded<'_>,
    population: &[Vec<u32>],
    layout: &Layout,
    levels: &[u8],
) -> Entries<W> {
    let quasi = encoded
        .quasi
        .iter()
        .zip(population)
        .map(|(q, codes)| Quasi { codes, ..*q })
        .collect();
    let rows = population.first().map_or(0, Vec::len);
    let plain = Encoded {
        rows,
        quasi,
        sensitive: Vec::new(),
        persons: None,
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    let packer = Packer::new(&plain, layout, levels);
    let mut groups = Grouper::<W>::new(rows.min(MOST_EXPECTED), Hashing::Full);
    packer.for_each_key(0..rows, |_, key| {
        groups.add(key, 1);
    });
    Entries::sorted(groups.entries)
}

/// A part of the rows for each thread.
fn parts(rows: usize) -> Vec<Range<usize>> {
    let length = rows
        .div_ceil(rayon::current_num_threads())
        .max(LEAST_PART_ROWS);
    (0..rows)
        .step_by(length)
        .map(|start| start..rows.min(start + length))
        .collect()
}

/// Counts a range of rows. Parts counted anywhere give the whole by [`Classes::merge`] and
/// [`Classes::settled`].
pub fn count_range<const W: usize>(
    encoded: &Encoded<'_>,
    layout: &Layout,
    levels: &[u8],
    rows: Range<usize>,
) -> Classes<W> {
    count_part(encoded, layout, &Packer::new(encoded, layout, levels), rows)
}

/// Counts all rows at the node `levels` and says of each row in which class it is. Classes are in
/// the order of first sight.
///
/// # Cost
/// One pass over the rows in parallel, and four bytes per row.
pub fn assign<const W: usize>(
    encoded: &Encoded<'_>,
    layout: &Layout,
    levels: &[u8],
) -> (Classes<W>, Vec<u32>) {
    let packer = Packer::new(encoded, layout, levels);
    let parts: Vec<(Grouper<W>, Vec<u32>)> = parts(encoded.rows)
        .into_par_iter()
        .map(|rows| group(encoded, &packer, rows))
        .collect();
    let mut groups = Grouper::new(MOST_EXPECTED, Hashing::Full);
    let mut class_of_row = Vec::with_capacity(encoded.rows);
    for (part, targets) in parts {
        let class_of: Vec<u32> = part
            .entries
            .iter()
            .map(|&(key, rows)| groups.add(key, rows))
            .collect();
        class_of_row.extend(targets.iter().map(|&target| class_of[target as usize]));
    }
    let classes = count_values(encoded, layout, 0..encoded.rows, groups, &class_of_row);
    let classes = match encoded.population {
        None => classes,
        Some(population) => classes.within(count_population(encoded, population, layout, levels)),
    };
    (classes, class_of_row)
}

/// The groups of some rows, and of each row in which group it is.
fn group<const W: usize>(
    encoded: &Encoded<'_>,
    packer: &Packer<'_>,
    rows: Range<usize>,
) -> (Grouper<W>, Vec<u32>) {
    let mut groups = Grouper::new(rows.len().min(MOST_EXPECTED), Hashing::Full);
    let mut targets = Vec::with_capacity(rows.len());
    packer.for_each_key(rows, |row, key| {
        targets.push(groups.add(key, weight(encoded, row)))
    });
    (groups, targets)
}

fn weight(encoded: &Encoded<'_>, row: usize) -> u64 {
    encoded.weights.map_or(1, |w| w[row])
}

fn count_part<const W: usize>(
    encoded: &Encoded<'_>,
    layout: &Layout,
    packer: &Packer<'_>,
    rows: Range<usize>,
) -> Classes<W> {
    if let Some(row_bits) = marks_fit::<W>(encoded, layout) {
        return count_marks(encoded, layout, packer, rows, row_bits);
    }
    if encoded.has_cells() {
        let list = |column: &Sensitive<'_>| {
            add_rows(
                encoded,
                &packer.with_values(column, layout.value()),
                rows.clone(),
            )
        };
        return Classes::of_cells(layout, encoded.sensitive.iter().map(list).collect());
    }
    if !is_plain(encoded) {
        let (groups, targets) = group(encoded, packer, rows.clone());
        return count_values(encoded, layout, rows, groups, &targets);
    }
    Classes::plain(layout, add_rows(encoded, packer, rows))
}

/// The bits of a word that rows need, where marks are all that is asked of values and everything
/// fits.
fn marks_fit<const W: usize>(encoded: &Encoded<'_>, layout: &Layout) -> Option<u32> {
    let [column] = encoded.sensitive[..] else {
        return None;
    };
    let row_bits = u64::BITS - encoded.total_rows().leading_zeros();
    let fits = W == 1 && row_bits < u64::BITS && layout.bits() + row_bits <= u64::BITS;
    (fits
        && column.only_occurrence
        && encoded.has_cells()
        && encoded.most_values() <= Marks::MOST_VALUES)
        .then_some(row_bits)
}

fn count_marks<const W: usize>(
    encoded: &Encoded<'_>,
    layout: &Layout,
    packer: &Packer<'_>,
    rows: Range<usize>,
    row_bits: u32,
) -> Classes<W> {
    let (groups, targets) = group::<W>(encoded, packer, rows.clone());
    let mut items: Vec<Marked> = groups
        .entries
        .iter()
        .map(|(key, rows)| (key[0] << row_bits | rows, 0))
        .collect();
    let column = &encoded.sensitive[0];
    for (&code, target) in column.codes[rows].iter().zip(targets) {
        items[target as usize].1 |= 1 << column.value_of[code as usize];
    }
    Classes::of_marks(layout, items, row_bits)
}

/// Each different key with its rows.
fn add_rows<const W: usize>(
    encoded: &Encoded<'_>,
    packer: &Packer<'_>,
    rows: Range<usize>,
) -> Vec<(Key<W>, u64)> {
    let mut groups = Grouper::<W>::new(rows.len().min(MOST_EXPECTED), Hashing::Full);
    packer.for_each_key(rows, |row, key| {
        groups.add(key, weight(encoded, row));
    });
    groups.entries
}

/// Whether nothing but rows is counted.
fn is_plain(encoded: &Encoded<'_>) -> bool {
    encoded.sensitive.is_empty() && encoded.persons.is_none() && encoded.amounts.is_empty()
}

/// The classes of `rows` with the values, persons and amounts in each; `targets` has the class of
/// each row.
fn count_values<const W: usize>(
    encoded: &Encoded<'_>,
    layout: &Layout,
    rows: Range<usize>,
    groups: Grouper<W>,
    targets: &[u32],
) -> Classes<W> {
    if is_plain(encoded) {
        return Classes::plain(layout, groups.entries);
    }
    let members = Members::new(targets, groups.entries.len());
    let start = rows.start;
    let sensitive = |column: &Sensitive<'_>| {
        let value = |row: usize| column.value_of[column.codes[start + row] as usize];
        match encoded.persons {
            Some(p) => View::of_units(&members, |row| unit(p[start + row], value(row))),
            None => View::of_rows(&members, value, |row| weight(encoded, start + row)),
        }
    };
    let amounts = |(amounts, quasi): (&Vec<u64>, &Quasi<'_>)| {
        let mut sums = vec![0; groups.entries.len()];
        for (row, &class) in rows.clone().zip(targets) {
            sums[class as usize] +=
                u128::from(amounts[quasi.codes[row] as usize]) * u128::from(weight(encoded, row));
        }
        sums
    };
    let views = Views {
        persons: encoded
            .persons
            .map(|p| View::of_units(&members, |row| unit(p[start + row], 0))),
        sensitive: encoded.sensitive.iter().map(sensitive).collect(),
        amounts: encoded
            .amounts
            .iter()
            .zip(&encoded.quasi)
            .map(amounts)
            .collect(),
    };
    Classes::with_views(layout, groups.entries, views)
}

/// Look-ups from dictionary code to shifted code, one table per quasi-identifier.
#[derive(Clone)]
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
                let table = quasi
                    .hierarchy
                    .leaf_of
                    .iter()
                    .map(|&leaf| u64::from(of_leaf[leaf as usize]) << field.shift)
                    .collect();
                (quasi.codes, field, table)
            })
            .collect();
        Packer { columns }
    }

    /// Also packs the values of a sensitive column.
    fn with_values(&self, column: &Sensitive<'a>, field: Field) -> Self {
        let mut packer = self.clone();
        let table = column
            .value_of
            .iter()
            .map(|&value| u64::from(value) << field.shift)
            .collect();
        packer.columns.push((column.codes, field, table));
        packer
    }

    /// Packs the keys of rows and hands them on in order. Columns are gone through one by one, a
    /// block at a time.
    #[inline(always)]
    fn for_each_key<const W: usize>(
        &self,
        rows: Range<usize>,
        mut visit: impl FnMut(usize, Key<W>),
    ) {
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
