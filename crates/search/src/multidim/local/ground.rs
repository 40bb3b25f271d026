//! What local recoding works on: items, labels with costs, and clusters of rows.

use super::forest::{LabelTree, NONE, WHOLE};
use crate::Task;
use crate::multidim::items::{Items, Part};
use crate::multidim::judge::{Counters, Judge, rows};
use crate::multidim::yardsticks::Yardsticks;
use equipoise_data::Region;
use equipoise_privacy::{Alone, Supersets};

/// Where clusters are formed.
pub(super) struct Ground<'a> {
    pub(super) items: &'a Items,
    pub(super) judge: &'a Judge<'a>,
    pub(super) trees: Vec<LabelTree>,
    /// `[attribute][item]`: the lowest label.
    pub(super) lows: Vec<Vec<u32>>,
    pub(super) yardsticks: Option<Yardsticks>,
}

/// Rows that are to be a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cluster {
    /// Its rows, by rising item.
    pub(super) parts: Vec<Part>,
    /// Per quasi-identifier the lowest label that covers all rows.
    pub(super) nodes: Vec<u32>,
    pub(super) rows: u64,
    /// What each of its rows costs.
    pub(super) price: u64,
}

impl Cluster {
    /// What all of its rows cost.
    pub(super) fn cost(&self) -> u64 {
        self.rows * self.price
    }
}

impl<'a> Ground<'a> {
    /// `weights` says what quasi-identifiers are worth against each other.
    pub(super) fn new(
        task: &Task<'a>,
        weights: &[f64],
        items: &'a Items,
        judge: &'a Judge<'a>,
    ) -> Self {
        let heaviest = weights.iter().copied().fold(0.0, f64::max);
        // Costs are whole numbers, so that sums do not depend on their order.
        let weight = |a: usize| match heaviest > 0.0 {
            true => (weights[a] / heaviest * WHOLE as f64).round() as u64,
            false => WHOLE,
        };
        let tree = |(a, q): (usize, &equipoise_data::Quasi<'a>)| {
            let (low, high) = (task.lattice.bottom()[a], task.lattice.top()[a]);
            LabelTree::new(q.hierarchy, low.into(), high.into(), weight(a))
        };
        let trees: Vec<LabelTree> = task.encoded.quasi.iter().enumerate().map(tree).collect();
        let low = |(leaves, tree): (&Vec<u32>, &LabelTree)| {
            leaves
                .iter()
                .map(|&leaf| tree.of_leaf[leaf as usize])
                .collect()
        };
        let lows = items.leaves.iter().zip(&trees).map(low).collect();
        Ground {
            items,
            judge,
            trees,
            lows,
            yardsticks: None,
        }
    }

    /// A cluster of these rows; none where some label would have to be above the highest that is
    /// allowed.
    pub(super) fn cluster(&self, mut parts: Vec<Part>) -> Option<Cluster> {
        parts.sort_unstable_by_key(|part| part.item);
        let nodes: Vec<u32> = (0..self.trees.len())
            .map(|a| self.cover(a, &parts))
            .collect();
        if nodes.contains(&NONE) {
            return None;
        }
        let price = self.price(&nodes);
        Some(Cluster {
            rows: rows(&parts),
            parts,
            nodes,
            price,
        })
    }

    /// The lowest label that covers these rows.
    pub(super) fn cover(&self, attribute: usize, parts: &[Part]) -> u32 {
        let (tree, lows) = (&self.trees[attribute], &self.lows[attribute]);
        let low = |part: &Part| lows[part.item as usize];
        let first = parts.first().map_or(NONE, low);
        parts
            .iter()
            .fold(first, |node, part| tree.join(node, low(part)))
    }

    /// What a row with these labels costs.
    pub(super) fn price(&self, nodes: &[u32]) -> u64 {
        nodes
            .iter()
            .zip(&self.trees)
            .map(|(&node, tree)| tree.nodes[node as usize].cost)
            .sum()
    }

    /// What a row costs in a class of two items; none where there is no label for both.
    pub(super) fn price_of_two(&self, one: u32, other: u32) -> Option<u64> {
        let cost = |(tree, lows): (&LabelTree, &Vec<u32>)| {
            let node = tree.join(lows[one as usize], lows[other as usize]);
            tree.nodes.get(node as usize).map(|node| node.cost)
        };
        self.trees.iter().zip(&self.lows).map(cost).sum()
    }

    /// What a row that is left out costs.
    pub(super) fn price_of_nothing(&self) -> u64 {
        self.trees.iter().map(|tree| tree.whole).sum()
    }

    pub(super) fn regions(&self, nodes: &[u32]) -> Vec<Region> {
        nodes
            .iter()
            .zip(&self.trees)
            .map(|(&node, tree)| tree.nodes[node as usize].region)
            .collect()
    }

    /// Whether these rows may be a class with these labels.
    pub(super) fn meets(&self, parts: &[Part], nodes: &[u32], counters: &mut Counters) -> bool {
        let Some(yardsticks) = &self.yardsticks else {
            return self
                .judge
                .meets(parts, || self.regions(nodes), &Alone, counters);
        };
        let regions = self.regions(nodes);
        let class = |_: usize| regions.as_slice();
        let above = yardsticks.above(&class);
        self.judge.meets(
            parts,
            || regions.clone(),
            &above as &dyn Supersets,
            counters,
        )
    }

    /// Whether a cluster may be a class.
    pub(super) fn is_class(&self, cluster: &Cluster, counters: &mut Counters) -> bool {
        self.meets(&cluster.parts, &cluster.nodes, counters)
    }
}
