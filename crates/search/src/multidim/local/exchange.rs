//! Moves rows between clusters while that lowers the cost.

use super::ground::{Cluster, Ground};
use super::state::{State, with_part};
use crate::multidim::items::Part;

/// Per quasi-identifier and leaf the clusters whose label covers it, a bit each.
pub(super) struct Covering {
    words: usize,
    /// `[attribute][leaf x words]`.
    bits: Vec<Vec<u64>>,
}

impl Covering {
    fn new(ground: &Ground<'_>, clusters: &[Cluster]) -> Self {
        // Room for clusters that are yet to come.
        let words = (2 * clusters.len() + 64).div_ceil(64);
        let bits = ground
            .trees
            .iter()
            .map(|tree| vec![0; tree.of_leaf.len() * words])
            .collect();
        let mut covering = Covering { words, bits };
        clusters
            .iter()
            .enumerate()
            .for_each(|(at, cluster)| covering.set(ground, at, &cluster.nodes, true));
        covering
    }

    fn has_room(&self, clusters: usize) -> bool {
        clusters < self.words * 64
    }

    pub(super) fn set(&mut self, ground: &Ground<'_>, at: usize, nodes: &[u32], value: bool) {
        let (word, bit) = (at / 64, 1u64 << (at % 64));
        for (a, &node) in nodes.iter().enumerate() {
            let region = ground.trees[a].nodes[node as usize].region;
            for leaf in region.first..=region.last {
                let held = &mut self.bits[a][leaf as usize * self.words + word];
                *held = if value { *held | bit } else { *held & !bit };
            }
        }
    }

    fn of(&self, attribute: usize, leaf: u32) -> &[u64] {
        &self.bits[attribute][leaf as usize * self.words..][..self.words]
    }
}

/// Clusters that cover an item on all quasi-identifiers but at most one.
#[derive(Default)]
pub(super) struct Near {
    all: Vec<u64>,
    but_one: Vec<u64>,
}

impl Near {
    pub(super) fn find(&mut self, ground: &Ground<'_>, covering: &Covering, item: u32) {
        self.all.clear();
        self.all.resize(covering.words, u64::MAX);
        self.but_one.clear();
        self.but_one.resize(covering.words, u64::MAX);
        for (a, leaves) in ground.items.leaves.iter().enumerate() {
            let covers = covering.of(a, leaves[item as usize]);
            for ((all, but_one), &covers) in self.all.iter_mut().zip(&mut self.but_one).zip(covers)
            {
                // Whoever lacked none so far may lack this one.
                *but_one = *but_one & covers | *all;
                *all &= covers;
            }
        }
    }

    /// These clusters, each with whether it covers the item altogether.
    pub(super) fn clusters(&self, count: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let bits = |(word, (&bits, &all)): (usize, (&u64, &u64))| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some((word * 64 + bit, all >> bit & 1 == 1))
            })
        };
        self.but_one
            .iter()
            .zip(&self.all)
            .enumerate()
            .flat_map(bits)
            .take_while(move |place| place.0 < count)
    }
}

/// A round that lowers the cost by less than one part in so many is the last.
const LEAST_GAIN: u64 = 50;

impl State<'_> {
    /// Moves single items, makes new clusters of them and of rows that others can spare, and
    /// empties small clusters, as long as that pays. Returns whether anything moved.
    ///
    /// # Method
    /// An item may leave where the rest of its cluster is still a class; it goes where the cost
    /// rises least, provided that it falls by more where it was. Only clusters are looked at whose
    /// labels cover it on all quasi-identifiers but one. A cluster is emptied where all of its
    /// items find other places for less than it costs.
    ///
    /// # Cost
    /// Per round O(items x quasi-identifiers x clusters / 64).
    pub(super) fn exchange(&mut self) -> bool {
        let mut moved = false;
        let mut covering = Covering::new(self.ground, &self.clusters);
        let mut near = Near::default();
        loop {
            let before = self.cost();
            for at in 0..self.clusters.len() {
                if self.watch.stopped() {
                    break;
                }
                moved |= self.let_go(at, &mut covering, &mut near);
                moved |= self.empty(at, &mut covering, &mut near);
            }
            let after = self.cost();
            if before - after <= before / LEAST_GAIN {
                break;
            }
        }
        self.clusters.retain(|cluster| cluster.rows > 0);
        moved
    }

    /// Where an item may go beside `from` such that the cost rises by less than `limit`: the rise,
    /// and the place.
    pub(super) fn places(
        &self,
        part: Part,
        from: usize,
        limit: u64,
        covering: &Covering,
        near: &mut Near,
    ) -> Vec<(u64, usize)> {
        near.find(self.ground, covering, part.item);
        let rows = u64::from(part.rows);
        let rise = |(at, covers): (usize, bool)| {
            let cluster = &self.clusters[at];
            // No item makes a cluster cheaper.
            if at == from || cluster.rows == 0 || rows * cluster.price >= limit {
                return None;
            }
            let price = if covers {
                cluster.price
            } else {
                self.ground.price_with(cluster, part.item)?
            };
            Some(((cluster.rows + rows) * price - cluster.cost(), at))
                .filter(|place| place.0 < limit)
        };
        near.clusters(self.clusters.len())
            .filter_map(rise)
            .collect()
    }

    /// Lets the items of a cluster go where that pays.
    fn let_go(&mut self, from: usize, covering: &mut Covering, near: &mut Near) -> bool {
        let mut moved = false;
        for part in self.clusters[from].parts.clone() {
            let cluster = &self.clusters[from];
            if cluster.parts.len() == 1 {
                break;
            }
            let rest: Vec<Part> = cluster
                .parts
                .iter()
                .filter(|p| p.item != part.item)
                .copied()
                .collect();
            // The labels of all rows are good enough for a first look.
            if !self.ground.meets(&rest, &cluster.nodes, &mut self.counters) {
                continue;
            }
            let Some(rest) = self
                .ground
                .cluster(rest)
                .filter(|rest| self.ground.is_class(rest, &mut self.counters))
            else {
                continue;
            };
            let fall = cluster.cost() - rest.cost();
            let Some(&(_, to)) = self.places(part, from, fall, covering, near).iter().min() else {
                moved |= self.let_go_to_new(part, from, rest, fall, covering, near);
                continue;
            };
            let Some(larger) = self
                .ground
                .cluster(with_part(&self.clusters[to].parts, part))
            else {
                continue;
            };
            if self.ground.is_class(&larger, &mut self.counters)
                && self.agree(&[from, to], &[&rest, &larger])
            {
                self.put(from, rest, covering);
                self.put(to, larger, covering);
                moved = true;
            }
        }
        moved
    }

    /// Lets an item go into a new cluster with rows that another can spare.
    fn let_go_to_new(
        &mut self,
        part: Part,
        from: usize,
        rest: Cluster,
        fall: u64,
        covering: &mut Covering,
        near: &Near,
    ) -> bool {
        if !covering.has_room(self.clusters.len()) {
            return false;
        }
        let Some(loan) = self.loan(part, from, fall, &[], near) else {
            return false;
        };
        if !self.agree(&[from, loan.lender], &[&rest, &loan.rest, &loan.new]) {
            return false;
        }
        self.put(from, rest, covering);
        self.put(loan.lender, loan.rest, covering);
        self.add(loan.new, covering);
        true
    }

    /// Empties a cluster where its items find cheaper places.
    fn empty(&mut self, from: usize, covering: &mut Covering, near: &mut Near) -> bool {
        let cluster = self.clusters[from].clone();
        if cluster.rows == 0 || cluster.parts.len() > MOST_EMPTIED {
            return false;
        }
        let (mut changed, mut new): (Vec<(usize, Cluster)>, Vec<Cluster>) =
            (Vec::new(), Vec::new());
        let (mut rises, limit) = (0, cluster.cost());
        for &part in &cluster.parts {
            let ground = self.ground;
            let rise = |held: &Cluster| {
                let price = ground.price_with(held, part.item)?;
                Some((held.rows + u64::from(part.rows)) * price - held.cost())
            };
            let place = |(known, at): (u64, usize)| match changed.iter().find(|c| c.0 == at) {
                None => Some((known, Place::Held(at))),
                Some((_, held)) => Some((rise(held)?, Place::Held(at))),
            };
            let places = self.places(part, from, limit - rises, covering, near);
            let to_new = new
                .iter()
                .enumerate()
                .filter_map(|(i, held)| Some((rise(held)?, Place::New(i))));
            let best = places.into_iter().filter_map(place).chain(to_new).min();
            let most = best
                .as_ref()
                .map_or(limit - rises, |b| b.0.min(limit - rises));
            let has_room = covering.has_room(self.clusters.len() + new.len());
            let loan = if has_room {
                self.loan(part, from, most, &changed, near)
            } else {
                None
            };
            if let Some(loan) = loan {
                rises += loan.rise;
                keep(&mut changed, loan.lender, loan.rest);
                new.push(loan.new);
                continue;
            }
            let Some((rise, place)) = best else {
                return false;
            };
            rises += rise;
            if rises >= limit {
                return false;
            }
            let held = match place {
                Place::New(i) => &new[i],
                Place::Held(at) => changed
                    .iter()
                    .find(|c| c.0 == at)
                    .map_or(&self.clusters[at], |c| &c.1),
            };
            let Some(larger) = ground.cluster(with_part(&held.parts, part)) else {
                return false;
            };
            match place {
                Place::New(i) => new[i] = larger,
                Place::Held(at) => keep(&mut changed, at, larger),
            }
        }
        self.settle_emptied(from, limit, changed, new, covering)
    }

    /// Puts clusters in the place of an emptied one, if that pays after all and the models agree.
    fn settle_emptied(
        &mut self,
        from: usize,
        limit: u64,
        changed: Vec<(usize, Cluster)>,
        new: Vec<Cluster>,
        covering: &mut Covering,
    ) -> bool {
        let ground = self.ground;
        let all = || changed.iter().map(|c| &c.1).chain(&new);
        let before = limit
            + changed
                .iter()
                .map(|c| self.clusters[c.0].cost())
                .sum::<u64>();
        if all().map(Cluster::cost).sum::<u64>() >= before
            || !all().all(|larger| ground.is_class(larger, &mut self.counters))
        {
            return false;
        }
        let old: Vec<usize> = changed.iter().map(|c| c.0).chain([from]).collect();
        if !self.agree(&old, &all().collect::<Vec<_>>()) {
            return false;
        }
        covering.set(ground, from, &self.clusters[from].nodes, false);
        let nodes = std::mem::take(&mut self.clusters[from].nodes);
        self.clusters[from] = Cluster {
            parts: Vec::new(),
            nodes,
            rows: 0,
            price: 0,
        };
        changed
            .into_iter()
            .for_each(|(at, larger)| self.put(at, larger, covering));
        new.into_iter()
            .for_each(|cluster| self.add(cluster, covering));
        true
    }

    /// Whether the models of the whole table accept new clusters in the place of old ones; if so,
    /// they are counted.
    pub(super) fn agree(&mut self, old: &[usize], new: &[&Cluster]) -> bool {
        if !self.whole.matters() {
            return true;
        }
        let (ground, counters, clusters) = (self.ground, &mut self.counters, &self.clusters);
        let old: Vec<u64> = old
            .iter()
            .map(|&at| ground.judge.size(&clusters[at].parts, counters))
            .collect();
        let new: Vec<u64> = new
            .iter()
            .map(|c| ground.judge.size(&c.parts, counters))
            .collect();
        self.whole.replace_if_holds(ground.judge, &old, &new)
    }

    pub(super) fn put(&mut self, at: usize, cluster: Cluster, covering: &mut Covering) {
        if self.clusters[at].nodes != cluster.nodes {
            covering.set(self.ground, at, &self.clusters[at].nodes, false);
            covering.set(self.ground, at, &cluster.nodes, true);
        }
        self.clusters[at] = cluster;
    }
}

/// Where an item may go: to a cluster, or to one that is about to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Held(usize),
    New(usize),
}

/// Remembers how a cluster is about to be.
fn keep(changed: &mut Vec<(usize, Cluster)>, at: usize, cluster: Cluster) {
    match changed.iter_mut().find(|c| c.0 == at) {
        Some(held) => held.1 = cluster,
        None => changed.push((at, cluster)),
    }
}

/// Clusters with more items are not emptied: hardly ever would all of them be better elsewhere.
const MOST_EMPTIED: usize = 64;
