//! Cell suppression: a partition whose classes show each value, or nothing.

use crate::Job;
use crate::decided::Decided;
use crate::describe;
use crate::find::{Clock, Search, unmet};
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch};
use equipoise_data::{Error, Recoding, Region, Result};
use equipoise_privacy::Score;
use equipoise_recipe::{ColumnRecipe, Model, Reading, Role};
use equipoise_search::cells::{self, CellTask, cautious_k, suppress_cells, wildcard_k};
use equipoise_search::{Limits, Partition, Task, examine_partition};
use std::collections::HashMap;

/// Weights of columns are counted in this part of one.
const PARTS: f64 = 1_000.0;

/// Suppresses as few cells as it can such that k holds.
pub(crate) fn find(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    let search = &job.recipe.search;
    let k = asked_k(job)?;
    let is_aggregated =
        |c: &&ColumnRecipe| c.role == Role::QuasiIdentifier && c.aggregate.is_some();
    if let Some(column) = job.recipe.columns.iter().find(is_aggregated) {
        return Err(Error::usage("does not go with `cell-suppression`")
            .at_column("`aggregate` of the quasi-identifier `{}` ", &column.name)
            .hint("take `aggregate` out, or use `method = \"local-recoding\"`"));
    }
    let subset = subset(job, prepared)?;
    let leaves: Vec<Vec<u32>> = prepared
        .quasi
        .iter()
        .map(|q| {
            prepared.input.table.columns[q.at]
                .codes
                .iter()
                .map(|&code| q.hierarchy.leaf_of[code as usize])
                .collect()
        })
        .collect();
    let columns: Vec<&[u32]> = leaves.iter().map(Vec::as_slice).collect();
    let cell_task = CellTask {
        columns: columns.clone(),
        persons: task.encoded.persons,
        k,
        subset,
        importance: prepared
            .quasi
            .iter()
            .map(|q| ((q.weight * PARTS).round() as u64).max(1))
            .collect(),
        // Where anything matches a suppressed cell, a few rows without any cell would do for all
        // others. What is done instead holds for each row by itself.
        reading: if search.reading == Reading::Wildcard {
            cells::Reading::Fitting
        } else {
            cells::Reading::Cautious
        },
    };
    let found = suppress_cells(&cell_task, limits, &Seen(watch))?;
    let mut figures = clock.figures(search.method.name().to_owned());
    if watch.stopped() {
        return Err(Error::stopped());
    }
    let Some(found) = found else {
        return Ok(Search::Unmet(Box::new(unmet(
            job,
            prepared,
            "not even all rows together in one class meet",
            figures,
        ))));
    };
    // What is proved of the wildcard reading is proved of something stronger.
    figures.proved_optimal = found.proved && search.reading == Reading::Cautious;
    let readings = (
        cautious_k(&columns, task.encoded.persons, &found.masks, subset),
        wildcard_k(&columns, task.encoded.persons, &found.masks, subset),
    );
    let partition = Partition {
        recoding: recoding(prepared, &columns, &found.masks),
        supersets: Vec::new(),
        runs: None,
    };
    let mut examined = examine_partition(task, &partition)?;
    let measured = if search.reading == Reading::Wildcard {
        readings.1
    } else {
        readings.0
    };
    for verdict in &mut examined.verdicts {
        (verdict.measured, verdict.met, verdict.witness) =
            (Some(Score::whole(measured)), measured >= k, None);
    }
    let mut decided = Decided::classes(job, prepared, examined, partition)?;
    decided.readings = Some(readings);
    decided
        .public_warnings
        .push(told(prepared, &found, readings, search.reading, subset));
    Ok(Search::Decided(Box::new(decided), figures))
}

/// The k of the one model that cells can be suppressed for.
fn asked_k(job: &Job) -> Result<u64> {
    match job.recipe.privacy.as_slice() {
        [Model::KAnonymity { k }] => Ok(*k),
        models => {
            let other = models
                .iter()
                .find(|m| !matches!(m, Model::KAnonymity { .. }))
                .map_or_else(String::new, |m| {
                    format!("; {} is asked for too", describe::model(m))
                });
            Err(Error::usage(format!(
                "`cell-suppression` is for k-anonymity alone{other}"
            ))
            .hint("use `method = \"local-recoding\"` for other models"))
        }
    }
}

fn subset(job: &Job, prepared: &Prepared) -> Result<Option<usize>> {
    let all = prepared.quasi.len();
    match job.recipe.search.subsets.map(|m| m as usize) {
        Some(m) if m > all => Err(Error::usage(format!(
            "`subsets` in `[search]` is {m}; there are {all} quasi-identifiers"
        ))),
        m => Ok(m),
    }
}

/// Classes of rows that show the same.
fn recoding(prepared: &Prepared, columns: &[&[u32]], masks: &[u64]) -> Recoding {
    let mut groups: HashMap<Vec<Region>, u32> = HashMap::new();
    let mut regions = Vec::new();
    let mut of_row = Vec::with_capacity(masks.len());
    for (row, &mask) in masks.iter().enumerate() {
        let region = |c: usize| match mask >> c & 1 {
            0 => Region::leaf(columns[c][row]),
            _ => Region::all(&prepared.quasi[c].hierarchy),
        };
        let shown: Vec<Region> = (0..columns.len()).map(region).collect();
        let next = groups.len() as u32;
        of_row.push(*groups.entry(shown).or_insert_with_key(|shown| {
            regions.extend(shown);
            next
        }));
    }
    Recoding::new(of_row, regions, columns.len())
}

/// What the curator and the readers of the report must know.
fn told(
    prepared: &Prepared,
    found: &cells::SuppressedCells,
    (cautious, wildcard): (u64, u64),
    reading: Reading,
    subset: Option<usize>,
) -> String {
    let all = found.masks.len() as u64 * prepared.quasi.len() as u64;
    let share = 100.0 * found.cells as f64 / all.max(1) as f64;
    let on = subset.map_or_else(String::new, |m| format!(" on every {m} quasi-identifiers"));
    let by = match reading {
        Reading::Cautious => "a suppressed cell counts as a value of its own",
        Reading::Wildcard => {
            "the promise is in the wildcard reading, in which a suppressed cell may be any value; it is weaker than the usual one"
        }
    };
    format!(
        "{share:.1} % of the cells are suppressed; {by}. k{on} is {cautious} when a suppressed cell is a value of its own, and {wildcard} when it matches anything"
    )
}
