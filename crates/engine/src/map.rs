//! Files seen as memory, and a fast checksum for what they hold.

use crate::errors::{cannot_open, reason};
use equipoise_data::{Error, Result};
use memmap2::{Mmap, MmapOptions};
use std::fs::{self, File};
use std::hash::Hasher;
use std::io;
use std::ops::Deref;
use std::path::Path;
use twox_hash::XxHash3_64;

/// A file mapped into memory, to be read only.
///
/// Opening takes no time however long the file is: the system fetches a part when it is first looked at, and may drop it
/// again. The bytes are those of the file as it was when it was opened, also when another file takes its name later
/// ([`Staged`](crate::Staged), [`save`](crate::save)).
///
/// Map only files that are replaced as a whole. Of a file that somebody writes in place the bytes may change while they
/// are read, and one that is cut ends the process when a part is looked at that is gone.
///
/// ```
/// use equipoise_engine::{Access, Mapped, checksum, save};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("table.atlas");
/// save(&path, Access::OwnerOnly, b"first")?;
/// let map = Mapped::open(&path)?;
/// save(&path, Access::OwnerOnly, b"second")?;
/// assert_eq!(&map[..], b"first");
/// assert_eq!(checksum(&Mapped::open(&path)?), checksum(b"second"));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub struct Mapped {
    /// `None` for an empty file: not every system maps those.
    map: Option<Mmap>,
}

impl Mapped {
    /// Maps a whole file. Anything but a regular file (a folder, a device, a pipe) is refused.
    pub fn open(path: &Path) -> Result<Mapped> {
        // Looked at before it is opened: opening a pipe would wait for somebody to write into it.
        let kind = fs::metadata(path).map_err(|e| cannot_open(path, &e))?;
        if kind.is_dir() {
            return Err(cannot_open(path, &io::ErrorKind::IsADirectory.into()));
        }
        if !kind.is_file() {
            return Err(
                Error::usage(format!("could not open `{}`: it is not a regular file", path.display())).hint("name a file on a disk")
            );
        }
        let file = File::open(path).map_err(|e| cannot_open(path, &e))?;
        let length = file.metadata().map_err(|e| cannot_open(path, &e))?.len();
        let map = if length == 0 { None } else { Some(map(&file, length).map_err(|e| cannot_map(path, &e))?) };
        Ok(Mapped { map })
    }
}

fn map(file: &File, length: u64) -> io::Result<Mmap> {
    let length = usize::try_from(length).map_err(|_| io::ErrorKind::FileTooLarge)?;
    // Sound as long as nobody writes or cuts the file while it is mapped. The files we map are our own and are only ever
    // replaced by renaming another one to their name (stage.rs), which leaves the mapped file as it was. A stranger who
    // writes into it is beyond what a program can prevent; so the bytes are checked, not trusted, where they are used.
    #[allow(unsafe_code)]
    unsafe {
        MmapOptions::new().len(length).map(file)
    }
}

fn cannot_map(path: &Path, error: &io::Error) -> Error {
    Error::limit(format!("could not map `{}` into memory: {}", path.display(), reason(error))).hint("copy the file to a local disk")
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.map.as_deref().unwrap_or_default()
    }
}

impl std::fmt::Debug for Mapped {
    /// The file may hold cell values: they are not printed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mapped({} bytes)", self.len())
    }
}

/// A checksum against accidents (a torn write, a failing disk), not against people: XXH3 with 64 bits, which is the same
/// on every machine and about as fast as memory.
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
