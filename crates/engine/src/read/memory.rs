//! Takes a table that is already in memory.

use super::names::kept;
use crate::errors::stopped;
use crate::options::{FileFormat, Keep, ReadOptions};
use crate::parquet::ColumnType;
use crate::source::hex;
use crate::table::InputTable;
use crate::watch::ReadWatch;
use crate::write::{CsvWriter, WriteOptions, render};
use equipoise_data::{Error, Result, Table};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::{self, Write};

/// Takes a table in memory as if it were read from a CSV file with the same texts.
///
/// Checksum and size are those of that file: with a header, commas, quotes where a cell needs them,
/// and LF at line ends. Rows are in the order of the table. `types` are the types of unchanged
/// columns in Parquet files. `watch` counts rows instead of bytes.
///
/// # Errors
/// A table without rows; errors of `keep`; a stop by `watch`.
///
/// # Cost
/// One pass to write the text for the checksum.
///
/// ```
/// use equipoise_data::Table;
/// use equipoise_engine::{Quiet, ReadOptions, take_table};
/// let table = Table::from_rows(&["age", "city"], &[["36", "London"], ["41", "Paris"]]);
/// let keep = |names: &[String]| Ok(names.iter().map(|n| n != "age").collect());
/// let input = take_table(table, Vec::new(), &ReadOptions::default(), &keep, &Quiet)?;
/// assert_eq!((input.names.len(), input.table.columns.len()), (2, 1));
/// assert_eq!(input.bytes, "age,city\n36,London\n41,Paris\n".len() as u64);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn take_table(
    mut table: Table,
    mut types: Vec<(String, ColumnType)>,
    options: &ReadOptions,
    keep: &Keep<'_>,
    watch: &dyn ReadWatch,
) -> Result<InputTable> {
    let names: Vec<String> = table.columns.iter().map(|c| c.name.clone()).collect();
    let keep = kept(keep, &names)?;
    if table.rows == 0 {
        return Err(Error::data("the table has no rows").hint("a table has at least one row"));
    }
    let text = write_canonical(&table, Summed::default(), watch)?;
    let mut is_kept = keep.into_iter();
    table.columns.retain(|_| is_kept.next().unwrap_or_default());
    let kept_names: HashSet<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    types.retain(|(name, _)| kept_names.contains(name.as_str()));
    Ok(InputTable {
        table,
        names,
        delimiter: options.delimiter.unwrap_or(b','),
        sha256: hex(text.sha),
        bytes: text.bytes,
        crlf: false,
        format: FileFormat::Csv,
        types,
        left_out: Vec::new(),
        repeated: false,
    })
}

/// Rows between two checks of the watch.
const ROWS: usize = 4_096;

fn write_canonical<W: Write>(table: &Table, out: W, watch: &dyn ReadWatch) -> Result<W> {
    let failed =
        |e: io::Error| Error::internal("the text of a table could not be written").caused_by(e);
    let writing = WriteOptions::default();
    let mut out = CsvWriter::new(out, &writing);
    let names = table.columns.iter().map(|c| c.name.as_str());
    out.row(names).map_err(failed)?;
    let cell = |text: &str| render(text, writing.delimiter, writing.quote, false);
    let columns: Vec<(&[u32], Vec<Vec<u8>>)> = table
        .columns
        .iter()
        .map(|c| (c.codes.as_slice(), c.dictionary.texts().map(cell).collect()))
        .collect();
    for row in 0..table.rows {
        if row % ROWS == 0 {
            watch.progress(row as u64, table.rows as u64);
            if watch.stopped() {
                return Err(stopped());
            }
        }
        let cells = columns
            .iter()
            .map(|(codes, cells)| cells[codes[row] as usize].as_slice());
        out.row_rendered(cells).map_err(failed)?;
    }
    out.finish().map_err(failed)
}

/// The length and the checksum of a text that is not stored.
#[derive(Default)]
struct Summed {
    sha: Sha256,
    bytes: u64,
}

impl Write for Summed {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.sha.update(data);
        self.bytes += data.len() as u64;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_table;
    use crate::watch::Quiet;

    #[test]
    fn a_table_in_memory_is_what_its_file_reads_as() {
        let rows = [
            ["a,b", "", "x\"y"],
            ["1", "line\nbreak", "\u{feff}z"],
            ["1", "", " "],
        ];
        let table = Table::from_rows(&["x", "y;z", "w w"], &rows);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, write_canonical(&table, Vec::new(), &Quiet).unwrap()).unwrap();
        let keep: &Keep<'_> = &|names| Ok(names.iter().map(|n| n != "w w").collect());
        let options = ReadOptions {
            delimiter: Some(b','),
            ..ReadOptions::default()
        };
        let read = read_table(&path, &options, keep, &Quiet).unwrap();
        let taken = take_table(table, Vec::new(), &options, keep, &Quiet).unwrap();
        let cells = |input: &InputTable| -> Vec<(String, Vec<u32>, Vec<String>)> {
            let columns = input.table.columns.iter();
            columns
                .map(|c| {
                    let texts = c.dictionary.texts().map(str::to_owned).collect();
                    (c.name.clone(), c.codes.clone(), texts)
                })
                .collect()
        };
        assert_eq!(cells(&read), cells(&taken));
        assert_eq!(
            (&read.names, &read.sha256, read.bytes, read.delimiter),
            (&taken.names, &taken.sha256, taken.bytes, taken.delimiter)
        );
    }

    #[test]
    fn a_table_without_rows_is_refused() {
        let table = Table::from_rows(&["x"], &[] as &[[&str; 1]]);
        let options = ReadOptions::default();
        let taken = take_table(table, Vec::new(), &options, &|_| Ok(vec![true]), &Quiet);
        let error = taken.unwrap_err();
        assert_eq!(error.message(), "the table has no rows");
        assert!(error.hint_text().is_some());
    }
}
