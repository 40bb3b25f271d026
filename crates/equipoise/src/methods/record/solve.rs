//! The optimizer that solves the records.

use super::setup::record_threshold;
use crate::prepare::Prepared;
use crate::source::Job;
use crate::watch::{Seen, Watch};
use equipoise_data::{Error, Levels, Result};
use equipoise_recipe::{self as recipe, ColumnLevel, OptimizerChoice as Word};
use equipoise_search::Limits;
use equipoise_search::record::{
    Aruba, BestFirst, BranchAndBound, Dinkelbach, Exhaustive, Form, Genetic, Neighbourhood,
    Optimizer, RecordMethod, RecordSolutions, RecordTask,
};
use std::collections::HashMap;

/// The answer of an optimizer, and its name.
pub(crate) struct RecordSolution {
    pub(crate) answer: RecordSolutions,
    pub(crate) optimizer: &'static str,
}

/// Records with more nodes are not solved exactly unless the recipe says so.
const MOST_NODES: f64 = 65_536.0;

/// Records compared with entries of dictionaries; beyond that a pool of nodes serves all.
const MOST_PAIRS: f64 = 2e10;

/// Records whose best nodes make the pool.
const SAMPLE: usize = 2_000;

/// Nodes that branch and bound looks at for each record, where it is not asked to be exact.
const BUDGET: u64 = 100_000;

/// Solves all records by the optimizer of the recipe.
pub(crate) fn solve_records(
    job: &Job,
    prepared: &Prepared,
    task: &RecordTask<'_>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<RecordSolution> {
    let wish = &job.recipe.record;
    let seed = job.recipe.search.seed;
    let by = |optimizer: &dyn Optimizer| {
        let answer = task.solve(&RecordMethod::Each(optimizer), limits, seed, &Seen(watch))?;
        Ok(RecordSolution {
            answer,
            optimizer: optimizer.name(),
        })
    };
    let all = |name: &'static str| {
        let answer = task.solve(&RecordMethod::All, limits, seed, &Seen(watch))?;
        Ok(RecordSolution {
            answer,
            optimizer: name,
        })
    };
    let bounded = BranchAndBound {
        max_nodes: limits.max_nodes,
    };
    match wish.optimizer {
        Word::Exhaustive => all("exhaustive"),
        Word::BestFirst => by(&BestFirst),
        Word::Aruba => {
            let neighbourhood = match wish.neighbourhood {
                recipe::NeighbourhoodChoice::Cube => Neighbourhood::Cube,
                recipe::NeighbourhoodChoice::Exchange => Neighbourhood::Exchange,
            };
            by(&Aruba { neighbourhood })
        }
        Word::BranchAndBound => by(&bounded),
        Word::Genetic => by(&Genetic::default()),
        Word::Aggregate => by(&Dinkelbach),
        Word::MinRisk => pooled(task, &rules(job, prepared)?, "min-risk", limits, watch),
        Word::Pool => pooled(
            task,
            &pool(task, wish.pool as usize, limits, seed, watch)?,
            "pool",
            limits,
            watch,
        ),
        Word::Auto => match automatic(task) {
            Automatic::Nodes => all("exhaustive"),
            Automatic::Bounds => by(&bounded),
            Automatic::Budget => by(&BranchAndBound {
                max_nodes: limits.max_nodes.or(Some(BUDGET)),
            }),
            Automatic::Genetic => by(&Genetic::default()),
            Automatic::Pool => pooled(
                task,
                &pool(task, wish.pool as usize, limits, seed, watch)?,
                "pool",
                limits,
                watch,
            ),
        },
    }
}

enum Automatic {
    Nodes,
    Bounds,
    Budget,
    Genetic,
    Pool,
}

/// Exactly where that is quick, else the best found.
fn automatic(task: &RecordTask<'_>) -> Automatic {
    let nodes: f64 = task
        .levels
        .iter()
        .map(|(low, high)| (high - low + 1) as f64)
        .product();
    let pairs = task.records.len() as f64
        * task
            .dictionaries
            .iter()
            .map(|d| d.entries() as f64)
            .sum::<f64>();
    let is_least = matches!(task.threshold.form, Form::LeastRisk { .. });
    if task.goes_by_nodes()
        || matches!(task.threshold.form, Form::Aggregate { .. })
        || !task.risks.is_monotone()
    {
        return Automatic::Nodes;
    }
    match (nodes <= MOST_NODES, pairs <= MOST_PAIRS, is_least) {
        (true, true, _) => Automatic::Bounds,
        (_, false, true) => Automatic::Pool,
        (false, _, true) => Automatic::Genetic,
        _ => Automatic::Budget,
    }
}

/// The best of some nodes for every record.
fn pooled(
    task: &RecordTask<'_>,
    nodes: &[Levels],
    optimizer: &'static str,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<RecordSolution> {
    let answer = task.solve(&RecordMethod::Pool(nodes), limits, 0, &Seen(watch))?;
    Ok(RecordSolution { answer, optimizer })
}

/// The nodes that are best for a sample of records, the most frequent first, the one that shows
/// most and the one that shows least: every record has one that is worth enough, and one that is
/// risky little enough.
fn pool(
    task: &RecordTask<'_>,
    most: usize,
    limits: &Limits,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Vec<Levels>> {
    let all = task.records.len();
    let step = all.div_ceil(SAMPLE).max(1);
    let sample: Vec<usize> = (0..all).step_by(step).collect();
    let records = task.records.subset(&sample);
    let of_sample = RecordTask {
        records: &records,
        ..*task
    };
    let optimizer: &dyn Optimizer = match task.threshold.form {
        Form::LeastRisk { .. } => &Genetic::default(),
        _ => &BranchAndBound {
            max_nodes: Some(BUDGET),
        },
    };
    let answer = of_sample.solve(&RecordMethod::Each(optimizer), limits, seed, &Seen(watch))?;
    let mut used: HashMap<Levels, u64> = HashMap::new();
    for record in 0..records.len() {
        *used
            .entry(of_sample.levels(record, answer.node(record)))
            .or_default() += records.rows[record];
    }
    let mut nodes: Vec<(Levels, u64)> = used.into_iter().collect();
    nodes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    nodes.truncate(most.saturating_sub(2));
    let finest: Levels = task.levels.iter().map(|l| l.0 as u8).collect();
    let coarsest: Levels = task.levels.iter().map(|l| l.1 as u8).collect();
    Ok(nodes
        .into_iter()
        .map(|n| n.0)
        .chain([finest, coarsest])
        .collect())
}

/// The rules of the recipe: columns that a rule does not name stay as fine as they may be.
fn rules(job: &Job, prepared: &Prepared) -> Result<Vec<Levels>> {
    let names: Vec<&str> = prepared.quasi_names().collect();
    let one = |rule: &Vec<ColumnLevel>| {
        let mut levels: Levels = prepared.quasi.iter().map(|q| q.levels.0 as u8).collect();
        for ColumnLevel {
            column: name,
            level,
        } in rule
        {
            let a = names.iter().position(|n| n == name).ok_or_else(|| {
                Error::usage(format!(
                    "`rules` in `[record]` name `{name}`, which is no quasi-identifier of the table"
                ))
            })?;
            let (low, high) = prepared.quasi[a].levels;
            if !(low..=high).contains(&usize::from(*level)) {
                return Err(Error::usage(format!(
                    "`rules` in `[record]` put `{name}` at level {level}; it has levels {low} to {high}"
                )));
            }
            levels[a] = *level;
        }
        Ok(levels)
    };
    job.recipe.record.rules.iter().map(one).collect()
}

/// Refuses optimizers that cannot solve what the recipe asks, before any file is read.
pub(super) fn check(job: &Job) -> Result<()> {
    let wish = &job.recipe.record;
    let form = record_threshold(wish).form;
    let monotone = wish.risk != recipe::RecordRisk::EntropicRaw;
    let hint = "`optimizer` in `[record]` can be `exhaustive` for every form and risk, or `auto`";
    if wish.optimizer == Word::Pool && (!monotone || matches!(form, Form::Aggregate { .. })) {
        let what = if monotone {
            "the form `aggregate`"
        } else {
            "the risk `entropic-raw`"
        };
        return Err(Error::usage(format!(
            "`pool` does not solve {what}: its nodes are found by searches that cannot"
        ))
        .hint(hint));
    }
    let optimizer: &dyn Optimizer = match wish.optimizer {
        Word::BestFirst => &BestFirst,
        Word::Aruba => &Aruba::default(),
        Word::BranchAndBound => &BranchAndBound { max_nodes: None },
        Word::Genetic => &Genetic::default(),
        Word::Aggregate => &Dinkelbach,
        Word::Auto | Word::Exhaustive | Word::MinRisk | Word::Pool => &Exhaustive,
    };
    optimizer
        .admits(&form, monotone)
        .map_err(|why| Error::usage(why).hint(hint))
}
