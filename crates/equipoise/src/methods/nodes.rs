//! The best node of a lattice, from a search to the final stage.

use super::search::{Counted, Form, Found, Search, Setting, reached_limit};
use super::unmet::explain;
use crate::solution::{SearchFigures, SearchLimit};
use equipoise_data::{Error, Result};
use equipoise_search::SearchOutcome;

/// The best node that a search found, or an explanation why there is none.
///
/// # Errors
/// A stop by the user, a limit that was reached with nothing found.
pub(super) fn best_node(setting: &Setting<'_>, outcome: SearchOutcome) -> Result<Search> {
    let stopped = reached_limit(outcome.stopped)?;
    let figures = SearchFigures {
        proved_optimal: outcome.proved,
        nodes_total: outcome.nodes_total,
        nodes_evaluated: outcome.nodes_evaluated,
        stopped,
        ..setting.figures()
    };
    match (outcome.best, stopped) {
        (Some(best), _) => {
            let form = Form::Levels(best.levels, Counted::Facts(best.facts));
            Ok(Found::new(form, figures).into())
        }
        (None, Some(SearchLimit::Time)) => Err(Error::limit(
            "the time limit was reached before a release was found",
        )
        .hint("raise `time-limit` in `[search]`")),
        (None, Some(SearchLimit::Nodes)) => Err(Error::limit(
            "the node limit was reached before a release was found",
        )
        .hint("raise `max-nodes` in `[search]`")),
        (None, None) => explain(
            setting.job,
            setting.prepared,
            setting.task,
            outcome.nearest.as_ref(),
            figures,
        )
        .map(Search::unmet),
    }
}
