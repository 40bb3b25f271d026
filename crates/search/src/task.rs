//! The task of a search and the limits on its resources.

use equipoise_data::{Encoded, Hashing, Lattice};
use equipoise_measure::Loss;
use equipoise_privacy::Panel;
use std::time::Instant;

/// What is to be searched, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The rows as codes.
    pub encoded: &'a Encoded<'a>,
    /// The nodes to choose from.
    pub lattice: &'a Lattice,
    /// The models.
    pub panel: &'a Panel,
    /// The loss.
    pub loss: &'a dyn Loss,
    /// How many units of protection may lose a row.
    pub allowed_units: u64,
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes for classes that are kept at hand. What is known of the nodes may take eight times as
    /// much: a lattice that needs more is refused.
    pub memory_bytes: usize,
    /// Nodes whose classes may be formed.
    pub max_nodes: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Words per key, if wider than needed: for tests.
    pub words: Option<usize>,
    /// For tests that force collisions.
    pub hashing: Hashing,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            memory_bytes: 80 << 20,
            max_nodes: None,
            deadline: None,
            words: None,
            hashing: Hashing::Full,
        }
    }
}
