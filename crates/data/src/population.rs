//! The population that a table is drawn from, by class.

use crate::entries::Entries;
use crate::key::{Key, Remap};
use crate::runs::{Buffer, merge_runs};

/// How many rows of the population fall into each class of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Population<const W: usize> {
    /// All classes of the population, sorted by key, with its rows.
    pub(crate) entries: Entries<W>,
    /// Per class of the table the rows of the population in it.
    pub(crate) of_class: Vec<u64>,
    /// Classes of the population that are classes of the table too.
    pub(crate) met: u64,
}

impl<const W: usize> Population<W> {
    /// Looks up each class of the table, by halving: the classes need no order.
    pub(crate) fn new(entries: Entries<W>, classes: &Entries<W>) -> Self {
        let (mut of_class, mut met) = (Vec::with_capacity(classes.len()), 0);
        classes.for_each(|key, _| {
            let found = find(&entries, &key);
            of_class.push(found.unwrap_or(0));
            met += u64::from(found.is_some());
        });
        Population {
            entries,
            of_class,
            met,
        }
    }

    /// The classes of the population at a coarser node.
    pub(crate) fn roll_up(&self, remap: &Remap<'_>, buffer: &mut Buffer) -> Entries<W> {
        match remap.single() {
            Some(single) => merge_runs(&self.entries, single, buffer),
            None => Entries::sorted(
                self.entries
                    .iter()
                    .map(|(key, rows)| (remap.apply(&key), rows))
                    .collect(),
            ),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.bytes() + self.of_class.len() * 8
    }
}

fn find<const W: usize>(entries: &Entries<W>, key: &Key<W>) -> Option<u64> {
    let (mut low, mut high) = (0, entries.len());
    while low < high {
        let middle = (low + high) / 2;
        let (at, rows) = entries.get(middle);
        match at.cmp(key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(rows),
        }
    }
    None
}
