//! Files that appear whole or not at all.
//!
//! A file is written without a name, or under a hidden temporary one, beside its target, flushed to
//! disk, and only then given its name. Whoever looks sees no file or the whole file, also after a
//! crash. See [`temporary`](crate::temporary).

use crate::contents::Checksum;
use crate::errors::{cannot_create, cannot_write};
use crate::target::{Access, check_target, exists, folder_of};
use crate::temporary::Temporary;
use equipoise_data::Result;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Bytes gathered before they are checksummed and written.
const BUFFER_BYTES: usize = 256 << 10;

/// A file that is being written under a temporary name.
///
/// Dropped, it leaves nothing. The order is create, write, [`finish`](Staged::finish), look at the
/// result if need be, [`publish`](Written::publish).
///
/// ```
/// use equipoise_engine::{Access, Staged};
/// use std::io::Write;
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("release/table.csv");
/// let mut file = Staged::create(&path, Access::Public, false)?;
/// file.write_all(b"age\n30\n").map_err(|e| equipoise_engine::write_error(&path, e))?;
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
    bytes: u64,
    sum: Checksum,
}

impl Staged {
    /// Starts a file that is to appear at `path`, and makes the folders it needs.
    ///
    /// An existing file is refused without `force`, and with it replaced at the very end. A link is
    /// replaced itself, not the file it points to. Anything but a regular file (a folder, a device)
    /// is always refused.
    pub fn create(path: &Path, access: Access, force: bool) -> Result<Staged> {
        check_target(path, force)?;
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(|e| cannot_create(path, e))?;
        let (temporary, file) =
            Temporary::create(folder, access).map_err(|e| cannot_create(path, e))?;
        let buffer = Vec::with_capacity(BUFFER_BYTES);
        Ok(Staged {
            temporary,
            target: path.to_owned(),
            force,
            file,
            buffer,
            bytes: 0,
            sum: Checksum::new(),
        })
    }

    /// Where the file is to appear.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Writes what is left, waits until it is on the disk, and closes the file. It does not have
    /// its name yet.
    pub fn finish(mut self) -> Result<Written> {
        let done = self.hand_on().and_then(|()| self.file.sync_all());
        done.map_err(|e| cannot_write(&self.target, e))?;
        let Staged {
            temporary,
            target,
            force,
            bytes,
            sum,
            ..
        } = self;
        Ok(Written {
            temporary,
            target,
            force,
            bytes,
            content: Content {
                bytes,
                sum: sum.finish(),
            },
        })
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.file.write_all(&self.buffer)?;
        self.sum.write(&self.buffer);
        self.buffer.clear();
        Ok(())
    }
}

impl std::fmt::Debug for Staged {
    /// The buffer holds cell values: it is not printed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Staged({}, {} bytes so far)",
            self.target.display(),
            self.bytes
        )
    }
}

impl Write for Staged {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.buffer.len() >= BUFFER_BYTES {
            self.hand_on()?;
        }
        // At most one buffer is taken at a time, so that the buffer does not grow with what is
        // written.
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

/// Size and checksum of a file, to know it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) bytes: u64,
    pub(crate) sum: u64,
}

/// A complete file that does not have its name yet. Dropped, it leaves nothing.
#[derive(Debug)]
pub struct Written {
    pub(crate) temporary: Temporary,
    target: PathBuf,
    pub(crate) force: bool,
    /// Length of the file.
    pub bytes: u64,
    pub(crate) content: Content,
}

impl Written {
    /// Where the file is to appear.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Where the file can be read now, before it is published.
    pub fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Gives the file its name, in one step.
    ///
    /// Without `force` a file that appeared meanwhile is not overwritten.
    pub fn publish(self) -> Result<()> {
        let Written {
            temporary,
            target,
            force,
            ..
        } = self;
        temporary
            .publish(&target, force)
            .map_err(|e| match e.kind() {
                io::ErrorKind::AlreadyExists => exists(&target),
                _ => cannot_write(&target, e),
            })?;
        // Without this the file could lose its name in a power cut. Not every system can do it, and
        // the file is there.
        let _ = File::open(folder_of(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Saves a small file whole, and makes the folders it needs; a file that is there is replaced in
/// one step.
///
/// When it returns, the new bytes are on the disk. Whoever looks before sees the old bytes or the
/// new ones, never a part, also after a kill or a power cut.
///
/// ```
/// use equipoise_engine::{Access, save};
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("sessions/first.json");
/// save(&path, Access::OwnerOnly, b"{}")?;
/// save(&path, Access::OwnerOnly, b"{\"k\":5}")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"{\"k\":5}");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn save(path: &Path, access: Access, bytes: &[u8]) -> Result<()> {
    let mut file = Staged::create(path, access, true)?;
    file.write_all(bytes).map_err(|e| cannot_write(path, e))?;
    file.finish()?.publish()
}
