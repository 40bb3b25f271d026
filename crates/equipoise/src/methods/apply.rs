//! Apply: the levels of an earlier release, judged on the rows of another table.

use super::search::{Form, Found, Search, SearchMethod, Setting};
use crate::solution::SearchFigures;
use equipoise_data::{Levels, Result};
use equipoise_search::examine;

/// Takes levels that were decided before.
pub(super) struct Apply {
    /// The level of each quasi-identifier, in table order.
    pub(super) levels: Levels,
}

impl SearchMethod for Apply {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let examined = examine(setting.task, &self.levels, &setting.limits)?;
        let figures = SearchFigures {
            nodes_total: 1,
            nodes_evaluated: 1,
            ..setting.figures()
        };
        Ok(Found::new(Form::Examined(Box::new(examined)), figures).into())
    }
}
