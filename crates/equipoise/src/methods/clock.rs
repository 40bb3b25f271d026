//! Time that a search takes.

use crate::process::process_cpu;
use crate::solution::{DecidedBy, SearchFigures};
use std::time::{Duration, Instant};

/// The start of a search.
pub(super) struct Clock {
    method: DecidedBy,
    started: Instant,
    cpu: Duration,
}

impl Clock {
    pub(super) fn start(method: DecidedBy) -> Self {
        Clock {
            method,
            started: Instant::now(),
            cpu: process_cpu(),
        }
    }

    /// The moment at which a time limit ends the search.
    pub(super) fn deadline(&self, limit: Duration) -> Instant {
        self.started + limit
    }

    /// Figures with the time that has passed; nothing is counted or proved yet.
    pub(super) fn figures(&self) -> SearchFigures {
        let ms = |seconds: f64| (seconds * 1e6).round() / 1e3;
        SearchFigures {
            method: self.method,
            proved_optimal: false,
            nodes_total: 0,
            nodes_evaluated: 0,
            cpu_ms: ms((process_cpu() - self.cpu).as_secs_f64()),
            wall_ms: ms(self.started.elapsed().as_secs_f64()),
            stopped: None,
        }
    }
}
