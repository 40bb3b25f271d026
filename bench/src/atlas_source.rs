//! A table of which an atlas is made.

use equipoise_data::{Encoded, Levels, Quasi, Result, ThresholdKey};
use equipoise_explore::{Atlas, AttributeHead, Chart, Head, LossHead, Origin, axes_of};
use equipoise_measure::{Loss, LossOptions};
use equipoise_privacy::Panel;
use equipoise_search::{AnnotationRequest, Annotator, Limits, Task, with_annotator};
use std::sync::Mutex;

/// The encoded table, the models whose thresholds are negotiated, and one loss.
pub(crate) struct Source<'a> {
    /// The names of the quasi-identifiers.
    pub(crate) names: Vec<String>,
    pub(crate) encoded: Encoded<'a>,
    pub(crate) panel: Panel,
    /// Per model the key of its threshold, in recipes.
    pub(crate) keys: Vec<ThresholdKey>,
}

impl Source<'_> {
    /// All of an atlas but its records.
    pub(crate) fn chart(&self) -> Result<Chart> {
        let (axes, tables) = axes_of(self.panel.models(), |entry| (self.keys[entry], None, None))?;
        let attribute = |(name, quasi): (&String, &Quasi<'_>)| {
            let rows = quasi.hierarchy.leaf_rows(quasi.codes);
            AttributeHead::new(
                name,
                (0, quasi.hierarchy.height() as u8),
                quasi.hierarchy,
                rows,
            )
        };
        let head = Head {
            rows: self.encoded.rows as u64,
            units: self.encoded.rows as u64,
            persons: false,
            attributes: self
                .names
                .iter()
                .zip(&self.encoded.quasi)
                .map(attribute)
                .collect(),
            axes,
            tables,
            forbids_absence: false,
            losses: vec![LossHead::new(&LossOptions::default())],
            max_units: 0,
            max_suppression: "0".to_owned(),
            origin: Origin::default(),
        };
        Chart::new(head, Vec::new())
    }

    /// Hands an annotator of the nodes to `run`, with the chart of their records.
    pub(crate) fn with_annotator<R>(
        &self,
        run: impl FnOnce(&Chart, &dyn Annotator) -> R,
    ) -> Result<R> {
        let chart = self.chart()?;
        let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
        let axes = chart.axes();
        let wanted = AnnotationRequest {
            axes: &axes,
            losses: &losses,
        };
        let task = Task {
            encoded: &self.encoded,
            lattice: chart.lattice(),
            panel: &self.panel,
            loss: losses[0],
            allowed_units: 0,
        };
        with_annotator(&task, &wanted, &Limits::default(), |annotator| {
            run(&chart, annotator)
        })
    }

    /// The atlas of all nodes, in memory: counting, annotating, putting together.
    pub(crate) fn build(&self) -> Result<Atlas> {
        let mut records = self.with_annotator(|chart, annotator| {
            let lattice = chart.lattice();
            let records = Mutex::new(Vec::new());
            let nodes: Vec<Levels> = (0..lattice.nodes()).map(|n| lattice.levels(n)).collect();
            annotator.annotate_all(nodes, &|| false, &|levels, annotation| {
                let record = chart.record(levels, &annotation);
                records
                    .lock()
                    .expect("no thread panicked")
                    .push((lattice.index(levels), record));
            });
            records.into_inner().expect("no thread panicked")
        })?;
        records.sort_unstable_by_key(|record| record.0);
        Atlas::of_records(self.chart()?, &records)
    }
}
