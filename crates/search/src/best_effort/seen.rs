//! What is remembered of the nodes that were looked at.

use crate::{Found, Task};
use equipoise_data::{Levels, height};
use equipoise_measure::Facts;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Losses this close, relative to the larger, are equal.
const EQUAL: f64 = 1e-12;

/// What a search by steps has to know of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Units beyond what may be suppressed; more than there are where nothing is kept.
    pub(super) beyond: u64,
    pub(super) loss: f64,
    pub(super) rows: u64,
    pub(super) units: u64,
    pub(super) classes: u64,
    pub(super) kept: u64,
    pub(super) lost_rows: u64,
    pub(super) lost_units: u64,
}

impl Seen {
    pub(super) fn new(task: &Task<'_>, facts: &Facts, loss: f64) -> Self {
        // An empty table is no release.
        let nothing = if facts.kept_classes == 0 {
            task.encoded.total_rows()
        } else {
            0
        };
        Seen {
            beyond: facts.suppressed_units.saturating_sub(task.allowed_units) + nothing,
            loss,
            rows: facts.suppressed_rows,
            units: facts.suppressed_units,
            classes: facts.classes,
            kept: facts.kept_classes,
            lost_rows: facts.lost_rows,
            lost_units: facts.lost_units,
        }
    }

    /// Better is nearer to what is allowed, then a smaller loss.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.beyond
            .cmp(&other.beyond)
            .then(self.loss.total_cmp(&other.loss))
    }

    /// The node again, as far as a board needs it.
    pub(super) fn found(&self, levels: Levels) -> Found {
        let facts = Facts {
            classes: self.classes,
            kept_classes: self.kept,
            suppressed_rows: self.rows,
            suppressed_units: self.units,
            lost_rows: self.lost_rows,
            lost_units: self.lost_units,
            ..Facts::default()
        };
        Found {
            levels,
            facts,
            loss: self.loss,
        }
    }
}

/// A node that was looked at.
pub(super) type Looked = (Levels, Seen);

/// Nodes that were looked at, as many as memory allows.
pub(super) struct Memory {
    seen: HashMap<u64, Seen>,
    most: usize,
    /// Whether nothing has been forgotten.
    pub(super) is_whole: bool,
}

impl Memory {
    /// Bytes of an entry, with what a table leaves empty.
    const ENTRY: usize = 2 * (size_of::<Seen>() + 8);

    pub(super) fn new(bytes: usize) -> Self {
        Memory {
            seen: HashMap::new(),
            most: (bytes / Memory::ENTRY).max(1024),
            is_whole: true,
        }
    }

    pub(super) fn get(&self, node: u64) -> Option<&Seen> {
        self.seen.get(&node)
    }

    pub(super) fn has(&self, node: u64) -> bool {
        self.seen.contains_key(&node)
    }

    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Remembers a node. When there is no more room all others are forgotten: what matters will
    /// soon be there again.
    pub(super) fn add(&mut self, node: u64, seen: Seen) {
        if self.seen.len() >= self.most {
            self.seen.clear();
            self.is_whole = false;
        }
        self.seen.insert(node, seen);
    }

    /// All nodes in the order of their numbers.
    pub(super) fn in_order(&self) -> Vec<(u64, Seen)> {
        let mut all: Vec<(u64, Seen)> = self
            .seen
            .iter()
            .map(|(&node, &seen)| (node, seen))
            .collect();
        all.sort_unstable_by_key(|entry| entry.0);
        all
    }
}

/// The best node so far, or the nearest where none is feasible.
#[derive(Default)]
pub(super) struct Best {
    /// Feasible nodes that share the smallest loss.
    ties: Vec<Found>,
    nearest: Option<Found>,
}

impl Best {
    /// Takes a node into account.
    pub(super) fn offer(&mut self, seen: &Seen, found: impl FnOnce() -> Found) {
        if seen.beyond > 0 {
            if self.ties.is_empty() {
                self.offer_nearest(found());
            }
            return;
        }
        let least = self.loss();
        if least.is_some_and(|least| seen.loss > least * (1.0 + EQUAL)) {
            return;
        }
        self.ties.push(found());
        let least = self
            .ties
            .iter()
            .map(|f| f.loss)
            .fold(f64::INFINITY, f64::min);
        self.ties.retain(|f| f.loss <= least * (1.0 + EQUAL));
    }

    fn offer_nearest(&mut self, found: Found) {
        // Of nodes that keep nothing the coarsest is the nearest: it shows what blocks the wish.
        let rank = |f: &Found| {
            (
                f.facts.suppressed_units,
                if f.facts.kept_classes == 0 {
                    -f64::from(height(&f.levels))
                } else {
                    f.loss
                },
            )
        };
        let is_nearer = |n: &Found| {
            rank(&found) < rank(n) || rank(&found) == rank(n) && found.levels < n.levels
        };
        if self.nearest.as_ref().is_none_or(is_nearer) {
            self.nearest = Some(found);
        }
    }

    /// The smallest loss of a feasible node.
    pub(super) fn loss(&self) -> Option<f64> {
        self.ties.iter().map(|f| f.loss).min_by(f64::total_cmp)
    }

    /// How good the best node is, or else the nearest: smaller is better.
    pub(super) fn rank(&self) -> (u64, f64) {
        let units = |found: &Found| found.facts.suppressed_units + 1;
        self.loss().map_or_else(
            || (self.nearest.as_ref().map_or(u64::MAX, units), f64::INFINITY),
            |loss| (0, loss),
        )
    }

    /// The best node, and the nearest where there is none.
    pub(super) fn into_found(self) -> (Option<Found>, Option<Found>) {
        let key = |f: &Found| {
            (
                height(&f.levels),
                f.facts.suppressed_units,
                f.levels.clone(),
            )
        };
        match self.ties.into_iter().min_by_key(key) {
            Some(best) => (Some(best), None),
            None => (None, self.nearest),
        }
    }
}
