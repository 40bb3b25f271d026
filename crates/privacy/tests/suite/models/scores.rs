//! Scores against naive definitions, and verdicts against scores.

use super::cases::{KINDS, Kind, Naive, Sample, parts};
use equipoise_privacy::{Bound, Score};
use equipoise_testkit::Seeded;

fn check_score(kind: Kind, s: &Sample, score: Score, bound: Bound) {
    match kind.naive(s) {
        Naive::Exact(n, d) => assert_eq!(score, Score::new(n, d), "{kind:?} {s:?}"),
        Naive::Infinite => assert_eq!(score, Score::INFINITE, "{kind:?} {s:?}"),
        Naive::Nearly(x) => {
            let (found, slack) = (score.to_f64(), 1e-12 * x.max(1.0));
            assert!(
                (found - x).abs() <= 1.1e-9 + x * 1.1e-11,
                "{kind:?} {found} {x} {s:?}"
            );
            // Never on the better side of the truth.
            let against = if bound == Bound::AtLeast {
                found <= x + slack
            } else {
                found >= x - slack
            };
            assert!(against, "{kind:?} {found} {x} {s:?}");
        }
    }
}

/// The score itself, a little to both sides of it, and something else.
fn asked(r: &mut Seeded, score: Score) -> Vec<Score> {
    let mut asked = vec![
        Score::new(r.below(40) as u128, 1 + r.below(20) as u128),
        Score::whole(2),
        Score::new(1, 4),
    ];
    if score != Score::INFINITE {
        let (n, d) = parts(score);
        asked.push(score);
        for parts in [1_000_000u128, 10u128.pow(9), 10u128.pow(12)] {
            let (n, d) = (n * parts, d * parts);
            asked.push(Score::new(n + 1, d));
            asked.push(Score::new(n.saturating_sub(1), d));
        }
    }
    asked
}

#[test]
fn scores_are_as_defined_and_verdicts_agree_with_them() {
    let mut r = Seeded::new(11);
    let mut met = [0; KINDS.len()];
    let mut tried = [0; KINDS.len()];
    for round in 0..4000 {
        let s = Sample::random(&mut r, round % 3 == 0);
        for (i, kind) in KINDS.into_iter().enumerate() {
            let model = kind.build(&s, Score::whole(1)).unwrap();
            let score = model.score(&s.class());
            check_score(kind, &s, score, model.bound());
            for asked in asked(&mut r, score) {
                let Ok(model) = kind.build(&s, asked) else {
                    continue;
                };
                let meets = model.meets(&s.class());
                assert_eq!(
                    meets,
                    model.bound().allows(score, model.asked()),
                    "{kind:?} {score:?} {asked:?} {s:?}"
                );
                tried[i] += 1;
                met[i] += usize::from(meets);
            }
        }
    }
    // With nine values nothing is diverse to 20; `many_values` is about that.
    for (i, kind) in KINDS
        .into_iter()
        .enumerate()
        .filter(|(_, k)| *k != Kind::Recursive(20))
    {
        assert!(
            met[i] > 500 && tried[i] - met[i] > 500,
            "{kind:?}: {} of {} met",
            met[i],
            tried[i]
        );
    }
}

/// Ties that hold exactly although the score has logarithms.
#[test]
fn exact_ties_are_met() {
    use equipoise_privacy::{
        Class, ClassModel, EntropyDiversity, EntropyEstimator, Log, SemanticPrivacy, Smoothed,
        SmoothedCloseness,
    };
    let entropy = |l: Score, values: &[(u32, u64)]| {
        let class = Class::new(values.iter().map(|v| v.1).sum(), values);
        let model = EntropyDiversity::new(0, l, EntropyEstimator::Shannon, None).unwrap();
        (model.meets(&class), model.score(&class))
    };
    for (l, values) in [
        (
            Score::whole(4),
            vec![(0, 4), (1, 1), (2, 1), (3, 1), (4, 1)],
        ),
        (
            Score::whole(4),
            vec![(0, 12), (1, 3), (2, 3), (3, 3), (4, 3)],
        ),
        (
            Score::whole(3),
            vec![(0, 1 << 40), (1, 1 << 40), (2, 1 << 40)],
        ),
        (Score::whole(1), vec![(3, 5)]),
    ] {
        assert_eq!(entropy(l, &values), (true, l), "{values:?}");
        let (n, d) = parts(l);
        assert!(
            !entropy(
                Score::new(n * 10u128.pow(15) + 1, d * 10u128.pow(15)),
                &values
            )
            .0
        );
    }
    // Nearly that, but not quite.
    assert!(
        !entropy(
            Score::whole(4),
            &[(0, 40001), (1, 10000), (2, 10000), (3, 10000), (4, 10000)]
        )
        .0
    );

    let semantic = |delta, log, class: &[(u32, u64)]| {
        SemanticPrivacy::new(0, delta, log, &[50, 25, 25])
            .unwrap()
            .meets(&Class::new(8, class))
    };
    assert!(semantic(
        Score::whole(0),
        Log::Natural,
        &[(0, 4), (1, 2), (2, 2)]
    ));
    assert!(!semantic(
        Score::new(1, 10u128.pow(9)),
        Log::Natural,
        &[(0, 3), (1, 3), (2, 2)]
    ));
    assert!(semantic(
        Score::whole(1),
        Log::Binary,
        &[(0, 4), (1, 3), (2, 1)]
    ));
    assert!(!semantic(
        Score::new(999_999_999, 10u128.pow(9)),
        Log::Binary,
        &[(0, 4), (1, 3), (2, 1)]
    ));

    // 1 and 1.0 are two values at distance 0.
    let ground = vec![
        vec![0.0, 0.0, 1.0],
        vec![0.0, 0.0, 1.0],
        vec![1.0, 1.0, 0.0],
    ];
    let smooth = Smoothed::new(&ground, None, 0.3).unwrap();
    let model = SmoothedCloseness::new(0, Score::whole(0), &[10, 20, 30], &smooth).unwrap();
    assert!(model.meets(&Class::new(6, &[(0, 1), (1, 2), (2, 3)])));
    assert!(model.meets(&Class::new(6, &[(1, 3), (2, 3)])));
    assert!(!model.meets(&Class::new(6, &[(1, 4), (2, 2)])));
}

/// The largest tables: fast ways and slow ways meet at the same verdicts.
#[test]
fn large_counts_agree_with_small_ones() {
    let mut r = Seeded::new(12);
    for _ in 0..1500 {
        let s = Sample::random(&mut r, false);
        let factor = 1u64 << (20 + r.below(5));
        let mut large = s.clone();
        large.class.iter_mut().for_each(|v| v.1 *= factor);
        large.reference.iter_mut().for_each(|q| *q *= factor);
        large.size *= factor;
        if large.total() >= 1 << 45 {
            continue;
        }
        for kind in KINDS
            .into_iter()
            .filter(|k| !matches!(k, Kind::Grassberger | Kind::AlphaK(4)))
        {
            let asked = Score::new(1 + r.below(10) as u128, 1 + r.below(10) as u128);
            let (Ok(a), Ok(b)) = (kind.build(&s, asked), kind.build(&large, asked)) else {
                continue;
            };
            assert_eq!(
                a.meets(&s.class()),
                b.meets(&large.class()),
                "{kind:?} {s:?}"
            );
            let (x, y) = (a.score(&s.class()), b.score(&large.class()));
            assert!(
                x == y || (x.to_f64() - y.to_f64()).abs() < 2e-9,
                "{kind:?} {s:?}"
            );
        }
    }
}

/// More values than fit on the stack, and l beyond that too.
#[test]
fn many_values() {
    use equipoise_privacy::{Class, ClassModel, RecursiveDiversity};
    let mut r = Seeded::new(13);
    for _ in 0..500 {
        let m = 1 + r.below(150);
        let mut values: Vec<(u32, u64)> =
            (0..m as u32).map(|v| (v, 1 + r.below(30) as u64)).collect();
        r.shuffle(&mut values);
        let mut sorted: Vec<u64> = values.iter().map(|v| v.1).collect();
        sorted.sort_by(|a, b| b.cmp(a));
        for l in [2, 3, 16, 17, 18, 19, 60, u64::MAX] {
            let rest: u64 = sorted.iter().skip((l as usize).saturating_sub(1)).sum();
            let expected = if rest == 0 {
                Score::INFINITE
            } else {
                Score::new(sorted[0].into(), rest.into())
            };
            let model = |c| RecursiveDiversity::new(0, l, c, None).unwrap();
            let class = Class::new(1, &values);
            assert_eq!(model(Score::whole(1)).score(&class), expected);
            if rest > 0 {
                assert!(
                    !model(expected).meets(&class)
                        && model(Score::new(
                            sorted[0] as u128 * 1000 + 1,
                            rest as u128 * 1000
                        ))
                        .meets(&class)
                );
            }
        }
    }
}
