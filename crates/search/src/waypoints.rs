//! Classes of a few intermediate nodes, kept so that other nodes start from short lists.

use crate::space::Space;
use equipoise_data::{Classes, Levels};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

type Slot<const W: usize> = Arc<OnceLock<Arc<Classes<W>>>>;

/// Forms the classes of any node by way of kept ones.
///
/// The way to a node generalizes its attributes one after the other, the strongest first; the nodes on the way are kept while
/// the byte budget lasts. Many nodes share the first steps of their ways, and these are the expensive ones.
pub(crate) struct Waypoints<'s, const W: usize> {
    space: &'s Space<'s, W>,
    kept: Mutex<HashMap<Levels, Slot<W>>>,
    bytes: AtomicUsize,
    budget: usize,
    formed: AtomicU64,
}

impl<'s, const W: usize> Waypoints<'s, W> {
    pub(crate) fn new(space: &'s Space<'s, W>, budget: usize) -> Self {
        Waypoints { space, kept: Mutex::default(), bytes: AtomicUsize::new(0), budget, formed: AtomicU64::new(0) }
    }

    pub(crate) fn space(&self) -> &'s Space<'s, W> {
        self.space
    }

    /// Nodes formed so far.
    pub(crate) fn formed(&self) -> u64 {
        self.formed.load(Ordering::Relaxed)
    }

    /// The classes of node `levels`.
    pub(crate) fn classes(&self, levels: &[u8]) -> Arc<Classes<W>> {
        let mut at = self.space.bottom();
        let mut classes = Arc::clone(&self.space.base);
        for &attribute in &self.space.order {
            // A list at a lower level of this attribute is shorter than the one without it.
            for level in at[attribute] + 1..levels[attribute] {
                let mut lower = at.clone();
                lower[attribute] = level;
                if let Some(known) = self.known(&lower) {
                    (classes, at) = (known, lower);
                }
            }
            if at[attribute] != levels[attribute] {
                let mut next = at.clone();
                next[attribute] = levels[attribute];
                classes = self.waypoint(&classes, &at, &next);
                at = next;
            }
        }
        classes
    }

    fn known(&self, levels: &[u8]) -> Option<Arc<Classes<W>>> {
        self.kept.lock().expect("no thread panicked").get(levels)?.get().cloned()
    }

    fn waypoint(&self, from: &Classes<W>, at: &[u8], next: &[u8]) -> Arc<Classes<W>> {
        let slot = {
            let mut kept = self.kept.lock().expect("no thread panicked");
            match kept.get(next) {
                Some(slot) => Arc::clone(slot),
                None if self.bytes.load(Ordering::Relaxed) >= self.budget => Slot::default(),
                None => Arc::clone(kept.entry(next.to_vec()).or_default()),
            }
        };
        Arc::clone(slot.get_or_init(|| {
            let classes = Arc::new(self.form(from, at, next).settled());
            self.bytes.fetch_add(classes.bytes(), Ordering::Relaxed);
            classes
        }))
    }

    fn form(&self, from: &Classes<W>, at: &[u8], to: &[u8]) -> Classes<W> {
        self.formed.fetch_add(1, Ordering::Relaxed);
        self.space.roll_up(from, at, to)
    }
}
