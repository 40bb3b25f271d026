//! Paths to write to: checks before writing, and who may read the new file.

use crate::errors::cannot_write;
use equipoise_data::{Error, Result};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Whoever the user's settings for new files allow.
    Public,
    /// The owner alone, from the first moment. Where the system knows no such right it is the
    /// folder's matter.
    OwnerOnly,
}

/// The error for a file that was being written: a full disk and its like are errors of kind limit.
///
/// ```
/// use equipoise_engine::write_error;
/// let e = write_error(std::path::Path::new("out.csv"), std::io::ErrorKind::StorageFull.into());
/// assert_eq!(e.message(), "could not write `out.csv`: no space left on device");
/// ```
pub fn write_error(path: &Path, error: io::Error) -> Error {
    cannot_write(path, error)
}

/// Removes a file; one that is not there is fine.
pub fn remove_file(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(write_error(path, e)),
        _ => Ok(()),
    }
}

/// True when two paths lead to one file, also through links. Paths of which nothing exists are
/// compared by name.
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

/// The path without links and dots. Folders that do not exist yet will be made, as plain ones, so
/// `..` leads back there.
fn resolve(path: &Path) -> PathBuf {
    let mut real = PathBuf::new();
    for part in std::path::absolute(path)
        .unwrap_or_else(|_| path.to_owned())
        .components()
    {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            _ => {
                real.push(part);
                real = fs::canonicalize(&real).unwrap_or(real);
            }
        }
    }
    real
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

/// Refuses a link in place of a file that is replaced as a whole: it would not stay where the link
/// leads to.
///
/// ```
/// use equipoise_engine::refuse_link;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("table.atlas");
/// assert!(refuse_link(&path, "an atlas").is_ok());
/// # #[cfg(unix)] {
/// std::os::unix::fs::symlink("elsewhere", &path).unwrap();
/// assert!(refuse_link(&path, "an atlas").unwrap_err().message().ends_with("is a symbolic link; an atlas must be a regular file"));
/// # }
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn refuse_link(path: &Path, what: &str) -> Result<()> {
    if path.is_symlink() {
        return Err(
            Error::usage(format!("is a symbolic link; {what} must be a regular file"))
                .at_file("`{}` ", path)
                .hint("give the path of the file that the link points to, or remove the link"),
        );
    }
    Ok(())
}

/// Checks that a file can be written at `path`, as far as that shows before: it names a file, no
/// folder or device is there, and no file either unless `force`.
pub fn check_target(path: &Path, force: bool) -> Result<()> {
    let names_folder = path
        .as_os_str()
        .as_encoded_bytes()
        .last()
        .is_some_and(|&b| std::path::is_separator(b.into()));
    if path.file_name().is_none() || names_folder {
        return Err(Error::usage("it names no file")
            .at_file("could not create `{}`: ", path)
            .hint("give the name of a file"));
    }
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    // A link counts as what it leads to; one that leads nowhere may be replaced.
    let kind = fs::metadata(path).unwrap_or(metadata);
    if !kind.is_file() && !kind.is_symlink() {
        return Err(Error::usage("exists and is not a regular file")
            .at_file("`{}` ", path)
            .hint("choose another path"));
    }
    if force { Ok(()) } else { Err(exists(path)) }
}

pub(crate) fn exists(path: &Path) -> Error {
    Error::usage("exists already")
        .at_file("`{}` ", path)
        .hint("choose another path, or replace it with --force")
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}
