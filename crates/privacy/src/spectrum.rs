//! Spectra: how many units each threshold of a model would cost.

use crate::model::{Bound, Class, ClassModel};
use crate::panel::class_for;
use crate::score::Score;
use equipoise_data::Classes;

/// What a class model says about a node at every threshold at once.
///
/// # Source
/// The project's own: a release is negotiated by moving a threshold, so the answer to every
/// threshold is kept.
///
/// # Example
/// ```
/// use equipoise_privacy::{Bound, Score, Spectrum};
/// let sizes = Spectrum::new(Bound::AtLeast, vec![(Score::whole(3), 3), (Score::whole(1), 2), (Score::whole(3), 3)]);
/// assert_eq!(sizes.suppressed(Score::whole(2)), 2);
/// assert_eq!(sizes.suppressed(Score::whole(4)), 8);
/// assert_eq!(sizes.steps(), [(Score::whole(1), 2), (Score::whole(3), 6)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectrum {
    bound: Bound,
    /// The worst score first.
    steps: Vec<(Score, u64)>,
}

impl Spectrum {
    /// A spectrum of classes given as (score, units), in any order; units of equal scores add up.
    ///
    /// # Cost
    /// A few nanoseconds per class, and a sort of the different scores, of which there are mostly
    /// few.
    pub fn new(bound: Bound, classes: impl IntoIterator<Item = (Score, u64)>) -> Self {
        let mut steps = Steps::default();
        classes
            .into_iter()
            .for_each(|(score, units)| steps.add(score, units));
        steps.finish(bound)
    }

    /// The spectrum of a model on all classes of a node.
    ///
    /// Where persons are the unit, a person is suppressed as soon as one of their classes is, so
    /// each counts at the worst score of their classes and all counts add up to the persons of the
    /// table.
    pub fn of<const W: usize>(model: &dyn ClassModel, classes: &Classes<W>) -> Self {
        let mut steps = Steps::default();
        match (classes.persons(), model.needs()) {
            (Some(persons), _) => {
                let mut scratch = Vec::new();
                let scores: Vec<Score> = (0..classes.len())
                    .map(|c| model.score(&class_for(model, classes, c, &mut scratch)))
                    .collect();
                let mut order: Vec<usize> = (0..classes.len()).collect();
                order.sort_by(|&a, &b| {
                    if model.bound() == Bound::AtLeast {
                        scores[a].cmp(&scores[b])
                    } else {
                        scores[b].cmp(&scores[a])
                    }
                });
                let newcomers = persons.newcomers(&order);
                order
                    .iter()
                    .zip(newcomers)
                    .for_each(|(&c, units)| steps.add(scores[c], units));
            }
            (None, Some(column)) if classes.marks(0).is_none() => {
                classes.for_each_values(column, |c, values| {
                    let size = classes.rows(c);
                    steps.add(
                        model.score(&Class {
                            population: classes.population(c),
                            ..Class::new(size, values)
                        }),
                        size,
                    );
                })
            }
            _ => {
                let mut scratch = Vec::new();
                for c in 0..classes.len() {
                    let class = class_for(model, classes, c, &mut scratch);
                    steps.add(model.score(&class), class.size);
                }
            }
        }
        steps.finish(model.bound())
    }

    /// Each score with the units that have it, the worst first.
    pub fn steps(&self) -> &[(Score, u64)] {
        &self.steps
    }

    /// The units that a threshold suppresses.
    ///
    /// # Cost
    /// O(log steps + failing steps).
    pub fn suppressed(&self, threshold: Score) -> u64 {
        let fails = self
            .steps
            .partition_point(|(score, _)| !self.bound.allows(*score, threshold));
        self.steps[..fails].iter().map(|step| step.1).sum()
    }
}

/// Small whole scores are added up in an array.
const SMALL: usize = 256;

/// Adds up units by score. Fractions go into a hash table as they were given: equal ones that look
/// different find each other when all are sorted in the end.
struct Steps {
    whole: [u64; SMALL],
    /// Numerator, denominator, units; no units where empty.
    slots: Vec<(u64, u64, u64)>,
    used: usize,
    /// Scores that need more than 64 bits, or are infinite.
    others: Vec<(Score, u64)>,
}

impl Default for Steps {
    fn default() -> Self {
        Steps {
            whole: [0; SMALL],
            slots: vec![(0, 0, 0); 256],
            used: 0,
            others: Vec::new(),
        }
    }
}

impl Steps {
    #[inline]
    fn add(&mut self, score: Score, units: u64) {
        let (numerator, denominator) = score.raw();
        if denominator == 1 && numerator < SMALL as u128 {
            self.whole[numerator as usize] += units;
        } else if (numerator | denominator) >> 64 == 0 && denominator > 0 {
            if units > 0 {
                self.add_fraction(numerator as u64, denominator as u64, units);
            }
        } else {
            self.add_other(score, units);
        }
    }

    #[inline]
    fn add_fraction(&mut self, numerator: u64, denominator: u64, units: u64) {
        let mask = self.slots.len() - 1;
        let mixed = numerator.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ denominator.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut at = (mixed >> 40) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if (slot.0, slot.1) == (numerator, denominator) && slot.2 > 0 {
                slot.2 += units;
                return;
            }
            if slot.2 == 0 {
                *slot = (numerator, denominator, units);
                self.used += 1;
                if self.used * 2 > self.slots.len() {
                    self.grow();
                }
                return;
            }
            at = (at + 1) & mask;
        }
    }

    /// Infinite scores, of which there can be many, come one after the other.
    fn add_other(&mut self, score: Score, units: u64) {
        match self.others.last_mut() {
            Some(last) if last.0 == score => last.1 += units,
            _ => self.others.push((score, units)),
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(0, 0, 0); self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        old.into_iter()
            .filter(|slot| slot.2 > 0)
            .for_each(|(numerator, denominator, units)| {
                self.add_fraction(numerator, denominator, units)
            });
    }

    fn finish(self, bound: Bound) -> Spectrum {
        let whole = (0..)
            .zip(self.whole)
            .map(|(n, units)| (Score::whole(n), units));
        let fractions = self
            .slots
            .into_iter()
            .filter(|slot| slot.2 > 0)
            .map(|(n, d, units)| (Score::new(n.into(), d.into()), units));
        let unsorted: Vec<(Score, u64)> = fractions
            .chain(whole)
            .chain(self.others)
            .filter(|step| step.1 > 0)
            .collect();
        // Machine words tell most scores apart; only those that look the same are compared exactly.
        // Scores are not negative, so the bits of their rough values sort like the numbers.
        let mut order: Vec<(u64, u32)> = unsorted
            .iter()
            .zip(0..)
            .map(|(step, i)| (step.0.rough().to_bits(), i))
            .collect();
        order.sort_unstable();
        for same in order
            .chunk_by_mut(|a, b| a.0 == b.0)
            .filter(|run| run.len() > 1)
        {
            same.sort_by(|a, b| unsorted[a.1 as usize].0.cmp(&unsorted[b.1 as usize].0));
        }
        let mut steps: Vec<(Score, u64)> =
            order.iter().map(|&(_, i)| unsorted[i as usize]).collect();
        if bound != Bound::AtLeast {
            steps.reverse();
        }
        steps.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        Spectrum { bound, steps }
    }
}
