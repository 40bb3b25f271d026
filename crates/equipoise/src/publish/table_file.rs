//! Writes the rows of a release to a file, in the format that it is to have.

use super::publication::Publication;
use crate::prepare::Prepared;
use crate::source::Job;
use crate::watch::Stage;
use equipoise_certify::FileFormat;
use equipoise_data::{Error, Result};
use equipoise_engine::{
    Compression, CsvWriter, ParquetColumn, ParquetWriter, Staged, WriteOptions, render, write_error,
};
use equipoise_recipe::{Format, Role};
use equipoise_release::Released;
use std::path::Path;

/// The format and layout of a released table.
pub(crate) struct FileManner {
    pub(crate) format: FileFormat,
    /// For CSV: as the input was, so that one recipe reads both.
    pub(crate) csv: WriteOptions,
}

impl FileManner {
    pub(crate) fn new(job: &Job, prepared: &Prepared, output: &Path) -> Self {
        let is_parquet = job.recipe.output.format_at(&output.to_string_lossy()) == Format::Parquet;
        let delimiter = prepared.input.delimiter;
        // Labels may need quotes where the input has none.
        let usual = if delimiter == b'"' { b'\'' } else { b'"' };
        let csv = WriteOptions {
            delimiter,
            quote: job.recipe.input.quote.unwrap_or(usual),
            spreadsheet_safe: job.recipe.output.spreadsheet_safe && !is_parquet,
            compression: Compression::by_ending(output),
        };
        FileManner {
            format: if is_parquet {
                FileFormat::Parquet
            } else {
                FileFormat::Csv
            },
            csv,
        }
    }
}

/// Endings of formats that no release is written in.
const OTHERS: [&str; 16] = [
    ".xlsx",
    ".xls",
    ".ods",
    ".json",
    ".jsonl",
    ".arrow",
    ".feather",
    ".orc",
    ".sav",
    ".dta",
    ".sas7bdat",
    ".bz2",
    ".xz",
    ".zip",
    ".parquet.gz",
    ".parquet.zst",
];

/// Refuses a name that says another format than the file would have.
pub(crate) fn check_ending(job: &Job, output: &Path) -> Result<()> {
    let name = output
        .file_name()
        .map(|n| n.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    match OTHERS.iter().find(|ending| name.ends_with(*ending)) {
        Some(ending) if job.recipe.output.format.is_none() => {
            Err(Error::usage(format!("the output ends in `{ending}`; a release is written as `.csv`, `.csv.gz`, `.csv.zst` or `.parquet`"))
                .hint("choose another ending, or say `format` in `[output]`"))
        }
        _ => Ok(()),
    }
}

/// The rows of a release and where they go.
pub(crate) struct TableFile<'a> {
    pub(super) publication: &'a Publication<'a>,
    pub(super) released: &'a Released,
    pub(super) manner: &'a FileManner,
}

impl TableFile<'_> {
    /// Writes all rows; the file is complete, and not yet closed.
    pub(crate) fn write(&self, staged: Staged) -> Result<Staged> {
        match self.manner.format {
            FileFormat::Csv => self.write_csv(staged),
            FileFormat::Parquet => self.write_parquet(staged),
        }
    }

    fn write_csv(&self, staged: Staged) -> Result<Staged> {
        let (path, writing) = (staged.path().to_owned(), &self.manner.csv);
        let failed = |e: std::io::Error| write_error(&path, e);
        let mut out = CsvWriter::new(staged, writing);
        if self.publication.job.recipe.input.header {
            out.row(self.released.names.iter().map(String::as_str))
                .map_err(failed)?;
        }
        let texts = self.released.texts.iter();
        let rendered: Vec<Vec<Vec<u8>>> = texts
            .map(|t| {
                t.iter()
                    .map(|t| {
                        render(
                            t,
                            writing.delimiter,
                            writing.quote,
                            writing.spreadsheet_safe,
                        )
                    })
                    .collect()
            })
            .collect();
        self.for_each_run(|ranks, count| {
            out.rows_rendered(
                ranks
                    .iter()
                    .zip(&rendered)
                    .map(|(&r, texts)| texts[r as usize].as_slice()),
                count,
            )
            .map_err(failed)
        })?;
        out.finish().map_err(failed)
    }

    fn write_parquet(&self, staged: Staged) -> Result<Staged> {
        let path = staged.path().to_owned();
        let failed = |e: std::io::Error| write_error(&path, e);
        let missing = &self.publication.job.recipe.input.missing;
        let columns = self
            .released
            .names
            .iter()
            .zip(&self.released.texts)
            .map(|(name, texts)| ParquetColumn {
                name,
                of: self
                    .publication
                    .prepared
                    .input
                    .type_of(name)
                    .filter(|_| self.publication.is_unchanged(name)),
                nulls: texts.iter().map(|text| missing.contains(text)).collect(),
                unused: self.unused(name, texts),
                texts,
            });
        let columns: Vec<ParquetColumn<'_>> = columns.collect();
        let mut out = ParquetWriter::new(staged, &columns).map_err(failed)?;
        self.for_each_run(|ranks, count| out.rows(ranks, count).map_err(failed))?;
        out.finish().map_err(failed)
    }

    /// The label of suppressed rows is among the texts of a quasi-identifier even where no row
    /// has it, because they are left out.
    fn unused(&self, name: &str, texts: &[String]) -> Vec<usize> {
        let column = self
            .released
            .names
            .iter()
            .position(|n| n == name)
            .filter(|_| self.publication.job.recipe.role(name) == Some(Role::QuasiIdentifier));
        let label = texts
            .binary_search(&self.publication.job.recipe.output.label)
            .ok();
        let (Some(column), Some(label)) = (column, label) else {
            return Vec::new();
        };
        let is_used = self
            .released
            .runs()
            .any(|(row, _)| self.released.ranks(row)[column] as usize == label);
        if is_used { Vec::new() } else { vec![label] }
    }

    fn for_each_run(&self, mut write: impl FnMut(&[u32], u64) -> Result<()>) -> Result<()> {
        let total = self.released.len() as u64;
        let mut done = 0;
        for (row, count) in self.released.runs() {
            if done / 65_536 != (done + count) / 65_536 {
                self.publication.watch.progress(Stage::Write, done, total);
                if self.publication.watch.stopped() {
                    return Err(Error::stopped());
                }
            }
            write(self.released.ranks(row), count)?;
            done += count;
        }
        Ok(())
    }
}
