//! Exact decimal numbers, read from text and never through binary floating point.

use std::cmp::Ordering;
use std::fmt;

/// Most significant digits a [`Decimal`] holds: ten to this power still fits in 128 bits.
const MAX_DIGITS: usize = 38;
/// Powers of ten further from zero than this are refused: no measured quantity needs them.
const MAX_EXPONENT: i64 = 1000;

/// An exact decimal number: whole digits times a power of ten.
///
/// Values are equal when they are the same number, however they were written. Up to 38 significant
/// digits are held.
///
/// ```
/// # use equipoise_data::Decimal;
/// let share = Decimal::parse("0.29").unwrap();
/// assert_eq!(share.floor_of_share(100), 29);
/// assert_eq!(Decimal::parse("1.0"), Decimal::parse("1"));
/// assert!(Decimal::parse("1e-3").unwrap() < Decimal::parse(".002").unwrap());
/// assert_eq!(Decimal::parse("12 kg"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// Has no trailing zero; 0 only for the number zero. Below 10^38.
    digits: u128,
    exponent: i32,
}

/// A fraction of whole numbers in lowest terms; with a denominator of 0 it is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactFraction {
    /// The numerator.
    pub numerator: u128,
    /// The denominator.
    pub denominator: u128,
}

impl Decimal {
    /// The number 0.
    pub const ZERO: Decimal = Decimal {
        negative: false,
        digits: 0,
        exponent: 0,
    };
    /// The number 1.
    pub const ONE: Decimal = Decimal {
        negative: false,
        digits: 1,
        exponent: 0,
    };

    /// Reads an optional sign, digits with at most one point, and an optional exponent such as
    /// `e-3`.
    ///
    /// Gives `None` for any other text, for more than 38 significant digits, and for a power of ten
    /// beyond 1000.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], parse_exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let digits = || whole.bytes().chain(fraction.bytes());
        if !digits().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let end = digits().count() - digits().rev().take_while(|&b| b == b'0').count();
        let start = digits().take_while(|&b| b == b'0').count().min(end);
        if end - start > MAX_DIGITS {
            return None;
        }
        let value = digits()
            .take(end)
            .skip(start)
            .fold(0u128, |v, b| v * 10 + u128::from(b - b'0'));
        if value == 0 {
            return Some(Decimal::ZERO);
        }
        let exponent = exponent + whole.len() as i64 - end as i64;
        let exponent = (exponent.abs() <= MAX_EXPONENT).then_some(exponent as i32)?;
        Some(Decimal {
            negative,
            digits: value,
            exponent,
        })
    }

    /// True when the text is written as a whole number: no point and no exponent. It need not be a
    /// number at all.
    ///
    /// ```
    /// # use equipoise_data::Decimal;
    /// assert!(Decimal::is_integer_literal("1"));
    /// assert!(!Decimal::is_integer_literal("1.0"));
    /// assert!(!Decimal::is_integer_literal("1e0"));
    /// ```
    pub fn is_integer_literal(text: &str) -> bool {
        !text.contains(['.', 'e', 'E'])
    }

    /// True when the number is whole, however it was written.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// True when the number is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// True when the number is zero.
    pub fn is_zero(&self) -> bool {
        self.digits == 0
    }

    /// The largest whole number that is at most `self` times `units`. Below zero it is 0; beyond
    /// `u64` it is `u64::MAX`.
    pub fn floor_of_share(&self, units: u64) -> u64 {
        const HALF: u128 = 10u128.pow(19);
        if self.negative {
            return 0;
        }
        // The product may need 190 bits, so the digits are split in two halves of 19 digits each.
        let low = (self.digits % HALF) * u128::from(units);
        let high = (self.digits / HALF) * u128::from(units) + low / HALF;
        let low = low % HALF;
        let product = if self.exponent <= -19 {
            // What lies below 10^19 is less than one unit of the quotient.
            Some(ten_to(-19 - self.exponent).map_or(0, |p| high / p))
        } else {
            let (up, down) = (self.exponent.max(0), (-self.exponent).max(0));
            // Here 10^down divides 10^19, so the two halves can be divided apart.
            let high = ten_to(19 - down + up).and_then(|p| high.checked_mul(p));
            let low = ten_to(up)
                .and_then(|p| low.checked_mul(p))
                .map(|l| l / 10u128.pow(down as u32));
            match (high, low) {
                (Some(h), Some(l)) => h.checked_add(l),
                // A zero product stays zero, however large the power of ten.
                _ if self.is_zero() || units == 0 => Some(0),
                _ => None,
            }
        };
        product
            .and_then(|p| u64::try_from(p).ok())
            .unwrap_or(u64::MAX)
    }

    /// The nearest binary floating point number.
    pub fn to_f64(&self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.digits, self.exponent)
            .parse()
            .expect("digits with an exponent are a float literal")
    }

    /// A reduced fraction with the same value, for exact comparison by cross multiplication.
    ///
    /// `None` when the number is negative or one of the two does not fit.
    ///
    /// ```
    /// # use equipoise_data::{Decimal, ExactFraction};
    /// let fifth = ExactFraction { numerator: 1, denominator: 5 };
    /// assert_eq!(Decimal::parse("0.2").unwrap().fraction(), Some(fifth));
    /// assert_eq!(Decimal::parse("-1").unwrap().fraction(), None);
    /// ```
    pub fn fraction(&self) -> Option<ExactFraction> {
        if self.negative {
            return None;
        }
        if self.exponent >= 0 {
            return Some(ExactFraction {
                numerator: self.digits.checked_mul(ten_to(self.exponent)?)?,
                denominator: 1,
            });
        }
        let denominator = ten_to(-self.exponent)?;
        let common = gcd(self.digits, denominator);
        Some(ExactFraction {
            numerator: self.digits / common,
            denominator: denominator / common,
        })
    }

    /// Digits after the point.
    pub fn scale(&self) -> u32 {
        (-self.exponent).max(0) as u32
    }

    /// The largest whole number that is at most `self` times ten to the power `scale`; `None` when
    /// it does not fit.
    pub fn floor_scaled(&self, scale: u32) -> Option<i128> {
        let shift = self.exponent + i32::try_from(scale).ok()?;
        let digits = self.digits as i128;
        let signed = if self.negative { -digits } else { digits };
        if shift >= 0 {
            return signed.checked_mul(i128::try_from(ten_to(shift)?).ok()?);
        }
        // A power of ten beyond the digits leaves only the sign.
        Some(match ten_to(-shift).and_then(|p| i128::try_from(p).ok()) {
            Some(p) => signed.div_euclid(p),
            None => -i128::from(self.negative),
        })
    }

    /// The largest whole number that is at most `self`; `None` when it does not fit.
    pub(crate) fn floor(&self) -> Option<Self> {
        if self.is_integer() {
            Some(*self)
        } else {
            Decimal::parse(&self.floor_scaled(0)?.to_string())
        }
    }

    /// Compares the sizes of two numbers without their signs.
    fn cmp_size(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return self.digits.cmp(&other.digits);
        }
        // Where the leading digits stand decides, unless they stand at the same place: then both
        // numbers brought to one power of ten still have at most 38 digits.
        let leading = |d: &Self| d.digits.ilog10() as i32 + d.exponent;
        leading(self).cmp(&leading(other)).then_with(|| {
            let lower = self.exponent.min(other.exponent);
            let aligned = |d: &Self| d.digits * 10u128.pow((d.exponent - lower) as u32);
            aligned(self).cmp(&aligned(other))
        })
    }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Far above the limit on the number itself, which may stand far to the right of its point.
    text.parse()
        .ok()
        .filter(|e: &i64| e.unsigned_abs() <= 1_000_000)
}

fn ten_to(power: i32) -> Option<u128> {
    10u128.checked_pow(u32::try_from(power).ok()?)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_size(other),
            (true, true) => other.cmp_size(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Decimal {
    fn from(value: u64) -> Self {
        Decimal::parse(&value.to_string()).expect("a 64-bit number has at most 20 digits")
    }
}

impl fmt::Display for Decimal {
    /// The shortest plain form: no exponent, no needless zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let digits = self.digits.to_string();
        let scale = self.scale() as usize;
        if scale == 0 {
            return write!(f, "{sign}{digits}{}", "0".repeat(self.exponent as usize));
        }
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, fraction) = padded.split_at(padded.len() - scale);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn d(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a decimal"))
    }

    #[test]
    fn reads_what_people_write_and_nothing_else() {
        for (text, plain) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.00", "0"),
            ("007", "7"),
            ("+5", "5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1.50", "1.5"),
            ("-12.034", "-12.034"),
            ("1e3", "1000"),
            ("1E-3", "0.001"),
            ("12.5e+1", "125"),
            ("100", "100"),
            ("0.1e-2", "0.001"),
            (
                "99999999999999999999999999999999999999",
                "99999999999999999999999999999999999999",
            ),
            (
                "0.00000000000000000000000000000000000000000000000001",
                "0.00000000000000000000000000000000000000000000000001",
            ),
        ] {
            assert_eq!(d(text).to_string(), plain);
        }
        for text in [
            "", "-", "+", ".", "e3", "1e", "1e+", "1e2.5", "1.2.3", "--1", "+-1", "1 ", " 1",
            "1_000", "0x10", "inf", "nan", "1,5", "٣", "é",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn too_many_digits_are_refused_not_rounded() {
        let digits = "123456789012345678901234567890";
        assert_eq!(d(digits).to_string(), digits);
        assert_eq!(d(&"9".repeat(38)).to_string(), "9".repeat(38));
        assert_eq!(Decimal::parse(&"9".repeat(39)), None);
        assert_eq!(Decimal::parse(&format!("0.{}1", "3".repeat(38))), None);
        // Zeros on either side are not significant.
        assert!(Decimal::parse(&format!("{}1{}", "0".repeat(99), "0".repeat(99))).is_some());
        assert!(Decimal::parse("1e1000").is_some());
        assert_eq!(Decimal::parse("1e1001"), None);
        assert_eq!(Decimal::parse("1e-1001"), None);
        assert_eq!(Decimal::parse("1e99999999999999999999"), None);
    }

    #[test]
    fn shares_are_exact_where_binary_floats_are_not() {
        assert_eq!((0.29f64 * 100.0).floor(), 28.0);
        assert_eq!(d("0.29").floor_of_share(100), 29);
        assert_eq!(d("0.05").floor_of_share(30162), 1508);
        assert_eq!(d("1.0").floor_of_share(u64::MAX), u64::MAX);
        assert_eq!(
            d("0.99999999999999999999999999999999999999").floor_of_share(u64::MAX),
            u64::MAX - 1
        );
        assert_eq!(d("1e-40").floor_of_share(u64::MAX), 0);
        assert_eq!(d("1e-900").floor_of_share(u64::MAX), 0);
        assert_eq!(d("-0.5").floor_of_share(10), 0);
        assert_eq!(d("2e19").floor_of_share(1), u64::MAX);
        assert_eq!(d("1e18").floor_of_share(3), 3_000_000_000_000_000_000);
        assert_eq!(d("1e900").floor_of_share(1), u64::MAX);
        assert_eq!(d("1e900").floor_of_share(0), 0);
        assert_eq!(d("0").floor_of_share(77), 0);
        assert_eq!(
            d("1234567890123456789012345678.9e-10").floor_of_share(10),
            1_234_567_890_123_456_789
        );
    }

    #[test]
    fn fractions_are_reduced_and_fit_or_are_refused() {
        let parts = |text: &str| d(text).fraction().map(|f| (f.numerator, f.denominator));
        assert_eq!(parts("0"), Some((0, 1)));
        assert_eq!(parts("0.375"), Some((3, 8)));
        assert_eq!(parts("12e2"), Some((1200, 1)));
        assert_eq!(parts("1e-38"), Some((1, 10u128.pow(38))));
        assert_eq!(parts("1e-39"), None);
        assert_eq!(parts("1e40"), None);
    }

    #[test]
    fn floor_goes_down_below_zero_too() {
        assert_eq!(d("-0.5").floor_scaled(0), Some(-1));
        assert_eq!(d("-1e-90").floor_scaled(3), Some(-1));
        assert_eq!(d("1e-90").floor_scaled(3), Some(0));
        assert_eq!(d("-2.5").floor_scaled(1), Some(-25));
        assert_eq!(d("1e38").floor_scaled(0), Some(10i128.pow(38)));
        assert_eq!(d("1e38").floor_scaled(1), None);
    }

    /// A number of at most 13 digits with up to 12 of them after the point, as text and as whole
    /// trillionths.
    fn number() -> impl Strategy<Value = (String, i128)> {
        (
            -9_999_999_999_999i64..=9_999_999_999_999,
            0u32..=12,
            any::<bool>(),
        )
            .prop_map(|(n, scale, exponent)| {
                let value = i128::from(n) * 10i128.pow(12 - scale);
                if exponent {
                    return (format!("{n}e-{scale}"), value);
                }
                let (sign, size) = (if n < 0 { "-" } else { "" }, n.unsigned_abs());
                let (one, width) = (10u64.pow(scale), scale as usize);
                let text = if scale == 0 {
                    format!("{sign}{size}")
                } else {
                    format!("{sign}{}.{:0width$}", size / one, size % one)
                };
                (text, value)
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn order_and_equality_are_those_of_the_numbers((a, x) in number(), (b, y) in number()) {
            prop_assert_eq!(d(&a).cmp(&d(&b)), x.cmp(&y));
            prop_assert_eq!(d(&a) == d(&b), x == y);
        }

        #[test]
        fn printing_and_reading_gives_the_number_back((a, x) in number()) {
            prop_assert_eq!(d(&d(&a).to_string()), d(&a));
            prop_assert_eq!(d(&a).floor_scaled(12), Some(x));
            prop_assert_eq!(d(&a).floor_scaled(0), Some(x.div_euclid(10i128.pow(12))));
            prop_assert_eq!(d(&a).to_f64(), a.parse::<f64>().unwrap());
        }

        #[test]
        fn a_share_is_the_floor_of_the_exact_product((a, x) in number(), units in any::<u32>()) {
            let exact = (x.max(0) * i128::from(units)).div_euclid(10i128.pow(12));
            prop_assert_eq!(d(&a).floor_of_share(u64::from(units)), u64::try_from(exact).unwrap_or(u64::MAX));
        }

        #[test]
        fn a_share_of_many_digits_matches_long_multiplication(digits in "[0-9]{1,38}", units in any::<u64>()) {
            // Schoolbook multiplication on decimal digits, lowest first; what is left of the point
            // is the answer.
            let mut product: Vec<u128> = digits.bytes().rev().map(|b| u128::from(b - b'0') * u128::from(units)).collect();
            let mut carry = 0;
            for p in &mut product {
                let sum = *p + carry;
                (*p, carry) = (sum % 10, sum / 10);
            }
            prop_assert_eq!(u128::from(d(&format!("0.{digits}")).floor_of_share(units)), carry);
        }

        #[test]
        fn a_fraction_has_the_same_value((a, x) in number()) {
            let fraction = d(&a).fraction();
            prop_assert_eq!(fraction.is_some(), x >= 0);
            if let Some(ExactFraction { numerator: n, denominator: m }) = fraction {
                prop_assert_eq!(n * 10u128.pow(12), x as u128 * m);
                prop_assert_eq!(gcd(n, m), 1);
            }
        }
    }
}
