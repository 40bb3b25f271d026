//! The columns of a table that the search sees: codes only.

use crate::Hierarchy;

/// A quasi-identifier: a code per row and what the codes mean at each level.
#[derive(Clone, Copy, Debug)]
pub struct Quasi<'a> {
    /// Per row a dictionary code.
    pub codes: &'a [u32],
    /// Maps dictionary codes to leaves, and leaves to labels.
    pub hierarchy: &'a Hierarchy,
}

/// A sensitive column: values `0..values`, of which one may mean missing.
#[derive(Clone, Copy, Debug)]
pub struct Sensitive<'a> {
    /// Per row a dictionary code.
    pub codes: &'a [u32],
    /// For each dictionary code its value; all missing tokens share one.
    pub value_of: &'a [u32],
}

/// Rows as codes, ready to be counted. Everything after this point knows no strings.
#[derive(Clone, Debug)]
pub struct Encoded<'a> {
    /// Number of rows.
    pub rows: usize,
    /// The quasi-identifiers in table order.
    pub quasi: Vec<Quasi<'a>>,
    /// The sensitive columns that a model looks at.
    pub sensitive: Vec<Sensitive<'a>>,
    /// Per row the person, where persons are the unit of protection.
    pub persons: Option<&'a [u32]>,
    /// Amounts per dictionary code of each quasi-identifier that are summed over the rows of a class; empty if unused.
    pub amounts: Vec<Vec<u64>>,
    /// Per row how often it stands for an equal row (already counted input), else once. At least 1; not together with
    /// `persons`.
    pub weights: Option<&'a [u64]>,
}

impl Encoded<'_> {
    /// Rows, each as often as its weight says.
    pub fn total_rows(&self) -> u64 {
        match self.weights {
            Some(weights) => weights.iter().sum(),
            None => self.rows as u64,
        }
    }
}
