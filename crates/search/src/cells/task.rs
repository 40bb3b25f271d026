//! The task of a cell suppression.

/// What a suppressed cell stands for when units are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A suppressed cell is a value of its own. Rows with the same cells form classes, and every
    /// class has at least k units.
    #[default]
    Cautious,
    /// Every released row fits at least k units of the input: rows that agree with it wherever it
    /// shows a value.
    ///
    /// It is stronger than [`Reading::Wildcard`] and weaker than [`Reading::Cautious`]: a release
    /// with this property has k in the wildcard reading. What others suppress does not help a row,
    /// so each row has a best mask of its own.
    Fitting,
    /// A suppressed cell matches anything: row i is counted with row j if on every column they are
    /// equal or at least one of the two is suppressed.
    ///
    /// Little is needed for it, and little is it worth: where k - 1 rows are suppressed wholly,
    /// every other row has k.
    Wildcard,
}

/// What is to be suppressed, and for what.
#[derive(Clone, Debug)]
pub struct CellTask<'a> {
    /// Per quasi-identifier the leaf of each row. A missing value is a value like any other.
    pub columns: Vec<&'a [u32]>,
    /// Per row a person: then units are distinct persons, else rows.
    pub persons: Option<&'a [u32]>,
    /// How many units.
    pub k: u64,
    /// k shall hold on every set of so many quasi-identifiers; without it, on all together.
    pub subset: Option<usize>,
    /// Per quasi-identifier what a suppressed cell costs.
    pub importance: Vec<u64>,
    /// What a suppressed cell stands for.
    pub reading: Reading,
}
