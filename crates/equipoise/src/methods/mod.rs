//! Methods: one module for each way to decide about a table, and the final stage that all share.
//!
//! A method searches ([`search::SearchMethod`]) and hands over what it found. The final stage
//! ([`finish`]) counts and judges that anew and makes it a decision.

mod apply;
mod best_effort;
mod cell_suppression;
mod clock;
mod finish;
mod local_recoding;
mod mondrian;
mod nodes;
mod optimal;
mod preference;
mod record;
mod search;
mod unmet;

pub use preference::measure;
pub(crate) use preference::{PreferenceSetup, blocking_node};
pub(crate) use record::{
    RecordSetup, RecordSolution, own_dictionary, record_threshold, solve_records,
};
pub(crate) use search::check_links;

use crate::outcome::Outcome;
use crate::prepare::Prepared;
use crate::solution::{DecidedBy, MethodResult};
use crate::source::Job;
use crate::watch::Watch;
use apply::Apply;
use best_effort::BestEffort;
use cell_suppression::CellSuppression;
use clock::Clock;
use equipoise_data::{Levels, Result};
use equipoise_recipe::Method;
use equipoise_search::Limits;
use local_recoding::LocalRecoding;
use mondrian::Mondrian;
use optimal::Optimal;
use preference::Preference;
use record::Record;
use search::{Search, SearchMethod, Setting};

/// The implementation of the method that a recipe names.
fn implementation(job: &Job, prepared: &Prepared) -> Result<Box<dyn SearchMethod>> {
    Ok(match job.recipe.search.method {
        Method::Optimal => Box::new(Optimal),
        Method::BestEffort => Box::new(BestEffort),
        Method::Mondrian => Box::new(Mondrian),
        Method::LocalRecoding => Box::new(LocalRecoding),
        Method::CellSuppression => Box::new(CellSuppression),
        Method::Record => Box::new(Record),
        Method::Preference => Box::new(Preference::new(job, prepared)?),
    })
}

/// Decides about a table by the method of the recipe.
///
/// # Errors
/// A recipe that does not fit the method, a limit that ends the search with nothing found, a stop
/// by the user, marked rows that do not meet the models.
pub(crate) fn solve(
    job: &Job,
    prepared: &Prepared,
    watch: &dyn Watch,
) -> Result<Outcome<MethodResult>> {
    let clock = Clock::start(DecidedBy::Search(job.recipe.search.method));
    let limits = Limits {
        max_nodes: job.recipe.search.max_nodes,
        deadline: job
            .recipe
            .search
            .time_limit
            .map(|limit| clock.deadline(limit)),
        ..Limits::default()
    };
    run(
        implementation(job, prepared)?.as_ref(),
        job,
        prepared,
        limits,
        clock,
        watch,
    )
}

/// Decides on the levels of an earlier release.
///
/// # Errors
/// Marked rows that do not meet the models.
pub(crate) fn apply_levels(
    job: &Job,
    prepared: &Prepared,
    levels: Levels,
    watch: &dyn Watch,
) -> Result<Outcome<MethodResult>> {
    let clock = Clock::start(DecidedBy::Apply);
    run(
        &Apply { levels },
        job,
        prepared,
        Limits::default(),
        clock,
        watch,
    )
}

/// Searches, and finishes what was found.
fn run(
    method: &dyn SearchMethod,
    job: &Job,
    prepared: &Prepared,
    limits: Limits,
    clock: Clock,
    watch: &dyn Watch,
) -> Result<Outcome<MethodResult>> {
    let encoded = method.encoded(prepared);
    let setting = Setting {
        job,
        prepared,
        task: &prepared.task(&encoded),
        limits,
        clock,
        watch,
    };
    match method.search(&setting)? {
        Search::Found(found) => finish::finish(&setting, *found),
        Search::Unmet(unmet) => Ok(Outcome::Unmet(unmet)),
    }
}
