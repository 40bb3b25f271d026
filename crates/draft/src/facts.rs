//! What is known of a column before anything is concluded from it.

use crate::words::split;
use equipoise_data::Column;

/// A distinct text of a column that does not mean missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a> {
    pub(crate) text: &'a str,
    pub(crate) rows: u64,
}

/// A column with its values counted.
pub(crate) struct Facts<'a> {
    pub(crate) column: &'a Column,
    /// The words of its name, in lower case.
    pub(crate) words: Vec<String>,
    /// The distinct texts that do not mean missing, in the order of the dictionary.
    pub(crate) values: Vec<Value<'a>>,
    /// How many rows have one of them.
    pub(crate) known_rows: u64,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(column: &'a Column, counts: &[u64], missing: &[String]) -> Self {
        let values = column
            .dictionary
            .texts()
            .zip(counts)
            .map(|(text, &rows)| Value { text, rows });
        let mut facts = Facts {
            column,
            words: split(&column.name),
            values: values.collect(),
            known_rows: 0,
        };
        facts.leave_out(missing);
        facts
    }

    pub(crate) fn name(&self) -> &'a str {
        &self.column.name
    }

    pub(crate) fn rows(&self) -> u64 {
        self.column.codes.len() as u64
    }

    pub(crate) fn distinct(&self) -> usize {
        self.values.len()
    }

    /// These texts mean missing.
    pub(crate) fn leave_out(&mut self, missing: &[String]) {
        self.values.retain(|v| missing.iter().all(|m| m != v.text));
        self.known_rows = self.values.iter().map(|v| v.rows).sum();
    }

    /// Nearly every row has a value of its own. Of few rows that says little.
    pub(crate) fn is_nearly_unique(&self) -> bool {
        self.known_rows >= 20 && self.distinct() as u64 * 20 >= self.known_rows * 19
    }

    /// At least half as many values as rows.
    pub(crate) fn has_many_values(&self) -> bool {
        self.distinct() >= 2 && self.distinct() as u64 * 2 >= self.known_rows
    }

    /// Digits alone, of one length.
    pub(crate) fn digit_width(&self) -> Option<usize> {
        let width = self.values.first()?.text.len();
        let fits =
            |v: &Value<'_>| v.text.len() == width && v.text.bytes().all(|b| b.is_ascii_digit());
        (width > 0 && self.values.iter().all(fits)).then_some(width)
    }

    /// The number of characters that all values have, and the places of letters and digits are the
    /// same in all of them.
    pub(crate) fn common_shape(&self) -> Option<usize> {
        let first = self.values.first()?.text;
        let fits = |v: &Value<'_>| {
            v.text.len() == first.len()
                && v.text
                    .bytes()
                    .zip(first.bytes())
                    .all(|(a, b)| class(a) == class(b))
        };
        (!first.is_empty() && self.values.iter().all(fits)).then_some(first.chars().count())
    }
}

/// Digits are alike, letters are alike, other bytes only like themselves.
fn class(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => b'0',
        b'A'..=b'Z' | b'a'..=b'z' => b'a',
        other => other,
    }
}
