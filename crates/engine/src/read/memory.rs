//! Taking a table that is in memory already.

use super::names::kept;
use crate::options::{FileFormat, Keep, ReadOptions};
use crate::source::hex;
use crate::table::InputTable;
use crate::write::{CsvWriter, WriteOptions, render};
use equipoise_data::{Error, Result, Table};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Takes a table in memory as if it had been read from a CSV file with the same texts.
///
/// Checksum and size are those of that file: with a header, commas, quotes where a cell needs them,
/// and LF at line ends. Rows are in the order of the table.
///
/// # Errors
/// A table without rows, and those of `keep`.
///
/// # Cost
/// One pass to write the text that the checksum is computed from.
///
/// ```
/// use equipoise_data::Table;
/// use equipoise_engine::{ReadOptions, take_table};
/// let table = Table::from_rows(&["age", "city"], &[["36", "London"], ["41", "Paris"]]);
/// let input = take_table(table, &ReadOptions::default(), &|names| Ok(names.iter().map(|n| n != "age").collect()))?;
/// assert_eq!((input.names.len(), input.table.columns.len()), (2, 1));
/// assert_eq!(input.bytes, "age,city\n36,London\n41,Paris\n".len() as u64);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn take_table(mut table: Table, options: &ReadOptions, keep: &Keep<'_>) -> Result<InputTable> {
    let names: Vec<String> = table.columns.iter().map(|c| c.name.clone()).collect();
    let keep = kept(keep, &names)?;
    if table.rows == 0 {
        return Err(Error::data("the table has no rows"));
    }
    let text = write_canonical(&table, Summed::default())
        .map_err(|e| Error::internal("the text of a table could not be made").caused_by(e))?;
    let mut is_kept = keep.into_iter();
    table.columns.retain(|_| is_kept.next().unwrap_or_default());
    Ok(InputTable {
        table,
        names,
        delimiter: options.delimiter.unwrap_or(b','),
        sha256: hex(text.sha),
        bytes: text.bytes,
        crlf: false,
        format: FileFormat::Csv,
        types: Vec::new(),
        left_out: Vec::new(),
        repeated: false,
    })
}

fn write_canonical<W: Write>(table: &Table, out: W) -> io::Result<W> {
    let writing = WriteOptions::default();
    let mut out = CsvWriter::new(out, &writing);
    out.row(table.columns.iter().map(|c| c.name.as_str()))?;
    let cell = |text: &str| render(text, writing.delimiter, writing.quote, false);
    let columns: Vec<(&[u32], Vec<Vec<u8>>)> = table
        .columns
        .iter()
        .map(|c| (c.codes.as_slice(), c.dictionary.texts().map(cell).collect()))
        .collect();
    for row in 0..table.rows {
        let cells = columns
            .iter()
            .map(|(codes, cells)| cells[codes[row] as usize].as_slice());
        out.row_rendered(cells)?;
    }
    out.finish()
}

/// The length and the checksum of a text that is kept nowhere.
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
        std::fs::write(&path, write_canonical(&table, Vec::new()).unwrap()).unwrap();
        let keep: &Keep<'_> = &|names| Ok(names.iter().map(|n| n != "w w").collect());
        let options = ReadOptions {
            delimiter: Some(b','),
            ..ReadOptions::default()
        };
        let read = read_table(&path, &options, keep, &Quiet).unwrap();
        let taken = take_table(table, &options, keep).unwrap();
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
        let error = take_table(table, &ReadOptions::default(), &|_| Ok(vec![true])).unwrap_err();
        assert_eq!(error.message(), "the table has no rows");
    }
}
