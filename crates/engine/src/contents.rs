//! Files as bytes in memory, and a fast checksum for what they hold.

use crate::errors::{cannot_open, cannot_read};
use equipoise_data::{Error, Result};
use rayon::prelude::*;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::Path;
use twox_hash::XxHash3_64;

/// Bytes that one thread reads at a time.
const PART_BYTES: usize = 4 << 20;

/// The bytes of a whole file, in memory of our own.
///
/// Whatever happens to the file afterwards, the bytes stay as they were read. A memory map would
/// open faster, but a process that looks at a mapped file ends with SIGBUS when another one cuts
/// the file.
///
/// # Errors
/// Anything but a regular file (a folder, a device, a pipe), a file that cannot be read, and one
/// that becomes shorter while it is read.
///
/// # Cost
/// About 0.3 seconds per GB when the file is in the page cache, on two threads.
///
/// ```
/// use equipoise_engine::{Access, checksum, read_bytes, save};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("table.atlas");
/// save(&path, Access::OwnerOnly, b"first")?;
/// assert_eq!(checksum(&read_bytes(&path)?), checksum(b"first"));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let file = open_regular(path)?;
    let length = file.metadata().map_err(|e| cannot_open(path, e))?.len();
    let length = usize::try_from(length)
        .map_err(|_| cannot_read(path, io::ErrorKind::FileTooLarge.into()))?;
    let mut bytes = vec![0; length];
    let parts = bytes.par_chunks_mut(PART_BYTES).enumerate();
    let read = parts.try_for_each(|(i, part)| read_at(&file, part, (i * PART_BYTES) as u64));
    read.map_err(|e| match e.kind() {
        io::ErrorKind::UnexpectedEof => Error::data("became shorter while it was being read")
            .at_file("`{}` ", path)
            .hint("wait until the program that writes it is done, and try again")
            .caused_by(e),
        _ => cannot_read(path, e),
    })?;
    Ok(bytes)
}

#[cfg(unix)]
fn read_at(file: &File, part: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, part, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut part: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !part.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, part, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (part, offset) = (&mut part[read..], offset + read as u64);
    }
    Ok(())
}

/// The first bytes of a file, at most `most` of them.
///
/// # Errors
/// As [`read_bytes`].
pub fn first_bytes(path: &Path, most: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?
        .take(most as u64)
        .read_to_end(&mut bytes)
        .map_err(|e| cannot_read(path, e))?;
    Ok(bytes)
}

/// The length of a file in bytes.
///
/// # Errors
/// As [`read_bytes`].
pub fn file_length(path: &Path) -> Result<u64> {
    open_regular(path)?
        .metadata()
        .map(|m| m.len())
        .map_err(|e| cannot_open(path, e))
}

fn open_regular(path: &Path) -> Result<File> {
    // Looked at before it is opened: opening a pipe would wait for somebody to write into it.
    let kind = fs::metadata(path).map_err(|e| cannot_open(path, e))?;
    if kind.is_dir() {
        return Err(cannot_open(path, io::ErrorKind::IsADirectory.into()));
    }
    if !kind.is_file() {
        return Err(Error::usage("it is not a regular file")
            .at_file("could not open `{}`: ", path)
            .hint("give the path of a regular file"));
    }
    File::open(path).map_err(|e| cannot_open(path, e))
}

/// A checksum against accidents (a torn write, a failing disk), not against people: XXH3 with 64
/// bits, which is the same on every machine and about as fast as memory.
///
/// ```
/// assert_eq!(equipoise_engine::checksum(b"abc"), 0x78af_5f94_892f_3950);
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// [`checksum`] of bytes that come in parts; how they are divided makes no difference.
///
/// ```
/// use equipoise_engine::{Checksum, checksum};
/// let mut sum = Checksum::new();
/// sum.write(b"a");
/// sum.write(b"bc");
/// assert_eq!(sum.finish(), checksum(b"abc"));
/// ```
#[derive(Clone, Default)]
pub struct Checksum(XxHash3_64);

impl Checksum {
    /// The checksum of nothing so far.
    pub fn new() -> Checksum {
        Checksum::default()
    }

    /// Takes the next bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Takes the length of a file and its bytes. The file is not kept in memory.
    ///
    /// # Errors
    /// As [`read_bytes`].
    pub fn write_file(&mut self, path: &Path) -> Result<()> {
        self.write(&file_length(path)?.to_le_bytes());
        let (mut file, mut buffer) = (open_regular(path)?, vec![0; 1 << 20]);
        loop {
            match file.read(&mut buffer).map_err(|e| cannot_read(path, e))? {
                0 => return Ok(()),
                n => self.write(&buffer[..n]),
            }
        }
    }

    /// The checksum of all bytes so far; more may follow.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

impl std::fmt::Debug for Checksum {
    /// The last bytes are buffered and may hold cell values: they are not printed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Checksum({:016x})", self.finish())
    }
}
