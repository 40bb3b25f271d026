//! The best node of each cell, when nodes are divided into cells that may overlap.
//!
//! Ladders, pair maps and heights are such divisions. Nodes are taken in the order of the best they
//! could be, and only those that could win a cell are resolved.

use super::division::Division;
use super::nearest::{Nearest, nearest};
use super::nodes::{Decoder, for_each_missing};
use crate::order::{Key, Limits, less};
use crate::{By, KnownNodes, Wishes};
use equipoise_data::height;

/// What is reachable in a part of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// This is the best value, proved, and the node that has it.
    Reached {
        /// The value of the measure that is asked by.
        value: f64,
        /// The node; where not all nodes are known, another may have the same value and be better
        /// otherwise.
        node: u64,
    },
    /// No node here meets the wishes, proved.
    Unreachable {
        /// The node that comes closest; none where no node has the wished levels and height, and in
        /// views that do not say why.
        nearest: Option<Nearest>,
    },
    /// Not all that matters is known: the best value is between the bound and what was found.
    Open {
        /// The best value found so far, and its node.
        found: Option<(f64, u64)>,
        /// No node can have a smaller value.
        bound: f64,
    },
}

impl Stop {
    /// Whether not all that matters is known.
    pub fn is_open(&self) -> bool {
        matches!(self, Stop::Open { .. })
    }

    /// The best value found and its node, proved or not.
    pub fn found(&self) -> Option<(f64, u64)> {
        match *self {
            Stop::Reached { value, node } => Some((value, node)),
            Stop::Unreachable { .. } => None,
            Stop::Open { found, .. } => found,
        }
    }
}

/// What was found in a cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    found: Option<Key>,
    /// The least value a node could have that is not resolved.
    bound: f64,
}

impl Cell {
    fn offer(&mut self, key: &Key, by: By) {
        if self.could_win(key, by) {
            self.found = Some(*key);
        }
    }

    fn could_win(&self, key: &Key, by: By) -> bool {
        // What is worse by more than rounding is most of what comes.
        self.found.is_none_or(|found| {
            !less(found.value(by), key.value(by)) && key.compare(&found, by).is_lt()
        })
    }
}

/// The stop of each cell under the wishes, level bounds aside: these are for the division to heed.
/// With `reasons` cells that are out of reach have their nearest node.
pub(crate) fn stops(
    known: &dyn KnownNodes,
    wishes: &Wishes,
    division: &impl Division,
    reasons: bool,
) -> Vec<Stop> {
    let limits = Limits::new(known, wishes);
    let listed = known.nodes(wishes.loss());
    let mut cells = best(known, &limits, &listed, division);
    add_missing(known, &limits, &listed, division, &mut cells);
    let unreachable: Vec<bool> = cells
        .iter()
        .map(|cell| reasons && cell.found.is_none() && cell.bound == f64::INFINITY)
        .collect();
    let nearest = nearest(known, &limits, &listed, division, &unreachable);
    let stop = |(cell, nearest): (&Cell, Option<Nearest>)| {
        let found = cell.found.map(|key| (key.value(limits.by), key.node));
        match found {
            Some((value, node)) if !less(cell.bound, value) => Stop::Reached { value, node },
            None if cell.bound == f64::INFINITY => Stop::Unreachable { nearest },
            _ => Stop::Open {
                found,
                bound: cell.bound,
            },
        }
    };
    cells.iter().zip(nearest).map(stop).collect()
}

/// The best listed node of each cell. Nodes that cannot be resolved go into the bounds.
fn best(
    known: &dyn KnownNodes,
    limits: &Limits,
    listed: &[u64],
    division: &impl Division,
) -> Vec<Cell> {
    let by = limits.by;
    let mut decoder = Decoder::new(known, listed.len());
    let candidates = candidates(known, limits, listed, &mut decoder);
    let mut best = vec![
        Cell {
            found: None,
            bound: f64::INFINITY
        };
        division.len()
    ];
    let mut cells = Vec::new();
    for hope in &candidates {
        division.cells(decoder.levels(hope.node), &mut cells);
        if !cells.iter().any(|&cell| best[cell].could_win(hope, by)) {
            continue;
        }
        let key = match known.figures(hope.node) {
            Some(figures) => {
                Some(limits.exact(&figures, hope.node, hope.height)).filter(|key| limits.meets(key))
            }
            None => {
                cells
                    .iter()
                    .for_each(|&cell| best[cell].bound = best[cell].bound.min(hope.value(by)));
                pessimistic(known, limits, hope)
            }
        };
        if let Some(key) = key {
            cells.iter().for_each(|&cell| best[cell].offer(&key, by));
        }
    }
    best
}

/// The best that each node could be that may be within the limits, the most promising first.
fn candidates(
    known: &dyn KnownNodes,
    limits: &Limits,
    listed: &[u64],
    decoder: &mut Decoder<'_>,
) -> Vec<Key> {
    let mut candidates = Vec::with_capacity(listed.len());
    for &node in listed {
        // What rules out most nodes comes first.
        if !limits.units_fit(known.units(node).0) {
            continue;
        }
        let hope = limits.optimistic(known, node, height(decoder.levels(node)));
        if limits.meets(&hope) {
            candidates.push(hope);
        }
    }
    // By loss they are listed in a good order already.
    if !matches!(limits.by, By::Loss(_)) {
        candidates.sort_unstable_by(|a, b| a.compare_exactly(b, limits.by));
    }
    candidates
}

/// The worst a node can be that is surely within the limits although it cannot be resolved. By loss
/// this says nothing.
fn pessimistic(known: &dyn KnownNodes, limits: &Limits, hope: &Key) -> Option<Key> {
    let most = known.units(hope.node).1;
    let worst = Key {
        units: most,
        loss: f64::INFINITY,
        ..*hope
    };
    (limits.surely_meets(most, hope.height) && !matches!(limits.by, By::Loss(_))).then_some(worst)
}

/// Lowers the bounds to what nodes could reach that are not listed.
fn add_missing(
    known: &dyn KnownNodes,
    limits: &Limits,
    listed: &[u64],
    division: &impl Division,
    best: &mut [Cell],
) {
    let mut cells = Vec::new();
    let walked = for_each_missing(known, listed, |node, levels| {
        let hope = limits.optimistic(known, node, height(levels));
        if limits.meets(&hope) {
            division.cells(levels, &mut cells);
            cells
                .iter()
                .for_each(|&cell| best[cell].bound = best[cell].bound.min(hope.value(limits.by)));
        }
    });
    if walked {
        return;
    }
    let mut seen = vec![0; best.len()];
    let mut decoder = Decoder::new(known, listed.len());
    for &node in listed {
        division.cells(decoder.levels(node), &mut cells);
        cells.iter().for_each(|&cell| seen[cell] += 1);
    }
    for (cell, best) in best.iter_mut().enumerate() {
        if seen[cell] < division.size(cell) && limits.height_fits(division.lowest(cell)) {
            // Neither losses nor counts are negative.
            let floor = if limits.by == By::Height {
                f64::from(division.lowest(cell))
            } else {
                0.0
            };
            best.bound = best.bound.min(floor);
        }
    }
}
