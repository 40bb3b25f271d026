//! Turns cells into codes: the inner loop of reading.
//!
//! Most cells repeat a value seen a moment ago, so each column has a small cache in front of its
//! dictionary, which is asked with the first and the last eight bytes of the cell.

use equipoise_data::Dictionary;

/// The cells of a column while they are being read.
pub(crate) struct Cells {
    pub(crate) dictionary: Dictionary,
    pub(crate) codes: Vec<u32>,
    cache: Vec<Known>,
    /// The number of low bits of a hash that do not choose a place in the cache.
    shift: u32,
}

/// A cell seen before. Its ends and its length tell cells of up to 16 bytes apart; longer ones are
/// compared in full.
#[derive(Clone, Copy)]
struct Known {
    ends: Ends,
    len: u32,
    code: u32,
}

/// No cell is as long as this, so an unused place in a cache matches none.
const UNUSED: Known = Known {
    ends: Ends { first: 0, last: 0 },
    len: u32::MAX,
    code: 0,
};

/// The caches of all columns together take about this many bytes, so that they stay close to the
/// processor.
const CACHE_BYTES: usize = 128 << 10;

impl Cells {
    /// An empty column, one of `columns` that are read at the same time, with room for `rows` rows.
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        let places = CACHE_BYTES / size_of::<Known>() / columns;
        let bits = places.max(16).ilog2().min(9);
        Cells {
            dictionary: Dictionary::new(),
            codes: Vec::with_capacity(rows),
            cache: vec![UNUSED; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    /// Adds the cell `text[start..end]`.
    #[inline]
    pub(crate) fn push(&mut self, text: &str, start: usize, end: usize) {
        let ends = Ends::of(text.as_bytes(), start, end);
        let len = (end - start) as u32;
        let place = (ends.hash(len) >> self.shift) as usize;
        let known = self.cache[place];
        let same = known.ends == ends
            && known.len == len
            && (len <= 16 || self.dictionary.text(known.code) == &text[start..end]);
        let code = if same {
            known.code
        } else {
            self.look_up(&text[start..end], ends, place)
        };
        self.codes.push(code);
    }

    /// Adds a cell of which it is not yet known whether it is UTF-8; `None` when it is not. A cell
    /// with the bytes of one seen before needs no second look.
    #[inline]
    pub(crate) fn push_bytes(&mut self, cell: &[u8]) -> Option<()> {
        let ends = Ends::of_cell(cell);
        let len = u32::try_from(cell.len()).ok()?;
        let place = (ends.hash(len) >> self.shift) as usize;
        let known = self.cache[place];
        let same = known.ends == ends
            && known.len == len
            && (len <= 16 || self.dictionary.text(known.code).as_bytes() == cell);
        let code = if same {
            known.code
        } else {
            self.look_up(std::str::from_utf8(cell).ok()?, ends, place)
        };
        self.codes.push(code);
        Some(())
    }

    fn look_up(&mut self, cell: &str, ends: Ends, place: usize) -> u32 {
        let code = self.dictionary.intern(cell);
        self.cache[place] = Known {
            ends,
            len: cell.len() as u32,
            code,
        };
        code
    }
}

/// The first and the last eight bytes of a cell, with zeros where it is shorter.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    /// Reads eight bytes at both ends and clears those that belong to the neighbours: no branch on
    /// the length.
    #[inline]
    fn of(bytes: &[u8], start: usize, end: usize) -> Self {
        if start < 8 || start + 8 > bytes.len() {
            return Ends::at_the_edge(bytes, start, end);
        }
        let word = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().unwrap_or(&[0; 8]));
        let beyond = 64 - 8 * (end - start).min(8) as u32;
        let clear = |bits: u32| u64::MAX.checked_shr(bits).unwrap_or(0);
        let first = word(start) & clear(beyond);
        let last = word(end - 8) & !u64::MAX.checked_shr(64 - beyond).unwrap_or(0);
        Ends { first, last }
    }

    /// The same for a cell too close to the start or the end of the text to read beyond it.
    #[cold]
    fn at_the_edge(bytes: &[u8], start: usize, end: usize) -> Self {
        let cell = &bytes[start..end];
        let n = cell.len().min(8);
        let (mut first, mut last) = ([0; 8], [0; 8]);
        first[..n].copy_from_slice(&cell[..n]);
        last[8 - n..].copy_from_slice(&cell[cell.len() - n..]);
        Ends {
            first: u64::from_le_bytes(first),
            last: u64::from_le_bytes(last),
        }
    }

    /// The same for a cell with nothing around it.
    #[inline]
    fn of_cell(cell: &[u8]) -> Self {
        match (cell.first_chunk(), cell.last_chunk()) {
            (Some(&first), Some(&last)) => Ends {
                first: u64::from_le_bytes(first),
                last: u64::from_le_bytes(last),
            },
            _ => Ends::short(cell),
        }
    }

    /// Fewer than eight bytes, put together from two pieces that may overlap.
    #[inline]
    fn short(cell: &[u8]) -> Self {
        let n = cell.len();
        let first = match (cell.first_chunk::<4>(), cell.last_chunk::<4>()) {
            (Some(&a), Some(&b)) => {
                u64::from(u32::from_le_bytes(a)) | u64::from(u32::from_le_bytes(b)) << (8 * (n - 4))
            }
            _ => cell
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
        let last = if n == 0 { 0 } else { first << (64 - 8 * n) };
        Ends { first, last }
    }

    #[inline]
    fn hash(self, len: u32) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        (self.first ^ self.last.rotate_left(27) ^ u64::from(len)).wrapping_mul(ODD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_the_same_in_the_middle_and_at_the_edge() {
        let bytes: Vec<u8> = (1..=60).collect();
        for start in 0..60 {
            for end in start..60 {
                let ends = Ends::of(&bytes, start, end);
                assert!(
                    ends == Ends::at_the_edge(&bytes, start, end),
                    "{start}..{end}"
                );
                assert!(
                    ends == Ends::of_cell(&bytes[start..end]),
                    "{start}..{end} by itself"
                );
                let n = (end - start).min(8);
                assert_eq!(ends.first.to_le_bytes()[..n], bytes[start..start + n]);
                assert_eq!(ends.last.to_le_bytes()[8 - n..], bytes[end - n..end]);
                assert_eq!(
                    ends.first.count_ones() == 0,
                    n == 0,
                    "nothing of the neighbours"
                );
            }
        }
    }
}
