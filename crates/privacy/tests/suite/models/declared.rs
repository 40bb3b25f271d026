//! What models declare about themselves, tried on random classes.

use super::cases::{KINDS, Sample};
use equipoise_privacy::{AlphaKAnonymity, Class, ClassModel, Score};
use equipoise_testkit::Seeded;
use std::collections::BTreeMap;

fn union(a: &Sample, b: &Sample) -> Sample {
    let mut sum: BTreeMap<u32, u64> = BTreeMap::new();
    a.class
        .iter()
        .chain(&b.class)
        .for_each(|&(v, count)| *sum.entry(v).or_insert(0) += count);
    Sample {
        class: sum.into_iter().collect(),
        size: a.size + b.size,
        ..a.clone()
    }
}

/// Who is monotone under merging never fails in a union, and who is not does: a declaration could
/// be wrong either way.
#[test]
fn merging() {
    let mut r = Seeded::new(31);
    let mut broken = [0; KINDS.len()];
    for _ in 0..3000 {
        let a = Sample::random(&mut r, false);
        let mut b = a.clone();
        b.class = (0..a.values as u32)
            .map(|v| (v, r.below(80).saturating_sub(40) as u64))
            .filter(|v| v.1 > 0)
            .collect();
        b.size = b.units();
        let whole = union(&a, &b);
        for (i, kind) in KINDS.into_iter().enumerate() {
            let asked = Score::new(1 + r.below(12) as u128, 1 + r.below(12) as u128);
            let Ok(model) = kind.build(&a, asked) else {
                continue;
            };
            let breaks = model.meets(&a.class()) && !model.meets(&whole.class());
            assert!(
                !(breaks && model.monotone().under_merging),
                "{kind:?} {a:?} {b:?}"
            );
            broken[i] += usize::from(breaks);
        }
    }
    for (i, kind) in KINDS
        .into_iter()
        .enumerate()
        .filter(|(_, k)| format!("{k:?}") != "Recursive(20)")
    {
        let a = Sample::random(&mut Seeded::new(1), false);
        let declared = kind.build(&a, Score::whole(1)).unwrap().monotone();
        assert_eq!(broken[i] == 0, declared.under_merging, "{kind:?}");
        assert!(declared.under_suppression);
    }
}

#[test]
fn no_class_below_the_least_size_passes() {
    let mut r = Seeded::new(32);
    for round in 0..2000 {
        let s = Sample::random(&mut r, round % 2 == 0);
        for kind in KINDS {
            let asked = Score::new(1 + r.below(30) as u128, 1 + r.below(6) as u128);
            let Ok(model) = kind.build(&s, asked) else {
                continue;
            };
            assert!(
                s.size >= model.least_size() || !model.meets(&s.class()),
                "{kind:?} {s:?}"
            );
        }
    }
}

#[test]
fn classes_without_values() {
    let s = Sample::random(&mut Seeded::new(3), false);
    for kind in KINDS {
        let model = kind.build(&s, Score::whole(1)).unwrap();
        let empty = Class::new(3, &[]);
        assert_eq!(
            model.meets(&empty),
            model.bound().allows(model.score(&empty), model.asked()),
            "{kind:?}"
        );
        assert!(model.lost_within(&empty) <= 3);
    }
}

/// Only listed values are limited, a missing one never.
#[test]
fn alpha_limits_listed_values() {
    let half = Score::new(1, 2);
    let class = Class::new(10, &[(0, 8), (1, 2)]);
    let model = |missing, listed: Option<&[u32]>| {
        AlphaKAnonymity::new(0, half, 2, missing, listed).unwrap()
    };
    assert_eq!(model(None, None).score(&class), Score::new(8, 10));
    assert_eq!(model(None, Some(&[1])).score(&class), Score::new(2, 10));
    assert_eq!(model(None, Some(&[5])).score(&class), Score::whole(0));
    assert_eq!(model(Some(0), None).score(&class), Score::new(2, 10));
    assert_eq!(
        model(Some(0), Some(&[0, 1])).score(&class),
        Score::new(2, 10)
    );
    assert!(model(None, Some(&[1])).meets(&class) && !model(None, None).meets(&class));
    assert_eq!(model(None, Some(&[0])).lost_within(&class), 6);
}
