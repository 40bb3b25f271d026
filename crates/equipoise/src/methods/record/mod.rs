//! Record: each record gets its own best generalization, and rows that are shown alike become
//! classes that meet the models of the released table.

mod account;
mod dictionaries;
mod setup;
mod solve;
mod weights;

pub(crate) use dictionaries::own_dictionary;
pub(crate) use setup::{RecordSetup, record_threshold};
pub(crate) use solve::{RecordSolution, solve_records};

use super::search::{Form, Found, Search, SearchMethod, Setting, check_links};
use super::unmet::no_classes;
use crate::prepare::Prepared;
use crate::solution::{Account, SearchLimit};
use crate::source::Job;
use crate::watch::Seen;
use equipoise_data::Result;
use equipoise_recipe::Suppressed;
use equipoise_search::Task;
use equipoise_search::record::{floor, raw_records};

/// Solves all records, and makes classes of their solutions.
pub(super) struct Record;

impl SearchMethod for Record {
    fn search(&self, setting: &Setting<'_>) -> Result<Search> {
        let (job, prepared, task) = (setting.job, setting.prepared, setting.task);
        check_links(job, prepared)?;
        solve::check(job)?;
        let setup = RecordSetup::new(job, prepared, task.encoded, setting.watch)?;
        let threshold = record_threshold(&job.recipe.record);
        let records = setup.task(threshold);
        let solution = solve_records(job, prepared, &records, &setting.limits, setting.watch)?;
        let before = raw_records(&records);
        // Rows that get the highest labels show what marked rows show: they would be one class. So
        // then rows get such labels instead of a mark.
        let is_marking =
            job.recipe.output.suppressed == Suppressed::Mark && can_look_marked(job, prepared);
        let classes = Task {
            allowed_units: if is_marking { 0 } else { task.allowed_units },
            ..*task
        };
        let floored = floor(&classes, &records, &solution.answer, &Seen(setting.watch))?;
        let mut figures = setting.figures();
        // Nodes are counted by distinct records, and how many of these there are tells about those
        // left out: the total is not reported.
        figures.nodes_evaluated = solution.answer.visited;
        figures.stopped = solution.answer.out_of_time.then_some(SearchLimit::Time);
        setting.check_stopped()?;
        let Some(floored) = floored else {
            let why = no_floor(prepared);
            return Ok(Search::unmet(no_classes(job, prepared, why, figures)));
        };
        let account = account::account(
            job, prepared, &setup, threshold, &solution, &before, &floored,
        )?;
        let warnings = account.warnings().into_iter().chain(setup.warnings);
        Ok(Found {
            warnings: warnings.collect(),
            account: Account::Records(Box::new(account)),
            ..Found::new(Form::Classes(floored.partition), figures)
        }
        .into())
    }
}

/// The reason why no classes of records meet the models.
fn no_floor(prepared: &Prepared) -> &'static str {
    let is_bounded = prepared
        .quasi
        .iter()
        .any(|q| q.levels.1 < q.hierarchy.height());
    match is_bounded {
        true => {
            "within `max-level` of the columns, no classes of all other rows were found that meet"
        }
        false => "not even all rows together in one class meet",
    }
}

/// Whether a row that is not marked could show the label of marked ones in every quasi-identifier.
fn can_look_marked(job: &Job, prepared: &Prepared) -> bool {
    let label = &job.recipe.output.label;
    prepared.quasi.iter().all(|q| {
        (q.levels.0..=q.levels.1).any(|level| q.hierarchy.levels[level].labels.contains(label))
    })
}
