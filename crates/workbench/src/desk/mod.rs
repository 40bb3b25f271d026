//! The desk of a curator: an atlas that stays open while it is negotiated with, the session of that
//! negotiation, and the table behind it.
//!
//! [`explore`] opens one; what its methods return is plain data (`wire`), which the HTTP interface
//! hands on as it is.

mod cards;
mod current;
mod facts;
mod given;
mod groups;
mod look;
mod maps;
mod open;
mod prefer;
mod release;
mod table;
pub mod wire;
mod words;

pub use current::Kept;
pub use look::DEFAULT_PATIENCE;
pub use open::{ExploreOptions, explore, recipe_for};

use crate::session::SessionFile;
use equipoise::Job;
use equipoise::Prepared;
use equipoise_data::{Error, Result};
use equipoise_explore::{AxisHead, Chart, Explorer, Shown};
use std::sync::{Arc, Mutex, MutexGuard};

/// An atlas that stays open, its session and its table. Can be used from many threads.
pub struct Desk<'a> {
    explorer: &'a Explorer<'a>,
    /// The table, where it is at hand as it was when the atlas was built.
    prepared: Option<&'a Prepared>,
    job: Job,
    session: Mutex<SessionFile>,
    chart: wire::Chart,
    scenes: look::Scenes,
    prospects: prefer::Prospects,
    examined: Mutex<Vec<table::Seen>>,
    published: Mutex<Option<Arc<wire::Published>>>,
}

impl std::fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Desk({}, {:?})", self.chart.name, self.explorer)
    }
}

impl Desk<'_> {
    /// What does not change while the table is explored.
    pub fn chart(&self) -> wire::Chart {
        wire::Chart {
            annotated: self.explorer.annotated(),
            ..self.chart.clone()
        }
    }

    fn inner(&self) -> &Chart {
        self.explorer.atlas().chart()
    }

    fn axes(&self) -> impl Iterator<Item = &AxisHead> {
        let head = self.inner().head();
        head.axes.iter().chain(&head.tables)
    }

    fn session(&self) -> MutexGuard<'_, SessionFile> {
        self.session.lock().expect("no thread panicked")
    }

    fn prepared(&self) -> Result<&Prepared> {
        self.prepared.ok_or_else(|| {
            Error::usage("the table is not at hand as it was when the atlas was built")
                .hint("put the table, its recipe and its hierarchies back, and start again")
        })
    }

    fn node(shown: &Shown) -> wire::Node {
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
