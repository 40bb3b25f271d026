//! From a block of text to records and fields, without a copy of any field that needs none.
//!
//! A record ends at a line feed (a carriage return before it belongs to the line end) or at the end
//! of the text. A field that begins with the quote runs to the next single quote, and a doubled
//! quote in it stands for one. A quote elsewhere is an ordinary character.
//! [`last_record_end`](super::blocks::last_record_end) follows the same rules.

use super::dialect::Dialect;
use super::fault::{Fault, Problem};
use memchr::memchr;

/// What came next in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A record with that many fields.
    Row(usize),
    /// An empty line.
    Blank,
    /// Nothing more.
    End,
}

/// The records of a text, one after another.
pub(crate) struct Records<'a> {
    text: &'a str,
    dialect: Dialect,
    stops: Stops<'a>,
    at: usize,
    /// Most texts have no quote at all; then no field is asked whether it begins with one.
    quote: Option<u8>,
    unescaped: String,
}

impl<'a> Records<'a> {
    /// The records that begin at byte `from` of `text`.
    pub(crate) fn new(text: &'a str, from: usize, dialect: Dialect) -> Self {
        let quote = dialect
            .quote
            .filter(|&q| memchr(q, &text.as_bytes()[from..]).is_some());
        let stops = Stops::new(text.as_bytes(), dialect.delimiter, from);
        Records {
            text,
            dialect,
            stops,
            at: from,
            quote,
            unescaped: String::new(),
        }
    }

    /// Where the next record begins.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Reads one record and calls `field(index, text, start, end)` for each field, whose value is
    /// `text[start..end]`.
    #[inline]
    pub(crate) fn next(
        &mut self,
        mut field: impl FnMut(usize, &str, usize, usize),
    ) -> Result<Step, Fault> {
        let bytes = self.text.as_bytes();
        if self.at == bytes.len() {
            return Ok(Step::End);
        }
        if self.skip_blank() {
            return Ok(Step::Blank);
        }
        for index in 0.. {
            let start = self.at;
            let stop = match self.quote {
                Some(quote) if bytes.get(start) == Some(&quote) => {
                    self.quoted(start, quote, |t, s, e| field(index, t, s, e))?
                }
                _ => {
                    let stop = self.stops.next();
                    field(index, self.text, start, field_end(bytes, start, stop));
                    stop
                }
            };
            self.at = bytes.len().min(stop + 1);
            if stop == bytes.len() || bytes[stop] == b'\n' {
                return Ok(Step::Row(index + 1));
            }
        }
        unreachable!("a record has fewer fields than bytes")
    }

    fn skip_blank(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let line_end = match bytes[self.at] {
            b'\n' => self.at,
            b'\r' if bytes.get(self.at + 1).is_none_or(|&b| b == b'\n') => self.at + 1,
            _ => return false,
        };
        self.at = bytes.len().min(line_end + 1);
        self.stops.seek(self.at);
        true
    }

    /// Reads the quoted field that opens at `open`; gives the position of the delimiter or line end
    /// after it.
    fn quoted(
        &mut self,
        open: usize,
        quote: u8,
        field: impl FnOnce(&str, usize, usize),
    ) -> Result<usize, Fault> {
        let bytes = self.text.as_bytes();
        let mut escaped = false;
        let mut from = open + 1;
        let close = loop {
            let close =
                from + memchr(quote, &bytes[from..]).ok_or(Fault::new(open, Problem::Unclosed))?;
            if bytes.get(close + 1) != Some(&quote) {
                break close;
            }
            escaped = true;
            from = close + 2;
        };
        let stop = match (bytes.get(close + 1), bytes.get(close + 2)) {
            (None, _) | (Some(b'\r'), None) => bytes.len(),
            (Some(b'\n'), _) => close + 1,
            (Some(b'\r'), Some(b'\n')) => close + 2,
            (Some(&b), _) if b == self.dialect.delimiter => close + 1,
            _ => return Err(Fault::new(open, Problem::AfterQuote)),
        };
        self.stops.seek(bytes.len().min(stop + 1));
        if escaped {
            self.unescape(open + 1, close, quote);
            field(&self.unescaped, 0, self.unescaped.len());
        } else {
            field(self.text, open + 1, close);
        }
        Ok(stop)
    }

    fn unescape(&mut self, start: usize, end: usize, quote: u8) {
        self.unescaped.clear();
        let mut rest = &self.text[start..end];
        while let Some(i) = memchr(quote, rest.as_bytes()) {
            self.unescaped.push_str(&rest[..=i]);
            rest = &rest[i + 2..];
        }
        self.unescaped.push_str(rest);
    }
}

/// The end of the unquoted field before `stop`: a carriage return before a line end is no part of
/// it.
#[inline]
fn field_end(bytes: &[u8], start: usize, stop: usize) -> usize {
    let line_ends = bytes.get(stop).is_none_or(|&b| b == b'\n');
    if line_ends && stop > start && bytes[stop - 1] == b'\r' {
        stop - 1
    } else {
        stop
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The positions of delimiters and line feeds, found eight bytes at a time.
///
/// A field has about eight bytes, so one step usually finds its end, and several short fields share
/// a step.
struct Stops<'a> {
    bytes: &'a [u8],
    delimiters: u64,
    /// The eight bytes looked at begin here.
    base: usize,
    /// One high bit for each stop among them that is still to come.
    found: u64,
}

impl<'a> Stops<'a> {
    fn new(bytes: &'a [u8], delimiter: u8, from: usize) -> Self {
        let mut stops = Stops {
            bytes,
            delimiters: u64::from(delimiter) * ONES,
            base: 0,
            found: 0,
        };
        stops.seek(from);
        stops
    }

    /// Continues at byte `at`.
    fn seek(&mut self, at: usize) {
        self.base = at;
        self.found = self.look(at);
    }

    /// The next stop, or the end of the text.
    #[inline]
    fn next(&mut self) -> usize {
        while self.found == 0 {
            self.base += 8;
            if self.base >= self.bytes.len() {
                return self.bytes.len();
            }
            self.found = self.look(self.base);
        }
        let at = self.base + (self.found.trailing_zeros() / 8) as usize;
        self.found &= self.found - 1;
        at
    }

    #[inline]
    fn look(&self, base: usize) -> u64 {
        let word = match self.bytes[base..].first_chunk() {
            Some(&word) => u64::from_le_bytes(word),
            None => self.tail(base),
        };
        zero_bytes(word ^ self.delimiters) | zero_bytes(word ^ (u64::from(b'\n') * ONES))
    }

    /// The last few bytes and zeros. If zero is the delimiter, the first of them stands at the end
    /// of the text, which is a stop anyway, and nobody asks for those after it.
    #[cold]
    fn tail(&self, base: usize) -> u64 {
        let rest = &self.bytes[base..];
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(word)
    }
}

/// The high bit of each byte that is zero. Exact: no carry runs from one byte into the next.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    !(((word & !HIGH) + !HIGH) | word) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMA: Dialect = Dialect {
        delimiter: b',',
        quote: Some(b'"'),
    };

    /// All records, blank lines as records without fields.
    fn all(text: &str, dialect: Dialect) -> Result<Vec<Vec<String>>, Fault> {
        let mut records = Records::new(text, 0, dialect);
        let mut rows = Vec::new();
        loop {
            let mut row = Vec::new();
            match records.next(|_, t, s, e| row.push(t[s..e].to_owned()))? {
                Step::End => return Ok(rows),
                Step::Blank => assert!(row.is_empty()),
                Step::Row(n) => assert_eq!(n, row.len()),
            }
            rows.push(row);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&[&str]]) {
        assert_eq!(all(text, COMMA).unwrap(), expected, "{text:?}");
    }

    #[test]
    fn plain_fields() {
        check("", &[]);
        check("a", &[&["a"]]);
        check("a,b\n", &[&["a", "b"]]);
        check(
            "a,,b\n,\nlonger than eight bytes,x",
            &[
                &["a", "", "b"],
                &["", ""],
                &["longer than eight bytes", "x"],
            ],
        );
        check("a,b,", &[&["a", "b", ""]]);
        check(
            "\u{e4}\u{f6}\u{fc}\u{df}\u{20ac},\u{1f600}\n",
            &[&["\u{e4}\u{f6}\u{fc}\u{df}\u{20ac}", "\u{1f600}"]],
        );
        check("a\0,\0\n", &[&["a\0", "\0"]]);
    }

    #[test]
    fn line_ends() {
        check("a,b\r\nc,d\r\n", &[&["a", "b"], &["c", "d"]]);
        check("a,b\nc,d\r", &[&["a", "b"], &["c", "d"]]);
        check("a\rb,c\n", &[&["a\rb", "c"]]);
        check("a,\r\n", &[&["a", ""]]);
        check("\n\r\na\n\n", &[&[], &[], &["a"], &[]]);
    }

    #[test]
    fn quotes() {
        check("\"a,b\",c\n", &[&["a,b", "c"]]);
        check("\"a\nb\",\"c\"\r\nd,e", &[&["a\nb", "c"], &["d", "e"]]);
        check("\"a\"\"b\",\"\"\"\",\"\"\n", &[&["a\"b", "\"", ""]]);
        check("a\"b,c\"\"d,e\"\n", &[&["a\"b", "c\"\"d", "e\""]]);
        check("x,\"a\"", &[&["x", "a"]]);
        check("x,\"a\"\r", &[&["x", "a"]]);
        check("\"\"\n", &[&[""]]);
        check("\"a\r\"\n", &[&["a\r"]]);
    }

    #[test]
    fn without_quoting_a_quote_is_a_letter() {
        let dialect = Dialect {
            delimiter: b',',
            quote: None,
        };
        assert_eq!(all("\"a,b\"\n", dialect).unwrap(), [["\"a", "b\""]]);
    }

    #[test]
    fn faults_point_to_the_quote_that_opened() {
        assert_eq!(
            all("a,b\nc,\"d\ne", COMMA).unwrap_err(),
            Fault::new(6, Problem::Unclosed)
        );
        assert_eq!(
            all("a,b\n\"c\"d,e\n", COMMA).unwrap_err(),
            Fault::new(4, Problem::AfterQuote)
        );
        assert_eq!(
            all("\"c\"\rd\n", COMMA).unwrap_err(),
            Fault::new(0, Problem::AfterQuote)
        );
    }

    #[test]
    fn every_position_and_every_delimiter_is_found() {
        for delimiter in 0..128u8 {
            if delimiter == b'\n' {
                continue;
            }
            // The neighbours of a delimiter are the bytes that inexact arithmetic would mistake for
            // it.
            for other in [
                delimiter ^ 1,
                delimiter.wrapping_add(1) & 127,
                delimiter ^ 64,
                0,
                127,
            ] {
                if other == delimiter || other == b'\n' {
                    continue;
                }
                for at in 0..20 {
                    let mut bytes = vec![other; 20];
                    bytes[at] = delimiter;
                    assert_eq!(Stops::new(&bytes, delimiter, 0).next(), at);
                    bytes[at] = b'\n';
                    let mut stops = Stops::new(&bytes, delimiter, 0);
                    assert_eq!((stops.next(), stops.next()), (at, 20));
                }
            }
        }
    }
}
