//! Reads a table record by record and takes the digest of every byte on the way.

use crate::Question;
use crate::columnar::Columnar;
use crate::digest::{Digest, sha256_hex};
use crate::question::{FileFormat, Layout};
use crate::{Error, Result};
use csv::ByteRecord;
use csv_core::ReadRecordResult;
use std::io::{self, Read};

/// Bytes on their way from a file, hashed as they come.
struct Input<R> {
    inner: R,
    digest: Digest,
    /// Those from `start` to `end` are still to be read.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    is_over: bool,
}

impl<R: Read> Input<R> {
    /// The bytes to be read next: at least so many, unless the file ends before.
    fn unread(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.end - self.start < least && !self.is_over {
            self.fill()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Goes past the bytes given if they come next.
    fn skip(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let comes_next = self.unread(bytes.len())?.starts_with(bytes);
        self.start += if comes_next { bytes.len() } else { 0 };
        Ok(comes_next)
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.end == self.buffer.len() {
            self.buffer.resize(self.end * 2, 0);
        }
        let count = loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.digest.update(&self.buffer[self.end..self.end + count]);
        self.end += count;
        self.is_over = count == 0;
        Ok(())
    }
}

/// The rows of a table, whatever its format.
pub(crate) enum Records<R> {
    Lines(Box<Lines<R>>),
    Columns(Box<Columns<R>>),
}

impl<R: Read> Records<R> {
    pub(crate) fn new(question: &Question, released: R) -> Self {
        match question.format {
            FileFormat::Csv => Records::Lines(Box::new(Lines::new(question, released))),
            FileFormat::Parquet => Records::Columns(Box::new(Columns::new(released))),
        }
    }

    /// Finds the columns: those that the file names, else those of the question.
    pub(crate) fn open(&mut self, question: &Question) -> Result<Layout> {
        match self {
            Records::Lines(lines) => lines.open(question),
            Records::Columns(columns) => columns.open(question),
        }
    }

    /// Reads the next record; false at the end.
    pub(crate) fn advance(&mut self) -> Result<bool> {
        match self {
            Records::Lines(lines) => lines.advance(),
            Records::Columns(columns) => columns.advance(),
        }
    }

    pub(crate) fn record(&self) -> &ByteRecord {
        match self {
            Records::Lines(lines) => &lines.record,
            Records::Columns(columns) => &columns.record,
        }
    }

    /// Whether the present record is the same as the one before it. That it is not need not mean
    /// that they differ.
    pub(crate) fn repeats(&self) -> bool {
        match self {
            Records::Lines(lines) => lines.repeats,
            Records::Columns(columns) => columns.repeats,
        }
    }

    /// The line on which the present record begins, from 1; in a file without lines the number of
    /// the row.
    pub(crate) fn line(&self) -> u64 {
        match self {
            Records::Lines(lines) => lines.line,
            Records::Columns(columns) => columns.row,
        }
    }

    /// Reads what is left and returns the digest of the whole file.
    pub(crate) fn digest(self) -> Result<String> {
        match self {
            Records::Lines(lines) => lines.digest(),
            Records::Columns(columns) => columns.digest(),
        }
    }
}

/// The rows of a Parquet file, which is read as a whole because its end says where the rest is.
pub(crate) struct Columns<R> {
    released: R,
    sha256: Option<String>,
    rows: Option<Columnar>,
    record: ByteRecord,
    repeats: bool,
    row: u64,
}

impl<R: Read> Columns<R> {
    fn new(released: R) -> Self {
        Columns {
            released,
            sha256: None,
            rows: None,
            record: ByteRecord::new(),
            repeats: false,
            row: 0,
        }
    }

    fn bytes(&mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.released
            .read_to_end(&mut bytes)
            .map_err(|error| read_error(&error))?;
        self.sha256 = Some(sha256_hex(&bytes));
        Ok(bytes)
    }

    fn open(&mut self, question: &Question) -> Result<Layout> {
        let bytes = self.bytes()?;
        let rows = Columnar::open(question, bytes)?;
        if !question.columns.is_empty() && question.columns != rows.names() {
            return Err(Error::data(
                "the file does not have the expected columns in the expected order",
            ));
        }
        let layout = Layout::new(question, rows.names())?;
        self.rows = Some(rows);
        Ok(layout)
    }

    fn advance(&mut self) -> Result<bool> {
        let rows = self
            .rows
            .as_mut()
            .ok_or_else(|| Error::internal("a file is opened before it is read"))?;
        let next = rows.next(&mut self.record)?;
        self.repeats = next == Some(true);
        self.row += 1;
        Ok(next.is_some())
    }

    fn digest(mut self) -> Result<String> {
        match self.sha256.take() {
            Some(sha256) => Ok(sha256),
            None => self.bytes().map(|bytes| sha256_hex(&bytes)),
        }
    }
}

/// The records of a CSV file.
///
/// Released tables are sorted, so a record is often the same as the one before it. Where the very
/// bytes repeat, they are compared and not taken apart again.
pub(crate) struct Lines<R> {
    input: Input<R>,
    parser: csv_core::Reader,
    /// The present record: as it stands in the file, and taken apart.
    raw: Vec<u8>,
    texts: Vec<u8>,
    ends: Vec<usize>,
    record: ByteRecord,
    repeats: bool,
    /// The line on which the present record begins, and how many it takes.
    line: u64,
    lines: u64,
    columns: usize,
}

impl<R: Read> Lines<R> {
    fn new(question: &Question, released: R) -> Self {
        Lines {
            input: Input {
                inner: released,
                digest: Digest::new(rayon::current_num_threads()),
                buffer: vec![0; 1 << 17],
                start: 0,
                end: 0,
                is_over: false,
            },
            parser: csv_core::ReaderBuilder::new()
                .delimiter(question.delimiter)
                .quote(question.quote)
                .build(),
            raw: Vec::new(),
            texts: vec![0; 1 << 10],
            ends: vec![0; 1 << 6],
            record: ByteRecord::new(),
            repeats: false,
            line: 1,
            lines: 0,
            columns: 0,
        }
    }

    /// Finds the columns: from the first record when that is the header, else from the question.
    fn open(&mut self, question: &Question) -> Result<Layout> {
        if !question.header {
            if question.columns.is_empty() {
                return Err(Error::usage(
                    "the file has no header and its columns were not named",
                ));
            }
            self.columns = question.columns.len();
            return Layout::new(question, &question.columns);
        }
        if !self.advance()? {
            return Err(Error::data(
                "the file is empty; its first line must name the columns",
            ));
        }
        let names = self
            .record
            .iter()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect::<Vec<_>>();
        if !question.columns.is_empty() && question.columns != names {
            return Err(Error::data(
                "line 1: the header does not name the expected columns in the expected order",
            ));
        }
        self.columns = names.len();
        // A row of the same texts would be a row, not a second header: it has a class, which the
        // header has not.
        self.raw.clear();
        Layout::new(question, &names)
    }

    /// Reads the next record; false at the end.
    fn advance(&mut self) -> Result<bool> {
        self.line += self.lines;
        // Only a line feed is sure to leave the parser at the start of a record.
        self.repeats = self.raw.ends_with(b"\n")
            && self
                .input
                .skip(&self.raw)
                .map_err(|error| read_error(&error))?;
        if self.repeats {
            return Ok(true);
        }
        if !self.parse().map_err(|error| read_error(&error))? {
            return Ok(false);
        }
        self.lines = self.raw.iter().filter(|byte| **byte == b'\n').count() as u64;
        if self.columns != 0 && self.record.len() != self.columns {
            return Err(Error::data(format!(
                "line {}: the record has {} fields; there are {} columns",
                self.line,
                self.record.len(),
                self.columns
            )));
        }
        // A field may end amid a character only when it is not ASCII; then each field is looked at
        // by itself.
        if !self.record.as_slice().is_ascii()
            && self
                .record
                .iter()
                .any(|field| std::str::from_utf8(field).is_err())
        {
            return Err(Error::data(format!(
                "line {}: a field is not valid UTF-8",
                self.line
            )));
        }
        Ok(true)
    }

    /// Takes the next record apart; false at the end.
    fn parse(&mut self) -> io::Result<bool> {
        self.raw.clear();
        let (mut text, mut fields) = (0, 0);
        loop {
            let given = self.input.unread(1)?;
            let (result, read, written, ended) =
                self.parser
                    .read_record(given, &mut self.texts[text..], &mut self.ends[fields..]);
            self.raw.extend_from_slice(&given[..read]);
            self.input.start += read;
            (text, fields) = (text + written, fields + ended);
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.texts.resize(self.texts.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::End => return Ok(false),
                ReadRecordResult::Record => break,
            }
        }
        self.record.clear();
        let mut start = 0;
        for &end in &self.ends[..fields] {
            self.record.push_field(&self.texts[start..end]);
            start = end;
        }
        Ok(true)
    }

    /// Reads what is left and returns the digest of the whole file.
    fn digest(mut self) -> Result<String> {
        while !self.input.is_over {
            self.input.start = self.input.end;
            self.input.fill().map_err(|error| read_error(&error))?;
        }
        Ok(self.input.digest.finish())
    }
}

fn read_error(error: &io::Error) -> Error {
    Error::data(format!("the file could not be read: {error}"))
}
