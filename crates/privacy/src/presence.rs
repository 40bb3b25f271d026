//! Delta-presence.

use crate::checks;
use crate::limit::Limit;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// Delta-presence: the table does not give away who of a population is in it.
///
/// # Promise
/// For every kept class E, the share of the population's units with its labels that are in the
/// table is at least min and at most max. Whoever knows that a person belongs to the population
/// cannot tell much better than before whether they are in the table.
///
/// # Assumes
/// The adversary knows the population table, and the table is a part of it. People of the
/// population in classes without a released row are known to be absent; so where min is above 0,
/// every class of the population must keep a row, and nothing can be suppressed.
///
/// # Source
/// Nergiz, Atzori, Clifton, "Hiding the presence of individuals from shared databases", SIGMOD
/// 2007.
///
/// # Cost
/// O(1) per class.
///
/// # Monotone
/// Under merging no: the share of a union lies between those of its parts, and the other part may
/// be out of range. Under suppression yes where min is 0; else whoever is suppressed is known to be
/// absent. Kept parts together have at most max of the population of the class, which bounds what a
/// class loses in any division.
///
/// # Numerics
/// Exact fractions. The score is |E| over the population, and both ends count: it is infinite where
/// the share is below min, where the population has nobody in the class, or fewer than the table
/// has (then the table is no part of it).
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, DeltaPresence, Score};
/// let model = DeltaPresence::new(Score::new(1, 10), Score::new(1, 2))?;
/// let class = |size, population| Class { size, population, ..Class::default() };
/// assert_eq!(model.score(&class(2, 5)), Score::new(2, 5));
/// assert!(!model.meets(&class(3, 5)), "too many of them");
/// assert_eq!(model.score(&class(2, 25)), Score::INFINITE);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DeltaPresence {
    min: Limit,
    max: Limit,
}

impl DeltaPresence {
    /// Shares from `min` to `max`, both allowed.
    ///
    /// # Errors
    /// When one is not within 0 and 1, or min is above max.
    pub fn new(min: Score, max: Score) -> Result<Self> {
        let (min, max) = checks::range(min, max)?;
        Ok(DeltaPresence {
            min: Limit::new(min),
            max: Limit::new(max),
        })
    }

    /// The least share; [`ClassModel::asked`] is the greatest.
    pub fn min(&self) -> Score {
        self.min.score()
    }

    fn is_in_range(&self, class: &Class<'_>) -> bool {
        let fits = class.population > 0 && class.population >= class.size;
        fits && self
            .min
            .compare(class.size.into(), class.population.into())
            .is_ge()
    }
}

impl ClassModel for DeltaPresence {
    fn name(&self) -> ModelName {
        ModelName::DeltaPresence
    }

    fn needs(&self) -> Option<usize> {
        None
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
            under_suppression: !self.forbids_absence(),
        }
    }

    fn forbids_absence(&self) -> bool {
        self.min() > Score::whole(0)
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.max.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        if self.is_in_range(class) {
            Score::new(class.size.into(), class.population.into())
        } else {
            Score::INFINITE
        }
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        self.is_in_range(class)
            && self
                .max
                .compare(class.size.into(), class.population.into())
                .is_le()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        let kept = (self.max.to_f64() * class.population as f64 * (1.0 + 1e-12))
            .min(class.size as f64) as u64;
        class.size - kept.min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}
