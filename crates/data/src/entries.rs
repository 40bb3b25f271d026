//! Keys and rows of classes at rest, in as few bytes as they need.

use crate::key::Key;
use crate::radix::sort_by_bits;
use crate::sums::{add_up, add_up_items};

/// The classes of a node: a key and a number of rows each.
///
/// Lists are kept by the thousand and mostly read from front to back, so their size decides how
/// many can be kept and how fast they are read. Where key and rows fit one word together, which is
/// the rule, they share it.
#[derive(Clone, Debug)]
pub(crate) enum Entries<const W: usize> {
    Wide(Vec<(Key<W>, u64)>),
    /// The key above the lowest `row_bits` bits, the rows in them. Only for keys of one word.
    Packed {
        row_bits: u32,
        words: Vec<u64>,
    },
}

impl<const W: usize> Entries<W> {
    /// The smallest form of a list, sorted by key, one entry per key.
    pub(crate) fn sorted(mut list: Vec<(Key<W>, u64)>) -> Self {
        let bits = |number: u64| u64::BITS - number.leading_zeros();
        let (keys, total) = list.iter().fold((0, 0), |(keys, total), e| {
            (keys | e.0[0], u64::saturating_add(total, e.1))
        });
        // Room for all rows of the table, so that no class that these are merged to can have more.
        let (key_bits, row_bits) = (bits(keys), bits(total));
        if W > 1 || key_bits + row_bits > u64::BITS || row_bits == u64::BITS {
            list.sort_unstable_by_key(|e| e.0);
            let distinct = add_up(&mut list);
            list.truncate(distinct);
            return Entries::Wide(list);
        }
        let mut words: Vec<u64> = list
            .iter()
            .map(|(key, rows)| key[0] << row_bits | rows)
            .collect();
        drop(list);
        sort_by_bits(&mut words, row_bits, key_bits, &mut Vec::new());
        let distinct = add_up_items(&mut words, row_bits);
        words.truncate(distinct);
        words.shrink_to_fit();
        Entries::Packed { row_bits, words }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Entries::Wide(list) => list.len(),
            Entries::Packed { words, .. } => words.len(),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, class: usize) -> (Key<W>, u64) {
        match self {
            Entries::Wide(list) => list[class],
            Entries::Packed { row_bits, words } => unpack(words[class], *row_bits),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key<W>, u64)> {
        (0..self.len()).map(|class| self.get(class))
    }

    /// Calls `visit` with every entry in order; faster than [`Entries::iter`], as the form is
    /// looked at once.
    #[inline(always)]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Key<W>, u64)) {
        match self {
            Entries::Wide(list) => list.iter().for_each(|&(key, rows)| visit(key, rows)),
            Entries::Packed { row_bits, words } => words.iter().for_each(|&word| {
                let (key, rows) = unpack(word, *row_bits);
                visit(key, rows);
            }),
        }
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Entries::Wide(list) => list.len() * (W * 8 + 8),
            Entries::Packed { words, .. } => words.len() * 8,
        }
    }
}

#[inline(always)]
fn unpack<const W: usize>(word: u64, row_bits: u32) -> (Key<W>, u64) {
    let mut key = [0; W];
    key[0] = word >> row_bits;
    (key, word & ((1 << row_bits) - 1))
}

/// Equal lists are equal in any form.
impl<const W: usize> PartialEq for Entries<W> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<const W: usize> Eq for Entries<W> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        for list in [
            vec![],
            vec![([0], 1)],
            vec![([5], 1), ([7], 300), ([1 << 40], 2)],
            vec![([u64::MAX >> 9], 511)],
            vec![([u64::MAX >> 9], 512)],
            vec![([0], 300), ([u64::MAX >> 9], 300)],
            vec![([u64::MAX], 1)],
            vec![([0], u64::MAX)],
        ] {
            let fits = list.iter().all(|(key, _)| key[0] <= u64::MAX >> 9)
                && list.iter().map(|e| e.1).sum::<u64>() < 512;
            let mut given: Vec<_> = list.iter().rev().copied().collect();
            // A class in two parts.
            if let Some(last) = given.last_mut().filter(|e| e.1 > 1) {
                last.1 -= 1;
                let key = last.0;
                given.push((key, 1));
            }
            let entries = Entries::<1>::sorted(given);
            assert_eq!(matches!(entries, Entries::Packed { .. }), fits, "{list:?}");
            assert_eq!(entries.iter().collect::<Vec<_>>(), list);
            let mut seen = Vec::new();
            entries.for_each(|key, rows| seen.push((key, rows)));
            assert_eq!(seen, list);
            assert_eq!(entries, Entries::Wide(list));
        }
        assert!(matches!(
            Entries::sorted(vec![([0, 1], 1)]),
            Entries::Wide(_)
        ));
    }
}
