//! The reading in which every released row fits k units of the input: a best mask for every row by itself.

use super::cautious;
use super::ground::Ground;
use super::nodes::Nodes;

/// Per row the cheapest mask under which k units agree, and what it costs at least.
pub(super) fn masks(ground: &Ground<'_>, nodes: &Nodes) -> (Vec<u64>, u64) {
    let mut masks = vec![0; ground.columns[0].len()];
    for kind in &ground.kinds {
        let node = nodes.of(kind.tuple).next().expect("everything suppressed always fits");
        for &row in &ground.rows[kind.start as usize..][..kind.rows as usize] {
            masks[row as usize] = nodes.masks[nodes.mask_of[node as usize] as usize];
        }
    }
    (masks, cautious::bound(ground, nodes))
}
