//! Fingerprints of tuples, from which any columns can be taken out.
//!
//! Every value of every column has 128 bits that look random, and a tuple has the sum of those of
//! its values modulo 2 (Zobrist 1970). Taking a column out is one more sum, so the groups of a
//! table under any mask take one pass, however wide a tuple is. Two different tuples share their
//! bits with a chance of about 2^-128 per pair; nothing rests on it, since every result is counted
//! again by exact code ([`super::judge`]).

use rayon::prelude::*;

/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// The 128 bits of every value of every column.
#[derive(Debug)]
pub(super) struct Prints {
    of_value: Vec<Vec<u128>>,
    of_suppressed: Vec<u128>,
}

/// 64 bits that look random (the last steps of splitmix64).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn print_of(column: usize, value: usize) -> u128 {
    let seed = ((column as u64 + 1) << 32) ^ value as u64;
    let half = |salt: u64| mix(mix(seed ^ salt).wrapping_add(0x9e37_79b9_7f4a_7c15));
    (u128::from(half(0x243f_6a88_85a3_08d3)) << 64) | u128::from(half(0x1319_8a2e_0370_7344))
}

impl Prints {
    /// Prints for all values that occur.
    pub(super) fn new(columns: &[&[u32]]) -> Self {
        let of_column = |(c, codes): (usize, &&[u32])| {
            let end = codes.iter().max().map_or(0, |&m| m as usize + 1);
            (0..end).map(|value| print_of(c, value)).collect()
        };
        // No leaf is as large as this.
        let of_suppressed = (0..columns.len())
            .map(|c| print_of(c, NONE as usize))
            .collect();
        Prints {
            of_value: columns.par_iter().enumerate().map(of_column).collect(),
            of_suppressed,
        }
    }

    /// The bits of one cell.
    pub(super) fn cell(&self, column: usize, value: u32) -> u128 {
        self.of_value[column][value as usize]
    }

    /// The bits of a suppressed cell.
    pub(super) fn suppressed(&self, column: usize) -> u128 {
        self.of_suppressed[column]
    }

    /// The bits of a row on the columns of a set.
    pub(super) fn row(&self, columns: &[&[u32]], row: usize, set: u64) -> u128 {
        bits(set).fold(0, |sum, c| sum ^ self.cell(c, columns[c][row]))
    }
}

/// The places of the bits that are set, from the lowest.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros() as usize;
            set &= set - 1;
            at
        })
    })
}

/// Numbers prints, or other keys, from 0 in the order in which they come. Keys are compared whole.
#[derive(Debug)]
pub(super) struct Ranks {
    slots: Vec<u32>,
    prints: Vec<u128>,
}

impl Ranks {
    /// Room for so many; more may come.
    pub(super) fn with_capacity(expected: usize) -> Self {
        Ranks {
            slots: vec![NONE; (expected * 2).next_power_of_two().max(16)],
            prints: Vec::new(),
        }
    }

    fn slot(&self, print: u128) -> usize {
        // Keys that are no prints are spread by a product.
        let spread = ((print >> 64) as u64 ^ print as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (spread >> 32) as usize & (self.slots.len() - 1);
        while self.slots[at] != NONE && self.prints[self.slots[at] as usize] != print {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// The number of a print; a new one gets the next.
    pub(super) fn number(&mut self, print: u128) -> u32 {
        let mut at = self.slot(print);
        if self.slots[at] == NONE {
            if (self.prints.len() + 1) * 4 > self.slots.len() * 3 {
                self.grow();
                at = self.slot(print);
            }
            self.slots[at] = self.prints.len() as u32;
            self.prints.push(print);
        }
        self.slots[at]
    }

    /// The number of a print that may not have come.
    pub(super) fn find(&self, print: u128) -> Option<u32> {
        let number = self.slots[self.slot(print)];
        (number != NONE).then_some(number)
    }

    fn grow(&mut self) {
        self.slots = vec![NONE; self.slots.len() * 2];
        for i in 0..self.prints.len() {
            let at = self.slot(self.prints[i]);
            self.slots[at] = i as u32;
        }
    }

    /// How many came.
    pub(super) fn len(&self) -> usize {
        self.prints.len()
    }
}
