//! Words and lists that the JSON, the report and messages share.

use crate::Job;
use crate::outcome::Measured;
use crate::prepare::Prepared;
use equipoise_privacy::{Score, Verdict};
use equipoise_recipe::{Method, Model};

/// "rows" or "persons".
pub(crate) fn unit(prepared: &Prepared, count: u64) -> &'static str {
    match (prepared.persons().is_some(), count) {
        (false, 1) => "row",
        (false, _) => "rows",
        (true, 1) => "person",
        (true, _) => "persons",
    }
}

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

/// A model in a few words: `5-anonymity`, `0.2-closeness of occupation with equal distance`.
pub(crate) fn model(model: &Model) -> String {
    model.to_string()
}

/// A level for each quasi-identifier.
pub(crate) fn levels(prepared: &Prepared, levels: &[u8]) -> Vec<(String, u8)> {
    prepared
        .quasi_names()
        .map(str::to_owned)
        .zip(levels.iter().copied())
        .collect()
}
