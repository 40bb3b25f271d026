//! Mondrian: classes that come from halving the table again and again.

use super::search::{Search, SearchMethod, Setting, check_links};
use crate::watch::Seen;
use equipoise_data::Result;
use equipoise_recipe::Cuts;
use equipoise_search::{MondrianOptions, mondrian};

/// Halves the table as long as both halves meet the models.
pub(super) struct Mondrian;

impl SearchMethod for Mondrian {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let (job, prepared) = (setting.job, setting.prepared);
        check_links(job, prepared)?;
        let options = MondrianOptions {
            relaxed: job.recipe.search.cuts == Cuts::Relaxed,
            recode: prepared.quasi.iter().map(|q| q.recode).collect(),
        };
        let found = mondrian(setting.task, &options, &Seen(setting.watch))?;
        setting.partition(found, setting.figures())
    }
}
