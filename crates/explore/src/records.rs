//! Records of nodes: those of an atlas, and those that are made on demand from a table at hand.

use crate::answer::Shown;
use crate::atlas::Atlas;
use crate::known::Figures;
use equipoise_data::height;
use equipoise_measure::EarlyBounds;
use equipoise_search::Annotator;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Instant;

/// More nodes than this are not listed: only those with a record are looked at.
pub(crate) const MOST_LISTED: u64 = 1 << 20;

/// Records of nodes, and what does not depend on thresholds. It can be used from many threads.
pub(crate) struct Records<'a> {
    atlas: &'a Atlas,
    live: Option<&'a dyn Annotator>,
    /// Records that were made on demand.
    more: RwLock<HashMap<u64, Arc<[u8]>>>,
    /// Per node its levels, one after the other; empty where there are too many.
    levels: Vec<u8>,
    /// Per node the sum of its levels; empty where there are too many.
    pub(crate) heights: Vec<u16>,
    /// Per loss and node a bound that holds whatever the thresholds.
    free: Vec<OnceLock<Vec<f64>>>,
}

impl<'a> Records<'a> {
    /// The records of an atlas; `live` makes those of nodes that have none.
    pub(crate) fn new(atlas: &'a Atlas, live: Option<&'a dyn Annotator>) -> Self {
        let lattice = atlas.chart().lattice();
        let (mut levels, mut heights) = (Vec::new(), Vec::new());
        if lattice.nodes() <= MOST_LISTED {
            levels.reserve_exact(lattice.nodes() as usize * lattice.attributes());
            lattice.for_each(|l| {
                levels.extend_from_slice(l);
                heights.push(l.iter().map(|&l| u16::from(l)).sum());
            });
        }
        Records {
            atlas,
            live,
            more: RwLock::default(),
            levels,
            heights,
            free: atlas
                .chart()
                .losses()
                .iter()
                .map(|_| OnceLock::new())
                .collect(),
        }
    }

    /// Adds records that were made on demand earlier. Those that are no records of this atlas are
    /// left out.
    pub(crate) fn add(&self, records: impl IntoIterator<Item = (u64, Arc<[u8]>)>) {
        let chart = self.atlas.chart();
        let mut more = self.more.write().expect("no thread panicked");
        more.extend(
            records
                .into_iter()
                .filter(|(node, bytes)| *node < chart.lattice().nodes() && chart.is_record(bytes)),
        );
    }

    /// The atlas.
    pub(crate) fn atlas(&self) -> &'a Atlas {
        self.atlas
    }

    /// Records that were made on demand.
    pub(crate) fn more(&self) -> Vec<(u64, Arc<[u8]>)> {
        let mut more: Vec<_> = self
            .more
            .read()
            .expect("no thread panicked")
            .iter()
            .map(|(n, r)| (*n, Arc::clone(r)))
            .collect();
        more.sort_unstable_by_key(|m| m.0);
        more
    }

    /// True when nodes without a record can be looked at.
    pub(crate) fn can_look_closer(&self) -> bool {
        self.live.is_some()
    }

    /// Nodes with a record.
    pub(crate) fn annotated(&self) -> u64 {
        self.atlas.annotated() + self.more.read().expect("no thread panicked").len() as u64
    }

    /// The levels of all nodes, one node after the other; empty where there are too many.
    pub(crate) fn all_levels(&self) -> &[u8] {
        &self.levels
    }

    /// Hands the levels of a node to `run`.
    #[inline]
    pub(crate) fn with_levels<R>(&self, node: u64, run: impl FnOnce(&[u8]) -> R) -> R {
        let attributes = self.atlas.chart().lattice().attributes();
        let at = node as usize * attributes;
        match self.levels.get(at..at + attributes) {
            Some(levels) => run(levels),
            None => run(&self.atlas.chart().lattice().levels(node)),
        }
    }

    /// The sum of the levels of a node.
    #[inline]
    pub(crate) fn height(&self, node: u64) -> u32 {
        match self.heights.get(node as usize) {
            Some(&height) => height.into(),
            None => self.with_levels(node, height),
        }
    }

    /// Per node a bound on a loss that holds whatever the thresholds; empty where there are too
    /// many nodes.
    pub(crate) fn free_bounds(&self, loss: usize) -> &[f64] {
        self.free[loss].get_or_init(|| {
            let chart = self.atlas.chart();
            let unknown = EarlyBounds {
                suppressed_rows: 0,
                kept_classes: u64::MAX,
            };
            (0..self.heights.len() as u64)
                .map(|n| self.with_levels(n, |levels| chart.losses()[loss].bound(levels, unknown)))
                .collect()
        })
    }

    /// Looks at the record of a node, if it has one.
    pub(crate) fn with_record<R>(&self, node: u64, run: impl FnOnce(&[u8]) -> R) -> Option<R> {
        if let Some(record) = self.atlas.record(node) {
            return Some(run(record));
        }
        if self.atlas.is_complete() {
            return None;
        }
        let record = self
            .more
            .read()
            .expect("no thread panicked")
            .get(&node)
            .map(Arc::clone);
        record.map(|record| run(&record))
    }

    /// Looks at the record of a node, made now if it has none.
    pub(crate) fn with_record_made<R>(&self, node: u64, run: impl FnOnce(&[u8]) -> R) -> Option<R> {
        if self.with_record(node, |_| ()).is_none() {
            let chart = self.atlas.chart();
            let levels = chart.lattice().levels(node);
            let record = chart.record(&levels, &self.live?.annotate(&levels));
            self.more
                .write()
                .expect("no thread panicked")
                .insert(node, record.into());
        }
        self.with_record(node, run)
    }

    /// Makes the records of nodes that have none, on all threads, as far as that is possible before
    /// the deadline.
    pub(crate) fn make_records(&self, nodes: &[u64], deadline: Instant) {
        let Some(live) = self.live else { return };
        let chart = self.atlas.chart();
        let make = |&node: &u64| {
            if self.with_record(node, |_| ()).is_some() || Instant::now() >= deadline {
                return None;
            }
            let levels = chart.lattice().levels(node);
            Some((node, chart.record(&levels, &live.annotate(&levels)).into()))
        };
        let made: Vec<(u64, Arc<[u8]>)> =
            nodes.par_iter().with_max_len(1).filter_map(make).collect();
        self.more.write().expect("no thread panicked").extend(made);
    }

    /// The nodes that have a record.
    pub(crate) fn recorded(&self) -> Vec<u64> {
        let mut nodes: Vec<u64> = (0..self.atlas.annotated() as usize)
            .map(|i| self.atlas.nth(i).0)
            .collect();
        nodes.extend(self.more.read().expect("no thread panicked").keys());
        nodes
    }

    /// A node with its figures.
    pub(crate) fn shown(&self, node: u64, figures: Figures) -> Shown {
        Shown::new(self.atlas.chart().lattice(), node, figures)
    }
}
