//! Models of the whole table while it is being divided.

use super::judge::Judge;
use std::collections::BTreeMap;

/// The sizes of all groups so far.
#[derive(Debug)]
pub(crate) struct Whole {
    sizes: BTreeMap<u64, u64>,
    matters: bool,
}

impl Whole {
    pub(crate) fn new(judge: &Judge<'_>) -> Self {
        Whole {
            sizes: BTreeMap::new(),
            matters: judge.table_models().next().is_some(),
        }
    }

    /// Whether some model looks at the whole table.
    pub(crate) fn matters(&self) -> bool {
        self.matters
    }

    pub(crate) fn add(&mut self, size: u64) {
        if self.matters {
            *self.sizes.entry(size).or_insert(0) += 1;
        }
    }

    fn remove(&mut self, size: u64) {
        if let Some(groups) = self.sizes.get_mut(&size) {
            *groups -= 1;
            if *groups == 0 {
                self.sizes.remove(&size);
            }
        }
    }

    /// Whether all models of the whole table hold.
    pub(crate) fn holds(&self, judge: &Judge<'_>) -> bool {
        let sizes: Vec<(u64, u64)> = self
            .sizes
            .iter()
            .map(|(&size, &groups)| (size, groups))
            .collect();
        judge
            .table_models()
            .all(|m| m.bound().allows(m.score(&sizes), m.asked()))
    }

    /// Puts some groups in the place of others.
    pub(crate) fn replace(&mut self, old: &[u64], new: &[u64]) {
        if self.matters {
            old.iter().for_each(|&size| self.remove(size));
            new.iter().for_each(|&size| self.add(size));
        }
    }

    /// Puts some groups in the place of others, and says whether all models still hold; else
    /// nothing is changed.
    pub(crate) fn replace_if_holds(&mut self, judge: &Judge<'_>, old: &[u64], new: &[u64]) -> bool {
        if !self.matters {
            return true;
        }
        self.replace(old, new);
        let holds = self.holds(judge);
        if !holds {
            self.replace(new, old);
        }
        holds
    }
}
