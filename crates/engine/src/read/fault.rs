//! What can be wrong in the text of a table, and where.

use super::blocks::LONGEST_RECORD;
use super::dialect::{Dialect, show};
use equipoise_data::Error;
use std::path::Path;

/// A problem at a place in a block of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Byte in the block at which the record (or the quoted value) begins.
    pub(crate) offset: usize,
    pub(crate) problem: Problem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A row has more or fewer fields than the first one.
    Ragged {
        found: usize,
        expected: usize,
    },
    /// A quoted value runs to the end of the text.
    Unclosed,
    /// Something other than a delimiter or a line end follows a closing quote.
    AfterQuote,
    NotUtf8,
    TooLong,
}

impl Fault {
    pub(crate) fn new(offset: usize, problem: Problem) -> Self {
        Fault { offset, problem }
    }

    /// The physical line of this fault when the block begins on line `first`.
    pub(crate) fn line(&self, block: &[u8], first: u64) -> u64 {
        first + lines(&block[..self.offset])
    }

    /// The message for the user; cell values stay out of it.
    pub(crate) fn error(&self, path: &Path, line: u64, dialect: Dialect) -> Error {
        let delimiter = show(dialect.delimiter);
        let quote = dialect.quote.map(show).unwrap_or_default();
        let (message, hint) = match self.problem {
            Problem::Ragged { found, expected } => (
                format!("has {found} {}, {expected} expected", fields(found)),
                ragged_hint(found, expected, &delimiter),
            ),
            Problem::Unclosed => (
                "has an opening quote without a closing one".to_owned(),
                format!(
                    "close the quoted value; a value that begins with {quote} is itself put in quotes, with each {quote} doubled"
                ),
            ),
            Problem::AfterQuote => (
                format!(
                    "has a quoted value that goes on after its closing quote; {delimiter} or a line end must follow"
                ),
                format!(
                    "double each {quote} inside a quoted value, or set `delimiter` if another character separates the fields"
                ),
            ),
            Problem::NotUtf8 => (
                "is not valid UTF-8".to_owned(),
                "save the file as UTF-8".to_owned(),
            ),
            Problem::TooLong => (
                format!(
                    "begins a record of more than {} MB, the longest allowed",
                    LONGEST_RECORD >> 20
                ),
                "check the line ends and the quotes of the file; it may not be a CSV file"
                    .to_owned(),
            ),
        };
        Error::data(message)
            .at_line("line {} ", line)
            .in_file(path)
            .hint(hint)
    }
}

/// The number of line ends in a text. The cost is that of reading it once, many bytes at a time.
pub(crate) fn lines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

fn fields(n: usize) -> &'static str {
    if n == 1 { "field" } else { "fields" }
}

fn ragged_hint(found: usize, expected: usize, delimiter: &str) -> String {
    if found > expected {
        format!(
            "put values that contain {delimiter} in quotes, or set `delimiter` if another character separates the fields"
        )
    } else if found == 1 {
        format!(
            "this line has no {delimiter}; set `delimiter` if another character separates the fields"
        )
    } else {
        "put values that contain line ends in quotes, and look for a quote that is not closed"
            .to_owned()
    }
}
