//! Origin, certainty and cost of a decision.

use equipoise_report::DecidedBy;
use serde::{Serialize, Serializer};

/// A limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchLimit {
    /// `time-limit` of the recipe.
    Time,
    /// `max-nodes` of the recipe.
    Nodes,
}

impl SearchLimit {
    /// Its name in JSON and in sentences.
    pub fn name(self) -> &'static str {
        match self {
            SearchLimit::Time => "time limit",
            SearchLimit::Nodes => "node limit",
        }
    }
}

impl Serialize for SearchLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Cost and certainty of a decision.
#[derive(Clone, Debug, Serialize)]
pub struct SearchFigures {
    /// The origin of the decision.
    pub method: DecidedBy,
    /// Whether the answer is proved optimal.
    pub proved_optimal: bool,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes whose classes were formed.
    pub nodes_evaluated: u64,
    /// User and system CPU time of all threads, from encoded rows to the decision.
    pub cpu_ms: f64,
    /// Wall time of the same period.
    pub wall_ms: f64,
    /// The limit that ended it early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<SearchLimit>,
}
