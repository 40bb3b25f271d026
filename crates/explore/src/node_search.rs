//! The state of a search for the best node, and the bounds that rule nodes out.

use crate::answer::Shown;
use crate::known::KnownNodes;
use crate::order::{ROUNDING, near};
use crate::preference::{is_met, measure};
use crate::records::Records;
use crate::slice::SliceView;
use crate::views::nodes::within;
use crate::wishes::{By, Wishes};
use equipoise_data::Lattice;
use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;
use std::time::Instant;

/// A search through the nodes.
pub(crate) struct NodeSearch<'h> {
    pub(crate) records: &'h Records<'h>,
    pub(crate) view: &'h SliceView<'h>,
    pub(crate) wishes: &'h Wishes,
    pub(crate) deadline: Instant,
    /// Nodes within the wishes that share the least measure so far.
    pub(crate) best: Vec<Shown>,
    /// That measure.
    pub(crate) least: f64,
    pub(crate) visited: u64,
    /// Nodes that were offered where some may come up again.
    pub(crate) considered: HashSet<u64>,
    /// False when a node that might be better could not be looked at.
    pub(crate) is_sure: bool,
}

impl NodeSearch<'_> {
    /// The nodes within the level bounds that may be within the wishes: a bound, whether it is a
    /// closer one, and the place.
    pub(crate) fn open_nodes(&mut self) -> Vec<Reverse<(Rising, bool, u32)>> {
        let mut open = Vec::new();
        let mut visited = 0;
        self.for_each_place(|place| {
            visited += 1;
            open.extend(
                self.first_bound(place)
                    .map(|bound| Reverse((Rising(bound), false, place as u32))),
            );
        });
        self.visited += visited;
        open
    }

    /// What bounds a node that may be better does not exceed.
    pub(crate) fn limit(&self) -> f64 {
        self.least + self.least.abs() * ROUNDING
    }

    /// A bound on the measure of a node; none when it cannot be within the wishes.
    pub(crate) fn first_bound(&self, place: usize) -> Option<f64> {
        let slice = &self.view.slice;
        let units = u64::from(slice.units[place]);
        if units > self.wishes.max_units || slice.leaves_nothing(self.records, place) {
            return None;
        }
        let node = slice.node(place);
        if self
            .wishes
            .max_height
            .is_some_and(|most| self.records.height(node) > most)
        {
            return None;
        }
        Some(match self.wishes.by {
            By::Loss(loss) => match self.records.free_bounds(loss).get(node as usize) {
                Some(&bound) => bound,
                None => slice.bound(self.records, place, loss),
            },
            By::Height => f64::from(self.records.height(node)),
            By::Suppression => units as f64,
        })
    }

    pub(crate) fn closer_bound(&self, place: usize, first: f64) -> Option<f64> {
        let slice = &self.view.slice;
        let loss = || slice.bound(self.records, place, self.wishes.loss());
        if let Some(most) = self.wishes.max_loss
            && loss() > most + most.abs() * ROUNDING
        {
            return None;
        }
        Some(if let By::Loss(_) = self.wishes.by {
            loss().max(first)
        } else {
            first
        })
    }

    /// Calls `visit` with the place of every listed node within the level bounds.
    fn for_each_place(&self, mut visit: impl FnMut(usize)) {
        let (lattice, wishes) = (self.view.lattice(), self.wishes);
        if self.view.is_complete() {
            return for_each_within(lattice, &wishes.low, &wishes.high, |run| {
                run.for_each(&mut visit)
            });
        }
        for place in 0..self.view.slice.len() {
            if within(wishes, &lattice.levels(self.view.slice.node(place))) {
                visit(place);
            }
        }
    }

    /// Takes a node into account: exactly where that is possible.
    pub(crate) fn look_at(&mut self, node: u64) {
        let at_hand = self.view.at_hand(node);
        let figures = match at_hand {
            Some(figures) => Some(figures),
            None if Instant::now() < self.deadline => self.view.figures(node),
            None => None,
        };
        match figures {
            Some(figures) => self.offer(self.records.shown(node, figures)),
            None => self.is_sure = false,
        }
    }

    /// Keeps a node if it is within the wishes and none is better.
    pub(crate) fn offer(&mut self, shown: Shown) {
        if !is_met(&shown, self.wishes) {
            return;
        }
        let measure = measure(&shown, self.wishes.by);
        if measure < self.least && !near(measure, self.least) {
            self.best
                .retain(|held| near(measure, crate::preference::measure(held, self.wishes.by)));
        }
        self.least = self.least.min(measure);
        if near(measure, self.least) {
            self.best.push(shown);
        }
    }
}

/// Calls `visit` with runs of neighbouring indices that together are the nodes between two. Levels
/// of linked attributes do not count but those of the ones that lead.
pub(crate) fn for_each_within(
    lattice: &Lattice,
    low: &[u8],
    high: &[u8],
    mut visit: impl FnMut(std::ops::Range<usize>),
) {
    let is_bounded = |a: usize| {
        lattice.leads(a) && (low[a] != lattice.bottom()[a] || high[a] != lattice.top()[a])
    };
    // Attributes behind the last one that is bounded are all in one run.
    let Some(last) = (0..low.len()).rfind(|&a| is_bounded(a)) else {
        return visit(0..lattice.nodes() as usize);
    };
    let run = (u64::from(high[last] - low[last]) + 1) * lattice.stride(last);
    let mut at: Vec<u8> = low.to_vec();
    loop {
        let start = lattice.index(&at[..]) as usize;
        visit(start..start + run as usize);
        let Some(a) = (0..last).rfind(|&a| lattice.leads(a) && at[a] < high[a]) else {
            return;
        };
        at[a] += 1;
        at[a + 1..last].copy_from_slice(&low[a + 1..last]);
    }
}

/// A number that is ordered.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Rising(pub(crate) f64);

impl Eq for Rising {}

impl Ord for Rising {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Rising {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_together_are_the_nodes_between_two() {
        check_runs(&Lattice::new(&[(0, 2), (1, 3), (0, 0), (0, 1)]).unwrap());
        check_runs(
            &Lattice::linked(
                &[(0, 2), (1, 3), (0, 2), (0, 1), (1, 3), (0, 1)],
                &[0, 1, 0, 3, 1, 3],
            )
            .unwrap(),
        );
    }

    fn check_runs(lattice: &Lattice) {
        for low in 0..lattice.nodes() {
            for high in low..lattice.nodes() {
                let (low, high) = (lattice.levels(low), lattice.levels(high));
                if low.iter().zip(&high).any(|(l, h)| l > h) {
                    continue;
                }
                let mut seen = Vec::new();
                for_each_within(lattice, &low, &high, |run| seen.extend(run));
                let is_between = |i: &u64| {
                    lattice
                        .levels(*i)
                        .iter()
                        .zip(low.iter().zip(&high))
                        .all(|(l, (a, b))| a <= l && l <= b)
                };
                let expected: Vec<usize> = (0..lattice.nodes())
                    .filter(is_between)
                    .map(|i| i as usize)
                    .collect();
                assert_eq!(seen, expected, "{low:?} {high:?}");
            }
        }
    }
}
