//! Probabilistic l-diversity.

use crate::checks;
use crate::limit::Limit;
use crate::lost::{NO_CAP, cap, most_kept};
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// Probabilistic l-diversity: no sensitive value has more than 1/l of a class.
///
/// # Promise
/// For every kept class E and every known value s, r_s * l <= |E|, and E has a known value. Whoever
/// knows in which class a person is guesses the value right with probability at most 1/l.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and nothing that sets the people of a class apart.
/// Rows without a value count in
/// |E|: whoever can exclude them guesses better.
///
/// # Source
/// Machanavajjhala et al. 2006; the form with frequencies is that of Xiao and Tao, VLDB 2006.
/// `publishing-thesis` section 3.
///
/// # Cost
/// O(values of the class).
///
/// # Monotone
/// Under merging no: {a, b} has l = 2, merged with three more a it has 5/4. Under suppression yes.
/// Still the share of a value is linear in the class, so what a failing class must lose in any
/// division is known: kept parts together meet the model.
///
/// # Numerics
/// Exact fractions.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, ProbabilisticDiversity, Score};
/// let model = ProbabilisticDiversity::new(0, Score::new(5, 2), Some(7))?;
/// // Value 7 means missing: four of ten rows share a value.
/// let class = Class::new(10, &[(1, 4), (2, 3), (7, 3)]);
/// assert!(model.meets(&class));
/// assert_eq!(model.score(&class), Score::new(10, 4));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ProbabilisticDiversity {
    column: usize,
    l: Limit,
    missing: Option<u32>,
}

impl ProbabilisticDiversity {
    /// Probabilistic l-diversity of a sensitive column in which the value `missing`, if any, means
    /// missing.
    ///
    /// # Errors
    /// When l is below 1 or infinite.
    pub fn new(column: usize, l: Score, missing: Option<u32>) -> Result<Self> {
        Ok(ProbabilisticDiversity {
            column,
            l: Limit::new(checks::one_or_more("l", l)?),
            missing,
        })
    }

    /// The units of the most frequent known value; 0 if there is none.
    #[inline]
    fn largest(&self, values: &[(u32, u64)]) -> u64 {
        values
            .iter()
            .map(|&(v, count)| if Some(v) == self.missing { 0 } else { count })
            .max()
            .unwrap_or(0)
    }
}

impl ClassModel for ProbabilisticDiversity {
    fn name(&self) -> ModelName {
        ModelName::LDiversity
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
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
        match self.largest(class.values) {
            0 => Score::whole(0),
            largest => Score::new(class.size.into(), largest.into()),
        }
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let largest = self.largest(class.values);
        largest > 0 && self.l.compare(class.size.into(), largest.into()).is_ge()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.meets(class) {
            return 0;
        }
        if self.largest(class.values) == 0 {
            return class.size;
        }
        let share = cap(1.0 / self.l.to_f64());
        let kept = most_kept(class.size, class.values, |v| {
            if Some(v) == self.missing {
                NO_CAP
            } else {
                share
            }
        });
        (class.size - kept).max(1).min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }

    fn least_size(&self) -> u64 {
        // One unit has at most the share 1/l.
        self.l.ceil()
    }
}
