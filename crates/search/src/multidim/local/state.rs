//! Clusters so far, and who is in none.

use super::ground::{Cluster, Ground};
use crate::SearchWatch;
use crate::multidim::items::Part;
use crate::multidim::judge::{Counters, rows};
use crate::multidim::whole::Whole;
use std::collections::BTreeMap;

/// A local recoding in the making.
pub(super) struct State<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) clusters: Vec<Cluster>,
    /// Rows that are in no cluster.
    pub(super) left_out: Vec<Part>,
    pub(super) whole: Whole,
    pub(super) counters: Counters,
    pub(super) watch: &'a dyn SearchWatch,
}

/// A row is offered to so many clusters where it costs least, and to so many of the largest.
const MOST_OFFERS: usize = 32;

/// After so many attempts rows that find no class are left out.
const MOST_ATTEMPTS: usize = 8;

impl<'a> State<'a> {
    pub(super) fn new(
        ground: &'a Ground<'a>,
        clusters: Vec<Cluster>,
        left_out: Vec<Part>,
        watch: &'a dyn SearchWatch,
    ) -> Self {
        let mut state = State {
            ground,
            clusters,
            left_out,
            whole: Whole::new(ground.judge),
            counters: Counters::default(),
            watch,
        };
        for cluster in &state.clusters {
            state
                .whole
                .add(ground.judge.size(&cluster.parts, &mut state.counters));
        }
        state
    }

    /// What all rows cost.
    pub(super) fn cost(&self) -> u64 {
        let left_out = rows(&self.left_out) * self.ground.price_of_nothing();
        self.clusters.iter().map(Cluster::cost).sum::<u64>() + left_out
    }

    /// The units of protection with a row that is left out.
    pub(super) fn units_left_out(&self) -> u64 {
        self.ground
            .judge
            .size(&self.left_out, &mut Counters::default())
    }

    pub(super) fn size(&mut self, cluster: &Cluster) -> u64 {
        self.ground.judge.size(&cluster.parts, &mut self.counters)
    }

    /// Puts a cluster in the place of another, if the models of the whole table agree.
    fn replace(&mut self, at: usize, with: Cluster) -> bool {
        let old = self
            .ground
            .judge
            .size(&self.clusters[at].parts, &mut self.counters);
        let new = self.size(&with);
        let agreed = self
            .whole
            .replace_if_holds(self.ground.judge, &[old], &[new]);
        if agreed {
            self.clusters[at] = with;
        }
        agreed
    }

    /// Lets rows that are in no cluster join the clusters where that costs least. Those that no
    /// model lets in stay out.
    pub(super) fn join_left_out(&mut self) {
        for part in std::mem::take(&mut self.left_out) {
            if !self.join(part) {
                self.left_out.push(part);
            }
        }
    }

    fn join(&mut self, part: Part) -> bool {
        let ground = self.ground;
        let more = |cluster: &Cluster| {
            let price = ground.price_with(cluster, part.item)?;
            Some((cluster.rows + u64::from(part.rows)) * price - cluster.cost())
        };
        let mut places: Vec<(u64, usize)> = self
            .clusters
            .iter()
            .enumerate()
            .filter_map(|(at, c)| Some((more(c)?, at)))
            .collect();
        places.sort_unstable();
        // Where the nearest do not take it, the largest may: one more row changes them least.
        let mut largest = places.split_off(places.len().min(MOST_OFFERS));
        largest.sort_unstable_by_key(|&(_, at)| (std::cmp::Reverse(self.clusters[at].rows), at));
        largest.truncate(MOST_OFFERS);
        places.append(&mut largest);
        places.into_iter().any(|(_, at)| {
            let joined = ground.cluster(with_part(&self.clusters[at].parts, part));
            joined.is_some_and(|joined| {
                ground.is_class(&joined, &mut self.counters) && self.replace(at, joined)
            })
        })
    }

    /// Makes one cluster of those with the same labels: readers of the release cannot tell them
    /// apart. Where the models do not accept that, the rows look for other clusters.
    pub(super) fn settle(&mut self) {
        for attempt in 0.. {
            let mut by_nodes: BTreeMap<Vec<u32>, Vec<Cluster>> = BTreeMap::new();
            for cluster in std::mem::take(&mut self.clusters) {
                by_nodes
                    .entry(cluster.nodes.clone())
                    .or_default()
                    .push(cluster);
            }
            let mut refused = Vec::new();
            for (_, mut alike) in by_nodes {
                if alike.len() == 1 {
                    self.clusters.append(&mut alike);
                    continue;
                }
                let old: Vec<u64> = alike.iter().map(|c| self.size(c)).collect();
                let union = self
                    .ground
                    .cluster(merged(alike.into_iter().flat_map(|c| c.parts).collect()))
                    .expect("their labels cover all");
                let new = if self.ground.is_class(&union, &mut self.counters) {
                    vec![self.size(&union)]
                } else {
                    Vec::new()
                };
                self.whole.replace(&old, &new);
                match new.is_empty() {
                    true => refused.extend(union.parts),
                    false => self.clusters.push(union),
                }
            }
            if refused.is_empty() || attempt == MOST_ATTEMPTS {
                self.left_out.extend(refused);
                return;
            }
            self.left_out.extend(refused);
            self.join_left_out();
        }
    }

    /// Joins the smallest cluster with another, the one where that costs least, until the models of
    /// the whole table hold. Says whether they do.
    pub(super) fn coarsen(&mut self) -> bool {
        while !self.whole.holds(self.ground.judge) {
            let Some(smallest) =
                (0..self.clusters.len()).min_by_key(|&at| (self.clusters[at].rows, at))
            else {
                return false;
            };
            let small = self.clusters.swap_remove(smallest);
            let ground = self.ground;
            let union = |other: &Cluster| {
                ground.cluster(merged([small.parts.as_slice(), &other.parts].concat()))
            };
            let mut best: Option<(u64, usize, Cluster)> = None;
            for (at, other) in self.clusters.iter().enumerate() {
                let Some(union) = union(other) else { continue };
                let more = union.cost() - other.cost();
                if best.as_ref().is_none_or(|b| more < b.0)
                    && ground.is_class(&union, &mut self.counters)
                {
                    best = Some((more, at, union));
                }
            }
            let Some((_, at, union)) = best else {
                return false;
            };
            let sizes = [&small, &self.clusters[at], &union]
                .map(|c| ground.judge.size(&c.parts, &mut self.counters));
            self.whole.replace(&sizes[..2], &sizes[2..]);
            self.clusters[at] = union;
        }
        true
    }
}

/// Rows with some more of an item.
pub(super) fn with_part(parts: &[Part], more: Part) -> Vec<Part> {
    merged(parts.iter().copied().chain([more]).collect())
}

/// Each item once.
pub(super) fn merged(mut parts: Vec<Part>) -> Vec<Part> {
    parts.sort_unstable_by_key(|part| part.item);
    parts.dedup_by(|next, held| {
        let same = next.item == held.item;
        held.rows += if same { next.rows } else { 0 };
        same
    });
    parts
}

impl Ground<'_> {
    /// What a row of a cluster costs once an item is in it; none where there is no label for that.
    pub(super) fn price_with(&self, cluster: &Cluster, item: u32) -> Option<u64> {
        let mut price = 0;
        for (a, (tree, &node)) in self.trees.iter().zip(&cluster.nodes).enumerate() {
            let joined = tree.join(node, self.lows[a][item as usize]);
            price += tree.nodes.get(joined as usize)?.cost;
        }
        Some(price)
    }
}
