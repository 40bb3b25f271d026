//! The distribution of a sensitive column in the whole input, and how far the shares in a class are
//! from it.

use crate::checks;
use equipoise_data::Result;

/// The units of each value in the whole input.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    counts: Vec<u64>,
    total: u64,
    /// Per value `total / count`; infinite where it does not occur.
    rarity: Vec<f64>,
    /// How many values occur.
    occurring: usize,
}

/// By how much the shares of values in a class differ from those in the input: p/q of a value is
/// `most / units` at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// The units of all values together.
    pub units: f64,
    /// The largest `count x rarity`; right to a relative 1e-15.
    pub most: f64,
    /// The smallest.
    pub least: f64,
}

/// The share of a value in a class over its share in the input, exactly. An infinite ratio has the
/// denominator 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub numerator: u128,
    pub denominator: u128,
}

impl Reference {
    /// Checks that there is something to refer to.
    pub(crate) fn new(model: &str, counts: &[u64]) -> Result<Self> {
        let total = checks::reference(model, counts)?;
        let rarity = counts.iter().map(|&c| total as f64 / c as f64).collect();
        Ok(Reference {
            counts: counts.to_vec(),
            total,
            rarity,
            occurring: counts.iter().filter(|&&c| c > 0).count(),
        })
    }

    /// How many values occur in the input.
    pub(crate) fn occurring(&self) -> usize {
        self.occurring
    }

    /// The share of each value in the input.
    pub(crate) fn shares(&self) -> impl Iterator<Item = f64> {
        self.counts.iter().map(|&c| c as f64 / self.total as f64)
    }

    /// The smallest and the largest p/q, in floating point. One pass.
    #[inline]
    pub(crate) fn spread(&self, values: &[(u32, u64)]) -> Spread {
        let (mut units, mut most, mut least) = (0u64, 0.0f64, f64::INFINITY);
        for &(value, count) in values {
            units += count;
            // Counts have at most 45 bits; signed conversions are one instruction.
            let ratio = count as i64 as f64 * self.rarity[value as usize];
            most = if ratio > most { ratio } else { most };
            least = if ratio < least { ratio } else { least };
        }
        Spread {
            units: units as i64 as f64,
            most,
            least,
        }
    }

    /// The largest p/q and the smallest one among values that occur in the class; none in an empty
    /// class.
    pub(crate) fn extremes(&self, values: &[(u32, u64)]) -> Option<(Ratio, Ratio)> {
        let units: u64 = values.iter().map(|v| v.1).sum();
        // Products of two numbers below 2^32 fit 64 bits.
        let (most, least) = if units.max(self.total) >> 32 == 0 {
            self.ends(values, |a, b| a.0 * b.1 > b.0 * a.1)?
        } else {
            self.ends(values, |a, b| {
                u128::from(a.0) * u128::from(b.1) > u128::from(b.0) * u128::from(a.1)
            })?
        };
        let ratio = |(count, reference): (u64, u64)| Ratio {
            numerator: u128::from(count) * u128::from(self.total),
            denominator: u128::from(reference) * u128::from(units),
        };
        Some((ratio(most), ratio(least)))
    }

    /// The pairs of counts (in the class, in the input) with the largest and the smallest quotient.
    #[inline]
    fn ends(
        &self,
        values: &[(u32, u64)],
        above: impl Fn((u64, u64), (u64, u64)) -> bool,
    ) -> Option<((u64, u64), (u64, u64))> {
        let mut pairs = values
            .iter()
            .map(|&(v, count)| (count, self.counts[v as usize]));
        let first = pairs.next()?;
        let (mut most, mut least) = (first, first);
        for pair in pairs {
            most = if above(pair, most) { pair } else { most };
            least = if above(least, pair) { pair } else { least };
        }
        Some((most, least))
    }

    /// Whether the class has exactly the distribution of the input, values of one group (named by
    /// one of them) taken together.
    pub(crate) fn is_proportional(&self, values: &[(u32, u64)], group: &[u32]) -> bool {
        let units: u64 = values.iter().map(|v| v.1).sum();
        let mut extra = vec![0i128; group.len()];
        for (&count, &group) in self.counts.iter().zip(group) {
            extra[group as usize] -= i128::from(count) * i128::from(units);
        }
        for &(value, count) in values {
            extra[group[value as usize] as usize] += i128::from(count) * i128::from(self.total);
        }
        extra.iter().all(|&e| e == 0)
    }
}
