//! Sorting many words digit by digit.

use crate::item::Item;

/// Below this length sorting by comparisons is faster.
const LEAST_LENGTH: usize = 512;
/// So many places are counted for a digit: they stay in the nearest cache.
const MOST_DIGIT_BITS: u32 = 11;

/// Puts words in the order of their `bits` bits from bit `low` on; above these bits they are the
/// same. `spare` is memory to work in.
///
/// # Cost
/// Two passes over the words per digit, 2 to 3 ns per word each.
pub(crate) fn sort_by_bits<T: Item>(words: &mut [T], low: u32, bits: u32, spare: &mut Vec<T>) {
    if words.len() < LEAST_LENGTH {
        return words.sort_unstable_by_key(Item::word);
    }
    let digits = bits.div_ceil(MOST_DIGIT_BITS).max(1);
    let digit_bits = bits.div_ceil(digits);
    spare.clear();
    spare.extend_from_slice(words);
    let (mut from, mut to) = (&mut spare[..], &mut *words);
    for digit in 0..digits {
        scatter(from, to, low + digit * digit_bits, digit_bits);
        std::mem::swap(&mut from, &mut to);
    }
    if digits.is_multiple_of(2) {
        to.copy_from_slice(from);
    }
}

/// Puts words in the order of one digit; those with the same digit keep their order.
fn scatter<T: Item>(from: &[T], to: &mut [T], shift: u32, bits: u32) {
    let mask = (1usize << bits) - 1;
    let digit = |item: T| item.word().checked_shr(shift).unwrap_or(0) as usize & mask;
    let mut places = vec![0u32; mask + 1];
    from.iter().for_each(|&word| places[digit(word)] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for &word in from {
        let place = &mut places[digit(word)];
        to[*place as usize] = word;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_like_a_comparison_sort_for_any_number_of_digits() {
        for (low, bits, length) in [
            (0, 0, 600),
            (5, 0, 600),
            (7, 3, 600),
            (20, 11, 5000),
            (0, 12, 511),
            (9, 22, 5000),
            (40, 23, 5000),
            (24, 40, 3000),
            (0, 64, 3000),
            (1, 63, 3000),
        ] {
            let mut state = 1u64;
            let mut words: Vec<u64> = (0..length)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let word = state ^ state >> 33;
                    if low + bits == 64 {
                        word
                    } else {
                        word & ((1 << (low + bits)) - 1)
                    }
                })
                .collect();
            let mut expected = words.clone();
            expected.sort_unstable();
            sort_by_bits(&mut words, low, bits, &mut Vec::new());
            let key = |word: &u64| word >> low;
            assert!(
                words.iter().map(key).eq(expected.iter().map(key)),
                "{bits} bits from {low}"
            );
            words.sort_unstable();
            assert_eq!(words, expected, "{bits} bits from {low}");
        }
    }
}
