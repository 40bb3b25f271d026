//! Audits of a release: what its classes give away about the sensitive values of their people.
//!
//! An attacker who finds the class of a person learns the values of that class, and need not single
//! out the record. Three attacks are looked for, each of which some popular model lets through:
//!
//! - **homogeneity**: all people of the class have the same value. k-anonymity allows it.
//! - **skewness**: a value is much more frequent in the class than in the whole table. Where one
//!   person in a hundred is positive, a class that is half positive has two values, even in equal
//!   parts, and still tells something grave about everybody in it. l-diversity allows it.
//! - **similarity**: the values differ but mean the same, such as three diseases of the stomach.
//!   l-diversity allows it, since it does not know what values mean.
//!
//! # Missing values
//! A missing value is not knowledge. It never makes a class homogeneous or similar: a class with
//! missing values only has nothing to give away. It does not rescue a class either: (flu, flu,
//! missing) counts as homogeneous, because an attacker who says "flu" errs, if at all, about people
//! whose value nobody knows. In the shares of the skewness audit missing values are part of the
//! whole, as in t-closeness.
//!
//! # Source
//! Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam 2006 (homogeneity); Li, Li,
//! Venkatasubramanian 2007, section 3 (skewness, similarity).

use super::Fraction;
use std::cmp::Ordering;

/// A class as the audits see it: its size in units of protection, and the units of each sensitive
/// value in it.
pub type AuditedClass<'a> = (u64, &'a [(u32, u64)]);

/// How many classes an attack succeeds on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exposed {
    /// Number of classes.
    pub classes: u64,
    /// Units of protection in them.
    pub units: u64,
}

impl Exposed {
    fn add(&mut self, size: u64) {
        self.classes += 1;
        self.units += size;
    }
}

/// The values of a class that are known and occur.
fn known(values: &[(u32, u64)], missing: Option<u32>) -> impl Iterator<Item = &(u32, u64)> {
    values
        .iter()
        .filter(move |&&(value, units)| units > 0 && Some(value) != missing)
}

/// Whether `label` gives all known values the same label. False without a known value.
fn agree(values: &[(u32, u64)], missing: Option<u32>, label: impl Fn(u32) -> u32) -> bool {
    let mut labels = known(values, missing).map(|&(value, _)| label(value));
    labels
        .next()
        .is_some_and(|first| labels.all(|other| other == first))
}

/// Classes in which all units share one known value.
///
/// # Promise
/// Exactly the classes with one known value are counted; see the [module](self) for missing values.
///
/// # Assumes
/// An attacker who knows the quasi-identifiers of somebody in the table.
///
/// # Cost
/// O(values) per class.
///
/// # Example
/// Three patients with heart disease, and three with two diseases:
///
/// ```
/// use equipoise_measure::risk::audit::{Exposed, homogeneity};
/// let (heart, flu) = (0, 1);
/// let classes: [(u64, &[(u32, u64)]); 2] = [(3, &[(heart, 3)]), (3, &[(heart, 1), (flu, 2)])];
/// assert_eq!(homogeneity(classes, None), Exposed { classes: 1, units: 3 });
/// ```
pub fn homogeneity<'a>(
    classes: impl IntoIterator<Item = AuditedClass<'a>>,
    missing: Option<u32>,
) -> Exposed {
    let mut exposed = Exposed::default();
    classes
        .into_iter()
        .filter(|(_, values)| agree(values, missing, |value| value))
        .for_each(|(size, _)| exposed.add(size));
    exposed
}

/// Classes whose known values all lie under one label.
///
/// `label_of` gives for each value its label, for instance that of a level of the hierarchy of the
/// sensitive column. A label that covers everything, as at the top, makes every class similar and
/// means nothing. Homogeneous classes are similar too.
///
/// # Promise
/// Exactly the classes with at least one known value, all of them under one label, are counted.
///
/// # Assumes
/// That the labels mean something to an attacker.
///
/// # Cost
/// O(values) per class.
///
/// # Panics
/// When a value has no label.
///
/// # Example
/// ```
/// use equipoise_measure::risk::audit::{Exposed, similarity};
/// // Gastric ulcer, gastritis, stomach cancer, flu; three of them are diseases of the stomach.
/// let label_of = [0, 0, 0, 1];
/// let classes: [(u64, &[(u32, u64)]); 2] = [(3, &[(0, 1), (1, 1), (2, 1)]), (3, &[(1, 2), (3, 1)])];
/// assert_eq!(similarity(classes, &label_of, None), Exposed { classes: 1, units: 3 });
/// ```
pub fn similarity<'a>(
    classes: impl IntoIterator<Item = AuditedClass<'a>>,
    label_of: &[u32],
    missing: Option<u32>,
) -> Exposed {
    let mut exposed = Exposed::default();
    let label = |value: u32| label_of[value as usize];
    classes
        .into_iter()
        .filter(|(_, values)| agree(values, missing, label))
        .for_each(|(size, _)| exposed.add(size));
    exposed
}

/// Classes in which a value is far more frequent than in the whole table.
///
/// # Promise
/// With p the share of a value in the class and q its share in the reference, a class is skewed
/// when some known value has p >= `factor` * q and p >= `least_share`. Both shares are of all
/// counted values, missing ones included.
///
/// # Assumes
/// An attacker who knew the frequencies of the whole table beforehand.
///
/// # Source
/// The attack is of Li, Li, Venkatasubramanian 2007, section 3.2; the two limits are ours.
///
/// # Cost
/// O(values) per class.
///
/// # Numerics
/// Exact: products of up to 192 bits.
///
/// # Example
/// A table of which 1 % is positive, a class that is half positive, and one as the table:
///
/// ```
/// use equipoise_measure::risk::audit::{Exposed, Skewness};
/// let (negative, positive) = (0, 1);
/// let classes: [(u64, &[(u32, u64)]); 2] = [(50, &[(negative, 25), (positive, 25)]), (100, &[(negative, 99), (positive, 1)])];
/// let found = Skewness::default().audit(classes, &[(negative, 9900), (positive, 100)], None);
/// assert_eq!(found.exposed, Exposed { classes: 1, units: 50 });
/// assert_eq!(found.worst.unwrap().times.unwrap().to_f64(), 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skewness {
    factor: (u64, u64),
    least_share: (u64, u64),
}

impl Default for Skewness {
    /// Five times as frequent, and at least as likely as not.
    fn default() -> Self {
        Skewness {
            factor: (5, 1),
            least_share: (1, 2),
        }
    }
}

/// What the audit of skewness found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skewed {
    /// The skewed classes.
    pub exposed: Exposed,
    /// The value that exceeds its share by the largest factor; where several do, the first.
    pub worst: Option<Worst>,
}

/// A class and a value in it that is far more frequent than in the whole table. For internal
/// reports: it names a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The place of the class in the order given.
    pub class: usize,
    /// The size of the class.
    pub units: u64,
    /// The value.
    pub value: u32,
    /// Its share in the class.
    pub share: Fraction,
    /// How many times its share in the reference that is; `None` (without limit) if the reference
    /// does not have the value.
    pub times: Option<Fraction>,
}

impl Skewness {
    /// Limits of your own, as (numerator, denominator): a factor of at least 1, and a share of at
    /// most 1. `None` if they are not.
    pub fn new(factor: (u64, u64), least_share: (u64, u64)) -> Option<Self> {
        let fits = factor.1 > 0
            && factor.0 >= factor.1
            && least_share.1 > 0
            && least_share.0 <= least_share.1;
        fits.then_some(Skewness {
            factor,
            least_share,
        })
    }

    /// Looks at all classes; `reference` has the units of each value in the whole table.
    pub fn audit<'a>(
        &self,
        classes: impl IntoIterator<Item = AuditedClass<'a>>,
        reference: &[(u32, u64)],
        missing: Option<u32>,
    ) -> Skewed {
        let total: u64 = reference.iter().map(|&(_, units)| units).sum();
        let mut reference: Vec<(u32, u64)> = reference.to_vec();
        reference.sort_unstable();
        let in_reference = |value: u32| {
            reference
                .binary_search_by_key(&value, |&(v, _)| v)
                .map_or(0, |at| reference[at].1)
        };
        let (mut exposed, mut worst) = (Exposed::default(), None);
        for (class, (size, values)) in classes.into_iter().enumerate() {
            let all: u64 = values.iter().map(|&(_, units)| units).sum();
            let mut is_skewed = false;
            for &(value, units) in known(values, missing) {
                let usual = in_reference(value);
                if self.is_skewed((units, all), (usual, total)) {
                    is_skewed = true;
                    let share = Fraction::new(units.into(), all.into());
                    let times = (usual > 0).then(|| times(share, usual, total));
                    worst = worse(
                        worst,
                        Worst {
                            class,
                            units: size,
                            value,
                            share,
                            times,
                        },
                    );
                }
            }
            if is_skewed {
                exposed.add(size);
            }
        }
        Skewed { exposed, worst }
    }

    fn is_skewed(&self, (units, all): (u64, u64), (usual, total): (u64, u64)) -> bool {
        let often = u128::from(units) * u128::from(self.least_share.1)
            >= u128::from(self.least_share.0) * u128::from(all);
        often && product(units, total, self.factor.1) >= product(self.factor.0, usual, all)
    }
}

/// The one that exceeds its share by more; the first if they are equal.
fn worse(a: Option<Worst>, b: Worst) -> Option<Worst> {
    let Some(a) = a else { return Some(b) };
    let order = match (a.times, b.times) {
        (Some(a), Some(b)) => a.cmp(&b),
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (None, None) => a.share.cmp(&b.share),
    };
    Some(if order == Ordering::Less { b } else { a })
}

/// share / (usual / total).
fn times(share: Fraction, usual: u64, total: u64) -> Fraction {
    // The share has 64 bits above and below, so the products have 128.
    Fraction::new(
        share.num() * u128::from(total),
        share.den() * u128::from(usual),
    )
}

/// The product of three numbers, as (all but the lowest 64 bits, the lowest 64 bits).
fn product(a: u64, b: u64, c: u64) -> (u128, u64) {
    let (ab, c) = (u128::from(a) * u128::from(b), u128::from(c));
    let low = (ab & u128::from(u64::MAX)) * c;
    ((ab >> 64) * c + (low >> 64), low as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_192_bits() {
        assert_eq!(product(3, 5, 7), (0, 105));
        assert_eq!(product(1 << 63, 2, 9), (9, 0));
        let most = u64::MAX;
        assert!(product(most, most, most) > product(most, most, most - 1));
        assert_eq!(product(most, most, most).1, most);
    }

    #[test]
    fn large_counts_do_not_overflow() {
        let n = u64::MAX / 4;
        let found = Skewness::default().audit(
            [(n, &[(0, n / 2), (1, n / 2)][..])],
            &[(0, n - n / 100), (1, n / 100)],
            None,
        );
        assert_eq!(found.exposed.classes, 1);
        assert_eq!(found.worst.unwrap().value, 1);
    }
}
