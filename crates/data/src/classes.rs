//! The classes of a node, and how they roll up to a coarser node.

use crate::grouper::{Grouper, Hashing, sum_rows};
use crate::radix::sort_by_last_word;
use crate::runs::{Buffer, merge_runs};
use crate::view::{Members, View};
use crate::{Key, Remap};

/// The classes of one node: their keys, rows, and the counts that models need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes<const W: usize> {
    /// Keys, and the rows of each.
    entries: Vec<(Key<W>, u64)>,
    persons: Option<View>,
    sensitive: Vec<View>,
    amounts: Vec<Vec<u128>>,
    /// Whether the keys rise.
    sorted: bool,
}

impl<const W: usize> Classes<W> {
    /// Classes with rows only.
    pub(crate) fn plain(entries: Vec<(Key<W>, u64)>) -> Self {
        Classes { entries, persons: None, sensitive: Vec::new(), amounts: Vec::new(), sorted: false }
    }

    /// Classes with all counts.
    pub(crate) fn new(entries: Vec<(Key<W>, u64)>, persons: Option<View>, sensitive: Vec<View>, amounts: Vec<Vec<u128>>) -> Self {
        Classes { entries, persons, sensitive, amounts, sorted: false }
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
        self.entries.is_empty()
    }

    /// The key of each class, and its rows.
    pub fn entries(&self) -> &[(Key<W>, u64)] {
        &self.entries
    }

    /// The rows of a class.
    #[inline]
    pub fn rows(&self, class: usize) -> u64 {
        self.entries[class].1
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
            None => self.entries.iter().map(|e| e.1).sum(),
            Some(persons) => persons.distinct(|_| true),
        }
    }

    /// The classes of a coarser node, of which there are at most `at_most`.
    ///
    /// A sorted list in which one field changes gives a sorted list; else the order is that of first sight.
    ///
    /// # Cost
    /// O(classes + counted values), a few nanoseconds each.
    pub fn roll_up(&self, remap: &Remap<'_>, at_most: usize, hashing: Hashing, buffer: &mut Buffer<W>) -> Self {
        let at_most = at_most.min(self.len());
        if !self.is_plain() {
            let mut groups = Grouper::<W>::new(at_most, hashing);
            let targets: Vec<u32> = self.entries.iter().map(|(key, rows)| groups.add(remap.apply(key), *rows)).collect();
            return self.regroup(groups.entries, &targets);
        }
        let Some(single) = remap.single() else {
            return Classes::plain(sum_rows(self.entries.iter().map(|(key, rows)| (remap.apply(key), *rows)), at_most, hashing));
        };
        if self.sorted {
            return Classes { sorted: true, ..Classes::plain(merge_runs(&self.entries, single, buffer)) };
        }
        Classes::plain(sum_rows(self.entries.iter().map(|(key, rows)| (single.apply(key), *rows)), at_most, hashing))
    }

    /// All counts added: the classes of two parts of one table, which may be counted anywhere and merged in any order.
    ///
    /// The result is sorted by key, so it does not depend on the order of the parts.
    pub fn merge(mut parts: Vec<Self>) -> Option<Self> {
        let mut all = if parts.is_empty() { return None } else { parts.remove(0) };
        for part in &parts {
            all.entries.extend_from_slice(&part.entries);
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
        let merged =
            if parts.is_empty() { all } else { all.roll_up(&Remap::identity(W), usize::MAX, Hashing::Full, &mut Buffer::default()) };
        Some(merged.sorted())
    }

    fn sorted(mut self) -> Self {
        if self.is_plain() {
            if W == 1 {
                let used = self.entries.iter().fold(0, |all, e| all | e.0[0]);
                sort_by_last_word(&mut self.entries, u64::BITS - used.leading_zeros(), &mut Vec::new());
            } else {
                self.entries.sort_unstable_by_key(|e| e.0);
            }
            return Classes { sorted: true, ..self };
        }
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by_key(|&i| self.entries[i as usize].0);
        let mut targets = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            targets[from as usize] = to as u32;
        }
        let entries = order.iter().map(|&i| self.entries[i as usize]).collect();
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
        Classes { entries, persons, sensitive, amounts, sorted: false }
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
        self.entries.len() * (W * 8 + 8)
            + self.persons.as_ref().map_or(0, View::bytes)
            + self.sensitive.iter().map(View::bytes).sum::<usize>()
            + self.amounts.len() * self.entries.len() * 16
    }
}
