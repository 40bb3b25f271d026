//! Other sensitive columns as quasi-identifiers: parts are judged as classes of their own.

use super::cases::{KINDS, Kind, Sample};
use equipoise_privacy::{
    Class, ClassModel, Distance, DistinctDiversity, Divided, KAnonymity, Score, TCloseness, Unit,
};
use equipoise_testkit::Seeded;

#[test]
fn the_worst_part_decides() {
    let mut r = Seeded::new(51);
    for _ in 0..1500 {
        let s = Sample::random(&mut r, false);
        let parts = 1 + r.below(4) as u32;
        // Pairs are numbered at random.
        let mut pairs: Vec<(u32, u32)> = (0..parts)
            .flat_map(|p| (0..s.values as u32).map(move |v| (p, v)))
            .collect();
        r.shuffle(&mut pairs);
        let (part_of, value_of): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
        let class: Vec<(u32, u64)> = (0..pairs.len() as u32)
            .map(|p| (p, r.below(5) as u64))
            .filter(|p| p.1 > 0)
            .collect();
        let size = class.iter().map(|p| p.1).sum();
        let part = |p: u32| {
            let of = class
                .iter()
                .filter(|&&(pair, _)| part_of[pair as usize] == p);
            of.map(|&(pair, count)| (value_of[pair as usize], count))
                .collect::<Vec<_>>()
        };
        for kind in KINDS {
            let asked = Score::new(1 + r.below(12) as u128, 1 + r.below(12) as u128);
            let Ok(inner) = kind.build(&s, asked) else {
                continue;
            };
            let parts: Vec<Vec<(u32, u64)>> =
                (0..parts).map(part).filter(|p| !p.is_empty()).collect();
            let classes = parts
                .iter()
                .map(|p| Class::new(p.iter().map(|v| v.1).sum(), p));
            let scores = classes.clone().map(|c| inner.score(&c));
            let worst = scores.reduce(|a, b| inner.bound().worse(a, b));
            let meets = classes.clone().all(|c| inner.meets(&c));
            let lost: u64 = classes.map(|c| inner.lost_within(&c)).sum();
            let model =
                Divided::new(inner, 0, part_of.clone(), value_of.clone(), Unit::Rows).unwrap();
            let whole = Class::new(size, &class);
            if let Some(worst) = worst {
                assert_eq!(
                    (
                        model.score(&whole),
                        model.meets(&whole),
                        model.lost_within(&whole)
                    ),
                    (worst, meets, lost),
                    "{kind:?}"
                );
            }
        }
    }
}

/// Who reads the size is refused for persons, and nobody else.
#[test]
fn sizes_of_parts_are_unknown_for_persons() {
    let mut s = Sample::random(&mut Seeded::new(52), false);
    while s.values < 4 || s.missing.is_none() {
        s = Sample::random(&mut Seeded::new(s.total()), false);
    }
    let values: Vec<u32> = (0..s.values as u32).collect();
    for kind in KINDS {
        let inner = || kind.build(&s, Score::whole(1)).unwrap();
        let divided = Divided::new(inner(), 0, vec![0; s.values], values.clone(), Unit::Persons);
        let reads_size = matches!(kind, Kind::Probabilistic | Kind::AlphaK(_));
        assert_eq!(divided.is_err(), reads_size, "{kind:?}");
        if let Err(error) = divided {
            assert!(
                error.message().contains("depends on the number of persons"),
                "{}",
                error.message()
            );
        }
        assert!(Divided::new(inner(), 0, vec![0; s.values], values.clone(), Unit::Rows).is_ok());
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let distinct = || Box::new(DistinctDiversity::new(0, 2, None).unwrap());
    let message = |r: equipoise_data::Result<Divided>| r.unwrap_err().message();
    assert!(
        message(Divided::new(
            Box::new(KAnonymity::new(2).unwrap()),
            0,
            vec![0],
            vec![0],
            Unit::Rows
        ))
        .contains("no sensitive column")
    );
    assert!(
        message(Divided::new(distinct(), 0, vec![0, 1], vec![0], Unit::Rows))
            .contains("over 2 values")
    );
    assert!(
        message(Divided::new(
            distinct(),
            0,
            vec![0, 0],
            vec![1, 1],
            Unit::Rows
        ))
        .contains("two numbers")
    );
}

/// Never monotone: the class merged in may bring a failing part.
#[test]
fn merging_can_bring_a_failing_part() {
    let model = Divided::new(
        Box::new(DistinctDiversity::new(0, 2, None).unwrap()),
        0,
        vec![0, 0, 1],
        vec![0, 1, 0],
        Unit::Rows,
    )
    .unwrap();
    assert!(model.meets(&Class::new(2, &[(0, 1), (1, 1)])));
    assert!(!model.meets(&Class::new(3, &[(0, 1), (1, 1), (2, 1)])));
    assert!(!model.monotone().under_merging);
    // The part of one row is lost in any division.
    assert_eq!(
        model.lost_within(&Class::new(3, &[(0, 1), (1, 1), (2, 1)])),
        1
    );
}

/// An inner model that works in the same room as the division.
#[test]
fn room_is_not_shared_by_mistake() {
    let ranks: Vec<Option<u32>> = (0..200).map(Some).collect();
    let inner =
        || TCloseness::new(0, Score::new(1, 2), &[1; 200], Distance::ordered(&ranks)).unwrap();
    let model = Divided::new(
        Box::new(inner()),
        0,
        vec![0, 0, 1, 1],
        vec![3, 150, 199, 0],
        Unit::Rows,
    )
    .unwrap();
    let expected = inner()
        .score(&Class::new(2, &[(3, 1), (150, 1)]))
        .max(inner().score(&Class::new(2, &[(0, 1), (199, 1)])));
    assert_eq!(
        model.score(&Class::new(4, &[(2, 1), (0, 1), (3, 1), (1, 1)])),
        expected
    );
}
