//! Searches that prove nothing: how good is what they find, and how soon?

use crate::adult::{Adult, Question};
use crate::goal::Goal;
use crate::meter::once;
use crate::oracle::{Asked, SEARCHES, Search};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::Result;
use equipoise_measure::Metric;
use equipoise_search::{Limits, SearchOutcome, Task, UnwatchedSearch, best_effort};
use std::path::Path;
use std::time::{Duration, Instant};

/// Seeds of each search on Adult; these were not looked at while the search was tuned.
const SEEDS: std::ops::Range<u64> = 1_000..1_020;
/// So many of them must find the optimum within a second each.
const LEAST_HITS: f64 = 19.0;

/// Tables too large for a proof, with what the peer has after 1,000 checks of its better strategy
/// (k = 5, limit 1.0), and its CPU time where it is known.
const LARGE: [(&str, &str, f64, Option<f64>); 2] = [
    (
        "creditcard",
        "creditcard best effort, 1,000 nodes",
        0.6199,
        Some(4_100.0),
    ),
    (
        "mach2019",
        "mach2019 best effort, 1,000 nodes",
        0.5071,
        None,
    ),
];

/// Runs the workloads that are asked for. Those on Adult take minutes.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let pool = pool(run.args.threads)?;
    for (table, name, of_peer, arx_cpu_ms) in LARGE {
        if !run.wants(name) {
            continue;
        }
        let table = Adult::load_other(data, table)?;
        let row = pool.install(|| large(&table, name, of_peer))?;
        run.add(Row { arx_cpu_ms, ..row });
    }
    let name = |search: &Search| search.name.replace("search", "best effort, 20 seeds");
    let wanted: Vec<&Search> = SEARCHES
        .iter()
        .filter(|s| run.args.long && run.wants(&name(s)))
        .collect();
    if !wanted.is_empty() {
        let adult = Adult::load(data)?;
        for search in wanted {
            let row = pool.install(|| seeds(&adult, search, name(search)))?;
            run.add(row);
        }
    }
    Ok(())
}

fn large(table: &Adult, name: &str, of_peer: f64) -> Result<Row> {
    let question = Question::new(table, Asked::K5, Metric::Loss, "1.0")?;
    let limits = Limits {
        max_nodes: Some(1_000),
        ..Limits::default()
    };
    let mut outcome = None;
    let cost = once(|| outcome = Some(best_effort(&question.task(), &limits, 1, &UnwatchedSearch)));
    let outcome = outcome.expect("it was run")?;
    let loss = outcome.best.as_ref().map_or(f64::NAN, |best| best.loss);
    Ok(Row {
        nodes: Some((outcome.nodes_evaluated, outcome.nodes_total)),
        goals: vec![Goal::Loss {
            measured: loss,
            most: of_peer,
        }],
        ..Row::new(name, cost)
    })
}

/// How many seeds find the optimum within a second.
fn seeds(adult: &Adult, search: &Search, name: String) -> Result<Row> {
    let question = Question::new(adult, search.asked, search.metric, search.limit)?;
    let task = question.task();
    let (mut hits, mut proved) = (0, 0);
    let mut failed = None;
    let cost = once(|| {
        for seed in SEEDS {
            match within_a_second(&task, seed) {
                Ok(outcome) => {
                    hits += u64::from(outcome.best.is_some_and(|best| {
                        search
                            .answer
                            .differences(best.loss, best.facts.suppressed_rows)
                            .is_empty()
                    }));
                    proved += u64::from(outcome.proved);
                }
                Err(error) => failed = Some(error),
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(Row {
            goals: vec![Goal::Hits {
                measured: hits as f64,
                least: LEAST_HITS,
            }],
            notes: vec![format!("{proved} of {} were proved", SEEDS.count())],
            ..Row::new(name, cost)
        }),
    }
}

fn within_a_second(task: &Task<'_>, seed: u64) -> Result<SearchOutcome> {
    best_effort(
        task,
        &Limits {
            deadline: Some(Instant::now() + Duration::from_secs(1)),
            ..Limits::default()
        },
        seed,
        &UnwatchedSearch,
    )
}
