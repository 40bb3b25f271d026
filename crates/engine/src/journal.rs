//! Work in progress that survives a kill: a file of checked blocks that only grows.
//!
//! The file begins with a header and goes on with blocks; all numbers are little-endian.
//!
//! | part | bytes |
//! |---|---|
//! | header | magic (8), version (4), length of the head (4), head, checksum of all before (8) |
//! | block | length of the payload (8), checksum (8), payload |
//!
//! The checksum of a block covers that of the header, the place of the block in the file, its
//! length and its payload. So zeros, a block that was moved, and what is left of another journal
//! are no blocks.

use crate::contents::{Checksum, checksum};
use crate::errors::{cannot_create, cannot_write, reason};
use crate::hidden::{has_name, no_follow};
use crate::target::{folder_of, refuse_link, remove_file};
use equipoise_data::{Error, FilesLeft, Result};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"eqjournl";
const VERSION: u32 = 1;

/// Magic, version and length of the head.
const FIXED_BYTES: usize = 16;

/// Of any checksum.
const SUM_BYTES: usize = 8;

/// Length and checksum, which precede the payload.
const FRAME_BYTES: u64 = 16;

/// The longest head: it says what a journal is about, and is no place for data.
const MOST_HEAD: usize = 4096;

/// Bytes read at once while the blocks are checked.
const BUFFER_BYTES: usize = 256 << 10;

/// One block of a [`Journal`]: where its payload is, not the payload itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its length is in the file.
    offset: u64,
    length: usize,
    sum: u64,
}

impl Block {
    /// Where the payload is in the file: see [`Journal::read_part`].
    pub fn range(&self) -> std::ops::Range<usize> {
        let start = (self.offset + FRAME_BYTES) as usize;
        start..start + self.length
    }

    /// Length of the payload.
    pub fn bytes(&self) -> usize {
        self.length
    }
}

/// A file of blocks that only grows, locked while this value lives. Dropped, it stays on disk to be
/// opened again.
///
/// What is there after an end that nobody planned: when the process is killed, every block whose
/// [`append`](Journal::append) had returned, because the system has it. When the power fails, every
/// block before the last [`sync`](Journal::sync) that had returned. Blocks after those may be there
/// too; what is there is always a first part of the blocks that were appended, each one whole.
///
/// The owner alone may read it, from the first moment: it may hold what was counted in a table.
///
/// ```
/// use equipoise_engine::Journal;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("work.journal");
/// let (mut journal, blocks) = Journal::open(&path, b"squares")?;
/// assert!(blocks.is_empty());
/// for n in 0..3u8 {
///     journal.append(&[n * n])?;
/// }
/// drop(journal);
///
/// let (mut journal, blocks) = Journal::open(&path, b"squares")?;
/// assert_eq!(blocks.len(), 3);
/// assert_eq!(journal.read(blocks[2])?, [4]);
/// journal.remove()?;
/// assert!(!path.exists());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Checksum of the header.
    salt: u64,
    /// Where the next block goes.
    end: u64,
}

impl Journal {
    /// Opens a journal, or begins one and makes the folders it needs. Gives the blocks that are
    /// there, in order.
    ///
    /// The head says what the journal is about, for example by a hash of table and recipe. A
    /// journal with another head, or a file that is none, is refused and left alone. So is a
    /// symbolic link, and a journal that another process has open. A tail that is torn or altered
    /// is cut off behind the last whole block. A file whose header was never finished is begun
    /// again.
    pub fn open(path: &Path, head: &[u8]) -> Result<(Journal, Vec<Block>)> {
        let header = header(head)?;
        let file = open_locked(path)?;
        let (salt, end) = (
            checksum(&header[..header.len() - SUM_BYTES]),
            header.len() as u64,
        );
        let mut journal = Journal {
            path: path.to_owned(),
            file,
            salt,
            end,
        };
        let size = journal
            .file
            .metadata()
            .map_err(|e| cannot_read_back(path, e))?
            .len();
        let there = journal
            .first_bytes()
            .map_err(|e| cannot_read_back(path, e))?;
        if there.starts_with(&header) {
            let blocks = journal.scan(size).map_err(|e| cannot_read_back(path, e))?;
            journal.cut(size).map_err(|e| cannot_append(path, e))?;
            return Ok((journal, blocks));
        }
        // The header is written and on the disk before the first block. A process that was killed
        // before leaves a part of it, a power cut also zeros in its place.
        let unfinished = size <= header.len() as u64
            && (header.starts_with(&there) || there.iter().all(|&b| b == 0));
        if !unfinished {
            return Err(refused(path, head, &there));
        }
        if let Err(e) = journal.begin(&header) {
            let _ = remove_file(path);
            return Err(cannot_write(path, e));
        }
        Ok((journal, Vec::new()))
    }

    /// Adds a block, in one write. When it returns, the block survives the end of the process, but
    /// not yet a power cut: see [`sync`](Journal::sync).
    ///
    /// After an error (a full disk) the journal is as it was before, and can be used on.
    pub fn append(&mut self, payload: &[u8]) -> Result<Block> {
        let mut sum = self.begin_sum(self.end, payload.len());
        sum.write(payload);
        let block = Block {
            offset: self.end,
            length: payload.len(),
            sum: sum.finish(),
        };
        let mut bytes = Vec::with_capacity(FRAME_BYTES as usize + payload.len());
        bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&block.sum.to_le_bytes());
        bytes.extend_from_slice(payload);
        let written = self
            .file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| self.file.write_all(&bytes));
        if let Err(e) = written {
            // A part may have been written. It would be cut off when the journal is opened; a full
            // disk needs it now.
            let _ = self.file.set_len(self.end);
            return Err(cannot_append(&self.path, e));
        }
        self.end += bytes.len() as u64;
        Ok(block)
    }

    /// The payload of a block. It is checked once more: a block of another journal, or one that was
    /// altered, is an error.
    pub fn read(&mut self, block: Block) -> Result<Vec<u8>> {
        let altered = || {
            Err(
                Error::data("a block is not what it was when it was written")
                    .in_file(&self.path)
                    .hint("let no other program write into the file"),
            )
        };
        if block.offset + FRAME_BYTES + block.length as u64 > self.end {
            return altered();
        }
        let mut payload = vec![0; block.length];
        let read = self
            .file
            .seek(SeekFrom::Start(block.offset + FRAME_BYTES))
            .and_then(|_| self.file.read_exact(&mut payload));
        read.map_err(|e| cannot_read_back(&self.path, e))?;
        let mut sum = self.begin_sum(block.offset, block.length);
        sum.write(&payload);
        if sum.finish() == block.sum {
            Ok(payload)
        } else {
            altered()
        }
    }

    /// A part of the file, usually of a payload (see [`Block::range`]). It is not checked.
    pub fn read_part(&mut self, range: std::ops::Range<usize>) -> Result<Vec<u8>> {
        let mut bytes = vec![0; range.len()];
        let read = self
            .file
            .seek(SeekFrom::Start(range.start as u64))
            .and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|e| cannot_read_back(&self.path, e))?;
        Ok(bytes)
    }

    /// Waits until all blocks are on the disk, so that they survive a power cut.
    pub fn sync(&self) -> Result<()> {
        self.file
            .sync_data()
            .map_err(|e| cannot_append(&self.path, e))
    }

    /// Deletes the file, when the work is done.
    pub fn remove(self) -> Result<()> {
        // The file is locked until it has lost its name, so that nobody goes on with it.
        remove_file(&self.path)
    }

    /// At most as many bytes as the longest header has.
    fn first_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut self.file)
            .take((FIXED_BYTES + MOST_HEAD + SUM_BYTES) as u64)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn begin(&mut self, header: &[u8]) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(header)?;
        self.file.sync_all()?;
        // Without this the file could lose its name in a power cut. Not every system can do it, and
        // the file is there.
        let _ = File::open(folder_of(&self.path)).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Finds the whole blocks of a file of `size` bytes, and where they end.
    fn scan(&mut self, size: u64) -> io::Result<Vec<Block>> {
        let mut blocks = Vec::new();
        self.file.seek(SeekFrom::Start(self.end))?;
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, &self.file);
        while let Some(room) = size.checked_sub(self.end + FRAME_BYTES) {
            let (length, sum) = (read_number(&mut reader)?, read_number(&mut reader)?);
            let Some(length) = usize::try_from(length).ok().filter(|_| length <= room) else {
                break;
            };
            let mut found = self.begin_sum(self.end, length);
            read_into(&mut reader, length, &mut found)?;
            if found.finish() != sum {
                break;
            }
            blocks.push(Block {
                offset: self.end,
                length,
                sum,
            });
            self.end += FRAME_BYTES + length as u64;
        }
        Ok(blocks)
    }

    /// Cuts off what is behind the last whole block.
    fn cut(&mut self, size: u64) -> io::Result<()> {
        if self.end == size {
            return Ok(());
        }
        self.file.set_len(self.end)?;
        // Else, after a power cut, a new block could stand in front of old ones that were to go.
        self.file.sync_all()
    }

    fn begin_sum(&self, offset: u64, length: usize) -> Checksum {
        let mut sum = Checksum::new();
        for number in [self.salt, offset, length as u64] {
            sum.write(&number.to_le_bytes());
        }
        sum
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing alone would not do: a process that is just being started by another thread has
        // the file open too, until its own program begins, and would keep the lock that long.
        let _ = self.file.unlock();
    }
}

fn read_number(reader: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    reader.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Reads so many bytes without keeping them.
fn read_into(reader: &mut impl BufRead, mut length: usize, sum: &mut Checksum) -> io::Result<()> {
    while length > 0 {
        let part = reader.fill_buf()?;
        let part = &part[..part.len().min(length)];
        if part.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        sum.write(part);
        let n = part.len();
        reader.consume(n);
        length -= n;
    }
    Ok(())
}

fn header(head: &[u8]) -> Result<Vec<u8>> {
    if head.len() > MOST_HEAD {
        return Err(Error::internal(format!(
            "the head of a journal has {} bytes; at most {MOST_HEAD} are possible",
            head.len()
        )));
    }
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&(head.len() as u32).to_le_bytes());
    header.extend_from_slice(head);
    header.extend_from_slice(&checksum(&header).to_le_bytes());
    Ok(header)
}

/// Why a file that is there cannot be used.
fn refused(path: &Path, given: &[u8], there: &[u8]) -> Error {
    let version = there
        .get(8..12)
        .and_then(|v| v.try_into().ok())
        .map_or(0, u32::from_le_bytes);
    let (words, message) = if !there.starts_with(&MAGIC) {
        (
            "`{}` ",
            "exists and is not a journal of unfinished work".to_owned(),
        )
    } else if version != VERSION {
        (
            "the journal `{}` ",
            format!("has format version {version}; this program knows version {VERSION}"),
        )
    } else if let Some(head) = whole_head(there) {
        (
            "the journal `{}` ",
            format!("is about {}, and not about {}", shown(head), shown(given)),
        )
    } else {
        (
            "the beginning of the journal `{}` ",
            "is damaged".to_owned(),
        )
    };
    Error::usage(message)
        .at_file(words, path)
        .hint("remove the file, or choose another place")
}

/// The head of a header whose checksum is right.
fn whole_head(there: &[u8]) -> Option<&[u8]> {
    let length = u32::from_le_bytes(there.get(12..FIXED_BYTES)?.try_into().ok()?) as usize;
    let (before, sum) = there
        .get(..FIXED_BYTES + length + SUM_BYTES)?
        .split_at(FIXED_BYTES + length);
    (checksum(before).to_le_bytes() == sum).then_some(&before[FIXED_BYTES..])
}

/// A head in words: text as it is, anything else in hexadecimal digits, long ones shortened.
fn shown(head: &[u8]) -> String {
    const MOST: usize = 64;
    let first = &head[..head.len().min(MOST)];
    let text = if first.iter().all(|b| b.is_ascii_graphic() || *b == b' ') {
        String::from_utf8_lossy(first).into_owned()
    } else {
        first.iter().map(|b| format!("{b:02x}")).collect()
    };
    format!("`{text}{}`", if head.len() > MOST { "..." } else { "" })
}

/// Opens or creates the file and takes the lock.
fn open_locked(path: &Path) -> Result<File> {
    fs::create_dir_all(folder_of(path)).map_err(|e| cannot_create(path, e))?;
    loop {
        refuse_link(path, "a journal")?;
        let file = options().open(path).map_err(|e| cannot_create(path, e))?;
        if lock(&file, path)? {
            return Ok(file);
        }
    }
}

/// Takes the lock. False when the file has lost its name meanwhile: whoever had the lock before may
/// have removed it.
fn lock(file: &File, path: &Path) -> Result<bool> {
    if !file.metadata().is_ok_and(|m| m.is_file()) {
        return Err(Error::usage("exists and is not a regular file")
            .at_file("`{}` ", path)
            .hint("choose another path"));
    }
    file.try_lock().map_err(|e| cannot_lock(path, e))?;
    if !has_name(file, path) {
        return Ok(false);
    }
    own(file, path)?;
    Ok(true)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    no_follow(options.read(true).write(true).create(true).truncate(false));
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A file that was there and that others may read is taken from them. That fails when it is not
/// ours.
#[cfg(unix)]
fn own(file: &File, path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let narrowed = file
        .metadata()
        .and_then(|m| match m.permissions().mode() & 0o077 {
            0 => Ok(()),
            _ => file.set_permissions(fs::Permissions::from_mode(0o600)),
        });
    narrowed.map_err(|e| {
        Error::usage(reason(&e))
            .at_file("could not keep `{}` from being read by others: ", path)
            .hint("choose another place")
            .caused_by(e)
    })
}

#[cfg(not(unix))]
fn own(_: &File, _: &Path) -> Result<()> {
    Ok(())
}

fn cannot_lock(path: &Path, error: TryLockError) -> Error {
    match error {
        TryLockError::WouldBlock => Error::usage("is in use already")
            .at_file("the journal `{}` ", path)
            .hint("wait until the process that writes it has ended, or choose another place"),
        TryLockError::Error(e) => Error::usage(reason(&e))
            .at_file("could not lock `{}`: ", path)
            .hint("choose a place on a local disk, where files can be locked")
            .caused_by(e),
    }
}

fn cannot_read_back(path: &Path, error: io::Error) -> Error {
    Error::data(reason(&error))
        .at_file("could not read `{}`: ", path)
        .caused_by(error)
}

/// Like any file that cannot be written, but here what was there before stays.
fn cannot_append(path: &Path, error: io::Error) -> Error {
    cannot_write(path, error)
        .hint("make room on the disk and run again")
        .leaving(FilesLeft::Begun)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Between opening and locking somebody may finish his work and somebody else begin anew.
    #[test]
    fn a_file_without_its_name_is_not_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        let open = || options().open(&path).unwrap();
        let first = open();
        let mode =
            std::os::unix::fs::PermissionsExt::mode(&first.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "from the first moment");
        fs::remove_file(&path).unwrap();
        assert!(!lock(&first, &path).unwrap());
        let second = open();
        assert!(!lock(&first, &path).unwrap());
        assert!(lock(&second, &path).unwrap());
        assert!(lock(&open(), &path).is_err());
    }

    #[test]
    fn a_journal_that_is_closed_is_free_also_while_a_process_is_being_started() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        let (journal, _) = Journal::open(&path, b"head").unwrap();
        // What a started process has for a moment: the same open file.
        let inherited = journal.file.try_clone().unwrap();
        assert!(Journal::open(&path, b"head").is_err());
        drop(journal);
        Journal::open(&path, b"head").unwrap();
        drop(inherited);
    }
}
