//! Records that are disclosed one by one: each has its own best generalization.

mod dictionaries;
mod facts;
mod frontier;
mod setup;
mod solve;
mod weights;

pub(crate) use dictionaries::People;
pub(crate) use facts::Disclosed;
pub use frontier::{Frontier, FrontierRequest, frontier};
pub(crate) use setup::{Setup, threshold};
pub(crate) use solve::{Solution, solve};

use crate::Job;
use crate::as_released::judge_as_released;
use crate::decided::Decided;
use crate::find::{Clock, Search, check_verdicts, unmet};
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch};
use equipoise_data::{Encoded, Error, Result};
use equipoise_recipe::Suppressed;
use equipoise_search::record::{floor, raw_records};
use equipoise_search::{Limits, Task, examine_partition};

/// Solves all records, and makes classes of what was decided that meet the models of the released
/// table.
pub(crate) fn find(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    limits: &Limits,
    clock: &Clock,
    watch: &dyn Watch,
) -> Result<Search> {
    solve::check(job)?;
    let encoded: &Encoded<'_> = task.encoded;
    let setup = Setup::new(job, prepared, encoded, watch)?;
    let threshold = threshold(&job.recipe.record);
    let records = setup.task(threshold);
    let solution = solve(job, prepared, &records, limits, watch)?;
    let before = raw_records(&records);
    // Rows that get the highest labels show what marked rows show: they would be one class. So then
    // rows get such labels instead of a mark.
    let is_marking =
        job.recipe.output.suppressed == Suppressed::Mark && can_look_marked(job, prepared);
    let classes = Task {
        allowed_units: if is_marking { 0 } else { task.allowed_units },
        ..*task
    };
    let floored = floor(&classes, &records, &solution.answer, &Seen(watch))?;
    let mut figures = clock.figures(job.recipe.search.method.name().to_owned());
    figures.proved_optimal = false;
    // Nodes are counted by distinct records, and how many of these there are tells about those left
    // out: nobody is told of all.
    figures.nodes_evaluated = solution.answer.visited;
    figures.stopped = solution.answer.out_of_time.then(|| "time limit".to_owned());
    if watch.stopped() {
        return Err(Error::stopped());
    }
    let Some(floored) = floored else {
        let is_bounded = prepared
            .quasi
            .iter()
            .any(|q| q.levels.1 < q.hierarchy.height());
        let why = match is_bounded {
            true => {
                "within `max-level` of the columns, no classes of all other rows were found that meet"
            }
            false => "not even all rows together in one class meet",
        };
        return Ok(Search::Unmet(Box::new(unmet(job, prepared, why, figures))));
    };
    let examined = examine_partition(task, &floored.partition)?;
    check_verdicts(job, &examined)?;
    let disclosed = Disclosed::new(
        job, prepared, &setup, threshold, &solution, &before, &floored,
    );
    let warnings: Vec<String> = disclosed
        .warnings()
        .into_iter()
        .chain(setup.warnings)
        .collect();
    let mut decided = Decided::classes(job, prepared, examined, floored.partition)?;
    judge_as_released(job, prepared, &mut decided)?;
    decided.disclosed = Some(disclosed);
    decided.warnings.extend(warnings);
    Ok(Search::Decided(Box::new(decided), figures))
}

/// Whether a row that is not marked could show the label of marked ones in every quasi-identifier.
fn can_look_marked(job: &Job, prepared: &Prepared) -> bool {
    let label = &job.recipe.output.label;
    prepared.quasi.iter().all(|q| {
        (q.levels.0..=q.levels.1).any(|level| q.hierarchy.levels[level].labels.contains(label))
    })
}
