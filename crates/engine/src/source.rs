//! Opening files: plain, gzip or zstd, with a running checksum of the bytes on disk.

use crate::errors::{ZstdError, cannot_open, cannot_read};
use equipoise_data::{Error, Result};
use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};
use std::path::Path;
use zstd::stream::read::Decoder;

/// The largest text that [`read_text`] accepts, in bytes.
const TEXT_LIMIT: u64 = 64 << 20;

/// A file whose first bytes were looked at and put back in front.
type Peeked = Chain<Cursor<Vec<u8>>, File>;

/// What the first bytes of a file say about the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Gzip,
    Zstd,
    Parquet,
    /// Anything else: text, if it is a table.
    Plain,
}

impl Content {
    fn of(first: &[u8]) -> Self {
        match first {
            [0x1f, 0x8b, ..] => Content::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd] => Content::Zstd,
            b"PAR1" => Content::Parquet,
            _ => Content::Plain,
        }
    }

    /// What the file at `path` is. A pipe is not looked into, because what is read of it is gone.
    pub(crate) fn find(path: &Path) -> Result<Self> {
        let status = std::fs::metadata(path).map_err(|e| cannot_open(path, e))?;
        if status.is_file() {
            Ok(peek(path)?.0)
        } else {
            Ok(Content::Plain)
        }
    }
}

/// Opens a file and decompresses it when it is gzip or zstd (told by its first bytes, not by its
/// name).
///
/// Errors while reading are those of `std::io`; [`read_error`] turns them into ours.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("release.csv");
/// # std::fs::write(&path, "age\n30\n").unwrap();
/// use std::io::Read;
/// let mut text = String::new();
/// equipoise_engine::open(&path)?.read_to_string(&mut text).map_err(|e| equipoise_engine::read_error(&path, e))?;
/// assert_eq!(text, "age\n30\n");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    let (content, file, _) = peek(path)?;
    Ok(match content {
        Content::Gzip => Box::new(MultiGzDecoder::new(file)),
        Content::Zstd => Box::new(Zstd::new(file).map_err(|e| cannot_read(path, e))?),
        Content::Parquet | Content::Plain => Box::new(file),
    })
}

/// The error for a file of which [`open`] succeeded and reading then failed: a truncated or damaged
/// gzip or zstd file is an error of kind data.
pub fn read_error(path: &Path, error: io::Error) -> Error {
    cannot_read(path, error)
}

/// The whole text of a small file (a recipe, JSON): at most 64 MB of UTF-8. A byte order mark is
/// dropped.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    open(path)?
        .take(TEXT_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| cannot_read(path, e))?;
    if bytes.len() as u64 > TEXT_LIMIT {
        return Err(too_long(path));
    }
    decode(path, bytes)
}

/// The whole text of a JSON object that may be long, such as the record of a release: UTF-8 of any
/// length that fits into memory. A byte order mark is dropped.
///
/// A file that does not begin with `{` is some other file, perhaps a large table: it is held to the
/// limit of [`read_text`], so that a mistaken path does not fill the memory.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("release.record.json");
/// # std::fs::write(&path, "{}").unwrap();
/// assert_eq!(equipoise_engine::read_object(&path)?, "{}");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn read_object(path: &Path) -> Result<String> {
    let (mut bytes, mut reader) = (Vec::new(), open(path)?);
    reader
        .by_ref()
        .take(TEXT_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| cannot_read(path, e))?;
    if bytes.len() as u64 > TEXT_LIMIT {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        if text.iter().find(|b| !b.is_ascii_whitespace()) != Some(&b'{') {
            return Err(too_long(path));
        }
        reader
            .read_to_end(&mut bytes)
            .map_err(|e| cannot_read(path, e))?;
    }
    decode(path, bytes)
}

fn too_long(path: &Path) -> Error {
    Error::limit("longer than 64 MB, which is more than a text file may have here")
        .in_file(path)
        .hint("check that this is the right file")
}

fn decode(path: &Path, bytes: Vec<u8>) -> Result<String> {
    let mut text = String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = 1 + memchr::memchr_iter(b'\n', &e.as_bytes()[..valid]).count();
        Error::data("is not valid UTF-8")
            .at_line("line {} ", line as u64)
            .in_file(path)
            .hint("save the file as UTF-8")
            .caused_by(e.utf8_error())
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..3);
    }
    Ok(text)
}

/// A file with a count and a checksum of the stored bytes that were read so far.
pub(crate) struct Hashed {
    file: Peeked,
    sha: Sha256,
    bytes: u64,
}

impl Read for Hashed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buffer)?;
        self.sha.update(&buffer[..n]);
        self.bytes += n as u64;
        Ok(n)
    }
}

/// Decompresses zstd, one frame after the other.
pub(crate) struct Zstd<R: Read>(Decoder<'static, BufReader<R>>);

impl<R: Read> Zstd<R> {
    fn new(inner: R) -> io::Result<Self> {
        Ok(Zstd(Decoder::new(inner)?))
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Its own errors have no kind; those of the system have a number.
        self.0
            .read(buffer)
            .map_err(|e| match (e.kind(), e.raw_os_error()) {
                (io::ErrorKind::UnexpectedEof, _) => {
                    io::Error::new(io::ErrorKind::UnexpectedEof, ZstdError)
                }
                (io::ErrorKind::Interrupted, _) | (_, Some(_)) => e,
                _ => io::Error::new(io::ErrorKind::InvalidData, ZstdError),
            })
    }
}

/// The text of a file, decompressed if need be.
pub(crate) enum Stream {
    Plain(Hashed),
    Gzip(Box<MultiGzDecoder<Hashed>>),
    Zstd(Box<Zstd<Hashed>>),
}

impl Stream {
    /// Opens a file; also gives its size on disk (0 for a pipe).
    pub(crate) fn open(path: &Path) -> Result<(Stream, u64)> {
        let (content, file, size) = peek(path)?;
        let hashed = Hashed {
            file,
            sha: Sha256::new(),
            bytes: 0,
        };
        let stream = match content {
            Content::Gzip => Stream::Gzip(Box::new(MultiGzDecoder::new(hashed))),
            Content::Zstd => Stream::Zstd(Box::new(
                Zstd::new(hashed).map_err(|e| cannot_read(path, e))?,
            )),
            Content::Parquet | Content::Plain => Stream::Plain(hashed),
        };
        Ok((stream, size))
    }

    /// How many stored bytes were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        match self {
            Stream::Plain(h) => h.bytes,
            Stream::Gzip(g) => g.get_ref().bytes,
            Stream::Zstd(z) => z.0.get_ref().get_ref().bytes,
        }
    }

    /// The checksum of the stored bytes that were read.
    pub(crate) fn sha256(self) -> String {
        let hashed = match self {
            Stream::Plain(h) => h,
            Stream::Gzip(g) => g.into_inner(),
            Stream::Zstd(z) => z.0.finish().into_inner(),
        };
        hex(hashed.sha)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(h) => h.read(buffer),
            Stream::Gzip(g) => g.read(buffer),
            Stream::Zstd(z) => z.read(buffer),
        }
    }
}

/// A checksum in lower-case hexadecimal digits.
pub(crate) fn hex(sha: Sha256) -> String {
    sha.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// The SHA-256 of a file as it is stored, which `sha256sum` prints.
pub fn stored_sha256(path: &Path) -> Result<String> {
    sha256_of(path, File::open(path).map_err(|e| cannot_open(path, e))?)
}

/// The SHA-256 of what a file holds, decompressed when it is gzip or zstd. Certificates and records
/// name a release by it.
pub fn content_sha256(path: &Path) -> Result<String> {
    sha256_of(path, open(path)?)
}

fn sha256_of(path: &Path, mut file: impl Read) -> Result<String> {
    let (mut sha, mut buffer) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer).map_err(|e| cannot_read(path, e))? {
            0 => return Ok(hex(sha)),
            n => sha.update(&buffer[..n]),
        }
    }
}

/// The checksum of several files in their order, from those of the files; one file keeps its own.
pub(crate) fn joined_sha256(sums: &[String]) -> String {
    match sums {
        [one] => one.clone(),
        several => {
            let mut sha = Sha256::new();
            several
                .iter()
                .for_each(|sum| sha.update(format!("{sum}\n")));
            hex(sha)
        }
    }
}

/// Whether two checksums are the same.
pub(crate) fn has_repeated(sums: &[String]) -> bool {
    let distinct: std::collections::BTreeSet<&String> = sums.iter().collect();
    distinct.len() < sums.len()
}

/// Opens a file and tells how it begins; pipes work too, because nothing is read twice.
fn peek(path: &Path) -> Result<(Content, Peeked, u64)> {
    let mut file = File::open(path).map_err(|e| cannot_open(path, e))?;
    let metadata = file.metadata().map_err(|e| cannot_open(path, e))?;
    if metadata.is_dir() {
        return Err(cannot_open(path, io::ErrorKind::IsADirectory.into()));
    }
    let mut first = Vec::with_capacity(4);
    (&mut file)
        .take(4)
        .read_to_end(&mut first)
        .map_err(|e| cannot_read(path, e))?;
    Ok((
        Content::of(&first),
        Cursor::new(first).chain(file),
        metadata.len(),
    ))
}
