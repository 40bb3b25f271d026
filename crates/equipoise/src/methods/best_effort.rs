//! Best effort: the best node that a budget of time or nodes finds.

use super::nodes::best_node;
use super::search::{Search, SearchMethod, Setting};
use crate::watch::Seen;
use equipoise_data::Result;

/// Searches where good nodes are likely until its budget is used up.
pub(super) struct BestEffort;

impl SearchMethod for BestEffort {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let seed = setting.job.recipe.search.seed;
        let watch = Seen(setting.watch);
        let outcome = equipoise_search::best_effort(setting.task, &setting.limits, seed, &watch)?;
        best_node(setting, outcome)
    }
}
