//! By height: what lies at each sum of levels?

use super::cells::{Stop, stops};
use super::division::Division;
use super::nodes::{Decoder, count_by_height, for_each_missing, wished, within};
use crate::order::Limits;
use crate::{KnownNodes, Wishes};
use equipoise_data::height;

/// Answers "how much do I have to coarsen in all?": what the nodes of one height come to.
#[derive(Clone, Debug, PartialEq)]
pub struct AtHeight {
    /// The sum of levels.
    pub height: u32,
    /// Nodes of the lattice with this height: the sum of the next four.
    pub nodes: u64,
    /// Of these with levels outside the wished bounds.
    pub outside: u64,
    /// Of the others, those that meet all wishes,
    pub feasible: u64,
    /// those that do not,
    pub infeasible: u64,
    /// and those of which it is not known.
    pub unknown: u64,
    /// The best value of the measure that is asked by, over nodes that meet all wishes.
    pub best: Stop,
}

/// All heights.
#[derive(Clone, Debug, PartialEq)]
pub struct ByHeight {
    /// From the lowest to the highest. Heights that no node has, as there are with linked
    /// attributes, are left out.
    pub rows: Vec<AtHeight>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// What lies at each height.
///
/// # Cost
/// O(nodes x attributes). Nodes whose brackets do not decide whether they meet the wishes are
/// unknown unless their figures are at hand. Only nodes that could be the best of a height are
/// resolved.
pub fn by_height(known: &dyn KnownNodes, wishes: &Wishes) -> ByHeight {
    let lattice = known.lattice();
    let wishes = &*wishes.settled(lattice);
    let all = count_by_height(lattice, |a| (lattice.bottom()[a], lattice.top()[a]));
    let mut inside = count_by_height(lattice, |a| wished(lattice, wishes, a));
    inside.resize(all.len(), 0);
    let first = height(lattice.bottom());
    let division = Heights {
        wishes,
        first,
        inside,
    };
    let stops = stops(known, wishes, &division, false);
    let row = |(cell, best)| {
        let height = first + cell as u32;
        let (nodes, inside) = (all[height as usize], division.size(cell));
        AtHeight {
            height,
            nodes,
            outside: nodes - inside,
            feasible: 0,
            infeasible: 0,
            unknown: inside,
            best,
        }
    };
    let mut rows: Vec<AtHeight> = stops.into_iter().enumerate().map(row).collect();
    decide(known, wishes, &mut rows);
    rows.retain(|row| row.nodes > 0);
    let is_open = |row: &AtHeight| row.unknown > 0 || row.best.is_open();
    let complete = known.is_complete() && !rows.iter().any(is_open);
    ByHeight { rows, complete }
}

/// Moves nodes from the unknown ones to where they belong.
fn decide(known: &dyn KnownNodes, wishes: &Wishes, rows: &mut [AtHeight]) {
    let limits = Limits::new(known, wishes);
    let listed = known.nodes(wishes.loss());
    let first = rows[0].height;
    let mut put = |height: u32, feasible: Option<bool>| {
        let row = &mut rows[(height - first) as usize];
        if let Some(feasible) = feasible {
            row.unknown -= 1;
            *(if feasible {
                &mut row.feasible
            } else {
                &mut row.infeasible
            }) += 1;
        }
    };
    let mut decoder = Decoder::new(known, listed.len());
    for &node in &listed {
        let levels = decoder.levels(node);
        if within(wishes, levels) {
            let height = height(levels);
            let looked = || {
                known
                    .at_hand(node)
                    .map(|figures| limits.meets(&limits.exact(&figures, node, height)))
            };
            put(height, limits.decided(known, node, height).or_else(looked));
        }
    }
    for_each_missing(known, &listed, |node, levels| {
        if within(wishes, levels) {
            let height = height(levels);
            put(height, limits.decided(known, node, height));
        }
    });
}

/// A cell for each height, of nodes within the wished levels.
struct Heights<'a> {
    wishes: &'a Wishes,
    first: u32,
    /// Nodes within the wished levels by height.
    inside: Vec<u64>,
}

impl Division for Heights<'_> {
    fn len(&self) -> usize {
        self.inside.len() - self.first as usize
    }

    fn cells(&self, levels: &[u8], cells: &mut Vec<usize>) {
        cells.clear();
        if within(self.wishes, levels) {
            cells.push((height(levels) - self.first) as usize);
        }
    }

    fn size(&self, cell: usize) -> u64 {
        self.inside[self.first as usize + cell]
    }

    fn lowest(&self, cell: usize) -> u32 {
        self.first + cell as u32
    }
}
