//! The two judges solve the equations of population estimators each in their own way; a release
//! needs them to agree.

use equipoise_certify::{self as certify, Ask, Question};
use equipoise_measure::risk::population::{Sampling, UniquesEstimator};
use equipoise_privacy::{PopulationUniqueness, Score, TableModel};
use equipoise_testkit::Seeded;

/// Class sizes like those of real tables: many small classes, a few large ones.
fn sizes(r: &mut Seeded) -> Vec<(u64, u64)> {
    let mut sizes = std::collections::BTreeMap::new();
    let (classes, steepness) = (2 + r.below(60), 1 + r.below(6));
    for _ in 0..classes {
        let mut size = 1;
        while r.below(6) < steepness && size < 40 {
            size += 1 + r.below(3) as u64;
        }
        *sizes.entry(size).or_insert(0) += 1 + r.below(3) as u64;
    }
    sizes.into_iter().collect()
}

fn table(sizes: &[(u64, u64)]) -> String {
    let mut text = String::from("x\n");
    for &(size, classes) in sizes {
        for class in 0..classes {
            (0..size).for_each(|_| text += &format!("{size}-{class}\n"));
        }
    }
    text
}

#[test]
fn both_judges_estimate_the_same() {
    let mut r = Seeded::new(11);
    let mut estimated = [0; 4];
    for case in 0..400 {
        let sizes = sizes(&mut r);
        let fraction = r.pick(&["0.01", "0.05", "0.1", "0.11", "0.3", "0.7"]);
        let text = table(&sizes);
        let estimators = [
            (
                UniquesEstimator::Zayatz,
                certify::UniquenessEstimator::Zayatz,
            ),
            (
                UniquesEstimator::Pitman,
                certify::UniquenessEstimator::Pitman,
            ),
            (UniquesEstimator::Snb, certify::UniquenessEstimator::Snb),
            (
                UniquesEstimator::Dankar,
                certify::UniquenessEstimator::Dankar,
            ),
        ];
        for (i, (mine, theirs)) in estimators.into_iter().enumerate() {
            let sampling = Sampling::Fraction(fraction.parse().unwrap());
            let score = PopulationUniqueness::new(Score::whole(1), mine, sampling)
                .unwrap()
                .score(&sizes)
                .to_f64();
            let mut question = Question::new(["x"]);
            question.models = vec![Ask::PopulationUniqueness {
                threshold: "1".into(),
                estimator: theirs,
                sampling: certify::Sampling::Fraction(fraction.into()),
            }];
            let measured = certify::measure(&question, text.as_bytes()).unwrap();
            let ratio = measured.models[0].value.unwrap().ratio().unwrap();
            let value = ratio.num() as f64 / ratio.den() as f64;
            let used = measured.models[0].estimator;
            estimated[i] += u32::from(used != Some("sample-uniqueness") && value > 0.0);
            assert!(
                (score - value).abs() <= 1e-6,
                "case {case}, {mine:?} at {fraction}: {score} is not {value} ({used:?}) for {sizes:?}"
            );
            assert!(
                score + 1e-12 >= value,
                "case {case}: the search is not laxer than the judge"
            );
        }
    }
    assert!(
        estimated.iter().all(|&n| n > 40),
        "estimators had something to say: {estimated:?}"
    );
}
