//! The main job: read, search, release, check, certify, report.

use crate::load::{Expect, load};
use crate::outcome::{Outcome, SearchFigures};
use crate::population::Population;
use crate::prepare::Prepared;
use crate::publish::{Places, include_marked, publish};
use crate::stub::write_stubs;
use crate::unmet::explain;
use crate::watch::{Seen, Watch, stopped};
use crate::{Job, process_cpu};
use equipoise_data::{Error, Result};
use equipoise_recipe::Method;
use equipoise_search::{Limits, Outcome as Found, Stopped, best_effort, examine, optimal};
use std::time::Instant;

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
/// The release appears, whole, only after it was read back and judged by code that shares no counting with the search;
/// its certificate appears last. If anything fails before that, no file is left.
///
/// # Errors
/// Bad recipes, bad data, a stop by the user, a limit that was reached with nothing found, a full disk.
pub fn anonymize(job: &Job, options: &Options, watch: &dyn Watch) -> Result<Outcome> {
    let places = Places::new(job, options.force)?;
    let (input, suspicions) = load(job, Expect::AllColumns, watch)?;
    if options.stub {
        write_stubs(job, &input, options.force)?;
    }
    let population = Population::load(job, &input, watch)?;
    let mut prepared = Prepared::new(job, input, population, options.show_values)?;
    prepared.warnings.extend(suspicions);
    check_fit(job, &prepared)?;

    let encoded = prepared.encoded();
    let task = prepared.task(&encoded);
    let (started, cpu) = (Instant::now(), process_cpu());
    let limits = Limits {
        max_nodes: job.recipe.search.max_nodes,
        deadline: job.recipe.search.time_limit.map(|limit| started + limit),
        ..Limits::default()
    };
    let found = match job.recipe.search.method {
        Method::Optimal => optimal(&task, &limits, &Seen(watch))?,
        Method::BestEffort => best_effort(&task, &limits, job.recipe.search.seed, &Seen(watch))?,
    };
    let figures = figures(job, &found, (process_cpu() - cpu).as_secs_f64(), started.elapsed().as_secs_f64());
    stop_check(&found)?;
    let Some(best) = &found.best else {
        return explain(job, &prepared, &task, &found, figures).map(|u| Outcome::Unmet(Box::new(u)));
    };
    let mut examined = examine(&task, &best.levels, &limits)?;
    if examined.found.facts != best.facts {
        return Err(Error::internal("a second count of the rows differs from the search"));
    }
    include_marked(job, &prepared, &mut examined)?;
    publish(job, &prepared, &examined, figures, &places, options, watch).map(|r| Outcome::Released(Box::new(r)))
}

/// What only shows once the table is read.
pub(crate) fn check_fit(job: &Job, prepared: &Prepared) -> Result<()> {
    if job.recipe.output.suppressed == equipoise_recipe::Suppressed::Mark {
        let label = &job.recipe.output.label;
        for q in &prepared.quasi {
            let column = &prepared.input.table.columns[q.at];
            if column.dictionary.find(label).is_some() {
                return Err(Error::data(format!("column `{}` has a value equal to the label `{label}` of suppressed rows", column.name))
                    .hint("choose another `label` in `[output]`"));
            }
        }
    }
    Ok(())
}

fn figures(job: &Job, found: &Found, cpu: f64, wall: f64) -> SearchFigures {
    let stopped = found.stopped.map(|s| match s {
        Stopped::ByUser => "by the user",
        Stopped::TimeLimit => "time limit",
        Stopped::MaxNodes => "node limit",
    });
    SearchFigures {
        method: job.recipe.search.method.name().to_owned(),
        proved_optimal: found.proved,
        nodes_total: found.nodes_total,
        nodes_evaluated: found.nodes_evaluated,
        cpu_ms: (cpu * 1e6).round() / 1e3,
        wall_ms: (wall * 1e6).round() / 1e3,
        stopped: stopped.map(str::to_owned),
    }
}

fn stop_check(found: &Found) -> Result<()> {
    match found.stopped {
        Some(Stopped::ByUser) => Err(stopped()),
        Some(Stopped::TimeLimit) if found.best.is_none() => {
            Err(Error::limit("the time limit was reached before a release was found").hint("raise `time-limit` in `[search]`"))
        }
        Some(Stopped::MaxNodes) if found.best.is_none() => {
            Err(Error::limit("the node limit was reached before a release was found").hint("raise `max-nodes` in `[search]`"))
        }
        _ => Ok(()),
    }
}
