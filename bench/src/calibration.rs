//! A fixed small kernel, by which machines can be compared.
//!
//! It groups a million packed keys into about 128 thousand groups with a plain table. It uses
//! nothing of the product and is never made faster: figures of another machine, or of another day,
//! are read beside its figure of the same run.

use crate::meter::once;
use std::hint::black_box;

const ROWS: usize = 1_000_000;
const GROUP_BITS: u32 = 17;
const SLOT_BITS: u32 = 18;
/// Odd, so that multiplying by it modulo a power of two mixes up the order and merges nothing.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
/// No key has more than 32 bits, so this is none.
const EMPTY: u64 = u64::MAX;
/// Enough for the smallest time to be stable; all passes together take a tenth of a second.
const PASSES: usize = 15;

/// Nanoseconds of CPU per row in the fastest pass.
pub(crate) fn ns_per_row() -> f64 {
    let keys = keys();
    let mut table = vec![(EMPTY, 0); 1 << SLOT_BITS];
    let pass = || {
        let cost = once(|| {
            black_box(group(black_box(&keys), &mut table));
        });
        cost.cpu_ms * 1e6 / ROWS as f64
    };
    std::iter::repeat_with(pass)
        .take(PASSES)
        .fold(f64::INFINITY, f64::min)
}

/// A million keys of 32 bits with at most 2^17 different values, evenly drawn.
fn keys() -> Vec<u64> {
    let mut state = 1u64;
    let draw = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let group = state >> (64 - GROUP_BITS);
        group.wrapping_mul(MIX) & u64::from(u32::MAX)
    };
    std::iter::repeat_with(draw).take(ROWS).collect()
}

/// Counts each key in `table`, open addressing with linear probing; returns the number of different
/// keys.
fn group(keys: &[u64], table: &mut [(u64, u64)]) -> usize {
    table.fill((EMPTY, 0));
    let mut groups = 0;
    for &key in keys {
        let mut slot = (key.wrapping_mul(MIX) >> (64 - SLOT_BITS)) as usize;
        loop {
            let entry = &mut table[slot];
            if entry.0 == key {
                entry.1 += 1;
                break;
            }
            if entry.0 == EMPTY {
                *entry = (key, 1);
                groups += 1;
                break;
            }
            slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// If this fails, figures can no longer be compared with older ones: put the kernel back.
    #[test]
    fn the_kernel_is_the_one_it_always_was() {
        let keys = keys();
        let mut table = vec![(EMPTY, 0); 1 << SLOT_BITS];
        let groups = group(&keys, &mut table);
        let mut expected: HashMap<u64, u64> = HashMap::new();
        keys.iter()
            .for_each(|&key| *expected.entry(key).or_default() += 1);
        let counted: HashMap<u64, u64> = table.into_iter().filter(|e| e.0 != EMPTY).collect();
        assert_eq!(counted, expected);
        assert_eq!(groups, expected.len());
        assert_eq!(
            (groups, keys.iter().sum::<u64>()),
            (131_011, 2_146_758_308_954_805),
            "worked out by a program in another language"
        );
    }
}
