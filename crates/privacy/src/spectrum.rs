//! Spectra: how many units each threshold of a model would cost.

use crate::panel::class_for;
use crate::{Bound, ClassModel, Score};
use equipoise_data::Classes;

/// What a class model says about a node at every threshold at once.
///
/// # Source
/// The project's own: a release is negotiated by moving a threshold, so the answer to every threshold is kept.
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
    /// O(classes log classes) on machine words; scores are compared exactly where these do not tell them apart.
    pub fn new(bound: Bound, mut classes: Vec<(Score, u64)>) -> Self {
        sort_rising(&mut classes);
        if bound != Bound::AtLeast {
            classes.reverse();
        }
        classes.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        Spectrum { bound, steps: classes }
    }

    /// The spectrum of a model on all classes of a node.
    ///
    /// Where persons are the unit, a person is suppressed as soon as one of their classes is, so each counts at the worst score
    /// of their classes and all counts add up to the persons of the table.
    pub fn of<const W: usize>(model: &dyn ClassModel, classes: &Classes<W>) -> Self {
        let mut scratch = Vec::new();
        let mut scored: Vec<(Score, u64)> = Vec::with_capacity(classes.len());
        match classes.persons() {
            None => scored.extend((0..classes.len()).map(|c| {
                let class = class_for(model, classes, c, &mut scratch);
                (model.score(&class), class.size)
            })),
            Some(persons) => {
                let scores: Vec<Score> = (0..classes.len()).map(|c| model.score(&class_for(model, classes, c, &mut scratch))).collect();
                let mut order: Vec<usize> = (0..classes.len()).collect();
                order.sort_by(|&a, &b| if model.bound() == Bound::AtLeast { scores[a].cmp(&scores[b]) } else { scores[b].cmp(&scores[a]) });
                let newcomers = persons.newcomers(&order);
                scored.extend(order.iter().zip(newcomers).map(|(&c, units)| (scores[c], units)));
            }
        }
        Spectrum::new(model.bound(), scored)
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
        let fails = self.steps.partition_point(|(score, _)| !self.bound.allows(*score, threshold));
        self.steps[..fails].iter().map(|step| step.1).sum()
    }
}

/// Sorts by score. Machine words are sorted, and only those that are the same are compared exactly.
fn sort_rising(classes: &mut Vec<(Score, u64)>) {
    // Scores are not negative, so the bits of their rough values sort like the numbers.
    let mut order: Vec<(u64, u32)> = classes.iter().zip(0..).map(|(c, i)| (c.0.rough().to_bits(), i)).collect();
    order.sort_unstable();
    for same in order.chunk_by_mut(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
        same.sort_by(|a, b| classes[a.1 as usize].0.cmp(&classes[b.1 as usize].0));
    }
    *classes = order.iter().map(|&(_, i)| classes[i as usize]).collect();
}
