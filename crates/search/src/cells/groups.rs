//! The groups of equal cells on every set of columns, kept up to date while masks change.

use super::judge::subsets;
use super::prints::{NONE, Prints, Ranks, bits};
use super::task::CellTask;
use std::collections::HashMap;

/// All groups on all sets.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    task: &'a CellTask<'a>,
    prints: Prints,
    sets: Vec<u64>,
    masks: Vec<u64>,
    ranks: Ranks,
    units: Vec<u64>,
    set_of: Vec<u32>,
    /// Per group its first row; per set and row the next and the last one in the same group.
    first: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// Rows of a person in a group, where units are persons.
    of_person: HashMap<(u32, u32), u32>,
    /// Groups that were too small at some time since they were last asked for.
    short: Vec<u32>,
    /// Masks as they were before each change.
    record: Vec<(u32, u64)>,
    lack: u64,
    cost: u64,
    work: u64,
}

impl<'a> Groups<'a> {
    /// The groups of rows with masks.
    ///
    /// # Cost
    /// O(rows x sets), eight bytes of memory for each.
    pub(super) fn new(task: &'a CellTask<'a>, masks: Vec<u64>) -> Self {
        let sets: Vec<u64> = subsets(task.columns.len(), task.subset).collect();
        let placings = sets.len() * masks.len();
        let mut groups = Groups {
            task,
            prints: Prints::new(&task.columns),
            sets,
            masks,
            ranks: Ranks::with_capacity(1024),
            units: Vec::new(),
            set_of: Vec::new(),
            first: Vec::new(),
            next: vec![NONE; placings],
            previous: vec![NONE; placings],
            of_person: HashMap::new(),
            short: Vec::new(),
            record: Vec::new(),
            lack: 0,
            cost: 0,
            work: 0,
        };
        for row in 0..groups.masks.len() {
            groups.cost += groups.cost_of(groups.masks[row]);
            for set in 0..groups.sets.len() {
                groups.enter(set, row);
            }
        }
        groups
    }

    /// Other masks for all rows.
    pub(super) fn reset(&mut self, masks: &[u64]) {
        for (row, &mask) in masks.iter().enumerate() {
            self.set_mask(row, mask);
        }
    }

    /// The suppressed columns per row.
    pub(super) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// How many sets.
    pub(super) fn sets(&self) -> usize {
        self.sets.len()
    }

    /// One of the sets.
    pub(super) fn set(&self, set: usize) -> u64 {
        self.sets[set]
    }

    /// How often a row was put into a group so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// What all groups that are too small lack together.
    pub(super) fn lack(&self) -> u64 {
        self.lack
    }

    /// What all suppressed cells cost.
    pub(super) fn cost(&self) -> u64 {
        self.cost
    }

    /// Groups that are too small.
    pub(super) fn take_short(&mut self) -> Vec<u32> {
        let mut short = std::mem::take(&mut self.short);
        short.sort_unstable();
        short.dedup();
        short.retain(|&g| self.lack_of(self.units(g)) > 0);
        short
    }

    /// Rows that were changed since changes were last confirmed or taken back.
    pub(super) fn changed(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.record.iter().map(|r| r.0 as usize).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// How many changes there were since.
    pub(super) fn moment(&self) -> usize {
        self.record.len()
    }

    /// Changes stay.
    pub(super) fn confirm(&mut self) {
        self.record.clear();
    }

    /// Changes since a moment are taken back.
    pub(super) fn take_back(&mut self, moment: usize) {
        while self.record.len() > moment {
            let (row, mask) = self.record.pop().expect("there are more");
            self.exchange(row as usize, mask);
        }
    }

    /// What a row shows on a set.
    pub(super) fn key(&self, set: usize, row: usize) -> u128 {
        let (set, mask) = (self.sets[set], self.masks[row]);
        let star = |c: usize| self.prints.suppressed(c);
        self.prints.row(&self.task.columns, row, set & !mask)
            ^ bits(set & mask).fold(0, |sum, c| sum ^ star(c))
    }

    /// The group of a row on a set.
    pub(super) fn group(&self, set: usize, row: usize) -> u32 {
        self.ranks
            .find(self.key(set, row))
            .expect("every row is in a group")
    }

    /// The set of a group.
    pub(super) fn set_of(&self, group: u32) -> usize {
        self.set_of[group as usize] as usize
    }

    /// The rows of a group, not more than some.
    pub(super) fn rows(&self, group: u32, most: usize) -> Vec<usize> {
        let start = self.set_of(group) * self.masks.len();
        let first = Some(self.first[group as usize]).filter(|&r| r != NONE);
        std::iter::successors(first, |&r| {
            Some(self.next[start + r as usize]).filter(|&n| n != NONE)
        })
        .map(|r| r as usize)
        .take(most)
        .collect()
    }

    /// Units of a group.
    pub(super) fn units(&self, group: u32) -> u64 {
        self.units[group as usize]
    }

    /// Other suppressed columns for a row.
    pub(super) fn set_mask(&mut self, row: usize, mask: u64) {
        if self.masks[row] != mask {
            self.record.push((row as u32, self.masks[row]));
            self.exchange(row, mask);
        }
    }

    fn exchange(&mut self, row: usize, mask: u64) {
        let before = self.masks[row];
        for set in 0..self.sets.len() {
            if self.sets[set] & (before ^ mask) != 0 {
                self.leave(set, row);
                self.masks[row] = mask;
                self.enter(set, row);
                self.masks[row] = before;
            }
        }
        self.masks[row] = mask;
        self.cost = self.cost + self.cost_of(mask) - self.cost_of(before);
    }

    /// What the cells of a mask cost.
    pub(super) fn cost_of(&self, mask: u64) -> u64 {
        bits(mask).map(|c| self.task.importance[c]).sum()
    }

    fn lack_of(&self, units: u64) -> u64 {
        if units == 0 {
            0
        } else {
            self.task.k.saturating_sub(units)
        }
    }

    fn change(&mut self, group: u32, units: u64) {
        let before = self.units[group as usize];
        let lack = self.lack_of(units);
        self.lack = self.lack + lack - self.lack_of(before);
        self.units[group as usize] = units;
        if lack > 0 {
            self.short.push(group);
        }
    }

    fn enter(&mut self, set: usize, row: usize) {
        self.work += 1;
        let group = self.ranks.number(self.key(set, row));
        if group as usize == self.units.len() {
            self.units.push(0);
            self.set_of.push(set as u32);
            self.first.push(NONE);
        }
        let start = set * self.masks.len();
        let second = std::mem::replace(&mut self.first[group as usize], row as u32);
        self.next[start + row] = second;
        self.previous[start + row] = NONE;
        if second != NONE {
            self.previous[start + second as usize] = row as u32;
        }
        let is_new = self.task.persons.is_none_or(|persons| {
            let rows = self.of_person.entry((group, persons[row])).or_default();
            *rows += 1;
            *rows == 1
        });
        self.change(group, self.units[group as usize] + u64::from(is_new));
    }

    fn leave(&mut self, set: usize, row: usize) {
        let group = self.group(set, row);
        let start = set * self.masks.len();
        let (previous, next) = (self.previous[start + row], self.next[start + row]);
        match previous {
            NONE => self.first[group as usize] = next,
            _ => self.next[start + previous as usize] = next,
        }
        if next != NONE {
            self.previous[start + next as usize] = previous;
        }
        let is_last = self.task.persons.is_none_or(|persons| {
            let rows = self
                .of_person
                .get_mut(&(group, persons[row]))
                .expect("the person is there");
            *rows -= 1;
            *rows == 0
        });
        self.change(group, self.units[group as usize] - u64::from(is_last));
    }
}
