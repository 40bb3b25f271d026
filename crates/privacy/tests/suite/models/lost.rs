//! However a class is divided, failing parts have at least as many rows as `lost_within` says.

use super::cases::{KINDS, Kind, Sample};
use equipoise_privacy::{
    Bound, Class, ClassModel, DeltaPresence, Distance, KAnonymity, KMap, Score, TCloseness,
};
use equipoise_testkit::Seeded;
use std::collections::BTreeMap;

fn counts(rows: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let mut counts = BTreeMap::new();
    rows.for_each(|v| *counts.entry(v).or_insert(0) += 1);
    counts.into_iter().collect()
}

/// Rows in failing parts.
fn lost(model: &dyn ClassModel, rows: &[u32], part_of: &[usize]) -> u64 {
    let parts = part_of.iter().max().map_or(0, |p| p + 1);
    let class_of = |part: usize| {
        counts(
            rows.iter()
                .zip(part_of)
                .filter(|r| *r.1 == part)
                .map(|r| *r.0),
        )
    };
    let sized = (0..parts).map(|part| {
        let values = class_of(part);
        let size = values.iter().map(|v| v.1).sum();
        if model.meets(&Class::new(size, &values)) {
            0
        } else {
            size
        }
    });
    sized.sum()
}

/// All ways to divide n rows: each row joins one of the parts so far or opens the next.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let grow = |p: Vec<usize>| {
            let next = p.iter().max().map_or(0, |m| m + 1);
            (0..=next).map(move |part| p.iter().copied().chain([part]).collect())
        };
        all = all.into_iter().flat_map(grow).collect();
    }
    all
}

fn model(r: &mut Seeded, kind: Kind, s: &Sample) -> Box<dyn ClassModel> {
    loop {
        let asked = match kind {
            Kind::Equal | Kind::Ordered | Kind::Hierarchical | Kind::AlphaK(_) => {
                Score::new(r.below(13) as u128, 12)
            }
            Kind::Smoothed(_) => Score::new(r.below(40) as u128, 60),
            _ => Score::new(1 + r.below(20) as u128, 1 + r.below(8) as u128),
        };
        if let Ok(model) = kind.build(s, asked) {
            return model;
        }
    }
}

fn sample_of_rows(r: &mut Seeded, n: usize) -> (Sample, Vec<u32>) {
    let mut s = Sample::random(r, false);
    let rows: Vec<u32> = (0..n)
        .map(|_| {
            if r.chance(40) {
                0
            } else {
                r.below(s.values) as u32
            }
        })
        .collect();
    s.class = counts(rows.iter().copied());
    s.size = n as u64;
    s.reference = (0..s.values)
        .map(|v| 1 + s.count(v) + r.below(10) as u64)
        .collect();
    (s, rows)
}

#[test]
fn all_divisions_of_small_classes_lose_at_least_that() {
    let mut r = Seeded::new(21);
    let all: Vec<_> = (0..=6).map(partitions).collect();
    assert_eq!(all[6].len(), 203);
    let (mut bounded, mut tight) = ([0; KINDS.len()], [0; KINDS.len()]);
    for _ in 0..250 {
        let n = 2 + r.below(5);
        let (s, rows) = sample_of_rows(&mut r, n);
        for (i, kind) in KINDS.into_iter().enumerate() {
            let model = model(&mut r, kind, &s);
            let bound = model.lost_within(&s.class());
            assert!(
                bound <= s.size && (bound == 0 || model.bounds_loss()),
                "{kind:?}"
            );
            let least = all[n]
                .iter()
                .map(|p| lost(model.as_ref(), &rows, p))
                .min()
                .unwrap();
            assert!(
                bound <= least,
                "{kind:?} {bound} {least} asked {:?} {s:?}",
                model.asked()
            );
            bounded[i] += u64::from(bound > 0);
            tight[i] += u64::from(bound > 0 && bound == least);
        }
    }
    for (i, kind) in KINDS
        .into_iter()
        .enumerate()
        .filter(|(_, k)| *k != Kind::Grassberger)
    {
        assert!(
            bounded[i] > 20 && tight[i] * 5 > bounded[i],
            "{kind:?}: {} bounds, {} tight",
            bounded[i],
            tight[i]
        );
    }
}

#[test]
fn random_divisions_of_larger_classes_lose_at_least_that() {
    let mut r = Seeded::new(22);
    for _ in 0..1500 {
        let n = 7 + r.below(60);
        let (s, mut rows) = sample_of_rows(&mut r, n);
        for kind in KINDS {
            let model = model(&mut r, kind, &s);
            let bound = model.lost_within(&s.class());
            for way in 0..4 {
                let parts = 1 + r.below(if way == 0 { n } else { 4 });
                if way == 1 {
                    rows.sort_unstable();
                } else {
                    r.shuffle(&mut rows);
                }
                let cut: Vec<usize> = (0..n)
                    .map(|i| {
                        if way == 1 {
                            i * parts / n
                        } else {
                            r.below(parts)
                        }
                    })
                    .collect();
                assert!(
                    bound <= lost(model.as_ref(), &rows, &cut),
                    "{kind:?} {bound} asked {:?} {s:?}",
                    model.asked()
                );
            }
        }
    }
}

/// Takes away the row that helps most until the rest meets the model: what was taken away is
/// enough, so no bound may exceed it. Nor may it be far below.
#[test]
fn taking_rows_away_one_by_one_loses_at_least_that() {
    let mut r = Seeded::new(24);
    let (mut bounds, mut taken) = ([0; KINDS.len()], [0; KINDS.len()]);
    for _ in 0..250 {
        let n = 8 + r.below(30);
        let (s, _) = sample_of_rows(&mut r, n);
        for (i, kind) in KINDS.into_iter().enumerate() {
            let model = model(&mut r, kind, &s);
            let bound = model.lost_within(&s.class());
            let mut left = s.clone();
            while left.size > 0 && !model.meets(&left.class()) {
                let without = (0..left.class.len()).map(|at| {
                    let mut less = left.clone();
                    less.class[at].1 -= 1;
                    less.class.retain(|v| v.1 > 0);
                    less.size -= 1;
                    less
                });
                let better = |a: &Sample, b: &Sample| {
                    let (a, b) = (model.score(&a.class()), model.score(&b.class()));
                    if model.bound() == Bound::AtLeast {
                        b.cmp(&a)
                    } else {
                        a.cmp(&b)
                    }
                };
                left = without.min_by(better).unwrap();
            }
            assert!(
                bound <= s.size - left.size,
                "{kind:?} {bound} asked {:?} {s:?} {left:?}",
                model.asked()
            );
            if bound > 0 {
                bounds[i] += bound;
                taken[i] += s.size - left.size;
            }
        }
    }
    for (i, kind) in KINDS
        .into_iter()
        .enumerate()
        .filter(|(_, k)| *k != Kind::Grassberger)
    {
        // Bounds by prices are weaker than those that know the best selection of rows.
        let by_prices = matches!(
            kind,
            Kind::Ordered | Kind::Hierarchical | Kind::Smoothed(_) | Kind::Disclosure(_)
        );
        let least = if by_prices {
            taken[i] / 5
        } else {
            taken[i] * 2 / 3
        };
        assert!(
            bounds[i] >= least,
            "{kind:?}: {} of {}",
            bounds[i],
            taken[i]
        );
    }
}

/// The best that can be kept is often found by taking away rows of the most frequent value: bounds
/// come close to it.
#[test]
fn bounds_of_one_sided_classes_are_known() {
    use equipoise_privacy::{AlphaKAnonymity, ProbabilisticDiversity};
    let class = Class::new(10, &[(0, 8), (1, 2)]);
    let two = ProbabilisticDiversity::new(0, Score::whole(2), None).unwrap();
    assert_eq!(two.lost_within(&class), 6);
    let half = |k| AlphaKAnonymity::new(0, Score::new(1, 2), k, None, None).unwrap();
    assert_eq!(half(4).lost_within(&class), 6);
    assert_eq!(
        half(5).lost_within(&class),
        10,
        "four rows that may stay are fewer than five"
    );
    // Reference half and half, t = 1/4: at most three quarters of one value, so 8 rows with 6 and 2
    // can stay.
    let equal = TCloseness::new(0, Score::new(1, 4), &[50, 50], Distance::Equal).unwrap();
    assert_eq!(equal.lost_within(&class), 2);
}

#[test]
fn populations() {
    let class = |size, population| Class {
        size,
        population,
        ..Class::default()
    };
    let presence = DeltaPresence::new(Score::new(1, 10), Score::new(1, 2)).unwrap();
    // Of ten, five may be in the table: parts (3 of 4), (4 of 6) lose all, (5 of 10), (2 of 0) lose
    // two.
    assert_eq!(presence.lost_within(&class(7, 10)), 2);
    assert_eq!(presence.lost_within(&class(5, 10)), 0);
    assert_eq!(presence.lost_within(&class(3, 0)), 3);
    assert_eq!(KMap::new(4).unwrap().lost_within(&class(2, 3)), 2);
    assert_eq!(KAnonymity::new(4).unwrap().lost_within(&class(3, 9)), 3);
    let mut r = Seeded::new(23);
    for _ in 0..3000 {
        let parts: Vec<(u64, u64)> = (0..1 + r.below(5))
            .map(|_| (1 + r.below(5) as u64, r.below(12) as u64))
            .collect();
        let (size, population) = parts
            .iter()
            .fold((0, 0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
        let model = DeltaPresence::new(
            Score::new(r.below(3) as u128, 10),
            Score::new(3 + r.below(8) as u128, 10),
        )
        .unwrap();
        let lost: u64 = parts
            .iter()
            .filter(|p| !model.meets(&class(p.0, p.1)))
            .map(|p| p.0)
            .sum();
        assert!(
            model.lost_within(&class(size, population)) <= lost,
            "{parts:?}"
        );
    }
}
