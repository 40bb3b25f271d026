//! The desk itself.

use super::recent::{Prospects, Scenes, Seen};
use super::wire;
use crate::session::SessionFile;
use equipoise::Job;
use equipoise::parts::Prepared;
use equipoise_data::{Error, Result};
use equipoise_explore::{AxisHead, Chart, Explorer, Shown};
use std::sync::{Arc, Mutex, MutexGuard};

/// An atlas that stays open, its session and its table. Can be used from many threads.
pub struct Desk<'a> {
    pub(super) explorer: &'a Explorer<'a>,
    /// The table, where it is at hand as it was when the atlas was built.
    pub(super) prepared: Option<&'a Prepared>,
    pub(super) job: Job,
    pub(super) session: Mutex<SessionFile>,
    pub(super) chart: wire::PageChart,
    pub(super) scenes: Scenes,
    pub(super) prospects: Prospects,
    pub(super) examined: Mutex<Vec<Seen>>,
    pub(super) published: Mutex<Option<Arc<wire::PublishedFiles>>>,
}

impl std::fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Desk({}, {:?})", self.chart.name, self.explorer)
    }
}

impl Desk<'_> {
    /// What does not change while the table is explored.
    pub fn chart(&self) -> wire::PageChart {
        wire::PageChart {
            annotated: self.explorer.annotated(),
            ..self.chart.clone()
        }
    }

    pub(super) fn inner(&self) -> &Chart {
        self.explorer.atlas().chart()
    }

    pub(super) fn axes(&self) -> impl Iterator<Item = &AxisHead> {
        let head = self.inner().head();
        head.axes.iter().chain(&head.tables)
    }

    pub(super) fn session(&self) -> MutexGuard<'_, SessionFile> {
        self.session.lock().expect("no thread panicked")
    }

    pub(super) fn prepared(&self) -> Result<&Prepared> {
        self.prepared.ok_or_else(|| {
            Error::usage("the table is not at hand as it was when the atlas was built")
                .hint("put the table, its recipe and its hierarchies back, and start again")
        })
    }

    pub(super) fn node(shown: &Shown) -> wire::Node {
        wire::Node {
            levels: shown.levels.clone(),
            height: shown.height,
            units: shown.units,
            rows: shown.rows,
            classes: shown.kept_classes,
            losses: shown
                .losses
                .iter()
                .map(|&loss| Some(loss).filter(|loss| loss.is_finite()))
                .collect(),
        }
    }
}
