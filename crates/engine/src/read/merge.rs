//! Blocks are encoded on all threads and joined in the order of the file.
//!
//! A dictionary gives codes in the order of first sight. As the blocks are joined in file order,
//! and the values of a block in the order of first sight within it, the codes are those of one
//! thread that reads from top to bottom, whatever the number of threads and wherever the blocks
//! were cut.

use super::blocks::{Block, Blocks};
use super::encode::{Encoded, Layout, encode};
use super::fault::Fault;
use crate::errors::{cannot_read, stopped};
use crate::reserve::reserve_if_possible;
use crate::watch::ReadWatch;
use equipoise_data::{Column, Error, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first block of rows, which was read to find the header.
pub(crate) struct Start {
    pub(crate) block: Block,
    /// Where the rows begin in the block.
    pub(crate) from: usize,
    /// The line on which the block begins.
    pub(crate) line: u64,
}

/// What is needed to read the rows.
pub(crate) struct Job<'a> {
    pub(crate) path: &'a Path,
    pub(crate) layout: Layout,
    pub(crate) watch: &'a dyn ReadWatch,
    /// Bytes on disk of the files before this one.
    pub(crate) before: u64,
    /// Size of all files on disk.
    pub(crate) total: u64,
}

/// What was read so far, and to what a file adds its rows.
#[derive(Default)]
pub(crate) struct SoFar {
    /// The kept columns, in the order of the file that is read.
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: usize,
    /// Bytes of text that the rows were made of.
    pub(crate) bytes: u64,
}

/// Adds all rows of a file, on the threads of the current pool. Also gives the blocks, read to
/// their end.
pub(crate) fn read_rows(
    job: &Job,
    start: Start,
    blocks: Blocks,
    so_far: SoFar,
) -> Result<(SoFar, Blocks)> {
    let threads = rayon::current_num_threads();
    let SoFar {
        columns,
        rows,
        bytes,
    } = so_far;
    let merger = Merger {
        columns,
        rows,
        bytes,
        line: start.line,
        next: 0,
        waiting: BTreeMap::new(),
        resting: 0,
        failed: None,
    };
    let queue = Queue {
        blocks,
        first: Some((start.block, start.from)),
        taken: 0,
        ended: false,
    };
    let shared = Shared {
        job,
        queue: Mutex::new(queue),
        merger: Mutex::new(merger),
        threads,
    };
    rayon::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|scope| work(&shared, scope));
        }
    });
    let merger = shared
        .merger
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let queue = shared
        .queue
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = merger.failed {
        return Err(error);
    }
    // Control totals: a row lost or counted twice here would change every class size after it.
    if merger.next != queue.taken || merger.columns.iter().any(|c| c.codes.len() != merger.rows) {
        return Err(Error::internal(format!(
            "{} of {} blocks of the table were joined",
            merger.next, queue.taken
        )));
    }
    Ok((
        SoFar {
            columns: merger.columns,
            rows: merger.rows,
            bytes: merger.bytes,
        },
        queue.blocks,
    ))
}

struct Shared<'a> {
    job: &'a Job<'a>,
    queue: Mutex<Queue>,
    merger: Mutex<Merger>,
    threads: usize,
}

/// A block with its number, or the reason why there are no more.
type Numbered = (usize, Result<(Block, usize)>);

/// Where blocks come from. One thread at a time takes one.
struct Queue {
    blocks: Blocks,
    first: Option<(Block, usize)>,
    taken: usize,
    ended: bool,
}

impl Queue {
    fn next(&mut self, job: &Job) -> Option<Numbered> {
        if self.ended {
            return None;
        }
        let block = if job.watch.stopped() {
            Err(stopped())
        } else if let Some(first) = self.first.take() {
            Ok(first)
        } else {
            match self.blocks.next(job.layout.dialect) {
                Ok(Some(block)) => Ok((block, 0)),
                Ok(None) => {
                    self.ended = true;
                    return None;
                }
                Err(e) => Err(cannot_read(job.path, e)),
            }
        };
        job.watch
            .progress(job.before + self.blocks.bytes_read(), job.total);
        self.ended = block.is_err();
        self.taken += 1;
        Some((self.taken - 1, block))
    }
}

/// Where encoded blocks go. They arrive in any order and are joined in theirs.
struct Merger {
    columns: Vec<Column>,
    rows: usize,
    /// Bytes of text that the rows were made of.
    bytes: u64,
    /// The line on which the next block begins.
    line: u64,
    next: usize,
    waiting: BTreeMap<usize, Result<Encoded, Failure>>,
    /// Workers that were too far ahead and ended.
    resting: usize,
    failed: Option<Error>,
}

/// Why a block has no rows.
enum Failure {
    /// Wrong text, so many lines below the first line of its block. That line is known once all
    /// blocks above are joined.
    Text { fault: Fault, below: u64 },
    /// The file could not be read on.
    Read(Error),
}

/// Takes block after block until there are none. A worker that is too far ahead of the others ends,
/// which bounds what is in memory, and the one that catches up starts it again. So none ever waits
/// for another.
fn work<'scope>(shared: &'scope Shared, scope: &rayon::Scope<'scope>) {
    loop {
        let taken = lock(&shared.queue).next(shared.job);
        let Some((number, block)) = taken else { return };
        let encoded = match block {
            Ok((block, from)) => {
                encode(&block, from, &shared.job.layout).map_err(|fault| Failure::Text {
                    fault,
                    below: fault.line(&block.bytes, 0),
                })
            }
            Err(error) => Err(Failure::Read(error)),
        };
        let mut merger = lock(&shared.merger);
        merger.waiting.insert(number, encoded);
        merger.join_waiting(shared.job);
        if merger.failed.is_some() {
            lock(&shared.queue).ended = true;
            return;
        }
        if merger.waiting.len() > 2 * shared.threads {
            merger.resting += 1;
            return;
        }
        for _ in 0..std::mem::take(&mut merger.resting) {
            scope.spawn(|scope| work(shared, scope));
        }
    }
}

impl Merger {
    fn join_waiting(&mut self, job: &Job) {
        while self.failed.is_none()
            && let Some(encoded) = self.waiting.remove(&self.next)
        {
            match encoded {
                Ok(encoded) => self.join(encoded, job.total),
                Err(Failure::Text { fault, below }) => {
                    self.failed =
                        Some(fault.error(job.path, self.line + below, job.layout.dialect));
                }
                Err(Failure::Read(error)) => self.failed = Some(error),
            }
            self.next += 1;
        }
    }

    fn join(&mut self, encoded: Encoded, total_bytes: u64) {
        self.bytes += encoded.bytes;
        // Room for all rows of the file, if the others are like these: growing step by step would
        // take twice the memory.
        let share = (total_bytes as f64 / self.bytes as f64).max(1.0);
        let expected = ((self.rows + encoded.rows) as f64 * share * 1.02) as usize;
        for (column, (dictionary, codes)) in self.columns.iter_mut().zip(encoded.columns) {
            let code_of: Vec<u32> = dictionary
                .texts()
                .map(|text| column.dictionary.intern(text))
                .collect();
            if column.codes.capacity() < self.rows + codes.len() {
                // If there is no such room, there may still be enough for the rows that really
                // come.
                reserve_if_possible(&mut column.codes, expected - self.rows);
            }
            column
                .codes
                .extend(codes.iter().map(|&code| code_of[code as usize]));
        }
        self.rows += encoded.rows;
        self.line += encoded.lines;
    }
}

/// A panic of another worker ends the whole call anyway, so its lock is taken over.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
