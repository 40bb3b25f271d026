//! Preferences of a publisher over free partitions of Adult.

use crate::adult::cells;
use crate::goal::Goal;
use crate::meter::{Cost, once};
use crate::partitions::{Ground, Question};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::Result;
use equipoise_measure::{Measure, Metric};
use equipoise_search::prefer::{
    Aspiration, BestPartition, Boundaries, Gauge, PartitionOptions, Seeds, Ties, partitions,
};
use equipoise_search::{Limits, UnwatchedSearch};
use std::path::Path;

const NAME: &str = "adult preference, 50,000 evaluations";

/// What is aspired to: NECD, NWP.
const ASPIRED: [f64; 2] = [1.0, 0.2];

const K: u64 = 5;

/// As many as of the peer, from 0 on.
const SEEDS: u64 = 5;

/// The median achievement of pymoo 0.6.2 with five seeds
/// (`bench/peers/pymoo_preference.py --violation rows`); where the violation is what k lacks, it
/// finds no release.
const PYMOO: f64 = 0.371_446;

/// Runs the workload if it is asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if !run.wants(NAME) {
        return Ok(());
    }
    let ground = Ground::nine(&cells(data), data)?;
    let threads = run.args.threads;
    run.add(preferred(&ground, threads)?);
    Ok(())
}

/// From encoded rows, with the survey of the lattice that begins it, once per seed. One seed again
/// on another number of threads.
fn preferred(ground: &Ground, threads: u16) -> Result<Row> {
    let aspiration = Aspiration::new(ASPIRED)?;
    let mut runs: Vec<(Cost, BestPartition)> = (0..SEEDS)
        .map(|seed| minimize(ground, seed, threads))
        .collect::<Result<_>>()?;
    let again = minimize(ground, 0, threads + 1)?.1;
    let mut wrong = Question::by(ground, K, Metric::Nwp)?
        .judged(runs[0].1.partition.as_ref().expect("there is a release"))?
        .2;
    if format!("{again:?}") != format!("{:?}", runs[0].1) {
        wrong.push("another number of threads finds something else".to_owned());
    }
    runs.sort_by(|a, b| {
        aspiration
            .achievement(a.1.place.point)
            .total_cmp(&aspiration.achievement(b.1.place.point))
    });
    let median = &runs[runs.len() / 2].1;
    let cost = runs
        .iter()
        .map(|run| run.0)
        .reduce(Cost::best)
        .expect("there are seeds");
    let slowest = runs.iter().map(|run| run.0.cpu_ms).fold(0.0, f64::max);
    Ok(Row {
        goals: vec![
            Goal::Cpu {
                measured: slowest,
                below: 20_000.0,
            },
            Goal::Loss {
                measured: aspiration.achievement(median.place.point),
                most: PYMOO,
            },
        ],
        wrong,
        notes: vec![format!(
            "{} bits; median of {SEEDS} seeds: NECD {:.4}, NWP {:.4}, k {}; slowest seed {slowest:.0} ms; the loss is the achievement, pymoo's beside it",
            median.bits, median.place.point[0], median.place.point[1], median.place.least
        )],
        ..Row::new(NAME, cost)
    })
}

fn minimize(ground: &Ground, seed: u64, threads: u16) -> Result<(Cost, BestPartition)> {
    let question = Question::by(ground, K, Metric::Nwp)?;
    let task = question.task();
    let nwp = Gauge {
        measure: Measure::Loss(Metric::Nwp),
        loss: Some(task.loss),
    };
    let gauges = [
        Gauge {
            measure: Measure::Necd,
            loss: None,
        },
        nwp,
    ];
    let free = |height: usize| Boundaries {
        levels: (0, height),
        respects_taxonomy: false,
        granulated: Vec::new(),
    };
    let options = PartitionOptions::new(
        ground
            .columns
            .iter()
            .map(|(_, h)| free(h.height()))
            .collect(),
        seed,
    );
    let aspiration = Aspiration::new(ASPIRED)?;
    let work = || {
        let seeds = Seeds::new(&task, &gauges, &Limits::default(), &UnwatchedSearch)?
            .of(&aspiration, Ties::Deviation);
        partitions(
            &task,
            &gauges,
            &aspiration,
            &options,
            &seeds,
            None,
            &UnwatchedSearch,
        )
    };
    let pool = pool(threads)?;
    let mut found = None;
    let cost = once(|| found = Some(pool.install(work)));
    Ok((cost, found.expect("it ran")?))
}
