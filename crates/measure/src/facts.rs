//! What is counted on the classes of one node.

/// Integers about one node, from which every loss and every answer about it is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Classes before suppression.
    pub classes: u64,
    /// Classes that stay.
    pub kept_classes: u64,
    /// Rows of the classes that go.
    pub suppressed_rows: u64,
    /// Units of protection that lose a row: rows, or distinct persons.
    pub suppressed_units: u64,
    /// Rows that go because of models that are monotone under merging: at least as many go at every
    /// node below.
    pub lost_rows: u64,
    /// The units among these rows.
    pub lost_units: u64,
    /// Per attribute the cell costs of kept rows, for losses that need them.
    pub cells: Vec<u128>,
    /// Per attribute the summed raw amounts of kept rows, for losses that need them.
    pub amounts: Vec<u128>,
    /// Sum of squared sizes, in rows, of kept classes, for losses that need it.
    pub squares: u128,
}
