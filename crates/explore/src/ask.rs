//! From wishes to the best node.

use crate::answer::{Answer, Shown};
use crate::explorer::Explorer;
use crate::known::{Figures, KnownNodes};
use crate::order::{EQUAL, Key, ROUNDING, near};
use crate::slice::SliceView;
use crate::suggest::suggestions;
use crate::views::nodes::{height, within};
use crate::wishes::{By, Thresholds, Wishes};
use equipoise_data::{Error, Lattice, Result};
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Explorer<'_> {
    /// The best node within the wishes, with ties; or three suggestions.
    ///
    /// With records of all nodes every answer is proved: for models that are not monotone too,
    /// because every node within the wishes is looked at or ruled out by a bound that holds for it.
    /// Where records are lacking, nodes are looked at in the order of their bounds until the answer
    /// is proved or patience runs out; then it is the best that was found, and says so.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn ask(&self, wishes: &Wishes) -> Result<Answer> {
        self.ask_within(wishes, self.patience)
    }

    /// The same with a patience of its own.
    ///
    /// # Errors
    /// Those of [`Explorer::ask`].
    pub fn ask_within(&self, wishes: &Wishes, patience: Duration) -> Result<Answer> {
        self.check(wishes)?;
        let wishes = &*wishes.settled(self.atlas().chart().lattice());
        let deadline = Instant::now() + patience;
        let view = self.view(&wishes.thresholds);
        let found = self.find(&view, wishes, deadline);
        let Found {
            mut nodes,
            proved,
            visited,
        } = found;
        let suggestions = nodes
            .is_empty()
            .then(|| suggestions(self, &view, wishes, deadline));
        let ties = if nodes.is_empty() {
            Vec::new()
        } else {
            nodes.split_off(1)
        };
        Ok(Answer {
            best: nodes.pop(),
            ties,
            proved,
            nodes_visited: visited,
            suggestions,
        })
    }

    /// Checks that wishes are about the columns, levels, models and losses of the atlas.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn check(&self, wishes: &Wishes) -> Result<()> {
        let (chart, lattice) = (self.atlas().chart(), self.atlas().chart().lattice());
        let head = chart.head();
        let misfit =
            |what: &str| Error::internal(format!("wishes have other {what} than the atlas"));
        if wishes.thresholds.axes.len() != head.axes.len()
            || wishes.thresholds.tables.len() != head.tables.len()
        {
            return Err(misfit("models"));
        }
        if wishes.low.len() != lattice.attributes()
            || wishes.high.len() != lattice.attributes()
            || wishes.loss() >= head.losses.len()
        {
            return Err(misfit("attributes or losses"));
        }
        for (a, attribute) in head.attributes.iter().enumerate() {
            let (low, high) = (wishes.low[a], wishes.high[a]);
            if low > high {
                return Err(Error::usage(format!(
                    "the levels wished for `{}` are at least {low} and at most {high}",
                    attribute.name
                ))
                .hint("no level is both; raise the one or lower the other"));
            }
            if low < attribute.low || high > attribute.high {
                let message = format!(
                    "the levels wished for `{}` are {low} to {high}; the atlas has levels {} to {}",
                    attribute.name, attribute.low, attribute.high
                );
                return Err(Error::usage(message).hint(
                    "`min-level` and `max-level` of the recipe bound the levels of its atlas",
                ));
            }
        }
        self.check_links(wishes)
    }

    /// # Errors
    /// Linked attributes that share no wished level.
    fn check_links(&self, wishes: &Wishes) -> Result<()> {
        let (head, lattice) = (self.atlas().chart().head(), self.atlas().chart().lattice());
        for a in 0..lattice.attributes() {
            let Some(b) = lattice.group(a).find(|&b| wishes.low[a] > wishes.high[b]) else {
                continue;
            };
            let (one, other) = (&head.attributes[a].name, &head.attributes[b].name);
            let message = format!(
                "`{one}` and `{other}` are linked and always have the same level; the levels wished for are at least {} for `{one}` and at most {} for `{other}`",
                wishes.low[a], wishes.high[b]
            );
            return Err(
                Error::usage(message).hint("no level is both; raise the one or lower the other")
            );
        }
        Ok(())
    }

    /// The best node and all that tie with it, in the order of preference.
    pub(crate) fn find(&self, view: &SliceView<'_>, wishes: &Wishes, deadline: Instant) -> Found {
        let mut hunt = Hunt {
            explorer: self,
            view,
            wishes,
            deadline,
            best: Vec::new(),
            least: f64::INFINITY,
            visited: 0,
            considered: HashSet::new(),
            is_sure: true,
        };
        hunt.run();
        let Hunt {
            best,
            visited,
            is_sure,
            ..
        } = hunt;
        Found {
            nodes: in_order(wishes.by, best),
            proved: is_sure,
            visited,
        }
    }

    /// A node under given thresholds; none where it has no record and none can be made.
    pub fn show(&self, thresholds: &Thresholds, node: u64) -> Option<Shown> {
        self.view(thresholds)
            .figures(node)
            .map(|figures| self.shown(node, figures))
    }

    /// A node with its figures.
    pub fn shown(&self, node: u64, figures: Figures) -> Shown {
        let levels = self.atlas().chart().lattice().levels(node);
        let height = height(&levels);
        let Figures {
            units,
            rows,
            kept_classes,
            losses,
        } = figures;
        Shown {
            node,
            levels,
            height,
            units,
            rows,
            kept_classes,
            losses,
        }
    }
}

/// What a search through the nodes came to.
pub(crate) struct Found {
    pub(crate) nodes: Vec<Shown>,
    pub(crate) proved: bool,
    pub(crate) visited: u64,
}

/// A search through the nodes.
pub(crate) struct Hunt<'h> {
    pub(crate) explorer: &'h Explorer<'h>,
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

impl Hunt<'_> {
    fn run(&mut self) {
        let is_complete = self.explorer.atlas().is_complete();
        if is_complete && self.is_read_at_once() {
            self.scan();
        } else if is_complete || self.view.is_complete() && !self.explorer.can_look_closer() {
            self.climb_bounds();
        } else {
            crate::partial::search(self);
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
        let (slice, heights) = (Arc::clone(&self.view.slice), &self.explorer.heights);
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
                || persons && slice.leaves_nothing(self.explorer, place)
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
        if units > self.wishes.max_units || slice.leaves_nothing(self.explorer, place) {
            return None;
        }
        let node = slice.node(place);
        if self
            .wishes
            .max_height
            .is_some_and(|most| self.explorer.height(node) > most)
        {
            return None;
        }
        Some(match self.wishes.by {
            By::Loss(loss) => match self.explorer.free_bounds(loss).get(node as usize) {
                Some(&bound) => bound,
                None => slice.bound(self.explorer, place, loss),
            },
            By::Height => f64::from(self.explorer.height(node)),
            By::Suppression => units as f64,
        })
    }

    pub(crate) fn closer_bound(&self, place: usize, first: f64) -> Option<f64> {
        let slice = &self.view.slice;
        let loss = || slice.bound(self.explorer, place, self.wishes.loss());
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
            Some(figures) => self.offer(self.explorer.shown(node, figures)),
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
                .retain(|held| near(measure, self::measure(held, self.wishes.by)));
        }
        self.least = self.least.min(measure);
        if near(measure, self.least) {
            self.best.push(shown);
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

/// The measure that an answer is best by.
pub(crate) fn measure(shown: &Shown, by: By) -> f64 {
    match by {
        By::Loss(loss) => shown.losses[loss],
        By::Height => f64::from(shown.height),
        By::Suppression => shown.units as f64,
    }
}

/// Whether a node is within all wishes.
pub(crate) fn is_met(shown: &Shown, wishes: &Wishes) -> bool {
    within(wishes, &shown.levels)
        && shown.units <= wishes.max_units
        && shown.kept_classes > 0
        && wishes.max_height.is_none_or(|most| shown.height <= most)
        && wishes.max_loss.is_none_or(|most| {
            shown.losses[wishes.loss()] <= most || near(shown.losses[wishes.loss()], most)
        })
}

/// Nodes in the order of preference. Losses that are equal up to rounding are no total order, so
/// the best is picked again and again.
fn in_order(by: By, mut nodes: Vec<Shown>) -> Vec<Shown> {
    for done in 0..nodes.len() {
        let best = (done..nodes.len()).reduce(|a, b| {
            if prefer(by, &nodes[b], &nodes[a]).is_lt() {
                b
            } else {
                a
            }
        });
        nodes.swap(done, best.unwrap_or(done));
    }
    nodes
}

/// The order of preference.
pub(crate) fn prefer(by: By, a: &Shown, b: &Shown) -> Ordering {
    let key = |shown: &Shown| {
        let loss = if let By::Loss(loss) = by { loss } else { 0 };
        Key {
            units: shown.units,
            loss: shown.losses[loss],
            height: shown.height,
            node: shown.node,
        }
    };
    key(a).compare(&key(b), by)
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
