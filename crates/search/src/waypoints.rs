//! Classes of many nodes, kept so that other nodes start from short lists.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Levels};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

/// Lists that are kept at most, however short: each is looked at whenever a node is formed.
const MOST_LISTS: usize = 4096;

/// Ways with fewer attributes are gone one after the other.
const LONG_WAY: usize = 4;

/// Forms the classes of any node by way of kept ones.
///
/// The way to a node starts at the shortest kept list of a finer node and generalizes its
/// attributes, the strongest first. Nodes on the way are kept; when the byte budget is used up,
/// those go that have not been of use for the longest time.
///
/// Keys of one word are rolled up so quickly that the way is gone attribute by attribute. With
/// wider ones a long way is shortened: the strongest three quarters at once, and then the rest at
/// once if that did not help much.
pub(crate) struct Waypoints<'s, const W: usize> {
    space: &'s Space<'s, W>,
    kept: RwLock<Kept<W>>,
    budget: usize,
    formed: AtomicU64,
    /// Counts uses of lists.
    clock: AtomicU64,
}

/// Kept lists, the shortest first.
struct Kept<const W: usize> {
    lists: Vec<List<W>>,
    bytes: usize,
}

struct List<const W: usize> {
    levels: Levels,
    classes: Arc<Classes<W>>,
    bytes: usize,
    /// When it was of use last.
    used: AtomicU64,
}

impl<'s, const W: usize> Waypoints<'s, W> {
    pub(crate) fn new(space: &'s Space<'s, W>, budget: usize) -> Self {
        // The bottom is no part of the budget and never goes.
        let bottom = List {
            levels: space.bottom(),
            classes: Arc::clone(&space.base),
            bytes: usize::MAX,
            used: AtomicU64::new(u64::MAX),
        };
        let kept = Kept {
            lists: vec![bottom],
            bytes: 0,
        };
        Waypoints {
            space,
            kept: RwLock::new(kept),
            budget,
            formed: AtomicU64::new(0),
            clock: AtomicU64::new(0),
        }
    }

    pub(crate) fn space(&self) -> &'s Space<'s, W> {
        self.space
    }

    /// Nodes formed so far.
    pub(crate) fn formed(&self) -> u64 {
        self.formed.load(Ordering::Relaxed)
    }

    /// The classes of node `levels`.
    pub(crate) fn classes(&self, levels: &[u8], buffer: &mut Buffer) -> Arc<Classes<W>> {
        let (mut at, mut classes) = self.nearest(levels);
        let mut way: Vec<usize> = self
            .space
            .order
            .iter()
            .copied()
            .filter(|&a| at[a] != levels[a])
            .collect();
        let mut is_shrinking = true;
        while !way.is_empty() {
            let steps = match way.len() {
                all if W > 1 && !is_shrinking => all,
                all if W > 1 && all >= LONG_WAY => all * 3 / 4,
                _ => 1,
            };
            let mut next = at.clone();
            way.drain(..steps)
                .for_each(|attribute| next[attribute] = levels[attribute]);
            self.formed.fetch_add(1, Ordering::Relaxed);
            let rolled = Arc::new(self.space.roll_up(&classes, &at, &next, buffer).settled());
            is_shrinking = rolled.len() * 2 <= classes.len();
            // Wide keys fill the budget quickly; a list that is not much shorter than the last
            // would save little.
            if W == 1 || is_shrinking {
                self.keep(&next, &rolled);
            }
            (at, classes) = (next, rolled);
        }
        classes
    }

    /// The shortest kept list of a node that is nowhere coarser.
    fn nearest(&self, levels: &[u8]) -> (Levels, Arc<Classes<W>>) {
        let kept = self.kept.read().expect("no thread panicked");
        let is_finer = |list: &&List<W>| list.levels.iter().zip(levels).all(|(a, b)| a <= b);
        let list = kept
            .lists
            .iter()
            .find(is_finer)
            .expect("the bottom is kept");
        if list.bytes < usize::MAX {
            list.used.store(
                self.clock.fetch_add(1, Ordering::Relaxed),
                Ordering::Relaxed,
            );
        }
        (list.levels.clone(), Arc::clone(&list.classes))
    }

    fn keep(&self, levels: &[u8], classes: &Arc<Classes<W>>) {
        let bytes = classes.bytes();
        let used = AtomicU64::new(self.clock.fetch_add(1, Ordering::Relaxed));
        let list = List {
            levels: levels.to_vec(),
            classes: Arc::clone(classes),
            bytes,
            used,
        };
        let mut kept = self.kept.write().expect("no thread panicked");
        let place = kept.lists.partition_point(|held| held.bytes < bytes);
        if kept.lists[place..]
            .iter()
            .take_while(|held| held.bytes == bytes)
            .any(|held| held.levels == levels)
        {
            // Another thread came first.
            return;
        }
        kept.lists.insert(place, list);
        kept.bytes += bytes;
        while kept.lists.len() > 1 && (kept.bytes > self.budget || kept.lists.len() > MOST_LISTS) {
            let last_use = |&i: &usize| kept.lists[i].used.load(Ordering::Relaxed);
            let oldest = (0..kept.lists.len())
                .min_by_key(last_use)
                .expect("there are several");
            kept.bytes -= kept.lists.remove(oldest).bytes;
        }
    }
}
