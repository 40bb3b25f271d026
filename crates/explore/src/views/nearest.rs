//! The node that comes closest where the wishes cannot be met.

use super::division::Division;
use super::nodes::{Decoder, for_each_missing};
use crate::KnownNodes;
use crate::order::Limits;
use equipoise_data::height;

/// The node with the fewest suppressed units where the wishes cannot be met. If these are within
/// the limit, it is the wished loss that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// No node here suppresses fewer units.
    pub least: u64,
    /// The node suppresses no more units. Equal to `least`, unless nodes are known by brackets
    /// only.
    pub most: u64,
    /// The node.
    pub node: u64,
}

/// Fewest units first, then lower, then in the order of level vectors.
type Rank = (u64, u32, u64);

/// What is known of the nodes in the wanted cells.
struct Ranks {
    /// Per cell the lowest rank by the most units a node may suppress.
    best: Vec<Option<Rank>>,
    /// Listed nodes that may suppress fewer units than their rank says, ranked by the fewest.
    vague: Vec<Rank>,
    /// Per cell the fewest units of nodes that are not to be resolved.
    least: Vec<u64>,
}

/// The nearest node of each wanted cell. All nodes of these must be listed, or few enough to walk
/// over.
pub(super) fn nearest(
    known: &dyn KnownNodes,
    limits: &Limits,
    listed: &[u64],
    division: &impl Division,
    wanted: &[bool],
) -> Vec<Option<Nearest>> {
    if !wanted.contains(&true) {
        return vec![None; wanted.len()];
    }
    let mut ranks = rank(known, limits, listed, division, wanted);
    let mut vague = std::mem::take(&mut ranks.vague);
    vague.sort_unstable();
    let mut cells = Vec::new();
    let mut decoder = Decoder::new(known, vague.len());
    for (fewest, height, node) in vague {
        division.cells(decoder.levels(node), &mut cells);
        cells.retain(|&cell| {
            wanted[cell] && ranks.best[cell].is_none_or(|(units, ..)| fewest < units)
        });
        if cells.is_empty() {
            continue;
        }
        match known.figures(node) {
            Some(figures) => cells
                .iter()
                .for_each(|&cell| lower(&mut ranks.best[cell], (figures.units, height, node))),
            None => cells
                .iter()
                .for_each(|&cell| ranks.least[cell] = ranks.least[cell].min(fewest)),
        }
    }
    let found = |(best, least): (&Option<Rank>, &u64)| {
        best.map(|(most, _, node)| Nearest {
            least: *least.min(&most),
            most,
            node,
        })
    };
    ranks.best.iter().zip(&ranks.least).map(found).collect()
}

/// Ranks nodes by their brackets.
fn rank(
    known: &dyn KnownNodes,
    limits: &Limits,
    listed: &[u64],
    division: &impl Division,
    wanted: &[bool],
) -> Ranks {
    let mut ranks = Ranks {
        best: vec![None; wanted.len()],
        vague: Vec::new(),
        least: vec![u64::MAX; wanted.len()],
    };
    let mut cells = Vec::new();
    let mut add = |node: u64, levels: &[u8], is_listed: bool| {
        let height = height(levels);
        division.cells(levels, &mut cells);
        cells.retain(|&cell| wanted[cell]);
        if cells.is_empty() || !limits.height_fits(height) {
            return;
        }
        let (fewest, most) = known.units(node);
        cells
            .iter()
            .for_each(|&cell| lower(&mut ranks.best[cell], (most, height, node)));
        if is_listed && fewest < most {
            ranks.vague.push((fewest, height, node));
        } else if !is_listed {
            // Missing nodes are not worth a closer look: their brackets were enough to rule them
            // out.
            cells
                .iter()
                .for_each(|&cell| ranks.least[cell] = ranks.least[cell].min(fewest));
        }
    };
    let mut decoder = Decoder::new(known, listed.len());
    for &node in listed {
        add(node, decoder.levels(node), true);
    }
    for_each_missing(known, listed, |node, levels| add(node, levels, false));
    ranks
}

fn lower(best: &mut Option<Rank>, offered: Rank) {
    if best.is_none_or(|best| offered < best) {
        *best = Some(offered);
    }
}
