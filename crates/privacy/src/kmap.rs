//! k-map: classes are judged by their size in the population.

use crate::checks;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// k-map: everybody shares their quasi-identifiers with at least k - 1 others of the population.
///
/// # Promise
/// For every kept class, the population that the table was drawn from has at least k units with its
/// labels.
///
/// # Assumes
/// The adversary knows quasi-identifiers of people of the population, and not who of them is in the
/// table: against somebody who knows that, use k-anonymity.
///
/// # Source
/// Sweeney, "k-anonymity: a model for protecting privacy", 2002 (k-map); El Emam and Dankar,
/// "Protecting privacy using k-anonymity", JAMIA 15(5), 2008.
///
/// # Cost
/// O(1) per class.
///
/// # Monotone
/// Under merging yes: populations add up. Under suppression yes.
///
/// # Numerics
/// Exact, integers.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, KMap};
/// let model = KMap::new(5)?;
/// assert!(model.meets(&Class { size: 1, population: 5, ..Class::default() }));
/// assert!(!model.meets(&Class { size: 1, population: 4, ..Class::default() }));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KMap {
    k: u64,
}

impl KMap {
    /// k-map with `k` of at least 1.
    ///
    /// # Errors
    /// When k is 0.
    pub fn new(k: u64) -> Result<Self> {
        Ok(KMap {
            k: checks::at_least_one("k", k)?,
        })
    }
}

impl ClassModel for KMap {
    fn name(&self) -> ModelName {
        ModelName::KMap
    }

    fn needs(&self) -> Option<usize> {
        None
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: true,
            under_generalization: true,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast
    }

    fn asked(&self) -> Score {
        Score::whole(self.k)
    }

    fn has_whole_scores(&self) -> bool {
        true
    }

    fn score(&self, class: &Class<'_>) -> Score {
        Score::whole(class.population)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        class.population >= self.k
    }
}

/// How the population of a class is thought to be distributed, given its size in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopulationEstimator {
    /// Poisson, with the size over the sampling fraction as its mean.
    Poisson,
    /// The same, given that it is not 0.
    ZeroTruncatedPoisson,
}

/// k-map with an estimated population: with a chance of at most the significance a class has fewer
/// than k in the population.
///
/// # Promise
/// For every kept class of size n, P(X < k) <= significance, where X has a Poisson distribution
/// with mean n / fraction, possibly given that X >= 1. That is so from some least size on, which is
/// all that is checked.
///
/// # Assumes
/// The table is a random sample of the population with a known fraction, and the adversary does not
/// know who is in it. It is an estimate: it holds on average, not for each class.
///
/// # Source
/// El Emam and Dankar, "Protecting privacy using k-anonymity", JAMIA 15(5), 2008; Dankar, El Emam,
/// Neisa, Roffey, BMC Med Inform Decis Mak 12:66, 2012; the distributions as in Rosner,
/// "Fundamentals of Biostatistics".
///
/// # Cost
/// O(1) per class to judge; O(sqrt(mean)) for its score, and O(log k sqrt(k)) once for the least
/// size.
///
/// # Monotone
/// Under merging yes: P(X < k) falls with the mean, and sizes add up. Under suppression yes.
///
/// # Numerics
/// Sums of Poisson weights relative to the largest one, right to a relative 1e-9; doubt is not met.
/// The score is the largest k that a class of that size meets.
///
/// # Departs
/// El Emam and Dankar test the size in the sample given the population's; here the population's
/// size is estimated from the sample's.
///
/// # Example
/// ```
/// use equipoise_privacy::{ClassModel, EstimatedKMap, PopulationEstimator, Score};
/// // One in ten was drawn. A class of one stands for ten: P(X < 5) = 0.029. A class of two for twenty.
/// let model = EstimatedKMap::new(5, Score::new(1, 10), PopulationEstimator::Poisson, Score::new(1, 100))?;
/// assert_eq!(model.least_size(), 2);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EstimatedKMap {
    k: u64,
    fraction: f64,
    estimator: PopulationEstimator,
    significance: f64,
    least_size: u64,
}

impl EstimatedKMap {
    /// k-map for a sample of `fraction` of the population.
    ///
    /// # Errors
    /// When k is 0 or above 10^9, the fraction is not above 0 and below 1, or the significance is
    /// below 1e-30 or not below 1.
    pub fn new(
        k: u64,
        fraction: Score,
        estimator: PopulationEstimator,
        significance: Score,
    ) -> Result<Self> {
        let k = checks::estimable_k(k)?;
        let fraction = checks::proper_share("sampling-fraction", fraction)?.to_f64();
        let significance = checks::significance(significance)?.to_f64();
        let mut model = EstimatedKMap {
            k,
            fraction,
            estimator,
            significance,
            least_size: 0,
        };
        let passes = |size: u64| model.largest_k(size) >= k;
        // A class whose mean is below k is unlikely to pass, one of twice the size needed never
        // fails: double, then halve.
        let mut high = 1;
        while !passes(high) {
            high *= 2;
        }
        let mut low = high / 2;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if passes(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        model.least_size = high;
        Ok(model)
    }

    /// The largest k with P(X < k) <= significance for a class of `size`.
    fn largest_k(&self, size: u64) -> u64 {
        if size == 0 {
            return 0;
        }
        let mean = size as f64 / self.fraction;
        if mean > 1e12 {
            // Summing would take long. Twenty standard deviations below the mean are less likely
            // than any significance, whatever k was asked.
            return (mean - 20.0 * mean.sqrt()) as u64;
        }
        let weights = Weights::new(mean);
        let from = u64::from(self.estimator == PopulationEstimator::ZeroTruncatedPoisson);
        let all = weights.sum_from(from);
        weights.quantile(from, all * self.significance * (1.0 - 1e-9))
    }
}

/// Poisson weights relative to the largest one; those below 1e-40 are left out.
struct Weights {
    mean: f64,
    mode: u64,
    /// The first and last kept, and the weight of the first.
    first: u64,
    first_weight: f64,
    last: u64,
}

const TINY: f64 = 1e-40;

impl Weights {
    fn new(mean: f64) -> Self {
        let mode = mean.floor() as u64;
        let (mut first, mut first_weight) = (mode, 1.0);
        while first > 0 && first_weight > TINY {
            // w(i - 1) = w(i) i / mean
            first_weight *= first as f64 / mean;
            first -= 1;
        }
        let (mut last, mut weight) = (mode, 1.0);
        while weight > TINY {
            last += 1;
            weight *= mean / last as f64;
        }
        Weights {
            mean,
            mode,
            first,
            first_weight,
            last,
        }
    }

    fn each(&self) -> impl Iterator<Item = (u64, f64)> {
        let mut weight = self.first_weight;
        (self.first..=self.last).map(move |i| {
            if i > self.first {
                weight *= self.mean / i as f64;
            }
            if i == self.mode {
                weight = 1.0;
            }
            (i, weight)
        })
    }

    fn sum_from(&self, from: u64) -> f64 {
        self.each().filter(|w| w.0 >= from).map(|w| w.1).sum()
    }

    /// The largest k for which the weights from `from` up to, and without, k sum to at most `most`.
    fn quantile(&self, from: u64, most: f64) -> u64 {
        let mut sum = 0.0;
        for (i, weight) in self.each().filter(|w| w.0 >= from) {
            sum += weight;
            if sum > most {
                return i;
            }
        }
        self.last
    }
}

impl ClassModel for EstimatedKMap {
    fn name(&self) -> ModelName {
        ModelName::KMap
    }

    fn needs(&self) -> Option<usize> {
        None
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: true,
            under_generalization: true,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast
    }

    fn asked(&self) -> Score {
        Score::whole(self.k)
    }

    fn has_whole_scores(&self) -> bool {
        true
    }

    fn score(&self, class: &Class<'_>) -> Score {
        Score::whole(self.largest_k(class.size))
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        class.size >= self.least_size
    }

    fn least_size(&self) -> u64 {
        self.least_size
    }

    fn size_decides(&self) -> bool {
        true
    }
}
