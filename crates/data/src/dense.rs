//! Sums by small numbers, read out in order: a counting sort that remembers which counters it used.

use crate::item::Item;

/// Numbers below this can be summed: 2^17 counters are one megabyte.
pub(crate) const DENSE_LIMIT: usize = 1 << 17;

/// Counters for numbers below [`DENSE_LIMIT`], and two levels of bits that say which are in use.
/// Between uses all are 0.
#[derive(Debug)]
pub(crate) struct Dense<T> {
    sums: Vec<T>,
    used: Vec<u64>,
    used_words: Vec<u64>,
}

impl<T: Item> Dense<T> {
    pub(crate) fn new() -> Self {
        Dense {
            sums: vec![T::default(); DENSE_LIMIT],
            used: vec![0; DENSE_LIMIT / 64],
            used_words: vec![0; DENSE_LIMIT / 64 / 64],
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, number: usize, item: T, row_mask: u64) {
        self.sums[number] = self.sums[number].join(item, row_mask);
        self.used[number / 64] |= 1 << (number % 64);
        self.used_words[number / 64 / 64] |= 1 << (number / 64 % 64);
    }

    /// Hands out the sums in order of their numbers and sets all back to 0.
    #[inline(always)]
    pub(crate) fn drain(&mut self, mut visit: impl FnMut(usize, T)) {
        for (i, words) in self.used_words.iter_mut().enumerate() {
            let mut words = std::mem::take(words);
            while words != 0 {
                let word = i * 64 + words.trailing_zeros() as usize;
                words &= words - 1;
                let mut bits = std::mem::take(&mut self.used[word]);
                while bits != 0 {
                    let number = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    visit(number, std::mem::take(&mut self.sums[number]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_come_out_in_order_and_leave_nothing() {
        let mut dense = Dense::<u64>::new();
        for round in 1..3 {
            for number in [5, DENSE_LIMIT - 1, 0, 64, 5, 4096] {
                dense.add(number, round, u64::MAX);
            }
            let mut out = Vec::new();
            dense.drain(|number, sum| out.push((number, sum)));
            assert_eq!(
                out,
                [
                    (0, round),
                    (5, 2 * round),
                    (64, round),
                    (4096, round),
                    (DENSE_LIMIT - 1, round)
                ]
            );
        }
    }
}
