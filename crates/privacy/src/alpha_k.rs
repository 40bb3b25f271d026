//! (alpha,k)-anonymity.

use crate::checks;
use crate::limit::Limit;
use crate::lost::{NO_CAP, cap, most_kept};
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use equipoise_data::{Error, ModelName, Result};

/// (alpha,k)-anonymity: classes are large, and no sensitive value has more than a share alpha of
/// one.
///
/// # Promise
/// For every kept class E, |E| >= k, and for every known value s, or only for those listed, r_s <=
/// alpha |E|. A person is found among k, and each of the values is guessed right with probability
/// at most alpha.
///
/// # Assumes
/// The adversary knows the quasi-identifiers. With listed values the others are not protected: a
/// class may have one of them only.
///
/// # Source
/// Wong, Li, Fu, Wang, "(alpha,k)-anonymity", KDD 2006. `publishing-thesis` section 3.
///
/// # Cost
/// O(values of the class).
///
/// # Monotone
/// Under merging no: {a, b} merged with many a. Under suppression yes. Shares are linear, so what a
/// failing class loses in any division is known: kept parts together meet the model.
///
/// # Numerics
/// Exact fractions. A class below k has an infinite score.
///
/// # Example
/// ```
/// use equipoise_privacy::{AlphaKAnonymity, Class, ClassModel, Score};
/// let model = AlphaKAnonymity::new(0, Score::new(1, 2), 3, None, None)?;
/// assert_eq!(model.score(&Class::new(4, &[(0, 2), (1, 2)])), Score::new(1, 2));
/// assert!(model.meets(&Class::new(4, &[(0, 2), (1, 2)])));
/// assert_eq!(model.score(&Class::new(2, &[(0, 1), (1, 1)])), Score::INFINITE);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlphaKAnonymity {
    column: usize,
    alpha: Limit,
    k: u64,
    missing: Option<u32>,
    /// Per value whether its share is limited; none: all known ones are.
    listed: Option<Vec<bool>>,
}

impl AlphaKAnonymity {
    /// (alpha,k)-anonymity of a sensitive column in which the value `missing`, if any, means
    /// missing. With `listed`, only these values are limited; a value that means missing never is.
    ///
    /// # Errors
    /// When alpha is not above 0 and at most 1, k is 0, or the list is empty.
    pub fn new(
        column: usize,
        alpha: Score,
        k: u64,
        missing: Option<u32>,
        listed: Option<&[u32]>,
    ) -> Result<Self> {
        let alpha = Limit::new(checks::positive_share("alpha", alpha)?);
        let k = checks::at_least_one("k", k)?;
        let listed = listed.map(|values| mask(values, missing)).transpose()?;
        Ok(AlphaKAnonymity {
            column,
            alpha,
            k,
            missing,
            listed,
        })
    }

    /// The k asked for; [`ClassModel::asked`] is alpha.
    pub fn k(&self) -> u64 {
        self.k
    }

    #[inline]
    fn is_limited(&self, value: u32) -> bool {
        match &self.listed {
            None => Some(value) != self.missing,
            Some(listed) => listed.get(value as usize).copied().unwrap_or(false),
        }
    }

    /// The units of the most frequent limited value.
    #[inline]
    fn largest(&self, values: &[(u32, u64)]) -> u64 {
        values
            .iter()
            .map(|&(v, count)| if self.is_limited(v) { count } else { 0 })
            .max()
            .unwrap_or(0)
    }
}

fn mask(values: &[u32], missing: Option<u32>) -> Result<Vec<bool>> {
    let Some(&last) = values.iter().max() else {
        return Err(Error::usage(
            "values is an empty list; name at least one value, or leave it out to limit all",
        ));
    };
    let mut mask = vec![false; last as usize + 1];
    values
        .iter()
        .filter(|&&v| Some(v) != missing)
        .for_each(|&v| mask[v as usize] = true);
    Ok(mask)
}

impl ClassModel for AlphaKAnonymity {
    fn name(&self) -> ModelName {
        ModelName::AlphaKAnonymity
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
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.alpha.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        if class.size < self.k {
            return Score::INFINITE;
        }
        Score::new(self.largest(class.values).into(), class.size.into())
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
            && self
                .alpha
                .compare(self.largest(class.values).into(), class.size.into())
                .is_le()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if class.size < self.k {
            return class.size;
        }
        if self.meets(class) {
            return 0;
        }
        let share = cap(self.alpha.to_f64());
        let kept = most_kept(class.size, class.values, |v| {
            if self.is_limited(v) { share } else { NO_CAP }
        });
        // A kept part has k rows.
        let kept = if kept < self.k { 0 } else { kept };
        (class.size - kept).max(1)
    }

    fn bounds_loss(&self) -> bool {
        true
    }

    fn least_size(&self) -> u64 {
        self.k
    }
}
