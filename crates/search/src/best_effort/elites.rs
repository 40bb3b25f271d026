//! The ends of the best descents.

use super::seen::{Looked, Seen};
use equipoise_data::Levels;

/// Ends of descents that are remembered.
const ELITES: usize = 8;

/// The best nodes at which descents ended, the best first.
#[derive(Default)]
pub(super) struct Elites(pub(super) Vec<Looked>);

impl Elites {
    pub(super) fn add(&mut self, levels: Levels, seen: Seen) {
        if self.0.iter().any(|elite| elite.0 == levels) {
            return;
        }
        let place = self
            .0
            .partition_point(|elite| elite.1.compare(&seen).is_le());
        self.0.insert(place, (levels, seen));
        self.0.truncate(ELITES);
    }
}
