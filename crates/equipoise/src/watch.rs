//! Progress and stopping, as one trait for the whole flow.

use equipoise_data::{Error, Result};
use std::cell::Cell;
use std::io::{self, Read};

/// A stage of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Reading the table, in bytes. In a table in memory, each cell counts twice: when it is
    /// encoded and when it is hashed.
    Read,
    /// Searching: nodes decided of nodes in all.
    Search,
    /// Annotating the nodes of an atlas: nodes done of nodes in all.
    Annotate,
    /// Writing the release.
    Write,
    /// Reading the release back.
    Check,
}

/// A node of an atlas that was just annotated, under the thresholds of the recipe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenNode {
    /// Units of protection that it leaves out.
    pub units: u64,
    /// Units of protection in the table.
    pub all_units: u64,
    /// The recipe's own loss.
    pub loss: f64,
    /// False where nothing would stay.
    pub is_release: bool,
}

/// Follows a run, and may stop it.
pub trait Watch: Sync {
    /// True to be shown the nodes of an atlas while they are annotated.
    fn sees_nodes(&self) -> bool {
        false
    }

    /// A node was annotated. Called by all threads.
    fn node(&self, _: &SeenNode) {}

    /// The run is in `stage`, `done` of `total` parts along. Called often; it should return at
    /// once.
    fn progress(&self, stage: Stage, done: u64, total: u64);

    /// True when the run shall stop. Nothing is released then.
    fn stopped(&self) -> bool {
        false
    }
}

/// Follows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _: Stage, _: u64, _: u64) {}
}

/// Reports progress cell by cell, and stops when the run is stopped.
pub(crate) struct Pace<'a> {
    watch: &'a dyn Watch,
    stage: Stage,
    done: Cell<u64>,
    total: u64,
}

impl<'a> Pace<'a> {
    /// Number of cells between two checks of the watch.
    const CELLS: u64 = 8_192;

    pub(crate) fn new(watch: &'a dyn Watch, stage: Stage, total: u64) -> Self {
        Pace {
            watch,
            stage,
            done: Cell::new(0),
            total,
        }
    }

    /// Counts a cell.
    ///
    /// # Errors
    /// A stop by the user.
    #[inline]
    pub(crate) fn step(&self) -> Result<()> {
        let done = self.done.get() + 1;
        self.done.set(done);
        if done.is_multiple_of(Pace::CELLS) {
            self.watch.progress(self.stage, done, self.total);
            if self.watch.stopped() {
                return Err(Error::stopped());
            }
        }
        Ok(())
    }
}

/// Hands `reader` to `use_it`, and ends it there when the run shall stop.
pub(crate) fn until_stopped<T>(
    reader: impl Read,
    watch: &dyn Watch,
    use_it: impl FnOnce(&mut dyn Read) -> Result<T>,
) -> Result<T> {
    let result = use_it(&mut UntilStopped { reader, watch });
    if watch.stopped() {
        Err(Error::stopped())
    } else {
        result
    }
}

struct UntilStopped<'a, R> {
    reader: R,
    watch: &'a dyn Watch,
}

impl<R: Read> Read for UntilStopped<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watch.stopped() {
            Err(io::Error::other("stopped"))
        } else {
            self.reader.read(buffer)
        }
    }
}

/// The parts of the flow see a watch through this.
pub(crate) struct Seen<'a>(pub(crate) &'a dyn Watch);

impl equipoise_engine::ReadWatch for Seen<'_> {
    fn progress(&self, done_bytes: u64, total_bytes: u64) {
        self.0.progress(Stage::Read, done_bytes, total_bytes);
    }

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

impl equipoise_search::SearchWatch for Seen<'_> {
    fn progress(&self, _: u64, decided: u64, total: u64, _: Option<f64>) {
        self.0.progress(Stage::Search, decided, total);
    }

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}
