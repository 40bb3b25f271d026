//! Sorting many keys digit by digit.

use crate::Key;

/// Below this length sorting by comparisons is faster.
const LEAST_LENGTH: usize = 512;
/// So many places are counted for a digit: they stay in the nearest cache.
const MOST_DIGIT_BITS: u32 = 11;

/// Sorts entries by key. `spare` is memory to work in.
pub(crate) fn sort<const W: usize>(entries: &mut [(Key<W>, u64)], spare: &mut Vec<(Key<W>, u64)>) {
    if W > 1 {
        return entries.sort_unstable_by_key(|e| e.0);
    }
    let used = entries.iter().fold(0, |all, e| all | e.0[0]);
    sort_by_last_word(entries, u64::BITS - used.leading_zeros(), spare);
}

/// Sorts entries that differ in the lowest `bits` bits of the last word only. `spare` is memory to work in.
///
/// # Cost
/// Two passes over the entries per digit, 3 to 4 ns per entry each.
pub(crate) fn sort_by_last_word<const W: usize>(entries: &mut [(Key<W>, u64)], bits: u32, spare: &mut Vec<(Key<W>, u64)>) {
    if entries.len() < LEAST_LENGTH {
        return entries.sort_unstable_by_key(|e| e.0);
    }
    let digits = bits.div_ceil(MOST_DIGIT_BITS).max(1);
    let digit_bits = bits.div_ceil(digits);
    spare.clear();
    spare.extend_from_slice(entries);
    let (mut from, mut to) = (&mut spare[..], &mut *entries);
    for digit in 0..digits {
        scatter(from, to, digit * digit_bits, digit_bits);
        std::mem::swap(&mut from, &mut to);
    }
    if digits.is_multiple_of(2) {
        to.copy_from_slice(from);
    }
}

/// Puts entries in the order of one digit; those with the same digit keep their order.
fn scatter<const W: usize>(from: &[(Key<W>, u64)], to: &mut [(Key<W>, u64)], shift: u32, bits: u32) {
    let mask = (1usize << bits) - 1;
    let digit = |key: &Key<W>| (key[W - 1] >> shift) as usize & mask;
    let mut places = vec![0u32; mask + 1];
    from.iter().for_each(|(key, _)| places[digit(key)] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for entry in from {
        let place = &mut places[digit(&entry.0)];
        to[*place as usize] = *entry;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_like_a_comparison_sort_for_any_number_of_digits() {
        for (bits, length) in [(0, 600), (3, 600), (11, 5000), (12, 511), (22, 5000), (23, 5000), (40, 3000), (64, 3000)] {
            let mut state = 1u64;
            let mut entries: Vec<(Key<2>, u64)> = (0..length)
                .map(|i| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    ([7, if bits == 0 { 0 } else { (state ^ state >> 33) >> (64 - bits) }], i)
                })
                .collect();
            let mut expected = entries.clone();
            expected.sort_by_key(|e| e.0);
            sort_by_last_word(&mut entries, bits, &mut Vec::new());
            assert!(entries.iter().map(|e| e.0).eq(expected.iter().map(|e| e.0)), "{bits} bits");
            entries.sort_by_key(|e| e.1);
            assert!(entries.iter().map(|e| e.1).eq(0..length), "{bits} bits");
        }
    }
}
