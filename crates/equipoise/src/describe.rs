//! Words and lists that the JSON, the report and messages share.

use crate::job::Job;
use crate::outcome::Measured;
use equipoise_privacy::{Score, Verdict};
use equipoise_recipe::{Method, Model};

/// Each model with its verdict.
pub(crate) fn measured(job: &Job, verdicts: &[Verdict]) -> Vec<Measured> {
    let search = &job.recipe.search;
    let measured = |(model, verdict): (&Model, &Verdict)| {
        let mut measured = measured_model(model, verdict.measured, verdict.met);
        // k of a table with suppressed cells is not what it is elsewhere, so it is labelled.
        if search.method == Method::CellSuppression {
            measured.variant = Some(search.reading.name().to_owned());
            measured
                .settings
                .extend(search.subsets.map(|m| ("subsets", m.to_string())));
        }
        measured
    };
    job.recipe
        .privacy
        .iter()
        .zip(verdicts)
        .map(measured)
        .collect()
}

/// A model with what was measured of it.
pub(crate) fn measured_model(model: &Model, measured: Option<Score>, met: bool) -> Measured {
    Measured {
        model: model.name().to_owned(),
        column: model.column().map(str::to_owned),
        variant: model.variant().map(str::to_owned),
        distance: model.distance().map(|d| d.name().to_owned()),
        asked: model.asked(),
        settings: model.settings(),
        others_as_quasi_identifiers: model.others_as_quasi_identifiers(),
        measured,
        met,
    }
}
