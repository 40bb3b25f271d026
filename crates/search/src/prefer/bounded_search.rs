//! What a search for partitions has seen, and what it may still use.

use super::achievement::{Aspiration, Ties};
use super::encoding::{Chromosome, Encoding};
use super::evaluator::{Evaluator, Score, Scratch};
use crate::{SearchWatch, Stopped};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::sync::Mutex;
use std::time::Instant;

/// Chromosomes between two looks at the clock.
const CHUNK: usize = 512;

/// Evaluates chromosomes, each once, within a budget, and keeps the best.
pub(super) struct BoundedSearch<'h> {
    evaluator: &'h Evaluator<'h>,
    encoding: &'h Encoding<'h>,
    aspiration: &'h Aspiration,
    ties: Ties,
    seen: HashMap<Chromosome, Score>,
    best: Option<(Chromosome, Score)>,
    /// The one that lacks least, while none may be released.
    nearest: Option<(Chromosome, Score)>,
    most: u64,
    deadline: Option<Instant>,
    watch: &'h dyn SearchWatch,
    scratch: Mutex<Vec<Scratch>>,
}

impl<'h> BoundedSearch<'h> {
    pub(super) fn new(
        evaluator: &'h Evaluator<'h>,
        encoding: &'h Encoding<'h>,
        (aspiration, ties): (&'h Aspiration, Ties),
        (most, deadline): (u64, Option<Instant>),
        watch: &'h dyn SearchWatch,
    ) -> Self {
        let (seen, scratch) = (HashMap::new(), Mutex::default());
        BoundedSearch {
            evaluator,
            encoding,
            aspiration,
            ties,
            seen,
            best: None,
            nearest: None,
            most,
            deadline,
            watch,
            scratch,
        }
    }

    pub(super) fn encoding(&self) -> &'h Encoding<'h> {
        self.encoding
    }

    /// Chromosomes that were evaluated.
    pub(super) fn evaluations(&self) -> u64 {
        self.seen.len() as u64
    }

    pub(super) fn has_seen(&self, bits: &Chromosome) -> bool {
        self.seen.contains_key(bits)
    }

    /// The best that may be released.
    pub(super) fn best(&self) -> Option<&(Chromosome, Score)> {
        self.best.as_ref()
    }

    /// The best, or else the one that lacks least.
    pub(super) fn foremost(&self) -> Option<&(Chromosome, Score)> {
        self.best.as_ref().or(self.nearest.as_ref())
    }

    /// Everything that was evaluated and may be released.
    pub(super) fn feasible(&self) -> impl Iterator<Item = &Score> {
        self.seen.values().filter(|score| score.is_feasible())
    }

    /// Whether it has to end, and why.
    pub(super) fn over(&self) -> Option<Stopped> {
        if self.watch.stopped() {
            return Some(Stopped::ByUser);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Some(Stopped::TimeLimit);
        }
        (self.evaluations() >= self.most).then_some(Stopped::MaxNodes)
    }

    pub(super) fn is_over(&self) -> bool {
        self.over().is_some()
    }

    /// Whether the first does better than the second: it may be released and the other may not, it
    /// lacks less, or it achieves more.
    pub(super) fn is_better(&self, a: &Score, b: &Score) -> bool {
        match (a.is_feasible(), b.is_feasible()) {
            (true, true) => self.ties.order(self.aspiration, &a.place, &b.place).is_lt(),
            (false, false) => (a.violation, a.achievement) < (b.violation, b.achievement),
            (feasible, _) => feasible,
        }
    }

    /// Scores of chromosomes, on all threads; none for those beyond the budget. Their order decides
    /// among equals, so the number of threads does not.
    pub(super) fn evaluate(&mut self, all: &[Chromosome]) -> Vec<Option<Score>> {
        let mut asked = HashSet::new();
        let left = self.most.saturating_sub(self.evaluations()) as usize;
        let new: Vec<&Chromosome> = all
            .iter()
            .filter(|bits| !self.seen.contains_key(*bits) && asked.insert(*bits))
            .take(left)
            .collect();
        for (number, chunk) in new.chunks(CHUNK).enumerate() {
            // Something is always evaluated, so that there is a best.
            if number > 0 && self.is_over() {
                break;
            }
            let score = |bits: &&Chromosome| {
                self.with_scratch(|s| self.evaluator.score(bits, self.aspiration, s))
            };
            let scores: Vec<Score> = chunk.par_iter().map(score).collect();
            chunk
                .iter()
                .zip(scores)
                .for_each(|(bits, score)| self.take(bits, score));
            self.watch.progress(
                self.evaluations(),
                self.evaluations(),
                self.most,
                self.best.as_ref().map(|b| b.1.achievement),
            );
        }
        all.iter()
            .map(|bits| self.seen.get(bits).copied())
            .collect()
    }

    fn take(&mut self, bits: &Chromosome, score: Score) {
        let held = if score.is_feasible() {
            &self.best
        } else {
            &self.nearest
        };
        if held
            .as_ref()
            .is_none_or(|held| self.is_better(&score, &held.1))
        {
            let held = if score.is_feasible() {
                &mut self.best
            } else {
                &mut self.nearest
            };
            *held = Some((bits.clone(), score));
        }
        self.seen.insert(bits.clone(), score);
    }

    /// For each chromosome an achievement that it cannot be below; when the search is over, for the
    /// first of them only.
    pub(super) fn bounds(&self, all: &[Chromosome]) -> Vec<f64> {
        let bound = |bits: &Chromosome| {
            self.with_scratch(|s| self.evaluator.bound(bits, self.aspiration, s))
        };
        let mut bounds = Vec::with_capacity(all.len());
        for chunk in all.chunks(CHUNK).take_while(|_| !self.is_over()) {
            bounds.par_extend(chunk.par_iter().map(bound));
        }
        bounds
    }

    fn with_scratch<R>(&self, run: impl FnOnce(&mut Scratch) -> R) -> R {
        let pool = || self.scratch.lock().expect("no thread panicked");
        let mut scratch = pool().pop().unwrap_or_default();
        let result = run(&mut scratch);
        pool().push(scratch);
        result
    }
}
