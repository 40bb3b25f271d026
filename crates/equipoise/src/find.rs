//! From a task to a decision, by the method that the recipe names.

use crate::as_released::judge_as_released;
use crate::cells;
use crate::decided::Decided;
use crate::describe;
use crate::outcome::{SearchFigures, Unmet};
use crate::preference;
use crate::prepare::Prepared;
use crate::record;
use crate::unmet::explain;
use crate::watch::{Seen, Watch};
use crate::{Job, process_cpu};
use equipoise_data::{Error, Result};
use equipoise_recipe::{Cuts, Method};
use equipoise_search::{
    Examined, Limits, MondrianOptions, Outcome as Found, Partition, Stopped, Task, best_effort,
    examine, examine_partition, local_recoding, mondrian, optimal,
};
use std::time::Instant;

/// What a search came to.
pub(crate) enum Search {
    Decided(Box<Decided>, SearchFigures),
    Unmet(Box<Unmet>),
}

/// Where a search began.
pub(crate) struct Clock {
    pub(crate) started: Instant,
    cpu: std::time::Duration,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Clock {
            started: Instant::now(),
            cpu: process_cpu(),
        }
    }

    pub(crate) fn figures(&self, method: String) -> SearchFigures {
        let ms = |seconds: f64| (seconds * 1e6).round() / 1e3;
        SearchFigures {
            method,
            proved_optimal: false,
            nodes_total: 0,
            nodes_evaluated: 0,
            cpu_ms: ms((process_cpu() - self.cpu).as_secs_f64()),
            wall_ms: ms(self.started.elapsed().as_secs_f64()),
            stopped: None,
        }
    }
}

/// Searches by the recipe's method.
pub(crate) fn find(job: &Job, prepared: &Prepared, watch: &dyn Watch) -> Result<Search> {
    let encoded = prepared.encoded();
    let task = prepared.task(&encoded);
    let clock = Clock::start();
    let limits = Limits {
        max_nodes: job.recipe.search.max_nodes,
        deadline: job
            .recipe
            .search
            .time_limit
            .map(|limit| clock.started + limit),
        ..Limits::default()
    };
    match job.recipe.search.method {
        Method::Optimal | Method::BestEffort => {
            levels(job, prepared, &task, &limits, &clock, watch)
        }
        Method::Mondrian => {
            check_links(job, prepared)?;
            let recode = prepared.quasi.iter().map(|q| q.recode).collect();
            let options = MondrianOptions {
                relaxed: job.recipe.search.cuts == Cuts::Relaxed,
                recode,
            };
            let found = mondrian(&task, &options, &Seen(watch))?;
            classes(job, prepared, &task, found, clock.figures(name(job)), watch)
        }
        Method::LocalRecoding => {
            check_links(job, prepared)?;
            let weights: Vec<f64> = prepared.quasi.iter().map(|q| q.weight).collect();
            let found = local_recoding(
                &task,
                &weights,
                &limits,
                job.recipe.search.seed,
                &Seen(watch),
            )?;
            let mut figures = clock.figures(name(job));
            figures.nodes_evaluated = found.as_ref().map_or(0, |f| f.nodes_evaluated);
            classes(
                job,
                prepared,
                &task,
                found.map(|f| f.partition),
                figures,
                watch,
            )
        }
        Method::CellSuppression => cells::find(job, prepared, &task, &limits, &clock, watch),
        Method::Record => {
            check_links(job, prepared)?;
            record::find(job, prepared, &task, &limits, &clock, watch)
        }
        Method::Preference => preference::find(job, prepared, &limits, &clock, watch),
    }
}

fn name(job: &Job) -> String {
    job.recipe.search.method.name().to_owned()
}

/// Linked columns share a level, and classes with labels of their own have none.
pub(crate) fn check_links(job: &Job, prepared: &Prepared) -> Result<()> {
    match prepared.quasi_names().find(|name| job.recipe.column(name).is_some_and(|c| c.linked.is_some())) {
        None => Ok(()),
        Some(column) => Err(Error::usage(format!(
            "`linked` of `{column}` has no meaning for `method = \"{}\"`: classes have labels of their own, and no levels",
            job.recipe.search.method
        ))
        .hint(if job.recipe.search.method == Method::Preference {
            "take `linked` out, or use `over = \"lattice\"`"
        } else {
            "take `linked` out, or use `method = \"optimal\"`"
        })),
    }
}

/// One level for each quasi-identifier.
fn levels(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    let found = match job.recipe.search.method {
        Method::BestEffort => best_effort(task, limits, job.recipe.search.seed, &Seen(watch))?,
        _ => optimal(task, limits, &Seen(watch))?,
    };
    let stopped = found.stopped.map(|s| match s {
        Stopped::ByUser => "by the user",
        Stopped::TimeLimit => "time limit",
        Stopped::MaxNodes => "node limit",
    });
    let figures = SearchFigures {
        proved_optimal: found.proved,
        nodes_total: found.nodes_total,
        nodes_evaluated: found.nodes_evaluated,
        stopped: stopped.map(str::to_owned),
        ..clock.figures(name(job))
    };
    stop_check(&found)?;
    let Some(best) = &found.best else {
        return explain(job, prepared, task, &found, figures).map(|u| Search::Unmet(Box::new(u)));
    };
    let examined = examine(task, &best.levels, limits)?;
    if examined.found.facts != best.facts {
        return Err(Error::internal(
            "a second count of the rows differs from the search",
        ));
    }
    let mut decided = Decided::levels(job, prepared, examined)?;
    judge_as_released(job, prepared, &mut decided)?;
    Ok(Search::Decided(Box::new(decided), figures))
}

fn stop_check(found: &Found) -> Result<()> {
    match found.stopped {
        Some(Stopped::ByUser) => Err(Error::stopped()),
        Some(Stopped::TimeLimit) if found.best.is_none() => Err(Error::limit(
            "the time limit was reached before a release was found",
        )
        .hint("raise `time-limit` in `[search]`")),
        Some(Stopped::MaxNodes) if found.best.is_none() => Err(Error::limit(
            "the node limit was reached before a release was found",
        )
        .hint("raise `max-nodes` in `[search]`")),
        _ => Ok(()),
    }
}

/// Labels of its own for each class.
fn classes(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    found: Option<Partition>,
    figures: SearchFigures,
    watch: &dyn Watch,
) -> Result<Search> {
    if watch.stopped() {
        return Err(Error::stopped());
    }
    let Some(partition) = found else {
        return Ok(Search::Unmet(Box::new(unmet(
            job,
            prepared,
            "not even all rows together in one class meet",
            figures,
        ))));
    };
    let examined = examine_partition(task, &partition)?;
    check_verdicts(job, &examined)?;
    if examined.found.facts.kept_classes == 0
        || prepared.left_out(&examined).1 > prepared.allowed_units
    {
        let (_, units) = prepared.left_out(&examined);
        let why = format!(
            "{units} {} find no class that meets",
            describe::unit(prepared, units)
        );
        return Ok(Search::Unmet(Box::new(unmet(job, prepared, &why, figures))));
    }
    let mut decided = Decided::classes(job, prepared, examined, partition)?;
    judge_as_released(job, prepared, &mut decided)?;
    Ok(Search::Decided(Box::new(decided), figures))
}

/// What was searched for was judged class by class; the whole, counted anew, must be as good.
pub(crate) fn check_verdicts(job: &Job, examined: &Examined) -> Result<()> {
    match examined
        .verdicts
        .iter()
        .zip(&job.recipe.privacy)
        .find(|(verdict, _)| !verdict.met)
    {
        None => Ok(()),
        Some((_, model)) => Err(Error::internal(format!(
            "a partition was found that does not meet {}",
            describe::model(model)
        ))),
    }
}

/// Why there are no classes.
pub(crate) fn unmet(job: &Job, prepared: &Prepared, why: &str, search: SearchFigures) -> Unmet {
    let asked: Vec<String> = job.recipe.privacy.iter().map(describe::model).collect();
    let limit = prepared.allowed_units;
    Unmet {
        rows: prepared.input.table.rows as u64,
        explanation: format!("{why} {} with at most {limit} {} suppressed", asked.join(" and "), describe::unit(prepared, limit)),
        hint: "the table is too small or too uniform for this wish; `max-suppression` in `[search]` lets rows be left out".to_owned(),
        nearest: None,
        search,
        warnings: prepared.all_warnings(),
    }
}
