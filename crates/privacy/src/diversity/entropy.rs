//! Entropy l-diversity.

use super::{grassberger, ties};
use crate::checks;
use crate::limit::Limit;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};
use std::sync::LazyLock;

/// How the entropy of a class is computed from its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntropyEstimator {
    /// The entropy of the class itself.
    Shannon,
    /// An estimate of the entropy of what the class was drawn from: Shannon's is too small for
    /// small samples.
    Grassberger,
}

/// Entropy l-diversity: the sensitive values of a class are as uncertain as l equally frequent
/// ones.
///
/// # Promise
/// For every kept class exp(H) >= l, where H is the entropy in nats of its known values. With
/// `Grassberger`, H is his estimate of the entropy that the class was drawn from.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and nothing that sets the people of a class apart. One
/// value may have a share well above 1/l as long as there are enough others. The estimate of
/// Grassberger says little about tiny classes: it gives a single row exp(H) = 3.56, so ask for k or
/// distinct values too.
///
/// # Source
/// Machanavajjhala et al. 2006; Grassberger, "Entropy estimates from insufficient samplings", 2003.
/// `publishing-thesis` section 3.
///
/// # Cost
/// O(values of the class); logarithms of counts below 1024 come from a table, and most classes are
/// decided by their number of values or by the sum of squared counts, which bounds the entropy from
/// below.
///
/// # Monotone
/// Under merging no: {a, b} merged with many a. Under suppression yes. Shannon's entropy is
/// concave, so kept parts together meet the model, and the most rows that can be kept are found by
/// cutting frequent values to one level.
///
/// # Numerics
/// Floating point with an error below a relative 1e-11, rounded down to billionths: doubt is not
/// met. Exact ties are met: exp(H) is a fraction if and only if the weighted geometric mean of the
/// counts is an integer, which is tested exactly.
///
/// # Departs
/// Missing values are left out of H; a class without known values fails.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, EntropyDiversity, EntropyEstimator, Score};
/// let model = EntropyDiversity::new(0, Score::whole(4), EntropyEstimator::Shannon, None)?;
/// let class = Class::new(8, &[(0, 4), (1, 1), (2, 1), (3, 1), (4, 1)]);
/// assert_eq!(model.score(&class), Score::whole(4));
/// assert!(model.meets(&class));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EntropyDiversity {
    column: usize,
    l: Limit,
    l_nearby: f64,
    ln_l: f64,
    estimator: EntropyEstimator,
    missing: Option<u32>,
}

/// Wider than a billionth and all errors together, relative.
const MARGIN: f64 = 1e-8;
/// Error of exp(H), relative.
const ERROR: f64 = 1e-11;

/// n ln n and n G(n) for small n.
static SHANNON: LazyLock<[f64; SMALL]> =
    LazyLock::new(|| std::array::from_fn(|n| n as f64 * (n.max(1) as f64).ln()));
static GRASSBERGER: LazyLock<[f64; SMALL]> =
    LazyLock::new(|| std::array::from_fn(|n| n as f64 * grassberger::g(n as u64)));
/// Counts below this have their logarithm in the table.
const SMALL: usize = 1024;
/// Up to so many values a plain sum is right to far less than the margin.
const FEW: usize = 1 << 16;

/// What is counted in one pass.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    values: u64,
    units: u64,
    largest: u64,
    squares: f64,
    /// The sum of the table's entries, where all counts are in it.
    terms: f64,
}

impl EntropyDiversity {
    /// Entropy l-diversity of a sensitive column in which the value `missing`, if any, means
    /// missing.
    ///
    /// # Errors
    /// When l is below 1 or infinite.
    pub fn new(
        column: usize,
        l: Score,
        estimator: EntropyEstimator,
        missing: Option<u32>,
    ) -> Result<Self> {
        let l = Limit::new(checks::one_or_more("l", l)?);
        Ok(EntropyDiversity {
            column,
            l,
            l_nearby: l.to_f64(),
            ln_l: l.to_f64().ln(),
            estimator,
            missing,
        })
    }

    /// How the entropy is computed.
    pub fn estimator(&self) -> EntropyEstimator {
        self.estimator
    }

    #[inline]
    fn known<'a>(&self, values: &'a [(u32, u64)]) -> impl Iterator<Item = u64> + use<'a> {
        let missing = self.missing;
        values
            .iter()
            .map(move |&(v, count)| if Some(v) == missing { 0 } else { count })
    }

    #[inline]
    fn count(&self, values: &[(u32, u64)]) -> Counted {
        let table: &[f64; SMALL] = match self.estimator {
            EntropyEstimator::Shannon => &SHANNON,
            EntropyEstimator::Grassberger => &GRASSBERGER,
        };
        let mut counted = Counted::default();
        for count in self.known(values) {
            counted.terms += table[count as usize % SMALL];
            counted.values += u64::from(count > 0);
            counted.units += count;
            counted.largest = counted.largest.max(count);
            let count = count as i64 as f64;
            counted.squares += count * count;
        }
        counted
    }

    /// exp(H), right to a relative 1e-11: the sum is compensated, so its error does not grow with
    /// the number of values.
    fn exp_entropy(&self, counts: impl Iterator<Item = u64>, units: u64) -> f64 {
        let (table, of): (&[f64; SMALL], fn(u64) -> f64) = match self.estimator {
            EntropyEstimator::Shannon => (&SHANNON, |n| n as f64 * (n as f64).ln()),
            EntropyEstimator::Grassberger => (&GRASSBERGER, |n| n as f64 * grassberger::g(n)),
        };
        let (mut sum, mut lost) = (0.0f64, 0.0);
        for count in counts {
            let term = table
                .get(count as usize)
                .copied()
                .unwrap_or_else(|| of(count));
            let next = sum + term;
            lost += if sum.abs() >= term.abs() {
                (sum - next) + term
            } else {
                (term - next) + sum
            };
            sum = next;
        }
        let units = units as f64;
        (units.ln() - (sum + lost) / units).exp()
    }

    /// The most rows with known values that can be kept. Kept parts together have an entropy of at
    /// least ln l, and of all selections of so many rows the one that cuts frequent values to a
    /// common level has the largest. The lower the level, the larger the entropy; at level 1 all
    /// values are equally frequent.
    fn most_kept(&self, values: &[(u32, u64)], largest: u64) -> u64 {
        let rows = |level: u64| self.known(values).map(|c| c.min(level)).sum::<u64>();
        let fails = |level: u64| {
            let x = self.exp_entropy(self.known(values).map(|c| c.min(level)), rows(level));
            x < self.l_nearby * (1.0 - MARGIN)
        };
        if !fails(largest) {
            return rows(largest);
        }
        let (mut good, mut bad) = (1, largest);
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if fails(middle) {
                bad = middle;
            } else {
                good = middle;
            }
        }
        // As many rows as at a level that fails are too many.
        rows(bad) - 1
    }

    /// The score as a fraction, if it is one.
    fn exact(&self, values: &[(u32, u64)], counted: &Counted, nearby: f64) -> Option<Score> {
        if self.estimator != EntropyEstimator::Shannon {
            return None;
        }
        let mean = counted.units as f64 / nearby;
        let integer = mean.round();
        let is_near = (mean - integer).abs() <= mean * ERROR;
        let is_mean =
            || ties::is_geometric_mean(integer as u64, self.known(values).filter(|&c| c > 0));
        (integer >= 1.0 && is_near && is_mean())
            .then(|| Score::new(counted.units.into(), integer as u128))
    }
}

impl ClassModel for EntropyDiversity {
    fn name(&self) -> ModelName {
        ModelName::LDiversity
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: self.estimator == EntropyEstimator::Shannon,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast
    }

    fn asked(&self) -> Score {
        self.l.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        let counted = self.count(class.values);
        if counted.units == 0 {
            return Score::whole(0);
        }
        let x = self.exp_entropy(self.known(class.values), counted.units);
        self.exact(class.values, &counted, x)
            .unwrap_or_else(|| Score::under(x, x * ERROR))
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let counted = self.count(class.values);
        if counted.units == 0 {
            return false;
        }
        // No entropy exceeds that of equally frequent values, which is exactly their number.
        let is_shannon = self.estimator == EntropyEstimator::Shannon;
        if is_shannon && (counted.values as f64) < self.l_nearby * (1.0 - ERROR) {
            return false;
        }
        let units = counted.units as i64 as f64;
        let x = if counted.largest < SMALL as u64 && class.values.len() <= FEW {
            // Compared as entropies, the way back from the logarithm can be left out.
            let excess = units.ln() - counted.terms / units - self.ln_l;
            if excess.abs() > MARGIN {
                return excess > 0.0;
            }
            self.l_nearby
        } else if is_shannon && units * units >= self.l_nearby * (1.0 + MARGIN) * counted.squares {
            // The collision entropy is below Shannon's: exp(H) >= N^2 / sum r^2.
            return true;
        } else {
            self.exp_entropy(self.known(class.values), counted.units)
        };
        if (x - self.l_nearby).abs() > MARGIN * self.l_nearby {
            return x > self.l_nearby;
        }
        if is_shannon && counted.largest * counted.values == counted.units {
            return self.l.compare(counted.values.into(), 1).is_ge();
        }
        self.bound().allows(self.score(class), self.l.score())
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.estimator != EntropyEstimator::Shannon || self.meets(class) {
            return 0;
        }
        let counted = self.count(class.values);
        if counted.units == 0 || self.l.compare(counted.values.into(), 1).is_lt() {
            // No part has more different values than the class.
            return class.size;
        }
        let kept = self.most_kept(class.values, counted.largest);
        (counted.units - kept.min(counted.units))
            .max(1)
            .min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        self.estimator == EntropyEstimator::Shannon
    }
}
