//! Words and lists that the JSON, the report and messages share.

use crate::Job;
use crate::outcome::Measured;
use crate::prepare::Prepared;
use equipoise_privacy::Verdict;
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
    job.recipe.privacy.iter().zip(verdicts).map(|(model, verdict)| one(model, verdict)).collect()
}

fn one(model: &Model, verdict: &Verdict) -> Measured {
    let (mut variant, mut distance) = (None, None);
    let asked = match model {
        Model::KAnonymity { k } => k.to_string(),
        Model::LDiversity { l, variant: v, .. } => {
            variant = Some(v.name().to_owned());
            l.to_string()
        }
        Model::TCloseness { t, distance: d, .. } => {
            distance = Some(d.name().to_owned());
            t.to_string()
        }
    };
    Measured {
        model: model.name().to_owned(),
        column: model.column().map(str::to_owned),
        variant,
        distance,
        asked,
        measured: verdict.measured,
        met: verdict.met,
    }
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
