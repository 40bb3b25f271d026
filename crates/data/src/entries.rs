//! Keys and rows of classes at rest, in as few bytes as they need.

use crate::Key;

/// The classes of a node: a key and a number of rows each.
///
/// Lists are kept by the thousand and mostly read from front to back, so their size decides how many can be kept and how
/// fast they are read. Where key and rows fit one word together, which is the rule, they share it.
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
    /// The smallest form of a list.
    pub(crate) fn packed(list: &[(Key<W>, u64)]) -> Self {
        let bits = |all: u64| u64::BITS - all.leading_zeros();
        let used = list.iter().fold((0, 0), |(keys, rows), e| (keys | e.0[0], rows | e.1));
        let (key_bits, row_bits) = (bits(used.0), bits(used.1));
        if W > 1 || key_bits + row_bits > u64::BITS || row_bits == u64::BITS {
            return Entries::Wide(list.to_vec());
        }
        Entries::Packed { row_bits, words: list.iter().map(|(key, rows)| key[0] << row_bits | rows).collect() }
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

    /// Calls `visit` with every entry in order; faster than [`Entries::iter`], as the form is looked at once.
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

    /// Puts all entries, with their keys changed, into `list`.
    #[inline(always)]
    pub(crate) fn change_into(&self, list: &mut Vec<(Key<W>, u64)>, change: impl Fn(&Key<W>) -> Key<W>) {
        list.clear();
        match self {
            Entries::Wide(wide) => list.extend(wide.iter().map(|(key, rows)| (change(key), *rows))),
            Entries::Packed { row_bits, words } => list.extend(words.iter().map(|&word| {
                let (key, rows) = unpack(word, *row_bits);
                (change(&key), rows)
            })),
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
            vec![([u64::MAX], 1)],
            vec![([0], u64::MAX)],
        ] {
            let entries = Entries::<1>::packed(&list);
            let fits = list.iter().all(|(key, rows)| key[0] <= u64::MAX >> 9 && *rows < 512);
            assert_eq!(matches!(entries, Entries::Packed { .. }), fits, "{list:?}");
            assert_eq!(entries.iter().collect::<Vec<_>>(), list);
            let mut seen = Vec::new();
            entries.for_each(|key, rows| seen.push((key, rows)));
            assert_eq!(seen, list);
            entries.change_into(&mut seen, |key| [key[0] ^ 1]);
            assert!(seen.iter().zip(&list).all(|(a, b)| a.0[0] == b.0[0] ^ 1 && a.1 == b.1));
            assert_eq!(entries, Entries::Wide(list));
        }
        assert!(matches!(Entries::packed(&[([0, 1], 1)]), Entries::Wide(_)));
    }
}
