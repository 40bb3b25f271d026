//! Models of the whole table that follow from the sizes of classes alone.

use crate::checks;
use crate::model::{Bound, Monotone, TableModel};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// Average risk: somebody picked at random is found with a limited probability.
///
/// # Promise
/// Kept classes over kept units is at most the threshold. Whoever links the quasi-identifiers of a
/// randomly picked unit to a row of its class succeeds that often, because each class of size n
/// contributes n units with a chance of 1/n.
///
/// # Assumes
/// The adversary knows the quasi-identifiers, and that the person is in the table. A mean hides its
/// worst: single people may be unique. Combine it with k-anonymity.
///
/// # Source
/// El Emam, "Guide to the De-Identification of Personal Health Information", 2013 (average
/// prosecutor risk).
///
/// # Cost
/// O(different sizes).
///
/// # Monotone
/// Not a class model. Under suppression of the smallest classes the ratio falls; of others it can
/// rise.
///
/// # Numerics
/// Exact.
///
/// # Example
/// ```
/// use equipoise_privacy::{AverageRisk, Score, TableModel};
/// let model = AverageRisk::new(Score::new(1, 4))?;
/// // Two classes of one and one of eight: 3 classes, 10 units.
/// assert_eq!(model.score(&[(1, 2), (8, 1)]), Score::new(3, 10));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AverageRisk {
    threshold: Score,
}

impl AverageRisk {
    /// An average risk of at most `threshold`, above 0 and at most 1.
    ///
    /// # Errors
    /// When it is not.
    pub fn new(threshold: Score) -> Result<Self> {
        Ok(AverageRisk {
            threshold: checks::positive_share("threshold", threshold)?,
        })
    }
}

impl TableModel for AverageRisk {
    fn name(&self) -> ModelName {
        ModelName::AverageRisk
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
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
        share(sizes.iter().map(|s| u128::from(s.1)).sum(), sizes)
    }
}

/// Sample uniqueness: few people are alone in their class.
///
/// # Promise
/// At most the threshold's share of the kept units is in classes of size 1.
///
/// # Assumes
/// The adversary knows the quasi-identifiers. Uniqueness in the table overstates uniqueness in the
/// population it was drawn from.
///
/// # Source
/// Skinner and Elliot, "A measure of disclosure risk for microdata", JRSS B 64, 2002.
///
/// # Cost
/// O(different sizes).
///
/// # Monotone
/// Not a class model. Under suppression of classes of size 1 the share falls, of others it rises.
///
/// # Numerics
/// Exact.
///
/// # Example
/// ```
/// use equipoise_privacy::{SampleUniqueness, Score, TableModel};
/// let model = SampleUniqueness::new(Score::new(1, 20))?;
/// assert_eq!(model.score(&[(1, 2), (8, 1)]), Score::new(2, 10));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleUniqueness {
    threshold: Score,
}

impl SampleUniqueness {
    /// A share of unique units of at most `threshold`, at least 0 and at most 1.
    ///
    /// # Errors
    /// When it is not.
    pub fn new(threshold: Score) -> Result<Self> {
        Ok(SampleUniqueness {
            threshold: checks::share("threshold", threshold)?,
        })
    }
}

impl TableModel for SampleUniqueness {
    fn name(&self) -> ModelName {
        ModelName::SampleUniqueness
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
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
        share(
            sizes
                .iter()
                .filter(|s| s.0 == 1)
                .map(|s| u128::from(s.1))
                .sum(),
            sizes,
        )
    }
}

/// `part` over all units; 0 where there are none.
fn share(part: u128, sizes: &[(u64, u64)]) -> Score {
    let units: u128 = sizes
        .iter()
        .map(|s| u128::from(s.0) * u128::from(s.1))
        .sum();
    Score::new(part, units.max(1))
}
