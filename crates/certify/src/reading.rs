//! Reads a table record by record and takes the digest of every byte on the way.

use crate::Question;
use crate::question::Layout;
use crate::{Error, Result};
use csv::{ByteRecord, ErrorKind as CsvErrorKind};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Hashes what passes through.
struct Hashing<R> {
    inner: R,
    digest: Sha256,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.digest.update(&buffer[..count]);
        Ok(count)
    }
}

/// The bytes as lower-case hexadecimal text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of a text, as hexadecimal text.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The records of a table.
pub(crate) struct Records<R> {
    csv: csv::Reader<Hashing<R>>,
    record: ByteRecord,
    columns: usize,
}

impl<R: Read> Records<R> {
    pub(crate) fn new(question: &Question, released: R) -> Self {
        let csv = csv::ReaderBuilder::new()
            .delimiter(question.delimiter)
            .quote(question.quote)
            .has_headers(false)
            .flexible(false)
            .buffer_capacity(1 << 17)
            .from_reader(Hashing { inner: released, digest: Sha256::new() });
        Records { csv, record: ByteRecord::new(), columns: 0 }
    }

    /// Finds the columns: from the first record when that is the header, else from the question.
    pub(crate) fn open(&mut self, question: &Question) -> Result<Layout> {
        if !question.header {
            if question.columns.is_empty() {
                return Err(Error::usage("the file has no header and its columns were not named"));
            }
            self.columns = question.columns.len();
            return Layout::new(question, &question.columns);
        }
        if !self.advance()? {
            return Err(Error::data("the file is empty; its first line must name the columns"));
        }
        let names = self.record.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>();
        if !question.columns.is_empty() && question.columns != names {
            return Err(Error::data("line 1: the header does not name the expected columns in the expected order"));
        }
        self.columns = names.len();
        Layout::new(question, &names)
    }

    /// Reads the next record; false at the end.
    pub(crate) fn advance(&mut self) -> Result<bool> {
        if !self.csv.read_byte_record(&mut self.record).map_err(csv_error)? {
            return Ok(false);
        }
        if self.columns != 0 && self.record.len() != self.columns {
            let line = self.line();
            return Err(Error::data(format!(
                "line {line}: the record has {} fields; there are {} columns",
                self.record.len(),
                self.columns
            )));
        }
        // A field may end amid a character only when it is not ASCII; then each field is looked at by itself.
        if !self.record.as_slice().is_ascii() && self.record.iter().any(|field| std::str::from_utf8(field).is_err()) {
            return Err(Error::data(format!("line {}: a field is not valid UTF-8", self.line())));
        }
        Ok(true)
    }

    pub(crate) fn record(&self) -> &ByteRecord {
        &self.record
    }

    /// The line on which the present record begins, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.record.position().map_or(0, |position| position.line())
    }

    /// Reads what is left and returns the digest of the whole file.
    pub(crate) fn digest(self) -> Result<String> {
        let mut hashing = self.csv.into_inner();
        io::copy(&mut hashing, &mut io::sink()).map_err(|error| read_error(&error))?;
        Ok(hex(&hashing.digest.finalize()))
    }
}

fn read_error(error: &io::Error) -> Error {
    Error::data(format!("the file could not be read: {error}"))
}

fn csv_error(error: csv::Error) -> Error {
    match error.kind() {
        CsvErrorKind::Io(io) => read_error(io),
        CsvErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, |pos| pos.line());
            Error::data(format!("line {line}: the record has {len} fields; the first one has {expected_len}"))
        }
        // The other kinds can quote what they could not read, so they are not repeated here.
        _ => Error::data("the file could not be read as delimited text"),
    }
}
