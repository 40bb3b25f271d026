//! Usefulness of a release.

mod measures;
mod nearest;
mod subject;

pub(crate) use subject::{Ordered, Subject, View, is_aggregated, is_plain, missing_code};

use crate::prepare::Prepared;
use crate::solution::{ColumnDecision, Decided};
use crate::source::Job;
use equipoise_data::{Column, Decimal, Region, Result, Table};
use equipoise_recipe::Suppressed;
use equipoise_release::{LEFT_OUT, Recoding};
use equipoise_report as report;
use std::collections::HashMap;
use subject::Named;

/// Measures the usefulness of a release, if the recipe asks.
pub(crate) fn of_release(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
) -> Result<Option<report::UsefulnessFacts>> {
    if job.recipe.usefulness.is_none() && job.recipe.analyses.is_empty() {
        return Ok(None);
    }
    let table = &prepared.input.table;
    let quasi: Vec<Ordered> = prepared
        .quasi
        .iter()
        .map(|q| Ordered::by_hierarchy(q.at, &q.hierarchy))
        .collect();
    let subject = Subject::new(&job.recipe, table, &quasi)?;
    let recoding = recoding(job, prepared, decided);
    let numbers = aggregated(&subject, table, decided, &recoding);
    subject
        .measure(&View {
            recoding: &recoding,
            numbers,
            plain: None,
        })
        .map(Some)
}

/// The classes of a decision. Marked rows are one more: they show nothing, and are there.
fn recoding(job: &Job, prepared: &Prepared, decided: &Decided) -> Recoding {
    let (table, assignment) = (&prepared.input.table, &decided.rows);
    let marked = job.recipe.output.suppressed == Suppressed::Mark;
    let all: Vec<Region> = prepared
        .quasi
        .iter()
        .map(|q| Region::all(&q.hierarchy))
        .collect();
    let region = |a: usize, row: usize| match &decided.columns[a] {
        ColumnDecision::Level(level) => {
            let (of, hierarchy) = (
                &prepared.quasi[a].hierarchy.levels[usize::from(*level)].of_leaf,
                &prepared.quasi[a].hierarchy,
            );
            let label = of[hierarchy.leaf_of
                [table.columns[prepared.quasi[a].at].codes[row] as usize]
                as usize];
            Region {
                first: of.partition_point(|&c| c < label) as u32,
                last: of.partition_point(|&c| c <= label) as u32 - 1,
            }
        }
        ColumnDecision::Classes(by) => {
            by.regions[by.of_class[assignment.class_of_row()[row] as usize] as usize]
        }
    };
    let mut groups: HashMap<u32, u32> = HashMap::new();
    let mut regions: Vec<Region> = Vec::new();
    let mut group_of_row = Vec::with_capacity(table.rows);
    for row in 0..table.rows {
        let is_kept = assignment.is_kept(row);
        if !is_kept && !marked {
            group_of_row.push(LEFT_OUT);
            continue;
        }
        let next = groups.len() as u32;
        group_of_row.push(
            *groups
                .entry(if is_kept {
                    assignment.class_of_row()[row]
                } else {
                    LEFT_OUT
                })
                .or_insert_with(|| {
                    match is_kept {
                        true => regions.extend((0..all.len()).map(|a| region(a, row))),
                        false => regions.extend(&all),
                    }
                    next
                }),
        );
    }
    Recoding::new(group_of_row, regions, all.len())
}

/// For each aggregated column the number that each class shows.
fn aggregated(
    subject: &Subject<'_>,
    table: &Table,
    decided: &Decided,
    recoding: &Recoding,
) -> Vec<Vec<f64>> {
    let of_column = |(at, named): (usize, &Named)| {
        let mut of_class = vec![f64::NAN; recoding.classes()];
        let Some(of) = decided
            .aggregated
            .iter()
            .find(|of| table.columns[of.at].name == named.name)
        else {
            return of_class;
        };
        let numbers = subject.original.aggregated()[at]
            .numbers
            .as_deref()
            .unwrap_or(&[]);
        let shown: Vec<f64> = of
            .labels
            .iter()
            .map(|label| number_shown(label, &table.columns[of.at], numbers))
            .collect();
        let assignment = &decided.rows;
        for (row, &class) in recoding
            .class_of_row
            .iter()
            .enumerate()
            .filter(|&(row, _)| assignment.is_kept(row))
        {
            of_class[class as usize] =
                shown[of.of_class[assignment.class_of_row()[row] as usize] as usize];
        }
        of_class
    };
    subject
        .aggregated
        .iter()
        .enumerate()
        .map(of_column)
        .collect()
}

/// The number that a class shows: a value of the column, another number, or the middle of two; NaN
/// for anything else.
pub(crate) fn number_shown(text: &str, column: &Column, numbers: &[f64]) -> f64 {
    let number = |text: &str| match column.dictionary.find(text) {
        Some(code) => numbers.get(code as usize).copied().unwrap_or(f64::NAN),
        None => Decimal::parse(text).map_or(f64::NAN, |number| number.to_f64()),
    };
    match (number(text), text.split_once("..")) {
        (x, Some((first, last))) if x.is_nan() => (number(first) + number(last)) / 2.0,
        (x, _) => x,
    }
}
