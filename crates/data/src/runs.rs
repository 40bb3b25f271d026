//! Rolling up a sorted list by one field: short runs are put in order, without hashing.

use crate::Key;
use crate::dense::{DENSE_LIMIT, Dense};
use crate::key::Single;
use std::cell::RefCell;

/// Changes one field of sorted keys and adds up the rows of equal ones; the result is sorted too.
///
/// Codes are in preorder, so a changed field keeps its order: keys can only be out of order within a group that agrees on
/// that field and all fields above it, where several sorted runs follow each other. Most groups are small or in order
/// already; the others are sorted by themselves.
///
/// # Cost
/// 3 to 5 ns per key where groups are small, and a sort of each group that is not.
pub(crate) fn merge_runs<const W: usize>(sorted: &[(Key<W>, u64)], single: Single<'_>) -> Vec<(Key<W>, u64)> {
    let mut entries: Vec<(Key<W>, u64)> = sorted.iter().map(|(key, rows)| (single.apply(key), *rows)).collect();
    if !single.is_lowest() {
        sort_groups(&mut entries, single);
    }
    add_up(&mut entries);
    entries
}

/// Sorts the groups that are not sorted. Whether a key is out of order is rare enough to branch on; group ends are looked
/// for only then.
fn sort_groups<const W: usize>(entries: &mut [(Key<W>, u64)], single: Single<'_>) {
    let mut at = 1;
    while at < entries.len() {
        if entries[at].0 >= entries[at - 1].0 {
            at += 1;
            continue;
        }
        let group = single.group(&entries[at].0);
        let mut start = at;
        while start > 0 && single.group(&entries[start - 1].0) == group {
            start -= 1;
        }
        let mut end = at;
        while end < entries.len() && single.group(&entries[end].0) == group {
            end += 1;
        }
        sort_group(&mut entries[start..end], single);
        at = end;
    }
}

/// Groups from this length on are summed by counters rather than sorted, if their numbers are small.
const DENSE_GROUP: usize = 20;

/// Groups from this length on are sorted digit by digit, if their numbers are large.
const RADIX_GROUP: usize = 1024;
const DIGIT_BITS: u32 = 11;

thread_local! {
    /// Counters are kept from one use to the next: setting them up costs more than using them.
    static DENSE: RefCell<Dense> = RefCell::new(Dense::new());
}

/// Sorts the entries of one group, in which only what is less significant than the field differs.
fn sort_group<const W: usize>(group: &mut [(Key<W>, u64)], single: Single<'_>) {
    let below = single.numbers_below::<W>().filter(|_| group.len() >= DENSE_GROUP);
    let below = match below {
        Some(below) if below <= DENSE_LIMIT => below,
        Some(below) if group.len() >= RADIX_GROUP => return radix_sort(group, below),
        _ => return group.sort_unstable_by_key(|e| e.0),
    };
    let mask = below as u64 - 1;
    DENSE.with_borrow_mut(|dense| {
        for (key, rows) in group.iter() {
            dense.add((key[W - 1] & mask) as usize, *rows);
        }
        let mut next = 0;
        let mut key = group[0].0;
        dense.drain(|number, rows| {
            key[W - 1] = key[W - 1] & !mask | number as u64;
            group[next] = (key, rows);
            next += 1;
        });
        // What was summed up leaves places behind it; they repeat the last key with no rows.
        group[next..].fill((key, 0));
    });
}

/// Sorts entries by the part of the last word below `below`, a power of two, least significant digit first.
fn radix_sort<const W: usize>(entries: &mut [(Key<W>, u64)], below: usize) {
    let bits = below.trailing_zeros();
    let mut from = entries.to_vec();
    let mut to = from.clone();
    for shift in (0..bits).step_by(DIGIT_BITS as usize) {
        let digit = |key: &Key<W>| (key[W - 1] >> shift) as usize & ((1 << DIGIT_BITS.min(bits - shift)) - 1);
        let mut places = [0u32; 1 << DIGIT_BITS];
        from.iter().for_each(|(key, _)| places[digit(key)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for entry in &from {
            let place = &mut places[digit(&entry.0)];
            to[*place as usize] = *entry;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    entries.copy_from_slice(&from);
}

/// One entry per key, from sorted ones. No branch, because whether a key repeats is hard to predict; the key and its sum so
/// far stay in registers.
fn add_up<const W: usize>(entries: &mut Vec<(Key<W>, u64)>) {
    let Some(&(mut current, _)) = entries.first() else { return };
    let (mut last, mut sum) = (0, 0);
    for i in 0..entries.len() {
        let (key, rows) = entries[i];
        let same = key == current;
        sum = if same { sum + rows } else { rows };
        last += usize::from(!same);
        entries[last] = (key, sum);
        current = key;
    }
    entries.truncate(last + 1);
    entries.shrink_to_fit();
}
