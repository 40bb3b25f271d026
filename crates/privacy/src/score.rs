//! Exact scores: fractions of integers, compared without rounding.

use equipoise_data::ExactFraction;
use std::cmp::Ordering;
use std::fmt;

/// What a model measures on a class: an exact fraction.
///
/// It is reduced only when it is shown: most scores are compared and forgotten.
///
/// ```
/// # use equipoise_privacy::Score;
/// assert!(Score::new(1, 3) < Score::new(2, 5));
/// assert_eq!(Score::new(2, 4), Score::new(1, 2));
/// assert_eq!(Score::whole(7).to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Score {
    numerator: u128,
    denominator: u128,
}

/// Scores that come from floating point are rounded to so many parts of one.
const PARTS: f64 = 1e9;

/// Below this every whole number is a floating-point number.
const WHOLE: f64 = (1u64 << 53) as f64;

impl Score {
    /// More than every number.
    pub const INFINITE: Score = Score {
        numerator: 1,
        denominator: 0,
    };

    /// For a score whose small values are good and that was computed as `x`, wrong by at most
    /// `error`: the least billionth that is certainly not below it, so that rounding doubt counts
    /// against the class.
    #[inline]
    pub fn over(x: f64, error: f64) -> Self {
        let parts = (x + error) * PARTS;
        if parts < WHOLE {
            // Conversions to 64 bits are one instruction; the comparison rounds up.
            let down = parts.max(0.0) as i64;
            let up = down + i64::from((down as f64) < parts);
            return Score::new(up as u128, PARTS as u128);
        }
        match parts.ceil() {
            parts if parts < 1e30 => Score::new(parts as u128, PARTS as u128),
            _ => Score::INFINITE,
        }
    }

    /// For a score whose large values are good and that was computed as `x`, wrong by at most
    /// `error`: the greatest billionth that is certainly not above it.
    #[inline]
    pub fn under(x: f64, error: f64) -> Self {
        let parts = (x - error) * PARTS;
        if parts < WHOLE {
            return Score::new(parts.max(0.0) as i64 as u128, PARTS as u128);
        }
        let parts = parts.floor();
        if parts > 0.0 {
            Score::new(parts.min(1e30) as u128, PARTS as u128)
        } else {
            Score::whole(0)
        }
    }

    /// A fraction.
    ///
    /// # Panics
    /// When the denominator is 0.
    #[inline]
    pub fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0, "a score has a denominator");
        Score {
            numerator,
            denominator,
        }
    }

    /// A whole number.
    pub fn whole(n: u64) -> Self {
        Score {
            numerator: n.into(),
            denominator: 1,
        }
    }

    /// The fraction in lowest terms; the denominator of [`Score::INFINITE`] is 0.
    pub fn fraction(&self) -> ExactFraction {
        let divisor = gcd(self.numerator, self.denominator).max(1);
        ExactFraction {
            numerator: self.numerator / divisor,
            denominator: self.denominator / divisor,
        }
    }

    /// Whether it is a number.
    pub fn is_finite(&self) -> bool {
        self.denominator > 0
    }

    /// The nearest binary floating-point number: for showing, never for deciding.
    pub fn to_f64(&self) -> f64 {
        let fraction = self.fraction();
        fraction.numerator as f64 / fraction.denominator as f64
    }

    /// Numerator and denominator as they were given: equal scores may differ in them.
    #[inline]
    pub(crate) fn raw(&self) -> (u128, u128) {
        (self.numerator, self.denominator)
    }

    /// A number that never falls where scores rise: for sorting, with [`Score::cmp`] where two are
    /// the same.
    #[inline]
    pub(crate) fn rough(&self) -> f64 {
        match (
            u64::try_from(self.numerator),
            u64::try_from(self.denominator),
        ) {
            (Ok(numerator), Ok(denominator)) => numerator as f64 / denominator as f64,
            _ => self.numerator as f64 / self.denominator as f64,
        }
    }
}

impl Ord for Score {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        const SMALL: u128 = u64::MAX as u128;
        if self.numerator | self.denominator | other.numerator | other.denominator <= SMALL {
            return (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator));
        }
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Score {}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = self.fraction();
        match fraction.denominator {
            0 => write!(f, "infinite"),
            1 => write!(f, "{}", fraction.numerator),
            _ => write!(f, "{}", self.to_f64()),
        }
    }
}

/// `a * b` as (high, low) halves of 256 bits, so that no comparison can overflow.
pub(crate) fn product(a: u128, b: u128) -> (u128, u128) {
    const HALF: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & HALF, b >> 64, b & HALF);
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 64);
    let other = a0 * b1 + (middle & HALF);
    (
        a1 * b1 + (middle >> 64) + (other >> 64),
        other << 64 | low & HALF,
    )
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_the_largest_numbers_do_not_overflow() {
        assert_eq!(product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(product(u128::MAX, 2), (1, u128::MAX - 1));
        assert_eq!(product(1 << 64, 1 << 64), (1, 0));
        assert_eq!(product(12345, 67890), (0, 838_102_050));
        assert!(Score::INFINITE > Score::new(u128::MAX, 1) && Score::INFINITE == Score::INFINITE);
        // Two fractions that differ only in the last of 128 bits.
        assert!(Score::new(u128::MAX - 2, u128::MAX) < Score::new(u128::MAX - 1, u128::MAX));
    }

    #[test]
    fn doubt_counts_against_the_class() {
        assert_eq!(Score::over(0.25, 0.0), Score::new(1, 4));
        assert_eq!(
            Score::over(0.25, 1e-12),
            Score::new(250_000_001, 1_000_000_000)
        );
        assert_eq!(
            Score::under(0.25, 1e-12),
            Score::new(249_999_999, 1_000_000_000)
        );
        assert_eq!(Score::over(-1e-12, 0.0), Score::whole(0));
        assert_eq!(Score::under(1e-12, 1e-11), Score::whole(0));
        assert_eq!(Score::over(f64::INFINITY, 1.0), Score::INFINITE);
        assert_eq!(Score::over(f64::NAN, 1.0), Score::INFINITE);
        assert_eq!(Score::under(f64::NAN, 1.0), Score::whole(0));
    }
}
