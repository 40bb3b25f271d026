//! New classes of a row or two and some that a large class can spare.

use super::exchange::{Covering, Near};
use super::ground::Cluster;
use super::state::{State, with_part};
use crate::multidim::items::Part;

/// Items of a lender that are looked at.
const LOOKS: usize = 8;

/// A class that would be new, and what is left of the one that rows are taken from.
pub(super) struct Loan {
    /// By how much the cost rises.
    pub(super) rise: u64,
    pub(super) lender: usize,
    pub(super) rest: Cluster,
    pub(super) new: Cluster,
}

impl State<'_> {
    /// The cheapest class of an item and rows of a near cluster that has more than it needs, where
    /// it costs less than `limit`. `changed` has clusters as they are about to be, `near` the
    /// clusters near the item.
    ///
    /// Only as many rows are taken as the least class needs; models that want more see the new
    /// class anyway.
    pub(super) fn loan(
        &mut self,
        part: Part,
        from: usize,
        limit: u64,
        changed: &[(usize, Cluster)],
        near: &Near,
    ) -> Option<Loan> {
        let ground = self.ground;
        let least = ground.judge.least_size();
        let wanted = least
            .checked_sub(u64::from(part.rows))
            .filter(|&wanted| wanted > 0)?;
        let mut best: Option<(u64, usize, u32)> = None;
        for (at, _) in near
            .clusters(self.clusters.len())
            .filter(|&(at, _)| at != from)
        {
            let lender = changed
                .iter()
                .find(|c| c.0 == at)
                .map_or(&self.clusters[at], |c| &c.1);
            if lender.rows < least + wanted {
                continue;
            }
            for other in lender
                .parts
                .iter()
                .filter(|p| u64::from(p.rows) >= wanted && p.item != part.item)
                .take(LOOKS)
            {
                let Some(price) = ground.price_of_two(part.item, other.item) else {
                    continue;
                };
                let rise = (least * price).saturating_sub(wanted * lender.price);
                if rise < best.map_or(limit, |b| b.0) {
                    best = Some((rise, at, other.item));
                }
            }
        }
        let (rise, at, item) = best?;
        let lender = changed
            .iter()
            .find(|c| c.0 == at)
            .map_or(&self.clusters[at], |c| &c.1);
        let lent = Part {
            item,
            rows: wanted as u32,
        };
        let left = |p: &Part| Part {
            rows: if p.item == item {
                p.rows - lent.rows
            } else {
                p.rows
            },
            ..*p
        };
        let rest = ground.cluster(
            lender
                .parts
                .iter()
                .map(left)
                .filter(|p| p.rows > 0)
                .collect(),
        )?;
        let new = ground.cluster(with_part(&[lent], part))?;
        let are_classes =
            ground.is_class(&rest, &mut self.counters) && ground.is_class(&new, &mut self.counters);
        are_classes.then_some(Loan {
            rise,
            lender: at,
            rest,
            new,
        })
    }

    /// Adds a cluster where there is room for it.
    pub(super) fn add(&mut self, cluster: Cluster, covering: &mut Covering) {
        covering.set(self.ground, self.clusters.len(), &cluster.nodes, true);
        self.clusters.push(cluster);
    }
}
