//! Hidden files (locks, journals, backups, temporary files): their names, and removing leftovers.

use crate::contents::checksum;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The longest file name that becomes part of a hidden one.
const MOST_NAME_BYTES: usize = 200;

/// The hidden file beside `path` that serves it: a lock, a journal, a backup.
pub(crate) fn hidden(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let mut hidden = std::ffi::OsString::from(".equipoise-");
    if name.len() <= MOST_NAME_BYTES {
        hidden.push(name);
    } else {
        hidden.push(format!("{:016x}", checksum(name.as_encoded_bytes())));
    }
    hidden.push(".");
    hidden.push(ending);
    path.with_file_name(hidden)
}

/// Whether a file name has the form of [`hidden_name`].
fn is_hidden_name(name: &OsStr) -> bool {
    let numbers = name.to_str().and_then(|n| {
        n.strip_prefix(".equipoise-")?
            .strip_suffix(".tmp")?
            .split_once('-')
    });
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// A name that nobody in this process has used.
pub(crate) fn hidden_name(folder: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    folder.join(format!(
        ".equipoise-{}-{}.tmp",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    ))
}

/// Removes temporary files from a folder that a killed process left there. One that is locked
/// belongs to a process.
pub(crate) fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries
        .flatten()
        .filter(|e| is_hidden_name(&e.file_name()))
        .map(|e| e.path())
    {
        if path.symlink_metadata().is_ok_and(|m| m.is_file())
            && let Ok(file) = no_follow(OpenOptions::new().read(true)).open(&path)
            && file.try_lock().is_ok()
            && has_name(&file, &path)
        {
            let _ = fs::remove_file(&path);
            let _ = file.unlock();
        }
    }
}

/// Lets a link not be followed where the system can do that; elsewhere it is looked for before.
#[cfg(target_os = "linux")]
pub(crate) fn no_follow(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        rustix::fs::OFlags::NOFOLLOW.bits().cast_signed(),
    )
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn no_follow(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether an open file is still the one that has this name.
#[cfg(unix)]
pub(crate) fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |m: fs::Metadata| (m.dev(), m.ino());
    matches!((file.metadata().map(inode), fs::symlink_metadata(path).map(inode)), (Ok(a), Ok(b)) if a == b)
}

#[cfg(not(unix))]
pub(crate) fn has_name(_: &File, path: &Path) -> bool {
    path.exists()
}
