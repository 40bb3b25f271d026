//! The result of a job without a release.

use super::figures::SearchFigures;
use equipoise_recipe::ColumnLevel;
use equipoise_recipe::Model;

/// The reason why there is no release, and the node that comes nearest.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// Input rows.
    pub rows: u64,
    /// One sentence that states the request and the nearest result.
    pub explanation: String,
    /// Changes that would help and weaken no model.
    pub hint: String,
    /// The nearest node and its suppression.
    pub nearest: Option<NearestNode>,
    /// Cost of the search.
    pub search: SearchFigures,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
}

/// The node that suppresses the fewest units.
#[derive(Clone, Debug)]
pub struct NearestNode {
    /// Its levels.
    pub levels: Vec<ColumnLevel>,
    /// Rows that it suppresses.
    pub suppressed_rows: u64,
    /// Persons that it suppresses, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// For each model, the units that it alone would suppress at this node.
    pub by_model: Vec<ModelSuppression>,
    /// The column that causes most of the suppression.
    pub blocking: Option<BlockingColumn>,
}

/// The suppression that a model alone would cause.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSuppression {
    /// The model.
    pub model: Model,
    /// Units of protection that it suppresses.
    pub suppressed: u64,
}

/// The column without which the fewest units would be suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockingColumn {
    /// Its name.
    pub column: String,
    /// Units of protection that are suppressed if the column is generalized to the top.
    pub suppressed_without: u64,
}
