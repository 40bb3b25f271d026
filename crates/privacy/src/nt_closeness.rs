//! (n,t)-closeness.

use crate::checks;
use crate::distance::Distance;
use crate::model::{Bound, Class, Monotone, SupersetModel, Supersets};
use crate::mover::Mover;
use crate::score::Score;
use crate::smoothed::{Smoothed, SmoothedCloseness};
use equipoise_data::{ModelName, Result};

/// (n,t)-closeness: a class tells no more about the sensitive column than some large group that it
/// is a part of.
///
/// # Promise
/// Every kept class E has at least n units, or there is a set G of rows of the input that contains
/// E, is made by generalizing the labels of E further, has at least n units, and is at most t away
/// from E. What the class tells beyond what is true of at least n people is bounded by t; what is
/// true of n people may be learnt.
///
/// # Assumes
/// The adversary knows the quasi-identifiers. What holds for n people is no secret of one of them.
/// A class of n units or more is not looked at, so one with a single value passes: combine it with
/// k-anonymity or l-diversity where that matters.
///
/// # Source
/// Li, Li, Venkatasubramanian, TKDE 2010. `publishing-thesis` section 5 (definition and figure
/// 2.1), trap E14.
///
/// # Cost
/// Per class up to one distance for each node above its own.
///
/// # Monotone
/// Nothing is declared: a merged class may be far from every set that contains it. Under
/// suppression yes: the sets are of the input.
///
/// # Numerics
/// As the distance: exact for the earth mover's, rounded up for the smoothed one.
///
/// # Departs
/// The source's algorithm looks at the partitions that a class was split from; here at the classes
/// of all nodes above, as its definition has it.
///
/// # Example
/// ```
/// use equipoise_privacy::{Alone, Class, Distance, NtCloseness, Score, SupersetModel};
/// let model = NtCloseness::new(0, 1000, Score::new(1, 10), Distance::Equal)?;
/// assert_eq!(model.score(&Class::new(2000, &[(0, 2000)]), 0, &Alone, true), Score::whole(0), "large enough by itself");
/// assert_eq!(model.score(&Class::new(400, &[(0, 400)]), 0, &Alone, true), Score::INFINITE);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NtCloseness {
    column: usize,
    n: u64,
    t: Score,
    ground: Ground,
}

#[derive(Clone, Debug)]
enum Ground {
    Mover(Distance),
    Smoothed(Box<SmoothedCloseness>),
}

impl NtCloseness {
    /// (n,t)-closeness by an earth mover's distance.
    ///
    /// # Errors
    /// When n is 0 or t is not within 0 and 1.
    pub fn new(column: usize, n: u64, t: Score, distance: Distance) -> Result<Self> {
        Self::with(column, n, t, Ground::Mover(distance))
    }

    /// (n,t)-closeness by the smoothed Jensen-Shannon distance; `reference` has the units of each
    /// value in the whole input.
    ///
    /// # Errors
    /// When n is 0, t is not within 0 and 1, or the distances are not over the values of the
    /// reference.
    pub fn smoothed(
        column: usize,
        n: u64,
        t: Score,
        reference: &[u64],
        distance: Smoothed,
    ) -> Result<Self> {
        let smoothed = SmoothedCloseness::new(column, t, reference, &distance)?;
        Self::with(column, n, t, Ground::Smoothed(Box::new(smoothed)))
    }

    fn with(column: usize, n: u64, t: Score, ground: Ground) -> Result<Self> {
        Ok(NtCloseness {
            column,
            n: checks::at_least_one("n", n)?,
            t: checks::share("t", t)?,
            ground,
        })
    }

    fn distance(&self, values: &[(u32, u64)], superset: &[u64]) -> Score {
        match &self.ground {
            Ground::Mover(distance) => {
                let (numerator, denominator) = Mover::new(distance, superset).fraction(values);
                Score::new(numerator, denominator)
            }
            Ground::Smoothed(model) => model.between(values, superset),
        }
    }
}

impl SupersetModel for NtCloseness {
    fn name(&self) -> ModelName {
        ModelName::NtCloseness
    }

    fn needs(&self) -> usize {
        self.column
    }

    fn least_superset(&self) -> u64 {
        self.n
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: false,
            under_suppression: true,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        self.t
    }

    fn score(
        &self,
        class: &Class<'_>,
        number: usize,
        above: &dyn Supersets,
        enough: bool,
    ) -> Score {
        if class.size >= self.n {
            return Score::whole(0);
        }
        let mut best = Score::INFINITE;
        above.visit(number, self.column, &mut |size, superset| {
            if size >= self.n {
                best = best.min(self.distance(class.values, superset));
            }
            best == Score::whole(0) || enough && best <= self.t
        });
        best
    }
}
