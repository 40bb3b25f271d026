//! The rows as kinds that can stand for one another.

use super::prints::{NONE, Prints, Ranks};
use super::task::CellTask;
use std::collections::HashMap;

/// Rows that can stand for one another: with the same values, and each of a person who has no other
/// row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Its tuple.
    pub(super) tuple: u32,
    /// How many rows.
    pub(super) rows: u32,
    /// The person, where it has other rows too: then there is one row. Else [`NONE`].
    pub(super) person: u32,
    /// The first of its rows in [`Ground::rows`].
    pub(super) start: u32,
}

/// A table of codes as distinct tuples and kinds of rows.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    pub(super) columns: &'a [&'a [u32]],
    pub(super) importance: &'a [u64],
    pub(super) k: u64,
    /// Per tuple its print on all columns, and one of its rows.
    pub(super) prints: Vec<u128>,
    pub(super) example: Vec<u32>,
    pub(super) of_value: Prints,
    /// All kinds, by tuple.
    pub(super) kinds: Vec<Kind>,
    /// Where the kinds of each tuple begin, and where the last one ends.
    pub(super) kinds_of: Vec<u32>,
    /// All rows by kind.
    pub(super) rows: Vec<u32>,
    /// Whether every row is a unit of its own.
    pub(super) counts_rows: bool,
}

impl<'a> Ground<'a> {
    /// Groups equal rows.
    ///
    /// # Cost
    /// O(rows x columns), and a sort of the rows.
    pub(super) fn new(task: &'a CellTask<'_>) -> Self {
        let columns = &task.columns;
        let rows = columns[0].len();
        let of_value = Prints::new(columns);
        let all = every(columns.len());
        let mut ranks = Ranks::with_capacity(rows / 2);
        let (mut prints, mut example) = (Vec::new(), Vec::new());
        let mut of_row = Vec::with_capacity(rows);
        for row in 0..rows {
            let print = of_value.row(columns, row, all);
            let tuple = ranks.number(print);
            if tuple as usize == prints.len() {
                prints.push(print);
                example.push(row as u32);
            }
            of_row.push(tuple);
        }
        let mut ground = Ground {
            columns,
            importance: &task.importance,
            k: task.k,
            prints,
            example,
            of_value,
            kinds: Vec::new(),
            kinds_of: Vec::new(),
            rows: Vec::with_capacity(rows),
            counts_rows: true,
        };
        ground.form_kinds(&of_row, task.persons);
        ground.counts_rows = ground.kinds.iter().all(|kind| kind.person == NONE);
        ground
    }

    fn form_kinds(&mut self, of_row: &[u32], persons: Option<&[u32]>) {
        let mut order: Vec<u32> = (0..of_row.len() as u32).collect();
        let person = |row: u32| persons.map_or(NONE, |p| p[row as usize]);
        order.sort_by_key(|&row| of_row[row as usize]);
        let mut rows_of: HashMap<u32, u32> = HashMap::new();
        if persons.is_some() {
            order
                .iter()
                .for_each(|&row| *rows_of.entry(person(row)).or_default() += 1);
        }
        for tuple in order.chunk_by(|a, b| of_row[*a as usize] == of_row[*b as usize]) {
            self.kinds_of.push(self.kinds.len() as u32);
            let (alike, shared): (Vec<u32>, Vec<u32>) = tuple
                .iter()
                .partition(|&&row| persons.is_none() || rows_of[&person(row)] == 1);
            for row in shared {
                self.add_kind(of_row[row as usize], &[row], person(row));
            }
            if !alike.is_empty() {
                self.add_kind(of_row[alike[0] as usize], &alike, NONE);
            }
        }
        self.kinds_of.push(self.kinds.len() as u32);
    }

    fn add_kind(&mut self, tuple: u32, rows: &[u32], person: u32) {
        self.kinds.push(Kind {
            tuple,
            rows: rows.len() as u32,
            person,
            start: self.rows.len() as u32,
        });
        self.rows.extend_from_slice(rows);
    }

    /// How many rows of a tuple.
    pub(super) fn rows_of(&self, tuple: u32) -> u64 {
        self.kinds[self.kinds_of(tuple as usize)]
            .iter()
            .map(|kind| u64::from(kind.rows))
            .sum()
    }

    /// How many tuples.
    pub(super) fn tuples(&self) -> usize {
        self.prints.len()
    }

    /// The kinds of a tuple.
    pub(super) fn kinds_of(&self, tuple: usize) -> std::ops::Range<usize> {
        self.kinds_of[tuple] as usize..self.kinds_of[tuple + 1] as usize
    }

    /// What the cells of a mask cost in one row.
    pub(super) fn cost(&self, mask: u64) -> u64 {
        super::prints::bits(mask).map(|c| self.importance[c]).sum()
    }

    /// The print of a tuple without the columns of a mask.
    pub(super) fn masked(&self, tuple: usize, mask: u64) -> u128 {
        let row = self.example[tuple] as usize;
        let shown = every(self.columns.len()) & !mask;
        if shown.count_ones() < mask.count_ones() {
            self.of_value.row(self.columns, row, shown)
        } else {
            self.prints[tuple] ^ self.of_value.row(self.columns, row, mask)
        }
    }

    /// Per tuple its group among those that are equal outside a mask, and per group its units of
    /// protection.
    pub(super) fn groups(&self, mask: u64) -> (Vec<u32>, Vec<u64>) {
        let mut ranks = Ranks::with_capacity(self.tuples());
        let of_tuple: Vec<u32> = (0..self.tuples())
            .map(|t| ranks.number(self.masked(t, mask)))
            .collect();
        let mut units = vec![0; ranks.len()];
        let mut shared = Vec::new();
        for kind in &self.kinds {
            let group = of_tuple[kind.tuple as usize];
            if kind.person == NONE {
                units[group as usize] += u64::from(kind.rows);
            } else {
                shared.push((group, kind.person));
            }
        }
        shared.sort_unstable();
        shared.dedup();
        for (group, _) in shared {
            units[group as usize] += 1;
        }
        (of_tuple, units)
    }
}

/// The set of the first so many columns.
pub(super) fn every(columns: usize) -> u64 {
    if columns == 64 {
        u64::MAX
    } else {
        (1 << columns) - 1
    }
}
