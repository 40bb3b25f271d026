//! The columns of a table that the search sees: codes only.

use crate::hierarchy::Hierarchy;

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
    /// True when only which values occur in a class matters and not how often: a count may then be
    /// 1 instead.
    pub only_occurrence: bool,
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
    /// Amounts per dictionary code of each quasi-identifier that are summed over the rows of a
    /// class; empty if unused.
    pub amounts: Vec<Vec<u64>>,
    /// Per row how often it stands for an equal row (already counted input), else once. At least 1;
    /// not together with `persons`.
    pub weights: Option<&'a [u64]>,
    /// The population that the rows are drawn from, where a model needs it: per quasi-identifier
    /// the dictionary codes of its rows.
    pub population: Option<&'a [Vec<u32>]>,
}

impl Encoded<'_> {
    /// Rows, each as often as its weight says.
    pub fn total_rows(&self) -> u64 {
        match self.weights {
            Some(weights) => weights.iter().sum(),
            None => self.rows as u64,
        }
    }

    /// Whether values are counted as cells: where rows are the unit, counts simply add up, and a
    /// value can be a part of the key.
    pub(crate) fn has_cells(&self) -> bool {
        !self.sensitive.is_empty() && self.persons.is_none() && self.amounts.is_empty()
    }

    /// No sensitive column has more values than this.
    pub(crate) fn most_values(&self) -> usize {
        self.sensitive
            .iter()
            .flat_map(|s| s.value_of)
            .max()
            .map_or(0, |&value| value as usize + 1)
    }
}
