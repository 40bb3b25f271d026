//! Estimated population uniqueness: by hand, at the edges, and against populations that are known.

use crate::common::Lcg;
use equipoise_measure::risk::population::{FallBack, Sample, Sampling, UniquesEstimator};
use std::collections::BTreeMap;

/// The class of each of `people` people: a new one with probability (theta + alpha classes) /
/// (theta + people so far), else one in proportion to its size less alpha. That is Pitman's
/// sampling formula, for alpha = 0 that of Ewens.
fn pitman_population(lcg: &mut Lcg, people: usize, theta: f64, alpha: f64) -> Vec<u32> {
    let (mut of_person, mut sizes): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for i in 0..people {
        let is_new = lcg.unit() * (theta + i as f64) < theta + alpha * sizes.len() as f64;
        let class = if is_new || i == 0 {
            sizes.push(0);
            sizes.len() as u32 - 1
        } else {
            loop {
                // Somebody's class is drawn in proportion to size; less alpha by refusing with
                // chance alpha / size.
                let class = of_person[lcg.below(i)];
                if lcg.unit() * f64::from(sizes[class as usize]) >= alpha {
                    break class;
                }
            }
        };
        sizes[class as usize] += 1;
        of_person.push(class);
    }
    of_person
}

/// Classes of which the r-th has a probability in proportion to r^-exponent.
fn zipf_population(lcg: &mut Lcg, people: usize, classes: usize, exponent: f64) -> Vec<u32> {
    let mut cumulated: Vec<f64> = Vec::new();
    for rank in 1..=classes {
        cumulated.push(cumulated.last().unwrap_or(&0.0) + (rank as f64).powf(-exponent));
    }
    let all = cumulated[classes - 1];
    let mut draw = || cumulated.partition_point(|&sum| sum <= lcg.unit() * all) as u32;
    (0..people).map(|_| draw()).collect()
}

fn histogram(classes: &[u32]) -> Vec<(u64, u64)> {
    let (mut sizes, mut counts): (BTreeMap<u32, u64>, BTreeMap<u64, u64>) =
        (BTreeMap::new(), BTreeMap::new());
    classes
        .iter()
        .for_each(|&class| *sizes.entry(class).or_insert(0) += 1);
    sizes
        .values()
        .for_each(|&size| *counts.entry(size).or_insert(0) += 1);
    counts.into_iter().collect()
}

/// The share of people who are unique in the population, and a sample of it without replacement.
fn truth_and_sample(lcg: &mut Lcg, mut population: Vec<u32>, fraction: f64) -> (f64, Sample) {
    let people = population.len();
    let truth = histogram(&population)
        .first()
        .map_or(0, |&(size, classes)| if size == 1 { classes } else { 0 }) as f64
        / people as f64;
    let units = (people as f64 * fraction).round() as usize;
    for i in 0..units {
        population.swap(i, i + lcg.below(people - i));
    }
    (
        truth,
        Sample::new(
            &histogram(&population[..units]),
            Sampling::Population(people as u64),
        )
        .unwrap(),
    )
}

/// Which populations are drawn.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Pitman { theta: f64, alpha: f64 },
    Zipf { classes: usize, exponent: f64 },
}

/// estimate / truth for three populations of 40,000 people and samples of them.
fn ratios(seed: u64, kind: Kind, fraction: f64, estimator: UniquesEstimator) -> [f64; 3] {
    [0, 1, 2].map(|run| {
        let mut lcg = Lcg::new(seed + run);
        let population = match kind {
            Kind::Pitman { theta, alpha } => pitman_population(&mut lcg, 40_000, theta, alpha),
            Kind::Zipf { classes, exponent } => {
                zipf_population(&mut lcg, 40_000, classes, exponent)
            }
        };
        let (truth, sample) = truth_and_sample(&mut lcg, population, fraction);
        let estimate = sample.estimate(estimator);
        assert_eq!(estimate.fell_back, None);
        assert!(estimate.error < 1e-10);
        estimate.share / truth
    })
}

fn within(factor: f64, kind: Kind, fraction: f64, estimator: UniquesEstimator) {
    for ratio in ratios(11, kind, fraction, estimator) {
        assert!(
            ratio < factor && ratio > 1.0 / factor,
            "{kind:?}, {fraction}, {estimator:?}: off by {ratio}"
        );
    }
}

const PITMAN: [Kind; 3] = [
    Kind::Pitman {
        theta: 2000.0,
        alpha: 0.0,
    },
    Kind::Pitman {
        theta: 50.0,
        alpha: 0.5,
    },
    Kind::Pitman {
        theta: 300.0,
        alpha: 0.7,
    },
];
const ZIPF: [Kind; 3] = [
    Kind::Zipf {
        classes: 30_000,
        exponent: 1.0,
    },
    Kind::Zipf {
        classes: 100_000,
        exponent: 0.6,
    },
    Kind::Zipf {
        classes: 100_000,
        exponent: 1.4,
    },
];

/// Where its model is true, Pitman's estimator is good down to small samples.
#[test]
fn pitman_on_populations_of_its_own_kind() {
    for kind in PITMAN {
        for (fraction, factor) in [(0.02, 2.0), (0.05, 1.6), (0.1, 1.4), (0.2, 1.3), (0.5, 1.2)] {
            within(factor, kind, fraction, UniquesEstimator::Pitman);
        }
    }
}

/// Half of the population is enough for each of them; the rule stays within a factor of its
/// published kind everywhere.
#[test]
fn all_estimators_on_all_populations() {
    for kind in PITMAN.into_iter().chain(ZIPF) {
        for estimator in [
            UniquesEstimator::Zayatz,
            UniquesEstimator::Pitman,
            UniquesEstimator::Snb,
        ] {
            within(1.4, kind, 0.5, estimator);
        }
        for (fraction, factor) in [(0.02, 7.0), (0.05, 4.0), (0.1, 3.0), (0.2, 2.0), (0.5, 1.4)] {
            within(factor, kind, fraction, UniquesEstimator::Dankar);
        }
    }
}

fn sample(histogram: &[(u64, u64)], people: u64) -> Sample {
    Sample::new(histogram, Sampling::Population(people)).unwrap()
}

fn choose(n: u64, k: u64) -> u128 {
    if k > n {
        0
    } else {
        (0..k).fold(1, |c, i| c * u128::from(n - i) / u128::from(i + 1))
    }
}

/// Binomial coefficients in whole numbers: F_1^2 h_1 / (n sum of F_j h_j), h_j = j C(N - j, n - 1).
#[test]
fn zayatz_in_whole_numbers() {
    let mut lcg = Lcg::new(5);
    for _ in 0..500 {
        let histogram: Vec<(u64, u64)> = (1..=5)
            .map(|size| (size, lcg.below(3) as u64 + u64::from(size == 1)))
            .collect();
        let units: u64 = histogram.iter().map(|(size, classes)| size * classes).sum();
        let people = units + 1 + lcg.below(20) as u64;
        let h = |size: u64| u128::from(size) * choose(people.saturating_sub(size), units - 1);
        let below: u128 = histogram
            .iter()
            .map(|&(size, classes)| u128::from(classes) * h(size))
            .sum();
        let expected =
            (u128::from(histogram[0].1.pow(2)) * h(1)) as f64 / (below as f64 * units as f64);
        let found = sample(&histogram, people).estimate(UniquesEstimator::Zayatz);
        assert!(
            (found.share - expected).abs() <= found.error + 1e-16,
            "{found:?} {expected}"
        );
        assert!(found.error < 1e-13);
    }
}

/// The likelihood as it is written in the source, term by term.
fn ln_likelihood(histogram: &[(u64, u64)], theta: f64, alpha: f64) -> f64 {
    let (classes, units) = histogram.iter().fold((0, 0), |(c, n), &(size, classes)| {
        (c + classes, n + size * classes)
    });
    let grown: f64 = (1..classes).map(|i| (theta + i as f64 * alpha).ln()).sum();
    let drawn: f64 = (1..units).map(|i| (theta + i as f64).ln()).sum();
    let inside = |size: u64| (1..size).map(|i| (i as f64 - alpha).ln()).sum::<f64>();
    grown - drawn
        + histogram
            .iter()
            .map(|&(size, classes)| classes as f64 * inside(size))
            .sum::<f64>()
}

#[test]
fn no_other_parameters_fit_better() {
    let mut lcg = Lcg::new(6);
    let (mut inside, mut at_the_edge) = (0, 0);
    for _ in 0..150 {
        let largest = 2 + lcg.below(30) as u64;
        let mut histogram: Vec<(u64, u64)> = (1..=largest)
            .map(|size| (size, lcg.below(1 + 12 / size as usize) as u64))
            .collect();
        histogram[0].1 += 1 + lcg.below(20) as u64;
        histogram[1].1 += 1;
        histogram.retain(|&(_, classes)| classes > 0);
        let fit = sample(&histogram, 10_000_000).pitman_fit().unwrap();
        let best = ln_likelihood(&histogram, fit.theta, fit.alpha);
        if fit.alpha > 0.0 {
            inside += 1
        } else {
            at_the_edge += 1
        }
        for alpha in (0..40)
            .map(|a| f64::from(a) / 40.0)
            .chain([1e-4, 0.01, 0.99, 0.999])
        {
            for step in -40..60 {
                let theta = (f64::from(step) / 4.0).exp() - alpha;
                let other = ln_likelihood(&histogram, theta, alpha);
                assert!(
                    other <= best + 1e-9,
                    "{histogram:?}: {fit:?} {best}, but {theta} {alpha} {other}"
                );
            }
        }
    }
    assert!(inside > 20 && at_the_edge > 20, "{inside} {at_the_edge}");
}

/// Sizes 2 and 1: alpha = 0, where 1/theta = 1/(theta + 1) + 1/(theta + 2) gives theta = root of 2.
#[test]
fn pitman_by_hand() {
    let sample = sample(&[(1, 1), (2, 1)], 30);
    let fit = sample.pitman_fit().unwrap();
    assert_eq!(fit.alpha, 0.0);
    let root = std::f64::consts::SQRT_2;
    assert!((fit.theta - root).abs() < 1e-12);
    let found = sample.estimate(UniquesEstimator::Pitman);
    assert!((found.share - root / 30.0).abs() <= found.error.max(1e-14));
    assert!(
        (fit.share(30.0) - root / (root + 29.0)).abs() < 1e-14 && fit.share(30.0) < found.share
    );
}

#[test]
fn the_expected_share_is_that_of_the_urn() {
    // The chance that the first of N people stays alone: each later one must go elsewhere.
    let fit = sample(&[(1, 20), (2, 3), (5, 1)], 10_000)
        .pitman_fit()
        .unwrap();
    assert!(fit.alpha > 0.0);
    let alone = |people: u32| {
        (1..people)
            .map(|i| 1.0 - (1.0 - fit.alpha) / (fit.theta + f64::from(i)))
            .product::<f64>()
    };
    for people in [2, 3, 50, 1000] {
        assert!((fit.share(people.into()) / alone(people) - 1.0).abs() < 1e-11);
    }
}

#[test]
fn without_sample_uniques_nobody_is_unique() {
    for estimator in [
        UniquesEstimator::Zayatz,
        UniquesEstimator::Pitman,
        UniquesEstimator::Snb,
        UniquesEstimator::Dankar,
    ] {
        let found = sample(&[(2, 5), (3, 1)], 100).estimate(estimator);
        assert_eq!(
            (found.share, found.error, found.fell_back),
            (0.0, 0.0, None)
        );
    }
}

#[test]
fn without_an_answer_sample_uniques_stand_in() {
    for (histogram, estimator, reason) in [
        (&[(1, 7)][..], UniquesEstimator::Pitman, FallBack::AllUnique),
        (&[(1, 7)], UniquesEstimator::Snb, FallBack::AllUnique),
        (&[(1, 7), (3, 1)], UniquesEstimator::Snb, FallBack::NoPairs),
        (
            &[(1, 2), (2, 400)],
            UniquesEstimator::Snb,
            FallBack::NoSolution,
        ),
    ] {
        let sample = sample(histogram, 2000);
        let found = sample.estimate(estimator);
        assert_eq!(
            (found.share, found.fell_back),
            (sample.sample_uniqueness(), Some(reason))
        );
        assert!(!reason.to_string().is_empty());
    }
    // Zayatz answers always: all unique in the sample, all unique in the population.
    assert_eq!(
        sample(&[(1, 7)], 50)
            .estimate(UniquesEstimator::Zayatz)
            .share,
        1.0
    );
}

#[test]
fn the_rule_changes_at_one_tenth() {
    let histogram = [(1, 30), (2, 10), (5, 4)];
    let units = 70;
    let chosen = |sampling| {
        Sample::new(&histogram, sampling)
            .unwrap()
            .estimate(UniquesEstimator::Dankar)
    };
    assert_eq!(
        chosen(Sampling::Population(10 * units)).estimator,
        UniquesEstimator::Pitman
    );
    assert_ne!(
        chosen(Sampling::Population(10 * units - 1)).estimator,
        UniquesEstimator::Pitman
    );
    assert_eq!(
        chosen(Sampling::Fraction(0.1)).estimator,
        UniquesEstimator::Pitman
    );
    assert_ne!(
        chosen(Sampling::Fraction(0.1 + 1e-12)).estimator,
        UniquesEstimator::Pitman
    );
    let half = sample(&histogram, 2 * units);
    let (zayatz, snb, rule) = (
        half.estimate(UniquesEstimator::Zayatz),
        half.estimate(UniquesEstimator::Snb),
        half.estimate(UniquesEstimator::Dankar),
    );
    assert_eq!(rule.share, zayatz.share.min(snb.share));
    // Where the negative binomial has no answer, Zayatz is what the rule says, and it says why.
    let odd = sample(&[(1, 7), (3, 1)], 20).estimate(UniquesEstimator::Dankar);
    assert_eq!(
        (odd.estimator, odd.fell_back),
        (UniquesEstimator::Zayatz, Some(FallBack::NoPairs))
    );
    assert_eq!(
        odd.share,
        sample(&[(1, 7), (3, 1)], 20)
            .estimate(UniquesEstimator::Zayatz)
            .share
    );
}

#[test]
fn the_larger_the_population_the_fewer_are_unique() {
    let histogram = [(1, 300), (2, 80), (3, 30), (9, 12), (40, 3)];
    for estimator in [UniquesEstimator::Zayatz, UniquesEstimator::Pitman] {
        let shares: Vec<f64> = [800, 1000, 3000, 30_000, 3_000_000]
            .iter()
            .map(|&n| sample(&histogram, n).estimate(estimator).share)
            .collect();
        assert!(
            shares.windows(2).all(|pair| pair[0] > pair[1]),
            "{estimator:?} {shares:?}"
        );
    }
}

#[test]
fn entries_of_one_size_are_added_and_a_fraction_is_a_population() {
    let whole = sample(&[(2, 3), (1, 4), (2, 2), (9, 0), (0, 5)], 140);
    assert_eq!(whole, sample(&[(1, 4), (2, 5)], 140));
    for estimator in [
        UniquesEstimator::Zayatz,
        UniquesEstimator::Pitman,
        UniquesEstimator::Snb,
    ] {
        let fraction = Sample::new(&[(1, 4), (2, 5)], Sampling::Fraction(0.1)).unwrap();
        assert!(
            (fraction.estimate(estimator).share - whole.estimate(estimator).share).abs() < 1e-12
        );
    }
}

#[test]
fn huge_classes_and_populations_are_taken() {
    let histogram = [
        (1, 1000),
        (2, 300),
        (50, 20),
        (1_000_000, 3),
        (900_000_000, 1),
    ];
    for people in [1_000_000_000, 1_000_000_000_000] {
        for estimator in [
            UniquesEstimator::Zayatz,
            UniquesEstimator::Pitman,
            UniquesEstimator::Snb,
            UniquesEstimator::Dankar,
        ] {
            let found = sample(&histogram, people).estimate(estimator);
            assert!(
                found.share > 0.0 && found.share < 0.01 && found.error < 1e-9,
                "{people} {estimator:?} {found:?}"
            );
        }
    }
}

/// A number below a power of 2 that is below 2^bits: small ones as often as large ones.
fn up_to(lcg: &mut Lcg, bits: usize) -> u64 {
    let bits = lcg.below(bits);
    lcg.below(1 << bits) as u64
}

/// Odd counts and populations that are hardly larger than the table: a share is a share, and the
/// rule is never above Zayatz when the sample is large.
#[test]
fn any_classes_have_a_share() {
    let mut lcg = Lcg::new(9);
    for _ in 0..1500 {
        let mut histogram: Vec<(u64, u64)> = (0..lcg.below(6))
            .map(|_| (1 + up_to(&mut lcg, 12), up_to(&mut lcg, 10)))
            .collect();
        histogram.push((1, 1 + lcg.below(300) as u64));
        let units: u64 = histogram.iter().map(|(size, classes)| size * classes).sum();
        let sample = sample(&histogram, units + 1 + up_to(&mut lcg, 25));
        for estimator in [
            UniquesEstimator::Zayatz,
            UniquesEstimator::Pitman,
            UniquesEstimator::Snb,
            UniquesEstimator::Dankar,
        ] {
            let found = sample.estimate(estimator);
            assert!(
                found.share > 0.0 && found.share <= 1.0 && found.error <= 1e-6,
                "{histogram:?} {found:?}"
            );
            assert_ne!(
                found.fell_back,
                Some(FallBack::NotConverged),
                "{histogram:?} {found:?}"
            );
        }
        let zayatz = sample.estimate(UniquesEstimator::Zayatz);
        assert!(zayatz.share <= sample.sample_uniqueness() + zayatz.error);
    }
}

#[test]
fn wrong_samples_are_refused() {
    assert!(Sample::new(&[], Sampling::Population(5)).is_err());
    assert!(Sample::new(&[(2, 3)], Sampling::Population(6)).is_err());
    assert!(Sample::new(&[(2, 3)], Sampling::Population(7)).is_ok());
    for fraction in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert!(Sample::new(&[(2, 3)], Sampling::Fraction(fraction)).is_err());
    }
}
