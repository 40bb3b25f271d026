//! Estimated populations against direct summation.

use equipoise_privacy::{Class, ClassModel, EstimatedKMap, KMap, PopulationEstimator, Score};
use equipoise_testkit::Seeded;

/// P(X < k), term by term in logarithms.
fn below(k: u64, mean: f64, truncated: bool) -> f64 {
    let (mut ln_factorial, mut sum) = (0.0, 0.0);
    for i in 0..k {
        ln_factorial += (i.max(1) as f64).ln();
        if i > 0 || !truncated {
            sum += (i as f64 * mean.ln() - mean - ln_factorial).exp();
        }
    }
    if truncated {
        sum / (1.0 - (-mean).exp())
    } else {
        sum
    }
}

#[test]
fn sizes_and_scores_are_as_summed() {
    let mut r = Seeded::new(61);
    for round in 0..600 {
        let k = 1 + r.below(40) as u64;
        let fraction = Score::new(10 + r.below(90) as u128, 100);
        let significance = r.pick(&[
            Score::new(1, 100),
            Score::new(1, 20),
            Score::new(1, 1000),
            Score::new(1, 2),
        ]);
        let truncated = round % 2 == 0;
        let estimator = if truncated {
            PopulationEstimator::ZeroTruncatedPoisson
        } else {
            PopulationEstimator::Poisson
        };
        let model = EstimatedKMap::new(k, fraction, estimator, significance).unwrap();
        let passes = |size: u64, k: u64| {
            below(k, size as f64 / fraction.to_f64(), truncated) <= significance.to_f64()
        };
        assert_eq!(
            model.least_size(),
            (1..).find(|&size| passes(size, k)).unwrap(),
            "{model:?}"
        );
        assert!(model.size_decides() && model.monotone().under_merging);
        for size in 1..12 {
            let class = Class::new(size, &[]);
            assert_eq!(
                model.score(&class),
                Score::whole((0..).take_while(|&k| passes(size, k)).last().unwrap()),
                "{model:?} {size}"
            );
            assert_eq!(
                model.meets(&class),
                model.score(&class) >= model.asked(),
                "{model:?} {size}"
            );
        }
    }
}

/// e^-10 (1 + 10 + 50 + 500/3 + 10000/24) = 0.02925 for a mean of 10; the truncated one differs by
/// e^-10.
#[test]
fn by_hand() {
    assert!((below(5, 10.0, false) - 0.029_252_688).abs() < 1e-9);
    let model =
        |s, e| EstimatedKMap::new(5, Score::new(1, 10), e, Score::new(s, 1_000_000)).unwrap();
    assert_eq!(model(29_253, PopulationEstimator::Poisson).least_size(), 1);
    assert_eq!(model(29_252, PopulationEstimator::Poisson).least_size(), 2);
    assert_eq!(
        model(29_209, PopulationEstimator::ZeroTruncatedPoisson).least_size(),
        1
    );
    assert_eq!(
        model(29_208, PopulationEstimator::ZeroTruncatedPoisson).least_size(),
        2
    );
}

#[test]
fn large_numbers_end() {
    let model = EstimatedKMap::new(
        1_000_000,
        Score::new(1, 2),
        PopulationEstimator::Poisson,
        Score::new(1, 100),
    )
    .unwrap();
    // The normal approximation: mean - 2.326 sqrt(mean) = k.
    assert!(
        (501_100..501_300).contains(&model.least_size()),
        "{}",
        model.least_size()
    );
    let tiny = EstimatedKMap::new(
        5,
        Score::new(1, 10u128.pow(25)),
        PopulationEstimator::Poisson,
        Score::new(1, 100),
    )
    .unwrap();
    assert_eq!(tiny.least_size(), 1);
    assert!(tiny.score(&Class::new(u64::MAX, &[])) >= Score::whole(5));
}

#[test]
fn the_population_counts() {
    let model = KMap::new(5).unwrap();
    let class = Class {
        size: 1,
        population: 7,
        ..Class::default()
    };
    assert_eq!(model.score(&class), Score::whole(7));
    assert!(model.meets(&class) && model.monotone().under_merging && !model.size_decides());
    assert!(!model.meets(&Class::new(100, &[])));
}
