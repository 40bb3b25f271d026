//! The final stage, which all methods share: counts and judges what was found anew, checks limits
//! and verdicts, includes marked rows, and decides.

use super::search::{Counted, Form, Found, Setting};
use super::unmet::{explain, no_classes};
use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::solution::{Decided, MethodResult, SearchFigures, Unmet, released_labels};
use crate::source::Job;
use equipoise_data::{Error, ErrorKind, Result};
use equipoise_privacy::AnyModel;
use equipoise_recipe::Suppressed;
use equipoise_search::{Examined, Judged, examine, examine_partition, judge_labels};

/// Makes a decision of what a method found.
///
/// # Errors
/// Marked rows that do not meet the models together, labels that cannot be released, and counts
/// that differ from those of the search.
pub(super) fn finish(setting: &Setting<'_>, found: Found) -> Result<Outcome<MethodResult>> {
    let (job, prepared) = (setting.job, setting.prepared);
    let (examined, partition) = match found.form {
        Form::Levels(levels, counted) => {
            let examined = examine(setting.task, &levels, &setting.limits)?;
            check_counts(&examined.judged, &counted)?;
            (examined, None)
        }
        Form::Examined(examined) => (*examined, None),
        Form::Classes(partition) => {
            let examined = examine_partition(setting.task, &partition)?;
            (examined, Some(partition))
        }
    };
    let mut examined = examined;
    if let Some(verdicts) = found.verdicts {
        examined.judged.verdicts = verdicts;
    }
    check_verdicts(job, &examined.judged, partition.is_some())?;
    if !is_within_limit(prepared, &examined) {
        let by_class = partition.is_some();
        return beyond_limit(setting, &examined, by_class, found.figures)
            .map(|unmet| Outcome::Unmet(Box::new(unmet)));
    }
    let mut decided = match partition {
        None => Decided::levels(job, prepared, examined)?,
        Some(partition) => Decided::classes(job, prepared, examined, partition)?,
    };
    judge_as_released(job, prepared, &mut decided)?;
    decided.account = found.account;
    decided.public_warnings.extend(found.public_warnings);
    decided.warnings.extend(found.warnings);
    Ok(Outcome::Met(Box::new(MethodResult {
        decided,
        search: found.figures,
    })))
}

/// The rows, counted anew, must be what the search counted.
fn check_counts(judged: &Judged, counted: &Counted) -> Result<()> {
    let facts = &judged.found.facts;
    let is_same = match counted {
        Counted::Facts(expected) => facts == expected,
        Counted::SuppressedUnits(expected) => facts.suppressed_units == *expected,
    };
    if is_same {
        Ok(())
    } else {
        Err(Error::internal(
            "a second count of the rows differs from the search",
        ))
    }
}

/// Searches judge class by class; all classes together, counted anew, must meet the models too.
fn check_verdicts(job: &Job, judged: &Judged, by_class: bool) -> Result<()> {
    let what = match by_class {
        true => "a partition was found that does not meet",
        false => "levels were found that do not meet",
    };
    let mut verdicts = judged.verdicts.iter().zip(&job.recipe.privacy);
    match verdicts.find(|(verdict, _)| !verdict.met) {
        None => Ok(()),
        Some((_, model)) => Err(Error::internal(format!("{what} {model}"))),
    }
}

/// Whether something stays, and no more is left out than the recipe allows.
fn is_within_limit(prepared: &Prepared, examined: &Examined) -> bool {
    let facts = &examined.judged.found.facts;
    facts.kept_classes > 0
        && prepared.left_out(&examined.judged, &examined.rows).1 <= prepared.allowed_units
}

/// Explains that too much is left out.
fn beyond_limit(
    setting: &Setting<'_>,
    examined: &Examined,
    by_class: bool,
    figures: SearchFigures,
) -> Result<Unmet> {
    let (job, prepared) = (setting.job, setting.prepared);
    if !by_class {
        return explain(
            job,
            prepared,
            setting.task,
            Some(&examined.judged.found),
            figures,
        );
    }
    let (_, units) = prepared.left_out(&examined.judged, &examined.rows);
    let why = format!(
        "{units} {} find no class that meets",
        prepared.unit_name(units)
    );
    Ok(no_classes(job, prepared, &why, figures))
}

/// Takes into the verdicts and sizes of a decision what the search did not see: marked rows, and
/// aggregated quasi-identifiers.
///
/// Marked rows are one more class of the released table. A label of kept rows may be the text of
/// the mark, so kept and marked rows can be in one group of a model that looks at some of the
/// quasi-identifiers, or in one class. Aggregated quasi-identifiers divide no class, but such a
/// model looks at them too.
///
/// # Errors
/// When the released table does not meet a model.
fn judge_as_released(job: &Job, prepared: &Prepared, decided: &mut Decided) -> Result<()> {
    let is_marking = job.recipe.output.suppressed == Suppressed::Mark
        && decided.judged.found.facts.suppressed_rows > 0;
    let looks_across = prepared
        .panel
        .models()
        .iter()
        .any(|model| matches!(model, AnyModel::Joint(_)));
    let is_aggregated =
        looks_across && decided.quasi_names(job, prepared).len() > prepared.quasi.len();
    if !is_marking && !is_aggregated {
        return Ok(());
    }
    let rows: Vec<usize> = (0..decided.rows.len())
        .filter(|&row| is_marking || decided.rows.is_kept(row))
        .collect();
    let labels = released_labels(job, prepared, decided, &rows);
    let (verdicts, sizes) = judge_labels(&prepared.panel, &prepared.encoded(), &rows, &labels)?;
    let failing: Vec<String> = verdicts
        .iter()
        .zip(&job.recipe.privacy)
        .filter(|(verdict, _)| !verdict.met)
        .map(|(_, model)| model.to_string())
        .collect();
    if !failing.is_empty() {
        let (rows, hint) = match is_marking {
            true => (
                "the marked rows together",
                "set `suppressed = \"drop\"` in `[output]` to leave them out, or allow another number of suppressed rows",
            ),
            false => (
                "the released rows, with their aggregated columns,",
                "give the aggregated quasi-identifiers a hierarchy instead",
            ),
        };
        let message = format!("{rows} do not meet {}", failing.join(" and "));
        return Err(Error::new(ErrorKind::Unmet, message).hint(hint));
    }
    decided.judged.verdicts = verdicts;
    decided.judged.kept_sizes = sizes;
    Ok(())
}
