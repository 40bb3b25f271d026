//! The state of a search by steps.

use super::effects::Effects;
use super::elites::Elites;
use super::lists::Lists;
use super::seen::{Best, Memory};
use crate::evaluate::Scratch;
use crate::space::Space;
use crate::{Limits, SearchWatch, Stopped, Task};
use equipoise_data::Random;
use std::sync::Mutex;
use std::time::Instant;

/// Nodes that are looked at together. It is the same on every machine, and so are the nodes that
/// are chosen.
pub(super) const BATCH: usize = 16;

/// The state of the search.
pub(super) struct Search<'s, const W: usize> {
    pub(super) space: &'s Space<'s, W>,
    pub(super) task: &'s Task<'s>,
    pub(super) limits: Limits,
    /// Whether the caller limits time or nodes.
    pub(super) is_limited: bool,
    pub(super) watch: &'s dyn SearchWatch,
    pub(super) lists: Lists<'s, W>,
    pub(super) memory: Memory,
    pub(super) effects: Effects<'s>,
    pub(super) best: Best,
    pub(super) elites: Elites,
    pub(super) random: Random,
    /// Nodes formed so far, the bottom among them.
    pub(super) evaluated: u64,
    pub(super) proved: bool,
    pub(super) stopped: Option<Stopped>,
    /// Buffers that are not in use.
    pub(super) scratches: Mutex<Vec<Scratch<W>>>,
}

impl<const W: usize> Search<'_, W> {
    /// Whether the caller, the time or the number of nodes ends the search; also notes which.
    pub(super) fn is_stopped(&mut self) -> bool {
        self.stopped = if self.watch.stopped() {
            Some(Stopped::ByUser)
        } else if self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(Stopped::TimeLimit)
        } else if self.limits.max_nodes.is_some_and(|m| self.evaluated >= m) {
            Some(Stopped::MaxNodes)
        } else {
            None
        };
        self.stopped.is_some()
    }
}
