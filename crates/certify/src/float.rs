//! From floating point to fractions, with doubt against the release.

use crate::measured::Value;
use crate::{Error, Ratio, Result};

/// Rounded values are multiples of one over this.
pub(crate) const STEPS: u64 = 1_000_000_000;

/// How far off a computed value may be, relative to itself. The sums of this crate lose a few units
/// of the last place per term, far less than this.
const DOUBT: f64 = 1e-11;

/// A value that is good when small: the next step that it surely does not exceed.
pub(crate) fn over(value: f64) -> Result<Value> {
    steps((value * (1.0 + DOUBT) + 1e-15) * STEPS as f64, f64::ceil)
}

/// A value that is good when large: the last step that it surely reaches.
pub(crate) fn under(value: f64) -> Result<Value> {
    steps(
        (value * (1.0 - DOUBT) - 1e-15).max(0.0) * STEPS as f64,
        f64::floor,
    )
}

fn steps(value: f64, round: fn(f64) -> f64) -> Result<Value> {
    let rounded = round(value);
    if !(0.0..1e30).contains(&rounded) {
        return Err(Error::internal(
            "a measured value is negative, too large or no number",
        ));
    }
    Ok(Value::Rounded(Ratio::new(rounded as u128, STEPS.into())?))
}

/// The nearest number to a fraction.
pub(crate) fn float(ratio: Ratio) -> f64 {
    ratio.num() as f64 / ratio.den() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_counts_against_the_release() {
        let value = |value: Value| value.ratio().unwrap().decimal_up(9);
        assert_eq!(value(over(0.25).unwrap()), "0.250000001");
        assert_eq!(value(under(0.25).unwrap()), "0.249999999");
        assert_eq!(value(over(0.0).unwrap()), "0.000000001");
        assert_eq!(value(under(0.0).unwrap()), "0.000000000");
        assert!(over(f64::NAN).is_err() && over(f64::INFINITY).is_err() && over(-1.0).is_err());
    }
}
