//! Usefulness of a release.

mod measures;
mod nearest;
mod subject;

use subject::check_numbers;
pub(crate) use subject::{Ordered, Subject, is_aggregated, is_plain, missing_code};

use crate::prepare::Prepared;
use crate::published;
use crate::solution::Decided;
use crate::source::Job;
use equipoise_data::{Column, Decimal, Result, Table};
use equipoise_recipe::Suppressed;
use equipoise_release::Published;
use equipoise_report as report;
use subject::Named;

fn is_asked(job: &Job) -> bool {
    job.recipe.usefulness.is_some() || !job.recipe.analyses.is_empty()
}

/// Checks before a search that the usefulness of its release can be measured, if the recipe asks.
///
/// # Errors
/// Numbers that cannot be measured.
pub(crate) fn check(job: &Job, table: &Table) -> Result<()> {
    match is_asked(job) {
        true => check_numbers(&job.recipe, table),
        false => Ok(()),
    }
}

/// Measures the usefulness of a release, if the recipe asks.
pub(crate) fn of_release(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
) -> Result<Option<report::UsefulnessFacts>> {
    if !is_asked(job) {
        return Ok(None);
    }
    let subject = subject(job, prepared)?;
    let released = released(&subject, job, prepared, decided)?;
    subject.measure(&released).map(Some)
}

/// The table that a release is measured against.
pub(crate) fn subject<'a>(job: &'a Job, prepared: &Prepared) -> Result<Subject<'a>> {
    let quasi: Vec<Ordered> = prepared
        .quasi
        .iter()
        .map(|q| Ordered::by_hierarchy(q.at, &q.hierarchy))
        .collect();
    Subject::new(&job.recipe, &prepared.input.table, &quasi)
}

/// The release as a view of the table of `subject`.
pub(crate) fn released<'s>(
    subject: &'s Subject<'_>,
    job: &Job,
    prepared: &'s Prepared,
    decided: &Decided,
) -> Result<Published<'s>> {
    let classes = match job.recipe.output.suppressed {
        Suppressed::Drop => published::kept_classes(prepared, decided),
        Suppressed::Mark => {
            published::classes_with_marked(prepared, decided, &job.recipe.output.label)
        }
    };
    let released = published::with_persons(subject.original.released(classes)?, prepared)?;
    // Rows that are not kept but have a bucket are marked.
    let suppressed = decided.rows.stays().position(|stays| !stays);
    let marked = suppressed.and_then(|row| released.bucket_of(row));
    let released = released.with_marked(marked);
    let numbers = aggregated(subject, &prepared.input.table, decided, &released);
    released.with_aggregated(numbers)
}

/// For each aggregated column the number that each class shows.
fn aggregated(
    subject: &Subject<'_>,
    table: &Table,
    decided: &Decided,
    released: &Published<'_>,
) -> Vec<Vec<f64>> {
    let of_column = |(at, named): (usize, &Named)| {
        let mut of_class = vec![f64::NAN; released.buckets()];
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
        for bucket in released.each_bucket() {
            let mut classes = bucket
                .rows()
                .iter()
                .filter_map(|&row| decided.rows.class(row as usize));
            // All classes of a bucket show the same number.
            if let Some(class) = classes.next() {
                of_class[bucket.number()] = shown[of.of_class[class] as usize];
            }
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
