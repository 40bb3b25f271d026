//! Agreement between the search and the judge, the independent code that measures the release.

use crate::source::Job;
use equipoise_certify as certify;
use equipoise_data::{Error, Result};
use equipoise_privacy::Score;
use equipoise_recipe::Model;
use equipoise_release::Released;
use equipoise_search::Judged;

/// Checks that the release, read back, shows what the search promised.
///
/// # Errors
/// An internal one where it does not.
pub(super) fn check_agreement(
    job: &Job,
    judged: &Judged,
    measured: &certify::Measured,
    released: &Released,
) -> Result<()> {
    let classes: u64 = judged.kept_sizes.values().sum();
    if measured.rows != released.len() as u64 || measured.classes != classes {
        return Err(Error::internal(format!(
            "the released table, read back, has {} rows and {} classes; expected {} and {classes}",
            measured.rows,
            measured.classes,
            released.len()
        )));
    }
    let (models, verdicts) = (&job.recipe.privacy, &judged.verdicts);
    if verdicts.len() != models.len() || measured.models.len() != models.len() {
        return Err(Error::internal(format!(
            "the recipe asks for {} models; the search judged {}, and the judge of the released table {}",
            models.len(),
            verdicts.len(),
            measured.models.len()
        )));
    }
    for ((model, verdict), found) in models.iter().zip(verdicts).zip(&measured.models) {
        let is_estimate = matches!(model, Model::PopulationUniqueness { .. });
        if !agree(verdict.measured, found.value, is_estimate) {
            return Err(Error::internal(format!(
                "the search and the judge of the released table measure {model} differently"
            )));
        }
    }
    Ok(())
}

/// Whether the search and the judge measured the same value: exactly, or within the error of
/// rounding to billionths. Estimates, which both compute by solving equations, agree to a
/// millionth.
fn agree(search: Option<Score>, judge: Option<certify::Value>, is_estimate: bool) -> bool {
    let (Some(search), Some(judge)) = (search, judge) else {
        return search.is_none() && judge.is_none();
    };
    let Some(ratio) = judge.ratio() else {
        return !search.is_finite();
    };
    let near = |rounding: f64| {
        let (a, b) = (search.to_f64(), ratio.num() as f64 / ratio.den() as f64);
        (a - b).abs() <= rounding * a.abs().max(1.0)
    };
    match judge {
        _ if is_estimate => near(1e-6),
        certify::Value::Exact(_) => {
            let search = search.fraction();
            (search.numerator, search.denominator) == (ratio.num(), ratio.den())
        }
        _ => near(3e-9),
    }
}
