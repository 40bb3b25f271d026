//! Chance by counting: the draws of a row are hashes of (seed, row, draw), so rows need no shared
//! state.

/// An odd number near 2^64 over the golden ratio: its multiples are spread evenly over all 64-bit
/// numbers.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a number, one to one.
///
/// This is the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014, with the constants of
/// variant 13).
pub(crate) const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The draws of one row, in a fixed order.
pub(crate) struct Draws {
    state: u64,
}

impl Draws {
    /// The draws of row `row` under `seed`.
    pub(crate) fn of(seed: u64, row: u64) -> Self {
        // Mixing the seed first keeps neighbouring seeds from sharing rows.
        Draws {
            state: mix(mix(seed.wrapping_add(STEP)) ^ row.wrapping_mul(STEP)),
        }
    }

    /// The next 32 random bits.
    pub(crate) fn bits(&mut self) -> u32 {
        self.state = self.state.wrapping_add(STEP);
        (mix(self.state) >> 32) as u32
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(n)) >> 32) as u32
    }

    /// True in `share` of 1000 cases.
    pub(crate) fn per_mille(&mut self, share: u32) -> bool {
        self.below(1000) < share
    }

    /// An index drawn by weight.
    pub(crate) fn pick<const N: usize>(&mut self, choice: &Choice<N>) -> usize {
        let x = self.below(choice.upto[N - 1]);
        choice.upto.partition_point(|&upto| upto <= x)
    }
}

/// Weights prepared for drawing: running totals.
#[derive(Clone, Copy)]
pub(crate) struct Choice<const N: usize> {
    upto: [u32; N],
}

impl<const N: usize> Choice<N> {
    /// Prepares weights, which must not all be 0.
    pub(crate) const fn new(weights: [u32; N]) -> Self {
        let mut upto = weights;
        let mut i = 1;
        while i < N {
            upto[i] += upto[i - 1];
            i += 1;
        }
        assert!(upto[N - 1] > 0);
        Choice { upto }
    }

    /// Prepares several rows of weights at once.
    pub(crate) const fn table<const R: usize>(weights: [[u32; N]; R]) -> [Self; R] {
        let mut table = [Choice { upto: [0; N] }; R];
        let mut row = 0;
        while row < R {
            table[row] = Choice::new(weights[row]);
            row += 1;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_follows_its_weights_and_never_takes_weight_zero() {
        let choice = Choice::new([0, 1, 0, 3, 6, 0]);
        let mut counts = [0; 6];
        let mut draws = Draws::of(5, 0);
        for _ in 0..100_000 {
            counts[draws.pick(&choice)] += 1;
        }
        assert_eq!((counts[0], counts[2], counts[5]), (0, 0, 0));
        // Six standard deviations around the expected counts.
        for (count, expected) in [
            (counts[1], 10_000),
            (counts[3], 30_000),
            (counts[4], 60_000),
        ] {
            assert!(i32::abs(count - expected) < 950, "{counts:?}");
        }
    }

    #[test]
    fn neighbouring_rows_and_seeds_draw_differently() {
        let mut firsts: Vec<u32> = (0..100)
            .flat_map(|s| (0..100).map(move |r| Draws::of(s, r).bits()))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        // 10,000 draws of 32 bits collide about 0.01 times.
        assert!(firsts.len() >= 9_999);
    }
}
