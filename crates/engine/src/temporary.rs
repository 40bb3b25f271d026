//! Files on their way: without a name where the system can do that, else under a hidden one.
//!
//! A file without a name goes away with the process, however that ends; Linux has such files on
//! most file systems. A hidden temporary file goes away when its owner is dropped, and
//! [`remove_temporaries`] takes away all of them when the process is about to end. Only a process
//! that is killed outright leaves one behind. It is locked as long as its owner lives, so the next
//! process that writes in the folder can tell, and removes it.

use crate::hidden::{has_name, hidden_name, remove_leftovers};
use crate::target::{Access, folder_of};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

/// The temporary files of this process that have a name now.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How often all temporary files were given up.
static GIVEN_UP: AtomicU64 = AtomicU64::new(0);

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held while a set of files is replaced, so that the process does not end in between.
static WHOLE: RwLock<()> = RwLock::new(());

/// When this process last replaced a set of files.
static REPLACED: Mutex<Option<Instant>> = Mutex::new(None);

/// Notes that a set of files has been replaced.
pub(crate) fn note_replaced() {
    *REPLACED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

/// While the result lives, [`remove_temporaries`] waits. Afterwards, this waits for the end of the
/// process.
pub(crate) fn until_end() -> RwLockReadGuard<'static, ()> {
    WHOLE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a file be removed with the temporary ones.
pub(crate) fn note(path: &Path) {
    live().insert(path.to_owned());
}

/// Takes [`note`] back.
pub(crate) fn forget(path: &Path) {
    live().remove(path);
}

/// While this value lives, no new temporary file is made: see [`remove_temporaries`].
#[derive(Debug)]
pub struct NoTemporaries {
    _whole: RwLockWriteGuard<'static, ()>,
    _live: MutexGuard<'static, BTreeSet<PathBuf>>,
}

/// Whether this process replaced a set of files after `since`. A run that was asked to stop then
/// may have done its work in spite of that.
pub fn has_replaced_since(since: Instant) -> bool {
    REPLACED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some_and(|last| last >= since)
}

/// Removes all temporary files of this process, for a process that is about to end (Ctrl-C).
///
/// A replacement of files that has begun is completed first. Threads that still write find their
/// files gone when they publish, and get an error. As long as the result lives, threads that start,
/// publish or drop a file wait: hold it until the process has ended, and nothing is left behind.
/// The calling thread must have no file of its own at hand, or it would wait for itself.
///
/// ```no_run
/// let _held = equipoise_engine::remove_temporaries();
/// std::process::exit(130);
/// ```
pub fn remove_temporaries() -> NoTemporaries {
    let whole = WHOLE.write().unwrap_or_else(PoisonError::into_inner);
    let mut live = live();
    GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    for path in std::mem::take(&mut *live) {
        let _ = fs::remove_file(path);
    }
    NoTemporaries {
        _whole: whole,
        _live: live,
    }
}

/// A temporary file on disk, gone when this is dropped.
#[derive(Debug)]
pub(crate) struct Temporary {
    /// Its hidden name, or where the system shows a file that has none.
    path: PathBuf,
    /// Keeps a file that has no name, and the lock of one that has.
    file: File,
    is_named: bool,
    /// `GIVEN_UP` when it was made.
    age: u64,
}

impl Temporary {
    /// A new file in a folder, ready to be written.
    pub(crate) fn create(folder: &Path, access: Access) -> io::Result<(Temporary, File)> {
        remove_leftovers_once(folder);
        let live = live();
        let age = GIVEN_UP.load(Ordering::Relaxed);
        match unnamed::create(folder, access) {
            Some((path, file, writer)) => Ok((
                Temporary {
                    path,
                    file,
                    is_named: false,
                    age,
                },
                writer,
            )),
            None => Temporary::create_named(live, folder, access),
        }
    }

    /// Made and noted under one lock, so that no file exists that [`remove_temporaries`] does not
    /// know.
    fn create_named(
        mut live: MutexGuard<'_, BTreeSet<PathBuf>>,
        folder: &Path,
        access: Access,
    ) -> io::Result<(Temporary, File)> {
        let age = GIVEN_UP.load(Ordering::Relaxed);
        loop {
            let path = hidden_name(folder);
            match options(access).create_new(true).open(&path) {
                Ok(writer) => {
                    // Before it was locked, it looked like a leftover: then it may be gone.
                    if matches!(writer.try_lock(), Err(TryLockError::WouldBlock))
                        || !has_name(&writer, &path)
                    {
                        continue;
                    }
                    live.insert(path.clone());
                    let file = writer.try_clone()?;
                    return Ok((
                        Temporary {
                            path,
                            file,
                            is_named: true,
                            age,
                        },
                        writer,
                    ));
                }
                // A process of the same number died here some day.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Where it can be read.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name in one step. Without `replace` a name that is taken is an error.
    pub(crate) fn publish(mut self, target: &Path, replace: bool) -> io::Result<()> {
        if self.is_named && replace {
            fs::rename(&self.path, target)?;
            forget(&self.path);
            // The hidden name is free now, and may be somebody else's next.
            self.is_named = false;
            return Ok(());
        }
        if self.is_named {
            return name_exclusively(&self.path, target);
        }
        let mut live = live();
        if self.age != GIVEN_UP.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::NotFound.into());
        }
        if !replace {
            return unnamed::link(&self.path, target);
        }
        // A link cannot take the place of another file, a rename can: so it has a hidden name for a
        // moment. Locked before, it is no leftover.
        let _ = self.file.try_lock();
        let hidden = loop {
            let path = hidden_name(folder_of(target));
            match unnamed::link(&self.path, &path) {
                Ok(()) => break path,
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        };
        live.insert(hidden.clone());
        let renamed = fs::rename(&hidden, target);
        if renamed.is_err() {
            let _ = fs::remove_file(&hidden);
        }
        live.remove(&hidden);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if self.is_named {
            let _ = fs::remove_file(&self.path);
            live().remove(&self.path);
        }
    }
}

/// Removes leftovers from a folder in which this process has not written yet.
fn remove_leftovers_once(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if SEEN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(folder.to_owned())
    {
        remove_leftovers(folder);
    }
}

fn options(access: Access) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// The name is given by a hard link, which fails when it is taken, as the standard library has no
/// rename that does. Where the file system has no hard links the name is reserved by an empty file,
/// which the rename then replaces.
fn name_exclusively(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // The name is taken, or the file was removed because the process is about to end: no reason
        // to try otherwise.
        Err(e)
            if matches!(
                e.kind(),
                io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound
            ) =>
        {
            Err(e)
        }
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

#[cfg(target_os = "linux")]
mod unnamed {
    use super::{Access, options};
    use rustix::fs::{AtFlags, CWD, OFlags, linkat};
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    /// A file without a name in a folder: where it can be read, the file, and a second handle to
    /// write it. `None` where the file system has no such files, or the system does not show open
    /// files.
    pub(super) fn create(folder: &Path, access: Access) -> Option<(PathBuf, File, File)> {
        let file = options(access)
            .custom_flags(OFlags::TMPFILE.bits().cast_signed())
            .open(folder)
            .ok()?;
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        fs::metadata(&path).ok()?;
        let writer = file.try_clone().ok()?;
        Some((path, file, writer))
    }

    /// Gives it a name that is not taken.
    pub(super) fn link(path: &Path, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, path, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use super::Access;
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};

    pub(super) fn create(_: &Path, _: Access) -> Option<(PathBuf, File, File)> {
        None
    }

    pub(super) fn link(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn without_hard_links_a_name_is_still_given_once() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::write(&from, "new").unwrap();
        reserve_and_rename(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"new");
        assert!(!from.exists());

        fs::write(&from, "newer").unwrap();
        assert_eq!(
            reserve_and_rename(&from, &to).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(fs::read(&to).unwrap(), b"new");

        let other = folder.path().join("other");
        assert!(reserve_and_rename(&folder.path().join("absent"), &other).is_err());
        assert!(!other.exists(), "the reservation is taken back");
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    type Make = fn(&Path) -> (Temporary, File);
    const BOTH_WAYS: [Make; 2] = [
        |folder| Temporary::create(folder, Access::Public).unwrap(),
        |folder| Temporary::create_named(live(), folder, Access::Public).unwrap(),
    ];

    #[test]
    fn with_and_without_a_name_a_file_appears_at_the_end_and_leaves_nothing_else() {
        for make in BOTH_WAYS {
            let folder = tempfile::tempdir().unwrap();
            let (folder, target) = (folder.path(), folder.path().join("target"));
            drop(make(folder));
            assert!(names(folder).is_empty());
            for (content, replace) in [("first", false), ("second", true), ("third", true)] {
                let (temporary, mut file) = make(folder);
                file.write_all(content.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(temporary.path()).unwrap(), content);
                temporary.publish(&target, replace).unwrap();
                assert_eq!(
                    (fs::read_to_string(&target).unwrap().as_str(), names(folder)),
                    (content, vec!["target".to_owned()])
                );
            }
            let (temporary, _file) = make(folder);
            assert_eq!(
                temporary.publish(&target, false).unwrap_err().kind(),
                io::ErrorKind::AlreadyExists
            );
            assert_eq!(
                (fs::read_to_string(&target).unwrap().as_str(), names(folder)),
                ("third", vec!["target".to_owned()])
            );

            fs::create_dir(folder.join("taken")).unwrap();
            let (temporary, _file) = make(folder);
            assert!(temporary.publish(&folder.join("taken"), true).is_err());
            assert_eq!(names(folder), ["taken", "target"]);
        }
    }

    #[test]
    fn a_file_with_a_name_is_no_leftover_while_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (temporary, writer) =
            Temporary::create_named(live(), folder.path(), Access::Public).unwrap();
        drop(writer);
        remove_leftovers(folder.path());
        assert_eq!(names(folder.path()).len(), 1);
        // As a process that is killed leaves it.
        temporary.file.unlock().unwrap();
        remove_leftovers(folder.path());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_name_is_not_seen() {
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
            return;
        };
        let (temporary, _file) = Temporary::create(folder.path(), Access::OwnerOnly).unwrap();
        assert!(!temporary.is_named && names(folder.path()).is_empty());
    }
}
