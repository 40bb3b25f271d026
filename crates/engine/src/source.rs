//! Opening files: plain or gzip, with a running checksum of the bytes on disk.

use crate::errors::{cannot_open, cannot_read};
use equipoise_data::{Error, Result};
use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Chain, Cursor, Read};
use std::path::Path;

/// The largest text that [`read_text`] accepts, in bytes.
const TEXT_LIMIT: u64 = 64 << 20;

/// A file whose first bytes were looked at and put back in front.
type Peeked = Chain<Cursor<Vec<u8>>, File>;

/// Opens a file and, when it is gzip (told by its first two bytes, not by its name), decompresses it.
///
/// Errors while reading are those of `std::io`; [`read_error`] turns them into ours.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("release.csv");
/// # std::fs::write(&path, "age\n30\n").unwrap();
/// use std::io::Read;
/// let mut text = String::new();
/// equipoise_engine::open(&path)?.read_to_string(&mut text).map_err(|e| equipoise_engine::read_error(&path, &e))?;
/// assert_eq!(text, "age\n30\n");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    let (gzip, file, _) = peek(path)?;
    Ok(if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}

/// The error for a file of which [`open`] succeeded and reading then failed: a truncated or damaged gzip file is an
/// error of kind data.
pub fn read_error(path: &Path, error: &io::Error) -> Error {
    cannot_read(path, error)
}

/// The whole text of a small file (a recipe, JSON): at most 64 MB of UTF-8. A byte order mark is dropped.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    open(path)?.take(TEXT_LIMIT + 1).read_to_end(&mut bytes).map_err(|e| cannot_read(path, &e))?;
    if bytes.len() as u64 > TEXT_LIMIT {
        return Err(Error::limit(format!("{}: longer than 64 MB, which is more than a text file may have here", path.display()))
            .hint("check that this is the right file"));
    }
    let mut text = String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = 1 + memchr::memchr_iter(b'\n', &e.as_bytes()[..valid]).count();
        Error::data(format!("{}: line {line} is not valid UTF-8", path.display())).hint("save the file as UTF-8")
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

/// The text of a file, decompressed if need be.
pub(crate) enum Stream {
    Plain(Hashed),
    Gzip(Box<MultiGzDecoder<Hashed>>),
}

impl Stream {
    /// Opens a file; also gives its size on disk (0 for a pipe).
    pub(crate) fn open(path: &Path) -> Result<(Stream, u64)> {
        let (gzip, file, size) = peek(path)?;
        let hashed = Hashed { file, sha: Sha256::new(), bytes: 0 };
        Ok((if gzip { Stream::Gzip(Box::new(MultiGzDecoder::new(hashed))) } else { Stream::Plain(hashed) }, size))
    }

    /// How many stored bytes were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        match self {
            Stream::Plain(h) => h.bytes,
            Stream::Gzip(g) => g.get_ref().bytes,
        }
    }

    /// The checksum of the stored bytes that were read.
    pub(crate) fn sha256(self) -> String {
        let hashed = match self {
            Stream::Plain(h) => h,
            Stream::Gzip(g) => g.into_inner(),
        };
        hex(hashed.sha)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(h) => h.read(buffer),
            Stream::Gzip(g) => g.read(buffer),
        }
    }
}

/// A checksum in lower-case hexadecimal digits.
pub(crate) fn hex(sha: Sha256) -> String {
    sha.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// Opens a file and tells whether it begins like gzip; pipes work too, because nothing is read twice.
fn peek(path: &Path) -> Result<(bool, Peeked, u64)> {
    let mut file = File::open(path).map_err(|e| cannot_open(path, &e))?;
    let metadata = file.metadata().map_err(|e| cannot_open(path, &e))?;
    if metadata.is_dir() {
        return Err(cannot_open(path, &io::Error::from(io::ErrorKind::IsADirectory)));
    }
    let mut first = Vec::with_capacity(2);
    (&mut file).take(2).read_to_end(&mut first).map_err(|e| cannot_read(path, &e))?;
    let gzip = first == [0x1f, 0x8b];
    Ok((gzip, Cursor::new(first).chain(file), metadata.len()))
}
