//! Wishes that may be asked one day. Nodes are chosen so that these are answered well.

use super::memory::Memory;
use super::rating::{Rating, Seen};
use super::steps::Around;
use crate::atlas::Chart;
use crate::head::AxisHead;
use crate::views::nodes::within;
use crate::wishes::{By, Thresholds, Wishes};
use equipoise_data::{Lattice, Random};
use std::collections::HashSet;

/// Least sizes of classes, from lax to strict.
const SIZES: [u64; 6] = [2, 3, 5, 10, 20, 50];

/// What may be suppressed, per mille.
const PER_MILLE: [u64; 6] = [0, 1, 10, 50, 200, 1000];

/// Nodes that a goal keeps, the best ones.
const HELD: usize = 6;

/// Nodes that a goal may propose at a time.
const TURN: usize = 2;

/// Wishes with the best nodes known for them.
pub(super) struct Goal {
    pub(super) wishes: Wishes,
    /// The number of its thresholds.
    thresholds: usize,
    held: Vec<Held>,
    /// False when nothing promising is left around the nodes it holds.
    pub(super) is_awake: bool,
}

struct Held {
    node: u64,
    rating: Rating,
    /// True when nothing around it is promising.
    is_done: bool,
}

impl Goal {
    fn new(
        lattice: &Lattice,
        (number, thresholds): (usize, &Thresholds),
        max_units: u64,
        by: By,
    ) -> Self {
        let (low, high) = (lattice.bottom().to_vec(), lattice.top().to_vec());
        let wishes = Wishes {
            thresholds: thresholds.clone(),
            low,
            high,
            max_units,
            max_loss: None,
            max_height: None,
            by,
        };
        Goal {
            wishes,
            thresholds: number,
            held: Vec::new(),
            is_awake: true,
        }
    }

    /// Takes a node into account whose levels are within the wishes.
    pub(super) fn offer(&mut self, memory: &Memory<'_>, place: usize) {
        let seen = memory.seen_at(place, self.thresholds);
        if seen.units > self.wishes.max_units || seen.loss == f64::INFINITY {
            return;
        }
        let node = memory.nodes[place];
        let rating = seen.rating(
            memory.levels_at(place),
            &self.wishes,
            memory.chart.head().units,
        );
        let at = self.held.partition_point(|held| {
            held.rating
                .compare(&rating)
                .then(held.node.cmp(&node))
                .is_lt()
        });
        if at < HELD {
            self.held.insert(
                at,
                Held {
                    node,
                    rating,
                    is_done: false,
                },
            );
            self.held.truncate(HELD);
            self.is_awake = true;
        }
    }

    /// Takes all nodes into account that are remembered.
    pub(super) fn recall(&mut self, memory: &Memory<'_>) {
        for place in 0..memory.len() {
            let seen = memory.seen_at(place, self.thresholds);
            let worst = self
                .held
                .get(HELD - 1)
                .map_or(f64::INFINITY, |held| held.rating.measure);
            let is_out = seen.units > self.wishes.max_units
                || (matches!(self.wishes.by, By::Loss(_)) && seen.loss > worst);
            if !is_out && within(&self.wishes, memory.levels_at(place)) {
                self.offer(memory, place);
            }
        }
    }

    /// The best node so far.
    pub(super) fn best(&self) -> Option<u64> {
        self.held.first().map(|held| held.node)
    }

    /// Nodes that are worth a record, if any are left. Nodes in `taken` get one already.
    pub(super) fn propose(&mut self, memory: &Memory<'_>, taken: &HashSet<u64>) -> Vec<u64> {
        let least = self
            .held
            .first()
            .map_or(f64::INFINITY, |held| held.rating.measure);
        let look = |node: u64| memory.look(node, self.thresholds);
        for held in self.held.iter_mut().filter(|held| !held.is_done) {
            let levels = memory.chart.lattice().levels(held.node);
            let seen: Seen = look(held.node).expect("it was offered from memory");
            let around = Around {
                chart: memory.chart,
                wishes: &self.wishes,
                levels: &levels,
                seen,
                least,
                look: &look,
            };
            let mut found = around.promising();
            held.is_done = found.is_empty();
            found.retain(|node| !taken.contains(node));
            found.truncate(TURN);
            if !found.is_empty() {
                return found;
            }
            if !held.is_done {
                // All of them are on their way; what comes next depends on what they turn out to
                // be.
                return Vec::new();
            }
        }
        self.is_awake = false;
        Vec::new()
    }
}

/// The thresholds that goals have, those of the recipe first.
pub(super) fn thresholds(chart: &Chart) -> Vec<Thresholds> {
    let (asked, head) = (chart.thresholds(), chart.head());
    let mut all = vec![asked.clone()];
    if head.axes[0].entry.is_some() {
        all.extend(SIZES.iter().map(|&size| Thresholds {
            axes: [&[size], &asked.axes[1..]].concat(),
            tables: asked.tables.clone(),
        }));
    }
    // The others one at a time, twice as strict and twice as lax.
    for (number, axis) in head.axes.iter().chain(&head.tables).enumerate().skip(1) {
        for threshold in around(axis) {
            let mut thresholds = asked.clone();
            *thresholds.of(number) = threshold;
            all.push(thresholds);
        }
    }
    let mut seen = HashSet::new();
    all.retain(|thresholds| seen.insert(thresholds.clone()));
    all
}

fn around(axis: &AxisHead) -> impl Iterator<Item = u64> {
    let around = [axis.asked.div_ceil(2), axis.asked.saturating_mul(2)];
    around
        .into_iter()
        .filter(|&threshold| axis.has_meaning(threshold))
}

/// What goals allow to be suppressed, the recipe's limit first.
fn limits(chart: &Chart) -> Vec<u64> {
    let head = chart.head();
    let mut limits = vec![head.max_units];
    limits.extend(
        PER_MILLE
            .iter()
            .map(|&share| (u128::from(head.units) * u128::from(share) / 1000) as u64),
    );
    let mut seen = HashSet::new();
    limits.retain(|&limit| seen.insert(limit));
    limits
}

/// All goals.
pub(super) struct Goals {
    thresholds: Vec<Thresholds>,
    limits: Vec<u64>,
    /// For all nodes.
    pub(super) open: Vec<Goal>,
    /// For the nodes in which an attribute that leads has a given level:
    /// `[place among these][level - lowest]`.
    pinned: Vec<Vec<Vec<Goal>>>,
    /// For the nodes between two that were drawn at random.
    pub(super) boxed: Vec<Goal>,
    next: [usize; 3],
}

impl Goals {
    pub(super) fn new(chart: &Chart) -> Self {
        let (lattice, thresholds, limits) = (chart.lattice(), thresholds(chart), limits(chart));
        let mut open = Vec::new();
        for by in [By::Loss(0), By::Height] {
            for &limit in &limits {
                open.extend(
                    thresholds
                        .iter()
                        .enumerate()
                        .map(|t| Goal::new(lattice, t, limit, by)),
                );
            }
        }
        let least: &[u64] = if limits[0] == 0 {
            &limits[..1]
        } else {
            &[limits[0], 0]
        };
        let pin = |attribute: usize, level: u8| {
            let with = |limit: &u64| {
                thresholds
                    .iter()
                    .enumerate()
                    .map(|t| Goal::new(lattice, t, *limit, By::Loss(0)))
                    .collect::<Vec<_>>()
            };
            let mut goals: Vec<Goal> = least.iter().flat_map(with).collect();
            for goal in &mut goals {
                for a in lattice.group(attribute) {
                    (goal.wishes.low[a], goal.wishes.high[a]) = (level, level);
                }
            }
            goals
        };
        let pins = |a: usize| {
            (lattice.bottom()[a]..=lattice.top()[a])
                .map(|level| pin(a, level))
                .collect()
        };
        let pinned = lattice.leaders().map(pins).collect();
        Goals {
            thresholds,
            limits,
            open,
            pinned,
            boxed: Vec::new(),
            next: [0; 3],
        }
    }

    /// Takes a node into account.
    pub(super) fn offer(&mut self, memory: &Memory<'_>, place: usize) {
        let (levels, lattice) = (memory.levels_at(place), memory.chart.lattice());
        self.open
            .iter_mut()
            .for_each(|goal| goal.offer(memory, place));
        for (attribute, of_level) in lattice.leaders().zip(&mut self.pinned) {
            of_level[usize::from(levels[attribute] - lattice.bottom()[attribute])]
                .iter_mut()
                .for_each(|goal| goal.offer(memory, place));
        }
        for goal in &mut self.boxed {
            if within(&goal.wishes, levels) {
                goal.offer(memory, place);
            }
        }
    }

    /// Adds proposals of one kind of goals, in turn, until there are `enough`.
    pub(super) fn propose(
        &mut self,
        kind: usize,
        memory: &Memory<'_>,
        batch: &mut Vec<u64>,
        taken: &mut HashSet<u64>,
        enough: usize,
    ) {
        let mut goals: Vec<&mut Goal> = match kind {
            0 => self.open.iter_mut().collect(),
            1 => self.pinned.iter_mut().flatten().flatten().collect(),
            _ => self.boxed.iter_mut().collect(),
        };
        for _ in 0..goals.len() {
            if batch.len() >= enough {
                return;
            }
            let at = self.next[kind] % goals.len();
            self.next[kind] = at + 1;
            if goals[at].is_awake {
                let proposed = goals[at].propose(memory, taken);
                taken.extend(&proposed);
                batch.extend(proposed);
            }
        }
    }

    /// Goals that are used up make room for new ones with bounds drawn at random. Returns the
    /// coarsest nodes of the new ones.
    pub(super) fn draw(
        &mut self,
        memory: &Memory<'_>,
        random: &mut Random,
        count: usize,
    ) -> Vec<u64> {
        let lattice = memory.chart.lattice();
        self.boxed.retain(|goal| goal.is_awake);
        let mut coarsest = Vec::new();
        while self.boxed.len() < count {
            let number = random.below(self.thresholds.len() as u64) as usize;
            let by = random.pick(&[By::Loss(0), By::Loss(0), By::Loss(0), By::Height]);
            let mut goal = Goal::new(
                lattice,
                (number, &self.thresholds[number]),
                random.pick(&self.limits),
                by,
            );
            for a in lattice.leaders() {
                let (bottom, top) = (lattice.bottom()[a], lattice.top()[a]);
                let mut level = || bottom + random.below(u64::from(top - bottom) + 1) as u8;
                // Most bounds that curators set are upper ones, on a few attributes.
                let (low, high) = match level() % 4 {
                    0 => (bottom, level()),
                    1 if level() == bottom => (level(), top),
                    _ => (bottom, top),
                };
                (goal.wishes.low[a], goal.wishes.high[a]) = (low, high);
            }
            lattice.settle(&mut goal.wishes.low);
            lattice.settle(&mut goal.wishes.high);
            goal.recall(memory);
            coarsest.push(lattice.index(&goal.wishes.high));
            self.boxed.push(goal);
        }
        coarsest
    }
}
