//! The main job: read, search, release, check, certify, report.

use crate::decide::{Solution, decide_with};
use crate::options::{PublishOptions, RunOptions};
use crate::outcome::Outcome;
use crate::publish::Places;
use crate::source::{Job, Source};
use crate::watch::Watch;
use equipoise_data::Result;

/// Runs a job from files to files: [`decide`](crate::decide()), then [`Solution::publish`].
///
/// The output paths are checked and locked before anything is read. The files appear complete, and
/// only after code that shares no counting with the search has read the table back and judged it.
/// The certificate appears last. If anything fails before that, no file is left, and an older
/// release stays unchanged. A release that an interrupted run left incomplete is repaired first.
///
/// # Errors
/// Bad recipes, another process that writes the same release, bad data, a stop by the user, a limit
/// that was reached with nothing found, a full disk.
pub fn anonymize(job: &Job, options: &RunOptions, watch: &dyn Watch) -> Result<Outcome> {
    let places = Places::new(job, job.output_path()?, true, options.force)?;
    let outcome = decide_with(job, Source::Files, options, watch)?;
    release(outcome, &places, options, watch)
}

/// Publishes a solution, if there is one.
pub(crate) fn release(
    outcome: Outcome<Solution>,
    places: &Places,
    options: &RunOptions,
    watch: &dyn Watch,
) -> Result<Outcome> {
    let options = PublishOptions {
        output: None,
        force: options.force,
        internal: options.internal,
    };
    let mut outcome = outcome.try_map(|solution| solution.publish_at(places, &options, watch))?;
    if let Outcome::Unmet(unmet) = &mut outcome {
        unmet.warnings.extend(places.repaired.clone());
    }
    Ok(outcome)
}
