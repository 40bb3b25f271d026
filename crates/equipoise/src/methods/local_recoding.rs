//! Local recoding: labels of the hierarchies, chosen for each class by itself.

use super::search::{Search, SearchMethod, Setting, check_links};
use crate::watch::Seen;
use equipoise_data::Result;
use equipoise_search::local_recoding;

/// Divides the classes of the best levels and moves rows between them where that lowers the loss.
pub(super) struct LocalRecoding;

impl SearchMethod for LocalRecoding {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let (job, prepared) = (setting.job, setting.prepared);
        check_links(job, prepared)?;
        let weights: Vec<f64> = prepared.quasi.iter().map(|q| q.weight).collect();
        let seed = job.recipe.search.seed;
        let watch = Seen(setting.watch);
        let found = local_recoding(setting.task, &weights, &setting.limits, seed, &watch)?;
        let mut figures = setting.figures();
        figures.nodes_evaluated = found.as_ref().map_or(0, |f| f.nodes_evaluated);
        setting.partition(found.map(|f| f.partition), figures)
    }
}
