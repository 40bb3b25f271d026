//! Progress of a cell suppression, and when it ends.

use crate::{Limits, SearchWatch, Stopped};
use std::time::Instant;

/// Steps between two questions whether to go on.
pub(super) const EACH: u64 = 256;

/// Whether to go on.
pub(super) struct Progress<'w> {
    pub(super) limits: &'w Limits,
    pub(super) watch: &'w dyn SearchWatch,
    pub(super) stopped: Option<Stopped>,
}

impl Progress<'_> {
    /// Tells how far it is, and whether it shall end; now and then only, since it is asked at every
    /// step.
    pub(super) fn is_over(&mut self, step: u64, of: u64, best: u64) -> bool {
        if step.is_multiple_of(EACH) {
            self.watch.progress(step, step, of, Some(best as f64));
            return self.is_stopped();
        }
        self.stopped.is_some()
    }

    /// True when time is over or somebody said stop.
    pub(super) fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() && self.watch.stopped() {
            self.stopped = Some(Stopped::ByUser);
        } else if self.stopped.is_none()
            && self.limits.deadline.is_some_and(|d| Instant::now() >= d)
        {
            self.stopped = Some(Stopped::TimeLimit);
        }
        self.stopped.is_some()
    }

    /// The same for work of which only every so manieth step is worth the question.
    pub(super) fn is_stopped_at(&mut self, step: usize) -> bool {
        if (step as u64).is_multiple_of(EACH) {
            self.is_stopped()
        } else {
            self.stopped.is_some()
        }
    }
}
