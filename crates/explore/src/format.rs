//! The file of an atlas.
//!
//! ```text
//! magic (8 bytes), version (u32), length of the head (u32), head (JSON)
//! number of records (u64), whether these are all nodes (u64)
//! where not: the index of each node (u64), rising
//! where each record begins, and the end of the last (u64), counted from the end of this list
//! records, see `record.rs`
//! checksum (XXH3, 64 bits) of all that is before it
//! ```
//! The file holds all that answers need: the recipe, hierarchies, rows per leaf. It is read into
//! memory as a whole (300 MB take about 80 ms), so truncating the file later does no harm.
//!
//! All numbers are little-endian. The version rises when a reader of an older one could misread the
//! file: one of a table with linked columns has version 2, because these have the level of another
//! column. All others are as they always were.

use crate::head::Head;
use equipoise_data::{Error, Result};
use std::io::{self, Write};
use twox_hash::XxHash3_64;

/// The first bytes of every atlas.
const MAGIC: &[u8; 8] = b"EQPATLAS";

/// The version that is written of tables whose columns all move by themselves.
pub const VERSION: u32 = 1;

/// The version that is written of tables with linked columns, and the newest that is read.
const VERSION_WITH_LINKS: u32 = 2;

/// The oldest version that has all that a head says.
fn version_of(head: &Head) -> u32 {
    if head.attributes.iter().any(|a| a.linked.is_some()) {
        VERSION_WITH_LINKS
    } else {
        VERSION
    }
}

/// A checksum of bytes, as at the end of an atlas.
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// Whether bytes look like an atlas, whole or not.
pub fn is_atlas(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The records to write: the index of each node and the length of its record, indices rising.
pub type Contents = Vec<(u64, u64)>;

/// Writes an atlas. `record` gives the bytes of each record, in the order of `contents`.
///
/// # Errors
/// Those of `out` and `record`.
pub fn write_atlas<'r>(
    out: &mut dyn Write,
    head: &Head,
    all_nodes: u64,
    contents: &[(u64, u64)],
    mut record: impl FnMut(usize) -> io::Result<std::borrow::Cow<'r, [u8]>>,
) -> io::Result<()> {
    let mut out = Summed {
        out,
        sum: XxHash3_64::new(),
    };
    let json = serde_json::to_vec(head)?;
    out.write_all(MAGIC)?;
    out.write_all(&version_of(head).to_le_bytes())?;
    out.write_all(&(json.len() as u32).to_le_bytes())?;
    out.write_all(&json)?;
    let is_complete = contents.len() as u64 == all_nodes;
    let mut list = vec![contents.len() as u64, u64::from(is_complete)];
    if !is_complete {
        list.extend(contents.iter().map(|c| c.0));
    }
    let mut at = 0;
    list.push(0);
    list.extend(contents.iter().map(|c| {
        at += c.1;
        at
    }));
    out.write_all(
        &list
            .iter()
            .flat_map(|n| n.to_le_bytes())
            .collect::<Vec<u8>>(),
    )?;
    for (i, expected) in contents.iter().enumerate() {
        let bytes = record(i)?;
        if bytes.len() as u64 != expected.1 {
            return Err(io::Error::other(
                "a record has another length than was said",
            ));
        }
        out.write_all(&bytes)?;
    }
    let sum = out.sum.finish_64();
    out.out.write_all(&sum.to_le_bytes())
}

trait Finish64 {
    fn finish_64(&self) -> u64;
}

impl Finish64 for XxHash3_64 {
    fn finish_64(&self) -> u64 {
        std::hash::Hasher::finish(self)
    }
}

struct Summed<'o> {
    out: &'o mut dyn Write,
    sum: XxHash3_64,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        std::hash::Hasher::write(&mut self.sum, &bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Where the parts of an atlas are in its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) count: usize,
    pub(crate) is_complete: bool,
    /// Where the indices of nodes begin; only where not all nodes are there.
    nodes: usize,
    offsets: usize,
    records: usize,
    end: usize,
    pub(crate) checksum: u64,
}

/// Reads the head and finds the parts.
///
/// # Errors
/// Bytes that are no atlas, of a newer version, cut short, or altered.
pub(crate) fn read(bytes: &[u8]) -> Result<(Head, Parts)> {
    let hint = |e: Error| e.hint("build it again with `equipoise atlas build`");
    if bytes.len() < 16 || &bytes[..8] != MAGIC {
        return Err(Error::data("this is not an atlas")
            .hint("give an atlas that `equipoise atlas build` wrote, or a recipe"));
    }
    let version = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    if !(VERSION..=VERSION_WITH_LINKS).contains(&version) {
        let read = format!("this program reads versions {VERSION} to {VERSION_WITH_LINKS}");
        return Err(hint(Error::data(format!(
            "the atlas has version {version}; {read}"
        ))));
    }
    let cut = || hint(Error::data("the atlas is incomplete: it was cut short"));
    let altered = || {
        hint(Error::data(
            "the atlas is damaged: its checksum does not fit its contents",
        ))
    };
    let body = bytes.len().checked_sub(8).ok_or_else(cut)?;
    let word = |at: usize| -> Result<u64> {
        let bytes = bytes
            .get(at..at.checked_add(8).ok_or_else(cut)?)
            .ok_or_else(cut)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    };
    let head_end = 16 + u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let (count, is_complete) = (word(head_end)?, word(head_end + 8)? != 0);
    let count = usize::try_from(count).map_err(|_| cut())?;
    let nodes = head_end + 16;
    let list = |start: usize, len: usize| {
        len.checked_mul(8)
            .and_then(|n| n.checked_add(start))
            .ok_or_else(cut)
    };
    let offsets = if is_complete {
        nodes
    } else {
        list(nodes, count)?
    };
    let records = list(offsets, count.checked_add(1).ok_or_else(cut)?)?;
    // A file that was cut short says so; only then is the sum worth looking at.
    let end = usize::try_from(word(records - 8)?)
        .ok()
        .and_then(|n| n.checked_add(records))
        .ok_or_else(cut)?;
    if end > body {
        return Err(cut());
    }
    let sum = word(body)?;
    if end != body || checksum(&bytes[..body]) != sum {
        return Err(altered());
    }
    let head: Head = serde_json::from_slice(&bytes[16..head_end]).map_err(|_| altered())?;
    head.check()?;
    if version != version_of(&head) {
        return Err(Error::data("the head of the atlas contradicts itself"));
    }
    Ok((
        head,
        Parts {
            count,
            is_complete,
            nodes,
            offsets,
            records,
            end,
            checksum: sum,
        },
    ))
}

impl Parts {
    fn word(bytes: &[u8], at: usize) -> u64 {
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
    }

    /// The index of the node of a record.
    pub(crate) fn node(&self, bytes: &[u8], i: usize) -> u64 {
        if self.is_complete {
            i as u64
        } else {
            Parts::word(bytes, self.nodes + i * 8)
        }
    }

    /// Which record a node has.
    pub(crate) fn find(&self, bytes: &[u8], node: u64) -> Option<usize> {
        if self.is_complete {
            return usize::try_from(node).ok().filter(|&i| i < self.count);
        }
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high) / 2;
            match self.node(bytes, middle).cmp(&node) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The bytes of a record.
    #[inline]
    pub(crate) fn record<'b>(&self, bytes: &'b [u8], i: usize) -> &'b [u8] {
        let from = self.records + Parts::word(bytes, self.offsets + i * 8) as usize;
        let to = self.records + Parts::word(bytes, self.offsets + i * 8 + 8) as usize;
        bytes.get(from..to.min(self.end)).unwrap_or(&[])
    }
}
