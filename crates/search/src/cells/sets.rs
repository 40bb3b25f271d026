//! The cautious reading on every set of m columns: on each, rows with the same cells, `*` among
//! them, are at least k units.
//!
//! 1. *Start* from what every row must give up anyway ([`super::hitting`]), and from classes that
//!    hold on all columns together.
//! 2. *Repair* by suppressing more: whoever is in a group that is too small leaves it by one more
//!    cell, or others come to it.
//! 3. *Thin out*: cells are shown again as long as every group has k, one row or a small group at a
//!    time.
//! 4. *Improve*: rows that share a group get their cells back, then repair and thin out; what got
//!    dearer is taken back.

use super::cautious::cautious_masks;
use super::classes::Classes;
use super::ground::Ground;
use super::groups::Groups;
use super::hitting;
use super::judge::subsets;
use super::nodes::Nodes;
use super::prints::bits;
use super::progress::Progress;
use super::task::CellTask;
use equipoise_data::Random;
use std::collections::BTreeSet;

/// How often rows may be put into groups while improving, where nobody limits attempts.
const PLACINGS: u64 = 20_000_000;

/// Rows times sets up to which groups on all sets fit into memory. Beyond, k holds on all columns
/// together, and so on every set.
const MOST_PLACINGS: usize = 1 << 27;

/// Attempts to improve, where they are quick.
const ATTEMPTS: u64 = 20_000;

/// Attempts that bring nothing, one after the other, before it is enough.
const IN_VAIN: u64 = 2_000;

/// Rows that are looked at to fill a group.
const SIGHT: usize = 256;

/// Rows that get their cells back together, and that show a cell again together, at most.
const BLOCK: usize = 64;

/// Per row the suppressed columns, and what every choice costs at least.
pub(super) fn masks(
    task: &CellTask<'_>,
    ground: &Ground<'_>,
    size: usize,
    progress: &mut Progress<'_>,
) -> (Vec<u64>, u64) {
    let (least, bound) = hitting::masks(ground, size, progress);
    let nodes = Nodes::new(ground, progress.limits);
    let together = Classes::greedy(ground, &nodes).masks();
    if subsets(task.columns.len(), task.subset).count() * together.len() > MOST_PLACINGS {
        return (cautious_masks(ground, progress).0, bound);
    }
    let mut search = Search {
        task,
        groups: Groups::new(task, together),
        random: Random::new(1),
    };
    let all: Vec<usize> = (0..search.groups.masks().len()).collect();
    search.thin_out(&all, progress);
    let best = search.groups.masks().to_vec();
    let cost = search.groups.cost();
    search.groups.reset(&least);
    if search.repair(u64::MAX, progress) {
        search.thin_out(&all, progress);
    }
    if search.groups.lack() > 0 || search.groups.cost() > cost {
        search.groups.reset(&best);
    }
    search.groups.confirm();
    search.improve(bound, progress);
    (search.groups.masks().to_vec(), bound)
}

struct Search<'a> {
    task: &'a CellTask<'a>,
    groups: Groups<'a>,
    random: Random,
}

impl Search<'_> {
    fn improve(&mut self, bound: u64, progress: &mut Progress<'_>) {
        let (attempts, most_work) = match progress.limits.max_nodes {
            Some(attempts) => (attempts, u64::MAX),
            None => (ATTEMPTS, self.groups.work() + PLACINGS),
        };
        let mut in_vain = 0;
        for attempt in 0..attempts {
            let cost = self.groups.cost();
            if cost == bound
                || in_vain > IN_VAIN
                || self.groups.work() > most_work
                || progress.is_over(attempt, attempts, cost)
            {
                return;
            }
            self.give_back();
            if self.repair(
                cost + cost / 16
                    + self
                        .groups
                        .cost_of(u64::MAX >> (64 - self.task.columns.len())),
                progress,
            ) {
                let changed = self.groups.changed();
                self.thin_out(&changed, progress);
            }
            in_vain = if self.groups.lack() == 0 && self.groups.cost() < cost {
                0
            } else {
                in_vain + 1
            };
            if self.groups.lack() == 0 && self.groups.cost() <= cost {
                self.groups.confirm();
            } else {
                self.groups.take_back(0);
            }
        }
    }

    /// Some rows get cells back: those of one group, all of them or one column.
    fn give_back(&mut self) {
        let Some(row) = self.hidden_row() else { return };
        let mask = self.groups.masks()[row];
        let with: Vec<usize> = (0..self.groups.sets())
            .filter(|&s| self.groups.set(s) & mask != 0)
            .collect();
        let set = self.random.pick(&with);
        let most = 1 + self.random.place(BLOCK);
        let rows = if self.random.below(4) == 0 {
            vec![row]
        } else {
            self.groups.rows(self.groups.group(set, row), most)
        };
        let columns: Vec<usize> = bits(mask & self.groups.set(set)).collect();
        let kept = if self.random.below(2) == 0 {
            0
        } else {
            !(1 << self.random.pick(&columns))
        };
        for row in rows {
            self.groups.set_mask(row, self.groups.masks()[row] & kept);
        }
    }

    /// A row with suppressed cells, from a random place on.
    fn hidden_row(&mut self) -> Option<usize> {
        let rows = self.groups.masks().len();
        let start = self.random.place(rows);
        (start..rows)
            .chain(0..start)
            .find(|&r| self.groups.masks()[r] != 0)
    }

    /// Suppresses more until every group has k; false where that costs more than allowed, or time
    /// is over.
    fn repair(&mut self, most: u64, progress: &mut Progress<'_>) -> bool {
        let mut round = 0;
        while self.groups.lack() > 0 {
            let mut short = self.groups.take_short();
            for i in (1..short.len()).rev() {
                short.swap(i, self.random.place(i + 1));
            }
            for &group in &short {
                round += 1;
                if self.groups.cost() > most || progress.is_stopped_at(round) {
                    return false;
                }
                // Earlier changes may have helped.
                if (1..self.task.k).contains(&self.groups.units(group)) {
                    self.mend(group);
                }
            }
        }
        true
    }

    /// Suppresses what seems cheapest to help one group.
    fn mend(&mut self, group: u32) {
        let rows = self.groups.rows(group, usize::MAX);
        let shown = self.groups.set(self.groups.set_of(group)) & !self.groups.masks()[rows[0]];
        let mut options: Vec<Vec<(usize, u64)>> = Vec::new();
        for c in bits(shown) {
            options.push(
                rows.iter()
                    .map(|&r| (r, self.groups.masks()[r] | 1 << c))
                    .collect(),
            );
        }
        options.extend(self.guests(group, rows[0]));
        let weight = self
            .task
            .importance
            .iter()
            .sum::<u64>()
            .div_ceil(self.task.importance.len() as u64);
        let mut best: Option<(u64, u64, usize)> = None;
        for (at, option) in options.iter().enumerate() {
            let moment = self.groups.moment();
            self.apply(option);
            let this = (
                self.groups.cost() + self.groups.lack() * weight,
                self.random.below(1 << 20),
                at,
            );
            self.groups.take_back(moment);
            if best.is_none_or(|b| this < b) {
                best = Some(this);
            }
        }
        if let Some((_, _, at)) = best {
            self.apply(&options[at]);
        }
    }

    fn apply(&mut self, masks: &[(usize, u64)]) {
        for &(row, mask) in masks {
            self.groups.set_mask(row, mask);
        }
    }

    /// Rows that could come to a group that has suppressed cells, as many as it lacks: those who
    /// agree elsewhere, the cheapest first.
    fn guests(&mut self, group: u32, member: usize) -> Option<Vec<(usize, u64)>> {
        let all = self.groups.masks().len();
        let set = self.groups.set(self.groups.set_of(group));
        let hidden = set & self.groups.masks()[member];
        let shown = set & !hidden;
        if hidden == 0 {
            return None;
        }
        let start = self.random.place(all);
        let columns = &self.task.columns;
        let agrees = |r: usize, mask: u64| {
            mask & shown == 0 && bits(shown).all(|c| columns[c][r] == columns[c][member])
        };
        let mut near: Vec<(u64, usize, u64)> = (start..all)
            .chain(0..start)
            .map(|r| (r, self.groups.masks()[r]))
            .filter(|&(r, mask)| hidden & !mask != 0 && agrees(r, mask))
            .map(|(r, mask)| (self.groups.cost_of(hidden & !mask), r, mask | hidden))
            .take(SIGHT)
            .collect();
        near.sort_by_key(|n| n.0);
        near.truncate((self.task.k - self.groups.units(group)) as usize);
        (!near.is_empty()).then(|| near.into_iter().map(|(_, r, mask)| (r, mask)).collect())
    }

    /// Shows cells of some rows again as long as every group has k: row by row, then together with
    /// the small groups they are in.
    fn thin_out(&mut self, rows: &[usize], progress: &mut Progress<'_>) {
        loop {
            let before = self.groups.cost();
            let start = self.random.place(rows.len().max(1));
            for (i, &row) in rows[start.min(rows.len())..]
                .iter()
                .chain(&rows[..start.min(rows.len())])
                .enumerate()
            {
                for c in self.dear_first(self.groups.masks()[row]) {
                    self.show(&[row], c);
                }
                if progress.is_stopped_at(i) {
                    return;
                }
            }
            self.thin_groups(rows, progress);
            if self.groups.cost() == before {
                return;
            }
        }
    }

    /// Shows a column of all rows of a small group.
    fn thin_groups(&mut self, rows: &[usize], progress: &mut Progress<'_>) {
        let mut groups = BTreeSet::new();
        for &row in rows.iter().filter(|&&r| self.groups.masks()[r] != 0) {
            let hidden = |set: &usize| self.groups.set(*set) & self.groups.masks()[row] != 0;
            let of_row = (0..self.groups.sets())
                .filter(hidden)
                .map(|set| self.groups.group(set, row));
            groups.extend(of_row.filter(|&g| self.groups.units(g) < self.task.k * 2));
        }
        for (i, group) in groups.into_iter().enumerate() {
            let rows = self.groups.rows(group, BLOCK + 1);
            if rows.len() <= BLOCK && rows.len() > 1 {
                let common = rows
                    .iter()
                    .fold(u64::MAX, |m, &r| m & self.groups.masks()[r]);
                for c in self.dear_first(common) {
                    self.show(&rows, c);
                }
            }
            if progress.is_stopped_at(i) {
                return;
            }
        }
    }

    /// Columns from the dearest.
    fn dear_first(&self, mask: u64) -> Vec<usize> {
        let mut columns: Vec<usize> = bits(mask).collect();
        columns.sort_by_key(|&c| std::cmp::Reverse(self.task.importance[c]));
        columns
    }

    /// Shows a column of some rows, if every group then has k.
    fn show(&mut self, rows: &[usize], column: usize) {
        let moment = self.groups.moment();
        for &row in rows {
            self.groups
                .set_mask(row, self.groups.masks()[row] & !(1 << column));
        }
        if self.groups.lack() > 0 {
            self.groups.take_back(moment);
        }
    }
}
