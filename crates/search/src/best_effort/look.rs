//! Forms and evaluates nodes, many at a time.

use super::lists::{Formed, Way};
use super::search::Search;
use super::seen::{Looked, Seen};
use crate::Found;
use crate::evaluate::{Scratch, evaluate};
use equipoise_data::Levels;
use equipoise_measure::Facts;
use rayon::prelude::*;
use std::sync::MutexGuard;
use std::time::Instant;

/// What one thread made of a node.
type Made<const W: usize> = (Levels, Formed<W>, Facts, f64);

impl<const W: usize> Search<'_, W> {
    /// Looks at nodes on all threads and takes what comes of them in their order. Those beyond the
    /// budget are left out.
    pub(super) fn look_at(&mut self, nodes: Vec<Levels>) -> Vec<Looked> {
        let mut left = self
            .limits
            .max_nodes
            .map_or(u64::MAX, |most| most.saturating_sub(self.evaluated));
        let mut ways: Vec<(Levels, Way<W>)> = Vec::with_capacity(nodes.len());
        for levels in nodes {
            let way = self.lists.way(&levels, left);
            if way.len() > left {
                break;
            }
            left -= way.len();
            ways.push((levels, way));
        }
        let this = &*self;
        let made: Vec<Option<Made<W>>> = ways
            .into_par_iter()
            .with_max_len(1)
            .map(|(levels, way)| this.make(levels, way))
            .collect();
        let new = made
            .into_iter()
            .flatten()
            .map(|made| self.take(made))
            .collect();
        self.watch.progress(
            self.evaluated,
            self.memory.len() as u64,
            self.task.lattice.nodes(),
            self.best.loss(),
        );
        new
    }

    fn make(&self, levels: Levels, way: Way<W>) -> Option<Made<W>> {
        if self.is_over() {
            return None;
        }
        let mut scratch = self.scratches().pop().unwrap_or_default();
        let formed = self.lists.form(way, &mut scratch.buffer);
        let (facts, loss) = evaluate(
            self.space,
            &levels,
            &formed[formed.len() - 1].1,
            &mut scratch,
        );
        self.scratches().push(scratch);
        Some((levels, formed, facts, loss))
    }

    fn scratches(&self) -> MutexGuard<'_, Vec<Scratch<W>>> {
        self.scratches.lock().expect("no thread panicked")
    }

    /// Whether nothing more shall be formed, in the middle of a batch.
    fn is_over(&self) -> bool {
        self.watch.stopped()
            || self.memory.len() > 1
                && self
                    .limits
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn take(&mut self, (levels, formed, facts, loss): Made<W>) -> Looked {
        self.evaluated += formed.len() as u64 - 1;
        self.lists.keep(formed);
        let seen = Seen::new(self.task, &facts, loss);
        self.memory.add(self.task.lattice.index(&levels), seen);
        self.effects.rule_out(&levels, &seen);
        self.best.offer(&seen, || Found {
            levels: levels.clone(),
            facts,
            loss,
        });
        (levels, seen)
    }
}
