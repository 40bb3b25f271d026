//! A decision with all that is needed to publish it.

use crate::prepare::Prepared;
use crate::solution::{Decided, SearchFigures};
use crate::source::Job;
use crate::watch::Watch;
use equipoise_data::{Column, Fate, Result};
use equipoise_recipe::{Role, RowOrderChoice, Suppressed};
use equipoise_release::{Released, RowOrder, Treatment, apply};

/// A decision on its way to a file or to the caller.
pub(crate) struct Publication<'a> {
    pub(crate) job: &'a Job,
    pub(crate) prepared: &'a Prepared,
    pub(crate) decided: &'a Decided,
    pub(crate) search: &'a SearchFigures,
    pub(crate) watch: &'a dyn Watch,
}

impl Publication<'_> {
    /// The rows of the release.
    pub(super) fn released(&self) -> Result<Released> {
        let Publication {
            job,
            prepared,
            decided,
            ..
        } = self;
        let recipe = &job.recipe;
        let table = &prepared.input.table;
        let leaves = |c: &Column| recipe.role(&c.name) == Some(Role::Identifying);
        let columns: Vec<(&Column, Treatment<'_>)> = table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, c)| !leaves(c))
            .map(|(at, c)| (c, decided.treatment(prepared, at)))
            .collect();
        let gone = if recipe.output.suppressed == Suppressed::Mark {
            Fate::Marked
        } else {
            Fate::Dropped
        };
        let fate = |row: usize| {
            if decided.rows.is_kept(row) {
                Fate::Kept
            } else {
                gone
            }
        };
        let order = if recipe.output.order == RowOrderChoice::Input {
            RowOrder::Input
        } else {
            RowOrder::Canonical
        };
        apply(&columns, table.rows, fate, &recipe.output.label, order)
    }

    /// Whether every released cell of a column is what it was in the input.
    pub(super) fn is_unchanged(&self, name: &str) -> bool {
        let recipe = &self.job.recipe;
        let mut columns = self.prepared.input.table.columns.iter();
        let at = columns.position(|c| c.name == name);
        let is_marked = || {
            recipe.role(name) == Some(Role::QuasiIdentifier)
                && recipe.output.suppressed == Suppressed::Mark
        };
        at.is_none_or(|at| self.decided.is_unchanged(self.prepared, at)) && !is_marked()
    }
}
