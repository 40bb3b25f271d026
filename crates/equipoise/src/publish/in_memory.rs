//! A release as a table in memory.

use super::agreement::check_agreement;
use super::publication::Publication;
use super::question::{Layout, question};
use crate::judge::CsvRows;
use crate::source::null_text;
use crate::typed_table::{CellType, TypedTable};
use crate::watch::{Pace, Stage, until_stopped};
use equipoise_certify as certify;
use equipoise_data::{Error, Result};
use equipoise_release::Released;
use std::collections::BTreeMap;

/// Makes the released table and has its text judged. `types` has the column types of the input, if
/// the input was in memory too.
///
/// # Errors
/// A stop by the user. An internal error if the search and the judge disagree, or if the judge
/// finds a model unmet.
pub(crate) fn released_table(
    publication: &Publication<'_>,
    types: Option<&BTreeMap<String, CellType>>,
) -> Result<TypedTable> {
    let released = publication.released()?;
    let (job, watch) = (publication.job, publication.watch);
    // Each cell is made once, and written once for the judge.
    let cells = released.len() as u64 * released.names.len() as u64;
    let pace = Pace::new(watch, Stage::Write, 2 * cells);
    let table = typed(publication, &released, types, &pace)?;
    let layout = Layout {
        format: certify::FileFormat::Csv,
        csv: &CsvRows::WRITING,
        header: false,
    };
    let question = question(publication, &released, &layout)?;
    let rows = released.len() as u64;
    watch.progress(Stage::Check, 0, rows);
    // The judge reads the text of the table that the caller gets, not of the data that it was made
    // from.
    let written = table.encode(null_text(&job.recipe), &pace)?;
    let measured = until_stopped(CsvRows::new(&written), watch, |text| {
        certify::measure(&question, text)
    })?;
    watch.progress(Stage::Check, rows, rows);
    check_agreement(job, &publication.decided.judged, &measured, &released)?;
    certify::check_fulfilled(&question, &measured)?;
    Ok(table)
}

fn typed(
    publication: &Publication<'_>,
    released: &Released,
    types: Option<&BTreeMap<String, CellType>>,
    pace: &Pace<'_>,
) -> Result<TypedTable> {
    let missing = &publication.job.recipe.input.missing;
    let rows: Vec<u32> = released.rows().collect();
    let mut table = TypedTable::new();
    for (at, (name, texts)) in released.names.iter().zip(&released.texts).enumerate() {
        if publication.watch.stopped() {
            return Err(Error::stopped());
        }
        let cell_type = types
            .and_then(|types| types.get(name))
            .filter(|_| publication.is_unchanged(name))
            .copied()
            .unwrap_or(CellType::Text);
        let shown: Vec<Option<&str>> = texts
            .iter()
            .map(|text| (!missing.contains(text)).then_some(text.as_str()))
            .collect();
        let cells = rows
            .iter()
            .map(|&row| shown[released.ranks(row)[at] as usize]);
        table = table.with_texts(name, cell_type, cells, pace)?;
    }
    Ok(table)
}
