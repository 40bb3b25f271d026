//! The reading in which every released row fits k units of the input: a best mask for every row by
//! itself.

use super::cautious;
use super::ground::Ground;
use super::nodes::Nodes;
use super::refine::tightest;
use rayon::prelude::*;

/// Tuples that are looked at where not all masks are known.
const SIGHT: usize = 512;

/// Per row the cheapest mask under which k units agree, and what it costs at least.
pub(super) fn masks(ground: &Ground<'_>, nodes: &Nodes) -> (Vec<u64>, u64) {
    let mut masks = vec![0; ground.columns[0].len()];
    let of_tuple: Vec<u64> = (0..ground.tuples() as u32)
        .into_par_iter()
        .map(|tuple| cheapest(ground, nodes, tuple))
        .collect();
    for kind in &ground.kinds {
        for &row in &ground.rows[kind.start as usize..][..kind.rows as usize] {
            masks[row as usize] = of_tuple[kind.tuple as usize];
        }
    }
    (masks, cautious::bound(ground, nodes))
}

/// The cheapest mask of a tuple. Where not all masks are known, those who are together under the
/// best known one may need less.
fn cheapest(ground: &Ground<'_>, nodes: &Nodes, tuple: u32) -> u64 {
    let node = nodes
        .of(tuple)
        .next()
        .expect("everything suppressed always fits");
    let known = nodes.masks[nodes.mask_of[node as usize] as usize];
    if nodes.is_complete() || !ground.counts_rows {
        return known;
    }
    let tuples = nodes.tuples(node);
    let others = tuples
        .iter()
        .step_by(tuples.len().div_ceil(SIGHT))
        .filter(|&&t| t != tuple)
        .map(|&t| (t, ground.rows_of(t)));
    let found = tightest(ground, tuple, ground.rows_of(tuple), others);
    if ground.cost(found) < ground.cost(known) {
        found
    } else {
        known
    }
}
