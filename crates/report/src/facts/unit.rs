//! The unit of protection.

/// The unit that k, class sizes, risks and limits count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtectionUnit {
    /// Rows.
    Rows,
    /// Distinct persons.
    Persons {
        /// The column that tells persons apart.
        column: String,
    },
}

impl ProtectionUnit {
    /// `row`, `rows`, `person` or `persons`, to follow a number.
    pub fn noun(&self, number: u64) -> &'static str {
        match (self, number) {
            (ProtectionUnit::Rows, 1) => "row",
            (ProtectionUnit::Rows, _) => "rows",
            (ProtectionUnit::Persons { .. }, 1) => "person",
            (ProtectionUnit::Persons { .. }, _) => "persons",
        }
    }
}
