//! Lists of classes at hand, from which other nodes are formed.
//!
//! Unlike `waypoints`, what is kept changes between batches only. So the same nodes are formed in
//! the same way, and are counted the same, on any number of threads.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Levels};
use std::sync::Arc;

/// Lists that are kept at most: each may be looked at whenever a node is formed.
const MOST_LISTS: usize = 1024;

/// From a list shorter than this every node is formed at once.
const SHORT: usize = 1024;

/// A way on which fewer attributes change than this is gone at once.
const LONG_WAY: usize = 4;

/// Lists of classes, the shortest first, within a byte budget.
pub(super) struct Lists<'s, const W: usize> {
    space: &'s Space<'s, W>,
    kept: Vec<List<W>>,
    bytes: usize,
    budget: usize,
    /// Counts uses of lists.
    clock: u64,
}

struct List<const W: usize> {
    levels: Levels,
    classes: Arc<Classes<W>>,
    bytes: usize,
    /// When it was of use last.
    used: u64,
}

/// How a node is to be formed.
pub(super) struct Way<const W: usize> {
    /// The list to begin with.
    start: (Levels, Arc<Classes<W>>),
    /// The nodes to form one after the other; empty where the list to begin with is the one wanted.
    through: Vec<Levels>,
}

impl<const W: usize> Way<W> {
    /// Nodes that are formed on it.
    pub(super) fn len(&self) -> u64 {
        self.through.len() as u64
    }
}

/// Lists that were formed, the last one for the node that was wanted.
pub(super) type Formed<const W: usize> = Vec<(Levels, Arc<Classes<W>>)>;

impl<'s, const W: usize> Lists<'s, W> {
    pub(super) fn new(space: &'s Space<'s, W>, budget: usize) -> Self {
        // The bottom is no part of the budget and never goes.
        let bottom = List {
            levels: space.bottom(),
            classes: Arc::clone(&space.base),
            bytes: 0,
            used: u64::MAX,
        };
        Lists {
            space,
            kept: vec![bottom],
            bytes: 0,
            budget,
            clock: 0,
        }
    }

    /// The way to a node, of at most so many nodes where one is not enough: from the shortest list
    /// of a finer node. A long way goes by a node where the strongest attributes are generalized
    /// already, which other nodes can begin with later.
    pub(super) fn way(&mut self, levels: &[u8], most: u64) -> Way<W> {
        let is_finer = |list: &List<W>| list.levels.iter().zip(levels).all(|(a, b)| a <= b);
        let place = self
            .kept
            .iter()
            .position(is_finer)
            .expect("the bottom is kept");
        let list = &mut self.kept[place];
        if list.used < u64::MAX {
            self.clock += 1;
            list.used = self.clock;
        }
        let changed: Vec<usize> = self
            .space
            .order
            .iter()
            .copied()
            .filter(|&a| list.levels[a] != levels[a])
            .collect();
        let mut through = Vec::new();
        if most > 1 && changed.len() >= LONG_WAY && list.classes.len() >= SHORT {
            let mut half = list.levels.clone();
            changed[..changed.len() * 3 / 4]
                .iter()
                .for_each(|&a| half[a] = levels[a]);
            through.push(half);
        }
        if !changed.is_empty() {
            through.push(levels.to_vec());
        }
        Way {
            start: (list.levels.clone(), Arc::clone(&list.classes)),
            through,
        }
    }

    /// Forms the nodes of a way.
    pub(super) fn form(&self, way: Way<W>, buffer: &mut Buffer) -> Formed<W> {
        let mut formed = vec![way.start];
        for next in way.through {
            let (at, classes) = &formed[formed.len() - 1];
            let rolled = self.space.roll_up(classes, at, &next, buffer).settled();
            formed.push((next, Arc::new(rolled)));
        }
        formed
    }

    /// Keeps lists that were formed. Those go that have not been of use for the longest time.
    pub(super) fn keep(&mut self, formed: Formed<W>) {
        for (levels, classes) in formed.into_iter().skip(1) {
            let size = classes.len();
            let place = self.kept.partition_point(|held| held.classes.len() < size);
            if self.kept[place..]
                .iter()
                .take_while(|held| held.classes.len() == size)
                .any(|held| held.levels == levels)
            {
                continue;
            }
            self.clock += 1;
            let bytes = classes.bytes();
            self.bytes += bytes;
            self.kept.insert(
                place,
                List {
                    levels,
                    classes,
                    bytes,
                    used: self.clock,
                },
            );
        }
        while self.kept.len() > 1 && (self.bytes > self.budget || self.kept.len() > MOST_LISTS) {
            let oldest = (0..self.kept.len())
                .min_by_key(|&i| self.kept[i].used)
                .expect("there are several");
            self.bytes -= self.kept.remove(oldest).bytes;
        }
    }
}
