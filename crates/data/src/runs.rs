//! Rolling up a sorted list by one field: short runs are put in order, without hashing.

use crate::dense::{DENSE_LIMIT, Dense};
use crate::entries::Entries;
use crate::item::{Item, Marked};
use crate::key::{Key, Single};
use crate::radix::sort_by_bits;
use crate::sums::{add_up, add_up_items, add_up_to};

/// Changes one field of sorted keys and adds up the rows of equal ones; the result is sorted too.
///
/// Codes are in preorder, so a changed field keeps its order: keys can only be out of order within
/// a group that agrees on that field and all fields above it, where several sorted runs follow each
/// other. Most groups are small or in order already; the others are sorted by themselves.
///
/// # Cost
/// 3 to 5 ns per key where groups are small, and a sort of each group that is not.
pub(crate) fn merge_runs<const W: usize>(
    sorted: &Entries<W>,
    single: Single<'_>,
    buffer: &mut Buffer,
) -> Entries<W> {
    match sorted {
        Entries::Wide(list) => Entries::Wide(merge_list(list, single)),
        Entries::Packed { row_bits, words } => Entries::Packed {
            row_bits: *row_bits,
            words: buffer.merge_words(words, *row_bits, single),
        },
    }
}

fn merge_list<const W: usize>(sorted: &[(Key<W>, u64)], single: Single<'_>) -> Vec<(Key<W>, u64)> {
    let mut list: Vec<(Key<W>, u64)> = sorted
        .iter()
        .map(|(key, rows)| (single.apply(key), *rows))
        .collect();
    if !single.is_lowest() {
        sort_groups(
            &mut list,
            |e| e.0,
            |e| single.group(&e.0),
            |group| group.sort_unstable_by_key(|e| e.0),
        );
    }
    let distinct = add_up(&mut list);
    list.truncate(distinct);
    list.shrink_to_fit();
    list
}

/// Memory that roll-ups use again and again: fresh memory costs more than the work done in it.
#[derive(Debug, Default)]
pub struct Buffer {
    table: Vec<u64>,
    ends: Vec<u32>,
    plain: Lists<u64>,
    marked: Lists<Marked>,
}

#[derive(Debug)]
struct Lists<T> {
    items: Vec<T>,
    spare: Vec<T>,
    dense: Option<Dense<T>>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists {
            items: Vec::new(),
            spare: Vec::new(),
            dense: None,
        }
    }
}

impl Buffer {
    /// Rolls up words that hold rows in their lowest `row_bits` bits and the key above.
    fn merge_words(&mut self, sorted: &[u64], row_bits: u32, single: Single<'_>) -> Vec<u64> {
        self.plain.merge(sorted, row_bits, single, &mut self.table)
    }

    /// Rolls up classes with marks.
    pub(crate) fn merge_marked(
        &mut self,
        sorted: &[Marked],
        row_bits: u32,
        single: Single<'_>,
    ) -> Vec<Marked> {
        self.marked.merge(sorted, row_bits, single, &mut self.table)
    }
}

impl<T: Item> Lists<T> {
    fn merge(
        &mut self,
        sorted: &[T],
        row_bits: u32,
        single: Single<'_>,
        table: &mut Vec<u64>,
    ) -> Vec<T> {
        let Lists {
            items,
            spare,
            dense,
        } = self;
        let (shift, mask) = (single.shift() + row_bits, single.mask());
        if shift >= u64::BITS {
            // No word reaches up to the field, so its code is 0 everywhere, and stays so.
            return sorted.to_vec();
        }
        let keep = !(mask << shift);
        table.clear();
        table.extend(single.table().iter().map(|code| code << row_bits));
        let changed = |item: &T| {
            let word = item.word();
            item.with_word(word & keep | table[(word >> shift & mask) as usize])
        };
        if single.is_lowest() {
            // Everything is in order: one pass will do. The list never shrinks, for filling it anew
            // would cost as much as the rest.
            items.resize(items.len().max(sorted.len()), T::default());
            let distinct = add_up_to(sorted.iter().map(changed), items, row_bits);
            return items[..distinct].to_vec();
        }
        items.clear();
        items.extend(sorted.iter().map(changed));
        let sort = |group: &mut [T]| sort_items(group, row_bits, single.shift(), dense, spare);
        // Masks, not shifts by a variable: these are slow.
        let (key_bits, group_bits) = (!0 << row_bits, !0 << shift);
        sort_groups(
            items,
            |item| item.word() & key_bits,
            |item| item.word() & group_bits,
            sort,
        );
        let distinct = add_up_items(items, row_bits);
        items[..distinct].to_vec()
    }
}

/// Sorts the groups that are not sorted. Whether a key is out of order is rare enough to branch on;
/// group ends are looked for only then.
#[inline(always)]
fn sort_groups<T, K: Ord, G: Eq>(
    items: &mut [T],
    key: impl Fn(&T) -> K,
    group: impl Fn(&T) -> G,
    mut sort: impl FnMut(&mut [T]),
) {
    let mut at = 1;
    while at < items.len() {
        if key(&items[at]) >= key(&items[at - 1]) {
            at += 1;
            continue;
        }
        let present = group(&items[at]);
        let mut start = at;
        while start > 0 && group(&items[start - 1]) == present {
            start -= 1;
        }
        let mut end = at;
        while end < items.len() && group(&items[end]) == present {
            end += 1;
        }
        sort(&mut items[start..end]);
        at = end;
    }
}

/// Groups from this length on are summed by counters rather than sorted, if their numbers are
/// small.
const DENSE_GROUP: usize = 20;

/// Sorts the items of one group, which differ in the `bits` bits above the rows only.
fn sort_items<T: Item>(
    group: &mut [T],
    row_bits: u32,
    bits: u32,
    dense: &mut Option<Dense<T>>,
    spare: &mut Vec<T>,
) {
    if group.len() < DENSE_GROUP {
        return group.sort_unstable_by_key(Item::word);
    }
    if bits > DENSE_LIMIT.ilog2() {
        return sort_by_bits(group, row_bits, bits, spare);
    }
    let (number_mask, row_mask) = ((1u64 << bits) - 1, (1u64 << row_bits) - 1);
    let upper = group[0].word() & !(number_mask << row_bits | row_mask);
    let dense = dense.get_or_insert_with(Dense::new);
    for &item in group.iter() {
        dense.add(
            (item.word() >> row_bits & number_mask) as usize,
            item,
            row_mask,
        );
    }
    let mut next = 0;
    let mut key = upper;
    dense.drain(|number, load| {
        key = upper | (number as u64) << row_bits;
        group[next] = load.with_word(key | load.word());
        next += 1;
    });
    // What was summed up leaves places behind it; they repeat the last key with no rows.
    group[next..].fill(T::default().with_word(key));
}

impl Buffer {
    /// One word per class, from sorted cells that have a value in the bits of `value`; also where
    /// the cells of each class end.
    pub(crate) fn divide_words(
        &mut self,
        cells: &[u64],
        row_bits: u32,
        value: u64,
    ) -> (Vec<u64>, Vec<u32>) {
        let Some(&first) = cells.first() else {
            return Default::default();
        };
        assert!(u32::try_from(cells.len()).is_ok(), "at most 2^32 - 1 cells");
        let row_mask = (1u64 << row_bits) - 1;
        let key_mask = !(row_mask | value);
        let len = cells.len();
        self.ends.resize(len.max(self.ends.len()), 0);
        self.plain.items.resize(len.max(self.plain.items.len()), 0);
        let (classes, ends) = (&mut self.plain.items[..len], &mut self.ends[..len]);
        let mut current = first & key_mask;
        let mut last = 0;
        for (&cell, end) in cells.iter().zip(1..) {
            let same = (cell ^ current) & key_mask == 0;
            current = if same {
                current + (cell & row_mask)
            } else {
                cell & !value
            };
            last += usize::from(!same);
            classes[last] = current;
            ends[last] = end;
        }
        (classes[..=last].to_vec(), ends[..=last].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Remap};

    fn rolled(list: &[(Key<1>, u64)], shift: u32, table: &[u64]) -> Vec<(Key<1>, u64)> {
        let table: Vec<u64> = table.iter().map(|code| code << shift).collect();
        let mut remap = Remap::identity(1);
        remap.change(
            Field {
                word: 0,
                shift,
                mask: (table.len() as u64).next_power_of_two() - 1,
            },
            &table,
        );
        let single = remap.single().unwrap();
        let rolled = |entries: Entries<1>| {
            merge_runs(&entries, single, &mut Buffer::default())
                .iter()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            rolled(Entries::Wide(list.to_vec())),
            rolled(Entries::sorted(list.to_vec()))
        );
        rolled(Entries::sorted(list.to_vec()))
    }

    #[test]
    fn a_field_above_all_keys_changes_nothing() {
        let list = [([1], 4), ([3], 1 << 20)];
        for shift in [2, 40, 43, 44, 62] {
            assert_eq!(rolled(&list, shift, &[0, 0, 1, 1]), list, "shift {shift}");
        }
    }

    #[test]
    fn groups_of_any_length_are_put_in_order() {
        // Two bits of the field above `bits` bits; groups are sorted, counted or go through digits.
        for (bits, keys) in [(3, 8), (6, 60), (17, 3000), (18, 100), (20, 5000)] {
            let number = |i: u64| i * 7919 % (1 << bits);
            let mut sums = std::collections::BTreeMap::new();
            let mut list: Vec<(Key<1>, u64)> = Vec::new();
            for code in 0..4 {
                for n in (0..keys)
                    .map(|i| number(i + code * 31))
                    .collect::<std::collections::BTreeSet<_>>()
                {
                    list.push(([code << bits | n], n % 5 + 1));
                    *sums.entry([(code / 2) << bits | n]).or_insert(0) += n % 5 + 1;
                }
            }
            assert_eq!(
                rolled(&list, bits, &[0, 0, 1, 1]),
                sums.into_iter().collect::<Vec<_>>(),
                "{bits} bits"
            );
        }
    }

    #[test]
    fn items_add_up_in_place_and_elsewhere() {
        let row_bits = 5;
        for keys in [
            vec![],
            vec![7],
            vec![0, 0, 0],
            vec![0, 1, 1, 1, 4, 9, 9],
            vec![3; 20],
        ] {
            let words: Vec<u64> = keys
                .iter()
                .zip(0u64..)
                .map(|(key, i)| (key << row_bits) + i % 2)
                .collect();
            let mut sums = std::collections::BTreeMap::new();
            words
                .iter()
                .for_each(|word| *sums.entry(word >> row_bits).or_insert(0) += word & 31);
            let expected: Vec<u64> = sums
                .iter()
                .map(|(key, rows)| key << row_bits | rows)
                .collect();
            let (mut in_place, mut elsewhere) = (words.clone(), vec![99; words.len()]);
            let distinct = add_up_items(&mut in_place, row_bits);
            assert_eq!(&in_place[..distinct], expected);
            let distinct = add_up_to(words.iter().copied(), &mut elsewhere, row_bits);
            assert_eq!(&elsewhere[..distinct], expected);
        }
    }
}
