//! Rows with suppressed cells, held against all combinations of values that are too rare.

use super::judge::subsets;
use super::prints::{Prints, Ranks, bits};
use super::task::CellTask;
use equipoise_data::Random;
use rayon::prelude::*;
use std::collections::HashSet;

/// Rows that are looked at as partners of one that is too rare.
const SIGHT: usize = 1024;

/// Partners that are compared closely.
const CLOSE: usize = 8;

/// Who is asked what a change brings, where many lack something.
const JURY: usize = 192;

/// A combination of values on a set of columns that less than k units have.
#[derive(Debug)]
struct Rare {
    set: u64,
    print: u128,
    example: u32,
    /// Units that lack.
    need: u64,
    rows: u64,
    /// Who has it, where units are persons.
    persons: Vec<u32>,
}

/// Somebody with less than k matches: a rare combination, or a row with suppressed cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lacking {
    /// By its place.
    Rare(usize),
    /// By its row.
    Row(u32),
}

/// The rows with suppressed cells, and what they are held against.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    task: &'a CellTask<'a>,
    sets: Vec<u64>,
    prints: Prints,
    rare: Vec<Rare>,
    rows: Vec<(u32, u64)>,
}

impl<'a> Cover<'a> {
    /// Finds the rare combinations.
    ///
    /// # Cost
    /// O(sets x rows x columns of a set).
    pub(super) fn new(task: &'a CellTask<'a>) -> Self {
        let prints = Prints::new(&task.columns);
        let sets: Vec<u64> = subsets(task.columns.len(), task.subset).collect();
        let rare = sets
            .par_iter()
            .flat_map_iter(|&set| rare_in(task, &prints, set))
            .collect();
        Cover {
            task,
            sets,
            prints,
            rare,
            rows: Vec::new(),
        }
    }

    /// How many rare combinations.
    pub(super) fn rare(&self) -> usize {
        self.rare.len()
    }

    /// How many rows have suppressed cells.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows with suppressed cells and their masks.
    pub(super) fn clone_rows(&self) -> Vec<(u32, u64)> {
        self.rows.clone()
    }

    /// Sets the rows with suppressed cells.
    pub(super) fn set_rows(&mut self, rows: Vec<(u32, u64)>) {
        self.rows = rows;
    }

    /// Suppresses more cells of a row.
    pub(super) fn widen(&mut self, row: u32, mask: u64) {
        match self.rows.iter_mut().find(|r| r.0 == row) {
            Some(known) => known.1 |= mask,
            None => self.rows.push((row, mask)),
        }
    }

    /// What the cells of a mask cost.
    pub(super) fn cost_of(&self, mask: u64) -> u64 {
        bits(mask).map(|c| self.task.importance[c]).sum()
    }

    /// What all suppressed cells cost.
    pub(super) fn cost(&self) -> u64 {
        self.rows.iter().map(|r| self.cost_of(r.1)).sum()
    }

    /// Per row the suppressed columns.
    pub(super) fn masks(&self) -> Vec<u64> {
        let mut masks = vec![0; self.task.columns[0].len()];
        self.rows
            .iter()
            .for_each(|&(row, mask)| masks[row as usize] |= mask);
        masks
    }

    /// Whether two rows agree on some columns.
    fn agree(&self, a: u32, b: u32, set: u64) -> bool {
        bits(set).all(|c| self.task.columns[c][a as usize] == self.task.columns[c][b as usize])
    }

    fn mask_of(&self, row: u32) -> u64 {
        self.rows.iter().find(|r| r.0 == row).map_or(0, |r| r.1)
    }

    /// What a rare combination still lacks, for each row that shows it; 0 where no row shows it any
    /// more.
    fn lack_of_rare(&self, rare: &Rare) -> u64 {
        let mut hidden = 0;
        let mut matches = 0;
        let mut persons: Vec<u32> = Vec::new();
        for &(row, mask) in self.rows.iter().filter(|r| r.1 & rare.set != 0) {
            if !self.agree(row, rare.example, rare.set & !mask) {
                continue;
            }
            if self.agree(row, rare.example, rare.set & mask) {
                hidden += 1;
            } else if let Some(of) = self.task.persons {
                persons.push(of[row as usize]);
            } else {
                matches += 1;
            }
        }
        if hidden == rare.rows {
            return 0;
        }
        if self.task.persons.is_some() {
            persons.sort_unstable();
            persons.dedup();
            matches = persons.iter().filter(|p| !rare.persons.contains(p)).count() as u64;
        }
        rare.need.saturating_sub(matches)
    }

    /// What a row with suppressed cells lacks, over the sets in which it has one.
    fn lack_of_row(&self, row: u32, mask: u64) -> u64 {
        self.sets
            .iter()
            .filter(|&&set| set & mask != 0)
            .map(|&set| self.task.k - self.matches(row, mask, set))
            .max()
            .unwrap_or(0)
    }

    /// Units that match a row with suppressed cells on a set, not more than k.
    fn matches(&self, row: u32, mask: u64, set: u64) -> u64 {
        let all = self.task.columns[0].len() as u32;
        let mut persons = HashSet::new();
        let mut units = 0;
        let mut meet = |other: u32| {
            units += self
                .task
                .persons
                .map_or(1, |p| u64::from(persons.insert(p[other as usize])));
            units >= self.task.k
        };
        for &(other, wider) in &self.rows {
            // Those that agree as they were come below.
            if other != row
                && !self.agree(row, other, set & !mask)
                && self.agree(row, other, set & !mask & !wider)
                && meet(other)
            {
                return self.task.k;
            }
        }
        for other in 0..all {
            if self.agree(row, other, set & !mask) && meet(other) {
                return self.task.k;
            }
        }
        units
    }

    /// All who lack something.
    pub(super) fn lacking(&self) -> Vec<Lacking> {
        let rare = (0..self.rare.len()).into_par_iter().with_min_len(256);
        let mut lacking: Vec<Lacking> = rare
            .filter(|&r| self.lack_of_rare(&self.rare[r]) > 0)
            .map(Lacking::Rare)
            .collect();
        lacking.extend(
            self.rows
                .iter()
                .filter(|r| self.lack_of_row(r.0, r.1) > 0)
                .map(|r| Lacking::Row(r.0)),
        );
        lacking
    }

    /// Whether nobody lacks anything.
    pub(super) fn is_met(&self) -> bool {
        let rare = self.rare.par_iter().with_min_len(256);
        rare.all(|r| self.lack_of_rare(r) == 0)
            && self.rows.iter().all(|r| self.lack_of_row(r.0, r.1) == 0)
    }

    /// Shows a cell again, if k still holds.
    pub(super) fn narrow_if_met(&mut self, row: u32, column: usize) {
        let Some(at) = self
            .rows
            .iter()
            .position(|r| r.0 == row && r.1 >> column & 1 == 1)
        else {
            return;
        };
        let before = self.rows[at];
        self.rows[at].1 &= !(1 << column);
        if self.rows[at].1 == 0 {
            self.rows.remove(at);
        }
        if !self.is_met() {
            match self.rows.iter().position(|r| r.0 == row) {
                Some(at) => self.rows[at] = before,
                None => self.rows.insert(at, before),
            }
        }
    }

    /// Some of those who lack something, one in particular among them.
    pub(super) fn sample(&self, lacking: &[Lacking], victim: Lacking) -> Vec<Lacking> {
        let step = lacking.len().div_ceil(JURY);
        let mut jury: Vec<Lacking> = lacking.iter().copied().step_by(step).collect();
        if !jury.contains(&victim) {
            jury.push(victim);
        }
        jury
    }

    /// How much less some lack after a change, and what the change costs.
    pub(super) fn gain(&mut self, change: (u32, u64), jury: &[Lacking]) -> (u64, u64) {
        let before = self.lack(jury);
        let cost = self.cost_of(change.1 & !self.mask_of(change.0));
        let rows = self.rows.clone();
        self.widen(change.0, change.1);
        let after = self.lack(jury);
        self.rows = rows;
        (before.saturating_sub(after), cost.max(1))
    }

    fn lack(&self, jury: &[Lacking]) -> u64 {
        let of = |lacking: &Lacking| match *lacking {
            Lacking::Rare(r) => {
                let rare = &self.rare[r];
                let hidden = self
                    .rows
                    .iter()
                    .filter(|r| r.1 & rare.set != 0 && self.agree(r.0, rare.example, rare.set))
                    .count() as u64;
                self.lack_of_rare(rare) * (rare.rows - hidden)
            }
            Lacking::Row(row) => self.lack_of_row(row, self.mask_of(row)),
        };
        // Whoever has just lost a cell may lack something only now.
        jury.iter().map(of).sum::<u64>()
            + self.rows.last().map_or(0, |r| {
                if jury.contains(&Lacking::Row(r.0)) {
                    0
                } else {
                    self.lack_of_row(r.0, r.1)
                }
            })
    }

    /// Changes that could help somebody: its own cells, or those of rows that differ little from
    /// it, or a whole row.
    pub(super) fn candidates(&self, victim: Lacking, random: &mut Random) -> Vec<(u32, u64)> {
        let full = super::ground::every(self.task.columns.len());
        let (row, set) = match victim {
            Lacking::Rare(r) => (self.shown_row(&self.rare[r]), self.rare[r].set),
            Lacking::Row(row) => (row, full),
        };
        let own = self.mask_of(row);
        let mut changes: Vec<(u32, u64)> = bits(set & !own).map(|c| (row, own | 1 << c)).collect();
        changes.push((row, own | set));
        changes.push((row, full));
        let rows = self.task.columns[0].len();
        let start = random.place(rows);
        let seen = (0..rows.min(SIGHT))
            .map(|i| ((start + i) % rows) as u32)
            .chain(self.rows.iter().map(|r| r.0))
            .filter(|&r| r != row);
        let mut near: Vec<(u64, u32, u64)> = seen
            .map(|other| {
                let mask = self.mask_of(other);
                let differ = bits(set & !own & !mask)
                    .filter(|&c| !self.agree(row, other, 1 << c))
                    .fold(0u64, |m, c| m | 1 << c);
                (self.cost_of(differ), other, mask | differ)
            })
            .filter(|n| n.0 > 0)
            .collect();
        near.sort_unstable();
        near.dedup();
        for &(_, other, mask) in near.iter().take(CLOSE) {
            // Either of the two, or both a bit: what one shows the other need not hide.
            changes.push((other, mask));
            changes.push((row, own | (mask & set)));
        }
        changes.push(((start % rows) as u32, full));
        changes.extend(self.rows.iter().take(CLOSE).map(|r| (r.0, full)));
        changes.retain(|&(row, mask)| mask & !self.mask_of(row) != 0);
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    /// A row that shows a rare combination.
    fn shown_row(&self, rare: &Rare) -> u32 {
        let hidden = |row: u32| self.mask_of(row) & rare.set != 0;
        if !hidden(rare.example) {
            return rare.example;
        }
        let all = 0..self.task.columns[0].len() as u32;
        let shows = |row: &u32| {
            self.prints.row(&self.task.columns, *row as usize, rare.set) == rare.print
                && !hidden(*row)
        };
        all.into_iter().find(shows).unwrap_or(rare.example)
    }
}

/// Combinations on a set that less than k units have.
fn rare_in(task: &CellTask<'_>, prints: &Prints, set: u64) -> Vec<Rare> {
    let rows = task.columns[0].len();
    let mut ranks = Ranks::with_capacity(1024);
    let mut found: Vec<Rare> = Vec::new();
    for row in 0..rows {
        let print = prints.row(&task.columns, row, set);
        let at = ranks.number(print) as usize;
        if at == found.len() {
            found.push(Rare {
                set,
                print,
                example: row as u32,
                need: 0,
                rows: 0,
                persons: Vec::new(),
            });
        }
        let rare = &mut found[at];
        rare.rows += 1;
        if let Some(of) = task.persons {
            // More than k need not be told apart.
            if (rare.persons.len() as u64) < task.k && !rare.persons.contains(&of[row]) {
                rare.persons.push(of[row]);
            }
        }
    }
    for rare in &mut found {
        let units = task
            .persons
            .map_or(rare.rows, |_| rare.persons.len() as u64);
        rare.need = task.k.saturating_sub(units);
    }
    found.retain(|r| r.need > 0);
    found
}
