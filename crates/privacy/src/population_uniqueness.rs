//! A limit on population uniqueness.

use crate::checks;
use crate::model::{Bound, Monotone, TableModel};
use crate::score::Score;
use equipoise_data::{ModelName, Result};
use equipoise_measure::risk::population::{Sample, Sampling, UniquesEstimator};

/// Population uniqueness: only so many people of the population are the only ones of their kind.
///
/// # Promise
/// The estimated share of units of the population that are alone in their class of the population
/// is at most the threshold. Who is unique in the released table need not be unique in the
/// population, and this estimates how often they are.
///
/// # Assumes
/// The table is a random sample of a population of known size, and the adversary does not know who
/// is in it. It is an estimate of an average: it says nothing about a given person.
///
/// # Source
/// Zayatz 1991; Hoshino 2001 (Pitman); Chen and Keller-McNulty 1998 (SNB); Dankar, El Emam, Neisa,
/// Roffey 2012 (the rule that chooses). See `equipoise_measure::risk::population`.
///
/// # Cost
/// From a microsecond (Zayatz) to half a millisecond (Pitman) per node.
///
/// # Monotone
/// Nothing is declared: an estimate may rise when classes merge.
///
/// # Numerics
/// Floating point with a bound on its error, rounded up to billionths. Where an estimator is not
/// defined for a table, the share of sample units that are unique in the sample takes its place.
///
/// # Example
/// ```
/// use equipoise_measure::risk::population::{UniquesEstimator, Sampling};
/// use equipoise_privacy::{PopulationUniqueness, Score, TableModel};
/// let model = PopulationUniqueness::new(Score::new(1, 100), UniquesEstimator::Dankar, Sampling::Fraction(0.1))?;
/// assert_eq!(model.score(&[(5, 20)]), Score::whole(0), "nobody is alone");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PopulationUniqueness {
    threshold: Score,
    estimator: UniquesEstimator,
    sampling: Sampling,
}

/// Another program that solves the same equations may be off by as much; it shall not find a
/// release wanting.
const DOUBT: f64 = 1e-7;

impl PopulationUniqueness {
    /// At most the share `threshold` of the population may be unique in it.
    ///
    /// # Errors
    /// When the threshold is no share, or the sampling makes no sense.
    pub fn new(threshold: Score, estimator: UniquesEstimator, sampling: Sampling) -> Result<Self> {
        // A table of one unit shows whether the sampling itself can be used.
        if let Sampling::Fraction(_) = sampling {
            Sample::new(&[(1, 1)], sampling)?;
        }
        Ok(PopulationUniqueness {
            threshold: checks::share("threshold", threshold)?,
            estimator,
            sampling,
        })
    }
}

impl TableModel for PopulationUniqueness {
    fn name(&self) -> ModelName {
        ModelName::PopulationUniqueness
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: false,
            under_suppression: false,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.threshold
    }

    fn score(&self, sizes: &[(u64, u64)]) -> Score {
        if !sizes
            .iter()
            .any(|&(size, classes)| size == 1 && classes > 0)
        {
            return Score::whole(0);
        }
        match Sample::new(sizes, self.sampling) {
            Ok(sample) => {
                let estimate = sample.estimate(self.estimator);
                let (alone, units) =
                    sizes
                        .iter()
                        .fold((0, 0), |(alone, units), &(size, classes)| {
                            (
                                alone + if size == 1 { classes } else { 0 },
                                units + u128::from(size) * u128::from(classes),
                            )
                        });
                // Dankar's rule may fall back on Zayatz, which is an estimate still.
                if estimate.fell_back.is_some() && estimate.estimator != UniquesEstimator::Zayatz {
                    return Score::new(alone.into(), units);
                }
                Score::over(estimate.share, estimate.error.max(DOUBT))
            }
            Err(_) => Score::INFINITE,
        }
    }
}
