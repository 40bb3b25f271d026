//! Judgements of classes, and verdicts of models with their witnesses.

use crate::model::Bound;
use crate::score::Score;

/// What becomes of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Meets every model.
    Kept,
    /// Fails a model that is monotone under merging: each finer class within it fails too.
    FailsForGood,
    /// Fails other models only.
    Fails,
}

/// What one model says about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The parameter asked for.
    pub asked: Score,
    /// The worst score over the kept classes; none when no class is kept.
    pub measured: Option<Score>,
    /// Whether every kept class meets the model.
    pub met: bool,
    /// The class with the worst score.
    pub witness: Option<Witness>,
}

/// A class that shows why a verdict is as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Number of the class in the list that was judged.
    pub class: usize,
    /// Its size in units of protection.
    pub size: u64,
    /// Its score.
    pub score: Score,
}

/// The classes that are kept.
pub(crate) fn kept_of(judgements: &[Judgement]) -> Vec<u32> {
    (0..judgements.len() as u32)
        .filter(|&c| judgements[c as usize] == Judgement::Kept)
        .collect()
}

/// Keeps the worse of two; of equal ones the first.
pub(crate) fn offer(worst: &mut Option<Witness>, bound: Bound, next: Witness) {
    let is_worse = |held: &Witness| bound.worse(held.score, next.score) != held.score;
    if worst.as_ref().is_none_or(is_worse) {
        *worst = Some(next);
    }
}
