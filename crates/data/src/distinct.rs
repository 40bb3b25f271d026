//! Distinct rows over any columns, in sorted order: what a release is written from.

use crate::grouper::{Grouper, Hashing};
use crate::{Error, Key, Result};

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
pub fn distinct_rows(columns: &[Ranked<'_>], rows: usize, fate: impl Fn(usize) -> Fate) -> Result<Distinct> {
    let mut fields = Vec::with_capacity(columns.len());
    let (mut word, mut free) = (0, 64);
    for column in columns {
        let bits = 64 - (column.ranks as u64).saturating_sub(1).leading_zeros();
        if bits > free {
            (word, free) = (word + 1, 64);
        }
        free -= bits;
        fields.push((word, free.min(63), (1u64 << bits) - 1));
    }
    match word + 1 {
        1 => Ok(group::<1>(columns, &fields, rows, fate)),
        2 => Ok(group::<2>(columns, &fields, rows, fate)),
        3..=4 => Ok(group::<4>(columns, &fields, rows, fate)),
        5..=16 => Ok(group::<16>(columns, &fields, rows, fate)),
        17..=64 => Ok(group::<64>(columns, &fields, rows, fate)),
        words => Err(Error::limit(format!("a released row needs {} bits when packed; at most 4,096 are possible", words * 64))),
    }
}

fn group<const W: usize>(columns: &[Ranked<'_>], fields: &[(usize, u32, u64)], rows: usize, fate: impl Fn(usize) -> Fate) -> Distinct {
    let mut groups = Grouper::<W>::new(1 << 12, Hashing::Full);
    let mut of_row = Vec::with_capacity(rows);
    for row in 0..rows {
        let fate = fate(row);
        if fate == Fate::Dropped {
            continue;
        }
        let mut key: Key<W> = [0; W];
        for (column, &(word, shift, _)) in columns.iter().zip(fields) {
            let rank = match column.marked_rank {
                Some(marked) if fate == Fate::Marked => marked,
                _ => column.rank_of[column.codes[row] as usize],
            };
            key[word] |= u64::from(rank) << shift;
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
        tuples.extend(fields.iter().map(|&(word, shift, mask)| (key[word] >> shift & mask) as u32));
    }
    of_row.iter_mut().for_each(|g| *g = place[*g as usize]);
    Distinct { tuples, counts: order.iter().map(|&g| groups.entries[g as usize].1).collect(), of_row }
}
