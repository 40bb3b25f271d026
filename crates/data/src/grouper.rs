//! The inner loop of the product: equal keys become one class.

use crate::key::Key;

const EMPTY: u32 = u32::MAX;

/// Which bits of a hash are used; tests force collisions by using none.
#[derive(Clone, Copy, Debug)]
pub enum Hashing {
    /// All bits.
    Full,
    /// None: every key collides with every other. The answers must be the same, only slower.
    Collide,
}

impl Hashing {
    /// What keys are multiplied by. A product with 0 is the same for all keys.
    fn multiplier(self) -> u64 {
        match self {
            Hashing::Full => 0x9e37_79b9_7f4a_7c15,
            Hashing::Collide => 0,
        }
    }
}

/// Adds up the rows of equal keys: the roll-up where nothing but rows is counted. At most `at_most`
/// keys are different.
///
/// Keys and sums lie in the slots themselves, and an empty slot is one without rows, so a key is
/// placed by one branch that is nearly always taken. Zero rows are not allowed.
pub(crate) fn sum_rows<const W: usize>(
    entries: impl Iterator<Item = (Key<W>, u64)>,
    at_most: usize,
    hashing: Hashing,
) -> Vec<(Key<W>, u64)> {
    let bits = (at_most.max(8) * 4 / 3)
        .next_power_of_two()
        .trailing_zeros();
    let (shift, mask, multiplier) = (64 - bits, (1usize << bits) - 1, hashing.multiplier());
    let mut slots = vec![([0u64; W], 0u64); 1 << bits];
    // Classes come out in the order in which they were first seen: the order of slots would make
    // the next table, which uses the same hash, fill up in clusters.
    let mut places = vec![0u32; at_most + 1];
    let mut distinct = 0;
    for (key, rows) in entries {
        let mut at = (hash(&key, multiplier) >> shift) as usize;
        loop {
            let slot = &mut slots[at & mask];
            if (slot.1 == 0) | (slot.0 == key) {
                places[distinct] = (at & mask) as u32;
                distinct += usize::from(slot.1 == 0);
                *slot = (key, slot.1 + rows);
                break;
            }
            at += 1;
        }
    }
    places[..distinct]
        .iter()
        .map(|&at| slots[at as usize])
        .collect()
}

/// An open-addressing table from keys to dense class numbers, in order of first sight.
#[derive(Debug)]
pub(crate) struct Grouper<const W: usize> {
    slots: Vec<u32>,
    shift: u32,
    multiplier: u64,
    /// The distinct keys and the rows of each.
    pub(crate) entries: Vec<(Key<W>, u64)>,
}

impl<const W: usize> Grouper<W> {
    /// A table for about `expected` classes; it grows when there are more.
    pub(crate) fn new(expected: usize, hashing: Hashing) -> Self {
        let bits = (expected.max(8) * 2).next_power_of_two().trailing_zeros();
        Grouper {
            slots: vec![EMPTY; 1 << bits],
            shift: 64 - bits,
            multiplier: hashing.multiplier(),
            entries: Vec::with_capacity(expected),
        }
    }

    /// Adds `rows` rows to the class of `key` and says which class that is. Amortized O(1).
    #[inline(always)]
    pub(crate) fn add(&mut self, key: Key<W>, rows: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = self.place(&key);
        loop {
            let class = self.slots[at & mask];
            if class == EMPTY {
                return self.insert(at & mask, key, rows);
            }
            let entry = &mut self.entries[class as usize];
            if entry.0 == key {
                entry.1 += rows;
                return class;
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn place(&self, key: &Key<W>) -> usize {
        (hash(key, self.multiplier) >> self.shift) as usize
    }

    #[inline]
    fn insert(&mut self, at: usize, key: Key<W>, rows: u64) -> u32 {
        let class = self.entries.len() as u32;
        assert!(class != EMPTY, "at most 2^32 - 1 classes");
        self.slots[at] = class;
        self.entries.push((key, rows));
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        class
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.shift = 64 - size.trailing_zeros();
        self.slots = vec![EMPTY; size];
        for class in 0..self.entries.len() {
            let mut at = self.place(&self.entries[class].0);
            while self.slots[at & (size - 1)] != EMPTY {
                at += 1;
            }
            self.slots[at & (size - 1)] = class as u32;
        }
    }
}

/// Multiplies and folds; the high bits are the good ones.
#[inline(always)]
fn hash<const W: usize>(key: &Key<W>, multiplier: u64) -> u64 {
    let mut h = 0u64;
    for &word in key {
        let product = u128::from(word ^ h ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(multiplier);
        h = (product >> 64) as u64 ^ product as u64;
    }
    h
}
