//! Rows that were read, as CSV text again: the judge reads what the program understood, whatever
//! the file looks like.

use equipoise_data::Table;
use equipoise_engine::{Compression, CsvWriter, WriteOptions, render};
use std::io::{self, Cursor, Read};

/// Rows turned into text at a time.
const CHUNK_ROWS: usize = 1 << 12;

/// Rows as comma-separated text without a header, made while they are read.
///
/// # Cost
/// Memory for the distinct values and a few thousand rows.
pub(crate) struct CsvRows<'a> {
    /// Per column the code of each row, and the bytes of the cell of each code.
    columns: Vec<(&'a [u32], Vec<Vec<u8>>)>,
    rows: usize,
    next: usize,
    chunk: Cursor<Vec<u8>>,
}

impl<'a> CsvRows<'a> {
    pub(crate) const WRITING: WriteOptions = WriteOptions {
        delimiter: b',',
        quote: b'"',
        spreadsheet_safe: false,
        compression: Compression::None,
    };

    /// A table as it is.
    pub(crate) fn new(table: &'a Table) -> Self {
        CsvRows::recoded(
            table
                .columns
                .iter()
                .map(|c| {
                    (
                        c.codes.as_slice(),
                        c.dictionary.texts().map(str::to_owned).collect(),
                    )
                })
                .collect(),
        )
    }

    /// Columns given as codes, and for each code the text to show.
    pub(crate) fn recoded(columns: Vec<(&'a [u32], Vec<String>)>) -> Self {
        let cell =
            |text: String| render(&text, Self::WRITING.delimiter, Self::WRITING.quote, false);
        let rows = columns.first().map_or(0, |c| c.0.len());
        let columns = columns
            .into_iter()
            .map(|(codes, texts)| (codes, texts.into_iter().map(cell).collect()))
            .collect();
        CsvRows {
            columns,
            rows,
            next: 0,
            chunk: Cursor::default(),
        }
    }

    fn write_chunk(&mut self) -> io::Result<()> {
        let mut out = CsvWriter::new(Vec::new(), &Self::WRITING);
        let end = self.rows.min(self.next + CHUNK_ROWS);
        for row in self.next..end {
            out.row_rendered(
                self.columns
                    .iter()
                    .map(|(codes, cells)| cells[codes[row] as usize].as_slice()),
            )?;
        }
        self.next = end;
        self.chunk = Cursor::new(out.finish()?);
        Ok(())
    }
}

impl Read for CsvRows<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.chunk.position() == self.chunk.get_ref().len() as u64 && self.next < self.rows {
            self.write_chunk()?;
        }
        self.chunk.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_written_once() {
        let rows: Vec<[String; 2]> = (0..10_000)
            .map(|i| [format!("{}, \"{}\"", i % 7, i % 3), i.to_string()])
            .collect();
        let rows: Vec<[&str; 2]> = rows
            .iter()
            .map(|r| [r[0].as_str(), r[1].as_str()])
            .collect();
        let table = Table::from_rows(&["a", "b"], &rows);
        let mut text = String::new();
        CsvRows::new(&table).read_to_string(&mut text).unwrap();
        let expected: String = (0..10_000)
            .map(|i| format!("\"{}, \"\"{}\"\"\",{i}\n", i % 7, i % 3))
            .collect();
        assert_eq!(text, expected);
    }

    #[test]
    fn an_empty_cell_on_its_own_is_a_row() {
        let table = Table::from_rows(&["a"], &[["x"], [""], ["x"]]);
        let mut text = String::new();
        CsvRows::new(&table).read_to_string(&mut text).unwrap();
        assert_eq!(text, "x\n\"\"\nx\n");
    }
}
