//! What must hold whatever the table: nothing is lost by a release that equals its original, a
//! coarser release never tells more, and results do not depend on order or threads.

use super::{as_it_is, category, near, random_recoding, random_table, unlinked};
use equipoise_data::{Random, Region};
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::classify::{Classification, Learner};
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::information::information;
use equipoise_measure::usefulness::queries::Workload;
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::squared_error::squared_error;
use equipoise_measure::usefulness::tables::CrossTable;
use equipoise_measure::usefulness::{ColumnPlace, Original};
use equipoise_release::{LEFT_OUT, Recoding};

#[test]
fn a_release_that_equals_its_original_loses_nothing() {
    let mut random = Random::new(11);
    for _ in 0..100 {
        let original = random_table(&mut random);
        let released = original.recoded(&as_it_is(&original)).unwrap();
        let workload = Workload {
            selectivity: 0.5,
            sensitive: Some(0),
            queries: 100,
            ..Workload::default()
        };
        let errors = workload.run(&original, &released).unwrap();
        assert!(errors.answered > 0 && errors.mean_percent == Some(0.0) || errors.answered == 0);
        assert_eq!(divergence(&original, &released).unwrap().nats, 0.0);
        assert_eq!(spread(&original, &released).gcp, 0.0);
        assert_eq!(
            (
                ambiguity(&original, &released).mean,
                ambiguity(&original, &released).mean_bits
            ),
            (1.0, 0.0)
        );
        assert!(
            squared_error(&original, &released)
                .unwrap()
                .iter()
                .all(|error| error.mean == 0.0 && error.relative == 0.0)
        );
        for mean in [None, Some(ColumnPlace::Plain(1))] {
            let table = CrossTable {
                by: vec![ColumnPlace::Quasi(0), ColumnPlace::Plain(0)],
                mean,
            }
            .compare(&original, &released)
            .unwrap();
            assert!(
                table.mean_absolute.unwrap_or(0.0) == 0.0 && table.overall.unwrap_or(0.0) == 0.0
            );
        }
        if original.rows() < 2 {
            continue;
        }
        for target in [ColumnPlace::Plain(0), ColumnPlace::Quasi(0)] {
            let mut features: Vec<ColumnPlace> = (0..original.quasi().len())
                .map(ColumnPlace::Quasi)
                .chain([ColumnPlace::Plain(1)])
                .collect();
            features.retain(|place| *place != target);
            let task = Classification {
                target,
                features,
                folds: 2,
                seed: 1,
            };
            for learner in [Learner::Tree, Learner::NaiveBayes] {
                let found = task.compare(learner, &original, &released).unwrap();
                assert_eq!(
                    (found.released, found.transferred),
                    (Some(found.original), Some(found.original)),
                    "{learner:?} {target:?}"
                );
            }
        }
    }
}

#[test]
fn linked_or_not_the_figures_are_the_same() {
    let mut random = Random::new(12);
    for _ in 0..100 {
        let original = random_table(&mut random);
        let recoding = random_recoding(&mut random, &original);
        let (linked, unlinked) = (
            original.recoded(&recoding).unwrap(),
            unlinked(&original, &recoding),
        );
        assert_eq!(linked.left_out(), unlinked.left_out());
        assert_eq!(
            Workload::default().run(&original, &linked).unwrap(),
            Workload::default().run(&original, &unlinked).unwrap()
        );
        assert_eq!(
            divergence(&original, &linked).unwrap(),
            divergence(&original, &unlinked).unwrap()
        );
        assert_eq!(
            information(&original, &linked, 0).unwrap(),
            information(&original, &unlinked, 0).unwrap()
        );
        assert_eq!(squared_error(&original, &unlinked), None);
    }
}

/// Joining two classes of a release: penalties, ambiguity and divergence never fall, information
/// utility never rises.
#[test]
fn joined_classes_never_tell_more() {
    let mut random = Random::new(13);
    let mut compared = 0;
    for _ in 0..200 {
        let original = random_table(&mut random);
        let fine = random_recoding(&mut random, &original);
        if fine.classes() < 2 {
            continue;
        }
        let mut regions = fine.regions.clone();
        for at in 0..fine.attributes {
            let both = regions[at].join(regions[fine.attributes + at]);
            (regions[at], regions[fine.attributes + at]) = (both, both);
        }
        let coarse = Recoding::new(fine.class_of_row.clone(), regions, fine.attributes);
        let [fine, coarse] = [fine, coarse].map(|recoding| original.recoded(&recoding).unwrap());
        assert!(spread(&original, &coarse).gcp >= spread(&original, &fine).gcp - 1e-9);
        assert!(ambiguity(&original, &coarse).mean >= ambiguity(&original, &fine).mean - 1e-9);
        let [a, b] =
            [&fine, &coarse].map(|released| information(&original, released, 0).unwrap().utility);
        assert!(b <= a + 1e-9);
        compared += 1;
    }
    assert!(compared > 100);
}

#[test]
fn a_release_of_nothing() {
    let original = Original::new(
        vec![category(&[0, 1, 1, 2], 3)],
        vec![category(&[0, 1, 0, 1], 2)],
    )
    .unwrap();
    let recoding = Recoding::new(vec![LEFT_OUT; 4], vec![Region::leaf(0)], 1);
    let released = original.recoded(&recoding).unwrap();
    let found = spread(&original, &released);
    assert_eq!(
        (found.gcp_share, found.discernibility, found.average_class),
        (1.0, 16, None)
    );
    let workload = Workload {
        selectivity: 0.9,
        dimensions: 1,
        sensitive: Some(0),
        ..Workload::default()
    };
    assert_eq!(
        workload.run(&original, &released).unwrap().mean_percent,
        Some(100.0),
        "all is lost"
    );
    // Every row over three values: p = (1/4, 2/4, 1/4) from q = 1/3 each.
    near(
        divergence(&original, &released).unwrap().nats,
        0.5 * 0.75_f64.ln() + 0.5 * 1.5_f64.ln(),
    );
    assert_eq!(information(&original, &released, 0).unwrap().utility, 0.0);
    let task = Classification {
        target: ColumnPlace::Plain(0),
        features: vec![ColumnPlace::Quasi(0)],
        folds: 2,
        seed: 0,
    };
    let found = task.compare(Learner::Tree, &original, &released).unwrap();
    assert_eq!(
        (found.baseline, found.released, found.transferred),
        (0.5, None, None)
    );
}

/// Sums are in a fixed order, so not even the last digit depends on the number of threads.
#[test]
fn any_number_of_threads_gives_the_same_digits() {
    let mut random = Random::new(14);
    let column = |random: &mut Random, values: u32| {
        category(
            &(0..3000)
                .map(|_| random.below(values.into()) as u32)
                .collect::<Vec<_>>(),
            values,
        )
    };
    let quasi = [40, 9, 7, 300]
        .map(|values| column(&mut random, values))
        .to_vec();
    let original = Original::new(quasi, vec![column(&mut random, 6)]).unwrap();
    let released = original
        .recoded(&random_recoding(&mut random, &original))
        .unwrap();
    let workload = Workload {
        sensitive: Some(0),
        ..Workload::default()
    };
    let run_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            (
                workload.answers(&original, &released).unwrap(),
                divergence(&original, &released).unwrap(),
            )
        })
    };
    assert_eq!(run_on(1), run_on(3));
    let other = Workload {
        seed: 1,
        ..workload.clone()
    };
    assert_ne!(
        workload.questions(&original).unwrap(),
        other.questions(&original).unwrap()
    );
}
