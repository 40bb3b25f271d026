//! The real program in a process of its own: start, read, search, write, read back, report.

use crate::adult::cells;
use crate::binary::{Job, Program, Said};
use crate::goal::Goal;
use crate::meter::Cost;
use crate::oracle::{ARX_COLD_CPU_MS, COLD, SYNTH, Whole};
use crate::row::Row;
use crate::run::Run;
use crate::synth;
use equipoise_data::Result;
use std::path::Path;

const COLD_NAME: &str = "adult cold process, limit 0.05";
const TWO: &str = "synth1m limit 0.05, 2 threads";

/// Names of the two rows of a whole run: all of it, and its search.
fn synth_names(whole: &Whole) -> [String; 2] {
    ["CSV to CSV", "search"].map(|part| format!("synth1m limit {}, {part}", whole.limit))
}

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let of_synth: Vec<&Whole> = SYNTH
        .iter()
        .filter(|w| synth_names(w).iter().any(|n| run.wants(n)))
        .collect();
    let (cold, two) = (run.wants(COLD_NAME), run.wants(TWO));
    if !cold && !two && of_synth.is_empty() {
        return Ok(());
    }
    let program = Program::build()?;
    let adult = cells(data);
    let (threads, repeat) = (run.args.threads, run.args.repeat);
    if cold {
        let job = Job::new(data, &adult[0], &data.join("adult/adult.csv"), COLD.limit)?;
        let [measured] = measure(&job, &program, &COLD, [threads], repeat)?;
        run.add(cold_row(measured));
    }
    if !two && of_synth.is_empty() {
        return Ok(());
    }
    let table = synth::table(&adult)?;
    let job = |whole: &Whole| Job::new(data, &adult[0], &table, whole.limit);
    for whole in of_synth {
        let [measured] = measure(&job(whole)?, &program, whole, [threads], repeat)?;
        synth_rows(whole, &measured)
            .into_iter()
            .for_each(|row| run.add(row));
    }
    if two && run.machine.cores < 2 {
        run.skip(&format!("{TWO}: the machine has one core"));
    } else if two {
        let whole = &SYNTH[0];
        run.add(two_row(measure(
            &job(whole)?,
            &program,
            whole,
            [1, 2],
            repeat,
        )?));
    }
    Ok(())
}

/// The best of several runs.
#[derive(Clone, Debug)]
struct Measured {
    cost: Cost,
    search: Cost,
    nodes: (u64, u64),
    wrong: Vec<String>,
}

/// Runs a job with each number of threads in turn, so that a slow moment of the machine hits all of
/// them.
fn measure<const N: usize>(
    job: &Job,
    program: &Program,
    whole: &Whole,
    threads: [u16; N],
    repeat: u16,
) -> Result<[Measured; N]> {
    let mut runs: [Vec<Measured>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..repeat {
        for (&threads, runs) in threads.iter().zip(&mut runs) {
            let (finished, said) = job.run(program, threads)?;
            runs.push(Measured {
                cost: finished.cost,
                search: search_cost(&said),
                nodes: said.nodes,
                wrong: wrong(whole, &said),
            });
        }
    }
    Ok(runs.map(|runs| {
        runs.into_iter()
            .reduce(better)
            .expect("something is measured at least once")
    }))
}

/// The smaller figures of two runs; what was wrong in either stays wrong.
fn better(a: Measured, b: Measured) -> Measured {
    let wrong = if a.wrong.is_empty() { b.wrong } else { a.wrong };
    Measured {
        cost: a.cost.best(b.cost),
        search: a.search.best(b.search),
        nodes: b.nodes,
        wrong,
    }
}

fn search_cost(said: &Said) -> Cost {
    Cost {
        wall_ms: said.search_wall_ms,
        cpu_ms: said.search_cpu_ms,
        peak_mb: None,
    }
}

fn wrong(whole: &Whole, said: &Said) -> Vec<String> {
    let mut found = whole.answer.differences(said.loss, said.suppressed_rows);
    if !said.proved {
        found.push("the answer is not proved".to_owned());
    }
    found
}

fn cold_row(m: Measured) -> Row {
    Row {
        nodes: Some(m.nodes),
        arx_cpu_ms: Some(ARX_COLD_CPU_MS),
        goals: vec![Goal::Cpu {
            measured: m.cost.cpu_ms,
            below: 300.0,
        }],
        wrong: m.wrong,
        ..Row::new(COLD_NAME, m.cost)
    }
}

/// The whole run and its search. The wishes for the whole are for the larger limit, where the
/// release is finer.
fn synth_rows(whole: &Whole, m: &Measured) -> [Row; 2] {
    let [all, search] = synth_names(whole);
    let wishes = vec![
        Goal::Cpu {
            measured: m.cost.cpu_ms,
            below: 3_000.0,
        },
        Goal::Memory {
            measured: m.cost.peak_mb,
            below: 300.0,
        },
    ];
    let goals = if whole.limit == SYNTH[0].limit {
        wishes
    } else {
        Vec::new()
    };
    let all = Row {
        nodes: Some(m.nodes),
        goals,
        wrong: m.wrong.clone(),
        ..Row::new(all, m.cost)
    };
    let search = Row {
        nodes: Some(m.nodes),
        arx_cpu_ms: Some(whole.arx_search_cpu_ms),
        goals: vec![Goal::against(whole.arx_search_cpu_ms, m.search.cpu_ms)],
        wrong: m.wrong.clone(),
        ..Row::new(search, m.search)
    };
    [all, search]
}

/// The figures of two threads, held against those of one.
fn two_row([one, two]: [Measured; 2]) -> Row {
    Row {
        nodes: Some(two.nodes),
        goals: vec![Goal::two_threads(one.cost.wall_ms, two.cost.wall_ms)],
        wrong: [one.wrong, two.wrong].concat(),
        ..Row::new(TWO, two.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(loss: f64, suppressed_rows: u64, proved: bool) -> Said {
        Said {
            loss,
            suppressed_rows,
            proved,
            nodes: (3, 9),
            search_wall_ms: 80.0,
            search_cpu_ms: 75.0,
        }
    }

    fn measured(wall_ms: f64, wrong: Vec<String>) -> Measured {
        let cost = Cost {
            wall_ms,
            cpu_ms: wall_ms,
            peak_mb: Some(100.0),
        };
        Measured {
            cost,
            search: search_cost(&said(0.0, 0, true)),
            nodes: (3, 9),
            wrong,
        }
    }

    #[test]
    fn what_the_program_says_is_checked() {
        let whole = &SYNTH[0];
        assert!(wrong(whole, &said(0.095_973_978_2, 49_352, true)).is_empty());
        assert_eq!(wrong(whole, &said(0.095_974, 49_351, false)).len(), 3);
    }

    #[test]
    fn one_wrong_run_is_enough() {
        let (right, wrong) = (measured(10.0, Vec::new()), measured(20.0, vec!["x".into()]));
        for best in [better(right.clone(), wrong.clone()), better(wrong, right)] {
            assert_eq!((best.cost.wall_ms, best.wrong.len()), (10.0, 1));
        }
    }

    #[test]
    fn goals_are_those_of_the_limit() {
        let m = measured(1_000.0, Vec::new());
        let [all, search] = synth_rows(&SYNTH[0], &m);
        assert_eq!(
            (all.name.as_str(), search.name.as_str()),
            (
                "synth1m limit 0.05, CSV to CSV",
                "synth1m limit 0.05, search"
            )
        );
        assert_eq!(all.goals.len(), 2);
        assert_eq!(
            search.goals,
            [Goal::Ratio {
                measured: 17_500.0 / 75.0,
                least: 20.0
            }]
        );
        assert!(synth_rows(&SYNTH[1], &m)[0].goals.is_empty());
        assert_eq!(
            two_row([measured(18.0, Vec::new()), measured(10.0, Vec::new())]).goals,
            [Goal::two_threads(18.0, 10.0)]
        );
    }
}
