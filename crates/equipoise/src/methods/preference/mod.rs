//! Preference: the release that comes closest to what a publisher aspires to in two measures, or
//! goes furthest beyond.

mod account;
mod setup;

pub(crate) use setup::PreferenceSetup;
pub use setup::measure;

use super::clock::Clock;
use super::search::{
    Counted, Form, Found, Search, SearchMethod, Setting, check_links, reached_limit,
};
use super::unmet::explain;
use crate::prepare::Prepared;
use crate::solution::{Account, DecidedBy, SearchFigures, Unmet};
use crate::source::Job;
use crate::watch::Seen;
use equipoise_data::{Encoded, Error, Result};
use equipoise_recipe::Over;
use equipoise_search::prefer::{BestPartition, Seeds, Spot, best, partitions, survey};
use equipoise_search::{Limits, Stopped, Task, UnwatchedSearch, optimal};

/// Finds what the recipe's preference asks for.
pub(super) struct Preference {
    setup: PreferenceSetup,
}

impl Preference {
    /// # Errors
    /// Aspirations that make no sense.
    pub(super) fn new(job: &Job, prepared: &Prepared) -> Result<Self> {
        let setup = PreferenceSetup::new(job, prepared)?;
        Ok(Preference { setup })
    }
}

impl SearchMethod for Preference {
    fn encoded<'a>(&self, prepared: &'a Prepared) -> Encoded<'a> {
        self.setup.encoded(prepared)
    }

    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        match setting.job.recipe.search.over {
            Over::Lattice => over_lattice(&self.setup, setting),
            Over::Partitions => {
                check_links(setting.job, setting.prepared)?;
                over_partitions(&self.setup, setting)
            }
        }
    }
}

/// Surveys all nodes of the lattice.
fn over_lattice(setup: &PreferenceSetup, setting: &Setting<'_>) -> Result<Search> {
    let watch = Seen(setting.watch);
    let seen = survey(setting.task, &setup.gauges(), &setting.limits, &watch)?;
    let figures = SearchFigures {
        nodes_total: seen.nodes_total,
        nodes_evaluated: seen.nodes_evaluated,
        proved_optimal: seen.is_complete(),
        stopped: reached_limit(seen.stopped)?,
        ..setting.figures()
    };
    let places: Vec<_> = seen.spots.iter().map(Spot::place).collect();
    let Some(&chosen) = best(&places, &setup.aspiration, setup.ties).first() else {
        return unmet(setting, figures, "");
    };
    let spot = &seen.spots[chosen];
    let counted = Counted::SuppressedUnits(spot.suppressed_units);
    let account = account::of_lattice(setup, &places, chosen, &seen);
    Ok(Found {
        account: Account::Preference(Box::new(account)),
        ..Found::new(Form::Levels(spot.levels.clone(), counted), figures)
    }
    .into())
}

/// Searches free ordered partitions of the values of each column.
fn over_partitions(setup: &PreferenceSetup, setting: &Setting<'_>) -> Result<Search> {
    let (gauges, watch) = (setup.gauges(), Seen(setting.watch));
    let options = setup.partition_options(setting.job, setting.prepared)?;
    let seeds = Seeds::new(setting.task, &gauges, &setting.limits, &watch)?
        .of(&setup.aspiration, setup.ties);
    let found: BestPartition = partitions(
        setting.task,
        &gauges,
        &setup.aspiration,
        &options,
        &seeds,
        setting.limits.deadline,
        &watch,
    )?;
    let figures = SearchFigures {
        nodes_evaluated: found.evaluations,
        proved_optimal: found.proved,
        // To have used up the budget is how it ends.
        stopped: reached_limit(found.stopped.filter(|s| *s != Stopped::MaxNodes))?,
        ..setting.figures()
    };
    let Some(partition) = found.partition.clone() else {
        let first = format!(
            "none of {} partitions that were looked at is a release; ",
            found.evaluations
        );
        return unmet(setting, figures, &first);
    };
    let account = account::of_partition(setup, setting.prepared, &found);
    Ok(Found {
        account: Account::Preference(Box::new(account)),
        ..Found::new(Form::Classes(partition), figures)
    }
    .into())
}

/// Explains that there is no release: the nearest node of the lattice, and what blocks it.
fn unmet(setting: &Setting<'_>, figures: SearchFigures, first: &str) -> Result<Search> {
    if figures.stopped.is_some() {
        return Err(
            Error::limit("the search ended by its limit before a release was found")
                .hint("raise `time-limit` in `[search]`"),
        );
    }
    let blocking = blocking_node(setting.job, setting.prepared, setting.task)?;
    Ok(Search::unmet(Unmet {
        search: figures,
        explanation: format!("{first}{}", blocking.explanation),
        ..blocking
    }))
}

/// The nearest node of the lattice, and what blocks it.
pub(crate) fn blocking_node(job: &Job, prepared: &Prepared, task: &Task<'_>) -> Result<Unmet> {
    let outcome = optimal(task, &Limits::default(), &UnwatchedSearch)?;
    let figures = SearchFigures {
        nodes_total: outcome.nodes_total,
        ..Clock::start(DecidedBy::Search(job.recipe.search.method)).figures()
    };
    explain(job, prepared, task, outcome.nearest.as_ref(), figures)
}
