//! Rolling up a sorted list by one field: short runs are put in order, without hashing.

use crate::Key;
use crate::dense::{DENSE_LIMIT, Dense};
use crate::entries::Entries;
use crate::key::Single;
use crate::radix::sort_by_last_word;

/// Changes one field of sorted keys and adds up the rows of equal ones; the result is sorted too.
///
/// Codes are in preorder, so a changed field keeps its order: keys can only be out of order within a group that agrees on
/// that field and all fields above it, where several sorted runs follow each other. Most groups are small or in order
/// already; the others are sorted by themselves.
///
/// # Cost
/// 3 to 5 ns per key where groups are small, and a sort of each group that is not.
pub(crate) fn merge_runs<const W: usize>(sorted: &Entries<W>, single: Single<'_>, buffer: &mut Buffer<W>) -> Entries<W> {
    sorted.change_into(&mut buffer.entries, |key| single.apply(key));
    if !single.is_lowest() {
        buffer.sort_groups(single);
    }
    let distinct = add_up(&mut buffer.entries);
    Entries::packed(&buffer.entries[..distinct])
}

/// Memory that roll-ups use again and again: fresh memory costs more than the work done in it.
#[derive(Debug, Default)]
pub struct Buffer<const W: usize> {
    entries: Vec<(Key<W>, u64)>,
    spare: Vec<(Key<W>, u64)>,
    dense: Option<Dense>,
}

impl<const W: usize> Buffer<W> {
    /// Sorts the groups that are not sorted. Whether a key is out of order is rare enough to branch on; group ends are looked
    /// for only then.
    fn sort_groups(&mut self, single: Single<'_>) {
        let Buffer { entries, spare, dense } = self;
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
            sort_group(&mut entries[start..end], single, dense, spare);
            at = end;
        }
    }
}

/// Groups from this length on are summed by counters rather than sorted, if their numbers are small.
const DENSE_GROUP: usize = 20;

/// Sorts the entries of one group, in which only what is less significant than the field differs.
fn sort_group<const W: usize>(group: &mut [(Key<W>, u64)], single: Single<'_>, dense: &mut Option<Dense>, spare: &mut Vec<(Key<W>, u64)>) {
    let below = single.numbers_below::<W>().filter(|_| group.len() >= DENSE_GROUP);
    let below = match below {
        Some(below) if below <= DENSE_LIMIT => below,
        Some(below) => return sort_by_last_word(group, below.trailing_zeros(), spare),
        None => return group.sort_unstable_by_key(|e| e.0),
    };
    let mask = below as u64 - 1;
    let dense = dense.get_or_insert_with(Dense::new);
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
}

/// One entry per key, from sorted ones; returns how many there are. No branch, because whether a key repeats is hard to
/// predict; the key and its sum so far stay in registers.
pub(crate) fn add_up<const W: usize>(entries: &mut [(Key<W>, u64)]) -> usize {
    let Some(&(mut current, _)) = entries.first() else { return 0 };
    let (mut last, mut sum) = (0, 0);
    for i in 0..entries.len() {
        let (key, rows) = entries[i];
        let same = key == current;
        sum = if same { sum + rows } else { rows };
        last += usize::from(!same);
        entries[last] = (key, sum);
        current = key;
    }
    last + 1
}
