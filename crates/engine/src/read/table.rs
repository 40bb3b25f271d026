//! Reading a table, whatever its format.

use super::blocks::BLOCK_BYTES;
use super::csv::read_csv;
use super::files::Files;
use super::parquet::read_parquet;
use crate::options::{FileFormat, Keep, ReadOptions};
use crate::table::InputTable;
use crate::watch::ReadWatch;
use equipoise_data::Result;
use std::path::{Path, PathBuf};

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
    watch: &dyn ReadWatch,
) -> Result<InputTable> {
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
    watch: &dyn ReadWatch,
) -> Result<InputTable> {
    let files = Files::find(paths)?;
    let input = match files.format(options.format)? {
        FileFormat::Csv => read_csv(&files.paths, options, keep, watch, BLOCK_BYTES)?,
        FileFormat::Parquet => read_parquet(&files.paths, options, keep, watch)?,
    };
    Ok(InputTable {
        left_out: files.left_out,
        ..input
    })
}
