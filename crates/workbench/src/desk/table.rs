//! What only the table can tell: who is left out, and rows before and after.

use super::groups::{by_level, by_value};
use super::recent::Seen;
use super::state::Desk;
use super::wire;
use crate::session::pin_of;
use equipoise::parts::{Prepared, QuasiColumn, labels_as_released};
use equipoise_data::{Column, Error, Result};
use equipoise_explore::Thresholds;
use equipoise_privacy::Panel;
use equipoise_recipe::{Recipe, Role, pin};
use equipoise_search::{Examined, Limits, Task, examine};
use std::sync::Arc;

/// Nodes that are kept at hand with the rows they leave out.
const KEPT: usize = 8;

/// Rows that are shown at once.
const MOST_ROWS: u64 = 100;

impl Desk<'_> {
    /// Who is left out, by the values of each column against their share of the table. For the
    /// curator: small counts are not masked.
    ///
    /// # Errors
    /// Levels or thresholds that do not fit, a table that is not at hand.
    ///
    /// # Cost
    /// A pass over the rows; the latest nodes are kept at hand.
    pub fn left_out(&self, levels: &[u8], thresholds: &[String]) -> Result<wire::PageLeftOut> {
        let prepared = self.prepared()?;
        let examined = self.examined(levels, thresholds)?;
        let table = &prepared.input.table;
        let kept: Vec<bool> = examined.rows.stays().collect();
        let quasi = prepared
            .quasi
            .iter()
            .map(|q| by_level(&table.columns[q.at], &q.hierarchy, &kept));
        let is_sensitive = |c: &&Column| {
            self.job
                .recipe()
                .column(&c.name)
                .is_some_and(|of| of.role == Role::Sensitive)
        };
        let sensitive = table
            .columns
            .iter()
            .filter(is_sensitive)
            .map(|c| by_value(c, &kept));
        Ok(wire::PageLeftOut {
            rows: table.rows as u64,
            left_out: examined.judged.found.facts.suppressed_rows,
            columns: quasi.chain(sensitive).collect(),
        })
    }

    /// Rows as they are and as they would be released, in the order of the input. Identifying
    /// columns are not shown.
    ///
    /// # Errors
    /// Levels or thresholds that do not fit, a table that is not at hand.
    pub fn rows(
        &self,
        levels: &[u8],
        thresholds: &[String],
        from: u64,
        count: u64,
    ) -> Result<wire::Rows> {
        let prepared = self.prepared()?;
        let examined = self.examined(levels, thresholds)?;
        let table = &prepared.input.table;
        let role = |c: &Column| {
            self.job
                .recipe()
                .column(&c.name)
                .map_or(Role::Insensitive, |of| of.role)
        };
        let columns: Vec<(&Column, Role, Option<usize>)> = table
            .columns
            .iter()
            .enumerate()
            .map(|(at, c)| (c, role(c), prepared.quasi.iter().position(|q| q.at == at)))
            .filter(|(_, role, _)| *role != Role::Identifying)
            .collect();
        let of_level = |(at, &level): (usize, &u8)| {
            labels_as_released(&self.job, prepared, &examined.rows, at, level.into())
        };
        let labels = levels.iter().enumerate().map(of_level);
        let labels: Vec<Vec<String>> = labels.collect::<Result<_>>()?;
        let after = |row: usize, (column, _, quasi): &(&Column, Role, Option<usize>)| {
            let code = column.codes[row];
            match quasi {
                Some(q) => labels[*q][label_code(&prepared.quasi[*q], levels[*q], code)].clone(),
                None => column.dictionary.text(code).to_owned(),
            }
        };
        let row = |row: usize| wire::Row {
            number: row as u64 + 1,
            before: columns
                .iter()
                .map(|(c, ..)| c.dictionary.text(c.codes[row]).to_owned())
                .collect(),
            after: examined
                .rows
                .is_kept(row)
                .then(|| columns.iter().map(|c| after(row, c)).collect()),
        };
        let total = table.rows as u64;
        let from = from.min(total);
        let end = from.saturating_add(count.min(MOST_ROWS)).min(total);
        Ok(wire::Rows {
            columns: columns
                .iter()
                .map(|(c, role, _)| wire::RowColumn {
                    name: c.name.clone(),
                    role: role.name(),
                })
                .collect(),
            total,
            from,
            rows: (from as usize..end as usize).map(row).collect(),
        })
    }

    /// Which rows stay at a node under thresholds.
    fn examined(&self, levels: &[u8], thresholds: &[String]) -> Result<Arc<Examined>> {
        let (levels, thresholds) = (self.levels(levels)?, self.thresholds(thresholds)?);
        let find = |seen: &[Seen]| {
            seen.iter()
                .find(|(l, t, _)| *l == levels && *t == thresholds)
                .map(|(.., e)| Arc::clone(e))
        };
        if let Some(examined) = find(&self.examined.lock().expect("no thread panicked")) {
            return Ok(examined);
        }
        let prepared = self.prepared()?;
        let shown = self.shown(&thresholds, &levels)?;
        let panel = self.panel(prepared, &shown, &thresholds)?;
        let encoded = prepared.encoded();
        let task = Task {
            encoded: &encoded,
            lattice: &prepared.lattice,
            panel: &panel,
            loss: prepared.loss.as_ref(),
            allowed_units: prepared.allowed_units,
        };
        let examined = Arc::new(examine(&task, &levels, &Limits::default())?);
        if examined.judged.found.facts.suppressed_units != shown.units {
            return Err(Error::internal(
                "a second count of the rows differs from the atlas",
            ));
        }
        let mut seen = self.examined.lock().expect("no thread panicked");
        if seen.len() >= KEPT {
            seen.remove(0);
        }
        seen.push((levels, thresholds, Arc::clone(&examined)));
        Ok(examined)
    }

    /// The models of the recipe with other thresholds.
    fn panel(
        &self,
        prepared: &Prepared,
        shown: &equipoise_explore::Shown,
        thresholds: &Thresholds,
    ) -> Result<Panel> {
        let head = self.inner().head();
        let text = pin(
            &head.origin.recipe,
            &pin_of(head, shown, thresholds.clone())?,
        )?;
        let recipe = Recipe::parse(&text, &self.chart.name)?;
        prepared.panel_of(&recipe)
    }
}

/// The code of the label that a value has at a level.
fn label_code(quasi: &QuasiColumn, level: u8, code: u32) -> usize {
    let level = &quasi.hierarchy.levels[usize::from(level)];
    level.of_leaf[quasi.hierarchy.leaf_of[code as usize] as usize] as usize
}
