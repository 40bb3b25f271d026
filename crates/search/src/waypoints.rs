//! Classes of many nodes, kept so that other nodes start from short lists.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Levels};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Forms the classes of any node by way of kept ones.
///
/// The way to a node starts at the shortest kept list of a finer node and generalizes its attributes one after the other,
/// the strongest first; the nodes on the way are kept while the byte budget lasts.
pub(crate) struct Waypoints<'s, const W: usize> {
    space: &'s Space<'s, W>,
    kept: Mutex<Kept<W>>,
    budget: usize,
    formed: AtomicU64,
}

/// Kept lists, the shortest first.
struct Kept<const W: usize> {
    lists: Vec<(Levels, Arc<Classes<W>>)>,
    bytes: usize,
}

impl<'s, const W: usize> Waypoints<'s, W> {
    pub(crate) fn new(space: &'s Space<'s, W>, budget: usize) -> Self {
        let kept = Kept { lists: vec![(space.bottom(), Arc::clone(&space.base))], bytes: 0 };
        Waypoints { space, kept: Mutex::new(kept), budget, formed: AtomicU64::new(0) }
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
        for &attribute in &self.space.order {
            if at[attribute] != levels[attribute] {
                let mut next = at.clone();
                next[attribute] = levels[attribute];
                self.formed.fetch_add(1, Ordering::Relaxed);
                classes = Arc::new(self.space.roll_up(&classes, &at, &next, buffer).settled());
                self.keep(&next, &classes);
                at = next;
            }
        }
        classes
    }

    /// The shortest kept list of a node that is nowhere coarser.
    fn nearest(&self, levels: &[u8]) -> (Levels, Arc<Classes<W>>) {
        let kept = self.kept.lock().expect("no thread panicked");
        let is_finer = |(at, _): &&(Levels, Arc<Classes<W>>)| at.iter().zip(levels).all(|(a, b)| a <= b);
        kept.lists.iter().find(is_finer).cloned().expect("the bottom is kept")
    }

    fn keep(&self, levels: &[u8], classes: &Arc<Classes<W>>) {
        let mut kept = self.kept.lock().expect("no thread panicked");
        if kept.bytes < self.budget {
            kept.bytes += classes.bytes();
            let place = kept.lists.partition_point(|(_, c)| c.bytes() < classes.bytes());
            kept.lists.insert(place, (levels.to_vec(), Arc::clone(classes)));
        }
    }
}
