//! From a node to its neighbours: one level finer, one level coarser, or one attribute finer and
//! another one coarser. Linked attributes move together.

use super::rating::Seen;
use crate::atlas::Chart;
use crate::wishes::{By, Wishes};
use equipoise_data::height;
use equipoise_measure::EarlyBounds;

/// What is known of nodes.
type Look<'l> = dyn Fn(u64) -> Option<Seen> + 'l;

/// Neighbours of one node that may be better than the best so far.
pub(super) struct Around<'a> {
    pub(super) chart: &'a Chart,
    pub(super) wishes: &'a Wishes,
    pub(super) levels: &'a [u8],
    pub(super) seen: Seen,
    /// The measure to beat; infinite as long as nothing is within the wishes.
    pub(super) least: f64,
    pub(super) look: &'a Look<'a>,
}

/// Estimates may be off: a neighbour is tried up to this multiple of what may be suppressed.
const LEEWAY: f64 = 1.5;

impl Around<'_> {
    /// Neighbours without a record, the most promising first: single steps before pairs of steps,
    /// because single steps tell which pairs are worth a look. None when nothing around is
    /// promising.
    pub(super) fn promising(&self) -> Vec<u64> {
        let is_beyond = self.seen.units > self.wishes.max_units || self.seen.loss == f64::INFINITY;
        let (finer, coarser) = (self.singles(false), self.singles(true));
        let first: &[Vec<u64>] = if is_beyond {
            &[coarser, finer]
        } else {
            &[finer, coarser]
        };
        match first.iter().find(|singles| !singles.is_empty()) {
            Some(singles) => singles.clone(),
            None => self.pairs(),
        }
    }

    fn singles(&self, coarser: bool) -> Vec<u64> {
        let step = |&a: &usize| self.step(a, coarser).then(|| self.moved(a, coarser));
        let mut found: Vec<(f64, u64)> = Vec::new();
        for levels in self.chart.lattice().leaders().filter_map(|a| step(&a)) {
            let node = self.chart.lattice().index(&levels);
            // A coarser neighbour says what pairs of steps would save, so it is looked at even if
            // it cannot be better.
            let bound = self.bound(&levels, if coarser { 0.0 } else { self.least_rows() });
            let is_worth_it = (coarser && self.least < f64::INFINITY) || bound < self.least;
            if is_worth_it && (self.look)(node).is_none() && !self.is_ruled_out(&levels) {
                found.push((bound, node));
            }
        }
        in_order(found)
    }

    fn pairs(&self) -> Vec<u64> {
        let lattice = self.chart.lattice();
        let of_step = |a: usize, coarser: bool| {
            self.step(a, coarser).then(|| {
                (
                    a,
                    (self.look)(lattice.index(&self.moved(a, coarser)))
                        .map(|seen| seen.units as f64),
                )
            })
        };
        let finer: Vec<_> = lattice
            .leaders()
            .filter_map(|a| of_step(a, false))
            .collect();
        let coarser: Vec<_> = lattice.leaders().filter_map(|a| of_step(a, true)).collect();
        let units = self.seen.units as f64;
        let most = self.wishes.max_units as f64 * LEEWAY + 2.0;
        let mut found = Vec::new();
        for &(up, saved) in &coarser {
            for &(down, added) in finer.iter().filter(|f| f.0 != up) {
                // What a step does to the units it is thought to do after another step as well.
                let estimate = (added.unwrap_or(units) + 1.0) * (saved.unwrap_or(units) + 1.0)
                    / (units + 1.0)
                    - 1.0;
                if estimate > most {
                    continue;
                }
                let mut levels = self.levels.to_vec();
                levels[up] += 1;
                levels[down] -= 1;
                lattice.settle(&mut levels);
                let rows = estimate * self.seen.rows as f64 / units.max(1.0);
                let node = lattice.index(&levels);
                if self.bound(&levels, 0.0) < self.least
                    && (self.look)(node).is_none()
                    && !self.is_ruled_out(&levels)
                {
                    found.push((self.guess(&levels, estimate, rows), node));
                }
            }
        }
        in_order(found)
    }

    /// Whether there is room for a step.
    fn step(&self, attribute: usize, coarser: bool) -> bool {
        if coarser {
            self.levels[attribute] < self.wishes.high[attribute]
        } else {
            self.levels[attribute] > self.wishes.low[attribute]
        }
    }

    fn moved(&self, attribute: usize, coarser: bool) -> Vec<u8> {
        let mut levels = self.levels.to_vec();
        if coarser {
            levels[attribute] += 1;
        } else {
            levels[attribute] -= 1;
        }
        self.chart.lattice().settle(&mut levels);
        levels
    }

    /// Rows that a finer neighbour suppresses at least.
    fn least_rows(&self) -> f64 {
        if self.chart.is_monotone() {
            self.seen.rows as f64
        } else {
            0.0
        }
    }

    /// No less than this is the measure of a node that suppresses so many rows.
    fn bound(&self, levels: &[u8], rows: f64) -> f64 {
        match self.wishes.by {
            By::Loss(loss) => self.loss_bound(loss, levels, rows),
            By::Height => f64::from(height(levels)),
            By::Suppression => 0.0,
        }
    }

    fn loss_bound(&self, loss: usize, levels: &[u8], rows: f64) -> f64 {
        let rows = (rows as u64).min(self.chart.head().rows);
        self.chart.losses()[loss].bound(
            levels,
            EarlyBounds {
                suppressed_rows: rows,
                kept_classes: u64::MAX,
            },
        )
    }

    /// What the measure may turn out to be.
    fn guess(&self, levels: &[u8], units: f64, rows: f64) -> f64 {
        match self.wishes.by {
            By::Loss(loss) => self.loss_bound(loss, levels, rows),
            By::Height => {
                f64::from(height(levels)) + units / (self.chart.head().units as f64 + 1.0)
            }
            By::Suppression => units,
        }
    }

    /// True when a node one step above one is known to suppress too much, and so the one itself is.
    /// Finer and finer neighbours of a way down are spared like this.
    fn is_ruled_out(&self, levels: &[u8]) -> bool {
        if !self.chart.is_monotone() {
            return false;
        }
        let (lattice, high) = (self.chart.lattice(), self.chart.lattice().top());
        let node = lattice.index(levels);
        lattice.leaders().filter(|&a| levels[a] < high[a]).any(|a| {
            let above = (self.look)(node + lattice.stride(a));
            above.is_some_and(|seen| {
                seen.units > self.wishes.max_units || seen.loss == f64::INFINITY
            })
        })
    }
}

fn in_order(mut found: Vec<(f64, u64)>) -> Vec<u64> {
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|f| f.1).collect()
}
