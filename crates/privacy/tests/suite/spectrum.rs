//! A spectrum answers every threshold as judging again would.

use equipoise_data::{Classes, Encoded, Hierarchy, Layout, Quasi, Sensitive, Table, Tree, count};
use equipoise_privacy::*;

fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Classes of a random table with a sensitive column of `values` values, counted in rows or in
/// persons with several rows.
fn classes(seed: u64, values: u64, persons: bool, marks: bool) -> Classes<1> {
    let mut state = seed;
    let rows: Vec<[String; 3]> = (0..120)
        .map(|_| {
            let (a, s, p) = (
                draw(&mut state, 14),
                draw(&mut state, values),
                draw(&mut state, 60),
            );
            [a.to_string(), s.to_string(), p.to_string()]
        })
        .collect();
    let table = Table::from_rows(&["a", "s", "p"], &rows);
    let tree = Tree::new(
        (0..14)
            .map(|a| vec![a.to_string(), "*".to_owned()])
            .collect(),
    )
    .unwrap();
    let hierarchy = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
    let value_of: Vec<u32> = (0..table.columns[1].dictionary.len() as u32).collect();
    let encoded = Encoded {
        rows: rows.len(),
        quasi: vec![Quasi {
            codes: &table.columns[0].codes,
            hierarchy: &hierarchy,
        }],
        sensitive: vec![Sensitive {
            codes: &table.columns[1].codes,
            value_of: &value_of,
            only_occurrence: marks,
        }],
        persons: persons.then_some(table.columns[2].codes.as_slice()),
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    count(&encoded, &Layout::new(&encoded, &[0], &[0]), &[0])
}

fn model(which: usize, threshold: Score, values: usize) -> Option<Box<dyn ClassModel>> {
    let reference = vec![1; values];
    let whole = || threshold.fraction().denominator == 1;
    Some(match which {
        0 => Box::new(
            KAnonymity::new(
                u64::try_from(threshold.fraction().numerator)
                    .ok()
                    .filter(|_| whole())?,
            )
            .ok()?,
        ),
        1 => Box::new(
            DistinctDiversity::new(
                0,
                u64::try_from(threshold.fraction().numerator)
                    .ok()
                    .filter(|_| whole())?,
                None,
            )
            .ok()?,
        ),
        2 => Box::new(ProbabilisticDiversity::new(0, threshold, None).ok()?),
        3 => Box::new(EntropyDiversity::new(0, threshold, EntropyEstimator::Shannon, None).ok()?),
        4 => Box::new(RecursiveDiversity::new(0, 2, threshold, None).ok()?),
        5 => Box::new(TCloseness::new(0, threshold, &reference, Distance::Equal).ok()?),
        6 => Box::new(BetaLikeness::new(0, threshold, Likeness::Basic, &reference).ok()?),
        _ => Box::new(SemanticPrivacy::new(0, threshold, Log::Natural, &reference).ok()?),
    })
}

#[test]
fn every_threshold_is_answered_as_judging_again_would() {
    let mut compared = 0;
    for seed in 0..60 {
        for which in 0..8 {
            let (persons, marks) = (seed % 3 == 0, which == 1 && seed % 2 == 0);
            let classes = classes(seed * 8 + which as u64, 2 + seed % 5, persons, marks);
            let values = 2 + seed as usize % 5;
            let any =
                model(which, Score::whole(1), values).expect("1 is a parameter of every model");
            let spectrum = Spectrum::of(any.as_ref(), &classes);
            assert_eq!(
                spectrum.steps().iter().map(|s| s.1).sum::<u64>(),
                classes.units(),
                "all units are in it"
            );
            assert!(
                spectrum
                    .steps()
                    .windows(2)
                    .all(|w| any.bound().worse(w[0].0, w[1].0) == w[0].0 && w[0].0 != w[1].0)
            );
            let thresholds = spectrum.steps().iter().map(|s| s.0).chain([
                Score::new(1, 3),
                Score::whole(2),
                Score::new(13, 4),
            ]);
            for threshold in thresholds.filter(Score::is_finite) {
                let Some(model) = model(which, threshold, values) else {
                    continue;
                };
                let panel = Panel::new(vec![AnyModel::Class(model)]);
                let expected = panel.failing_units(&classes, &Alone)[0];
                assert_eq!(
                    spectrum.suppressed(threshold),
                    expected,
                    "seed {seed}, model {which}, threshold {threshold}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn equal_scores_add_up_however_they_are_written() {
    let large = u128::from(u64::MAX) + 1;
    let scores = [
        (2, 4, 1),
        (1, 2, 2),
        (5 * large, 10 * large, 4),
        (3, 1, 8),
        (6, 2, 16),
        (300, 1, 32),
        (600, 2, 64),
    ];
    let scores = scores
        .map(|(n, d, units)| (Score::new(n, d), units))
        .into_iter()
        .chain([(Score::INFINITE, 128), (Score::INFINITE, 256)]);
    let spectrum = Spectrum::new(Bound::AtMost, scores);
    let expected = [
        (Score::INFINITE, 384),
        (Score::whole(300), 96),
        (Score::whole(3), 24),
        (Score::new(1, 2), 7),
    ];
    assert_eq!(spectrum.steps(), expected);
    assert_eq!(spectrum.suppressed(Score::whole(3)), 480);
}
