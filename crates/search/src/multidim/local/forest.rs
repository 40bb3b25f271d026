//! The labels of all quasi-identifiers as trees with costs.

use equipoise_data::{Hierarchy, Region};

/// A label: where its leaves are, what is above it, what a cell with it costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) region: Region,
    pub(crate) parent: u32,
    /// What a released cell costs.
    pub(crate) cost: u64,
}

/// The labels of one column. Labels that neighbouring levels repeat are one node.
#[derive(Debug)]
pub(crate) struct LabelTree {
    pub(crate) nodes: Vec<Node>,
    /// Per leaf the lowest label that it may have.
    pub(crate) of_leaf: Vec<u32>,
    /// What a cell that says nothing costs.
    pub(crate) whole: u64,
}

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// What a cell that says nothing costs, before weights.
///
/// Small enough that 64 bits hold the costs of all rows that a table of codes can have, on a
/// hundred columns.
pub(crate) const WHOLE: u64 = 1 << 24;

impl LabelTree {
    /// The labels between two levels. `weight` is what a cell that says nothing costs.
    pub(crate) fn new(hierarchy: &Hierarchy, low: usize, high: usize, weight: u64) -> Self {
        let domain = if hierarchy.height() == 0 {
            1
        } else {
            hierarchy.domain
        };
        let cost = |lines: u64| match domain {
            0 | 1 => 0,
            _ => (u128::from(weight) * u128::from(lines - 1) / u128::from(domain - 1)) as u64,
        };
        let mut nodes: Vec<Node> = Vec::new();
        let mut below: Vec<u32> = vec![NONE; hierarchy.leaves()];
        let mut of_leaf = Vec::new();
        for level in &hierarchy.levels[low..=high] {
            for (region, &lines) in level.regions().into_iter().zip(&level.lines) {
                let cost = cost(lines);
                let held = below[region.first as usize];
                if held == NONE || nodes[held as usize].region != region {
                    let node = nodes.len() as u32;
                    for place in &mut below[region.first as usize..=region.last as usize] {
                        if *place != NONE {
                            nodes[*place as usize].parent = node;
                        }
                        *place = node;
                    }
                    nodes.push(Node {
                        region,
                        parent: NONE,
                        cost,
                    });
                }
            }
            if of_leaf.is_empty() {
                of_leaf = below.clone();
            }
        }
        LabelTree {
            nodes,
            of_leaf,
            whole: if domain > 1 { weight } else { 0 },
        }
    }

    /// The lowest label that covers two; none where there is no such label.
    #[inline]
    pub(crate) fn join(&self, mut a: u32, b: u32) -> u32 {
        if a == b || a == NONE || b == NONE {
            return if a == b { a } else { NONE };
        }
        let region = self.nodes[b as usize].region;
        while !self.nodes[a as usize].region.covers(region) {
            a = self.nodes[a as usize].parent;
            if a == NONE {
                return NONE;
            }
        }
        a
    }

    /// The label right below `node` on the way to the lowest label `low`, which it covers and is
    /// not.
    #[inline]
    pub(crate) fn child_towards(&self, node: u32, mut low: u32) -> u32 {
        while self.nodes[low as usize].parent != node {
            low = self.nodes[low as usize].parent;
        }
        low
    }
}
