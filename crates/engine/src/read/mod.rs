//! Reading tables: one file or several, CSV or Parquet, on all threads of the current pool, with
//! the same result on any number of them.
//!
//! The text of a CSV file is never in memory as a whole. A block of about a megabyte is cut at the
//! end of a record, its cells become codes, and its text is dropped. For Parquet see
//! [`parquet`](crate::parquet).

mod blocks;
mod csv;
mod dialect;
pub(crate) mod encode;
mod fault;
mod files;
mod header;
mod lines;
mod merge;
mod records;
#[cfg(test)]
mod tests;

pub use files::table_files;
pub use lines::read_lines;

use crate::parquet::{ColumnType, ParquetFile, Reading, read_columns};
use crate::source::{has_repeated, joined_sha256};
use csv::read_csv;
use equipoise_data::{Error, Result, Table};
use files::{Files, match_names};
use std::path::{Path, PathBuf};

/// Bytes of text in a block: small enough to stay close to the processor from reading to encoding,
/// large enough that the work per block does not matter.
const BLOCK_BYTES: usize = 1 << 20;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text with delimiters, plain or compressed.
    Csv,
    /// Parquet.
    Parquet,
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Format::Csv => "CSV",
            Format::Parquet => "Parquet",
        })
    }
}

/// How a table is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The character between fields; `None` to detect it among `,` `;` tab and `|`.
    pub delimiter: Option<u8>,
    /// The character around fields that hold delimiters or line ends; `None` when the file quotes
    /// nothing.
    pub quote: Option<u8>,
    /// Whether the first record holds the names of the columns. Without it they are `column-1`,
    /// `column-2` ...
    pub header: bool,
    /// The format; `None` to find it from the first bytes.
    pub format: Option<Format>,
    /// The text that a null of a Parquet file becomes; without one, a null is an error.
    pub null: Option<String>,
    /// Columns that are left out where they cannot be read as texts: lists, structures, raw bytes.
    pub dispensable: Vec<String>,
}

impl Default for ReadOptions {
    /// The format and the delimiter detected, quotes `"`, with a header, nulls as empty texts, no
    /// column dispensable.
    fn default() -> Self {
        ReadOptions {
            delimiter: None,
            quote: Some(b'"'),
            header: true,
            format: None,
            null: Some(String::new()),
            dispensable: Vec::new(),
        }
    }
}

/// Looks on while a file is read, and can end it.
pub trait Watch: Sync {
    /// So many of the bytes on disk were read. The total is 0 where it is not known (a pipe).
    fn progress(&self, done_bytes: u64, total_bytes: u64);
    /// When true, reading ends with an error of kind limit.
    fn stopped(&self) -> bool;
}

/// A [`Watch`] that neither shows anything nor stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Watch for Quiet {
    fn progress(&self, _: u64, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// A table as read, and what is known about its files.
#[derive(Clone, Debug)]
pub struct Input {
    /// The kept columns in file order. Codes are in the order of first sight.
    pub table: Table,
    /// The names of all columns of the file.
    pub names: Vec<String>,
    /// The delimiter, as given or as detected in the first file; a comma for Parquet.
    pub delimiter: u8,
    /// Checksum of the bytes on disk, in hexadecimal digits. That of several files is the checksum
    /// of a text that has the checksum of each on a line of its own, in their order.
    pub sha256: String,
    /// Number of bytes on disk.
    pub bytes: u64,
    /// Whether the first line ends with a carriage return and a line feed.
    pub crlf: bool,
    /// The format of the files.
    pub format: Format,
    /// The types of kept columns of Parquet files, where all files agree.
    pub types: Vec<(String, ColumnType)>,
    /// Files of folders that were left out because their names do not end like a table, or begin
    /// with `.` or `_` although they do.
    pub left_out: Vec<String>,
    /// Whether two files have the same bytes: a copy, perhaps, that counts everybody in it twice.
    pub repeated: bool,
}

impl Input {
    /// The type that a column has in the Parquet files that it was read from.
    pub fn type_of(&self, name: &str) -> Option<&ColumnType> {
        self.types.iter().find(|t| t.0 == name).map(|t| &t.1)
    }
}

/// Which of the named columns are kept; its error ends the call.
pub type Keep<'a> = dyn Fn(&[String]) -> Result<Vec<bool>> + 'a;

/// Reads a table: a file, or all tables of a folder as one.
///
/// CSV may be plain, gzip or zstd; what a file is, its first bytes tell. `keep` gets the names of
/// all columns once, before any row is read, and says which columns to keep: the text of the others
/// is never stored, and from Parquet not even read.
///
/// Of CSV files:
/// - Cells are kept exactly as given. A byte order mark is dropped; lines end with LF or CRLF.
/// - A quoted field may hold delimiters, line ends and doubled quotes. A quote inside an unquoted
///   field is a letter.
/// - Empty lines are skipped. In a file of one column they are rows with an empty value, except
///   before the first line with text.
/// - Wrong data give an error with the line on which the record begins, the first in the file if
///   there are several.
///
/// # Cost
/// One pass on the current rayon pool. Memory: 4 bytes per kept cell, the distinct values, and a
/// few blocks of a megabyte per thread; for Parquet one column of one row group per thread.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("people.csv");
/// # std::fs::write(&path, "name;age;city\nAda;36;London\nAlan;41;London\n").unwrap();
/// use equipoise_engine::{Quiet, ReadOptions, read_table};
/// let without_names = |names: &[String]| Ok(names.iter().map(|n| n != "name").collect());
/// let input = read_table(&path, &ReadOptions::default(), &without_names, &Quiet)?;
/// assert_eq!(input.names, ["name", "age", "city"]);
/// assert_eq!(input.table.columns.len(), 2);
/// assert_eq!(input.table.column("city").unwrap().counts(), [2]);
/// assert_eq!(input.delimiter, b';');
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn read_table(
    path: &Path,
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn Watch,
) -> Result<Input> {
    read_tables(&[path.to_owned()], options, keep, watch)
}

/// Reads several files, or the tables of folders, as one table, as [`read_table`] does.
///
/// All have the same columns, in any order; that of the first file counts. Rows are in the order of
/// the files.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let paths = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
/// # std::fs::write(&paths[0], "age;city\n36;London\n").unwrap();
/// # std::fs::write(&paths[1], "city,age\nParis,41\n").unwrap();
/// use equipoise_engine::{Quiet, ReadOptions, read_tables};
/// let input = read_tables(&paths, &ReadOptions::default(), &|names| Ok(vec![true; names.len()]), &Quiet)?;
/// assert_eq!((input.names.as_slice(), input.table.rows), (&["age".to_owned(), "city".to_owned()][..], 2));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn read_tables(
    paths: &[PathBuf],
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn Watch,
) -> Result<Input> {
    let files = Files::find(paths)?;
    let input = match files.format(options.format)? {
        Format::Csv => read_csv(&files.paths, options, keep, watch, BLOCK_BYTES)?,
        Format::Parquet => read_parquet(&files.paths, options, keep, watch)?,
    };
    Ok(Input {
        left_out: files.left_out,
        ..input
    })
}

/// The columns to keep, one answer for each name.
fn kept(keep: &Keep<'_>, names: &[String]) -> Result<Vec<bool>> {
    let keep = keep(names)?;
    if keep.len() != names.len() {
        return Err(Error::internal(format!(
            "{} columns were judged, the file has {}",
            keep.len(),
            names.len()
        )));
    }
    Ok(keep)
}

fn read_parquet(
    paths: &[PathBuf],
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn Watch,
) -> Result<Input> {
    let files = paths
        .iter()
        .map(|path| ParquetFile::open(path))
        .collect::<Result<Vec<_>>>()?;
    let names = files[0].names();
    let keep = kept(keep, &names)?;
    let (mut wanted, mut types) = (Vec::new(), Vec::new());
    for file in &files[1..] {
        match_names((&paths[0], &names), (&file.path, &file.names()))?;
    }
    for (name, _) in names.iter().zip(&keep).filter(|(_, keep)| **keep) {
        let dispensable = options.dispensable.contains(name);
        let Some(places) = files
            .iter()
            .map(|file| file.place(name, dispensable))
            .collect::<Result<Option<Vec<_>>>>()?
        else {
            continue;
        };
        let mut of = places.iter().map(|(_, of)| of);
        let joined = of
            .next()
            .cloned()
            .and_then(|first| of.try_fold(first, ColumnType::joined));
        types.extend(joined.map(|of| (name.clone(), of)));
        wanted.push((name.clone(), places));
    }
    let rows = files.iter().map(|f| f.rows).sum();
    if rows == 0 {
        return Err(no_rows(paths));
    }
    let bytes = files.iter().map(|f| f.size).sum();
    let reading = Reading {
        files: &files,
        null: options.null.as_deref(),
        watch,
        total: bytes,
    };
    let sums = || {
        files
            .iter()
            .map(ParquetFile::sha256)
            .collect::<Result<Vec<_>>>()
    };
    let (columns, sums) = rayon::join(|| read_columns(&reading, wanted), sums);
    let (mut columns, sums) = (columns?, sums?);
    // Control totals: a row lost or counted twice here would change every class size after it.
    if columns.iter().any(|c| c.codes.len() != rows) {
        return Err(Error::internal(format!(
            "the columns of a Parquet table do not all have {rows} rows"
        )));
    }
    columns.iter_mut().for_each(|c| c.codes.shrink_to_fit());
    watch.progress(bytes, bytes);
    Ok(Input {
        table: Table { columns, rows },
        names,
        delimiter: b',',
        repeated: has_repeated(&sums),
        sha256: joined_sha256(&sums),
        bytes,
        crlf: false,
        format: Format::Parquet,
        types,
        left_out: Vec::new(),
    })
}

fn no_rows(paths: &[PathBuf]) -> Error {
    let error = match paths {
        [path] => Error::data("the file has a header but no rows").in_file(path),
        _ => Error::data(format!("none of the {} files has a row", paths.len())),
    };
    error.hint("a table has at least one row; lines must end with LF or CRLF")
}
