//! Numbers for builders.

use equipoise_data::Decimal;
use std::fmt;

/// A number with the digits that a recipe file would contain.
///
/// Builders accept everything that converts to it: integers, [`Decimal`] and `f64`. An `f64` is
/// written with the fewest digits that read back as the same `f64`, so `0.2` stays `0.2`.
///
/// ```
/// # use equipoise_recipe::{Decimal, Number};
/// assert_eq!(Number::from(5).to_string(), "5");
/// assert_eq!(Number::from(0.2).to_string(), "0.2");
/// assert_eq!(Number::from(Decimal::parse("0.20").unwrap()).to_string(), "0.2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(String);

impl fmt::Display for Number {
    /// In TOML notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Decimal> for Number {
    fn from(number: Decimal) -> Self {
        Number(number.to_string())
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        // TOML accepts `nan`, so that the error names the key.
        Number(if number.is_nan() {
            "nan".to_owned()
        } else {
            number.to_string()
        })
    }
}

macro_rules! from_whole {
    ($($whole:ty),+) => {
        $(impl From<$whole> for Number {
            fn from(number: $whole) -> Self {
                Number(number.to_string())
            }
        })+
    };
}

from_whole!(u8, u32, u64, usize, i32, i64);
