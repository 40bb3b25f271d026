//! Rules out the nodes that cannot win, where a few bytes for each can be spared.

use super::search::{BATCH, Search};
use crate::board::Board;
use equipoise_data::Levels;

/// Batches after which it is looked at how much climbs decided.
const BATCHES_PER_LOOK: u64 = 4;

/// A climb that decides fewer nodes than this costs more than to look at all that are open.
const LEAST_DECIDED_PER_CLIMB: u64 = 2;

impl<const W: usize> Search<'_, W> {
    /// Whether there is room to keep track of every node.
    pub(super) fn can_close(&self) -> bool {
        let nodes = self.task.lattice.nodes();
        nodes < u64::from(u32::MAX)
            && nodes.saturating_mul(Board::BYTES_PER_NODE) <= self.limits.memory_bytes as u64
    }

    /// Looks at open nodes until none can win, in the way of the proved search: picked by climbs as
    /// long as these decide much, then the least bounds first.
    pub(super) fn close(&mut self) {
        let mut board = Board::new(self.task);
        for (node, seen) in self.memory.in_order() {
            board.learn(seen.found(self.task.lattice.levels(node)));
        }
        let mut is_climbing = self.task.panel.bounds_suppression();
        let (mut batches, mut decided) = (0, board.decided());
        while board.has_open() {
            if self.is_stopped() {
                return;
            }
            let picks: Vec<Levels> = if is_climbing {
                (0..BATCH).map_while(|_| board.pick_by_climb()).collect()
            } else {
                board.pick_least(BATCH * 4)
            };
            // What is remembered, the board knows.
            let new = picks
                .into_iter()
                .filter(|levels| !self.memory.has(self.task.lattice.index(levels)))
                .collect();
            for (levels, seen) in self.look_at(new) {
                board.learn(seen.found(levels));
            }
            batches += 1;
            if is_climbing && batches % BATCHES_PER_LOOK == 0 {
                let before = std::mem::replace(&mut decided, board.decided());
                is_climbing =
                    decided - before >= BATCHES_PER_LOOK * BATCH as u64 * LEAST_DECIDED_PER_CLIMB;
            }
        }
        self.proved = true;
    }
}
