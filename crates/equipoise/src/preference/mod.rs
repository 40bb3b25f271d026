//! What a publisher aspires to in two measures: the release that comes closest, or goes furthest beyond.

mod along;
mod facts;
mod setup;

pub(crate) use along::walk_partitions;
pub use along::{PartitionFound, PartitionWalk};
pub use facts::PreferenceTold;
pub(crate) use facts::Preferred;
pub(crate) use setup::{Setup, measure};

use crate::Job;
use crate::decided::Decided;
use crate::find::{Clock, Search, check_links, check_verdicts};
use crate::outcome::{SearchFigures, Unmet};
use crate::prepare::Prepared;
use crate::publish::include_marked;
use crate::unmet::explain;
use crate::watch::{Seen, Watch, stopped};
use equipoise_data::{Error, Result};
use equipoise_recipe::Over;
use equipoise_search::prefer::{BestPartition, Seeds, Spot, best, partitions, survey};
use equipoise_search::{Limits, Stopped, Task, Unwatched, examine, examine_partition, optimal};

/// Finds what the recipe's preference asks for.
pub(crate) fn find(job: &Job, prepared: &Prepared, limits: &Limits, clock: &Clock, watch: &dyn Watch) -> Result<Search> {
    let setup = Setup::new(job, prepared)?;
    let encoded = setup.encoded(prepared);
    let task = prepared.task(&encoded);
    match job.recipe.search.over {
        Over::Lattice => over_lattice(job, prepared, &setup, &task, limits, clock, watch),
        Over::Partitions => {
            check_links(job, prepared)?;
            over_partitions(job, prepared, &setup, &task, limits, clock, watch)
        }
    }
}

fn over_lattice(
    job: &Job,
    prepared: &Prepared,
    setup: &Setup,
    task: &Task<'_>,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    let gauges = setup.gauges();
    let seen = survey(task, &gauges, limits, &Seen(watch))?;
    let mut figures = clock.figures(job.recipe.search.method.name().to_owned());
    (figures.nodes_total, figures.nodes_evaluated) = (seen.nodes_total, seen.nodes_evaluated);
    figures.proved_optimal = seen.is_complete();
    figures.stopped = stop_words(seen.stopped)?;
    let places: Vec<_> = seen.spots.iter().map(Spot::place).collect();
    let Some(&chosen) = best(&places, &setup.aspiration, setup.ties).first() else {
        return unmet(job, prepared, task, figures, "").map(|u| Search::Unmet(Box::new(u)));
    };
    let spot = &seen.spots[chosen];
    let mut examined = examine(task, &spot.levels, limits)?;
    if examined.found.facts.suppressed_units != spot.suppressed_units {
        return Err(Error::internal("a second count of the rows differs from the search"));
    }
    include_marked(job, prepared, &mut examined)?;
    let mut decided = Decided::levels(job, prepared, examined)?;
    decided.preferred = Some(Preferred::over_lattice(setup, &places, chosen, &seen));
    Ok(Search::Decided(Box::new(decided), figures))
}

fn over_partitions(
    job: &Job,
    prepared: &Prepared,
    setup: &Setup,
    task: &Task<'_>,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    let gauges = setup.gauges();
    let options = setup.partition_options(job, prepared)?;
    let seeds = Seeds::new(task, &gauges, limits, &Seen(watch))?.of(&setup.aspiration, setup.ties);
    let found: BestPartition = partitions(task, &gauges, &setup.aspiration, &options, &seeds, limits.deadline, &Seen(watch))?;
    let mut figures = clock.figures(job.recipe.search.method.name().to_owned());
    (figures.nodes_evaluated, figures.proved_optimal) = (found.evaluations, found.proved);
    // To have used up the budget is how it ends.
    figures.stopped = stop_words(found.stopped.filter(|s| *s != Stopped::MaxNodes))?;
    let Some(partition) = found.partition.clone() else {
        let which = format!("none of {} partitions that were looked at is a release; ", found.evaluations);
        return unmet(job, prepared, task, figures, &which).map(|u| Search::Unmet(Box::new(u)));
    };
    let mut examined = examine_partition(task, &partition)?;
    check_verdicts(job, &examined)?;
    include_marked(job, prepared, &mut examined)?;
    let mut decided = Decided::classes(job, prepared, examined, partition)?;
    decided.preferred = Some(Preferred::over_partitions(setup, prepared, &found));
    Ok(Search::Decided(Box::new(decided), figures))
}

/// Why a search ended early, in words.
fn stop_words(why: Option<Stopped>) -> Result<Option<String>> {
    Ok(match why {
        None => None,
        Some(Stopped::ByUser) => return Err(stopped()),
        Some(Stopped::TimeLimit) => Some("time limit".to_owned()),
        Some(Stopped::MaxNodes) => Some("node limit".to_owned()),
    })
}

/// Why there is no release: the nearest node of the lattice, and what blocks it.
fn unmet(job: &Job, prepared: &Prepared, task: &Task<'_>, figures: SearchFigures, first: &str) -> Result<Unmet> {
    if figures.stopped.is_some() {
        return Err(Error::limit("the search ended by its limit before a release was found").hint("raise `time-limit` in `[search]`"));
    }
    let nearest = optimal(task, &Limits::default(), &Unwatched)?;
    let mut unmet = explain(job, prepared, task, &nearest, figures)?;
    unmet.explanation = format!("{first}{}", unmet.explanation);
    Ok(unmet)
}
