//! One writer per output, and leftovers that no process owns.
//!
//! A lock ends with the process that holds it, however that ends. So whoever gets the lock of a
//! file knows that nobody writes it: neither a process that runs nor one that was killed.

use crate::errors::{cannot_create, reason};
use crate::hidden::{has_name, hidden, no_follow, remove_leftovers};
use crate::replace::{self, Recovered};
use crate::stage::Written;
use crate::target::{folder_of, refuse_link};
use crate::temporary;
use equipoise_data::{Error, Result};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Attempts to open a lock file that other processes create and remove at the same time.
const MOST_ATTEMPTS: usize = 1000;

/// The right of one process to write a set of files, which is known by its last file.
///
/// It is a locked, empty file beside them, which is removed when this value is dropped. A killed
/// process leaves the empty file, but not the lock.
///
/// ```
/// use equipoise_engine::OutputLock;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("release/table.certificate.json");
/// let table = path.with_file_name("table.csv");
/// let (lock, recovered) = OutputLock::take(&path, &table)?;
/// assert!(recovered.is_none());
/// let refused = OutputLock::take(&path, &table).unwrap_err();
/// assert_eq!(refused.message(), format!("another process is writing `{}`", table.display()));
/// drop(lock);
/// assert!(OutputLock::take(&path, &table).is_ok());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Debug)]
pub struct OutputLock {
    /// The last file of the set.
    last: PathBuf,
    path: PathBuf,
    file: File,
    /// Folders that were made for the lock file, the innermost first.
    made: Vec<PathBuf>,
}

impl OutputLock {
    /// Takes the lock of the set of files whose last one is `last`, and makes the folder it needs.
    /// Messages call the set by the name of `output`.
    ///
    /// Then removes leftovers of processes that were killed from the folder, and finishes or undoes
    /// a replacement of these files that was interrupted.
    ///
    /// # Errors
    /// Another process that holds the lock, a place where no file can be created, a link in place
    /// of the lock or the journal, a replacement that can neither be finished nor undone.
    pub fn take(last: &Path, output: &Path) -> Result<(OutputLock, Option<Recovered>)> {
        let (path, folder) = (hidden(last, "lock"), folder_of(last));
        let made = missing_folders(folder);
        let mut failed = io::Error::from(io::ErrorKind::ResourceBusy);
        for _ in 0..MOST_ATTEMPTS {
            refuse_link(&path, "a lock")?;
            let file = match fs::create_dir_all(folder).and_then(|()| open_or_create(&path)) {
                Ok(file) => file,
                // Whoever had the lock before removes the file, and the folder if it is empty.
                Err(e)
                    if matches!(
                        e.kind(),
                        io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists
                    ) =>
                {
                    failed = e;
                    continue;
                }
                Err(e) => return Err(cannot_create(output, e)),
            };
            file.try_lock().map_err(|e| cannot_lock(output, e))?;
            if !has_name(&file, &path) {
                continue;
            }
            temporary::note(&path);
            let lock = OutputLock {
                last: last.to_owned(),
                path,
                file,
                made,
            };
            remove_leftovers(folder);
            let recovered = replace::recover(last, output)?;
            return Ok((lock, recovered));
        }
        Err(cannot_create(output, failed))
    }

    /// Gives files their names, and removes `stale` ones: all of it happens, or nothing. The last
    /// file appears last.
    ///
    /// Old files are kept under hidden names until the last new one is in place. When a step fails
    /// they are put back. When the process is killed, the next one that takes the lock puts them
    /// back.
    ///
    /// # Errors
    /// A file that exists, unless it was staged with `force`; files that cannot be replaced. The
    /// hint says which files are there now.
    pub fn publish(&self, files: Vec<Written>, stale: &[PathBuf]) -> Result<()> {
        debug_assert_eq!(files.last().map(Written::path), Some(&*self.last));
        replace::replace(files, stale, &|| Ok(()))
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // First, so that nobody removes the file of that name that another process makes next.
        temporary::forget(&self.path);
        // Removed while it is locked: whoever opened it before finds that it has lost its name.
        if has_name(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
        // Closing alone would not do: a process that is just being started has the file open too.
        let _ = self.file.unlock();
        for folder in &self.made {
            // Fails where something is in it, and that is right.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The folders of a path that do not exist, the innermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let is_missing = |f: &&Path| !f.as_os_str().is_empty() && f.symlink_metadata().is_err();
    folder
        .ancestors()
        .take_while(is_missing)
        .map(Path::to_owned)
        .collect()
}

/// An existing file is opened without asking for it to be created: in a folder that many share, the
/// system forbids that for files of others.
fn open_or_create(path: &Path) -> io::Result<File> {
    let open = |options: &mut OpenOptions| no_follow(options.read(true)).open(path);
    match open(OpenOptions::new().write(true)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            open(OpenOptions::new().write(true).create_new(true))
        }
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => open(&mut OpenOptions::new()),
        opened => opened,
    }
}

fn cannot_lock(output: &Path, error: TryLockError) -> Error {
    match error {
        TryLockError::WouldBlock => {
            Error::usage(format!("another process is writing `{}`", output.display()))
                .at_file("", output)
                .hint("wait until it has ended, or choose another output path")
        }
        TryLockError::Error(e) => Error::usage(reason(&e))
            .at_file("could not lock a file in `{}`: ", folder_of(output))
            .hint("choose a folder where files can be locked")
            .caused_by(e),
    }
}

/// Gives files their names: all of them appear, the last one last, or none. Old files are replaced
/// as a whole, or stay.
///
/// A process that writes files whose last one has the same name at the same time gets an error: see
/// [`OutputLock`].
pub fn publish_all(mut files: Vec<Written>) -> Result<()> {
    match files.pop() {
        None => Ok(()),
        Some(only) if files.is_empty() => only.publish(),
        Some(last) => {
            let (lock, _) = OutputLock::take(last.path(), last.path())?;
            files.push(last);
            lock.publish(files, &[])
        }
    }
}
