//! The outcome of a search.

use equipoise_data::Levels;
use equipoise_measure::Facts;

/// A node and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its levels.
    pub levels: Levels,
    /// What was counted.
    pub facts: Facts,
    /// Its loss.
    pub loss: f64,
}

/// Why a search ended before it had a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The caller asked for it.
    ByUser,
    /// The time was over.
    TimeLimit,
    /// As many nodes were evaluated as allowed.
    MaxNodes,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchOutcome {
    /// The best feasible node.
    pub best: Option<Found>,
    /// Where nothing is feasible, the node with the fewest suppressed units, then the smallest loss
    /// (or, where nothing is kept at all, the greatest height).
    pub nearest: Option<Found>,
    /// True when every other node is known to be no better (or, with no best, none to be feasible).
    pub proved: bool,
    /// Why the search ended early.
    pub stopped: Option<Stopped>,
    /// Nodes of the lattice.
    pub nodes_total: u64,
    /// Nodes whose classes were formed.
    pub nodes_evaluated: u64,
}
