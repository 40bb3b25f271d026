//! The main job: read, search, release, check, certify, report.

use crate::methods::solve;
use crate::options::RunOptions;
use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::publish::{Places, publish};
use crate::solution::MethodResult;
use crate::source::{Expect, Job, SideTables, load, write_stubs};
use crate::watch::Watch;
use equipoise_data::{Error, Result};

/// Runs a job.
///
/// The release appears, whole, only after it was read back and judged by code that shares no
/// counting with the search; its certificate appears last. If anything fails before that, no file
/// is left, and an older release stays as it was. A release that an interrupted run left incomplete
/// is repaired first.
///
/// # Errors
/// Bad recipes, another process that writes the same release, bad data, a stop by the user, a limit
/// that was reached with nothing found, a full disk.
pub fn anonymize(job: &Job, options: &RunOptions, watch: &dyn Watch) -> Result<Outcome> {
    let places = Places::new(job, options.force)?;
    let (input, suspicions) = load(job, Expect::AllColumns, watch)?;
    if options.stub {
        write_stubs(job, &input, options.force)?;
    }
    let side_tables = SideTables::load(job, &input, watch)?;
    let mut prepared = Prepared::new(job, input, side_tables, options.show_values)?;
    prepared.warnings.extend(suspicions);
    check_fit(job, &prepared)?;

    let solution = solve(job, &prepared, watch)?;
    release(job, &prepared, solution, &places, options, watch)
}

/// Publishes a solution, if there is one.
pub(crate) fn release(
    job: &Job,
    prepared: &Prepared,
    result: Outcome<MethodResult>,
    places: &Places,
    options: &RunOptions,
    watch: &dyn Watch,
) -> Result<Outcome> {
    match result {
        Outcome::Unmet(mut unmet) => {
            unmet.warnings.extend(places.repaired.clone());
            Ok(Outcome::Unmet(unmet))
        }
        Outcome::Met(result) => {
            let MethodResult { decided, search } = *result;
            publish(job, prepared, &decided, search, places, options, watch)
                .map(|release| Outcome::Met(Box::new(release)))
        }
    }
}

/// Refuses labels that the table does not allow.
pub(crate) fn check_fit(job: &Job, prepared: &Prepared) -> Result<()> {
    if job.recipe.output.suppressed == equipoise_recipe::Suppressed::Mark {
        let label = &job.recipe.output.label;
        for q in &prepared.quasi {
            let column = &prepared.input.table.columns[q.at];
            if column.dictionary.find(label).is_some() {
                return Err(Error::data(format!(
                    "has a value equal to the label `{label}` of suppressed rows"
                ))
                .at_column("column `{}` ", &column.name)
                .hint("choose another `label` in `[output]`"));
            }
        }
    }
    Ok(())
}
