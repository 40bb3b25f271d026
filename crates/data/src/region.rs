//! Runs of leaves.

/// A set of values of a column that one released cell stands for: a run of leaves.
///
/// Leaves are in the order of the hierarchy, so every label of it is a run too. The leaf of missing
/// values is the last one; a run that has it beside other leaves has all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    /// The first leaf.
    pub first: u32,
    /// The last leaf.
    pub last: u32,
}

impl Region {
    /// The region of a single leaf.
    pub fn leaf(leaf: u32) -> Self {
        Region {
            first: leaf,
            last: leaf,
        }
    }

    /// Number of leaves.
    pub fn len(self) -> usize {
        (self.last - self.first) as usize + 1
    }

    /// No region is empty.
    pub fn is_empty(self) -> bool {
        false
    }

    /// Whether a leaf is in it.
    pub fn contains(self, leaf: u32) -> bool {
        (self.first..=self.last).contains(&leaf)
    }

    /// Whether all of another region is in it.
    pub fn covers(self, other: Region) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// The smallest run that covers both.
    #[must_use]
    pub fn join(self, other: Region) -> Self {
        Region {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }
}
