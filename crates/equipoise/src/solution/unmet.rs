//! The result of a job without a release.

use super::figures::SearchFigures;
use equipoise_recipe::Model;

/// The reason why there is no release, and the node that comes nearest.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// Input rows.
    pub rows: u64,
    /// One sentence that says what was asked and what comes nearest.
    pub explanation: String,
    /// Changes that would help and weaken no model.
    pub hint: String,
    /// The nearest node and what it suppresses.
    pub nearest: Option<NearestNode>,
    /// Cost of the search.
    pub search: SearchFigures,
    /// Warnings for the terminal.
    pub warnings: Vec<String>,
}

/// The node that suppresses the fewest.
#[derive(Clone, Debug)]
pub struct NearestNode {
    /// Its levels.
    pub levels: Vec<(String, u8)>,
    /// Rows that it suppresses.
    pub suppressed_rows: u64,
    /// Persons that it suppresses, where persons are the unit.
    pub suppressed_persons: Option<u64>,
    /// For each model, the units that it alone would suppress there.
    pub by_model: Vec<(Model, u64)>,
    /// The attribute without which the fewest would be suppressed, and how many then, in units.
    pub attribute: Option<(String, u64)>,
}
