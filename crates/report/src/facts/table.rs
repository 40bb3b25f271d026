//! The input, the release and their columns.

use super::class_sizes::ClassSizes;
use super::risks::RiskFacts;
use equipoise_recipe::Role;

/// The columns of the table, and the size of the release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFacts {
    /// Released rows, without marked ones.
    pub released_rows: u64,
    /// Units of protection among them: rows, or distinct persons.
    pub released_units: u64,
    /// All columns in the order of the table.
    pub columns: Vec<ColumnLine>,
}

/// The input as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Before {
    /// Rows.
    pub rows: u64,
    /// Units of protection: rows, or distinct persons.
    pub units: u64,
    /// Classes, every quasi-identifier at level 0.
    pub classes: ClassSizes,
    /// Risks beyond what class sizes tell. Audits are not shown.
    pub risks: RiskFacts,
    /// Columns with missing values. Columns without may be absent or have 0 rows.
    pub missing: Vec<MissingLine>,
    /// k where a missing quasi-identifier matches anything; none where it was not measured.
    pub wildcard: Option<u64>,
}

/// One column of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnLine {
    /// Its name.
    pub name: String,
    /// Its role; none for a column that the recipe does not name.
    pub role: Option<Role>,
    /// Why it has that role, where the recipe says so.
    pub reason: Option<String>,
    /// Its distinct values in the input; only the internal report shows them.
    pub distinct: Option<u64>,
}

/// A quasi-identifier in the release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeLine {
    /// Its name.
    pub name: String,
    /// The level it is released at; none where classes have labels of their own.
    pub level: Option<u8>,
    /// Its highest level; none where it depends on values of the input.
    pub height: Option<u8>,
    /// Distinct labels in the release.
    pub labels: u64,
    /// Distinct values in the input; only the internal report shows them.
    pub raw_values: Option<u64>,
    /// One label that many released rows have.
    pub example: Option<String>,
    /// Its own loss, where the loss is made of values per attribute: 0 to 1 for `loss` and
    /// `precision`.
    pub loss: Option<f64>,
}

/// The treatment of rows whose class fails a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuppressedRows {
    /// They are not in the file.
    Dropped,
    /// They are in the file with every quasi-identifier replaced.
    Marked {
        /// The text in their place.
        label: String,
    },
}

/// A column with missing values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingLine {
    /// Its name.
    pub column: String,
    /// Rows where it is missing.
    pub rows: u64,
}
