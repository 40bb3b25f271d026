//! Cell suppression: a partition whose classes show each value, or nothing.

use super::search::{Form, Found, Search, SearchMethod, Setting};
use crate::prepare::Prepared;
use crate::solution::Account;
use crate::source::Job;
use crate::watch::Seen;
use equipoise_data::{Error, Region, Result};
use equipoise_privacy::{Score, Verdict};
use equipoise_recipe::{ColumnRecipe, Model, ReadingChoice, Role};
use equipoise_release::Recoding;
use equipoise_search::Partition;
use equipoise_search::cells::{self, CellTask, cautious_k, suppress_cells, wildcard_k};
use std::collections::HashMap;

/// Weights of columns are counted in this part of one.
const PARTS: f64 = 1_000.0;

/// Suppresses as few cells as it can such that k holds.
pub(super) struct CellSuppression;

impl SearchMethod for CellSuppression {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let (job, prepared) = (setting.job, setting.prepared);
        let reading = job.recipe.search.reading;
        let k = asked_k(job)?;
        check_aggregates(job)?;
        let subset = subset(job, prepared)?;
        let leaves = leaves(prepared);
        let columns: Vec<&[u32]> = leaves.iter().map(Vec::as_slice).collect();
        let persons = setting.task.encoded.persons;
        let task = CellTask {
            columns: columns.clone(),
            persons,
            k,
            subset,
            importance: prepared
                .quasi
                .iter()
                .map(|q| ((q.weight * PARTS).round() as u64).max(1))
                .collect(),
            // Where anything matches a suppressed cell, a few rows without any cell would do for
            // all others. What is done instead holds for each row by itself.
            reading: match reading {
                ReadingChoice::Wildcard => cells::Reading::Fitting,
                ReadingChoice::Cautious => cells::Reading::Cautious,
            },
        };
        let found = suppress_cells(&task, &setting.limits, &Seen(setting.watch))?;
        let mut figures = setting.figures();
        let Some(found) = found else {
            return setting.partition(None, figures);
        };
        setting.check_stopped()?;
        // What is proved of the wildcard reading is proved of something stronger.
        figures.proved_optimal = found.proved && reading == ReadingChoice::Cautious;
        let cautious = cautious_k(&columns, persons, &found.masks, subset);
        let wildcard = wildcard_k(&columns, persons, &found.masks, subset);
        let measured = match reading {
            ReadingChoice::Wildcard => wildcard,
            ReadingChoice::Cautious => cautious,
        };
        let verdict = Verdict {
            asked: Score::whole(k),
            measured: Some(Score::whole(measured)),
            met: measured >= k,
            witness: None,
        };
        let partition = Partition {
            recoding: recoding(prepared, &columns, &found.masks),
            supersets: Vec::new(),
            runs: None,
        };
        let warning = summary(prepared, &found, (cautious, wildcard), reading, subset);
        Ok(Found {
            account: Account::Cells { cautious, wildcard },
            verdicts: Some(vec![verdict]),
            public_warnings: vec![warning],
            ..Found::new(Form::Classes(partition), figures)
        }
        .into())
    }
}

/// Cells of aggregated quasi-identifiers could not be suppressed one by one.
fn check_aggregates(job: &Job) -> Result<()> {
    let is_aggregated =
        |c: &&ColumnRecipe| c.role == Role::QuasiIdentifier && c.aggregate.is_some();
    match job.recipe.columns.iter().find(is_aggregated) {
        None => Ok(()),
        Some(column) => Err(Error::usage("does not go with `cell-suppression`")
            .at_column("`aggregate` of the quasi-identifier `{}` ", &column.name)
            .hint("take `aggregate` out, or use `method = \"local-recoding\"`")),
    }
}

/// For each quasi-identifier the leaf of each row.
fn leaves(prepared: &Prepared) -> Vec<Vec<u32>> {
    let columns = &prepared.input.table.columns;
    let of_quasi = prepared.quasi.iter().map(|q| {
        let leaf = |&code: &u32| q.hierarchy.leaf_of[code as usize];
        columns[q.at].codes.iter().map(leaf).collect()
    });
    of_quasi.collect()
}

/// The k of the one model that cells can be suppressed for.
fn asked_k(job: &Job) -> Result<u64> {
    match job.recipe.privacy.as_slice() {
        [Model::KAnonymity { k }] => Ok(*k),
        models => {
            let other = models
                .iter()
                .find(|m| !matches!(m, Model::KAnonymity { .. }))
                .map_or_else(String::new, |m| format!("; {m} is asked for too"));
            Err(Error::usage(format!(
                "`cell-suppression` is for k-anonymity alone{other}"
            ))
            .hint("use `method = \"local-recoding\"` for other models"))
        }
    }
}

/// The number of quasi-identifiers that adversaries are assumed to know; none means all.
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

/// A sentence for the curator and the readers of the report.
fn summary(
    prepared: &Prepared,
    found: &cells::SuppressedCells,
    (cautious, wildcard): (u64, u64),
    reading: ReadingChoice,
    subset: Option<usize>,
) -> String {
    let all = found.masks.len() as u64 * prepared.quasi.len() as u64;
    let share = 100.0 * found.cells as f64 / all.max(1) as f64;
    let on = subset.map_or_else(String::new, |m| format!(" on every {m} quasi-identifiers"));
    let by = match reading {
        ReadingChoice::Cautious => "a suppressed cell counts as a value of its own",
        ReadingChoice::Wildcard => {
            "the promise is in the wildcard reading, in which a suppressed cell may be any value; it is weaker than the usual one"
        }
    };
    format!(
        "{share:.1} % of the cells are suppressed; {by}. k{on} is {cautious} when a suppressed cell is a value of its own, and {wildcard} when it matches anything"
    )
}
