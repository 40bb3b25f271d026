//! Adds up sorted items that have the same key.

use crate::item::Item;
use crate::key::Key;

/// One item per key, from sorted ones; returns how many there are. No branch, because whether a key
/// repeats is hard to predict; the key and its sum so far stay in registers.
pub(crate) fn add_up_items<T: Item>(items: &mut [T], row_bits: u32) -> usize {
    let Some(&first) = items.first() else {
        return 0;
    };
    let row_mask = (1u64 << row_bits) - 1;
    let mut current = first.emptied(row_mask);
    let mut last = 0;
    for i in 0..items.len() {
        let item = items[i];
        let same = item.word() ^ current.word() <= row_mask;
        current = if same {
            current.join(item, row_mask)
        } else {
            item
        };
        last += usize::from(!same);
        items[last] = current;
    }
    last + 1
}

/// The same from items that stand elsewhere; there is room for all of them in `out`.
pub(crate) fn add_up_to<T: Item>(
    items: impl Iterator<Item = T> + Clone,
    out: &mut [T],
    row_bits: u32,
) -> usize {
    let Some(first) = items.clone().next() else {
        return 0;
    };
    let row_mask = (1u64 << row_bits) - 1;
    let mut current = first.emptied(row_mask);
    let mut last = 0;
    for item in items {
        let same = item.word() ^ current.word() <= row_mask;
        current = if same {
            current.join(item, row_mask)
        } else {
            item
        };
        last += usize::from(!same);
        out[last] = current;
    }
    last + 1
}

/// One entry per key, from sorted ones; returns how many there are.
pub(crate) fn add_up<const W: usize>(list: &mut [(Key<W>, u64)]) -> usize {
    let mut last = 0;
    for i in 1..list.len() {
        let (key, rows) = list[i];
        if key == list[last].0 {
            list[last].1 += rows;
        } else {
            last += 1;
            list[last] = (key, rows);
        }
    }
    if list.is_empty() { 0 } else { last + 1 }
}
