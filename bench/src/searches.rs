//! Searches in this process, warm: from encoded rows, counting included, to the decision.

use crate::adult::{Adult, Question};
use crate::goal::Goal;
use crate::meter::warm;
use crate::oracle::{Asked, SEARCHES, Search};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::Result;
use equipoise_search::{Limits, SearchOutcome, UnwatchedSearch, optimal};
use rayon::ThreadPool;
use std::path::Path;

/// Runs all searches that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let wanted: Vec<&Search> = SEARCHES.iter().filter(|s| run.wants(s.name)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let adult = Adult::load(data)?;
    let pool = pool(run.args.threads)?;
    for search in wanted {
        run.add(measure(&adult, search, &pool, run.args.repeat)?);
    }
    Ok(())
}

fn measure(adult: &Adult, search: &Search, pool: &ThreadPool, repeat: u16) -> Result<Row> {
    let question = Question::new(adult, search.asked, search.metric, search.limit)?;
    let task = question.task();
    let (cost, outcome) = pool.install(|| {
        warm(repeat, || {
            optimal(&task, &Limits::default(), &UnwatchedSearch)
        })
    });
    let outcome = outcome?;
    Ok(Row {
        nodes: Some((outcome.nodes_evaluated, outcome.nodes_total)),
        arx_cpu_ms: search.arx_cpu_ms,
        goals: goal(search, cost.cpu_ms).into_iter().collect(),
        wrong: wrong(search, &outcome),
        ..Row::new(search.name, cost)
    })
}

/// A part of what the peer needs; for k with closeness, of which its time is not known, a time of
/// our own.
fn goal(search: &Search, cpu_ms: f64) -> Option<Goal> {
    match search.asked {
        Asked::K5Close20 => Some(Goal::Cpu {
            measured: cpu_ms,
            below: 100.0,
        }),
        _ => search.arx_cpu_ms.map(|arx| Goal::against(arx, cpu_ms)),
    }
}

fn wrong(search: &Search, outcome: &SearchOutcome) -> Vec<String> {
    let mut found = match &outcome.best {
        Some(best) => search
            .answer
            .differences(best.loss, best.facts.suppressed_rows),
        None => vec!["nothing was found".to_owned()],
    };
    if !outcome.proved {
        found.push("the answer is not proved".to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Answer;
    use equipoise_testkit::shared::shared_data;

    #[test]
    fn searches_give_the_right_answer_and_another_one_is_told() {
        let Some(data) = shared_data() else { return };
        let adult = Adult::load(&data).unwrap();
        let pool = pool(1).unwrap();
        for search in SEARCHES.iter().filter(|s| s.limit == "0.05") {
            let row = measure(&adult, search, &pool, 1).unwrap();
            assert!(row.wrong.is_empty(), "{}: {:?}", search.name, row.wrong);
            assert!(
                row.nodes
                    .is_some_and(|(formed, all)| formed > 0 && all >= 4_320)
            );
            assert_eq!(
                row.goals.len(),
                usize::from(search.asked != Asked::Distinct3)
            );
        }
        let other = Search {
            answer: Answer {
                loss: 0.1,
                suppressed_rows: 1,
            },
            ..SEARCHES[0]
        };
        assert_eq!(measure(&adult, &other, &pool, 1).unwrap().wrong.len(), 2);
    }
}
