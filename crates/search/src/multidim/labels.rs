//! Which sets of leaves have a label.

use equipoise_data::{Hierarchy, Level, Region};

/// The labels that a column may be released with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recode {
    /// Any run of values: `17-23`. For numbers, dates, and other columns with an order of their
    /// own.
    Runs,
    /// Labels of its hierarchy.
    Labels,
}

/// A column and its labels.
#[derive(Debug)]
pub(crate) struct Labels<'a> {
    hierarchy: &'a Hierarchy,
    recode: Recode,
    /// Per level where each label begins, and the end of the last.
    starts: Vec<Vec<u32>>,
}

impl<'a> Labels<'a> {
    pub(crate) fn new(hierarchy: &'a Hierarchy, recode: Recode) -> Self {
        Labels {
            hierarchy,
            recode,
            starts: hierarchy.levels.iter().map(Level::starts).collect(),
        }
    }

    /// The smallest set with a label that has these leaves and all between. A column without a top
    /// has a label for all values nevertheless.
    pub(crate) fn cover(&self, run: Region) -> Region {
        if run.first == run.last {
            return run;
        }
        match self.recode {
            // What is missing goes with all values or with none.
            Recode::Runs if self.hierarchy.missing == Some(run.last) => Region::all(self.hierarchy),
            Recode::Runs => run,
            Recode::Labels => {
                let at = |level: &Level| {
                    level.of_leaf[run.first as usize] == level.of_leaf[run.last as usize]
                };
                let level = self.hierarchy.levels.iter().position(at);
                level.map_or_else(
                    || Region::all(self.hierarchy),
                    |level| self.label(level, run.first),
                )
            }
        }
    }

    /// The leaves of the label that a leaf has at a level.
    fn label(&self, level: usize, leaf: u32) -> Region {
        let code = self.hierarchy.levels[level].of_leaf[leaf as usize] as usize;
        Region {
            first: self.starts[level][code],
            last: self.starts[level][code + 1] - 1,
        }
    }

    /// The leaf of what is missing, where it is in a run with others.
    pub(crate) fn missing_in(&self, run: Region) -> Option<u32> {
        self.hierarchy
            .missing
            .filter(|&missing| run.first < missing && missing == run.last)
    }

    /// Whether any run of values is a label.
    pub(crate) fn cuts_anywhere(&self) -> bool {
        self.recode == Recode::Runs
    }

    /// The places where a run may be cut: before these leaves. A hierarchy is cut between the
    /// labels right below the one that covers the run.
    pub(crate) fn cuts(&self, run: Region) -> impl Iterator<Item = u32> + '_ {
        let starts: &[u32] = match self.recode {
            Recode::Runs => &self.starts[0],
            Recode::Labels => {
                let same = |level: &Level| {
                    level.of_leaf[run.first as usize] == level.of_leaf[run.last as usize]
                };
                // The level right below is the highest that tells both ends apart.
                let level = self
                    .hierarchy
                    .levels
                    .iter()
                    .position(same)
                    .unwrap_or(self.hierarchy.levels.len());
                &self.starts[level.max(1) - 1]
            }
        };
        starts
            .iter()
            .copied()
            .filter(move |&start| run.first < start && start <= run.last)
    }
}
