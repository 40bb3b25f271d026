//! What models imply about each other, and how scores of unions relate to those of parts.

use super::cases::{Kind, Sample, parts};
use equipoise_privacy::{Likeness, Score, entropy, information_utility, split_utility};
use equipoise_testkit::Seeded;

fn score(kind: Kind, s: &Sample) -> Score {
    kind.build(s, Score::whole(1)).unwrap().score(&s.class())
}

#[test]
fn diversities_imply_each_other() {
    let mut r = Seeded::new(81);
    for round in 0..4000 {
        let s = Sample::random(&mut r, round % 2 == 0);
        let distinct = score(Kind::Distinct, &s);
        let entropy = score(Kind::Shannon, &s);
        assert!(entropy <= distinct, "entropy l implies distinct l: {s:?}");
        if s.missing.is_none() && round % 2 == 1 {
            let probabilistic = score(Kind::Probabilistic, &s);
            let slack = entropy.to_f64() + 1e-8;
            assert!(
                probabilistic.to_f64() <= slack,
                "the largest share bounds the entropy from below: {s:?}"
            );
            assert!(probabilistic <= distinct);
        }
        for l in [2, 3, 20] {
            let finite = score(Kind::Recursive(l), &s) < Score::INFINITE;
            assert_eq!(
                finite,
                distinct >= Score::whole(l),
                "recursive l for some c is distinct l: {s:?}"
            );
        }
        assert!(score(Kind::Recursive(2), &s) <= score(Kind::Recursive(3), &s));
        // alpha is 1/l.
        let alpha = score(Kind::AlphaK(1), &s);
        let (n, d) = parts(alpha);
        assert_eq!(
            if n == 0 {
                Score::whole(0)
            } else {
                Score::new(d, n)
            },
            score(Kind::Probabilistic, &s)
        );
    }
}

#[test]
fn likeness_disclosure_and_closeness_are_related() {
    use equipoise_privacy::{BetaLikeness, ClassModel, Log};
    let mut r = Seeded::new(82);
    for _ in 0..4000 {
        let s = Sample::random(&mut r, false);
        let gain = score(Kind::Basic, &s);
        let log = score(Kind::Disclosure(Log::Natural), &s);
        assert!(
            gain.to_f64().ln_1p() <= log.to_f64() + 1e-9,
            "delta-disclosure implies a likeness of e^delta - 1: {s:?}"
        );
        assert!(
            log <= score(Kind::Semantic(Log::Natural), &s),
            "semantic privacy implies disclosure"
        );
        assert!(
            score(Kind::Enhanced, &s) >= gain,
            "enhanced likeness implies basic"
        );
        // Equal distance is at most beta / (1 + beta): a value gains at most that part of its share
        // in the class.
        let equal = score(Kind::Equal, &s).to_f64();
        assert!(
            equal <= gain.to_f64() / (1.0 + gain.to_f64()) + 1e-12,
            "{s:?}"
        );
        let basic = BetaLikeness::new(
            0,
            gain.max(Score::new(1, 1000)),
            Likeness::Basic,
            &s.reference,
        )
        .unwrap();
        assert!(basic.meets(&s.class()));
    }
}

/// D of a union is at most the mean of the parts' by their sizes; smoothed, at most the larger.
#[test]
fn merge_bound_of_closeness() {
    let mut r = Seeded::new(83);
    for _ in 0..4000 {
        let a = Sample::random(&mut r, false);
        let mut b = a.clone();
        b.class = (0..a.values as u32)
            .map(|v| (v, r.below(20) as u64))
            .filter(|v| v.1 > 0)
            .collect();
        b.size = b.units();
        if b.size == 0 {
            continue;
        }
        let mut whole = a.clone();
        whole.class = (0..a.values)
            .map(|v| (v as u32, a.count(v) + b.count(v)))
            .filter(|v| v.1 > 0)
            .collect();
        whole.size = a.size + b.size;
        for kind in [Kind::Equal, Kind::Ordered, Kind::Hierarchical] {
            let (x, y, z) = (
                score(kind, &a).to_f64(),
                score(kind, &b).to_f64(),
                score(kind, &whole).to_f64(),
            );
            let mean = (x * a.size as f64 + y * b.size as f64) / whole.size as f64;
            assert!(z <= mean + 1e-12, "{kind:?} {a:?} {b:?}");
        }
        let kind = Kind::Smoothed(0.3);
        assert!(
            score(kind, &whole).to_f64() <= score(kind, &a).max(score(kind, &b)).to_f64() + 2e-9,
            "{a:?} {b:?}"
        );
    }
}

#[test]
fn utility_splits_at_groups() {
    let mut r = Seeded::new(84);
    for _ in 0..500 {
        let classes: Vec<Vec<u64>> = (0..1 + r.below(8))
            .map(|_| (0..4).map(|_| r.below(9) as u64).collect())
            .collect();
        let group_of: Vec<usize> = classes.iter().map(|_| r.below(3)).collect();
        let whole = information_utility(&classes);
        let (groups, beyond) = split_utility(&classes, &group_of);
        assert!(groups >= -1e-12 && beyond >= -1e-12);
        assert!((groups + beyond - whole.utility).abs() < 1e-12);
        assert!(whole.utility <= entropy(&[1, 1, 1, 1]) + 1e-12);
    }
}
