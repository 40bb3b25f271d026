//! The wildcard reading: row i is counted with row j if on every column they are equal or at least
//! one of the two is suppressed.
//!
//! A further suppressed cell only ever adds matches, so a choice of cells can be repaired by adding
//! some and thinned out by taking some away. Few rows suffice: with k - 1 rows suppressed wholly
//! every other row has k. So the state is a short list of rows with masks, held against all
//! combinations that are too rare.
//!
//! 1. *Start* with nothing and repair, or with k - 1 rows suppressed wholly, whichever is cheaper
//!    when thinned out.
//! 2. *Improve*: give some rows back their cells, repair, thin out; what got dearer is taken back.

use super::cover::Cover;
use super::ground::every;
use super::progress::{EACH, Progress};
use super::task::CellTask;
use equipoise_data::Random;

/// Comparisons of rows that the improvement may take.
const COMPARISONS: u64 = 1 << 27;

/// Attempts to improve, where they are quick.
const ATTEMPTS: u64 = 600;

/// What a gain is worth at least; chance may add as much again.
const SCALE: u64 = 64;

/// Comparisons up to which it is tried to start with nothing.
const SMALL: u64 = 1 << 32;

/// Per row the suppressed columns, and what every choice costs at least.
pub(super) fn masks(task: &CellTask<'_>, progress: &mut Progress<'_>) -> (Vec<u64>, u64) {
    let cover = Cover::new(task);
    let mut search = Search {
        task,
        cover,
        random: Random::new(1),
    };
    let bound = search.bound();
    if search.cover.is_met() {
        return (search.cover.masks(), 0);
    }
    search.blank_rows();
    search.thin_out(progress);
    let mut best = search.cover.clone_rows();
    // Each repair may look at every rare combination, against every row suppressed so far.
    if search.cover.rare() as u64 * task.k * task.k <= SMALL {
        search.cover.set_rows(Vec::new());
        if search.repair(best_cost(&search, &best), 1, progress) {
            search.thin_out(progress);
            if search.cover.cost() <= best_cost(&search, &best) {
                best = search.cover.clone_rows();
            }
        }
    }
    search.cover.set_rows(best);
    search.improve(bound, progress);
    (search.cover.masks(), bound)
}

fn best_cost(search: &Search<'_>, rows: &[(u32, u64)]) -> u64 {
    rows.iter()
        .map(|&(_, mask)| search.cover.cost_of(mask))
        .sum()
}

struct Search<'a> {
    task: &'a CellTask<'a>,
    cover: Cover<'a>,
    random: Random,
}

impl Search<'_> {
    /// Whoever is too rare needs one suppressed cell somewhere: in its own row, or one in each of
    /// as many rows as are missing.
    fn bound(&self) -> u64 {
        if self.cover.is_met() {
            0
        } else {
            *self
                .task
                .importance
                .iter()
                .min()
                .expect("there is a column")
        }
    }

    /// Enough rows are suppressed wholly.
    fn blank_rows(&mut self) {
        let full = every(self.task.columns.len());
        let rows = match self.task.persons {
            None => (0..self.task.k as u32 - 1).collect(),
            // Who counts here is there with another row too, so one more is needed.
            Some(persons) => first_rows(persons, self.task.k as usize),
        };
        self.cover
            .set_rows(rows.into_iter().map(|row| (row, full)).collect());
    }

    /// Adds cells until nobody is too rare; false where that costs more than allowed, or time is
    /// over.
    fn repair(&mut self, most: u64, noise: u64, progress: &mut Progress<'_>) -> bool {
        loop {
            let lacking = self.cover.lacking();
            if lacking.is_empty() {
                return true;
            }
            if self.cover.cost() > most || progress.is_stopped() {
                return false;
            }
            let victim = lacking[self.random.place(lacking.len())];
            let candidates = self.cover.candidates(victim, &mut self.random);
            let judged = self.cover.sample(&lacking, victim);
            let mut best: Option<(u128, u32, u64)> = None;
            for (row, mask) in candidates {
                let (gain, cost) = self.cover.gain((row, mask), &judged);
                // Chance sees to it that not every repair goes the same way.
                let value = (u128::from(gain) << 32) * u128::from(SCALE + self.random.below(noise))
                    / u128::from(cost);
                if best.is_none_or(|b| value > b.0) {
                    best = Some((value, row, mask));
                }
            }
            let Some((_, row, mask)) = best else {
                return false;
            };
            self.cover.widen(row, mask);
        }
    }

    /// Gives cells back as long as k holds, the dear ones first.
    fn thin_out(&mut self, progress: &mut Progress<'_>) {
        let mut cells: Vec<(u64, u64, u32, usize)> = Vec::new();
        for (row, mask) in self.cover.clone_rows() {
            for c in super::prints::bits(mask) {
                cells.push((
                    u64::MAX - self.task.importance[c],
                    self.random.below(1 << 32),
                    row,
                    c,
                ));
            }
        }
        cells.sort_unstable();
        for (_, _, row, c) in cells {
            if progress.is_stopped() {
                return;
            }
            self.cover.narrow_if_met(row, c);
        }
    }

    fn improve(&mut self, bound: u64, progress: &mut Progress<'_>) {
        let each = (self.cover.rare() as u64 + 64) * (self.cover.len() as u64 + 1) * 8;
        let attempts = progress
            .limits
            .max_nodes
            .unwrap_or(ATTEMPTS)
            .min(ATTEMPTS)
            .min((COMPARISONS / each).max(4));
        for attempt in 0..attempts {
            let best = self.cover.clone_rows();
            let cost = self.cover.cost();
            if cost == bound
                || best.is_empty()
                || progress.is_over(attempt * EACH, attempts * EACH, cost)
            {
                return;
            }
            let mut rows = best.clone();
            for _ in 0..=self.random.below(3) {
                if !rows.is_empty() {
                    let at = self.random.place(rows.len());
                    rows.swap_remove(at);
                }
            }
            self.cover.set_rows(rows);
            let noise = 1 + self.random.below(SCALE * 2);
            let repaired = self.repair(cost + cost / 4, noise, progress);
            if repaired {
                self.thin_out(progress);
            }
            if !repaired || self.cover.cost() > cost {
                self.cover.set_rows(best);
            }
        }
    }
}

/// The first row of each of so many persons.
fn first_rows(persons: &[u32], wanted: usize) -> Vec<u32> {
    let mut seen = std::collections::HashSet::new();
    (0..persons.len() as u32)
        .filter(|&row| seen.insert(persons[row as usize]))
        .take(wanted)
        .collect()
}
