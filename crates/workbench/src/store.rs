//! Records on their way to the disk: a journal while they are made, one file when they are done.
//!
//! The journal survives a kill. The finished file has its records in node order and gets its name
//! when it is complete. An atlas is personal data, so only its owner can read it.

use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Block, Journal, Staged, first_bytes, write_error};
use equipoise_explore::{Chart, checksum, write_atlas};
use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Records are handed to the journal when so many bytes have come together.
const BLOCK_BYTES: usize = 1 << 20;

/// The journal of an atlas: what was made so far.
pub(crate) struct Store {
    journal: Journal,
    /// Records that are not in the journal yet.
    buffer: Vec<u8>,
    /// Where the record of each node is in the file.
    places: Vec<(u64, Range<usize>)>,
    /// Those of the buffer, from its start.
    waiting: Vec<(u64, Range<usize>)>,
    bytes: u64,
}

/// Where the journal of an atlas is.
pub(crate) fn journal_path(atlas: &Path) -> PathBuf {
    let mut name = atlas
        .file_name()
        .map(|n| n.to_os_string())
        .unwrap_or_default();
    name.push(".journal");
    atlas.with_file_name(name)
}

/// What a journal belongs to: everything of the atlas but its records.
fn journal_head(chart: &Chart) -> Result<Vec<u8>> {
    let head = serde_json::to_vec(chart.head())
        .map_err(|e| Error::internal(format!("an atlas has no JSON: {e}")).caused_by(e))?;
    Ok(format!(
        "{ABOUT}{} {:016x}",
        equipoise_explore::VERSION,
        checksum(&head)
    )
    .into_bytes())
}

/// Bytes that hold the head of any of our journals.
const MOST_HEAD: usize = 1 << 10;

/// How the heads of all our journals begin.
const ABOUT: &str = "equipoise atlas ";

/// The head of the journal of an atlas, if the file is one: see the table of its parts in
/// `engine/journal.rs`.
fn head_of(path: &Path) -> Option<Vec<u8>> {
    let bytes = first_bytes(path, MOST_HEAD).ok()?;
    let length = u32::from_le_bytes(bytes.get(12..16)?.try_into().ok()?) as usize;
    let head = bytes.get(16..16 + length)?;
    head.starts_with(ABOUT.as_bytes()).then(|| head.to_vec())
}

impl Store {
    /// Opens the journal of an atlas, or begins one. Records that are there already are kept.
    pub(crate) fn open(atlas: &Path, chart: &Chart) -> Result<Self> {
        let path = journal_path(atlas);
        let (mut journal, blocks) = Journal::open(&path, &journal_head(chart)?)?;
        let mut places = Vec::new();
        for block in blocks {
            let payload = journal.read(block)?;
            places.extend(in_block(&payload, chart).map(|(node, range)| (node, at(&block, range))));
        }
        places.sort_by_key(|p| p.0);
        places.dedup_by_key(|p| p.0);
        let bytes = places.iter().map(|p| p.1.len() as u64).sum();
        Ok(Store {
            journal,
            buffer: Vec::new(),
            places,
            waiting: Vec::new(),
            bytes,
        })
    }

    /// Opens the journal to build an atlas with. What an unfinished build of another atlas left
    /// there is thrown away if that is wished for.
    pub(crate) fn begin(atlas: &Path, chart: &Chart, force: bool) -> Result<Self> {
        let path = journal_path(atlas);
        if let Some(other) =
            head_of(&path).filter(|head| journal_head(chart).is_ok_and(|own| own != *head))
        {
            if !force {
                let what = "holds what an unfinished build had done with another table, recipe or set of losses";
                return Err(Error::usage(what)
                    .at_file("`{}` ", path)
                    .hint("`--force` throws that work away; another output path keeps it"));
            }
            // Opened first, so that it is left alone where another process works on it.
            Journal::open(&path, &other)?.0.remove()?;
        }
        Store::open(atlas, chart)
    }

    /// Nodes with a record, and the bytes of these.
    pub(crate) fn len(&self) -> (u64, u64) {
        ((self.places.len() + self.waiting.len()) as u64, self.bytes)
    }

    /// The records that are there.
    pub(crate) fn records(&mut self) -> Result<Vec<(u64, Arc<[u8]>)>> {
        self.flush()?;
        let Store {
            journal, places, ..
        } = self;
        places
            .iter()
            .map(|(node, range)| Ok((*node, journal.read_part(range.clone())?.into())))
            .collect()
    }

    /// The nodes that have a record, rising.
    pub(crate) fn nodes(&self) -> Vec<u64> {
        let mut nodes: Vec<u64> = self
            .places
            .iter()
            .chain(&self.waiting)
            .map(|p| p.0)
            .collect();
        nodes.sort_unstable();
        nodes
    }

    /// Takes a record.
    pub(crate) fn put(&mut self, node: u64, record: &[u8]) -> Result<()> {
        self.buffer.extend_from_slice(&node.to_le_bytes());
        self.buffer
            .extend_from_slice(&(record.len() as u64).to_le_bytes());
        let start = self.buffer.len();
        self.buffer.extend_from_slice(record);
        self.waiting.push((node, start..self.buffer.len()));
        self.bytes += record.len() as u64;
        if self.buffer.len() >= BLOCK_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Leaves the records of these nodes, which rise, out of the atlas.
    pub(crate) fn forget(&mut self, nodes: &[u64]) {
        self.places
            .retain(|(node, _)| nodes.binary_search(node).is_err());
    }

    /// Hands everything to the journal.
    pub(crate) fn flush(&mut self) -> Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let block = self.journal.append(&self.buffer)?;
        self.places.extend(
            self.waiting
                .drain(..)
                .map(|(node, range)| (node, at(&block, range))),
        );
        self.buffer.clear();
        Ok(())
    }

    /// Deletes the journal, when what it holds is no longer needed.
    pub(crate) fn discard(self) -> Result<()> {
        self.journal.remove()
    }

    /// Writes the atlas, whole or not at all, readable by its owner only; the journal is then no
    /// longer needed.
    pub(crate) fn finish(mut self, atlas: &Path, chart: &Chart, force: bool) -> Result<()> {
        self.flush()?;
        self.places.sort_by_key(|p| p.0);
        let mut staged = Staged::create(atlas, Access::OwnerOnly, force)?;
        let contents: Vec<(u64, u64)> = self
            .places
            .iter()
            .map(|(node, range)| (*node, range.len() as u64))
            .collect();
        let record = |i: usize| -> io::Result<Cow<'_, [u8]>> {
            let read = self.journal.read_part(self.places[i].1.clone());
            read.map(Cow::Owned).map_err(io::Error::other)
        };
        let written = write_atlas(
            &mut staged,
            chart.head(),
            chart.lattice().nodes(),
            &contents,
            record,
        );
        // What the journal could not give is an error of ours already.
        written.map_err(|e| {
            e.downcast::<Error>()
                .unwrap_or_else(|e| write_error(atlas, e))
        })?;
        staged.finish()?.publish()?;
        self.journal.remove()
    }
}

/// Where a part of a block's payload is in the file.
fn at(block: &Block, range: Range<usize>) -> Range<usize> {
    let start = block.range().start;
    start + range.start..start + range.end
}

/// The records of a block: the node of each and where it is. What is no record of this atlas is
/// left out.
fn in_block<'p>(
    payload: &'p [u8],
    chart: &'p Chart,
) -> impl Iterator<Item = (u64, Range<usize>)> + 'p {
    let mut next = 0;
    let nodes = chart.lattice().nodes();
    let word = |at: usize| {
        payload
            .get(at..at + 8)
            .map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")))
    };
    std::iter::from_fn(move || {
        let (node, length) = (word(next)?, usize::try_from(word(next + 8)?).ok()?);
        let range = next + 16..(next + 16).checked_add(length)?;
        payload.get(range.clone())?;
        next = range.end;
        Some((node, range))
    })
    .filter(move |(node, range)| *node < nodes && chart.is_record(&payload[range.clone()]))
}
