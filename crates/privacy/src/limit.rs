//! A bound that many classes are compared with.

use crate::score::{Score, product};
use equipoise_data::ExactFraction;
use std::cmp::Ordering;

/// The bound of a model as a fraction, with a short way for numbers of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    score: Score,
    numerator: u128,
    denominator: u128,
    /// The fraction, where both parts have 64 bits.
    small: Option<(u64, u64)>,
}

impl Limit {
    /// A limit that is finite.
    pub(crate) fn new(score: Score) -> Self {
        let ExactFraction {
            numerator,
            denominator,
        } = score.fraction();
        let small = u64::try_from(numerator)
            .ok()
            .zip(u64::try_from(denominator).ok());
        Limit {
            score,
            numerator,
            denominator,
            small,
        }
    }

    /// The limit as a score.
    pub(crate) fn score(&self) -> Score {
        self.score
    }

    /// The nearest floating-point number.
    pub(crate) fn to_f64(self) -> f64 {
        self.score.to_f64()
    }

    /// The least whole number that is not below it, as far as 64 bits go.
    pub(crate) fn ceil(&self) -> u64 {
        u64::try_from(self.numerator.div_ceil(self.denominator)).unwrap_or(u64::MAX)
    }

    /// How `numerator / denominator` compares with the limit; exact. The denominator is not 0.
    #[inline]
    pub(crate) fn compare(&self, numerator: u128, denominator: u128) -> Ordering {
        if let (Some((n, d)), Ok(a), Ok(b)) = (
            self.small,
            u64::try_from(numerator),
            u64::try_from(denominator),
        ) {
            return (u128::from(a) * u128::from(d)).cmp(&(u128::from(n) * u128::from(b)));
        }
        product(numerator, self.denominator).cmp(&product(self.numerator, denominator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_way_agree() {
        let big = Score::new((1 << 100) + 1, 3 << 100);
        let cases = [
            (1u128, 3u128),
            (2, 6),
            (1, 4),
            (1 << 99, 3 << 99),
            ((1 << 100) + 1, 3 << 100),
            (u128::MAX, u128::MAX),
        ];
        for limit in [Score::new(1, 3), Score::new(1, 4), big, Score::whole(1)] {
            for (n, d) in cases {
                assert_eq!(
                    Limit::new(limit).compare(n, d),
                    Score::new(n, d).cmp(&limit),
                    "{n}/{d} with {limit:?}"
                );
            }
        }
    }
}
