//! What a publisher aspires to in two measures: the release that comes closest, or goes furthest
//! beyond.

mod along;
mod facts;
mod setup;

pub use along::walk_partitions;
pub use along::{PartitionFound, PartitionWalk};
pub use facts::PreferenceTold;
pub(crate) use facts::Preferred;
pub(crate) use setup::Setup;
pub use setup::measure;

use crate::Job;
use crate::as_released::judge_as_released;
use crate::decided::Decided;
use crate::find::{Clock, Search, check_links, check_verdicts};
use crate::outcome::{SearchFigures, Unmet};
use crate::prepare::Prepared;
use crate::unmet::explain;
use crate::watch::{Seen, Watch};
use equipoise_data::{Error, Result};
use equipoise_recipe::Over;
use equipoise_search::prefer::{BestPartition, Seeds, Spot, best, partitions, survey};
use equipoise_search::{Limits, Stopped, Task, Unwatched, examine, examine_partition, optimal};

/// Finds what the recipe's preference asks for.
pub(crate) fn find(
    job: &Job,
    prepared: &Prepared,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    let setup = Setup::new(job, prepared)?;
    let encoded = setup.encoded(prepared);
    let quest = Quest {
        job,
        prepared,
        setup: &setup,
        task: &prepared.task(&encoded),
        limits,
        clock,
        watch,
    };
    match job.recipe.search.over {
        Over::Lattice => quest.over_lattice(),
        Over::Partitions => {
            check_links(job, prepared)?;
            quest.over_partitions()
        }
    }
}

/// What is looked for, and where.
struct Quest<'a> {
    job: &'a Job,
    prepared: &'a Prepared,
    setup: &'a Setup,
    task: &'a Task<'a>,
    limits: &'a Limits,
    clock: &'a Clock,
    watch: &'a dyn Watch,
}

impl Quest<'_> {
    fn over_lattice(&self) -> Result<Search> {
        let Quest {
            job,
            prepared,
            setup,
            task,
            limits,
            ..
        } = *self;
        let seen = survey(task, &setup.gauges(), limits, &Seen(self.watch))?;
        let mut figures = self.figures();
        (figures.nodes_total, figures.nodes_evaluated) = (seen.nodes_total, seen.nodes_evaluated);
        figures.proved_optimal = seen.is_complete();
        figures.stopped = stop_words(seen.stopped)?;
        let places: Vec<_> = seen.spots.iter().map(Spot::place).collect();
        let Some(&chosen) = best(&places, &setup.aspiration, setup.ties).first() else {
            return self.unmet(figures, "");
        };
        let spot = &seen.spots[chosen];
        let examined = examine(task, &spot.levels, limits)?;
        if examined.found.facts.suppressed_units != spot.suppressed_units {
            return Err(Error::internal(
                "a second count of the rows differs from the search",
            ));
        }
        let mut decided = Decided::levels(job, prepared, examined)?;
        judge_as_released(job, prepared, &mut decided)?;
        decided.preferred = Some(Preferred::over_lattice(setup, &places, chosen, &seen));
        Ok(Search::Decided(Box::new(decided), figures))
    }

    fn over_partitions(&self) -> Result<Search> {
        let Quest {
            job,
            prepared,
            setup,
            task,
            limits,
            ..
        } = *self;
        let (gauges, watch) = (setup.gauges(), Seen(self.watch));
        let options = setup.partition_options(job, prepared)?;
        let seeds = Seeds::new(task, &gauges, limits, &watch)?.of(&setup.aspiration, setup.ties);
        let found: BestPartition = partitions(
            task,
            &gauges,
            &setup.aspiration,
            &options,
            &seeds,
            limits.deadline,
            &watch,
        )?;
        let mut figures = self.figures();
        (figures.nodes_evaluated, figures.proved_optimal) = (found.evaluations, found.proved);
        // To have used up the budget is how it ends.
        figures.stopped = stop_words(found.stopped.filter(|s| *s != Stopped::MaxNodes))?;
        let Some(partition) = found.partition.clone() else {
            return self.unmet(
                figures,
                &format!(
                    "none of {} partitions that were looked at is a release; ",
                    found.evaluations
                ),
            );
        };
        let examined = examine_partition(task, &partition)?;
        check_verdicts(job, &examined)?;
        let mut decided = Decided::classes(job, prepared, examined, partition)?;
        judge_as_released(job, prepared, &mut decided)?;
        decided.preferred = Some(Preferred::over_partitions(setup, prepared, &found));
        Ok(Search::Decided(Box::new(decided), figures))
    }

    fn figures(&self) -> SearchFigures {
        self.clock
            .figures(self.job.recipe.search.method.name().to_owned())
    }

    /// Why there is no release: the nearest node of the lattice, and what blocks it.
    fn unmet(&self, figures: SearchFigures, first: &str) -> Result<Search> {
        if figures.stopped.is_some() {
            return Err(
                Error::limit("the search ended by its limit before a release was found")
                    .hint("raise `time-limit` in `[search]`"),
            );
        }
        let mut unmet = Unmet {
            search: figures,
            ..blocked(self.job, self.prepared, self.task)?
        };
        unmet.explanation = format!("{first}{}", unmet.explanation);
        Ok(Search::Unmet(Box::new(unmet)))
    }
}

/// The nearest node of the lattice, and what blocks it.
fn blocked(job: &Job, prepared: &Prepared, task: &Task<'_>) -> Result<Unmet> {
    let nearest = optimal(task, &Limits::default(), &Unwatched)?;
    explain(
        job,
        prepared,
        task,
        &nearest,
        Clock::start().figures(job.recipe.search.method.name().to_owned()),
    )
}

/// Why a search ended early, in words.
fn stop_words(why: Option<Stopped>) -> Result<Option<String>> {
    Ok(match why {
        None => None,
        Some(Stopped::ByUser) => return Err(Error::stopped()),
        Some(Stopped::TimeLimit) => Some("time limit".to_owned()),
        Some(Stopped::MaxNodes) => Some("node limit".to_owned()),
    })
}
