//! Files that appear whole or not at all.
//!
//! A file is written under a hidden temporary name beside its target, flushed to disk, and only then given its name.
//! Whoever looks sees no file or the whole file, also after a crash. A temporary file goes away when its owner is
//! dropped, and [`remove_temporaries`] takes away all of them when the process is about to end.

use crate::errors::{cannot_create, cannot_write};
use crate::source::hex;
use equipoise_data::{Error, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes gathered before they are checksummed and written.
const BUFFER_BYTES: usize = 256 << 10;

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// What the user's settings allow for new files.
    Public,
    /// The owner alone, from the first moment. Where the system knows no such right it is the folder's matter.
    OwnerOnly,
}

/// A file that is being written under a temporary name.
///
/// Dropped, it leaves nothing. The order is create, write, [`finish`](Staged::finish), look at the result if need be,
/// [`publish`](Written::publish).
///
/// ```
/// use equipoise_engine::{Access, Staged};
/// use std::io::Write;
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("release/table.csv");
/// let mut file = Staged::create(&path, Access::Public, false)?;
/// file.write_all(b"age\n30\n").map_err(|e| equipoise_engine::write_error(&path, &e))?;
/// let written = file.finish()?;
/// assert!(!path.exists());
/// assert_eq!(std::fs::read(written.temporary()).unwrap(), b"age\n30\n");
/// written.publish()?;
/// assert!(path.exists());
/// assert!(Staged::create(&path, Access::Public, false).is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub struct Staged {
    temporary: Temporary,
    target: PathBuf,
    force: bool,
    file: File,
    buffer: Vec<u8>,
    sha: Sha256,
    bytes: u64,
}

impl Staged {
    /// Starts a file that is to appear at `path`, and makes the folders it needs.
    ///
    /// An existing file is refused without `force`, and with it replaced at the very end. A link is replaced itself, not
    /// the file it points to. Anything but a regular file (a folder, a device) is always refused.
    pub fn create(path: &Path, access: Access, force: bool) -> Result<Staged> {
        check_target(path, force)?;
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(|e| cannot_create(path, &e))?;
        let (temporary, file) = Temporary::create(folder, access).map_err(|e| cannot_create(path, &e))?;
        let buffer = Vec::with_capacity(BUFFER_BYTES);
        Ok(Staged { temporary, target: path.to_owned(), force, file, buffer, sha: Sha256::new(), bytes: 0 })
    }

    /// Where the file is to appear.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Writes what is left, waits until it is on the disk, and closes the file. It does not have its name yet.
    pub fn finish(mut self) -> Result<Written> {
        let done = self.hand_on().and_then(|()| self.file.sync_all());
        done.map_err(|e| cannot_write(&self.target, &e))?;
        let Staged { temporary, target, force, sha, bytes, .. } = self;
        Ok(Written { temporary, target, force, sha256: hex(sha), bytes })
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.file.write_all(&self.buffer)?;
        self.sha.update(&self.buffer);
        self.buffer.clear();
        Ok(())
    }
}

impl std::fmt::Debug for Staged {
    /// The buffer holds cell values: it is not printed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Staged({}, {} bytes so far)", self.target.display(), self.bytes)
    }
}

impl Write for Staged {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.buffer.len() >= BUFFER_BYTES {
            self.hand_on()?;
        }
        // At most one buffer is taken at a time, so that the buffer does not grow with what is written.
        let data = &data[..data.len().min(BUFFER_BYTES)];
        self.buffer.extend_from_slice(data);
        self.bytes += data.len() as u64;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hand_on()?;
        self.file.flush()
    }
}

/// A complete file that does not have its name yet. Dropped, it leaves nothing.
#[derive(Debug)]
pub struct Written {
    temporary: Temporary,
    target: PathBuf,
    force: bool,
    /// Checksum of the file, in hexadecimal digits.
    pub sha256: String,
    /// Length of the file.
    pub bytes: u64,
}

impl Written {
    /// Where the file is to appear.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Where the file is now: to read it back before it is published.
    pub fn temporary(&self) -> &Path {
        &self.temporary.path
    }

    /// Gives the file its name, in one step.
    ///
    /// Without `force` a file that appeared meanwhile is not overwritten: the name is given by a hard link, which fails
    /// when the name is taken, as the standard library has no rename that does. Where the file system has no hard links
    /// the name is reserved by an empty file, which the rename then replaces.
    pub fn publish(self) -> Result<()> {
        let Written { temporary, target, force, .. } = self;
        let published = if force { fs::rename(&temporary.path, &target) } else { name_exclusively(&temporary.path, &target) };
        published.map_err(|e| match e.kind() {
            io::ErrorKind::AlreadyExists => exists(&target),
            _ => cannot_write(&target, &e),
        })?;
        drop(temporary);
        // Without this the file could lose its name in a power cut. Not every system can do it, and the file is there.
        let _ = File::open(folder_of(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

fn name_exclusively(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // The name is taken, or the file was removed because the process is about to end: no reason to try otherwise.
        Err(e) if matches!(e.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => Err(e),
        Err(_) => reserve_and_rename(from, to),
        Ok(()) => Ok(()),
    }
}

fn reserve_and_rename(from: &Path, to: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(to)?;
    fs::rename(from, to).inspect_err(|_| {
        let _ = fs::remove_file(to);
    })
}

/// The error for a file that was being written: a full disk and its like are errors of kind limit.
///
/// ```
/// use equipoise_engine::write_error;
/// let e = write_error(std::path::Path::new("out.csv"), &std::io::ErrorKind::StorageFull.into());
/// assert_eq!(e.message(), "could not write `out.csv`: no space left on device");
/// ```
pub fn write_error(path: &Path, error: &io::Error) -> Error {
    cannot_write(path, error)
}

/// Removes a file; one that is not there is fine.
pub fn remove_file(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(write_error(path, &e)),
        _ => Ok(()),
    }
}

/// True when two paths lead to one file, also through links. Paths of which nothing exists are compared by name.
///
/// ```
/// use equipoise_engine::same_file;
/// use std::path::Path;
/// # let folder = tempfile::tempdir().unwrap();
/// # let a = folder.path().join("a.csv");
/// # std::fs::write(&a, "").unwrap();
/// assert!(same_file(&a, &folder.path().join(".").join("a.csv")));
/// assert!(!same_file(&a, &folder.path().join("b.csv")));
/// ```
pub fn same_file(a: &Path, b: &Path) -> bool {
    let (real_a, real_b) = (resolve(a), resolve(b));
    real_a == real_b || same_inode(a, b)
}

/// The path without links; of a file that does not exist yet, the folder without links and the name.
fn resolve(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = fs::canonicalize(folder_of(path)).unwrap_or_else(|_| folder_of(path).to_owned());
        path.file_name().map_or(folder.clone(), |name| folder.join(name))
    })
}

#[cfg(unix)]
fn same_inode(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| fs::metadata(path).map(|m| (m.dev(), m.ino())).ok();
    inode(a).is_some() && inode(a) == inode(b)
}

#[cfg(not(unix))]
fn same_inode(_: &Path, _: &Path) -> bool {
    false
}

fn check_target(path: &Path, force: bool) -> Result<()> {
    let names_folder = path.as_os_str().as_encoded_bytes().last().is_some_and(|&b| std::path::is_separator(b.into()));
    if path.file_name().is_none() || names_folder {
        return Err(Error::usage(format!("could not create `{}`: it names no file", path.display())).hint("give the name of a file"));
    }
    let Ok(metadata) = fs::symlink_metadata(path) else { return Ok(()) };
    // A link counts as what it leads to; one that leads nowhere may be replaced.
    let kind = fs::metadata(path).unwrap_or(metadata);
    if !kind.is_file() && !kind.is_symlink() {
        return Err(Error::usage(format!("`{}` exists and is not a regular file", path.display())).hint("choose another path"));
    }
    if force { Ok(()) } else { Err(exists(path)) }
}

fn exists(path: &Path) -> Error {
    Error::usage(format!("`{}` exists already", path.display())).hint("choose another path, or replace it with --force")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The temporary files of this process that exist now.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While this value lives, no new temporary file is made: see [`remove_temporaries`].
#[derive(Debug)]
pub struct NoTemporaries {
    _live: MutexGuard<'static, BTreeSet<PathBuf>>,
}

/// Removes all temporary files of this process, for a process that is about to end (Ctrl-C).
///
/// Threads that still write find their files gone when they publish, and get an error. As long as the result lives,
/// threads that start, publish or drop a file wait: hold it until the process has ended, and nothing is left behind. The
/// calling thread must have no file of its own at hand, or it would wait for itself.
///
/// ```no_run
/// let _held = equipoise_engine::remove_temporaries();
/// std::process::exit(130);
/// ```
pub fn remove_temporaries() -> NoTemporaries {
    let mut live = live();
    for path in std::mem::take(&mut *live) {
        let _ = fs::remove_file(path);
    }
    NoTemporaries { _live: live }
}

/// A temporary file on disk, removed when this is dropped.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn create(folder: &Path, access: Access) -> io::Result<(Temporary, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        // Made and noted under one lock, so that no file exists that `remove_temporaries` does not know.
        let mut live = live();
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".equipoise-{}-{count}.tmp", std::process::id()));
            match options(access).open(&path) {
                Ok(file) => {
                    live.insert(path.clone());
                    return Ok((Temporary { path }, file));
                }
                // A process of the same number died here some day.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        live().remove(&self.path);
    }
}

fn options(access: Access) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_hard_links_a_name_is_still_given_once() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "new").unwrap();
        reserve_and_rename(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"new");
        assert!(!from.exists());

        fs::write(&from, "newer").unwrap();
        assert_eq!(reserve_and_rename(&from, &to).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&to).unwrap(), b"new");

        let other = folder.path().join("other");
        assert!(reserve_and_rename(&folder.path().join("absent"), &other).is_err());
        assert!(!other.exists(), "the reservation is taken back");
    }
}
