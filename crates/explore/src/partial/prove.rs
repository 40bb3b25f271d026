//! Rules out the nodes that have no record, where all nodes can be listed.

use crate::known::KnownNodes;
use crate::node_search::{NodeSearch, Rising};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Instant;

/// Nodes per thread that are annotated together.
const PER_THREAD: usize = 4;

/// Looks at nodes in the order of their bounds until none can be better, or patience is over.
///
/// Under monotone models a node that suppresses too much rules out all below it. So instead of the
/// node that comes next a coarser one is looked at, as high above it as none is ruled out: if that
/// suppresses too much, a large part of the lattice is done with.
pub(super) fn prove(search: &mut NodeSearch<'_>) {
    let mut open = BinaryHeap::from(search.open_nodes());
    let mut proof = Proof {
        search,
        ruled_out: Vec::new(),
        turn: 0,
    };
    loop {
        let batch = proof.next_batch(&mut open);
        if batch.is_empty() {
            return;
        }
        if Instant::now() >= proof.search.deadline {
            proof.search.is_sure = false;
            return;
        }
        proof.look_above(&batch);
        // They are looked at again: they may be ruled out now, or have a record.
        open.extend(batch);
    }
}

/// A bound, whether it is the closer one, and the place of a node.
type Open = Reverse<(Rising, bool, u32)>;

struct Proof<'p, 'h> {
    search: &'p mut NodeSearch<'h>,
    /// Nodes that suppress too much, where that says something about those below.
    ruled_out: Vec<Vec<u8>>,
    /// Attributes are raised in another order each time.
    turn: usize,
}

impl Proof<'_, '_> {
    /// The next nodes that are neither ruled out nor known.
    fn next_batch(&mut self, open: &mut BinaryHeap<Open>) -> Vec<Open> {
        let slice = Arc::clone(&self.search.view.slice);
        let mut batch = Vec::new();
        while batch.len() < PER_THREAD * rayon::current_num_threads() {
            let Some(next) = open.pop() else { break };
            let Reverse((Rising(bound), is_close, place)) = next;
            let limit = self.search.limit();
            if bound > limit {
                break;
            }
            if !is_close {
                let closer = self
                    .search
                    .closer_bound(place as usize, bound)
                    .filter(|&closer| closer <= limit);
                open.extend(closer.map(|closer| Reverse((Rising(closer), true, place))));
                continue;
            }
            let node = slice.node(place as usize);
            if self.search.consider(node).is_none()
                && !self
                    .search
                    .records
                    .with_levels(node, |levels| self.is_ruled_out(levels))
            {
                batch.push(next);
            }
        }
        batch
    }

    fn is_ruled_out(&self, levels: &[u8]) -> bool {
        self.ruled_out
            .iter()
            .any(|above| levels.iter().zip(above).all(|(l, a)| l <= a))
    }

    /// Makes records of nodes above some, or of these themselves where nodes above say nothing.
    fn look_above(&mut self, batch: &[Open]) {
        let slice = Arc::clone(&self.search.view.slice);
        let records = self.search.records;
        let is_monotone = records.atlas().chart().is_monotone();
        let mut nodes: Vec<u64> = batch
            .iter()
            .map(|Reverse((_, _, place))| {
                let node = slice.node(*place as usize);
                if is_monotone { self.climb(node) } else { node }
            })
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        records.make_records(&nodes, self.search.deadline);
        self.search.visited += nodes.len() as u64;
        for node in nodes {
            let Some(center) = self.search.consider(node) else {
                continue;
            };
            if is_monotone
                && (center.seen.units > self.search.wishes.max_units
                    || center.seen.loss == f64::INFINITY)
            {
                self.ruled_out
                    .retain(|below| !below.iter().zip(&center.levels).all(|(b, a)| b <= a));
                self.ruled_out.push(center.levels);
            }
        }
    }

    /// The coarsest node above one that is reached by steps to nodes that may be better and have no
    /// record.
    fn climb(&mut self, node: u64) -> u64 {
        let lattice = self.search.view.lattice();
        let mut levels = lattice.levels(node);
        self.turn += 1;
        for i in 0..levels.len() {
            let a = (i + self.turn) % levels.len();
            while lattice.leads(a) && levels[a] < self.search.wishes.high[a] {
                levels[a] += 1;
                if !self.is_open(lattice.index(&levels)) {
                    levels[a] -= 1;
                    break;
                }
            }
        }
        lattice.index(&levels)
    }

    fn is_open(&self, node: u64) -> bool {
        let place = node as usize;
        let limit = self.search.limit();
        let bound = self
            .search
            .first_bound(place)
            .filter(|&bound| bound <= limit);
        let closer = bound
            .and_then(|bound| self.search.closer_bound(place, bound))
            .filter(|&closer| closer <= limit);
        closer.is_some() && self.search.records.with_record(node, |_| ()).is_none()
    }
}
