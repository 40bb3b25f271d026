//! Where to start anew.

use super::effects::{Guess, in_order};
use super::search::{BATCH, Search};
use equipoise_data::Levels;
use std::collections::HashSet;

/// Nodes that are drawn for each one that is looked at.
const DRAWS: usize = 4;

/// How a node is drawn.
#[derive(Clone, Copy)]
enum Draw {
    /// Some attributes of a good node at any level.
    Anywhere,
    /// Some attributes of a good node as coarse as possible, which makes room for others to get
    /// finer.
    Coarse,
    /// Between two good nodes, and some attributes at any level.
    Between,
}

impl<const W: usize> Search<'_, W> {
    /// Draws nodes around a good one, looks at those with the best prospects, and descends from the
    /// best. The more starts have been in vain, the further it goes.
    pub(super) fn start(&mut self, in_vain: usize) {
        let nodes = self.draw(in_vain);
        let best = self
            .look_at(nodes)
            .into_iter()
            .min_by(|a, b| a.1.compare(&b.1));
        if let Some((levels, seen)) = best {
            self.descend(levels, seen);
        }
    }

    fn draw(&mut self, in_vain: usize) -> Vec<Levels> {
        let count = self.elites.0.len();
        let (center, seen) =
            self.elites.0[self.random.place(count).min(self.random.place(count))].clone();
        let draw =
            [Draw::Anywhere, Draw::Coarse, Draw::Between, Draw::Anywhere][self.random.place(4)];
        let changes = 2 + self.random.place(4 + in_vain / 4);
        let mut drawn: Vec<(Guess, Levels)> = Vec::new();
        let mut taken = HashSet::new();
        for _ in 0..BATCH * DRAWS {
            let levels = self.draw_one(&center, draw, changes);
            let node = self.task.lattice.index(&levels);
            if !self.memory.has(node) && taken.insert(node) {
                drawn.push((self.effects.guess((&center, &seen), &levels), levels));
            }
        }
        in_order(drawn, BATCH)
    }

    fn draw_one(&mut self, center: &[u8], draw: Draw, changes: usize) -> Levels {
        let lattice = self.task.lattice;
        let mut levels = center.to_vec();
        if let Draw::Between = draw {
            let other = &self.elites.0[self.random.place(self.elites.0.len())].0;
            levels.iter_mut().zip(other).for_each(|(level, &other)| {
                *level = if self.random.place(2) == 0 {
                    *level
                } else {
                    other
                }
            });
        }
        for _ in 0..changes {
            // A follower gets the level of its leader in the end, so drawing one changes nothing.
            let a = self.random.place(levels.len());
            let (low, high) = (lattice.bottom()[a], lattice.top()[a]);
            levels[a] = if let Draw::Coarse = draw {
                high
            } else {
                low + self.random.place(usize::from(high - low) + 1) as u8
            };
        }
        lattice.settle(&mut levels);
        levels
    }
}
