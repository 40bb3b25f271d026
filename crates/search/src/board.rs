//! What is known of every node, and which node to look at next.

use crate::{Found, Task};
use equipoise_data::{Levels, height};
use equipoise_measure::{EarlyBounds, Facts};

/// A bound may be off by as much, relative: a node is closed only when its bound is beyond that.
const ROUNDING: f64 = 1e-9;

/// Losses this close, relative to the larger, are equal.
const EQUAL: f64 = 1e-12;

/// Fewer nodes than this are sorted at once.
const LEAST_SORTED: usize = 512;

/// A few numbers per node: bounds on its loss and its suppression, and whether it was looked at.
pub(crate) struct Board<'t> {
    task: &'t Task<'t>,
    /// Per node at least as many rows and units are suppressed.
    rows: Vec<u64>,
    units: Vec<u64>,
    /// Per node at most as many classes are kept; empty where the loss makes no use of it.
    classes: Vec<u64>,
    /// Per node a bound on its loss, and what it was computed from.
    bounds: Vec<(f64, u64)>,
    looked_at: Vec<bool>,
    /// Nodes of which it is known that monotone models suppress no more than allowed.
    cleared: Vec<bool>,
    /// Nodes that were open when last looked at. Those before `sorted` had the least bounds, in
    /// order; those before `next` are decided.
    queue: Vec<u32>,
    next: usize,
    sorted: usize,
    /// Feasible nodes that share the smallest loss, and that loss.
    ties: Vec<Found>,
    least: f64,
    /// How far up a climb to look, from 0 to 1, where nodes are ruled out from both sides.
    lean: f64,
    /// The nodes of a climb that is being halved.
    path: Vec<usize>,
    random: u64,
}

impl<'t> Board<'t> {
    /// Bytes that a board needs per node.
    pub(crate) const BYTES_PER_NODE: u64 = 8 + 8 + 8 + 16 + 1 + 1 + 4;

    pub(crate) fn new(task: &'t Task<'t>) -> Self {
        let nodes = task.lattice.nodes() as usize;
        let unknown = EarlyBounds {
            suppressed_rows: 0,
            kept_classes: u64::MAX,
        };
        let mut bounds = Vec::with_capacity(nodes);
        task.lattice
            .for_each(|levels| bounds.push((task.loss.bound(levels, unknown), 0)));
        Board {
            task,
            rows: vec![0; nodes],
            units: vec![0; nodes],
            classes: if task.loss.uses_class_bound() {
                vec![u64::MAX; nodes]
            } else {
                Vec::new()
            },
            bounds,
            looked_at: vec![false; nodes],
            cleared: vec![task.allowed_units >= task.encoded.total_rows(); nodes],
            queue: (0..nodes as u32).collect(),
            next: 0,
            sorted: 0,
            ties: Vec::new(),
            least: f64::INFINITY,
            lean: 0.5,
            path: Vec::new(),
            random: 0x5eed,
        }
    }

    /// A node from which much can be learnt, now taken; none when no node is open.
    pub(crate) fn pick_by_climb(&mut self) -> Option<Levels> {
        let start = self.first_open()?;
        let pick = if self.task.allowed_units == 0 {
            self.pick_by_halving(start)
        } else if self.classes.is_empty() {
            self.pick_beyond(start)
        } else {
            self.pick_leaning(start)
        };
        self.looked_at[pick] = true;
        Some(self.task.lattice.levels(pick as u64))
    }

    /// Where nothing may be suppressed, all turns on which nodes are feasible, and on a way up
    /// there is one node from which on all are. It is searched for by halves, a little high because
    /// nodes further up are cheaper to form.
    fn pick_by_halving(&mut self, start: usize) -> usize {
        let mut path = std::mem::take(&mut self.path);
        path.retain(|&node| self.is_undecided(node));
        if path.is_empty() && self.is_undecided(start) {
            path = self.climb(start, |board, node| board.is_undecided(node));
        }
        self.path = path;
        if self.path.is_empty() {
            start
        } else {
            self.path[(self.path.len() - 1) * 7 / 10]
        }
    }

    /// From the open node with the least bound a climb goes up by random steps through open nodes.
    /// At its end no node above is open, so what is suppressed there is known for the most nodes
    /// below. It pays to go on for a part of the way through nodes that cannot win themselves but
    /// may still suppress too much: these are cheaper to form and rule out more.
    fn pick_beyond(&mut self, start: usize) -> usize {
        let climb = self.climb(start, Self::is_open);
        let end = climb[climb.len() - 1];
        if self.cleared[end] {
            return end;
        }
        let beyond = self.climb(end, |board, node| board.is_undecided(node));
        beyond[(beyond.len() - 1) * 3 / 10]
    }

    /// Where the number of classes bounds the loss too, and so nodes are also ruled out from below,
    /// somewhere in the middle of the climb decides more.
    fn pick_leaning(&mut self, start: usize) -> usize {
        let climb = self.climb(start, Self::is_open);
        climb[((climb.len() - 1) as f64 * self.lean) as usize]
    }

    /// Whether it is unknown if monotone models suppress too much at a node.
    fn is_undecided(&self, node: usize) -> bool {
        !self.cleared[node] && !self.looked_at[node] && self.units[node] <= self.task.allowed_units
    }

    /// Nodes from `node` up, one random step after the other, as long as `through` lets.
    fn climb(&mut self, mut node: usize, through: fn(&mut Self, usize) -> bool) -> Vec<usize> {
        let lattice = self.task.lattice;
        let mut levels = lattice.levels(node as u64);
        let mut path = vec![node];
        loop {
            let above: Vec<usize> = lattice
                .leaders()
                .filter(|&a| {
                    levels[a] < lattice.top()[a] && through(self, node + lattice.stride(a) as usize)
                })
                .collect();
            if above.is_empty() {
                return path;
            }
            let attribute = above[self.draw(above.len())];
            levels[attribute] += 1;
            node += lattice.stride(attribute) as usize;
            path.push(node);
        }
    }

    /// Up to `most` open nodes with the least bounds, now taken.
    pub(crate) fn pick_least(&mut self, most: usize) -> Vec<Levels> {
        let mut picks = Vec::new();
        while picks.len() < most
            && let Some(node) = self.first_open()
        {
            self.looked_at[node] = true;
            picks.push(self.task.lattice.levels(node as u64));
        }
        picks
    }

    /// Whether any node is open.
    pub(crate) fn has_open(&mut self) -> bool {
        self.first_open().is_some()
    }

    /// The open node with the least bound.
    fn first_open(&mut self) -> Option<usize> {
        loop {
            while self.next < self.sorted {
                let node = self.queue[self.next] as usize;
                if self.is_open(node) {
                    return Some(node);
                }
                self.next += 1;
            }
            if !self.sort_more() {
                return None;
            }
        }
    }

    /// Sorts the next nodes of the queue, an eighth of what is left: most are decided before their
    /// turn comes, so to sort all would be a waste.
    fn sort_more(&mut self) -> bool {
        let mut queue = std::mem::take(&mut self.queue);
        queue.drain(..self.sorted);
        queue.retain(|&node| self.is_open(node as usize));
        self.sorted = queue.len().div_ceil(8).max(LEAST_SORTED.min(queue.len()));
        // Bounds are not negative, so their bits sort like the numbers.
        let key = |node: &u32| (self.bounds[*node as usize].0.to_bits(), *node);
        if 0 < self.sorted && self.sorted < queue.len() {
            queue.select_nth_unstable_by_key(self.sorted, key);
        }
        queue[..self.sorted].sort_unstable_by_key(key);
        (self.queue, self.next) = (queue, 0);
        self.sorted > 0
    }

    /// Whether a node may still win.
    fn is_open(&mut self, node: usize) -> bool {
        if self.looked_at[node] || self.units[node] > self.task.allowed_units {
            return false;
        }
        let bound = self.bound(node);
        if bound < self.least * (1.0 - EQUAL) {
            return true;
        }
        if bound > self.least * (1.0 + ROUNDING) {
            return false;
        }
        match self.best() {
            None => true,
            Some(best) => {
                let levels = self.task.lattice.levels(node as u64);
                (height(&levels), self.units[node], levels.as_slice())
                    < (
                        height(&best.levels),
                        best.facts.suppressed_units,
                        best.levels.as_slice(),
                    )
            }
        }
    }

    fn bound(&mut self, node: usize) -> f64 {
        let known = EarlyBounds {
            suppressed_rows: self.rows[node],
            kept_classes: self.classes.get(node).copied().unwrap_or(u64::MAX),
        };
        let state = known.suppressed_rows ^ !known.kept_classes;
        if self.bounds[node].1 != state {
            let levels = self.task.lattice.levels(node as u64);
            self.bounds[node] = (self.task.loss.bound(&levels, known), state);
        }
        self.bounds[node].0
    }

    /// Takes in an evaluated node.
    pub(crate) fn learn(&mut self, found: Found) {
        // Too much is suppressed: look higher next time. Else lower, where there are more classes.
        self.lean = if found.facts.lost_units > self.task.allowed_units {
            self.lean * 0.8 + 0.2
        } else {
            self.lean * 0.8
        };
        let Facts {
            lost_rows,
            lost_units,
            ..
        } = found.facts;
        let (lattice, allowed) = (self.task.lattice, self.task.allowed_units);
        let (rows, units, bounded, cleared) = (
            &mut self.rows,
            &mut self.units,
            &mut self.classes,
            &mut self.cleared,
        );
        if lost_units <= allowed {
            lattice.spread_up(&found.levels, |node| {
                !std::mem::replace(&mut cleared[node], true)
            });
        }
        lattice.spread_down(&found.levels, |node| {
            let is_news =
                units[node] <= allowed && (rows[node] < lost_rows || units[node] < lost_units);
            rows[node] = rows[node].max(lost_rows);
            units[node] = units[node].max(lost_units);
            is_news
        });
        if !bounded.is_empty() {
            let most = most_kept(self.task, &found.facts);
            lattice.spread_up(&found.levels, |node| {
                let is_news = most < bounded[node];
                bounded[node] = bounded[node].min(most);
                is_news
            });
        }
        // An empty table is no release.
        if found.facts.suppressed_units > self.task.allowed_units || found.facts.kept_classes == 0 {
            return;
        }
        self.least = self.least.min(found.loss);
        self.ties.push(found);
        let most = self.least * (1.0 + EQUAL);
        self.ties.retain(|f| f.loss <= most);
    }

    /// The best of the feasible nodes seen so far.
    pub(crate) fn best(&self) -> Option<&Found> {
        self.ties.iter().min_by_key(|f| {
            (
                height(&f.levels),
                f.facts.suppressed_units,
                f.levels.as_slice(),
            )
        })
    }

    /// The smallest loss so far.
    pub(crate) fn best_loss(&self) -> Option<f64> {
        self.least.is_finite().then_some(self.least)
    }

    /// At least as many nodes can no longer win. Bounds that could be sharpened by now are taken as
    /// they are.
    pub(crate) fn decided(&self) -> u64 {
        let most = self.least * (1.0 + EQUAL);
        let is_decided = |node: &usize| {
            self.looked_at[*node]
                || self.units[*node] > self.task.allowed_units
                || self.bounds[*node].0 > most
        };
        (0..self.looked_at.len()).filter(is_decided).count() as u64
    }

    /// A number below `n` from a fixed sequence (splitmix64).
    fn draw(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

/// No node at or above one with these facts keeps more classes.
///
/// Classes only merge on the way up. Where nothing but size decides, a kept class above either
/// holds a class that is kept here, or is made of classes that are too small: at least two of them,
/// with enough rows together.
fn most_kept(task: &Task<'_>, facts: &Facts) -> u64 {
    match task.panel.only_size() {
        Some(least) => {
            facts.kept_classes
                + ((facts.classes - facts.kept_classes) / 2).min(facts.lost_rows / least)
        }
        None => facts.classes,
    }
}
