//! Writing CSV, plain or compressed: the same rows give the same bytes, and
//! [`read_table`](crate::read_table) reads them back unchanged.

use flate2::{GzBuilder, write::GzEncoder};
use memchr::{memchr, memchr2};
use std::io::{self, Write};

/// Bytes gathered before they are handed on.
const BUFFER_BYTES: usize = 64 << 10;

/// How a CSV file is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The character between fields. It must be ASCII, no line end, and not the quote.
    pub delimiter: u8,
    /// The character around fields that need it.
    pub quote: u8,
    /// Puts an apostrophe before cells that a spreadsheet would take for a formula.
    pub spreadsheet_safe: bool,
    /// How the text is compressed. There is no time in it, so the bytes depend on the rows alone.
    pub compression: Compression,
}

/// How a text is compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// With gzip.
    Gzip,
    /// With zstd.
    Zstd,
}

impl Compression {
    /// What the ending of a path asks for.
    ///
    /// ```
    /// use equipoise_engine::Compression;
    /// assert_eq!(Compression::by_ending("release.csv.zst".as_ref()), Compression::Zstd);
    /// ```
    pub fn by_ending(path: &std::path::Path) -> Self {
        match path.extension().map(|e| e.to_ascii_lowercase()) {
            Some(e) if e == "gz" => Compression::Gzip,
            Some(e) if e == "zst" => Compression::Zstd,
            _ => Compression::None,
        }
    }
}

impl Default for WriteOptions {
    /// Commas, quotes `"`, cells as they are, not compressed.
    fn default() -> Self {
        WriteOptions {
            delimiter: b',',
            quote: b'"',
            spreadsheet_safe: false,
            compression: Compression::None,
        }
    }
}

/// The bytes of a cell in a CSV file: quoted where it holds the delimiter, a quote or a line end.
///
/// With `spreadsheet_safe`, a cell that begins with `=` `+` `-` `@`, tab or carriage return gets an
/// apostrophe in front. The caller can render each label once and write it many times with
/// [`CsvWriter::row_rendered`].
///
/// ```
/// use equipoise_engine::render;
/// assert_eq!(render("Bonn", b',', b'"', false), b"Bonn");
/// assert_eq!(render("Bonn, \"old\"", b',', b'"', false), b"\"Bonn, \"\"old\"\"\"");
/// assert_eq!(render("=1+1", b',', b'"', true), b"'=1+1");
/// ```
pub fn render(cell: &str, delimiter: u8, quote: u8, spreadsheet_safe: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(cell.len() + 2);
    render_into(&mut bytes, cell, delimiter, quote, spreadsheet_safe);
    bytes
}

/// What a spreadsheet-safe file shows for `cell`: an apostrophe in front where it would be taken
/// for a formula.
///
/// ```
/// assert_eq!(equipoise_engine::guard("-5--1"), "'-5--1");
/// assert_eq!(equipoise_engine::guard("5-9"), "5-9");
/// ```
pub fn guard(cell: &str) -> String {
    if needs_guard(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// A cell without the apostrophe that [`guard`] put before it; none for any other cell.
///
/// ```
/// assert_eq!(equipoise_engine::unguarded("'-5"), Some("-5"));
/// assert_eq!(equipoise_engine::unguarded("'n Boer"), None);
/// ```
pub fn unguarded(cell: &str) -> Option<&str> {
    cell.strip_prefix('\'').filter(|cell| needs_guard(cell))
}

fn needs_guard(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn render_into(out: &mut Vec<u8>, cell: &str, delimiter: u8, quote: u8, spreadsheet_safe: bool) {
    let guard = spreadsheet_safe && needs_guard(cell);
    let bytes = cell.as_bytes();
    // At the very beginning of a file an unquoted byte order mark would not be read back.
    let quoted = memchr2(delimiter, quote, bytes).is_some()
        || memchr2(b'\n', b'\r', bytes).is_some()
        || cell.starts_with('\u{feff}');
    if !quoted {
        out.extend(guard.then_some(b'\''));
        out.extend_from_slice(bytes);
        return;
    }
    out.push(quote);
    out.extend(guard.then_some(b'\''));
    let mut rest = bytes;
    while let Some(i) = memchr(quote, rest) {
        out.extend_from_slice(&rest[..=i]);
        out.push(quote);
        rest = &rest[i + 1..];
    }
    out.extend_from_slice(rest);
    out.push(quote);
}

/// Writes rows of cells; lines end with LF.
///
/// Nothing is complete before [`finish`](CsvWriter::finish). [`write_error`](crate::write_error)
/// turns its errors into ours.
///
/// ```
/// use equipoise_engine::{CsvWriter, WriteOptions};
/// let mut out = CsvWriter::new(Vec::new(), &WriteOptions { delimiter: b';', ..WriteOptions::default() });
/// out.row(["age", "city"])?;
/// out.row(["30-39", "Bonn; centre"])?;
/// assert_eq!(out.finish()?, b"age;city\n30-39;\"Bonn; centre\"\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CsvWriter<W: Write> {
    sink: Sink<W>,
    buffer: Vec<u8>,
    options: WriteOptions,
}

enum Sink<W: Write> {
    Plain(W),
    Gzip(Box<GzEncoder<W>>),
    /// An encoder that could not be set up fails at the first write.
    Zstd(Box<io::Result<zstd::stream::write::Encoder<'static, W>>>),
}

impl<W: Write> CsvWriter<W> {
    /// A writer of rows into `out`, which needs no buffer of its own.
    pub fn new(out: W, options: &WriteOptions) -> Self {
        let sink = match options.compression {
            Compression::None => Sink::Plain(out),
            Compression::Gzip => Sink::Gzip(Box::new(
                GzBuilder::new().write(out, flate2::Compression::default()),
            )),
            Compression::Zstd => Sink::Zstd(Box::new(zstd_encoder(out))),
        };
        CsvWriter {
            sink,
            buffer: Vec::with_capacity(BUFFER_BYTES + 1024),
            options: options.clone(),
        }
    }

    /// Writes one row.
    pub fn row<I>(&mut self, cells: I) -> io::Result<()>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let start = self.buffer.len();
        let WriteOptions {
            delimiter,
            quote,
            spreadsheet_safe,
            ..
        } = self.options;
        for cell in cells {
            render_into(
                &mut self.buffer,
                cell.as_ref(),
                delimiter,
                quote,
                spreadsheet_safe,
            );
            self.buffer.push(delimiter);
        }
        self.close_row(start);
        self.hand_on_if_full()
    }

    /// Writes one row of cells that [`render`] made with the same delimiter and quote.
    pub fn row_rendered<'a>(&mut self, cells: impl Iterator<Item = &'a [u8]>) -> io::Result<()> {
        self.rows_rendered(cells, 1)
    }

    /// Writes a row of rendered cells `count` times: the row is put together once.
    pub fn rows_rendered<'a>(
        &mut self,
        cells: impl Iterator<Item = &'a [u8]>,
        count: u64,
    ) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let start = self.buffer.len();
        for cell in cells {
            self.buffer.extend_from_slice(cell);
            self.buffer.push(self.options.delimiter);
        }
        self.close_row(start);
        let row = if count > 1 {
            self.buffer[start..].to_vec()
        } else {
            Vec::new()
        };
        for _ in 1..count {
            self.hand_on_if_full()?;
            self.buffer.extend_from_slice(&row);
        }
        self.hand_on_if_full()
    }

    /// Writes what is left and gives the underlying writer back, neither flushed nor closed.
    pub fn finish(mut self) -> io::Result<W> {
        self.hand_on()?;
        match self.sink {
            Sink::Plain(out) => Ok(out),
            Sink::Gzip(encoder) => encoder.finish(),
            Sink::Zstd(encoder) => (*encoder)?.finish(),
        }
    }

    /// Turns the delimiter after the last cell into a line end. A lone empty cell is quoted: an
    /// empty line is no row to many readers.
    fn close_row(&mut self, start: usize) {
        if self.buffer.len() == start + 1 {
            self.buffer.truncate(start);
            self.buffer.extend([self.options.quote; 2]);
            self.buffer.push(b'\n');
        } else if let Some(last) = self.buffer[start..].last_mut() {
            *last = b'\n';
        }
    }

    fn hand_on_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BUFFER_BYTES {
            self.hand_on()
        } else {
            Ok(())
        }
    }

    fn hand_on(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(out) => out.write_all(&self.buffer)?,
            Sink::Gzip(encoder) => encoder.write_all(&self.buffer)?,
            Sink::Zstd(encoder) => match encoder.as_mut() {
                Ok(encoder) => encoder.write_all(&self.buffer)?,
                Err(error) => return Err(io::Error::new(error.kind(), error.to_string())),
            },
        }
        self.buffer.clear();
        Ok(())
    }
}

/// With a checksum, so that damage is noticed.
fn zstd_encoder<W: Write>(out: W) -> io::Result<zstd::stream::write::Encoder<'static, W>> {
    let mut encoder = zstd::stream::write::Encoder::new(out, 3)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn written(options: &WriteOptions, rows: &[&[&str]]) -> Vec<u8> {
        let mut out = CsvWriter::new(Vec::new(), options);
        for row in rows {
            out.row(*row).unwrap();
        }
        out.finish().unwrap()
    }

    #[test]
    fn only_what_needs_quotes_is_quoted() {
        let cells = [
            "plain",
            "a;b",
            "a,b",
            "a\"b",
            "a\nb",
            "a\rb",
            "",
            " x ",
            "\u{feff}x",
        ];
        let text = String::from_utf8(written(
            &WriteOptions {
                delimiter: b';',
                ..Default::default()
            },
            &[&cells],
        ))
        .unwrap();
        assert_eq!(
            text,
            "plain;\"a;b\";a,b;\"a\"\"b\";\"a\nb\";\"a\rb\";; x ;\"\u{feff}x\"\n"
        );
    }

    #[test]
    fn another_quote_can_be_chosen() {
        let options = WriteOptions {
            quote: b'\'',
            ..Default::default()
        };
        assert_eq!(
            written(&options, &[&["it's", "a,b", "\""]]),
            b"'it''s','a,b',\"\n"
        );
        assert_eq!(written(&options, &[&[""]]), b"''\n");
    }

    #[test]
    fn a_lone_empty_cell_is_quoted() {
        assert_eq!(
            written(&WriteOptions::default(), &[&["x"], &[""], &["y"]]),
            b"x\n\"\"\ny\n"
        );
        assert_eq!(written(&WriteOptions::default(), &[&["", ""]]), b",\n");
    }

    #[test]
    fn formulas_are_guarded_on_request() {
        let options = WriteOptions {
            spreadsheet_safe: true,
            ..Default::default()
        };
        let cells = ["=1", "+1", "-1", "@x", "\tx", "\rx", "=a,b", "x=1", "", "'"];
        let text = String::from_utf8(written(&options, &[&cells])).unwrap();
        assert_eq!(text, "'=1,'+1,'-1,'@x,'\tx,\"'\rx\",\"'=a,b\",x=1,,'\n");
        assert_eq!(
            written(&WriteOptions::default(), &[&["=1", "-1"]]),
            b"=1,-1\n"
        );
    }

    #[test]
    fn rendered_rows_are_the_same_as_plain_ones() {
        let rows: [&[&str]; 3] = [&["a,b", "", "x\"y"], &["1", "2", "3"], &["", "", ""]];
        let mut out = CsvWriter::new(Vec::new(), &WriteOptions::default());
        for row in rows {
            let cells: Vec<Vec<u8>> = row.iter().map(|c| render(c, b',', b'"', false)).collect();
            out.row_rendered(cells.iter().map(Vec::as_slice)).unwrap();
        }
        assert_eq!(
            out.finish().unwrap(),
            written(&WriteOptions::default(), &rows)
        );
        for count in [0, 1, 2, 40_000] {
            let mut repeated = CsvWriter::new(Vec::new(), &WriteOptions::default());
            repeated
                .rows_rendered([&b"some"[..], b"cells"].into_iter(), count)
                .unwrap();
            repeated
                .rows_rendered([&b"last"[..], b"row"].into_iter(), 1)
                .unwrap();
            assert_eq!(
                repeated.finish().unwrap(),
                [
                    "some,cells\n".repeat(count as usize),
                    "last,row\n".to_owned()
                ]
                .concat()
                .into_bytes()
            );
        }
        let mut one = CsvWriter::new(Vec::new(), &WriteOptions::default());
        one.row_rendered([&b""[..]].into_iter()).unwrap();
        assert_eq!(one.finish().unwrap(), b"\"\"\n");
    }

    #[test]
    fn gzip_is_the_same_each_time_and_holds_the_rows() {
        let options = WriteOptions {
            compression: Compression::Gzip,
            ..Default::default()
        };
        let row: &[&str] = &["some", "cells"];
        let rows = vec![row; 20_000];
        let bytes = written(&options, &rows);
        assert_eq!(bytes, written(&options, &rows));
        assert_eq!(bytes[..2], [0x1f, 0x8b]);
        assert_eq!(bytes[4..8], [0; 4], "no time");
        let mut text = String::new();
        flate2::read::GzDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text.as_bytes(), written(&WriteOptions::default(), &rows));
    }

    #[test]
    fn zstd_is_the_same_each_time_and_holds_the_rows() {
        let options = WriteOptions {
            compression: Compression::Zstd,
            ..Default::default()
        };
        let row: &[&str] = &["some", "cells"];
        let rows = vec![row; 20_000];
        let bytes = written(&options, &rows);
        assert_eq!(bytes, written(&options, &rows));
        assert_eq!(bytes[..4], [0x28, 0xb5, 0x2f, 0xfd]);
        assert_eq!(
            zstd::stream::decode_all(&bytes[..]).unwrap(),
            written(&WriteOptions::default(), &rows)
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_not_a_short_file() {
        for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
            let full = std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap();
            let mut out = CsvWriter::new(
                full,
                &WriteOptions {
                    compression,
                    ..Default::default()
                },
            );
            let written = (0..30_000).try_for_each(|i| out.row([i.to_string(), "cell".to_owned()]));
            let e = written.and_then(|()| out.finish().map(drop)).unwrap_err();
            let e = crate::write_error(std::path::Path::new("out.csv"), e);
            assert_eq!(
                e.message(),
                "could not write `out.csv`: no space left on device"
            );
            assert_eq!(e.kind(), equipoise_data::ErrorKind::Limit);
        }
    }
}
