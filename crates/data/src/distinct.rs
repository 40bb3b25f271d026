//! Distinct rows over any columns, in sorted order: what a release is written from.

use crate::error::{Error, Result};
use crate::grouper::{Grouper, Hashing};
use crate::key::{Field, Key, place};

/// A column as ranks: equal ranks are equal texts, and ranks rise as the texts do.
#[derive(Clone, Debug)]
pub struct Ranked<'a> {
    /// Per row a code.
    pub codes: &'a [u32],
    /// For each code its rank.
    pub rank_of: Vec<u32>,
    /// For each code its rank in a row that is marked, where marked rows differ from others.
    pub marked_rank: Option<u32>,
    /// Number of ranks.
    pub ranks: usize,
}

/// The distinct rows of some columns.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// Ranks of all distinct rows, sorted, one after the other.
    pub tuples: Vec<u32>,
    /// How many rows are equal to each.
    pub counts: Vec<u64>,
    /// For each row that was asked for, in table order, its distinct row.
    pub of_row: Vec<u32>,
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is there with its own values.
    Kept,
    /// It is there with marks in place of its quasi-identifiers.
    Marked,
    /// It is not there.
    Dropped,
}

/// Finds the distinct rows among those that are not dropped.
///
/// # Errors
/// Rows wider than 4,096 bits when packed.
///
/// # Cost
/// O(rows x columns + distinct log distinct), four bytes per row.
pub fn distinct_rows(
    columns: &[Ranked<'_>],
    rows: usize,
    fate: impl Fn(usize) -> Fate,
) -> Result<Distinct> {
    let fields = place(columns.iter().map(|column| column.ranks));
    match fields.last().map_or(1, |f| f.word + 1) {
        1 => Ok(group::<1>(columns, &fields, rows, fate)),
        2 => Ok(group::<2>(columns, &fields, rows, fate)),
        3..=4 => Ok(group::<4>(columns, &fields, rows, fate)),
        5..=16 => Ok(group::<16>(columns, &fields, rows, fate)),
        17..=64 => Ok(group::<64>(columns, &fields, rows, fate)),
        words => Err(Error::limit(format!(
            "a released row needs {} bits when packed; at most 4,096 are possible",
            words * 64
        ))),
    }
}

fn group<const W: usize>(
    columns: &[Ranked<'_>],
    fields: &[Field],
    rows: usize,
    fate: impl Fn(usize) -> Fate,
) -> Distinct {
    let mut groups = Grouper::<W>::new(1 << 12, Hashing::Full);
    let mut of_row = Vec::with_capacity(rows);
    for row in 0..rows {
        let fate = fate(row);
        if fate == Fate::Dropped {
            continue;
        }
        let mut key: Key<W> = [0; W];
        for (column, field) in columns.iter().zip(fields) {
            let rank = match column.marked_rank {
                Some(marked) if fate == Fate::Marked => marked,
                _ => column.rank_of[column.codes[row] as usize],
            };
            key[field.word] |= u64::from(rank) << field.shift;
        }
        of_row.push(groups.add(key, 1));
    }
    let mut order: Vec<u32> = (0..groups.entries.len() as u32).collect();
    order.sort_unstable_by_key(|&g| groups.entries[g as usize].0);
    let mut place = vec![0; order.len()];
    let mut tuples = Vec::with_capacity(order.len() * columns.len());
    for (to, &from) in order.iter().enumerate() {
        place[from as usize] = to as u32;
        let key = &groups.entries[from as usize].0;
        tuples.extend(
            fields
                .iter()
                .map(|f| (key[f.word] >> f.shift & f.mask) as u32),
        );
    }
    of_row.iter_mut().for_each(|g| *g = place[*g as usize]);
    Distinct {
        tuples,
        counts: order
            .iter()
            .map(|&g| groups.entries[g as usize].1)
            .collect(),
        of_row,
    }
}
