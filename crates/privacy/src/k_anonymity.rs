//! k-anonymity.

use crate::checks;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// k-anonymity: everybody shares their quasi-identifiers with at least k - 1 others.
///
/// # Promise
/// Every kept class E has |E| >= k. Whoever knows a person's quasi-identifiers finds at least k
/// candidates for their row, so a link is right with probability at most 1/k.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and nothing else about the person; the unit of
/// protection counts each person once. Says nothing about sensitive values: k equal diagnoses are
/// k-anonymous.
///
/// # Source
/// Samarati 2001; Sweeney 2002. `publishing-thesis` section 3.
///
/// # Cost
/// O(1) per class.
///
/// # Monotone
/// Under merging yes: sizes only grow. Under suppression yes: the other classes stay as they are.
///
/// # Numerics
/// Exact, integers.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, KAnonymity};
/// let model = KAnonymity::new(3)?;
/// assert!(!model.meets(&Class::new(2, &[])) && model.meets(&Class::new(3, &[])));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: u64,
}

impl KAnonymity {
    /// k-anonymity with `k` of at least 1.
    pub fn new(k: u64) -> Result<Self> {
        Ok(KAnonymity {
            k: checks::at_least_one("k", k)?,
        })
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> ModelName {
        ModelName::KAnonymity
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
        Score::whole(class.size)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn least_size(&self) -> u64 {
        self.k
    }

    fn size_decides(&self) -> bool {
        true
    }
}
