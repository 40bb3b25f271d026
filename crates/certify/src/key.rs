//! The key of a class: the lengths of its quasi-identifier texts, then the texts. The lengths tell
//! where each text ends, so no two lists of texts share a key.

use crate::texts::Texts;
use crate::{Question, Result};
use csv::ByteRecord;
use std::ops::Range;

/// Stands for a missing value instead of a length; such a value has no text in the key.
const MISSING: u8 = 255;
/// Announces a length of eight bytes.
const LONG: u8 = 254;

/// Turns records into keys.
pub(crate) struct Keys {
    places: Vec<usize>,
    missing: Missing,
    mark: Option<Vec<u8>>,
    /// The places of the texts of the present record, neighbours joined so that they are copied
    /// at once.
    stretches: Vec<Range<usize>>,
}

impl Keys {
    pub(crate) fn new(question: &Question, places: &[usize]) -> Self {
        let mark = question
            .mark_label
            .as_ref()
            .map(|label| label.clone().into_bytes());
        Keys {
            places: places.to_vec(),
            missing: Missing::new(&question.missing),
            mark,
            stretches: Vec::new(),
        }
    }

    /// Replaces `key` by the key of the record.
    pub(crate) fn write(&mut self, record: &ByteRecord, key: &mut Vec<u8>) {
        key.clear();
        self.stretches.clear();
        let bytes = record.as_slice();
        for range in self.places.iter().filter_map(|place| record.range(*place)) {
            if self.missing.contains(&bytes[range.clone()]) {
                key.push(MISSING);
                continue;
            }
            if range.len() < LONG.into() {
                key.push(range.len() as u8);
            } else {
                key.push(LONG);
                key.extend_from_slice(&(range.len() as u64).to_le_bytes());
            }
            match self.stretches.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => self.stretches.push(range),
            }
        }
        for stretch in &self.stretches {
            key.extend_from_slice(&bytes[stretch.clone()]);
        }
    }

    /// Whether every quasi-identifier of the record is the label of suppressed rows.
    pub(crate) fn is_marked(&self, record: &ByteRecord) -> bool {
        self.mark
            .as_ref()
            .is_some_and(|label| self.places.iter().all(|place| record[*place] == label[..]))
    }
}

/// The distinct keys of a file; the number of a key is the number of its class.
pub(crate) struct KeyTable {
    keys: Texts,
    width: usize,
}

impl KeyTable {
    pub(crate) fn new(width: usize) -> Self {
        KeyTable {
            keys: Texts::default(),
            width,
        }
    }

    /// The class of a key.
    pub(crate) fn number(&mut self, key: &[u8]) -> Result<u32> {
        self.keys.number(key)
    }

    /// The key of a class.
    pub(crate) fn key(&self, class: u32) -> &[u8] {
        self.keys.get(class)
    }

    /// The quasi-identifier texts of a class; `None` is "missing".
    pub(crate) fn labels(&self, class: u32) -> impl Iterator<Item = Option<&[u8]>> {
        texts(self.key(class), self.width)
    }

    /// The same as texts that can be kept.
    pub(crate) fn witness(&self, class: u32) -> Vec<Option<String>> {
        self.labels(class)
            .map(|text| text.map(|text| String::from_utf8_lossy(text).into_owned()))
            .collect()
    }

    /// Number of classes.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }
}

/// The texts of a key with `count` quasi-identifiers.
fn texts(key: &[u8], count: usize) -> impl Iterator<Item = Option<&[u8]>> {
    let (mut lengths, mut texts) = (key, key);
    (0..count).for_each(|_| _ = next_length(&mut texts));
    (0..count).map(move |_| {
        let (text, after) = texts.split_at(next_length(&mut lengths)?);
        texts = after;
        Some(text)
    })
}

/// Takes a length off the front; none when the value is missing.
fn next_length(rest: &mut &[u8]) -> Option<usize> {
    let (&first, after) = rest.split_first()?;
    *rest = after;
    match first {
        MISSING => None,
        LONG => {
            let (length, after) = rest.split_at(8);
            *rest = after;
            Some(
                length
                    .iter()
                    .rev()
                    .fold(0, |number, byte| (number << 8) | usize::from(*byte)),
            )
        }
        short => Some(short.into()),
    }
}

/// The texts that mean "missing".
pub(crate) struct Missing {
    empty: bool,
    tokens: Vec<Vec<u8>>,
}

impl Missing {
    pub(crate) fn new(tokens: &[String]) -> Self {
        let texts = tokens.iter().filter(|token| !token.is_empty());
        Missing {
            empty: tokens.iter().any(String::is_empty),
            tokens: texts.map(|token| token.clone().into_bytes()).collect(),
        }
    }

    pub(crate) fn contains(&self, field: &[u8]) -> bool {
        if field.is_empty() {
            self.empty
        } else {
            self.tokens.iter().any(|token| token == field)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_can_be_taken_apart_again() {
        let mut question = Question::new(["a", "b", "c"]);
        question.missing = vec![String::new(), "NA".into()];
        let mut keys = Keys::new(&question, &[0, 1, 2]);
        let long = "x".repeat(700);
        for row in [
            ["a", "b", "c"],
            ["", "NA", "c"],
            ["ab", "", "c"],
            [&long, &long[..254], &long[..253]],
            ["a", "bc", "NA"],
        ] {
            let mut key = vec![1, 2, 3];
            keys.write(&ByteRecord::from(row.to_vec()), &mut key);
            let back: Vec<_> = texts(&key, 3).collect();
            let expected: Vec<_> = row
                .iter()
                .map(|t| (!t.is_empty() && *t != "NA").then_some(t.as_bytes()))
                .collect();
            assert_eq!(back, expected);
        }
    }
}
