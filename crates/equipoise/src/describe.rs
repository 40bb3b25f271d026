//! Words and lists that the JSON, the report and messages share.

use crate::Job;
use crate::outcome::Measured;
use crate::prepare::Prepared;
use equipoise_privacy::{Score, Verdict};
use equipoise_recipe::Model;

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
    job.recipe.privacy.iter().zip(verdicts).map(|(model, verdict)| measured_model(model, verdict.measured, verdict.met)).collect()
}

/// A model with what was measured of it.
pub(crate) fn measured_model(model: &Model, measured: Option<Score>, met: bool) -> Measured {
    let (asked, variant, distance) = match model {
        Model::KAnonymity { k } => (k.to_string(), None, None),
        Model::LDiversity { l, variant, .. } => (l.to_string(), Some(variant.name().to_owned()), None),
        Model::TCloseness { t, distance, .. } => (t.to_string(), None, Some(distance.name().to_owned())),
    };
    Measured { model: model.name().to_owned(), column: model.column().map(str::to_owned), variant, distance, asked, measured, met }
}

/// A model in a few words: `5-anonymity`, `t-closeness 0.2 of occupation`.
pub(crate) fn model(model: &Model) -> String {
    match model {
        Model::KAnonymity { k } => format!("{k}-anonymity"),
        Model::LDiversity { column, l, .. } => format!("{l}-diversity of `{column}`"),
        Model::TCloseness { column, t, .. } => format!("t-closeness {t} of `{column}`"),
    }
}

/// A level for each quasi-identifier.
pub(crate) fn levels(prepared: &Prepared, levels: &[u8]) -> Vec<(String, u8)> {
    prepared.quasi_names().map(str::to_owned).zip(levels.iter().copied()).collect()
}
