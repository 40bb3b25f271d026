//! Distinct l-diversity.

use crate::checks;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// Distinct l-diversity: every class has at least l different sensitive values.
///
/// # Promise
/// Every kept class contains at least l distinct values that are not missing. Whoever knows in
/// which class a person is cannot exclude all but l - 1 of them.
///
/// # Assumes
/// The adversary knows the quasi-identifiers. One value may still be far more frequent than the
/// others, and values may mean nearly the same: probabilistic, entropy and closeness models exist
/// for that.
///
/// # Source
/// Machanavajjhala et al. 2006. `publishing-thesis` section 3.
///
/// # Cost
/// O(distinct values of the class).
///
/// # Monotone
/// Under merging yes: the union has at least the values of each part. Under suppression yes.
///
/// # Numerics
/// Exact, integers. A missing value never counts as one of the l.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, DistinctDiversity};
/// let model = DistinctDiversity::new(0, 2, Some(7))?;
/// assert!(!model.meets(&Class::new(9, &[(1, 8), (7, 1)])), "value 7 means missing");
/// assert!(model.meets(&Class::new(9, &[(1, 8), (2, 1)])));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistinctDiversity {
    column: usize,
    l: u64,
    missing: Option<u32>,
}

impl DistinctDiversity {
    /// Distinct l-diversity of a sensitive column in which the value `missing`, if any, means
    /// missing.
    pub fn new(column: usize, l: u64, missing: Option<u32>) -> Result<Self> {
        Ok(DistinctDiversity {
            column,
            l: checks::at_least_one("l", l)?,
            missing,
        })
    }

    #[inline]
    fn distinct(&self, class: &Class<'_>) -> u64 {
        match class.marks {
            Some(marks) => u64::from((marks & !self.missing.map_or(0, |m| 1 << m)).count_ones()),
            None => {
                class.values.len() as u64
                    - u64::from(
                        self.missing
                            .is_some_and(|m| class.values.iter().any(|v| v.0 == m)),
                    )
            }
        }
    }
}

impl ClassModel for DistinctDiversity {
    fn name(&self) -> ModelName {
        ModelName::LDiversity
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn only_occurrence(&self) -> bool {
        true
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
        Score::whole(self.l)
    }

    fn has_whole_scores(&self) -> bool {
        true
    }

    fn score(&self, class: &Class<'_>) -> Score {
        Score::whole(self.distinct(class))
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        self.distinct(class) >= self.l
    }
}
