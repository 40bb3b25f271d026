//! The same seed gives the same partition, whatever the number of threads.

use crate::common::Prepared;
use equipoise_measure::{Measure, Metric};
use equipoise_search::UnwatchedSearch;
use equipoise_search::prefer::{
    Aspiration, BestPartition, Boundaries, Gauge, PartitionOptions, partitions,
};
use equipoise_testkit::{Case, CaseShape, OracleLoss};

fn found(seed: u64, threads: usize) -> Option<BestPartition> {
    let mut case = Case::random(
        seed,
        &CaseShape {
            max_rows: 300,
            ..CaseShape::default()
        },
    );
    (case.loss, case.aggregation, case.suppression_weight) = (OracleLoss::Nwp, None, 0.5);
    let prepared = Prepared::try_new(&case)?;
    let encoded = prepared.encoded();
    let task = prepared.task(&encoded);
    let gauges = [
        Gauge {
            measure: Measure::Necd,
            loss: None,
        },
        Gauge {
            measure: Measure::Loss(Metric::Nwp),
            loss: Some(task.loss),
        },
    ];
    let boundaries = case.quasi.iter().map(|q| Boundaries {
        levels: (0, q.height()),
        respects_taxonomy: false,
        granulated: Vec::new(),
    });
    let options = PartitionOptions {
        evaluations: 200,
        ..PartitionOptions::new(boundaries.collect(), seed)
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let run = || {
        partitions(
            &task,
            &gauges,
            &Aspiration::new([0.3, 0.2]).unwrap(),
            &options,
            &[],
            None,
            &UnwatchedSearch,
        )
    };
    pool.install(run).ok()
}

#[test]
fn threads_make_no_difference() {
    let mut compared = 0;
    for seed in 0..40 {
        let Some(one) = found(seed, 1) else { continue };
        let four = found(seed, 4).unwrap();
        assert_eq!(format!("{one:?}"), format!("{four:?}"), "seed {seed}");
        compared += u32::from(one.partition.is_some() && !one.proved);
    }
    assert!(compared >= 8, "{compared}");
}
