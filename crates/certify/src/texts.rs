//! Distinct byte strings numbered in order of first appearance.

use equipoise_data::{Error, Result};
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher};

/// Byte strings and their numbers. Two strings share a number only when all their bytes are equal:
/// the hash finds candidates and the bytes decide.
#[derive(Default)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    table: HashTable<u32>,
    state: RandomState,
}

fn text_of<'a>(bytes: &'a [u8], ends: &[usize], id: u32) -> &'a [u8] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] };
    &bytes[start..ends[id]]
}

fn hash_of(state: &RandomState, text: &[u8]) -> u64 {
    let mut hasher = state.build_hasher();
    hasher.write(text);
    hasher.finish()
}

impl Texts {
    /// The number of `text`, a new one when it was not seen before.
    pub(crate) fn number(&mut self, text: &[u8]) -> Result<u32> {
        let Texts {
            bytes,
            ends,
            table,
            state,
        } = self;
        let hash = hash_of(state, text);
        if let Some(&id) = table.find(hash, |&id| text_of(bytes, ends, id) == text) {
            return Ok(id);
        }
        // One number stays free so that callers can add one for "missing".
        let id = u32::try_from(ends.len())
            .ok()
            .filter(|id| *id < u32::MAX - 1);
        let id = id.ok_or_else(|| {
            Error::limit("the file has more than 4,294,967,294 distinct values or classes")
        })?;
        bytes.extend_from_slice(text);
        ends.push(bytes.len());
        table.insert_unique(hash, id, |&id| hash_of(state, text_of(bytes, ends, id)));
        Ok(id)
    }

    /// The number of `text` when it has one.
    pub(crate) fn find(&self, text: &[u8]) -> Option<u32> {
        self.table
            .find(hash_of(&self.state, text), |&id| self.get(id) == text)
            .copied()
    }

    /// The string with this number.
    pub(crate) fn get(&self, id: u32) -> &[u8] {
        text_of(&self.bytes, &self.ends, id)
    }

    /// How many distinct strings there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_first_appearance() {
        let mut texts = Texts::default();
        for (text, number) in [("b", 0), ("", 1), ("a", 2), ("b", 0), ("", 1)] {
            assert_eq!(texts.number(text.as_bytes()).unwrap(), number);
        }
        assert_eq!(
            (texts.len(), texts.get(1), texts.get(2)),
            (3, &b""[..], &b"a"[..])
        );
        assert_eq!((texts.find(b"a"), texts.find(b"c")), (Some(2), None));
    }
}
