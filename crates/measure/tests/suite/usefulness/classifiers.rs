//! Classifiers on tables whose answers are known.

use super::{as_it_is, category, near, run};
use equipoise_data::Random;
use equipoise_measure::usefulness::classify::{Classification, Learner};
use equipoise_measure::usefulness::{ColumnPlace, Original};
use equipoise_release::{LEFT_OUT, Published, Recoding};

fn task(target: ColumnPlace, features: &[ColumnPlace]) -> Classification {
    Classification {
        target,
        features: features.to_vec(),
        folds: 10,
        seed: 5,
    }
}

const BOTH: [Learner; 2] = [Learner::Tree, Learner::NaiveBayes];

/// 400 people of ages 0 to 39; those from 20 on earn more. A second column is noise.
fn by_age() -> Original {
    let mut random = Random::new(7);
    let ages: Vec<u32> = (0..400).map(|row| row % 40).collect();
    let noise: Vec<u32> = (0..400).map(|_| random.below(5) as u32).collect();
    let pay: Vec<u32> = ages.iter().map(|&age| u32::from(age >= 20)).collect();
    Original::new(
        vec![category(&ages, 40), category(&noise, 5)],
        vec![category(&pay, 2)],
    )
    .unwrap()
}

/// Ages in steps of `width`, the second column as a whole.
fn in_steps(
    original: &Original,
    width: u32,
    leave_out: impl Fn(u32) -> bool,
) -> Published<'static> {
    let ages = &original.quasi()[0].codes;
    let classes = ages.iter().map(|&age| {
        if leave_out(age) {
            LEFT_OUT
        } else {
            age / width
        }
    });
    let regions = (0..40_u32.div_ceil(width)).flat_map(|step| {
        [
            run(step * width, (step * width + width - 1).min(39)),
            run(0, 4),
        ]
    });
    let recoding = Recoding::new(classes.collect(), regions.collect(), 2);
    original.recoded(&recoding).unwrap().into_owned()
}

#[test]
fn what_can_be_told_apart_is_learned() {
    let original = by_age();
    let task = task(
        ColumnPlace::Plain(0),
        &[ColumnPlace::Quasi(0), ColumnPlace::Quasi(1)],
    );
    for learner in BOTH {
        let exact = task
            .compare(learner, &original, &in_steps(&original, 10, |_| false))
            .unwrap();
        assert_eq!(exact.baseline, 0.5);
        assert_eq!(
            (exact.original, exact.released, exact.transferred),
            (1.0, Some(1.0), Some(1.0)),
            "{learner:?}"
        );
        // Steps of 16: those of 16 to 31 are mixed, 4 poor to 12 rich, and the best that can be
        // done is to call them rich.
        let mixed = task
            .compare(learner, &original, &in_steps(&original, 16, |_| false))
            .unwrap();
        near(mixed.released.unwrap(), 0.9);
        near(mixed.transferred.unwrap(), 0.9);
        // All in one: nothing is left but the majority.
        let nothing = task
            .compare(learner, &original, &in_steps(&original, 40, |_| false))
            .unwrap();
        near(nothing.released.unwrap(), 0.5);
        near(nothing.transferred.unwrap(), 0.5);
        // Nobody above 19 is released: the rest looks easy, and the model knows nothing of the
        // others.
        let half = task
            .compare(
                learner,
                &original,
                &in_steps(&original, 10, |age| age >= 20),
            )
            .unwrap();
        assert_eq!(
            (half.released, half.transferred),
            (Some(1.0), Some(0.5)),
            "{learner:?}"
        );
    }
}

/// Two columns that decide together and not alone: a tree needs a first split that gains nothing,
/// naive Bayes cannot.
#[test]
fn three_of_four_corners() {
    let a: Vec<u32> = (0..400).map(|row| row % 2).collect();
    let b: Vec<u32> = (0..400).map(|row| row / 2 % 2).collect();
    let both: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a & b).collect();
    let original = Original::new(
        vec![category(&a, 2), category(&b, 2)],
        vec![category(&both, 2)],
    )
    .unwrap();
    let task = task(
        ColumnPlace::Plain(0),
        &[ColumnPlace::Quasi(0), ColumnPlace::Quasi(1)],
    );
    for learner in BOTH {
        assert_eq!(
            task.original(learner, &original).unwrap(),
            1.0,
            "{learner:?}"
        );
    }
}

/// A target that is recoded is predicted as a run: a run of m values is right by 1/m.
#[test]
fn a_recoded_target_counts_by_its_share() {
    let kind: Vec<u32> = (0..300).map(|row| row % 3).collect();
    let original = Original::new(vec![category(&kind, 3), category(&kind, 3)], vec![]).unwrap();
    let recoding = Recoding::new(
        kind.clone(),
        vec![
            run(0, 0),
            run(0, 0),
            run(0, 2),
            run(1, 1),
            run(0, 2),
            run(2, 2),
        ],
        2,
    );
    let released = original.recoded(&recoding).unwrap();
    let task = task(ColumnPlace::Quasi(0), &[ColumnPlace::Quasi(1)]);
    for learner in BOTH {
        let found = task.compare(learner, &original, &released).unwrap();
        near(found.baseline, 1.0 / 3.0);
        assert_eq!(found.original, 1.0);
        near(found.released.unwrap(), (1.0 + 1.0 / 3.0 + 1.0 / 3.0) / 3.0);
        near(
            found.transferred.unwrap(),
            (1.0 + 1.0 / 3.0 + 1.0 / 3.0) / 3.0,
        );
    }
}

#[test]
fn noise_is_not_learned() {
    let mut random = Random::new(3);
    let mut column =
        |values: u64| -> Vec<u32> { (0..2000).map(|_| random.below(values) as u32).collect() };
    let quasi = (0..4).map(|_| category(&column(30), 30)).collect();
    let target: Vec<u32> = column(10).iter().map(|&x| u32::from(x >= 7)).collect();
    let original = Original::new(quasi, vec![category(&target, 2)]).unwrap();
    let features: Vec<ColumnPlace> = (0..4).map(ColumnPlace::Quasi).collect();
    let task = task(ColumnPlace::Plain(0), &features);
    let baseline = task.baseline(&original).unwrap();
    // Pruning leaves little of a tree that only fits chance.
    let found = task.original(Learner::Tree, &original).unwrap();
    assert!(
        found > baseline - 0.03 && found < baseline + 0.02,
        "{found} of {baseline}"
    );
}

/// Every row has a value of its own: whoever was trained on a row knows it, and nobody is trained
/// on what is tested.
#[test]
fn what_is_tested_was_not_seen() {
    let mut random = Random::new(21);
    let ids: Vec<u32> = (0..400).collect();
    let target: Vec<u32> = (0..400).map(|_| random.below(2) as u32).collect();
    let original = Original::new(vec![category(&ids, 400)], vec![category(&target, 2)]).unwrap();
    let released = original.recoded(&as_it_is(&original)).unwrap();
    let found = task(ColumnPlace::Plain(0), &[ColumnPlace::Quasi(0)])
        .compare(Learner::NaiveBayes, &original, &released)
        .unwrap();
    // Six standard deviations above one half.
    for accuracy in [
        found.original,
        found.released.unwrap(),
        found.transferred.unwrap(),
    ] {
        assert!(accuracy < 0.65, "{accuracy}");
    }
}

#[test]
fn folds_change_with_the_seed_only() {
    let mut random = Random::new(9);
    let a: Vec<u32> = (0..500).map(|_| random.below(6) as u32).collect();
    let target: Vec<u32> = a
        .iter()
        .map(|&a| u32::from(u64::from(a) + random.below(4) > 4))
        .collect();
    let original = Original::new(vec![category(&a, 6)], vec![category(&target, 2)]).unwrap();
    let released = original.recoded(&as_it_is(&original)).unwrap();
    let task = task(ColumnPlace::Plain(0), &[ColumnPlace::Quasi(0)]);
    let run_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| BOTH.map(|learner| task.compare(learner, &original, &released).unwrap()))
    };
    assert_eq!(run_on(1), run_on(3));
}

#[test]
fn tasks_that_cannot_be() {
    let original = by_age();
    for task in [
        task(ColumnPlace::Plain(0), &[]),
        task(ColumnPlace::Plain(0), &[ColumnPlace::Plain(0)]),
        task(ColumnPlace::Plain(1), &[ColumnPlace::Quasi(0)]),
        Classification {
            folds: 1,
            ..task(ColumnPlace::Plain(0), &[ColumnPlace::Quasi(0)])
        },
        Classification {
            folds: 401,
            ..task(ColumnPlace::Plain(0), &[ColumnPlace::Quasi(0)])
        },
    ] {
        assert!(task.original(Learner::Tree, &original).is_err(), "{task:?}");
    }
}
