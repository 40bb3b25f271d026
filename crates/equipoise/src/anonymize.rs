//! The main job: read, search, release, check, certify, report.

use crate::job::Job;
use crate::load::{Expect, load};
use crate::methods::solve;
use crate::others::Others;
use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::publish::{Places, publish};
use crate::solution::Solution;
use crate::stub::write_stubs;
use crate::watch::Watch;
use equipoise_data::{Error, Result};

/// How a job is run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Replace files that exist.
    pub force: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
    /// Write reports without masking small counts.
    pub internal: bool,
    /// Write hierarchy files to fill in where values are not listed.
    pub stub: bool,
}

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
pub fn anonymize(job: &Job, options: &Options, watch: &dyn Watch) -> Result<Outcome> {
    let places = Places::new(job, options.force)?;
    let (input, suspicions) = load(job, Expect::AllColumns, watch)?;
    if options.stub {
        write_stubs(job, &input, options.force)?;
    }
    let others = Others::load(job, &input, watch)?;
    let mut prepared = Prepared::new(job, input, others, options.show_values)?;
    prepared.warnings.extend(suspicions);
    check_fit(job, &prepared)?;

    let solution = solve(job, &prepared, watch)?;
    release(job, &prepared, solution, &places, options, watch)
}

/// Publishes a solution, if there is one.
pub(crate) fn release(
    job: &Job,
    prepared: &Prepared,
    solution: Solution,
    places: &Places,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Outcome> {
    match solution {
        Solution::Unmet(mut unmet) => {
            unmet.warnings.extend(places.repaired.clone());
            Ok(Outcome::Unmet(unmet))
        }
        Solution::Decided(decided, figures) => {
            publish(job, prepared, &decided, figures, places, options, watch)
                .map(|release| Outcome::Released(Box::new(release)))
        }
    }
}

/// What only shows once the table is read.
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
