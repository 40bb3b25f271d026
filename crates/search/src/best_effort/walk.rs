//! From a node to better neighbours, as long as there are any.

use super::effects::{Guess, in_order};
use super::search::{BATCH, Search};
use super::seen::{Looked, Seen};
use equipoise_data::{Lattice, Levels};

/// Batches around a node that bring nothing better before it is left.
const PATIENCE: usize = 4;

impl<const W: usize> Search<'_, W> {
    /// Goes to better neighbours until none is in sight, and remembers where that ends.
    pub(super) fn descend(&mut self, mut center: Levels, mut seen: Seen) {
        let mut in_vain = 0;
        while in_vain < PATIENCE && !self.is_stopped() {
            let better = match self.around(&center, &seen) {
                Around::Better(better) => Some(better),
                Around::Promising(batch) if batch.is_empty() => break,
                Around::Promising(batch) => {
                    let new = self.look_at(batch);
                    new.iter()
                        .for_each(|(levels, of)| self.learn((&center, &seen), (levels, of)));
                    new.into_iter()
                        .min_by(|a, b| a.1.compare(&b.1))
                        .filter(|best| best.1.compare(&seen).is_lt())
                }
            };
            match better {
                Some(better) => (center, seen, in_vain) = (better.0, better.1, 0),
                None => in_vain += 1,
            }
        }
        self.elites.add(center, seen);
    }

    /// Learns what a step does, where it is of one attribute.
    fn learn(&mut self, from: (&[u8], &Seen), to: (&[u8], &Seen)) {
        let mut changed = self
            .task
            .lattice
            .leaders()
            .filter(|&a| from.0[a] != to.0[a]);
        if let (Some(a), None) = (changed.next(), changed.next()) {
            self.effects.learn(a, (from.0[a], from.1), (to.0[a], to.1));
        }
    }

    fn around(&self, center: &[u8], seen: &Seen) -> Around {
        let mut better: Option<Looked> = None;
        let mut open: Vec<(Guess, Levels)> = Vec::new();
        for levels in neighbours(self.task.lattice, center) {
            match self.memory.get(self.task.lattice.index(&levels)) {
                Some(known) => {
                    if known
                        .compare(better.as_ref().map_or(seen, |better| &better.1))
                        .is_lt()
                    {
                        better = Some((levels, *known));
                    }
                }
                None if better.is_some()
                    || !self.effects.can_beat(seen, (center, seen), &levels) => {}
                None => open.push((self.effects.guess((center, seen), &levels), levels)),
            }
        }
        match better {
            Some(better) => Around::Better(better),
            None => Around::Promising(in_order(open, BATCH)),
        }
    }
}

/// What there is around a node.
enum Around {
    /// A neighbour that is known to be better.
    Better(Looked),
    /// Neighbours with the best prospects.
    Promising(Vec<Levels>),
}

/// All nodes with one attribute at another level, or with one a level coarser and another one a
/// level finer.
fn neighbours(lattice: &Lattice, center: &[u8]) -> Vec<Levels> {
    let (low, high) = (lattice.bottom(), lattice.top());
    let mut all = Vec::new();
    let mut push = |changes: &[(usize, u8)]| {
        let mut levels = center.to_vec();
        changes.iter().for_each(|&(a, level)| levels[a] = level);
        lattice.settle(&mut levels);
        all.push(levels);
    };
    for a in lattice.leaders() {
        (low[a]..=high[a])
            .filter(|&level| level != center[a])
            .for_each(|level| push(&[(a, level)]));
        if center[a] < high[a] {
            let finer = lattice.leaders().filter(|&b| b != a && center[b] > low[b]);
            finer.for_each(|b| push(&[(a, center[a] + 1), (b, center[b] - 1)]));
        }
    }
    all
}
