//! An atlas at work: it answers, and where a table is at hand it looks closer.

use crate::answer::Shown;
use crate::atlas::Atlas;
use crate::known::{Figures, KnownNodes};
use crate::records::Records;
use crate::slice::{Slice, SliceView};
use crate::wishes::Thresholds;
use equipoise_search::Annotator;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Slices that are kept at hand.
const SLICES: usize = 64;

/// An atlas that answers.
///
/// Nodes without a record are annotated on demand where a table is at hand, and their records are
/// kept. Everything can be used from many threads.
pub struct Explorer<'a> {
    pub(crate) records: Records<'a>,
    /// How long a question may look for nodes that have no record.
    pub(crate) patience: Duration,
    slices: Mutex<Kept>,
}

/// Slices, the latest last, each with the number of records it was made from.
#[derive(Default)]
struct Kept {
    slices: Vec<(Thresholds, usize, Arc<Slice>)>,
}

impl std::fmt::Debug for Explorer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Explorer({:?}, {} more)",
            self.atlas(),
            self.more().len()
        )
    }
}

impl<'a> Explorer<'a> {
    /// An atlas that answers; `live` lets it look closer at nodes that have no record.
    pub fn new(atlas: &'a Atlas, live: Option<&'a dyn Annotator>) -> Self {
        Explorer {
            records: Records::new(atlas, live),
            patience: Duration::from_millis(150),
            slices: Mutex::default(),
        }
    }

    /// Sets how long a question may look for nodes that have no record. Without a table it makes no
    /// difference.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Adds records that were made on demand earlier. Those that are no records of this atlas are
    /// left out.
    pub fn add(&self, records: impl IntoIterator<Item = (u64, Arc<[u8]>)>) {
        self.records.add(records);
    }

    /// The atlas.
    pub fn atlas(&self) -> &'a Atlas {
        self.records.atlas()
    }

    /// Records that were made on demand.
    pub fn more(&self) -> Vec<(u64, Arc<[u8]>)> {
        self.records.more()
    }

    /// True when nodes without a record can be looked at.
    pub fn can_look_closer(&self) -> bool {
        self.records.can_look_closer()
    }

    /// Nodes with a record.
    pub fn annotated(&self) -> u64 {
        self.records.annotated()
    }

    /// Makes the records of nodes that have none, on all threads, as far as that is possible before
    /// the deadline.
    pub fn make_records(&self, nodes: &[u64], deadline: Instant) {
        self.records.make_records(nodes, deadline);
    }

    /// A node under given thresholds; none where it has no record and none can be made.
    pub fn show(&self, thresholds: &Thresholds, node: u64) -> Option<Shown> {
        self.view(thresholds)
            .figures(node)
            .map(|figures| self.shown(node, figures))
    }

    /// A node with its figures.
    pub fn shown(&self, node: u64, figures: Figures) -> Shown {
        self.records.shown(node, figures)
    }

    /// All nodes under given thresholds, for views.
    pub fn view(&self, thresholds: &Thresholds) -> SliceView<'_> {
        SliceView {
            records: &self.records,
            slice: self.slice(thresholds),
        }
    }

    /// All nodes under given thresholds. The latest are kept at hand.
    fn slice(&self, thresholds: &Thresholds) -> Arc<Slice> {
        let records = self.annotated() as usize;
        let mut kept = self.slices.lock().expect("no thread panicked");
        if let Some(at) = kept
            .slices
            .iter()
            .position(|(t, n, _)| *n == records && t == thresholds)
        {
            let found = kept.slices.remove(at);
            let slice = Arc::clone(&found.2);
            kept.slices.push(found);
            return slice;
        }
        drop(kept);
        let slice = Arc::new(Slice::new(&self.records, thresholds));
        let mut kept = self.slices.lock().expect("no thread panicked");
        kept.slices
            .retain(|(t, n, _)| *n == records || t != thresholds);
        if kept.slices.len() >= SLICES {
            kept.slices.remove(0);
        }
        kept.slices
            .push((thresholds.clone(), records, Arc::clone(&slice)));
        slice
    }
}
