//! Scores as whole numbers.

use crate::model::Bound;
use crate::score::Score;
use equipoise_data::ExactFraction;

/// A grid of thresholds. Scores are rounded to it such that comparing with a threshold *on the
/// grid* gives exactly what comparing the score itself gives: up where small scores are good, else
/// down.
///
/// ```
/// use equipoise_privacy::{Bound, Grid, Score};
/// let grid = Grid { bound: Bound::AtMost, scale: 1000 };
/// assert_eq!(grid.grade(Score::new(1, 3)), 334);
/// assert!(!grid.allows(334, 333) && grid.allows(334, 334));
/// assert_eq!(grid.grade(Score::INFINITE), Grid::INFINITE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Which side of a threshold is good.
    pub bound: Bound,
    /// Steps of the grid from 0 to 1.
    pub scale: u64,
}

impl Grid {
    /// The grade of a score that is more than every number, and of numbers too large for a grade.
    pub const INFINITE: u64 = u64::MAX;

    /// Steps of the grid for scores that are not whole numbers.
    pub const FINE: u64 = 1_000_000_000;

    /// The grade of a score.
    #[inline]
    pub fn grade(&self, score: Score) -> u64 {
        let (numerator, denominator) = score.raw();
        if denominator == 0 {
            return Grid::INFINITE;
        }
        let scaled = match (u64::try_from(numerator), u64::try_from(denominator)) {
            (Ok(numerator), Ok(1)) => {
                return numerator.checked_mul(self.scale).unwrap_or(Grid::INFINITE);
            }
            (Ok(numerator), Ok(denominator)) => match numerator.checked_mul(self.scale) {
                // Short division is several times as fast.
                Some(scaled) if self.bound == Bound::AtMost => return scaled.div_ceil(denominator),
                Some(scaled) => return scaled / denominator,
                None => self.round(
                    u128::from(numerator) * u128::from(self.scale),
                    denominator.into(),
                ),
            },
            _ => {
                let ExactFraction {
                    numerator,
                    denominator,
                } = score.fraction();
                let whole = numerator / denominator;
                let rest = numerator % denominator;
                // What is left of the point in two steps, so that no product passes 128 bits:
                // beyond 2^98 the last digits of a fraction are far below the grid.
                let shift = (128 - denominator.leading_zeros()).saturating_sub(98);
                let part = if shift == 0 {
                    self.round(rest * u128::from(self.scale), denominator)
                } else {
                    self.long_division(rest, denominator)
                };
                whole
                    .checked_mul(self.scale.into())
                    .and_then(|w| w.checked_add(part))
                    .unwrap_or(u128::MAX)
            }
        };
        u64::try_from(scaled).unwrap_or(Grid::INFINITE)
    }

    fn round(&self, numerator: u128, denominator: u128) -> u128 {
        if self.bound == Bound::AtMost {
            numerator.div_ceil(denominator)
        } else {
            numerator / denominator
        }
    }

    /// `rest * scale / denominator`, rounded, by binary digits of the scale: for denominators near
    /// 2^128.
    fn long_division(&self, rest: u128, denominator: u128) -> u128 {
        let (mut quotient, mut left) = (0u128, 0u128);
        for bit in (0..64).rev() {
            quotient <<= 1;
            let mut add = |amount: u128, left: &mut u128| {
                let room = denominator - *left;
                if amount >= room {
                    *left = amount - room;
                    quotient += 1;
                } else {
                    *left += amount;
                }
            };
            let doubled = left;
            add(doubled, &mut left);
            if self.scale >> bit & 1 == 1 {
                add(rest, &mut left);
            }
        }
        quotient + u128::from(self.bound == Bound::AtMost && left > 0)
    }

    /// Whether a grade is within a threshold.
    #[inline]
    pub fn allows(&self, grade: u64, threshold: u64) -> bool {
        match self.bound {
            Bound::AtLeast => grade >= threshold,
            Bound::AtMost => grade <= threshold && grade != Grid::INFINITE,
            Bound::Below => grade < threshold,
        }
    }

    /// The threshold as a score.
    pub fn score(&self, threshold: u64) -> Score {
        if threshold == Grid::INFINITE {
            Score::INFINITE
        } else {
            Score::new(threshold.into(), self.scale.into())
        }
    }

    /// The strictest threshold that a grade is within.
    pub fn strictest(&self, grade: u64) -> u64 {
        if self.bound == Bound::Below {
            grade.saturating_add(1)
        } else {
            grade
        }
    }

    /// True when the first threshold is stricter than the second.
    pub fn is_stricter(&self, a: u64, b: u64) -> bool {
        if self.bound == Bound::AtLeast {
            a > b
        } else {
            a < b
        }
    }

    /// The worse of two grades.
    pub fn worse(&self, a: u64, b: u64) -> u64 {
        if self.bound == Bound::AtLeast {
            a.min(b)
        } else {
            a.max(b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On the grid, grades decide exactly like scores, also where numbers are larger than a word.
    #[test]
    fn grades_decide_like_scores() {
        let mut state = 7u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u128::from(state >> 20)
        };
        let mut equal = 0;
        for round in 0..20_000 {
            let wide = [1, 1 << 20, 1 << 60, 1 << 83][round % 4];
            let denominator = (next() % 50 + 1) * wide;
            let numerator = next() % (denominator * 2) + next() % 2;
            let score = Score::new(numerator, denominator);
            for bound in [Bound::AtLeast, Bound::AtMost, Bound::Below] {
                let grid = Grid {
                    bound,
                    scale: [1, 1000, Grid::FINE][round % 3],
                };
                let grade = grid.grade(score);
                for threshold in [
                    grade.saturating_sub(1),
                    grade,
                    grade + 1,
                    next() as u64 % (2 * grid.scale),
                ] {
                    let expected = bound.allows(score, grid.score(threshold));
                    assert_eq!(
                        grid.allows(grade, threshold),
                        expected,
                        "{score:?} {threshold} {grid:?}"
                    );
                    equal += u32::from(score == grid.score(threshold));
                }
                assert!(
                    grid.allows(grade, grid.strictest(grade)),
                    "{score:?} {grid:?}"
                );
            }
        }
        assert!(equal > 1000, "{equal}");
        assert_eq!(
            Grid {
                bound: Bound::AtLeast,
                scale: Grid::FINE
            }
            .grade(Score::whole(u64::MAX)),
            Grid::INFINITE
        );
    }
}
