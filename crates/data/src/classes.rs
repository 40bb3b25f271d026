//! The classes of a node, and how they roll up to a coarser node.

use crate::entries::Entries;
use crate::grouper::{Grouper, Hashing, sum_rows};
use crate::runs::{Buffer, merge_runs};
use crate::view::{Members, View};
use crate::{Key, Remap};

/// The classes of one node: their keys, rows, and the counts that models need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes<const W: usize> {
    entries: Entries<W>,
    persons: Option<View>,
    sensitive: Vec<View>,
    amounts: Vec<Vec<u128>>,
    /// Whether the keys rise.
    sorted: bool,
}

impl<const W: usize> Classes<W> {
    /// Classes with rows only.
    pub(crate) fn plain(entries: Vec<(Key<W>, u64)>) -> Self {
        Classes::new(entries, None, Vec::new(), Vec::new())
    }

    /// Classes with all counts.
    pub(crate) fn new(entries: Vec<(Key<W>, u64)>, persons: Option<View>, sensitive: Vec<View>, amounts: Vec<Vec<u128>>) -> Self {
        Classes { entries: Entries::Wide(entries), persons, sensitive, amounts, sorted: false }
    }

    fn is_plain(&self) -> bool {
        self.persons.is_none() && self.sensitive.is_empty() && self.amounts.is_empty()
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The key of a class.
    pub fn key(&self, class: usize) -> Key<W> {
        self.entries.get(class).0
    }

    /// Calls `visit` with the key and the rows of each class, in order.
    #[inline(always)]
    pub fn for_each(&self, visit: impl FnMut(Key<W>, u64)) {
        self.entries.for_each(visit);
    }

    /// The rows of a class.
    #[inline]
    pub fn rows(&self, class: usize) -> u64 {
        self.entries.get(class).1
    }

    /// The persons of each class, where persons are the unit of protection.
    pub fn persons(&self) -> Option<&View> {
        self.persons.as_ref()
    }

    /// The values of a sensitive column, in units of protection.
    pub fn sensitive(&self, column: usize) -> &View {
        &self.sensitive[column]
    }

    /// The summed amounts of a quasi-identifier, one per class.
    pub fn amounts(&self, attribute: usize) -> &[u128] {
        &self.amounts[attribute]
    }

    /// The size of a class in units of protection: rows, or distinct persons.
    #[inline]
    pub fn size(&self, class: usize) -> u64 {
        match &self.persons {
            None => self.rows(class),
            Some(persons) => persons.size(class),
        }
    }

    /// Units of protection in the whole table.
    pub fn units(&self) -> u64 {
        match &self.persons {
            None => self.entries.iter().map(|(_, rows)| rows).sum(),
            Some(persons) => persons.distinct(|_| true),
        }
    }

    /// The classes of a coarser node, of which there are at most `at_most`.
    ///
    /// A sorted list in which one field changes gives a sorted list; else the order is that of first sight. `buffer` is memory
    /// to work in, best the same for all roll-ups of a thread.
    ///
    /// # Cost
    /// O(classes + counted values), a few nanoseconds each.
    pub fn roll_up(&self, remap: &Remap<'_>, at_most: usize, hashing: Hashing, buffer: &mut Buffer) -> Self {
        let at_most = at_most.min(self.len());
        if !self.is_plain() {
            let mut groups = Grouper::<W>::new(at_most, hashing);
            let targets: Vec<u32> = self.entries.iter().map(|(key, rows)| groups.add(remap.apply(&key), rows)).collect();
            return self.regroup(groups.entries, &targets);
        }
        let Some(single) = remap.single() else {
            return Classes::plain(sum_rows(self.entries.iter().map(|(key, rows)| (remap.apply(&key), rows)), at_most, hashing));
        };
        if self.sorted {
            return Classes { entries: merge_runs(&self.entries, single, buffer), sorted: true, ..Classes::plain(Vec::new()) };
        }
        Classes::plain(sum_rows(self.entries.iter().map(|(key, rows)| (single.apply(&key), rows)), at_most, hashing))
    }

    /// All counts added: the classes of two parts of one table, which may be counted anywhere and merged in any order.
    ///
    /// The result is sorted by key, so it does not depend on the order of the parts.
    pub fn merge(parts: Vec<Self>) -> Option<Self> {
        let mut list: Vec<(Key<W>, u64)> = Vec::with_capacity(parts.iter().map(Classes::len).sum());
        parts.iter().for_each(|part| list.extend(part.entries.iter()));
        let is_one = parts.len() == 1;
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        if all.is_plain() {
            return Some(Classes { entries: Entries::sorted(list), sorted: true, ..all });
        }
        all.entries = Entries::Wide(list);
        for part in parts {
            if let (Some(mine), Some(theirs)) = (&mut all.persons, &part.persons) {
                mine.append(theirs);
            }
            for (mine, theirs) in all.sensitive.iter_mut().zip(&part.sensitive) {
                mine.append(theirs);
            }
            for (mine, theirs) in all.amounts.iter_mut().zip(&part.amounts) {
                mine.extend_from_slice(theirs);
            }
        }
        let merged = if is_one { all } else { all.roll_up(&Remap::identity(W), usize::MAX, Hashing::Full, &mut Buffer::default()) };
        Some(merged.sorted())
    }

    /// Puts classes with more than rows in the order of their keys.
    fn sorted(self) -> Self {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by_key(|&i| self.key(i as usize));
        let mut targets = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            targets[from as usize] = to as u32;
        }
        let entries = order.iter().map(|&i| self.entries.get(i as usize)).collect();
        Classes { sorted: true, ..self.regroup(entries, &targets) }
    }

    fn regroup(&self, entries: Vec<(Key<W>, u64)>, targets: &[u32]) -> Self {
        let members = Members::new(targets, entries.len());
        let persons = self.persons.as_ref().map(|v| v.merge(&members));
        let sensitive = self.sensitive.iter().map(|v| v.merge(&members)).collect();
        let amounts = self
            .amounts
            .iter()
            .map(|amounts| {
                let mut sums = vec![0; entries.len()];
                for (&amount, &target) in amounts.iter().zip(targets) {
                    sums[target as usize] += amount;
                }
                sums
            })
            .collect();
        Classes::new(entries, persons, sensitive, amounts)
    }

    /// Forgets the names of persons who are in one class only, which makes further roll-ups cheaper. Not to be used on a
    /// part of a table that is still to be merged with others.
    #[must_use]
    pub fn settled(mut self) -> Self {
        if let Some(persons) = &mut self.persons {
            persons.settle();
        }
        for view in &mut self.sensitive {
            view.settle();
        }
        self
    }

    /// Bytes on the heap, for memory budgets.
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
            + self.persons.as_ref().map_or(0, View::bytes)
            + self.sensitive.iter().map(View::bytes).sum::<usize>()
            + self.amounts.len() * self.len() * 16
    }
}
