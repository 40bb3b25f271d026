//! The classes of a node, and how they roll up to a coarser node.

use crate::grouper::{Grouper, Hashing, sum_rows};
use crate::runs::merge_runs;
use crate::view::{Members, View};
use crate::{Key, Remap};

/// The classes of one node: their keys, rows, and the counts that models need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes<const W: usize> {
    keys: Vec<Key<W>>,
    rows: Vec<u64>,
    persons: Option<View>,
    sensitive: Vec<View>,
    amounts: Vec<Vec<u128>>,
    /// Whether the keys rise.
    sorted: bool,
}

impl<const W: usize> Classes<W> {
    /// Classes with rows only.
    pub(crate) fn plain(keys: Vec<Key<W>>, rows: Vec<u64>) -> Self {
        Classes { keys, rows, persons: None, sensitive: Vec::new(), amounts: Vec::new(), sorted: false }
    }

    /// Classes with all counts.
    pub(crate) fn new(keys: Vec<Key<W>>, rows: Vec<u64>, persons: Option<View>, sensitive: Vec<View>, amounts: Vec<Vec<u128>>) -> Self {
        Classes { keys, rows, persons, sensitive, amounts, sorted: false }
    }

    fn is_plain(&self) -> bool {
        self.persons.is_none() && self.sensitive.is_empty() && self.amounts.is_empty()
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys.
    pub fn keys(&self) -> &[Key<W>] {
        &self.keys
    }

    /// The rows of each class.
    pub fn rows(&self) -> &[u64] {
        &self.rows
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
            None => self.rows[class],
            Some(persons) => persons.size(class),
        }
    }

    /// Units of protection in the whole table.
    pub fn units(&self) -> u64 {
        match &self.persons {
            None => self.rows.iter().sum(),
            Some(persons) => persons.distinct(|_| true),
        }
    }

    /// The classes of a coarser node. `at_most` is a bound on their number, if one is known.
    ///
    /// A sorted list in which one field changes gives a sorted list; else the order is that of first sight.
    ///
    /// # Cost
    /// O(classes + counted values), a few nanoseconds each.
    pub fn roll_up(&self, remap: &Remap<'_>, at_most: usize, hashing: Hashing) -> Self {
        let at_most = at_most.min(self.len());
        if !self.is_plain() {
            let mut groups = Grouper::<W>::new(at_most, hashing);
            let targets: Vec<u32> = self.keys.iter().zip(&self.rows).map(|(key, &rows)| groups.add(remap.apply(key), rows)).collect();
            return self.regroup(groups.keys, groups.rows, &targets);
        }
        let entries = self.keys.iter().zip(&self.rows);
        let Some(single) = remap.single() else {
            let (keys, rows) = sum_rows(entries.map(|(key, &rows)| (remap.apply(key), rows)), at_most, hashing);
            return Classes::plain(keys, rows);
        };
        if self.sorted {
            let (keys, rows) = merge_runs(&self.keys, &self.rows, single);
            return Classes { sorted: true, ..Classes::plain(keys, rows) };
        }
        let (keys, rows) = sum_rows(entries.map(|(key, &rows)| (single.apply(key), rows)), at_most, hashing);
        Classes::plain(keys, rows)
    }

    /// All counts added: the classes of two parts of one table, which may be counted anywhere and merged in any order.
    ///
    /// The result is sorted by key, so it does not depend on the order of the parts.
    pub fn merge(mut parts: Vec<Self>) -> Option<Self> {
        let mut all = if parts.is_empty() { return None } else { parts.remove(0) };
        for part in &parts {
            all.keys.extend_from_slice(&part.keys);
            all.rows.extend_from_slice(&part.rows);
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
        let merged = if parts.is_empty() { all } else { all.roll_up(&Remap::identity(W), all.len(), Hashing::Full) };
        Some(merged.sorted())
    }

    fn sorted(mut self) -> Self {
        if self.is_plain() {
            let mut entries: Vec<(Key<W>, u64)> = self.keys.iter().copied().zip(self.rows.iter().copied()).collect();
            entries.sort_unstable_by_key(|e| e.0);
            (self.keys, self.rows) = entries.into_iter().unzip();
            return Classes { sorted: true, ..self };
        }
        let mut order: Vec<(Key<W>, u32)> = self.keys.iter().zip(0..).map(|(&k, i)| (k, i)).collect();
        order.sort_unstable();
        let mut targets = vec![0; order.len()];
        for (to, &(_, from)) in order.iter().enumerate() {
            targets[from as usize] = to as u32;
        }
        let rows = order.iter().map(|&(_, i)| self.rows[i as usize]).collect();
        let keys = order.into_iter().map(|(k, _)| k).collect();
        Classes { sorted: true, ..self.regroup(keys, rows, &targets) }
    }

    fn regroup(&self, keys: Vec<Key<W>>, rows: Vec<u64>, targets: &[u32]) -> Self {
        let members = Members::new(targets, keys.len());
        let persons = self.persons.as_ref().map(|v| v.merge(&members));
        let sensitive = self.sensitive.iter().map(|v| v.merge(&members)).collect();
        let amounts = self
            .amounts
            .iter()
            .map(|amounts| {
                let mut sums = vec![0; keys.len()];
                for (&amount, &target) in amounts.iter().zip(targets) {
                    sums[target as usize] += amount;
                }
                sums
            })
            .collect();
        Classes { keys, rows, persons, sensitive, amounts, sorted: false }
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
        self.keys.len() * (W * 8 + 8)
            + self.persons.as_ref().map_or(0, View::bytes)
            + self.sensitive.iter().map(View::bytes).sum::<usize>()
            + self.amounts.len() * self.keys.len() * 16
    }
}
