//! Cuts a stream of text into blocks of whole records.

use super::dialect::Dialect;
use crate::source::Stream;
use memchr::{memchr_iter, memrchr};
use std::io::{self, Read};

/// Bytes of text in a block: small enough to stay close to the processor from reading to encoding,
/// large enough that the work per block does not matter.
pub(crate) const BLOCK_BYTES: usize = 1 << 20;

/// A longer record is taken for a quote that was never closed, so that memory stays bounded.
pub(crate) const LONGEST_RECORD: usize = 16 << 20;

/// A piece of the text that begins with a record and ends with one.
pub(crate) struct Block {
    pub(crate) bytes: Vec<u8>,
    /// The block is the beginning of one record that is longer than any may be.
    pub(crate) overlong: bool,
}

/// The blocks of a stream, in order.
pub(crate) struct Blocks {
    stream: Stream,
    /// What was read and belongs to the next block.
    ahead: Vec<u8>,
    ended: bool,
    size: usize,
}

impl Blocks {
    /// Blocks of about `size` bytes; a longer record makes a longer block.
    pub(crate) fn new(stream: Stream, size: usize) -> Self {
        Blocks {
            stream,
            ahead: Vec::new(),
            ended: false,
            size,
        }
    }

    /// The first bytes of the text, at least `wanted` unless it is shorter; whether they are the
    /// whole text.
    ///
    /// A byte order mark is dropped: this is to be called once, before the first block is taken.
    pub(crate) fn head(&mut self, wanted: usize) -> io::Result<(&[u8], bool)> {
        self.fill(wanted)?;
        if self.ahead.starts_with(b"\xef\xbb\xbf") {
            self.ahead.drain(..3);
        }
        Ok((&self.ahead, self.ended))
    }

    /// The next block, or nothing at the end of the text.
    pub(crate) fn next(&mut self, dialect: Dialect) -> io::Result<Option<Block>> {
        let mut window = self.size;
        loop {
            self.fill(window)?;
            if self.ahead.is_empty() {
                return Ok(None);
            }
            let last = self.ended && self.ahead.len() <= window;
            let seen = window.min(self.ahead.len());
            let cut = if last {
                seen
            } else {
                last_record_end(&self.ahead[..seen], dialect)
            };
            let overlong = cut == 0 && window > LONGEST_RECORD;
            if cut > 0 || overlong {
                return Ok(Some(self.take(if overlong { seen } else { cut }, overlong)));
            }
            window = (2 * window).min(LONGEST_RECORD + 1);
        }
    }

    /// How many stored bytes were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.stream.bytes_read()
    }

    /// The stream, for its checksum.
    pub(crate) fn into_stream(self) -> Stream {
        self.stream
    }

    fn take(&mut self, cut: usize, overlong: bool) -> Block {
        let rest = self.ahead.len() - cut;
        let mut ahead = Vec::with_capacity(rest + self.size);
        ahead.extend_from_slice(&self.ahead[cut..]);
        let mut bytes = std::mem::replace(&mut self.ahead, ahead);
        bytes.truncate(cut);
        Block { bytes, overlong }
    }

    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        if self.ended || self.ahead.len() >= wanted {
            return Ok(());
        }
        let lacking = wanted - self.ahead.len();
        self.ahead.reserve(lacking);
        let got = (&mut self.stream)
            .take(lacking as u64)
            .read_to_end(&mut self.ahead)?;
        self.ended = got < lacking;
        Ok(())
    }
}

/// The end of the last whole record of a text that begins with a record; 0 when it has no whole
/// record.
///
/// The cost is one search for quotes, and one backwards for a line end. A quote opens a quoted
/// field only at the start of a field. After a closing quote, a quote that follows at once opens
/// again: together they are a doubled quote.
pub(crate) fn last_record_end(text: &[u8], dialect: Dialect) -> usize {
    let Some(quote) = dialect.quote else {
        return after_last_line(text, 0).unwrap_or(0);
    };
    let starts_field =
        |at: usize| at == 0 || text[at - 1] == b'\n' || text[at - 1] == dialect.delimiter;
    let mut end = 0;
    let mut outside = 0;
    let mut inside = false;
    for at in memchr_iter(quote, text) {
        if inside {
            inside = false;
            outside = at + 1;
        } else if at == outside || starts_field(at) {
            inside = true;
            end = after_last_line(&text[..at], outside).unwrap_or(end);
        }
    }
    if inside {
        end
    } else {
        after_last_line(text, outside).unwrap_or(end)
    }
}

fn after_last_line(text: &[u8], from: usize) -> Option<usize> {
    memrchr(b'\n', &text[from..]).map(|i| from + i + 1)
}

#[cfg(test)]
mod tests {
    use super::super::records::{Records, Step};
    use super::*;
    use proptest::prelude::*;

    const COMMA: Dialect = Dialect {
        delimiter: b',',
        quote: Some(b'"'),
    };

    #[test]
    fn cuts_after_the_last_whole_record() {
        for (text, end) in [
            ("", 0),
            ("a,b", 0),
            ("a,b\n", 4),
            ("a,b\nc", 4),
            ("a,\"b\n", 0),
            ("a\n\"b\n\"\nc", 7),
            ("a\n\"b\n", 2),
            ("a\n\"b\"\"\n", 2),
            ("a\nb\"c\nd", 6),
            ("a\n\"\"\n\"", 5),
        ] {
            assert_eq!(last_record_end(text.as_bytes(), COMMA), end, "{text:?}");
        }
        assert_eq!(
            last_record_end(
                b"a\n\"b\n",
                Dialect {
                    delimiter: b',',
                    quote: None
                }
            ),
            5
        );
    }

    /// The end of the last record that the parser finds whole, by parsing from the start.
    fn by_parsing(text: &str) -> Option<usize> {
        let mut records = Records::new(text, 0, COMMA);
        let mut end = 0;
        loop {
            match records.next(|_, _, _, _| ()) {
                Ok(Step::End) => return Some(end),
                Ok(_) if text.as_bytes()[records.position() - 1] == b'\n' => {
                    end = records.position()
                }
                Ok(_) => return Some(end),
                Err(fault) if fault.problem == super::super::fault::Problem::Unclosed => {
                    return Some(end);
                }
                Err(_) => return None,
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn the_cut_agrees_with_the_parser(text in "[a,\"\n\r]{0,14}") {
            if let Some(expected) = by_parsing(&text) {
                // A text that ends inside or just after a quoted field and so is no whole record is
                // the same to both.
                prop_assert_eq!(last_record_end(text.as_bytes(), COMMA), expected);
            }
        }
    }
}
