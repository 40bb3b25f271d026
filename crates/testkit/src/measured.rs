//! What a model measures: an exact number, or one that had to be rounded.

use crate::ReducedFraction;

/// What a model measures on a class or on a table. Which side is good, the model says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OracleMeasured {
    /// An exact number.
    Exact(ReducedFraction),
    /// A number that has no exact form here; right to about 1e-12.
    Float(f64),
    /// Above every number.
    Infinite,
    /// Two numbers of which neither makes good for the other: the ends of the shares of
    /// delta-presence; the least units and the greatest confidence of lkc-privacy.
    Both {
        /// The smaller it is the worse.
        least: ReducedFraction,
        /// The greater it is the worse.
        greatest: ReducedFraction,
    },
}

/// Nearer than this to what is asked, a rounded number is in doubt, and doubt is "not met".
pub const DOUBT: f64 = 1e-9;

impl OracleMeasured {
    /// A whole number.
    pub fn whole(number: u64) -> Self {
        OracleMeasured::Exact(ReducedFraction::whole(number))
    }

    /// `num / den`.
    pub fn ratio(num: i128, den: i128) -> Self {
        OracleMeasured::Exact(ReducedFraction::new(num, den))
    }

    /// The number as floating point.
    ///
    /// # Panics
    /// When there are two.
    pub fn to_f64(self) -> f64 {
        match self {
            OracleMeasured::Exact(fraction) => fraction.to_f64(),
            OracleMeasured::Float(number) => number,
            OracleMeasured::Infinite => f64::INFINITY,
            OracleMeasured::Both { .. } => panic!("two numbers are not one"),
        }
    }

    /// True when another program's number can be this one: equal to 2e-9, absolute or relative, or
    /// infinite like this one.
    pub fn agrees(self, other: f64) -> bool {
        let own = self.to_f64();
        own == other || (own - other).abs() <= 2e-9 * own.abs().max(1.0)
    }

    /// True when it is rounded and within ten times [`DOUBT`] of `asked`.
    pub fn is_near(self, asked: ReducedFraction) -> bool {
        matches!(self, OracleMeasured::Float(number) if (number - asked.to_f64()).abs() < 10.0 * DOUBT)
    }

    pub(crate) fn at_least(self, asked: ReducedFraction) -> bool {
        match self {
            OracleMeasured::Exact(fraction) => fraction >= asked,
            other => other.to_f64() >= asked.to_f64() + DOUBT,
        }
    }

    pub(crate) fn at_most(self, asked: ReducedFraction) -> bool {
        match self {
            OracleMeasured::Exact(fraction) => fraction <= asked,
            other => other.to_f64() <= asked.to_f64() - DOUBT,
        }
    }

    pub(crate) fn below(self, asked: ReducedFraction) -> bool {
        match self {
            OracleMeasured::Exact(fraction) => fraction < asked,
            other => other.at_most(asked),
        }
    }

    pub(crate) fn smaller(self, other: OracleMeasured) -> OracleMeasured {
        if self.is_below(other) { self } else { other }
    }

    pub(crate) fn greater(self, other: OracleMeasured) -> OracleMeasured {
        if self.is_below(other) { other } else { self }
    }

    fn is_below(self, other: OracleMeasured) -> bool {
        match (self, other) {
            (OracleMeasured::Exact(a), OracleMeasured::Exact(b)) => a < b,
            (a, b) => a.to_f64() < b.to_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_is_not_met() {
        let one = ReducedFraction::whole(1);
        assert!(
            OracleMeasured::whole(1).at_least(one)
                && OracleMeasured::whole(1).at_most(one)
                && !OracleMeasured::whole(1).below(one)
        );
        let rounded = OracleMeasured::Float(1.0);
        assert!(
            !rounded.at_least(one)
                && !rounded.at_most(one)
                && !rounded.below(one)
                && rounded.is_near(one)
        );
        assert!(
            OracleMeasured::Float(1.0 + 2e-9).at_least(one)
                && OracleMeasured::Float(1.0 - 2e-9).below(one)
        );
        assert!(
            OracleMeasured::Infinite.at_least(one)
                && !OracleMeasured::Infinite.at_most(one)
                && !OracleMeasured::Infinite.below(one)
        );
    }

    #[test]
    fn kinds_compare_with_each_other() {
        let (a, b) = (OracleMeasured::whole(2), OracleMeasured::Float(1.5));
        assert_eq!(
            (
                a.smaller(b),
                a.greater(b),
                b.greater(OracleMeasured::Infinite)
            ),
            (b, a, OracleMeasured::Infinite)
        );
        assert!(
            a.agrees(2.0 + 1e-9)
                && !a.agrees(2.0 + 1e-8)
                && OracleMeasured::Infinite.agrees(f64::INFINITY)
                && !a.agrees(f64::INFINITY)
        );
    }
}
