//! A table as a sample of a population.

use crate::risk::re_identification::by_size;
use equipoise_data::{Error, Result};
use std::fmt;

/// How to extrapolate from the table to the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UniquesEstimator {
    /// Bayes with the sizes of the sample's classes as prior.
    ///
    /// # Promise
    /// A sample unique is a population unique with probability P = F_1 h_1 / sum of F_j h_j, where
    /// h_j = j C(N - j, n - 1) / C(N, n) is the chance that a class of j people has one in the
    /// sample. Estimated population uniques: F_1 P / pi.
    ///
    /// # Source
    /// Zayatz 1991, "Estimation of the number of unique population elements using a sample"; Dankar
    /// et al. 2012, appendix.
    Zayatz,
    /// Maximum likelihood in Pitman's sampling formula, 0 <= alpha < 1, theta > -alpha.
    ///
    /// # Promise
    /// Estimated population uniques: the expected number in a large population of N under the
    /// fitted parameters, G(theta + 1) / G(theta + alpha) N^alpha, G being the gamma function, and
    /// at most N.
    ///
    /// # Source
    /// Pitman 1995; Hoshino 2001, "Applying Pitman's sampling formula to microdata disclosure risk
    /// assessment".
    ///
    /// # Departs
    /// Where the likelihood is largest at alpha = 0 the formula is that of Ewens, and is used. The
    /// exact expectation, which is never larger, is [`PitmanFit::share`](super::PitmanFit::share).
    Pitman,
    /// The slide negative binomial model.
    ///
    /// # Promise
    /// Class sizes are 1 + a negative binomial number with parameters a, p: K p^a population
    /// uniques among K classes. K is Shlosser's estimate as modified by Haas and Stokes; a and p
    /// make the expected numbers of sample classes of size 1 and 2 equal to F_1 and F_2: F_1 = K pi
    /// (p / (1 - x))^a (1 + a x / (1 - x)), F_2 = K pi^2 a (1 - p) p^a (2 - (1 - a) x) / (2 (1 -
    /// x)^(a + 2)), x = (1 - pi)(1 - p).
    ///
    /// # Source
    /// Chen and Keller-McNulty 1998, "Estimation of identification disclosure risk in microdata";
    /// Haas and Stokes 1998; Dankar et al. 2012, appendix.
    ///
    /// # Departs
    /// Where several solutions exist, the one with most uniques is taken. Some tools multiply the
    /// second equation by (1 - x)^(a + 2) instead of dividing; the form above follows from the
    /// model and is tested against its definition.
    Snb,
    /// Dankar's rule: [`Pitman`](UniquesEstimator::Pitman) for pi <= 0.1, else the smaller of
    /// [`Zayatz`](UniquesEstimator::Zayatz) and [`Snb`](UniquesEstimator::Snb).
    ///
    /// # Source
    /// Dankar, El Emam, Neisa, Roffey 2012, "Estimating the re-identification risk of clinical data
    /// sets", BMC Medical Informatics and Decision Making 12:66.
    Dankar,
}

/// How large the population is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// The number of people, N.
    Population(u64),
    /// The share of them that is in the table, pi.
    Fraction(f64),
}

/// Why an estimator had no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FallBack {
    /// Every unit is unique in the sample: nothing says how fast uniqueness fades.
    AllUnique,
    /// No class has size 2, which the estimator needs.
    NoPairs,
    /// Its equations have no solution for these counts.
    NoSolution,
    /// They have one that could not be found to six places.
    NotConverged,
}

impl fmt::Display for FallBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FallBack::AllUnique => "every unit is unique in the sample",
            FallBack::NoPairs => "no class has two units",
            FallBack::NoSolution => {
                "the equations of the estimator have no solution for these classes"
            }
            FallBack::NotConverged => "the equations of the estimator could not be solved reliably",
        })
    }
}

/// An estimated share of people who are unique in the population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated share of the population, 0 to 1.
    pub share: f64,
    /// How far rounding can have moved `share`. It says nothing about how well the model fits.
    pub error: f64,
    /// The estimator that gave the number; with Dankar's rule the one it chose.
    pub estimator: UniquesEstimator,
    /// Set where an estimator that was asked had no answer. Then `share` is that of sample uniques,
    /// but for Dankar's rule above pi = 0.1, where Zayatz still answers.
    pub fell_back: Option<FallBack>,
}

/// What a single estimator found: the share and its rounding error.
pub(crate) type Found = Result<(f64, f64), FallBack>;

/// A table as a sample of a population.
///
/// # Example
/// Two units alone, one class of two, eight people: P = 2 / (2 + 8/7) = 7/11, and 2/4 of the units
/// are sample uniques.
///
/// ```
/// use equipoise_measure::risk::population::{UniquesEstimator, Sample, Sampling};
/// let sample = Sample::new(&[(1, 2), (2, 1)], Sampling::Population(8)).unwrap();
/// let estimate = sample.estimate(UniquesEstimator::Zayatz);
/// assert!((estimate.share - 7.0 / 22.0).abs() <= estimate.error);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// (size, classes), sizes rising.
    pub(super) sizes: Vec<(u64, u64)>,
    pub(super) units: u64,
    pub(super) classes: u64,
    /// N; not whole where a fraction was given.
    pub(super) population: f64,
    /// pi.
    pub(super) fraction: f64,
    /// pi <= 0.1, decided exactly.
    pub(super) is_small: bool,
}

impl Sample {
    /// A table with this many classes of each size, as (size, classes) in any order; entries with
    /// size 0 or without classes are skipped.
    ///
    /// # Errors
    /// No units; a population that is not above the number of units; a fraction that is not between
    /// 0 and 1.
    pub fn new(histogram: &[(u64, u64)], sampling: Sampling) -> Result<Self> {
        let sizes = by_size(histogram);
        let units: u64 = sizes.iter().map(|(size, classes)| size * classes).sum();
        if units == 0 {
            return Err(Error::data(
                "the table has no units to estimate a population from",
            ));
        }
        let (population, fraction, is_small) = match sampling {
            Sampling::Population(people) if people > units => (
                people as f64,
                units as f64 / people as f64,
                10 * u128::from(units) <= u128::from(people),
            ),
            Sampling::Population(people) => {
                return Err(Error::usage(format!(
                    "the population size is {people}; it must be above the number of units, {units}"
                )));
            }
            Sampling::Fraction(fraction) if fraction > 0.0 && fraction < 1.0 => {
                (units as f64 / fraction, fraction, fraction <= 0.1)
            }
            Sampling::Fraction(fraction) => {
                return Err(Error::usage(format!(
                    "the sampling fraction is {fraction}; it must be above 0 and below 1"
                )));
            }
        };
        let classes = sizes.values().sum();
        Ok(Sample {
            sizes: sizes.into_iter().collect(),
            units,
            classes,
            population,
            fraction,
            is_small,
        })
    }

    /// The share of units that are unique in the sample.
    pub fn sample_uniqueness(&self) -> f64 {
        self.of_size(1) as f64 / self.units as f64
    }

    pub(super) fn of_size(&self, size: u64) -> u64 {
        self.sizes
            .binary_search_by_key(&size, |&(s, _)| s)
            .map_or(0, |at| self.sizes[at].1)
    }

    pub(super) fn settle(&self, estimator: UniquesEstimator, found: Found) -> Estimate {
        let reason = match found {
            Ok((share, error)) if share.is_finite() && share >= 0.0 && error <= 1e-6 => {
                if share <= 1.0 + error {
                    return Estimate {
                        share: share.min(1.0),
                        error,
                        estimator,
                        fell_back: None,
                    };
                }
                FallBack::NoSolution
            }
            Ok(_) => FallBack::NotConverged,
            Err(reason) => reason,
        };
        Estimate {
            share: self.sample_uniqueness(),
            error: f64::EPSILON,
            estimator,
            fell_back: Some(reason),
        }
    }
}
