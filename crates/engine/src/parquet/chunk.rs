//! Bytes of a Parquet file as the decoder asks for them.

use crate::reserve::reserve_if_possible;
use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

/// A file that several threads read. The lock is held while bytes are copied, not while they are
/// decoded.
pub(crate) struct Shared {
    file: Mutex<File>,
    length: u64,
}

impl Shared {
    pub(crate) fn new(file: File, length: u64) -> Self {
        Shared {
            file: Mutex::new(file),
            length,
        }
    }

    /// The bytes from `start` on, `length` of them.
    pub(crate) fn bytes(&self, start: u64, length: usize) -> std::io::Result<Vec<u8>> {
        // A length that the file does not have is damage, and must not be asked of the memory.
        if start
            .checked_add(length as u64)
            .is_none_or(|end| end > self.length)
        {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        if !reserve_if_possible(&mut bytes, length) {
            return Err(std::io::ErrorKind::OutOfMemory.into());
        }
        (&mut *file).take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() == length {
            Ok(bytes)
        } else {
            Err(std::io::ErrorKind::UnexpectedEof.into())
        }
    }
}

impl Length for Shared {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Shared {
    type T = Cursor<Vec<u8>>;

    /// Only metadata are read this way, and they end the file.
    fn get_read(&self, start: u64) -> Result<Self::T> {
        let length = usize::try_from(self.length.saturating_sub(start))
            .map_err(|e| ParquetError::External(e.into()))?;
        Ok(Cursor::new(self.bytes(start, length)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        Ok(self.bytes(start, length)?.into())
    }
}

/// The bytes of one column in one row group, at the places they have in the file.
pub(crate) struct Chunk {
    pub(crate) start: u64,
    pub(crate) bytes: Bytes,
}

impl Chunk {
    fn from(&self, start: u64, length: Option<usize>) -> Result<Bytes> {
        let outside = || ParquetError::EOF("a page outside of its column".to_owned());
        let from = usize::try_from(start.checked_sub(self.start).ok_or_else(outside)?)
            .map_err(|_| outside())?;
        let length = length.unwrap_or_else(|| self.bytes.len().saturating_sub(from));
        let to = from
            .checked_add(length)
            .filter(|&to| to <= self.bytes.len())
            .ok_or_else(outside)?;
        Ok(self.bytes.slice(from..to))
    }
}

impl Length for Chunk {
    fn len(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }
}

impl ChunkReader for Chunk {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(self.from(start, None)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.from(start, Some(length))
    }
}
