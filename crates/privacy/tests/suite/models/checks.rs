//! Every wrong parameter is refused, and the message says what was given and what is accepted.

use equipoise_privacy::{
    AlphaKAnonymity, AverageRisk, BetaLikeness, DeltaDisclosure, DeltaPresence, Distance,
    EntropyDiversity, EntropyEstimator, EstimatedKMap, KMap, Likeness, Log, PopulationEstimator,
    ProbabilisticDiversity, RecursiveDiversity, SampleUniqueness, Score, SemanticPrivacy, Smoothed,
    SmoothedCloseness, TCloseness,
};

fn says<T>(result: equipoise_data::Result<T>, parts: &[&str]) {
    let Err(error) = result else {
        panic!("accepted, but should be refused: {parts:?}")
    };
    for part in parts {
        assert!(
            error.message().contains(part),
            "`{}` does not say `{part}`",
            error.message()
        );
    }
}

fn tenths(n: u128) -> Score {
    Score::new(n, 10)
}

#[test]
fn diversity() {
    let shannon = EntropyEstimator::Shannon;
    says(
        ProbabilisticDiversity::new(0, tenths(9), None),
        &["l is 0.9", "at least 1"],
    );
    says(
        ProbabilisticDiversity::new(0, Score::INFINITE, None),
        &["l is inf", "a number"],
    );
    says(
        EntropyDiversity::new(0, tenths(0), shannon, None),
        &["l is 0", "at least 1"],
    );
    says(
        RecursiveDiversity::new(0, 1, tenths(5), None),
        &["l is 1", "at least 2"],
    );
    says(
        RecursiveDiversity::new(0, 2, tenths(0), None),
        &["c is 0", "above 0"],
    );
    says(
        RecursiveDiversity::new(0, 2, Score::INFINITE, None),
        &["c is inf", "above 0"],
    );
    assert!(ProbabilisticDiversity::new(0, tenths(10), None).is_ok());
}

#[test]
fn alpha_k() {
    says(
        AlphaKAnonymity::new(0, tenths(0), 2, None, None),
        &["alpha is 0", "above 0 and at most 1"],
    );
    says(
        AlphaKAnonymity::new(0, tenths(11), 2, None, None),
        &["alpha is 1.1", "above 0 and at most 1"],
    );
    says(
        AlphaKAnonymity::new(0, tenths(5), 0, None, None),
        &["k is 0", "at least 1"],
    );
    says(
        AlphaKAnonymity::new(0, tenths(5), 2, None, Some(&[])),
        &["values is an empty list"],
    );
}

#[test]
fn models_with_a_reference() {
    says(
        SemanticPrivacy::new(0, Score::INFINITE, Log::Natural, &[1]),
        &["delta is inf", "at least 0"],
    );
    says(
        DeltaDisclosure::new(0, tenths(0), Log::Natural, &[1]),
        &["delta is 0", "above 0"],
    );
    says(
        BetaLikeness::new(0, tenths(0), Likeness::Basic, &[1]),
        &["beta is 0", "above 0"],
    );
    says(
        TCloseness::new(0, tenths(11), &[1], Distance::Equal),
        &["t is 1.1", "at most 1"],
    );
    says(
        DeltaDisclosure::new(0, tenths(1), Log::Natural, &[]),
        &["delta-disclosure has no reference"],
    );
    says(
        BetaLikeness::new(0, tenths(1), Likeness::Basic, &[0, 0]),
        &["beta-likeness has no reference"],
    );
    says(
        SemanticPrivacy::new(0, tenths(1), Log::Natural, &[1 << 45, 1]),
        &[
            "semantic-privacy over 35184372088833 units",
            "35184372088832",
        ],
    );
    says(
        TCloseness::new(0, tenths(1), &[u64::MAX, u64::MAX], Distance::Equal),
        &["t-closeness over"],
    );
}

#[test]
fn smoothed_distance() {
    let two = |d: f64| vec![vec![0.0, d], vec![d, 0.0]];
    says(
        Smoothed::new(&two(0.5), None, 0.0),
        &["bandwidth is 0", "above 0"],
    );
    says(
        Smoothed::new(&two(0.5), None, f64::NAN),
        &["bandwidth is NaN"],
    );
    says(
        Smoothed::new(&two(1.5), None, 0.3),
        &["values 0 and 1 is 1.5", "at most 1"],
    );
    says(Smoothed::new(&two(f64::NAN), None, 0.3), &["is NaN"]);
    says(
        Smoothed::new(&[vec![0.0, 0.5], vec![0.5]], None, 0.3),
        &["row 1", "has 1 entries", "2 values"],
    );
    says(
        Smoothed::new(&[vec![0.0, 0.5], vec![0.4, 0.0]], None, 0.3),
        &["not the same in both directions"],
    );
    says(
        Smoothed::new(&[vec![0.1]], None, 0.3),
        &["value 0 to itself is 0.1"],
    );
    let smooth =
        Smoothed::new(&two(1.5), Some(1), 0.3).expect("distances of a missing value are not read");
    says(
        SmoothedCloseness::new(0, tenths(1), &[1], &smooth),
        &["over 2 values", "has 1"],
    );
    says(
        SmoothedCloseness::new(0, tenths(11), &[1, 1], &smooth),
        &["t is 1.1"],
    );
}

#[test]
fn populations_and_tables() {
    let poisson = PopulationEstimator::Poisson;
    says(KMap::new(0), &["k is 0"]);
    says(
        EstimatedKMap::new(0, tenths(1), poisson, tenths(1)),
        &["k is 0"],
    );
    says(
        EstimatedKMap::new(1 << 40, tenths(1), poisson, tenths(1)),
        &["k is 1099511627776", "at most 1000000000"],
    );
    says(
        EstimatedKMap::new(2, tenths(10), poisson, tenths(1)),
        &["sampling-fraction is 1", "below 1"],
    );
    says(
        EstimatedKMap::new(2, tenths(0), poisson, tenths(1)),
        &["sampling-fraction is 0"],
    );
    says(
        EstimatedKMap::new(2, tenths(1), poisson, tenths(10)),
        &["significance is 1", "below 1"],
    );
    says(
        DeltaPresence::new(tenths(5), tenths(4)),
        &["min is 0.5 and max is 0.4"],
    );
    says(DeltaPresence::new(tenths(11), tenths(12)), &["min is 1.1"]);
    says(DeltaPresence::new(tenths(0), tenths(12)), &["max is 1.2"]);
    says(AverageRisk::new(tenths(0)), &["threshold is 0", "above 0"]);
    says(SampleUniqueness::new(tenths(11)), &["threshold is 1.1"]);
    assert!(SampleUniqueness::new(tenths(0)).is_ok());
}
