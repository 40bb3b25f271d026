//! Rolling up a sorted list by one field: short runs are put in order, without hashing.

use crate::Key;
use crate::key::Single;

/// Changes one field of sorted keys and adds up the rows of equal ones; the result is sorted too.
///
/// Codes are in preorder, so a changed field keeps its order: keys can only be out of order within a group that agrees on
/// that field and all fields above it, where several sorted runs follow each other. Most groups are small or in order
/// already; the others are sorted by themselves.
///
/// # Cost
/// 3 to 5 ns per key where groups are small, and a sort of each group that is not.
pub(crate) fn merge_runs<const W: usize>(keys: &[Key<W>], rows: &[u64], single: Single<'_>) -> (Vec<Key<W>>, Vec<u64>) {
    if single.is_lowest() {
        return add_up(keys.len(), keys.iter().zip(rows).map(|(key, &rows)| (single.apply(key), rows)));
    }
    let mut entries: Vec<(Key<W>, u64)> = keys.iter().zip(rows).map(|(key, &rows)| (single.apply(key), rows)).collect();
    sort_groups(&mut entries, single);
    add_up(entries.len(), entries.into_iter())
}

/// Groups from this length on consist of runs that are worth merging.
const LONG_GROUP: usize = 128;

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
        let unsorted = &mut entries[start..end];
        // The stable sort makes use of long runs, the other one is faster on short ones.
        if unsorted.len() < LONG_GROUP {
            unsorted.sort_unstable_by_key(|e| e.0)
        } else {
            unsorted.sort_by_key(|e| e.0)
        }
        at = end;
    }
}

/// One entry per key, from sorted ones. No branch: whether a key repeats is hard to predict.
fn add_up<const W: usize>(most: usize, entries: impl Iterator<Item = (Key<W>, u64)>) -> (Vec<Key<W>>, Vec<u64>) {
    let mut keys = vec![[0; W]; most];
    let mut sums = vec![0; most];
    let mut entries = entries.peekable();
    let Some(first) = entries.peek() else { return (keys, sums) };
    keys[0] = first.0;
    let mut last = 0;
    for (key, rows) in entries {
        last += usize::from(key != keys[last]);
        keys[last] = key;
        sums[last] += rows;
    }
    keys.truncate(last + 1);
    sums.truncate(last + 1);
    (keys, sums)
}
