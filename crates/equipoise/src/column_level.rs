//! Levels with the names of their columns.

/// A column and the level of its hierarchy to which it is generalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLevel {
    /// The name of the column.
    pub column: String,
    /// The level; 0 is the level of the values themselves.
    pub level: u8,
}
