//! The best of the nodes that have a record.

use super::rating::{Rating, Seen};
use crate::known::KnownNodes;
use crate::node_search::NodeSearch;
use crate::views::nodes::within;
use rayon::prelude::*;
use std::cmp::Reverse;

/// A node around which better ones are looked for.
pub(super) struct Center {
    pub(super) node: u64,
    pub(super) levels: Vec<u8>,
    pub(super) seen: Seen,
    pub(super) rating: Rating,
    /// True when nothing around it is promising.
    pub(super) is_done: bool,
    /// True when its neighbours that have a record are taken into account.
    pub(super) is_crossed: bool,
}

/// The best nodes, the best one first.
#[derive(Default)]
pub(super) struct Centers(pub(super) Vec<Center>);

/// Nodes around which better ones are looked for at most.
const CENTERS: usize = 8;

impl Centers {
    pub(super) fn add(&mut self, center: Center) {
        let is_before = |held: &Center| {
            held.rating
                .compare(&center.rating)
                .then(held.node.cmp(&center.node))
                .is_lt()
        };
        let at = self.0.partition_point(is_before);
        if self.0.get(at).is_none_or(|held| held.node != center.node) {
            self.0.insert(at, center);
            self.0.truncate(CENTERS);
        }
    }
}

/// Takes all nodes into account that have a record and returns the best of them.
pub(super) fn recall(search: &mut NodeSearch<'_>) -> Centers {
    let mut centers = Centers::default();
    let mut open = std::collections::BinaryHeap::from(bounds(search));
    search.visited += open.len() as u64;
    let mut looked = 0;
    while let Some(Reverse((bound, node))) = open.pop() {
        if looked >= CENTERS && f64::from_bits(bound) > search.limit() {
            break;
        }
        looked += 1;
        centers.0.extend(search.consider(node));
        if centers.0.len() > 4 * CENTERS {
            tidy(&mut centers);
        }
    }
    tidy(&mut centers);
    centers
}

fn tidy(centers: &mut Centers) {
    centers
        .0
        .sort_by(|a, b| a.rating.compare(&b.rating).then(a.node.cmp(&b.node)));
    centers.0.truncate(CENTERS);
}

/// The bits of a bound on the measure, which are in the order of the numbers because none is
/// negative, and the node.
type Bounded = Reverse<(u64, u64)>;

/// Nodes with a record that may be within the wishes.
fn bounds(search: &NodeSearch<'_>) -> Vec<Bounded> {
    let (records, slice) = (search.records, &search.view.slice);
    let bound = |place: usize| {
        let bound = search.first_bound(place)?;
        let node = slice.node(place);
        let is_in = records.with_levels(node, |levels| within(search.wishes, levels));
        is_in.then(|| Reverse((bound.max(0.0).to_bits(), node)))
    };
    if search.view.is_complete() {
        let nodes = records.recorded();
        return nodes
            .into_iter()
            .filter_map(|node| bound(node as usize))
            .collect();
    }
    (0..slice.len())
        .into_par_iter()
        .with_min_len(1024)
        .filter_map(bound)
        .collect()
}

impl NodeSearch<'_> {
    /// A node with a record, and how it stands. It is offered once.
    pub(super) fn consider(&mut self, node: u64) -> Option<Center> {
        let figures = self.view.at_hand(node)?;
        let loss = if figures.kept_classes == 0 {
            f64::INFINITY
        } else {
            figures.losses[self.wishes.loss()]
        };
        let seen = Seen {
            units: figures.units,
            rows: figures.rows,
            loss,
        };
        let shown = self.records.shown(node, figures);
        let levels = shown.levels.clone();
        if self.considered.insert(node) {
            self.offer(shown);
        }
        let rating = seen.rating(
            &levels,
            self.wishes,
            self.records.atlas().chart().head().units,
        );
        Some(Center {
            node,
            levels,
            seen,
            rating,
            is_done: false,
            is_crossed: false,
        })
    }
}
