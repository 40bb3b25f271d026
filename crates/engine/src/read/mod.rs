//! Reading CSV: streamed in blocks, on all threads of the current pool, with the same result on any number of them.
//!
//! The text is never in memory as a whole. A block of about a megabyte is cut at the end of a record, its cells become
//! codes, and its text is dropped.

mod blocks;
mod dialect;
mod encode;
mod fault;
mod header;
mod lines;
mod merge;
mod records;
#[cfg(test)]
mod tests;

pub use lines::read_lines;

use crate::source::Stream;
use blocks::Blocks;
use encode::Layout;
use equipoise_data::{Column, Dictionary, Error, Result, Table};
use header::{find_dialect, read_header};
use merge::{Job, read_rows};
use std::path::Path;

/// Bytes of text in a block: small enough to stay close to the processor from reading to encoding, large enough that
/// the work per block does not matter.
const BLOCK_BYTES: usize = 1 << 20;

/// How a CSV file is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The character between fields; `None` to detect it among `,` `;` tab and `|`.
    pub delimiter: Option<u8>,
    /// The character around fields that hold delimiters or line ends; `None` when the file quotes nothing.
    pub quote: Option<u8>,
    /// Whether the first record holds the names of the columns. Without it they are `column-1`, `column-2` ...
    pub header: bool,
}

impl Default for ReadOptions {
    /// The delimiter detected, quotes `"`, with a header.
    fn default() -> Self {
        ReadOptions { delimiter: None, quote: Some(b'"'), header: true }
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

/// A table as read, and what is known about its file.
#[derive(Clone, Debug)]
pub struct Input {
    /// The kept columns in file order. Codes are in the order of first sight.
    pub table: Table,
    /// The names of all columns of the file.
    pub names: Vec<String>,
    /// The delimiter, as given or as detected.
    pub delimiter: u8,
    /// Checksum of the bytes on disk, in hexadecimal digits.
    pub sha256: String,
    /// Number of bytes on disk.
    pub bytes: u64,
    /// Whether the first line ends with a carriage return and a line feed.
    pub crlf: bool,
}

/// Reads a CSV file, gzip or not.
///
/// `keep` gets the names of all columns once, before any row is read, and says which columns to keep: the text of the
/// others is never stored. Its error ends the call.
///
/// - Cells are kept exactly as given. A byte order mark is dropped; lines end with LF or CRLF.
/// - A quoted field may hold delimiters, line ends and doubled quotes. A quote inside an unquoted field is a letter.
/// - Empty lines are skipped. In a file of one column they are rows with an empty value, except before the first line
///   with text.
/// - Wrong data give an error with the line on which the record begins, the first in the file if there are several.
///
/// # Cost
/// One pass on the current rayon pool. Memory: 4 bytes per kept cell, the distinct values, and a few blocks of a
/// megabyte per thread.
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
pub fn read_table(path: &Path, options: &ReadOptions, keep: &dyn Fn(&[String]) -> Result<Vec<bool>>, watch: &dyn Watch) -> Result<Input> {
    read_in_blocks(path, options, keep, watch, BLOCK_BYTES)
}

/// [`read_table`] with blocks of a given size, so that tests can cut anywhere.
fn read_in_blocks(
    path: &Path,
    options: &ReadOptions,
    keep: &dyn Fn(&[String]) -> Result<Vec<bool>>,
    watch: &dyn Watch,
    block_bytes: usize,
) -> Result<Input> {
    let (stream, total) = Stream::open(path)?;
    let mut blocks = Blocks::new(stream, block_bytes);
    let dialect = find_dialect(path, &mut blocks, options.delimiter, options.quote)?;
    let header = read_header(path, &mut blocks, dialect, options)?;
    let names = header.names;
    let keep = keep(&names)?;
    if keep.len() != names.len() {
        return Err(Error::internal(format!("{} columns were judged, the file has {}", keep.len(), names.len())));
    }
    let kept = names.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(name, _)| name);
    let columns = kept.map(|name| Column { name: name.clone(), dictionary: Dictionary::new(), codes: Vec::new() }).collect();

    let job = Job { path, layout: Layout { dialect, keep }, watch, total };
    let (mut columns, rows, blocks) = read_rows(&job, header.start, blocks, columns)?;
    if rows == 0 {
        return Err(no_rows(path));
    }
    columns.iter_mut().for_each(|c| c.codes.shrink_to_fit());
    let (bytes, sha256) = (blocks.bytes_read(), blocks.into_stream().sha256());
    Ok(Input { table: Table { columns, rows }, names, delimiter: dialect.delimiter, sha256, bytes, crlf: header.crlf })
}

fn no_rows(path: &Path) -> Error {
    Error::data(format!("{}: the file has a header but no rows", path.display()))
        .hint("a table has at least one row; lines must end with LF or CRLF")
}
