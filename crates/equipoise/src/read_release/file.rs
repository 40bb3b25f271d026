//! Reads a released file: finds the files that belong to it, and encodes its columns.

use super::labels::Label;
use crate::source::{Job, beside, read_options, unify_missing};
use crate::watch::{Seen, Watch};
use equipoise_certify::{Certificate, DecisionFacts, Record};
use equipoise_data::{Column, Error, Result};
use equipoise_engine::{
    InputTable, ReadOptions, content_sha256, guard, read_object, read_tables, read_text,
};
use equipoise_recipe::{Recipe, Suppressed};
use std::path::{Path, PathBuf};

/// A release that was read.
pub(crate) struct ReleaseFile {
    /// The path as given by the caller.
    pub(crate) given: PathBuf,
    pub(crate) table: PathBuf,
    pub(crate) record: Option<Record>,
    pub(crate) input: InputTable,
    /// The text of suppressed cells.
    pub(crate) mark: String,
    /// Whether suppressed rows stay in the table with the mark.
    pub(crate) marks_rows: bool,
}

/// A release with the values that its labels stand for.
pub(crate) struct ReadRelease {
    pub(crate) file: ReleaseFile,
    /// The labels of each quasi-identifier, one for each of its texts.
    pub(crate) labels: Vec<Vec<Label>>,
}

const CERTIFICATE: &str = ".certificate.json";
const RECORD: &str = ".record.json";

impl ReleaseFile {
    /// Reads a release, given its table, certificate or record.
    ///
    /// # Errors
    /// Files that cannot be read; a record of another release, or of a table with another checksum.
    pub(crate) fn read(
        job: &Job,
        given: &Path,
        original: &str,
        wanted: &[String],
        watch: &dyn Watch,
    ) -> Result<Self> {
        let (table, record) = files(given)?;
        let record = record.map(|path| read_record(&path)).transpose()?;
        if let Some(record) = &record
            && record.input.sha256 != original
        {
            return Err(Error::data("is a release of another table: its record has another checksum of the input")
                .at_file("`{}` ", given)
            .hint("compare releases with the table that they were made of; `input` in the recipe names it"));
        }
        let options = ReadOptions {
            format: None,
            ..read_options(&job.recipe)
        };
        let keep = |names: &[String]| {
            let lacking: Vec<&str> = wanted
                .iter()
                .filter(|w| is_needed(job, w) && !names.iter().any(|n| is_same(n, w)))
                .map(String::as_str)
                .collect();
            match lacking.is_empty() {
                true => Ok(names
                    .iter()
                    .map(|n| wanted.iter().any(|w| is_same(n, w)))
                    .collect()),
                false => Err(
                    Error::data(format!("has no column `{}`", lacking.join("`, `")))
                        .at_file("`{}` ", &table)
                        .hint("a release has all columns of the recipe but the identifying ones"),
                ),
            }
        };
        let mut input = read_tables(std::slice::from_ref(&table), &options, &keep, &Seen(watch))?;
        if let Some(record) = &record
            && !record.is_about(&input.sha256)
            // The record has the checksum of the content; `input` has that of the stored file,
            // which may be compressed.
            && !record.is_about(&content_sha256(&table)?)
        {
            return Err(Error::data("is not the file that its record is about: it was changed since")
                .at_file("`{}` ", table)
                .hint("make the release again, or move the record away to read labels by the recipe's hierarchies"));
        }
        unify_missing(&job.recipe, &mut input.table);
        let of_record = record
            .as_ref()
            .and_then(|r| Recipe::parse(&r.recipe.text, "the recipe of the record").ok());
        let output = of_record.map_or_else(|| job.recipe.output.clone(), |recipe| recipe.output);
        Ok(ReleaseFile {
            given: given.to_path_buf(),
            table,
            record,
            input,
            mark: output.label,
            marks_rows: output.suppressed == Suppressed::Mark,
        })
    }

    /// A column by its name in the recipe.
    pub(crate) fn column(&self, name: &str) -> Result<&Column> {
        let found = self
            .input
            .table
            .columns
            .iter()
            .find(|c| is_same(&c.name, name));
        found.ok_or_else(|| {
            Error::internal("of a release was not read").at_column("column `{}` ", name)
        })
    }

    /// The facts of the record about a column.
    pub(crate) fn facts(&self, name: &str) -> Option<&DecisionFacts> {
        self.record
            .as_ref()?
            .decision
            .iter()
            .find(|d| d.column == name)
    }

    /// The person of each row as a number, if known. Without `is_shown`, the person column does not
    /// distinguish persons, and only the record does.
    pub(super) fn persons(&self, job: &Job, is_shown: bool) -> Option<Vec<u32>> {
        let person = job.recipe.input.person.as_ref()?;
        let of_record = || {
            self.record
                .as_ref()?
                .persons
                .as_ref()
                .map(|list| list.0.clone())
        };
        let column = self
            .input
            .table
            .columns
            .iter()
            .find(|c| is_same(&c.name, person))
            .map(|c| c.codes.clone());
        column
            .filter(|_| is_shown)
            .or_else(of_record)
            .filter(|persons| persons.len() == self.input.table.rows)
    }
}

/// Whether a release must have a column. The person column is usually removed.
fn is_needed(job: &Job, name: &str) -> bool {
    job.recipe.input.person.as_deref() != Some(name)
}

/// Whether a column of a file has this name; spreadsheet-safe files put an apostrophe before some
/// names.
fn is_same(of_file: &str, name: &str) -> bool {
    of_file == name || of_file == guard(name)
}

/// The table and the record that belong to a given file.
fn files(given: &Path) -> Result<(PathBuf, Option<PathBuf>)> {
    let name = given
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let existing = |path: PathBuf| path.exists().then_some(path);
    if let Some(stem) = name.strip_suffix(CERTIFICATE) {
        let text = read_text(given)?;
        let named = Certificate::peek(&text).and_then(|c| Some(c.files.first()?.name.clone()));
        let named = named.filter(|n| !n.is_empty() && !n.contains(['/', '\\']));
        let table = given.with_file_name(named.unwrap_or_else(|| format!("{stem}.csv")));
        return Ok((
            table,
            existing(given.with_file_name(format!("{stem}{RECORD}"))),
        ));
    }
    if let Some(stem) = name.strip_suffix(RECORD) {
        let endings = ["csv", "parquet", "csv.gz", "csv.zst"];
        let table = endings
            .iter()
            .find_map(|ending| existing(given.with_file_name(format!("{stem}.{ending}"))));
        let table = table.ok_or_else(|| {
            Error::data("is not beside it").at_file("the released table of `{}` ", given)
                .hint("a record lies beside its table: `name.record.json` beside `name.csv` or `name.parquet`")
        })?;
        return Ok((table, Some(given.to_path_buf())));
    }
    Ok((given.to_path_buf(), existing(beside(given, "record.json"))))
}

fn read_record(path: &Path) -> Result<Record> {
    Record::parse(&read_object(path)?).map_err(|e| e.in_file(path))
}
