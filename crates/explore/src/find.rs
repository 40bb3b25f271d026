//! From wishes to the best node.

use crate::answer::Shown;
use crate::known::KnownNodes;
use crate::node_search::{NodeSearch, Rising, for_each_within};
use crate::order::{EQUAL, near};
use crate::partial;
use crate::preference::in_order;
use crate::records::Records;
use crate::slice::SliceView;
use crate::wishes::{By, Wishes};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// The outcome of a search through the nodes.
pub(crate) struct Found {
    pub(crate) nodes: Vec<Shown>,
    pub(crate) proved: bool,
    pub(crate) visited: u64,
}

/// The best node and all that tie with it, in the order of preference.
pub(crate) fn find(
    records: &Records<'_>,
    view: &SliceView<'_>,
    wishes: &Wishes,
    deadline: Instant,
) -> Found {
    let mut search = NodeSearch {
        records,
        view,
        wishes,
        deadline,
        best: Vec::new(),
        least: f64::INFINITY,
        visited: 0,
        considered: HashSet::new(),
        is_sure: true,
    };
    search.run();
    let NodeSearch {
        best,
        visited,
        is_sure,
        ..
    } = search;
    Found {
        nodes: in_order(wishes.by, best),
        proved: is_sure,
        visited,
    }
}

impl NodeSearch<'_> {
    fn run(&mut self) {
        let is_complete = self.records.atlas().is_complete();
        if is_complete && self.is_read_at_once() {
            self.scan();
        } else if is_complete || self.view.is_complete() && !self.records.can_look_closer() {
            self.climb_bounds();
        } else {
            partial::find_best(self);
        }
    }

    /// True when measures and feasibility of all nodes are in the slice itself.
    fn is_read_at_once(&self) -> bool {
        let loss_is_ready = !self.view.slice.losses.is_empty() && self.wishes.loss() == 0;
        match self.wishes.by {
            By::Loss(_) => loss_is_ready,
            By::Height | By::Suppression => self.wishes.max_loss.is_none() || loss_is_ready,
        }
    }

    /// Reads the measure of every node within the level bounds, then looks at those that have the
    /// least.
    fn scan(&mut self) {
        let (slice, heights) = (Arc::clone(&self.view.slice), &self.records.heights);
        // Where units are rows, to suppress all of them is no release. With persons there are two
        // numbers to look at.
        let persons = self.view.has_persons();
        let all = self.view.all_units();
        let most_units = if persons {
            self.wishes.max_units
        } else {
            self.wishes.max_units.min(all.saturating_sub(1))
        };
        let most_units = u32::try_from(most_units).unwrap_or(u32::MAX - 1);
        let is_out = |place: usize| {
            slice.units[place] > most_units
                || persons && slice.leaves_nothing(self.records, place)
                || self
                    .wishes
                    .max_height
                    .is_some_and(|most| u32::from(heights[place]) > most)
                || self.wishes.max_loss.is_some_and(|most| {
                    slice.losses[place] > most && !near(slice.losses[place], most)
                })
        };
        let is_simple =
            self.wishes.max_height.is_none() && self.wishes.max_loss.is_none() && !persons;
        let (mut least, mut nodes) = (f64::INFINITY, 0);
        let mut ties = Vec::new();
        for is_first_pass in [true, false] {
            let limit = if least == f64::INFINITY {
                least
            } else {
                least + least.abs() * EQUAL
            };
            for_each_within(
                self.view.lattice(),
                &self.wishes.low,
                &self.wishes.high,
                |run| {
                    nodes += if is_first_pass { run.len() as u64 } else { 0 };
                    let measure = |place: usize| match self.wishes.by {
                        By::Loss(_) => slice.losses[place],
                        By::Height => f64::from(heights[place]),
                        By::Suppression => f64::from(slice.units[place]),
                    };
                    if !is_first_pass {
                        ties.extend(run.filter(|&place| measure(place) <= limit && !is_out(place)));
                    } else if is_simple {
                        let units = &slice.units[run.clone()];
                        // Three loops without a branch in them: they are what an answer costs.
                        let best = match self.wishes.by {
                            By::Loss(_) => {
                                least_of(units, most_units, slice.losses[run].iter().copied())
                            }
                            By::Height => least_of(
                                units,
                                most_units,
                                heights[run].iter().map(|&h| f64::from(h)),
                            ),
                            By::Suppression => {
                                least_of(units, most_units, units.iter().map(|&u| f64::from(u)))
                            }
                        };
                        least = least.min(best);
                    } else {
                        least = run
                            .filter(|&place| !is_out(place))
                            .map(measure)
                            .fold(least, f64::min);
                    }
                },
            );
            if least == f64::INFINITY {
                break;
            }
        }
        self.visited += nodes;
        ties.into_iter()
            .for_each(|place| self.look_at(slice.node(place)));
    }

    /// Looks at nodes in the order of their bounds. A bound that costs nothing comes first; a node
    /// that it does not rule out gets a closer one, and is looked at only if that does not either.
    fn climb_bounds(&mut self) {
        let slice = Arc::clone(&self.view.slice);
        let mut open = BinaryHeap::from(self.open_nodes());
        while let Some(Reverse((Rising(bound), is_close, place))) = open.pop() {
            let limit = self.limit();
            if bound > limit {
                return;
            }
            if is_close {
                self.look_at(slice.node(place as usize));
            } else if let Some(closer) = self
                .closer_bound(place as usize, bound)
                .filter(|&closer| closer <= limit)
            {
                open.push(Reverse((Rising(closer), true, place)));
            }
        }
    }
}

/// The least measure of nodes that suppress no more than allowed.
#[inline(always)]
fn least_of(units: &[u32], most: u32, measures: impl Iterator<Item = f64>) -> f64 {
    let feasible = |(measure, &units): (f64, &u32)| {
        if units <= most {
            measure
        } else {
            f64::INFINITY
        }
    };
    measures
        .zip(units)
        .map(feasible)
        .fold(f64::INFINITY, |a, b| if b < a { b } else { a })
}
