//! What is behind the tabs: pairs of columns, sums of levels, nodes.

use super::state::Desk;
use super::wire;
use equipoise_data::Result;
use equipoise_explore::{AtHand, KnownNodes, PairMap, Shown, Wishes, by_height, pair_maps};
use std::cmp::Ordering;

/// Nodes of one sum of levels that are listed.
const MOST_LISTED: usize = 500;

impl Desk<'_> {
    /// The best of each pair of levels, for all pairs of columns.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn pairs(&self, wishes: &wire::PageWishes) -> Result<wire::Pairs> {
        self.drawn(wishes, |known, wishes| {
            let pair = |map: &PairMap| {
                let (a, b) = (&self.chart.columns[map.a], &self.chart.columns[map.b]);
                let stop = |i: usize, j: usize| self.stop(map.stop(i, j), b.low + j as u8, wishes);
                let row = |i: usize| (0..map.size.1).map(|j| stop(i, j)).collect();
                debug_assert_eq!(map.size.0, usize::from(a.high - a.low) + 1);
                wire::Pair {
                    a: map.a,
                    b: map.b,
                    interaction: map.strength,
                    rows: (0..map.size.0).map(row).collect(),
                }
            };
            wire::Pairs {
                pairs: pair_maps(known, wishes).iter().map(pair).collect(),
            }
        })
    }

    /// What lies at each sum of levels.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn heights(&self, wishes: &wire::PageWishes) -> Result<wire::Heights> {
        self.drawn(wishes, |known, wishes| {
            let heights = by_height(known, wishes);
            let row = |row: &equipoise_explore::AtHeight| wire::PageAtHeight {
                height: row.height,
                nodes: row.nodes,
                outside: row.outside,
                feasible: row.feasible,
                infeasible: row.infeasible,
                unknown: row.unknown,
                best: self.stop(&row.best, 0, wishes),
            };
            wire::Heights {
                rows: heights.rows.iter().map(row).collect(),
                complete: heights.complete,
            }
        })
    }

    /// The nodes of one sum of levels within the wished levels whose figures are at hand: those
    /// within the wishes first, then by loss.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn nodes(
        &self,
        wishes: &wire::PageWishes,
        height: u32,
        count: usize,
    ) -> Result<wire::Nodes> {
        self.drawn(wishes, |known, wishes| {
            let loss = wishes.loss();
            let mut nodes: Vec<(bool, Shown)> = Vec::new();
            for node in known.nodes(loss) {
                let levels = known.lattice().levels(node);
                let sum = equipoise_data::height(&levels);
                let is_wished = levels
                    .iter()
                    .zip(wishes.low.iter().zip(&wishes.high))
                    .all(|(l, (low, high))| (low..=high).contains(&l));
                if sum == height
                    && is_wished
                    && let Some(figures) = known.at_hand(node)
                {
                    let shown = self.explorer.shown(node, figures);
                    nodes.push((wishes.allow(&shown), shown));
                }
            }
            let order = |(a, one): &(bool, Shown), (b, other): &(bool, Shown)| -> Ordering {
                b.cmp(a)
                    .then(one.losses[loss].total_cmp(&other.losses[loss]))
                    .then(one.node.cmp(&other.node))
            };
            nodes.sort_by(order);
            let more = nodes.len().saturating_sub(count.min(MOST_LISTED)) as u64;
            nodes.truncate(count.min(MOST_LISTED));
            let listed = |(within_wishes, shown): &(bool, Shown)| wire::Listed {
                node: Self::node(shown),
                within_wishes: *within_wishes,
            };
            wire::Nodes {
                nodes: nodes.iter().map(listed).collect(),
                more,
            }
        })
    }

    /// Draws a view of what is known under wishes.
    fn drawn<R>(
        &self,
        wishes: &wire::PageWishes,
        draw: impl FnOnce(&dyn KnownNodes, &Wishes) -> R,
    ) -> Result<R> {
        let wishes = self.wishes(wishes)?;
        let view = self.explorer.view(&wishes.thresholds);
        Ok(if self.explorer.atlas().is_complete() {
            draw(&view, &wishes)
        } else {
            draw(&AtHand(&view), &wishes)
        })
    }
}
