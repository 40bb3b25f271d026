//! The classes of a node, and how they roll up to a coarser node.

use crate::cells::Cells;
use crate::entries::Entries;
use crate::grouper::{Grouper, Hashing, sum_rows};
use crate::item::Marked;
use crate::key::{Key, Layout, Remap};
use crate::marks::Marks;
use crate::population::Population;
use crate::runs::{Buffer, merge_runs};
use crate::view::{Members, View};
use std::collections::BTreeMap;

/// The classes of one node: their keys, rows, and the counts that models need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes<const W: usize> {
    layout: Layout,
    entries: Entries<W>,
    counts: Counts<W>,
    population: Option<Population<W>>,
    /// Whether the keys rise.
    sorted: bool,
}

/// What is counted beside rows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Counts<const W: usize> {
    /// Nothing.
    None,
    /// The rows of each value, per sensitive column. Only where classes are sorted.
    Cells(Vec<Cells<W>>),
    /// Which values occur, for one sensitive column of few values. Only where classes are sorted
    /// and packed.
    Marks(Marks),
    /// Persons, or amounts: what does not add up like rows do.
    Views(Views),
}

/// Counts that are kept per class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Views {
    pub(crate) persons: Option<View>,
    pub(crate) sensitive: Vec<View>,
    pub(crate) amounts: Vec<Vec<u128>>,
}

impl<const W: usize> Classes<W> {
    /// Classes with rows only.
    pub(crate) fn plain(layout: &Layout, entries: Vec<(Key<W>, u64)>) -> Self {
        Classes {
            layout: layout.clone(),
            entries: Entries::Wide(entries),
            counts: Counts::None,
            population: None,
            sorted: false,
        }
    }

    /// Classes with counts of their own.
    pub(crate) fn with_views(layout: &Layout, entries: Vec<(Key<W>, u64)>, views: Views) -> Self {
        Classes {
            counts: Counts::Views(views),
            ..Classes::plain(layout, entries)
        }
    }

    /// Classes made of cells, one list for each sensitive column.
    pub(crate) fn of_cells(layout: &Layout, lists: Vec<Vec<(Key<W>, u64)>>) -> Self {
        let cells = lists
            .into_iter()
            .map(|list| Cells::sorted(list, layout.value()))
            .collect();
        Classes::of_columns(layout, cells)
    }

    /// Classes with marks: key and rows in a word, and a bit for each value that occurs.
    pub(crate) fn of_marks(layout: &Layout, items: Vec<Marked>, row_bits: u32) -> Self {
        Classes::marked(layout, Marks::sorted(items, layout.bits(), row_bits))
    }

    fn marked(layout: &Layout, (marks, entries): (Marks, Entries<W>)) -> Self {
        Classes {
            entries,
            counts: Counts::Marks(marks),
            sorted: true,
            ..Classes::plain(layout, Vec::new())
        }
    }

    /// All columns have the same classes; those of the first are as good as any.
    fn of_columns(layout: &Layout, mut columns: Vec<(Cells<W>, Entries<W>)>) -> Self {
        let first = columns.first_mut().expect("there is a sensitive column");
        let entries = std::mem::replace(&mut first.1, Entries::Wide(Vec::new()));
        let cells = columns.into_iter().map(|column| column.0).collect();
        Classes {
            entries,
            counts: Counts::Cells(cells),
            sorted: true,
            ..Classes::plain(layout, Vec::new())
        }
    }

    /// Lets the classes know the population they are drawn from.
    #[must_use]
    pub(crate) fn within(mut self, population: Entries<W>) -> Self {
        self.population = Some(Population::new(population, &self.entries));
        self
    }

    /// Where the codes of a key are.
    pub fn layout(&self) -> &Layout {
        &self.layout
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

    fn views(&self) -> Option<&Views> {
        match &self.counts {
            Counts::Views(views) => Some(views),
            _ => None,
        }
    }

    /// The persons of each class, where persons are the unit of protection.
    pub fn persons(&self) -> Option<&View> {
        self.views()?.persons.as_ref()
    }

    /// The (value, units) pairs of a sensitive column in a class, in no particular order. `scratch`
    /// may be used for them.
    #[inline]
    pub fn values<'a>(
        &'a self,
        column: usize,
        class: usize,
        scratch: &'a mut Vec<(u32, u64)>,
    ) -> &'a [(u32, u64)] {
        match &self.counts {
            Counts::None => &[],
            Counts::Cells(cells) => {
                cells[column].class(class, self.layout.value(), scratch);
                scratch
            }
            Counts::Marks(marks) => {
                marks.class(class, scratch);
                scratch
            }
            Counts::Views(views) => views.sensitive[column].class(class, scratch),
        }
    }

    /// Calls `visit` with each class and the (value, units) pairs of a sensitive column in it, in
    /// the order of the classes.
    #[inline]
    pub fn for_each_values(&self, column: usize, mut visit: impl FnMut(usize, &[(u32, u64)])) {
        if let Counts::Cells(cells) = &self.counts {
            return cells[column].for_each(self.layout.value(), visit);
        }
        let mut scratch = Vec::new();
        for class in 0..self.len() {
            visit(class, self.values(column, class, &mut scratch));
        }
    }

    /// A bit for each value of the sensitive column that occurs in a class, where nothing else is
    /// counted of it.
    #[inline]
    pub fn marks(&self, class: usize) -> Option<u64> {
        match &self.counts {
            Counts::Marks(marks) => Some(marks.items()[class].1),
            _ => None,
        }
    }

    /// The summed amounts of a quasi-identifier, one per class.
    pub fn amounts(&self, attribute: usize) -> &[u128] {
        self.views().map_or(&[], |views| &views.amounts[attribute])
    }

    /// Rows of the population in a class; 0 where no population is known.
    #[inline]
    pub fn population(&self, class: usize) -> u64 {
        self.population.as_ref().map_or(0, |p| p.of_class[class])
    }

    /// Classes of the population that no row is in.
    pub fn empty_classes(&self) -> u64 {
        self.population
            .as_ref()
            .map_or(0, |p| p.entries.len() as u64 - p.met)
    }

    /// The size of a class in units of protection: rows, or distinct persons.
    #[inline]
    pub fn size(&self, class: usize) -> u64 {
        match self.persons() {
            None => self.rows(class),
            Some(persons) => persons.size(class),
        }
    }

    /// The size of these classes taken together.
    pub fn joint_size(&self, classes: &[u32]) -> u64 {
        match self.persons() {
            None => classes.iter().map(|&c| self.rows(c as usize)).sum(),
            Some(persons) => persons.joint(classes).iter().map(|v| v.1).sum(),
        }
    }

    /// The (value, units) pairs of a sensitive column in these classes taken together, in the order
    /// of the values.
    pub fn joint_values(&self, column: usize, classes: &[u32]) -> Vec<(u32, u64)> {
        if let Some(views) = self.views() {
            return views.sensitive[column].joint(classes);
        }
        let (mut sums, mut scratch) = (BTreeMap::new(), Vec::new());
        for &class in classes {
            for &(value, rows) in self.values(column, class as usize, &mut scratch) {
                *sums.entry(value).or_insert(0) += rows;
            }
        }
        sums.into_iter().collect()
    }

    /// Units of protection in the whole table.
    pub fn units(&self) -> u64 {
        match self.persons() {
            None => self.entries.iter().map(|(_, rows)| rows).sum(),
            Some(persons) => persons.distinct(|_| true),
        }
    }

    /// The classes of a coarser node, of which there are at most `at_most`.
    ///
    /// A sorted list in which one field changes gives a sorted list, and classes with values are
    /// always sorted; else the order is that of first sight. `buffer` is memory to work in, best
    /// the same for all roll-ups of a thread.
    ///
    /// # Cost
    /// O(classes + counted values), a few nanoseconds each.
    pub fn roll_up(
        &self,
        remap: &Remap<'_>,
        at_most: usize,
        hashing: Hashing,
        buffer: &mut Buffer,
    ) -> Self {
        let rolled = match &self.counts {
            Counts::None => self.roll_up_rows(remap, at_most, hashing, buffer),
            Counts::Cells(cells) => {
                let value = self.layout.value();
                Classes::of_columns(
                    &self.layout,
                    cells
                        .iter()
                        .map(|c| c.roll_up(remap, value, buffer))
                        .collect(),
                )
            }
            Counts::Marks(marks) => Classes::marked(
                &self.layout,
                marks.roll_up(remap, self.layout.bits(), buffer),
            ),
            Counts::Views(views) => {
                let mut groups = Grouper::<W>::new(at_most.min(self.len()), hashing);
                let targets: Vec<u32> = self
                    .entries
                    .iter()
                    .map(|(key, rows)| groups.add(remap.apply(&key), rows))
                    .collect();
                let views = views.regroup(&Members::new(&targets, groups.entries.len()), &targets);
                Classes::with_views(&self.layout, groups.entries, views)
            }
        };
        match &self.population {
            None => rolled,
            Some(population) => rolled.within(population.roll_up(remap, buffer)),
        }
    }

    fn roll_up_rows(
        &self,
        remap: &Remap<'_>,
        at_most: usize,
        hashing: Hashing,
        buffer: &mut Buffer,
    ) -> Self {
        let at_most = at_most.min(self.len());
        let Some(single) = remap.single() else {
            return Classes::plain(
                &self.layout,
                sum_rows(
                    self.entries
                        .iter()
                        .map(|(key, rows)| (remap.apply(&key), rows)),
                    at_most,
                    hashing,
                ),
            );
        };
        if self.sorted {
            return Classes {
                entries: merge_runs(&self.entries, single, buffer),
                sorted: true,
                ..Classes::plain(&self.layout, Vec::new())
            };
        }
        Classes::plain(
            &self.layout,
            sum_rows(
                self.entries
                    .iter()
                    .map(|(key, rows)| (single.apply(&key), rows)),
                at_most,
                hashing,
            ),
        )
    }

    /// All counts added: the classes of parts of one table, which may be counted anywhere and
    /// merged in any order.
    ///
    /// The result is sorted by key, so it does not depend on the order of the parts.
    pub fn merge(parts: Vec<Self>) -> Option<Self> {
        let populations: Vec<(Key<W>, u64)> = parts
            .iter()
            .flat_map(|p| &p.population)
            .flat_map(|p| p.entries.iter())
            .collect();
        let has_population = parts.iter().any(|part| part.population.is_some());
        let first = parts.first()?;
        let merged = match &first.counts {
            Counts::None => {
                let list = parts.iter().flat_map(|part| part.entries.iter()).collect();
                Classes {
                    entries: Entries::sorted(list),
                    sorted: true,
                    ..Classes::plain(&first.layout, Vec::new())
                }
            }
            Counts::Cells(columns) => {
                let of_part = |part: &Self, column: usize| match &part.counts {
                    Counts::Cells(cells) => cells[column].iter().collect(),
                    _ => Vec::new(),
                };
                let list = |column: usize| {
                    parts
                        .iter()
                        .flat_map(|part| of_part(part, column))
                        .collect()
                };
                Classes::of_cells(&first.layout, (0..columns.len()).map(list).collect())
            }
            Counts::Marks(marks) => {
                let items = |part: &Self| match &part.counts {
                    Counts::Marks(marks) => marks.items().to_vec(),
                    _ => Vec::new(),
                };
                Classes::of_marks(
                    &first.layout,
                    parts.iter().flat_map(items).collect(),
                    marks.row_bits(),
                )
            }
            Counts::Views(_) => Classes::merge_views(parts),
        };
        Some(if has_population {
            merged.within(Entries::sorted(populations))
        } else {
            merged
        })
    }

    fn merge_views(parts: Vec<Self>) -> Self {
        let layout = parts[0].layout.clone();
        let list: Vec<(Key<W>, u64)> = parts.iter().flat_map(|part| part.entries.iter()).collect();
        let mut all = Views::default();
        for (i, part) in parts.into_iter().enumerate() {
            if let Counts::Views(views) = part.counts {
                if i == 0 {
                    all = views
                } else {
                    all.append(views)
                }
            }
        }
        let mut keys: Vec<Key<W>> = list.iter().map(|e| e.0).collect();
        keys.sort_unstable();
        keys.dedup();
        let targets: Vec<u32> = list
            .iter()
            .map(|e| keys.partition_point(|key| *key < e.0) as u32)
            .collect();
        let mut entries: Vec<(Key<W>, u64)> = keys.into_iter().map(|key| (key, 0)).collect();
        list.iter()
            .zip(&targets)
            .for_each(|(e, &target)| entries[target as usize].1 += e.1);
        let views = all.regroup(&Members::new(&targets, entries.len()), &targets);
        Classes {
            sorted: true,
            ..Classes::with_views(&layout, entries, views)
        }
    }

    /// Forgets the names of persons who are in one class only, which makes further roll-ups
    /// cheaper. Not to be used on a part of a table that is still to be merged with others.
    #[must_use]
    pub fn settled(mut self) -> Self {
        if let Counts::Views(views) = &mut self.counts {
            views
                .persons
                .iter_mut()
                .chain(&mut views.sensitive)
                .for_each(View::settle);
        }
        self
    }

    /// Bytes on the heap, for memory budgets.
    pub fn bytes(&self) -> usize {
        let counts = match &self.counts {
            Counts::None => 0,
            Counts::Cells(cells) => cells.iter().map(Cells::bytes).sum(),
            Counts::Marks(marks) => marks.bytes(),
            Counts::Views(views) => views.bytes(),
        };
        self.entries.bytes() + counts + self.population.as_ref().map_or(0, Population::bytes)
    }
}

impl Views {
    fn regroup(&self, members: &Members, targets: &[u32]) -> Self {
        let sum = |amounts: &Vec<u128>| {
            let mut sums = vec![0; members.classes()];
            amounts
                .iter()
                .zip(targets)
                .for_each(|(&amount, &target)| sums[target as usize] += amount);
            sums
        };
        Views {
            persons: self.persons.as_ref().map(|v| v.merge(members)),
            sensitive: self.sensitive.iter().map(|v| v.merge(members)).collect(),
            amounts: self.amounts.iter().map(sum).collect(),
        }
    }

    /// Puts the classes of `other` behind those of `self`.
    fn append(&mut self, other: Views) {
        if let (Some(mine), Some(theirs)) = (&mut self.persons, &other.persons) {
            mine.append(theirs);
        }
        self.sensitive
            .iter_mut()
            .zip(&other.sensitive)
            .for_each(|(mine, theirs)| mine.append(theirs));
        self.amounts
            .iter_mut()
            .zip(&other.amounts)
            .for_each(|(mine, theirs)| mine.extend_from_slice(theirs));
    }

    fn bytes(&self) -> usize {
        let views = self
            .persons
            .iter()
            .chain(&self.sensitive)
            .map(View::bytes)
            .sum::<usize>();
        views + self.amounts.iter().map(|a| a.len() * 16).sum::<usize>()
    }
}
