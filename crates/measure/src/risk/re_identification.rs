//! Re-identification risk: how likely is it that a link between a known person and a record is
//! right?
//!
//! Whoever knows the quasi-identifiers of a person finds the class of that person and can only
//! guess within it. A class of f units gives a chance of 1/f. The three attackers differ in what
//! the class is taken from and in what is averaged; the [module above](super) introduces them.
//!
//! All results are exact fractions. [`Fraction::to_f64`] is for showing.

use super::fraction::Fraction;
use std::collections::BTreeMap;

/// The risk of people whose attacker knows that they are in the table.
///
/// # Promise
/// With classes of f_1 .. f_J units, n in all: highest risk 1 / min f, lowest 1 / max f, average J
/// / n (every unit counts once: sum over classes of f * 1/f, divided by n). Nobody who knows
/// nothing but the quasi-identifiers links a given person with a greater chance than the highest
/// risk.
///
/// # Assumes
/// The attacker knows that the person is in the table, and all quasi-identifiers. Units are rows or
/// persons, as counted by whoever made the sizes.
///
/// # Source
/// El Emam 2013, chapter 16; Dankar and El Emam 2010, "A method for evaluating marketer
/// re-identification risk".
///
/// # Cost
/// O(h log h) for h entries of the histogram.
///
/// # Numerics
/// Exact.
///
/// # Example
/// Two classes of 1, one of 3:
///
/// ```
/// use equipoise_measure::risk::{Fraction, re_identification::Prosecutor};
/// let risk = Prosecutor::new(&[(1, 2), (3, 1)]).unwrap();
/// assert_eq!(risk.highest(), Fraction::new(1, 1));
/// assert_eq!(risk.units_at_highest(), 2);
/// assert_eq!(risk.average(), Fraction::new(3, 5));
/// assert_eq!(risk.units_above(Fraction::new(1, 3)), 2); // 1/3 itself is not above
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prosecutor {
    /// Classes by size.
    sizes: BTreeMap<u64, u64>,
    classes: u64,
    units: u64,
}

impl Prosecutor {
    /// The risks of a table with this many classes of each size, as (size, classes) in any order.
    /// Entries with size 0 or without classes say nothing and are skipped; a table without units
    /// has no risk to speak of: `None`.
    pub fn new(histogram: &[(u64, u64)]) -> Option<Self> {
        let sizes = by_size(histogram);
        let classes = sizes.values().sum();
        let units = sizes.iter().map(|(size, classes)| size * classes).sum();
        (units > 0).then_some(Prosecutor {
            sizes,
            classes,
            units,
        })
    }

    /// Number of classes.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.units
    }

    fn smallest(&self) -> (u64, u64) {
        self.sizes
            .first_key_value()
            .map_or((1, 0), |(&size, &classes)| (size, classes))
    }

    /// The risk of the units in the smallest class.
    pub fn highest(&self) -> Fraction {
        Fraction::new(1, u128::from(self.smallest().0))
    }

    /// The risk of the units in the largest class.
    pub fn lowest(&self) -> Fraction {
        Fraction::new(
            1,
            u128::from(self.sizes.last_key_value().map_or(1, |(&size, _)| size)),
        )
    }

    /// The mean risk over units: classes / units.
    pub fn average(&self) -> Fraction {
        Fraction::new(u128::from(self.classes), u128::from(self.units))
    }

    /// How many units have the highest risk.
    pub fn units_at_highest(&self) -> u64 {
        let (size, classes) = self.smallest();
        size * classes
    }

    /// How many units have a risk above `threshold`; equal is not above.
    pub fn units_above(&self, threshold: Fraction) -> u64 {
        self.sizes
            .iter()
            .take_while(|&(&size, _)| Fraction::new(1, u128::from(size)) > threshold)
            .map(|(size, classes)| size * classes)
            .sum()
    }

    /// A number of units as a share of all.
    pub fn share(&self, units: u64) -> Fraction {
        Fraction::new(u128::from(units), u128::from(self.units))
    }

    /// Units that are alone in their class. Only they can be alone in the population.
    pub fn sample_uniques(&self) -> u64 {
        self.sizes.get(&1).copied().unwrap_or(0)
    }

    /// The marketer who links this table with a register of exactly the same people.
    ///
    /// Of the f units of a class one is expected to be linked rightly, so the expected number of
    /// right links is the number of classes, and the share is the average risk.
    pub fn marketer(&self) -> Marketer {
        Marketer {
            units: self.units,
            expected: Some(Fraction::new(u128::from(self.classes), 1)),
            expected_f64: self.classes as f64,
        }
    }
}

/// Classes by size, sizes rising. What has size 0 or no classes says nothing and is skipped.
pub(super) fn by_size(histogram: &[(u64, u64)]) -> BTreeMap<u64, u64> {
    let mut sizes = BTreeMap::new();
    for &(size, classes) in histogram
        .iter()
        .filter(|&&(size, classes)| size > 0 && classes > 0)
    {
        *sizes.entry(size).or_insert(0) += classes;
    }
    sizes
}

/// The risk from an attacker who links everybody and wants many right links.
///
/// # Promise
/// `expected` links are right in the mean when each unit is linked with one of the register's
/// people of its class, drawn blindly.
///
/// # Assumes
/// The register has everybody who is in the table, with the same quasi-identifiers.
///
/// # Source
/// Dankar and El Emam 2010.
///
/// # Numerics
/// Exact where 128 bits are enough, else rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marketer {
    units: u64,
    expected: Option<Fraction>,
    expected_f64: f64,
}

impl Marketer {
    /// The expected number of right links, where 128 bits are enough to write it exactly.
    pub fn expected(&self) -> Option<Fraction> {
        self.expected
    }

    /// The expected number of right links. Where it has no exact form it is rounded up.
    pub fn expected_f64(&self) -> f64 {
        self.expected_f64
    }

    /// The expected share of right links, exactly where possible.
    pub fn risk(&self) -> Option<Fraction> {
        let expected = self.expected?;
        Some(Fraction::new(
            expected.num(),
            expected.den().checked_mul(u128::from(self.units))?,
        ))
    }

    /// The expected share of right links.
    pub fn risk_f64(&self) -> f64 {
        self.expected_f64 / self.units as f64
    }
}

/// The risk of people whose attacker does not know who of the population is in the table.
///
/// # Promise
/// A class with n_i units in the table and N_i in the population gives each of them the risk 1 /
/// N_i: the attacker cannot tell which of the N_i people the record belongs to. Highest risk 1 /
/// min N_i, average (sum of n_i / N_i) / n.
///
/// # Assumes
/// N_i counts the population that the table was drawn from, so N_i >= n_i. The attacker has a
/// register of that population.
///
/// # Source
/// El Emam 2013, chapter 16; Dankar and El Emam 2010 for the marketer with a population, sum of n_i
/// / N_i.
///
/// # Cost
/// O(c log c) for c entries.
///
/// # Numerics
/// Exact, but for an average whose common denominator has more than 128 bits, which is rounded up.
///
/// # Example
/// ```
/// use equipoise_measure::risk::{Fraction, re_identification::Journalist};
/// // Two classes with 1 of 10 people sampled, one with 3 of 4.
/// let risk = Journalist::new(&[(1, 10, 2), (3, 4, 1)]).unwrap();
/// assert_eq!(risk.highest(), Fraction::new(1, 4));
/// assert_eq!(risk.units_above(Fraction::new(1, 10)), 3);
/// assert_eq!(risk.marketer().expected(), Some(Fraction::new(19, 20))); // 2 * 1/10 + 3/4
/// assert_eq!(risk.average(), Some(Fraction::new(19, 100)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journalist {
    /// Sampled units, by the size of their class in the population.
    by_population: BTreeMap<u64, u128>,
    units: u64,
}

impl Journalist {
    /// From (units in the table, units in the population, number of such classes), in any order.
    /// Classes that the table does not have are skipped. `None` without units, or when the
    /// population has fewer units of a class than the table: then it is not the population of this
    /// table.
    pub fn new(classes: &[(u64, u64, u64)]) -> Option<Self> {
        let mut by_population = BTreeMap::new();
        for &(sample, population, count) in classes.iter().filter(|c| c.0 > 0 && c.2 > 0) {
            if population < sample {
                return None;
            }
            *by_population.entry(population).or_insert(0) += u128::from(sample) * u128::from(count);
        }
        let units = u64::try_from(by_population.values().sum::<u128>()).ok()?;
        (units > 0).then_some(Journalist {
            by_population,
            units,
        })
    }

    /// The risk of the units whose class is smallest in the population.
    pub fn highest(&self) -> Fraction {
        Fraction::new(
            1,
            u128::from(
                self.by_population
                    .first_key_value()
                    .map_or(1, |(&population, _)| population),
            ),
        )
    }

    /// How many units have a risk above `threshold`; equal is not above.
    pub fn units_above(&self, threshold: Fraction) -> u64 {
        let above = self
            .by_population
            .iter()
            .take_while(|&(&population, _)| Fraction::new(1, u128::from(population)) > threshold);
        above.map(|(_, &units)| units as u64).sum()
    }

    /// A number of units as a share of all.
    pub fn share(&self, units: u64) -> Fraction {
        Fraction::new(u128::from(units), u128::from(self.units))
    }

    /// Units that are alone in the population: a link with them is certainly right.
    pub fn population_uniques(&self) -> u64 {
        self.by_population.get(&1).map_or(0, |&units| units as u64)
    }

    /// The mean risk over units, exactly where possible: see [`Journalist::marketer`].
    pub fn average(&self) -> Option<Fraction> {
        self.marketer().risk()
    }

    /// The marketer who links this table with a register of the whole population.
    pub fn marketer(&self) -> Marketer {
        let mut exact = Some(Fraction::new(0, 1));
        let mut rounded = 0.0;
        // Every term, the sum so far and the correction round by half a unit each: four units per
        // term are enough.
        for (&population, &units) in &self.by_population {
            exact =
                exact.and_then(|sum| sum.checked_add(Fraction::new(units, u128::from(population))));
            rounded = (rounded + units as f64 / population as f64) * (1.0 + 4.0 * f64::EPSILON);
        }
        Marketer {
            units: self.units,
            expected: exact,
            expected_f64: exact.map_or(rounded, Fraction::to_f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_one_size_are_added() {
        assert_eq!(
            Prosecutor::new(&[(2, 1), (1, 3), (2, 4)]),
            Prosecutor::new(&[(1, 3), (2, 5), (7, 0), (0, 9)])
        );
        assert_eq!(Prosecutor::new(&[]), None);
        assert_eq!(Prosecutor::new(&[(0, 3), (4, 0)]), None);
    }

    #[test]
    fn by_hand() {
        let risk = Prosecutor::new(&[(2, 3), (5, 2), (10, 1)]).unwrap();
        assert_eq!(
            (risk.classes(), risk.units(), risk.sample_uniques()),
            (6, 26, 0)
        );
        assert_eq!(
            (risk.highest(), risk.lowest(), risk.average()),
            (
                Fraction::new(1, 2),
                Fraction::new(1, 10),
                Fraction::new(3, 13)
            )
        );
        assert_eq!(risk.units_at_highest(), 6);
        let above: Vec<u64> = [(1, 2), (49, 100), (1, 5), (19, 100), (1, 11), (0, 1)]
            .iter()
            .map(|&(a, b)| risk.units_above(Fraction::new(a, b)))
            .collect();
        assert_eq!(above, [0, 6, 6, 16, 26, 26]);
        assert_eq!(risk.share(6), Fraction::new(3, 13));
        assert_eq!(risk.marketer().expected(), Some(Fraction::new(6, 1)));
        assert_eq!(risk.marketer().risk(), Some(risk.average()));
    }

    #[test]
    fn the_average_is_the_mean_over_units() {
        let histogram = [(1, 4), (3, 7), (8, 2)];
        let risk = Prosecutor::new(&histogram).unwrap();
        let mut sum = Fraction::new(0, 1);
        for &(size, classes) in &histogram {
            for _ in 0..size * classes {
                sum = sum.checked_add(Fraction::new(1, u128::from(size))).unwrap();
            }
        }
        assert_eq!(
            Fraction::new(sum.num(), sum.den() * u128::from(risk.units())),
            risk.average()
        );
    }

    #[test]
    fn a_journalist_with_the_table_as_population_is_a_prosecutor() {
        let (prosecutor, journalist) = (
            Prosecutor::new(&[(2, 3), (5, 2)]).unwrap(),
            Journalist::new(&[(2, 2, 3), (5, 5, 2)]).unwrap(),
        );
        assert_eq!(journalist.highest(), prosecutor.highest());
        assert_eq!(journalist.average(), Some(prosecutor.average()));
        assert_eq!(
            journalist.units_above(Fraction::new(1, 3)),
            prosecutor.units_above(Fraction::new(1, 3))
        );
        assert_eq!(Journalist::new(&[(3, 2, 1)]), None);
        assert_eq!(Journalist::new(&[(0, 2, 1)]), None);
        assert_eq!(
            Journalist::new(&[(1, 1, 4), (1, 2, 1)])
                .unwrap()
                .population_uniques(),
            4
        );
    }

    #[test]
    fn an_average_without_a_common_denominator_is_rounded_up() {
        // 47 primes have a product of more than 128 bits.
        let primes: Vec<u64> = (2..212).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
        let classes: Vec<(u64, u64, u64)> = primes.iter().map(|&p| (1, p, 1)).collect();
        let marketer = Journalist::new(&classes).unwrap().marketer();
        assert_eq!(marketer.expected(), None);
        let sum: f64 = primes.iter().rev().map(|&p| 1.0 / p as f64).sum();
        assert!(marketer.expected_f64() > sum && marketer.expected_f64() < sum * (1.0 + 1e-12));
    }
}
