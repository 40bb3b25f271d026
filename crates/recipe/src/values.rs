//! The type of the values of a column, and their order.

use crate::words::words;

words! {
    /// How the texts of a column are understood. The texts themselves stay as given.
    pub enum Kind {
        /// As texts, without an order.
        Text = "text",
        /// As whole numbers.
        Integer = "integer",
        /// As exact decimal numbers.
        Decimal = "decimal",
        /// As dates.
        Date = "date",
    }
}

/// Where the order of a text column comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderSource {
    /// The values from low to high.
    List(Vec<String>),
    /// The lines of the column's hierarchy.
    Hierarchy,
}
