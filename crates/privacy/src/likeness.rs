//! Beta-likeness.

use crate::checks;
use crate::limit::Limit;
use crate::lost::{cap, most_kept};
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::reference::Reference;
use crate::score::Score;
use equipoise_data::{ModelName, Result};

/// Which gains beta-likeness allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// At most beta.
    Basic,
    /// At most beta, and at most -ln q, which limits frequent values more.
    Enhanced,
}

/// Beta-likeness: no sensitive value is much more frequent in a class than in the input.
///
/// # Promise
/// For every kept class and every value s with p_s > q_s, the relative gain (p_s - q_s) / q_s is at
/// most beta; with [`Likeness::Enhanced`] at most min(beta, -ln q_s). Nobody's value becomes more
/// likely by more than a factor 1 + beta. That a value becomes less likely is not limited.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and the overall distribution.
///
/// # Source
/// Cao and Karras, "Publishing microdata with a robust privacy guarantee", PVLDB 5(11), 2012,
/// definitions of both variants.
///
/// # Cost
/// O(values of the class).
///
/// # Monotone
/// Under merging no: merged with a class far off, a class can leave the bound. Under suppression
/// yes: the reference is the input. Gains are linear in the class, so what a failing class loses in
/// any division is known: kept parts together meet the model.
///
/// # Numerics
/// Gains are exact fractions. -ln q is irrational unless q is 1, so the comparison with it is
/// decided in floating point and doubt (a relative 1e-12) is not met. A gain above -ln q makes the
/// score infinite.
///
/// # Departs
/// A missing value is one more value.
///
/// # Example
/// ```
/// use equipoise_privacy::{BetaLikeness, Class, ClassModel, Likeness, Score};
/// let basic = BetaLikeness::new(0, Score::whole(1), Likeness::Basic, &[60, 40])?;
/// // 60 % become 90 %: a gain of one half, just below -ln 0.6 = 0.51.
/// let class = Class::new(10, &[(0, 9), (1, 1)]);
/// assert_eq!(basic.score(&class), Score::new(1, 2));
/// let enhanced = BetaLikeness::new(0, Score::whole(1), Likeness::Enhanced, &[60, 40])?;
/// assert!(enhanced.meets(&class));
/// assert_eq!(enhanced.score(&Class::new(10, &[(0, 10)])), Score::INFINITE);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BetaLikeness {
    column: usize,
    beta: Limit,
    likeness: Likeness,
    reference: Reference,
    /// Per value the largest p that -ln q allows, over q; infinite for the basic variant.
    allowed: Vec<f64>,
    /// Per value 1 over the largest p that is allowed.
    pressure: Vec<f64>,
}

/// Errors of quotients and logarithms, relative.
const ERROR: f64 = 1e-12;

impl BetaLikeness {
    /// Beta-likeness to `reference`: the units of each value in the whole input.
    ///
    /// # Errors
    /// When beta is not above 0 or infinite, or the reference is empty or has more than 2^45 units.
    pub fn new(column: usize, beta: Score, likeness: Likeness, reference: &[u64]) -> Result<Self> {
        let beta = Limit::new(checks::positive("beta", beta)?);
        let reference = Reference::new("beta-likeness", reference)?;
        let allowed: Vec<f64> = reference
            .shares()
            .map(|q| match likeness {
                Likeness::Enhanced if q > 0.0 => 1.0 - q.ln(),
                _ => f64::INFINITY,
            })
            .collect();
        let pressure = reference
            .shares()
            .zip(&allowed)
            .map(|(q, &a)| 1.0 / (q * a.min(1.0 + beta.to_f64())))
            .collect();
        Ok(BetaLikeness {
            column,
            beta,
            likeness,
            reference,
            allowed,
            pressure,
        })
    }

    /// Which gains are allowed.
    pub fn likeness(&self) -> Likeness {
        self.likeness
    }

    /// Whether a gain exceeds, or may exceed, -ln q. A value that has all of the input gains
    /// nothing.
    fn exceeds_log(&self, values: &[(u32, u64)]) -> bool {
        if self.likeness == Likeness::Basic || self.reference.occurring() == 1 {
            return false;
        }
        let units: u64 = values.iter().map(|v| v.1).sum();
        let exceeds = |&(v, count): &(u32, u64)| {
            let one = self.reference.spread(&[(v, count)]);
            one.most / units as f64 > self.allowed[v as usize] * (1.0 - ERROR)
        };
        values.iter().any(exceeds)
    }
}

impl ClassModel for BetaLikeness {
    fn name(&self) -> ModelName {
        ModelName::BetaLikeness
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
        self.beta.score()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        if self.exceeds_log(class.values) {
            return Score::INFINITE;
        }
        match self.reference.extremes(class.values) {
            None => Score::whole(0),
            Some((most, _)) if most.denominator == 0 => Score::INFINITE,
            Some((most, _)) => Score::new(
                most.numerator.saturating_sub(most.denominator),
                most.denominator,
            ),
        }
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        let (mut units, mut most) = (0, 0.0f64);
        for &(value, count) in class.values {
            units += count;
            let pressed = count as i64 as f64 * self.pressure[value as usize];
            most = if pressed > most { pressed } else { most };
        }
        let units = units as i64 as f64;
        if (most - units).abs() > units * ERROR * 4.0 {
            return most < units;
        }
        self.score(class) <= self.beta.score()
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        if self.meets(class) {
            return 0;
        }
        let kept = most_kept(class.size, class.values, |v| {
            cap(1.0 / self.pressure[v as usize])
        });
        (class.size - kept).max(1).min(class.size)
    }

    fn bounds_loss(&self) -> bool {
        true
    }
}
