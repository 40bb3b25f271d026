//! Models that bound the logarithm of p/q: semantic privacy and delta-disclosure.

use crate::checks;
use crate::limit::Limit;
use crate::lost::{cap, most_kept};
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::reference::{Ratio, Reference};
use crate::score::Score;
use equipoise_data::{ModelName, Result};
use std::f64::consts::LN_2;

/// The base of the logarithm that delta is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// Natural logarithms.
    Natural,
    /// Logarithms to the base 2.
    Binary,
}

impl Log {
    /// |log ratio|. Exactly whole where the ratio is 1 or, in binary, a power of 2; else rounded up to a billionth.
    fn size(self, ratio: Ratio) -> Score {
        let (large, small) = (
            ratio.numerator.max(ratio.denominator),
            ratio.numerator.min(ratio.denominator),
        );
        if small == 0 {
            return Score::INFINITE;
        }
        let doublings = small.leading_zeros() - large.leading_zeros();
        if large == small || self == Log::Binary && small << doublings == large {
            return Score::whole(doublings.into());
        }
        // Near 1 the difference is exact and the quotient of it is not hurt by cancellation.
        let float = |n: u128| u64::try_from(n).map_or(n as f64, |n| n as f64);
        let excess = float(large - small) / float(small);
        let natural = excess.ln_1p();
        let x = if self == Log::Binary {
            natural / LN_2
        } else {
            natural
        };
        Score::over(x, x * ERROR)
    }
}

/// Error of a logarithm, relative.
const ERROR: f64 = 1e-12;
/// Wider than a billionth and all errors together.
const MARGIN: f64 = 4e-9;

/// The bound on p/q and q/p that delta stands for.
#[derive(Clone, Copy, Debug)]
struct Factor {
    delta: Limit,
    log: Log,
    /// Below this a ratio is certainly good, and above that certainly bad.
    certain: (f64, f64),
}

impl Factor {
    fn new(delta: Score, log: Log) -> Self {
        let delta = Limit::new(delta);
        let natural = if log == Log::Binary {
            delta.to_f64() * LN_2
        } else {
            delta.to_f64()
        };
        let exp = |x: f64| x.exp().min(1e250);
        Factor {
            delta,
            log,
            certain: (exp(natural - MARGIN), exp(natural + MARGIN)),
        }
    }

    /// Whether all ratios are within the factor, where that is certain.
    #[inline]
    fn decide(&self, reference: &Reference, values: &[(u32, u64)]) -> Option<bool> {
        let spread = reference.spread(values);
        let (good, bad) = self.certain;
        if spread.most <= good * spread.units && spread.least * good >= spread.units {
            return Some(true);
        }
        (spread.most > bad * spread.units || spread.least * bad < spread.units).then_some(false)
    }

    fn score(&self, reference: &Reference, values: &[(u32, u64)]) -> Score {
        let Some((most, least)) = reference.extremes(values) else {
            return Score::whole(0);
        };
        if least.numerator == 0 || most.denominator == 0 {
            return Score::INFINITE;
        }
        // The logarithm rises with the ratio, so one of the larger ratio is enough.
        let (up, down) = (
            Score::new(most.numerator, most.denominator),
            Score::new(least.denominator, least.numerator),
        );
        self.log.size(if up >= down { most } else { least })
    }

    /// Per value the largest share it may have.
    fn caps(&self, reference: &Reference) -> Vec<u64> {
        reference
            .shares()
            .map(|q| cap(q * self.certain.1))
            .collect()
    }
}

/// Semantic privacy: every value of the input is in every class, about as often as in the input.
///
/// # Promise
/// For every kept class and every value s that occurs in the input, s occurs in the class and
/// |log(p_s / q_s)| <= delta, where p_s is its share in the class and q_s its share in the input.
/// Nobody's value becomes more, or less, likely by more than a factor e^delta.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution. It is a very strict
/// model: classes must be large enough to hold every value.
///
/// # Source
/// Brickell and Shmatikov, KDD 2008, as read by `publishing-thesis` section 3.
///
/// # Cost
/// O(values of the class), and a logarithm or two for classes close to the bound.
///
/// # Monotone
/// Under merging no: merged with a class far off, a class can leave the bound. Under suppression
/// yes: the reference is the input. Both sides are linear, so what a failing class loses in any
/// division is known: kept parts together meet the model.
///
/// # Numerics
/// Ratios are exact; the logarithm of the extreme ones is rounded up to a billionth, except where
/// it is whole. Doubt is not met.
///
/// # Departs
/// A missing value is one more value. The source leaves the base of the logarithm open; see
/// [`Log`].
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, Log, Score, SemanticPrivacy};
/// let model = SemanticPrivacy::new(0, Score::whole(1), Log::Binary, &[50, 50])?;
/// // A quarter instead of a half: one doubling.
/// assert_eq!(model.score(&Class::new(4, &[(0, 1), (1, 3)])), Score::whole(1));
/// assert_eq!(model.score(&Class::new(4, &[(0, 4)])), Score::INFINITE);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SemanticPrivacy {
    column: usize,
    factor: Factor,
    reference: Reference,
    caps: Vec<u64>,
}

impl SemanticPrivacy {
    /// Semantic privacy against `reference`: the units of each value in the whole input.
    ///
    /// # Errors
    /// When delta is infinite, or the reference is empty or has more than 2^45 units.
    pub fn new(column: usize, delta: Score, log: Log, reference: &[u64]) -> Result<Self> {
        let factor = Factor::new(checks::finite("delta", delta)?, log);
        let reference = Reference::new("semantic-privacy", reference)?;
        Ok(SemanticPrivacy {
            column,
            factor,
            caps: factor.caps(&reference),
            reference,
        })
    }

    /// The base of the logarithm.
    pub fn log(&self) -> Log {
        self.factor.log
    }

    fn lacks_a_value(&self, class: &Class<'_>) -> bool {
        class.values.len() < self.reference.occurring()
    }
}

impl ClassModel for SemanticPrivacy {
    fn name(&self) -> ModelName {
        ModelName::SemanticPrivacy
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
        self.factor.delta.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        if self.lacks_a_value(class) {
            Score::INFINITE
        } else {
            self.factor.score(&self.reference, class.values)
        }
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        if self.lacks_a_value(class) {
            return false;
        }
        let certain = self.factor.decide(&self.reference, class.values);
        certain.unwrap_or_else(|| self.score(class) <= self.asked())
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.lacks_a_value(class) {
            // So does every part.
            return class.size;
        }
        if self.meets(class) {
            return 0;
        }
        let spread = self.reference.spread(class.values);
        // The rarest value must not become too rare: y <= r_s e^delta / q_s.
        let enough =
            (spread.least * self.factor.certain.1 * (1.0 + ERROR)).min(class.size as f64) as u64;
        let kept = most_kept(class.size, class.values, |v| self.caps[v as usize]).min(enough);
        (class.size - kept).max(1).min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}

/// Delta-disclosure privacy: values that occur in a class are about as frequent there as in the
/// input.
///
/// # Promise
/// For every kept class and every value s that occurs in it, |log(p_s / q_s)| < delta. Strict, as
/// in the source. Values may be absent: the model does not hide that somebody does *not* have a
/// value.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution.
///
/// # Source
/// Brickell and Shmatikov, "The cost of privacy", KDD 2008, definition of delta-disclosure.
///
/// # Cost
/// O(values of the class), and a logarithm or two for classes close to the bound.
///
/// # Monotone
/// Under merging no: a value absent from one class can be too rare in the union. Under suppression
/// yes: the reference is the input. The upper side is linear and bounds what a failing class loses
/// in any division; the lower side is not, because parts may lack the value.
///
/// # Numerics
/// As in [`SemanticPrivacy`].
///
/// # Departs
/// A missing value is one more value. See [`Log`] for the base.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, DeltaDisclosure, Log, Score};
/// let model = DeltaDisclosure::new(0, Score::whole(1), Log::Binary, &[50, 50])?;
/// let twice = Class::new(4, &[(0, 4)]);
/// assert_eq!(model.score(&twice), Score::whole(1));
/// assert!(!model.meets(&twice), "1 is not below 1");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeltaDisclosure {
    column: usize,
    factor: Factor,
    reference: Reference,
    caps: Vec<u64>,
}

impl DeltaDisclosure {
    /// Delta-disclosure against `reference`: the units of each value in the whole input.
    ///
    /// # Errors
    /// When delta is not above 0 or infinite, or the reference is empty or has more than 2^45
    /// units.
    pub fn new(column: usize, delta: Score, log: Log, reference: &[u64]) -> Result<Self> {
        let factor = Factor::new(checks::positive("delta", delta)?, log);
        let reference = Reference::new("delta-disclosure", reference)?;
        Ok(DeltaDisclosure {
            column,
            factor,
            caps: factor.caps(&reference),
            reference,
        })
    }

    /// The base of the logarithm.
    pub fn log(&self) -> Log {
        self.factor.log
    }
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> ModelName {
        ModelName::DeltaDisclosure
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: false,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::Below
    }

    fn asked(&self) -> Score {
        self.factor.delta.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        self.factor.score(&self.reference, class.values)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let certain = self.factor.decide(&self.reference, class.values);
        certain.unwrap_or_else(|| self.score(class) < self.asked())
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        class.size - most_kept(class.size, class.values, |v| self.caps[v as usize])
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}
