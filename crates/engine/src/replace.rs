//! Files replaced as a set: all of them are new, or all are as before, also after a kill.
//!
//! The last file of a set marks it as complete; of a release it is the certificate. It goes first
//! and comes last:
//!
//! 1. A journal is written beside it: the name of each file, the size and checksum of the new one,
//!    whether there is an old one.
//! 2. Old files are renamed to hidden backups, the last file first.
//! 3. New files get their names, the last file last. From here on the replacement has happened.
//! 4. The journal is renamed to say that it is finished. The backups are removed, then the journal.
//!
//! While there is a journal, the last file tells what to do: if it is the new one, step 4 is done;
//! if not, all is undone in the order opposite to steps 2 and 3. Either can be interrupted again.
//! Once the journal says that it is finished, nothing is undone any more, whatever becomes of the
//! new files: some backups may be gone.

use crate::contents::{Checksum, checksum};
use crate::errors::{cannot_write, disk_failure, reason};
use crate::hidden::{hidden, no_follow};
use crate::stage::{Content, Staged, Written};
use crate::target::{Access, check_target, exists, folder_of, refuse_link};
use crate::temporary::{Temporary, note_replaced, until_end};
use equipoise_data::{Error, FilesLeft, LimitKind, Result};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::{Component, Path, PathBuf};

const TITLE: &str = "equipoise replacement 1";

/// A journal is a few lines; anything longer is none.
const MOST_JOURNAL_BYTES: u64 = 16 << 20;

/// The end of a replacement that an earlier process had begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// All new files were in place; what was left of the old ones is removed.
    Finished,
    /// The old files are back in place.
    Restored,
    /// There were no old files; the new ones are removed.
    Removed,
}

impl Recovered {
    /// A sentence for the user about the files of `output`.
    pub fn describe(self, output: &Path) -> String {
        let end = match self {
            Recovered::Finished => "all new files were in place, and are kept",
            Recovered::Restored => "the files from before that run are back in place",
            Recovered::Removed => "the files that it had written so far were removed",
        };
        format!(
            "an earlier run was interrupted while it wrote `{}`: {end}",
            output.display()
        )
    }
}

/// Called before each step on the disk. Tests let a step fail.
pub(crate) type Gate<'a> = &'a dyn Fn() -> io::Result<()>;

/// One file of a set.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    target: PathBuf,
    /// Name of the old file from the moment that it has to go.
    backup: PathBuf,
    had_old: bool,
    /// The new file; none where the old one is only removed.
    new: Option<Content>,
}

/// A step that failed, and the file that it was about.
type Failure = (PathBuf, io::Error);

struct Replacement<'g> {
    /// None where files are outside of the folder of the last one: then only a failure is undone,
    /// not a kill.
    journal: Option<PathBuf>,
    entries: Vec<Entry>,
    gate: Gate<'g>,
}

/// Gives files their names and removes `stale` ones, as a set. The caller holds the lock of the
/// last file.
pub(crate) fn replace(files: Vec<Written>, stale: &[PathBuf], gate: Gate<'_>) -> Result<()> {
    // A process that is about to end waits for this.
    let _whole = until_end();
    let Some(last) = files.last().map(|f| f.path().to_owned()) else {
        return Ok(());
    };
    let force = files.iter().all(|f| f.force);
    for file in &files {
        check_target(file.path(), file.force)?;
    }
    let targets = stale
        .iter()
        .map(|path| (path.clone(), None))
        .chain(files.iter().map(|f| (f.path().to_owned(), Some(f.content))));
    let entries = targets
        .enumerate()
        .map(|(i, (target, new))| entry(&last, i, target, new))
        .collect::<Result<Vec<_>>>()?;
    let is_below = |e: &Entry| relative(&last, &e.target).is_some();
    let journal = entries
        .iter()
        .all(is_below)
        .then(|| hidden(&last, "journal"));
    let replacement = Replacement {
        journal,
        entries,
        gate,
    };
    replacement.write_journal(&last)?;
    let new = stale
        .iter()
        .map(|_| None)
        .chain(files.into_iter().map(|f| Some(f.temporary)));
    match replacement.exchange(new.collect()) {
        Ok(()) => {
            // All is in place. What cannot be removed now is removed by the next run.
            let _ = replacement.finish();
            note_replaced();
            Ok(())
        }
        Err(failure) => Err(replacement.fail(failure, force)),
    }
}

/// Finishes or undoes a replacement that was interrupted. The caller holds the lock of `last`.
pub(crate) fn recover(last: &Path, output: &Path) -> Result<Option<Recovered>> {
    recover_through(last, output, &|| Ok(()))
}

fn recover_through(last: &Path, output: &Path, gate: Gate<'_>) -> Result<Option<Recovered>> {
    let journal = hidden(last, "journal");
    let left = |(path, e): Failure| {
        let why = format!("could not remove `{}`: {}", path.display(), reason(&e));
        cannot_repair(output, &why).caused_by(e)
    };
    if let Some(entries) = read_journal(last, &finished(&journal))? {
        let _whole = until_end();
        Replacement {
            journal: Some(journal),
            entries,
            gate,
        }
        .clear()
        .map_err(left)?;
        return Ok(Some(Recovered::Finished));
    }
    let Some(entries) = read_journal(last, &journal)? else {
        return Ok(None);
    };
    let _whole = until_end();
    let replacement = Replacement {
        journal: Some(journal),
        entries,
        gate,
    };
    if replacement.is_complete() {
        replacement.finish().map_err(left)?;
        return Ok(Some(Recovered::Finished));
    }
    let had_old = replacement.had_old();
    let failures = replacement.undo();
    if failures.is_empty() {
        return Ok(Some(if had_old {
            Recovered::Restored
        } else {
            Recovered::Removed
        }));
    }
    Err(cannot_repair(output, &failures.join("; ")))
}

/// Whether the replacement of a set of files was interrupted, or is still going on, so that they
/// may not belong together. The set is known by its last file. Changes nothing.
pub fn is_interrupted(last: &Path) -> bool {
    let journal = hidden(last, "journal");
    if journal.symlink_metadata().is_err() {
        return false;
    }
    match read_journal(last, &journal) {
        Ok(Some(entries)) => !Replacement {
            journal: None,
            entries,
            gate: &|| Ok(()),
        }
        .is_complete(),
        // Removed since it was looked for: the replacement has just ended.
        Ok(None) => false,
        Err(_) => true,
    }
}

impl Replacement<'_> {
    /// The first step: after it, a kill is undone.
    fn write_journal(&self, last: &Path) -> Result<()> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        (self.gate)().map_err(|e| cannot_write(journal, e))?;
        let mut file = Staged::create(journal, Access::OwnerOnly, false)?;
        file.write_all(journal_text(last, &self.entries).as_bytes())
            .map_err(|e| cannot_write(journal, e))?;
        file.finish()?.publish()
    }

    fn step(&self, path: &Path, act: impl FnOnce() -> io::Result<()>) -> Result<(), Failure> {
        (self.gate)()
            .and_then(|()| act())
            .map_err(|e| (path.to_owned(), e))
    }

    /// Moves old files out of the way and gives new ones their names.
    fn exchange(&self, mut new: Vec<Option<Temporary>>) -> Result<(), Failure> {
        let last = self.entries.len() - 1;
        for (i, entry) in self
            .entries
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, e)| e.had_old)
        {
            self.step(&entry.target, || fs::rename(&entry.target, &entry.backup))?;
            if i == last {
                self.sync();
            }
        }
        for (i, entry) in self.entries.iter().enumerate() {
            if i == last {
                self.sync();
            }
            if let Some(temporary) = new[i].take() {
                // Without replacing: a file that somebody else put there stays.
                self.step(&entry.target, || temporary.publish(&entry.target, false))?;
            }
        }
        self.sync();
        Ok(())
    }

    /// Rules out an undo, and removes what only an undo would need.
    fn finish(&self) -> Result<(), Failure> {
        if let Some(journal) = &self.journal {
            self.step(journal, || fs::rename(journal, finished(journal)))?;
            self.sync();
        }
        self.clear()
    }

    /// Removes the backups, then the journal that says that all is finished.
    fn clear(&self) -> Result<(), Failure> {
        let removed: Vec<_> = self
            .entries
            .iter()
            .map(|e| self.step(&e.backup, || remove(&e.backup)))
            .collect();
        removed.into_iter().collect::<Result<(), Failure>>()?;
        self.sync();
        if let Some(journal) = &self.journal {
            let finished = finished(journal);
            self.step(&finished, || remove(&finished))?;
            self.sync();
        }
        Ok(())
    }

    /// Removes the journal.
    fn end(&self) -> Result<(), Failure> {
        if let Some(journal) = &self.journal {
            self.step(journal, || remove(journal))?;
            self.sync();
        }
        Ok(())
    }

    /// Puts everything back, the last file last. Says what could not be put back; the journal then
    /// stays.
    fn undo(&self) -> Vec<String> {
        let Some((last, others)) = self.entries.split_last() else {
            return Vec::new();
        };
        let mut failures: Vec<String> = others
            .iter()
            .filter_map(|entry| self.restore(entry).err())
            .collect();
        // Without all others, the last file would mark a mixture as complete.
        if failures.is_empty() {
            self.sync();
            failures.extend(self.restore(last).err());
        }
        if failures.is_empty() {
            self.sync();
            failures.extend(
                self.end().err().map(|(path, e)| {
                    format!("could not remove `{}`: {}", path.display(), reason(&e))
                }),
            );
        }
        failures
    }

    /// Puts one file back, if it was moved.
    fn restore(&self, entry: &Entry) -> Result<(), String> {
        let Entry { target, backup, .. } = entry;
        let failed = |(_, e): Failure| {
            let kept = if is_there(backup) {
                format!("; the old file is kept as `{}`", backup.display())
            } else {
                String::new()
            };
            format!(
                "could not restore `{}`: {}{kept}",
                target.display(),
                reason(&e)
            )
        };
        if !is_there(backup) {
            // The old file has not been moved yet, or is back already; or there was none.
            let is_ours =
                !entry.had_old && entry.new.as_ref().is_some_and(|new| holds(target, new));
            return if is_ours {
                self.step(target, || remove(target)).map_err(failed)
            } else {
                Ok(())
            };
        }
        if is_there(target) && !entry.new.as_ref().is_some_and(|new| holds(target, new)) {
            let (target, backup) = (target.display(), backup.display());
            return Err(format!(
                "`{target}` has been written by another program since; the old file is kept as `{backup}`"
            ));
        }
        self.step(target, || fs::rename(backup, target))
            .map_err(failed)
    }

    /// Undoes after a failure, and says what is there now.
    fn fail(&self, (path, error): Failure, force: bool) -> Error {
        let had_old = self.had_old();
        let failures = self.undo();
        let words = if force {
            "could not replace `{}`: "
        } else {
            "could not write `{}`: "
        };
        if !failures.is_empty() {
            let why = format!("{}; {}", reason(&error), failures.join("; "));
            return Error::limit(why)
                .reached(LimitKind::Disk)
                .at_file(words, &path)
                .leaving(FilesLeft::Mixture)
                .caused_by(error);
        }
        if error.kind() == io::ErrorKind::AlreadyExists && !force {
            return exists(&path).caused_by(error);
        }
        let left = if had_old {
            FilesLeft::Old
        } else {
            FilesLeft::Nothing
        };
        disk_failure(&path, words, error, left)
    }

    fn had_old(&self) -> bool {
        self.entries.iter().any(|e| e.had_old)
    }

    /// Whether the last new file is in place, and so all of them.
    fn is_complete(&self) -> bool {
        self.entries.last().is_some_and(|e| {
            e.new
                .as_ref()
                .is_some_and(|new| !is_empty(&e.target) && holds(&e.target, new))
        })
    }

    /// Waits until names are on the disk, in the order of the steps. Not every system can do it,
    /// and a kill needs it not.
    fn sync(&self) {
        let folders: BTreeSet<&Path> = self.entries.iter().map(|e| folder_of(&e.target)).collect();
        for folder in folders {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
    }
}

fn cannot_repair(output: &Path, why: &str) -> Error {
    Error::limit(why)
        .reached(LimitKind::Disk)
        .at_file(
            "an earlier run was interrupted while it wrote `{}`, and that could not be repaired: ",
            output,
        )
        .leaving(FilesLeft::Mixture)
}

fn entry(last: &Path, i: usize, target: PathBuf, new: Option<Content>) -> Result<Entry> {
    let name = hidden(last, &format!("{i}.old"));
    let backup = target.with_file_name(name.file_name().unwrap_or_default());
    if is_there(&backup) {
        return Err(
            Error::usage("is in the way: it holds a file of an earlier release")
                .at_file("`{}` ", backup)
                .hint(
                    "move it to another folder, and keep it if files of that release are missing",
                ),
        );
    }
    let had_old = is_there(&target);
    Ok(Entry {
        target,
        backup,
        had_old,
        new,
    })
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn is_empty(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|m| m.len() == 0)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Whether a file holds what was to be written. An empty one does too: where there are no hard
/// links, a name is reserved by an empty file.
fn holds(path: &Path, content: &Content) -> bool {
    let Ok(metadata) = path.symlink_metadata() else {
        return false;
    };
    if !metadata.is_file() || (metadata.len() != content.bytes && metadata.len() != 0) {
        return false;
    }
    metadata.len() == 0 || sum_of(path).is_ok_and(|sum| sum == content.sum)
}

fn sum_of(path: &Path) -> io::Result<u64> {
    let (mut file, mut sum, mut part) = (
        no_follow(OpenOptions::new().read(true)).open(path)?,
        Checksum::new(),
        vec![0; 256 << 10],
    );
    loop {
        match file.read(&mut part)? {
            0 => return Ok(sum.finish()),
            n => sum.write(&part[..n]),
        }
    }
}

/// The name of a file, seen from the folder of the last one; none if it is not in there.
fn relative<'a>(last: &Path, target: &'a Path) -> Option<&'a Path> {
    let below = match last.parent() {
        Some(folder) => target.strip_prefix(folder).ok()?,
        None => target,
    };
    is_plain(below).then_some(below)
}

/// Whether a path leads down only: a journal shall not reach files elsewhere.
fn is_plain(path: &Path) -> bool {
    path.file_name().is_some() && path.components().all(|c| matches!(c, Component::Normal(_)))
}

/// The text of a journal: a title, a line per file, and a checksum of all that.
fn journal_text(last: &Path, entries: &[Entry]) -> String {
    let mut text = format!("{TITLE}\n");
    for entry in entries {
        let old = if entry.had_old { "replace" } else { "create" };
        let new = entry.new.as_ref().map_or_else(
            || "- -".to_owned(),
            |new| format!("{} {:016x}", new.bytes, new.sum),
        );
        let name = relative(last, &entry.target).unwrap_or(&entry.target);
        let _ = writeln!(text, "{old} {new} {}", escape(name));
    }
    let sum = checksum(text.as_bytes());
    let _ = writeln!(text, "end {sum:016x}");
    text
}

fn parse_journal(last: &Path, text: &str) -> Option<Vec<Entry>> {
    let body = &text[..text.strip_suffix('\n')?.rfind('\n')? + 1];
    let sum = text[body.len()..].strip_prefix("end ")?.trim_end();
    if u64::from_str_radix(sum, 16).ok()? != checksum(body.as_bytes()) {
        return None;
    }
    let lines = body.strip_prefix(TITLE)?.strip_prefix('\n')?.lines();
    let entry = |(i, line): (usize, &str)| -> Option<Entry> {
        let mut words = line.splitn(4, ' ');
        let had_old = match words.next()? {
            "replace" => true,
            "create" => false,
            _ => return None,
        };
        let new = match (words.next()?, words.next()?) {
            ("-", "-") => None,
            (bytes, sum) => Some(Content {
                bytes: bytes.parse().ok()?,
                sum: u64::from_str_radix(sum, 16).ok()?,
            }),
        };
        let name = unescape(words.next()?).filter(|name| is_plain(name))?;
        let target = last
            .parent()
            .map_or_else(|| name.clone(), |folder| folder.join(&name));
        let backup = target.with_file_name(hidden(last, &format!("{i}.old")).file_name()?);
        // A folder on the way may be a link that leads elsewhere.
        if let (Ok(base), Ok(folder)) = (
            fs::canonicalize(folder_of(last)),
            fs::canonicalize(folder_of(&target)),
        ) && !folder.starts_with(base)
        {
            return None;
        }
        Some(Entry {
            target,
            backup,
            had_old,
            new,
        })
    };
    lines.enumerate().map(entry).collect()
}

/// The name of a journal once nothing is undone any more.
fn finished(journal: &Path) -> PathBuf {
    journal.with_extension("finished")
}

/// The files of a replacement that has not ended; none if there is no journal.
fn read_journal(last: &Path, path: &Path) -> Result<Option<Vec<Entry>>> {
    let Ok(metadata) = path.symlink_metadata() else {
        return Ok(None);
    };
    refuse_link(path, "a journal")?;
    let refused = |why: &str| {
        Error::usage(why)
            .at_file("could not read `{}`, the journal of a replacement that was interrupted: ", path)
            .hint("ask the user who started that run to repeat it; or give the hidden `.old` files beside it their original names again, then remove the journal")
    };
    if !metadata.is_file() || metadata.len() > MOST_JOURNAL_BYTES {
        return Err(refused("it is not a journal"));
    }
    if is_foreign(path, &metadata) {
        return Err(refused("another user wrote it"));
    }
    let mut text = String::new();
    match no_follow(OpenOptions::new().read(true))
        .open(path)
        .and_then(|mut file| file.read_to_string(&mut text))
    {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| refused(&reason(&e)).caused_by(e))?,
    };
    parse_journal(last, &text)
        .map(Some)
        .ok_or_else(|| refused("it is damaged"))
}

/// Whether somebody wrote a journal who could not write the files of the folder otherwise: neither
/// this user nor the owner of the folder.
#[cfg(target_os = "linux")]
fn is_foreign(path: &Path, metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner_of_folder = fs::metadata(folder_of(path)).map(|m| m.uid()).ok();
    metadata.uid() != rustix::process::geteuid().as_raw() && Some(metadata.uid()) != owner_of_folder
}

#[cfg(not(target_os = "linux"))]
fn is_foreign(_: &Path, _: &fs::Metadata) -> bool {
    false
}

/// A path on one line: bytes other than visible ASCII are written as `%` and two digits.
fn escape(path: &Path) -> String {
    let mut text = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_graphic() && byte != b'%' {
            text.push(byte.into());
        } else {
            let _ = write!(text, "%{byte:02x}");
        }
    }
    text
}

fn unescape(text: &str) -> Option<PathBuf> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &tail[2..];
    }
    path_of(bytes)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(<OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes)
        .ok()
        .map(|text| OsString::from(text).into())
}

#[cfg(test)]
mod tests;
