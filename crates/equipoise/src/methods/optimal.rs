//! Optimal: the node with the smallest loss, proved.

use super::nodes::best_node;
use super::search::{Search, SearchMethod, Setting};
use crate::watch::Seen;
use equipoise_data::Result;

/// Finds the best node of the lattice and proves that none is better.
pub(super) struct Optimal;

impl SearchMethod for Optimal {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let watch = Seen(setting.watch);
        let outcome = equipoise_search::optimal(setting.task, &setting.limits, &watch)?;
        best_node(setting, outcome)
    }
}
