//! How many units may be suppressed.

use equipoise_data::{Decimal, Error, Result};
use std::fmt;

/// The most that may be suppressed: a number of units or a share of them.
///
/// ```
/// # use equipoise_recipe::Limit;
/// assert_eq!(Limit::parse("1")?.allowed(500), 1);
/// assert_eq!(Limit::parse("1.0")?.allowed(500), 500);
/// assert_eq!(Limit::parse("0.29")?.allowed(100), 29);
/// assert!(Limit::parse("1.2").is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many rows, or persons where persons are protected.
    Units(u64),
    /// This share of all units, from 0 to 1.
    Share(Decimal),
}

impl Limit {
    /// Nothing may be suppressed.
    pub const NOTHING: Limit = Limit::Units(0);

    /// Reads a limit: a whole number is units, a number with a point or an exponent is a share from
    /// 0.0 to 1.0.
    ///
    /// # Errors
    /// A usage error for anything else.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            Error::usage(format!(
                "is `{text}`; it must be a whole number of units, or a share from 0.0 to 1.0 with a decimal point"
            ))
            .at_key("{} ", "max-suppression")
            .hint("`0.02` allows two in a hundred, `20` allows twenty, `1` allows one and `1.0` allows all")
        };
        let number = Decimal::parse(text).ok_or_else(wrong)?;
        if Decimal::is_integer_literal(text) {
            let digits = text.strip_prefix('+').unwrap_or(text);
            return digits.parse().map(Limit::Units).map_err(|_| wrong());
        }
        if number.is_negative() || number > Decimal::ONE {
            return Err(wrong());
        }
        Ok(Limit::Share(number))
    }

    /// How many of `units` may be suppressed: never more than there are, a share rounded down
    /// exactly.
    pub fn allowed(&self, units: u64) -> u64 {
        match self {
            Limit::Units(number) => (*number).min(units),
            Limit::Share(share) => share.floor_of_share(units),
        }
    }
}

impl Default for Limit {
    fn default() -> Self {
        Limit::NOTHING
    }
}

impl fmt::Display for Limit {
    /// In the form that [`Limit::parse`] reads back: `20`, `0.02`, `1.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Units(number) => write!(f, "{number}"),
            Limit::Share(share) if share.is_integer() => write!(f, "{share}.0"),
            Limit::Share(share) => write!(f, "{share}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_are_units_and_points_make_shares() {
        let share = |text: &str| Limit::Share(Decimal::parse(text).unwrap());
        for (text, limit) in [
            ("0", Limit::Units(0)),
            ("1", Limit::Units(1)),
            ("+7", Limit::Units(7)),
            ("18446744073709551615", Limit::Units(u64::MAX)),
            ("0.0", share("0")),
            ("1.0", share("1")),
            ("1e0", share("1")),
            ("2e-2", share("0.02")),
            (".05", share("0.05")),
            ("-0.0", share("0")),
        ] {
            assert_eq!(Limit::parse(text).unwrap(), limit, "{text}");
        }
    }

    #[test]
    fn anything_else_is_an_error() {
        for text in [
            "",
            "-1",
            "-0",
            "1.2",
            "-0.1",
            "1.0000000001",
            "5%",
            "all",
            "1_000",
            "0x10",
            "nan",
            "inf",
            " 1",
            "18446744073709551616",
        ] {
            let e = Limit::parse(text).unwrap_err();
            assert_eq!(
                e.message(),
                format!(
                    "max-suppression is `{text}`; it must be a whole number of units, or a share from 0.0 to 1.0 with a decimal point"
                )
            );
            assert_eq!(e.kind(), equipoise_data::ErrorKind::Usage);
        }
        assert!(Limit::parse("2").is_ok(), "two units are no share");
    }

    #[test]
    fn no_more_than_there_is_can_be_suppressed() {
        assert_eq!(Limit::parse("7").unwrap().allowed(5), 5);
        assert_eq!(Limit::parse("0.5").unwrap().allowed(5), 2);
        assert_eq!(Limit::parse("1.0").unwrap().allowed(u64::MAX), u64::MAX);
        assert_eq!(Limit::default().allowed(9), 0);
    }

    proptest! {
        #[test]
        fn a_limit_prints_as_it_reads(n in any::<u64>(), share in 0u64..=10_000) {
            for limit in [Limit::Units(n), Limit::Share(Decimal::parse(&format!("{share}e-4")).unwrap())] {
                prop_assert_eq!(Limit::parse(&limit.to_string()).unwrap(), limit);
            }
            let limit = Limit::parse(&format!("{}.{:04}", share / 10_000, share % 10_000)).unwrap();
            let exact = u128::from(n) * u128::from(share) / 10_000;
            prop_assert_eq!(u128::from(limit.allowed(n)), exact);
        }
    }
}
