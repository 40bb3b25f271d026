//! Rolling up a sorted list by one field: a merge of short runs, without hashing.

use crate::Key;
use crate::key::Single;

/// Changes one field of sorted keys and adds up the rows of equal ones; the result is sorted too.
///
/// Codes are in preorder, so a changed field keeps its order and only the fields below it, within one label, come in several
/// sorted runs. Where these are short a key is nearly always at least as large as the one before it, and the few others
/// move back a few places. Where they are long this gives up (`None`): hashing is better then.
///
/// # Cost
/// 2 to 5 ns per key.
pub(crate) fn merge_runs<const W: usize>(keys: &[Key<W>], rows: &[u64], single: Single<'_>) -> Option<(Vec<Key<W>>, Vec<u64>)> {
    let mut out_keys = vec![[0; W]; keys.len()];
    let mut out_rows = vec![0; keys.len()];
    let mut moves_left = keys.len() * 2 + 64;
    let mut last = 0;
    *out_keys.first_mut()? = single.apply(&keys[0]);
    for (key, &rows) in keys.iter().zip(rows) {
        let key = single.apply(key);
        if key < out_keys[last] {
            let at = place(&out_keys[..last], key);
            moves_left = moves_left.checked_sub(last - at)?;
            if out_keys[at] == key {
                out_rows[at] += rows;
            } else {
                out_keys.copy_within(at..=last, at + 1);
                out_rows.copy_within(at..=last, at + 1);
                (out_keys[at], out_rows[at]) = (key, rows);
                last += 1;
            }
        } else {
            // No branch: whether a key repeats is hard to predict. Rows beyond `last` are 0.
            last += usize::from(key != out_keys[last]);
            out_keys[last] = key;
            out_rows[last] += rows;
        }
    }
    out_keys.truncate(last + 1);
    out_rows.truncate(last + 1);
    Some((out_keys, out_rows))
}

/// The place of the first key that is not smaller, searched from the end.
fn place<const W: usize>(keys: &[Key<W>], key: Key<W>) -> usize {
    let mut at = keys.len();
    while at > 0 && keys[at - 1] >= key {
        at -= 1;
    }
    at
}
