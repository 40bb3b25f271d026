//! Classes: rows whose texts are equal in the columns that form them.

use crate::Result;
use crate::key::{KeyTable, Keys};
use crate::measured::Witness;
use crate::question::Question;
use crate::reading::Records;
use hashbrown::HashSet;
use std::io::Read;

/// The classes met so far.
pub(crate) struct Classes {
    key_of: Keys,
    keys: KeyTable,
    /// Units of each class.
    sizes: Vec<u64>,
    members: HashSet<(u32, u32), foldhash::fast::RandomState>,
    rows: u64,
    marked_rows: u64,
    key: Vec<u8>,
    /// Released tables are sorted, so a row is mostly of the class of the row before it.
    last: u32,
    last_is_marked: bool,
}

impl Classes {
    /// Classes formed by the columns at these places.
    pub(crate) fn new(question: &Question, places: &[usize]) -> Self {
        Classes {
            key_of: Keys::new(question, places),
            keys: KeyTable::new(places.len()),
            sizes: Vec::new(),
            members: HashSet::default(),
            rows: 0,
            marked_rows: 0,
            key: Vec::new(),
            last: 0,
            last_is_marked: false,
        }
    }

    /// Counts the present record, which is about this person where persons are the unit; returns
    /// its class.
    pub(crate) fn add<R: Read>(
        &mut self,
        records: &Records<R>,
        person: Option<u32>,
    ) -> Result<u32> {
        let record = records.record();
        if !records.repeats() {
            self.last_is_marked = self.key_of.is_marked(record);
            self.key_of.write(record, &mut self.key);
            if self.sizes.is_empty() || self.keys.key(self.last) != self.key {
                self.last = self.keys.number(&self.key)?;
            }
        }
        self.rows += 1;
        self.marked_rows += u64::from(self.last_is_marked);
        let class = self.last;
        if class as usize == self.sizes.len() {
            self.sizes.push(0);
        }
        if person.is_none_or(|person| self.members.insert((class, person))) {
            self.sizes[class as usize] += 1;
        }
        Ok(class)
    }

    pub(crate) fn finish(self, by_person: bool) -> ClassSizes {
        let persons = || {
            self.members
                .iter()
                .map(|(_, person)| person)
                .collect::<HashSet<_>>()
                .len() as u64
        };
        let units = if by_person { persons() } else { self.rows };
        let Classes {
            keys,
            sizes,
            members,
            rows,
            marked_rows,
            ..
        } = self;
        ClassSizes {
            keys,
            sizes,
            members: members.into_iter().collect(),
            rows,
            units,
            marked_rows,
        }
    }
}

/// All classes of a file with their sizes.
pub(crate) struct ClassSizes {
    pub(crate) keys: KeyTable,
    pub(crate) sizes: Vec<u64>,
    /// (class, person), each pair once and in no order; empty when rows are the unit.
    pub(crate) members: Vec<(u32, u32)>,
    pub(crate) rows: u64,
    pub(crate) units: u64,
    pub(crate) marked_rows: u64,
}

impl ClassSizes {
    /// The sum of the sizes: a person counts once in each class.
    pub(crate) fn total(&self) -> u64 {
        self.sizes.iter().sum()
    }

    pub(crate) fn smallest(&self) -> Extreme<'_, std::cmp::Reverse<u64>> {
        let mut smallest = Extreme::new(&self.keys);
        for (class, size) in self.sizes.iter().enumerate() {
            smallest.offer(std::cmp::Reverse(*size), class as u32);
        }
        smallest
    }
}

/// The greatest value offered and the class it belongs to; among equal ones the smallest key, so
/// that the order of the rows does not matter.
pub(crate) struct Extreme<'a, T> {
    keys: &'a KeyTable,
    best: Option<(T, u32)>,
}

impl<'a, T: Ord + Copy> Extreme<'a, T> {
    pub(crate) fn new(keys: &'a KeyTable) -> Self {
        Extreme { keys, best: None }
    }

    pub(crate) fn offer(&mut self, value: T, class: u32) {
        let better = self.best.is_none_or(|(best, held)| {
            value > best || value == best && self.keys.key(class) < self.keys.key(held)
        });
        if better {
            self.best = Some((value, class));
        }
    }

    pub(crate) fn value(&self) -> Option<T> {
        self.best.map(|(value, _)| value)
    }

    pub(crate) fn witness(&self) -> Option<Witness> {
        self.best.map(|(_, class)| self.keys.witness(class))
    }
}
