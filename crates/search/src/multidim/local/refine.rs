//! Takes finer classes out of coarse ones.

use super::ground::{Cluster, Ground};
use super::state::State;
use crate::multidim::items::Part;
use crate::multidim::judge::Counters;
use std::collections::BTreeMap;

impl State<'_> {
    /// Divides every cluster as long as that lowers its cost.
    ///
    /// # Method
    /// On one quasi-identifier the rows are grouped by the labels right below the present one.
    /// Groups that may be classes are taken out; the rest stays together under the old label, and
    /// gets back the smallest groups until it may be a class too. Of all quasi-identifiers the one
    /// that lowers the cost most is taken, then the parts are divided in the same way.
    ///
    /// # Cost
    /// O(items x quasi-identifiers^2) for each round of divisions.
    pub(super) fn refine(&mut self) {
        let mut open: Vec<Cluster> = std::mem::take(&mut self.clusters);
        while let Some(cluster) = open.pop() {
            match self.finer(&cluster) {
                Some(parts) if !self.watch.stopped() => open.extend(parts),
                _ => self.clusters.push(cluster),
            }
        }
        self.clusters.sort_by(|a, b| {
            a.parts[0]
                .item
                .cmp(&b.parts[0].item)
                .then_with(|| a.nodes.cmp(&b.nodes))
        });
    }

    /// The cheapest division of a cluster that all models accept.
    fn finer(&mut self, cluster: &Cluster) -> Option<Vec<Cluster>> {
        let mut found: Vec<(u64, Vec<Cluster>)> = Vec::new();
        for attribute in 0..self.ground.trees.len() {
            let Some(parts) = self.ground.divide(cluster, attribute, &mut self.counters) else {
                continue;
            };
            let cost: u64 = parts.iter().map(Cluster::cost).sum();
            if cost < cluster.cost() {
                found.push((cost, parts));
            }
        }
        found.sort_by_key(|(cost, _)| *cost);
        let ground = self.ground;
        found.into_iter().map(|(_, parts)| parts).find(|parts| {
            let counters = &mut self.counters;
            let mut size = |c: &Cluster| ground.judge.size(&c.parts, counters);
            let (old, new) = (
                size(cluster),
                parts.iter().map(&mut size).collect::<Vec<u64>>(),
            );
            self.whole.replace_if_holds(ground.judge, &[old], &new)
        })
    }
}

impl Ground<'_> {
    /// A cluster divided by the labels right below its own on one quasi-identifier.
    fn divide(
        &self,
        cluster: &Cluster,
        attribute: usize,
        counters: &mut Counters,
    ) -> Option<Vec<Cluster>> {
        let (tree, lows, node) = (
            &self.trees[attribute],
            &self.lows[attribute],
            cluster.nodes[attribute],
        );
        let mut below: BTreeMap<u32, Vec<Part>> = BTreeMap::new();
        for part in &cluster.parts {
            let low = lows[part.item as usize];
            // Only a single label has nothing below it, and then all rows have it.
            if low == node {
                return None;
            }
            below
                .entry(tree.child_towards(node, low))
                .or_default()
                .push(*part);
        }
        let (mut out, mut rest) = (Vec::new(), Vec::new());
        for parts in below.into_values() {
            let group = self.cluster(parts)?;
            match self.is_class(&group, counters) {
                true => out.push(group),
                false => rest.extend(group.parts),
            }
        }
        out.sort_by_key(|group| std::cmp::Reverse(group.rows));
        let mut stays = if rest.is_empty() {
            None
        } else {
            Some(self.cluster(rest)?)
        };
        while let Some(held) = &stays
            && !self.is_class(held, counters)
        {
            let back = out.pop()?;
            stays = Some(self.cluster([held.parts.as_slice(), &back.parts].concat())?);
        }
        if out.is_empty() {
            return None;
        }
        out.extend(stays);
        Some(out)
    }
}
