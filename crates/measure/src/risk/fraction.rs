//! Exact fractions of counts.

use std::cmp::Ordering;
use std::fmt;

/// An exact fraction of two counts, in lowest terms.
///
/// The denominator is never 0; a share of nothing has to be left out by whoever asks.
///
/// ```
/// use equipoise_measure::risk::Fraction;
/// let third = Fraction::new(2, 6);
/// assert_eq!(third.to_string(), "1/3");
/// assert!(third < Fraction::new(34, 100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: u128,
    den: u128,
}

impl Fraction {
    /// `num / den`.
    ///
    /// # Panics
    /// When `den` is 0.
    pub fn new(num: u128, den: u128) -> Self {
        assert!(den > 0, "a fraction needs a denominator");
        let divisor = greatest_common_divisor(num, den);
        Fraction {
            num: num / divisor,
            den: den / divisor,
        }
    }

    /// The numerator in lowest terms.
    pub fn num(self) -> u128 {
        self.num
    }

    /// The denominator in lowest terms.
    pub fn den(self) -> u128 {
        self.den
    }

    /// The nearest number for showing; decisions are made on the fraction.
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The sum, if it can be written with 128 bits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let divisor = greatest_common_divisor(self.den, other.den);
        let (mine, theirs) = (other.den / divisor, self.den / divisor);
        let num = self
            .num
            .checked_mul(mine)?
            .checked_add(other.num.checked_mul(theirs)?)?;
        Some(Fraction::new(num, self.den.checked_mul(mine)?))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Cross products of 256 bits, so that no fraction is too large to be compared.
    fn cmp(&self, other: &Self) -> Ordering {
        product(self.num, other.den).cmp(&product(other.num, self.den))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The product of two numbers as (high, low).
fn product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let (low, middle1, middle2, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let carry = (low >> 64) + (middle1 & LOW) + (middle2 & LOW);
    (
        high + (middle1 >> 64) + (middle2 >> 64) + (carry >> 64),
        (carry << 64) | (low & LOW),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_256_bits() {
        assert_eq!(product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(product(1 << 100, 1 << 30), (1 << 2, 0));
        assert_eq!(product(7, 9), (0, 63));
    }

    #[test]
    fn fractions_that_differ_in_the_last_place_differ() {
        let (a, b) = (
            Fraction::new(u128::MAX - 2, u128::MAX),
            Fraction::new(u128::MAX - 1, u128::MAX),
        );
        assert!(a < b);
        assert_eq!(a.to_f64(), b.to_f64());
    }

    #[test]
    fn sums_are_exact_or_refused() {
        assert_eq!(
            Fraction::new(1, 6).checked_add(Fraction::new(1, 10)),
            Some(Fraction::new(4, 15))
        );
        assert_eq!(
            Fraction::new(1, (1 << 100) - 1).checked_add(Fraction::new(1, 1 << 100)),
            None
        );
        assert_eq!(Fraction::new(0, 5), Fraction::new(0, 9));
    }
}
