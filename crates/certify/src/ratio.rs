//! Exact fractions: measured distances and their comparison with a threshold.

use equipoise_data::{Error, Result};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::cmp::Ordering;

/// An exact fraction that is never negative, in lowest terms.
///
/// Comparisons multiply crosswise into 256 bits, so they cannot overflow.
///
/// ```
/// use equipoise_certify::Ratio;
/// let measured = Ratio::new(3, 8)?;
/// assert!(measured.at_most(375, 1000));
/// assert!(!measured.at_most(374, 1000));
/// assert_eq!(measured.decimal_up(2), "0.38");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: u128,
    den: u128,
}

impl Ratio {
    /// `num / den` in lowest terms; a denominator of zero is an internal error.
    pub fn new(num: u128, den: u128) -> Result<Self> {
        if den == 0 {
            return Err(Error::internal("a measured fraction has the denominator 0"));
        }
        let divisor = gcd(num, den);
        Ok(Ratio {
            num: num / divisor,
            den: den / divisor,
        })
    }

    /// Nought.
    pub const ZERO: Ratio = Ratio { num: 0, den: 1 };

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Ratio {
            num: number.into(),
            den: 1,
        }
    }

    /// The numerator in lowest terms.
    pub fn num(&self) -> u128 {
        self.num
    }

    /// The denominator in lowest terms.
    pub fn den(&self) -> u128 {
        self.den
    }

    /// Whether this fraction is at most `t_num / t_den`; never true for `t_den = 0`.
    pub fn at_most(&self, t_num: u128, t_den: u128) -> bool {
        t_den != 0 && product(self.num, t_den) <= product(t_num, self.den)
    }

    /// The fraction as a decimal with `places` digits after the point, rounded up, so that the text
    /// never understates.
    pub fn decimal_up(&self, places: usize) -> String {
        let (mut whole, mut digits, rest) = self.digits(places);
        if rest > 0 {
            let kept = digits.iter().rposition(|d| *d != 9);
            digits[kept.map_or(0, |i| i + 1)..].fill(0);
            match kept {
                Some(i) => digits[i] += 1,
                None => whole += 1,
            }
        }
        point(whole, &digits)
    }

    /// As [`Self::decimal_up`], but rounded down, so that the text never overstates.
    pub fn decimal_down(&self, places: usize) -> String {
        let (whole, digits, _) = self.digits(places);
        point(whole, &digits)
    }

    /// The whole part, the digits after the point, and what is left over.
    fn digits(&self, places: usize) -> (u128, Vec<u8>, u128) {
        let mut rest = self.num % self.den;
        let mut digits = Vec::with_capacity(places);
        for _ in 0..places {
            let digit = (0..10)
                .rev()
                .find(|d| product(self.den, *d) <= product(rest, 10))
                .unwrap_or(0);
            digits.push(digit as u8);
            // The true difference is below the denominator, so it is exact although both products
            // may wrap.
            rest = rest
                .wrapping_mul(10)
                .wrapping_sub(self.den.wrapping_mul(digit));
        }
        (self.num / self.den, digits, rest)
    }
}

fn point(whole: u128, digits: &[u8]) -> String {
    let places: String = digits.iter().map(|d| char::from(b'0' + d)).collect();
    if places.is_empty() {
        whole.to_string()
    } else {
        format!("{whole}.{places}")
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        product(self.num, other.den).cmp(&product(other.num, self.den))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As `{ "num": "3", "den": "8" }`: texts, because many readers of JSON round integers above 2^53.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Ratio", 2)?;
        fields.serialize_field("num", &self.num.to_string())?;
        fields.serialize_field("den", &self.den.to_string())?;
        fields.end()
    }
}

/// A decimal text such as `0.2` as an exact fraction `(2, 10)`.
///
/// Digits with at most one point, at most 38 digits; signs, exponents and blanks are errors.
///
/// ```
/// use equipoise_certify::parse_decimal;
/// assert_eq!(parse_decimal("0.29")?, (29, 100));
/// assert!(parse_decimal("-0.1").is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn parse_decimal(text: &str) -> Result<(u128, u128)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = whole.len() + part.len();
    let plain = whole
        .bytes()
        .chain(part.bytes())
        .all(|b| b.is_ascii_digit());
    if !plain || whole.is_empty() || digits > 38 || text.ends_with('.') {
        return Err(Error::usage(format!(
            "`{text}` is no decimal number; accepted are at most 38 digits with one point, such as 0.2"
        )));
    }
    let number = format!("{whole}{part}").parse::<u128>();
    let number = number
        .map_err(|_| Error::internal("a decimal of at most 38 digits does not fit 128 bits"))?;
    Ok((number, 10u128.pow(part.len() as u32)))
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The 256-bit product as (high, low).
fn product(a: u128, b: u128) -> (u128, u128) {
    const HALF: u32 = 64;
    const MASK: u128 = (1 << HALF) - 1;
    let (a1, a0, b1, b0) = (a >> HALF, a & MASK, b >> HALF, b & MASK);
    let low = a0 * b0;
    let cross = a1 * b0 + (low >> HALF);
    let middle = a0 * b1 + (cross & MASK);
    (
        a1 * b1 + (cross >> HALF) + (middle >> HALF),
        (middle << HALF) | (low & MASK),
    )
}

/// A parameter as an exact fraction.
pub(crate) fn decimal(text: &str) -> Result<Ratio> {
    let (num, den) = parse_decimal(text)?;
    Ratio::new(num, den)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn products_of_large_numbers_are_exact() {
        let max = u128::MAX;
        assert_eq!(product(max, max), (max - 1, 1));
        assert_eq!(product(1 << 127, 6), (3, 0));
        assert_eq!(product(7, 8), (0, 56));
    }

    #[test]
    fn comparison_sees_the_last_bit() {
        let just_above = Ratio::new((1 << 126) + 1, 1 << 127).unwrap();
        assert!(!just_above.at_most(1, 2));
        assert!(Ratio::new(1 << 126, 1 << 127).unwrap().at_most(1, 2));
        assert!(just_above > Ratio::new(1, 2).unwrap());
        assert!(!Ratio::ZERO.at_most(0, 0));
    }

    #[test]
    fn decimals_round_up() {
        for (num, den, places, text) in [
            (1, 3, 3, "0.334"),
            (1, 4, 3, "0.250"),
            (9999, 10000, 3, "1.000"),
            (0, 7, 3, "0.000"),
            (7, 2, 0, "4"),
            (199, 100, 1, "2.0"),
            (u128::MAX - 1, u128::MAX, 2, "1.00"),
        ] {
            assert_eq!(Ratio::new(num, den).unwrap().decimal_up(places), text);
        }
    }

    #[test]
    fn decimals_round_down() {
        for (num, den, places, text) in [
            (1, 3, 3, "0.333"),
            (1, 4, 3, "0.250"),
            (9999, 10000, 3, "0.999"),
            (7, 2, 0, "3"),
        ] {
            assert_eq!(Ratio::new(num, den).unwrap().decimal_down(places), text);
        }
    }

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!(parse_decimal("0.2").unwrap(), (2, 10));
        assert_eq!(parse_decimal("1").unwrap(), (1, 1));
        assert_eq!(parse_decimal("00.050").unwrap(), (50, 1000));
        for bad in [
            "",
            ".",
            ".5",
            "1.",
            "1e-3",
            "+1",
            " 1",
            "0.1.2",
            "NaN",
            &"1".repeat(39),
        ] {
            assert!(parse_decimal(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn rounding_up_overstates_by_less_than_one_step(num in 0u128..=u128::MAX, den in 1u128..=u128::MAX, places in 1usize..6) {
            prop_assume!(num / den < 1 << 40);
            let ratio = Ratio::new(num, den).unwrap();
            let (up, scale) = parse_decimal(&ratio.decimal_up(places)).unwrap();
            prop_assert!(ratio.at_most(up, scale));
            prop_assert!(up == 0 || !ratio.at_most(up - 1, scale));
        }

        #[test]
        fn order_is_that_of_the_fractions(a in 0u64.., b in 1u64.., c in 0u64.., d in 1u64..) {
            let (x, y) = (Ratio::new(a.into(), b.into()).unwrap(), Ratio::new(c.into(), d.into()).unwrap());
            prop_assert_eq!(x.cmp(&y), (u128::from(a) * u128::from(d)).cmp(&(u128::from(c) * u128::from(b))));
        }
    }
}
