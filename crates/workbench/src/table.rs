//! A table that is read, charted and counted, ready to have its nodes annotated.

use crate::head::chart;
use equipoise::Job;
use equipoise::Watch;
use equipoise::parts::{Prepared, QuasiColumn};
use equipoise_data::{Encoded, Result};
use equipoise_explore::Chart;
use equipoise_measure::Loss;
use equipoise_search::{AnnotationRequest, Annotator, Limits, Task, with_annotator};

/// A table with its chart, ready to have its nodes annotated.
pub(crate) struct Charted<'a> {
    pub(crate) chart: &'a Chart,
    pub(crate) annotator: &'a dyn Annotator,
    pub(crate) prepared: &'a Prepared,
    /// What deserves a second look.
    pub(crate) warnings: Vec<String>,
}

/// Reads the table of a job, charts it and hands it to `run`.
pub(crate) fn with_table<R>(
    job: &Job,
    more_losses: &[String],
    show_values: bool,
    watch: &dyn Watch,
    run: impl FnOnce(Charted<'_>) -> Result<R>,
) -> Result<R> {
    let (prepared, suspicions) = Prepared::read(job, show_values, watch)?;
    let chart = chart(job, &prepared, more_losses)?;
    let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
    let encoded = Encoded {
        amounts: amounts(&prepared, &losses),
        ..prepared.encoded()
    };
    let axes = chart.axes();
    let wanted = AnnotationRequest {
        axes: &axes,
        losses: &losses,
    };
    let task = Task {
        encoded: &encoded,
        lattice: chart.lattice(),
        panel: &prepared.panel,
        loss: losses[0],
        allowed_units: 0,
    };
    let warnings = prepared
        .all_warnings()
        .into_iter()
        .chain(suspicions)
        .collect();
    with_annotator(&task, &wanted, &Limits::default(), |annotator| {
        run(Charted {
            chart: &chart,
            annotator,
            prepared: &prepared,
            warnings,
        })
    })?
}

/// Per quasi-identifier what each code adds to a loss that needs it.
fn amounts(prepared: &Prepared, losses: &[&dyn Loss]) -> Vec<Vec<u64>> {
    let Some(amounts) = losses.iter().find_map(|l| l.leaf_amounts()) else {
        return Vec::new();
    };
    let of_code = |(amounts, q): (&Vec<u64>, &QuasiColumn)| {
        q.hierarchy
            .leaf_of
            .iter()
            .map(|&leaf| amounts[leaf as usize])
            .collect()
    };
    amounts.iter().zip(&prepared.quasi).map(of_code).collect()
}
