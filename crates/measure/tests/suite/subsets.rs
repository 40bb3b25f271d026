//! Distinction and separation against the definition, and sets of minimal sample uniques against
//! all sets.

use crate::common::{Lcg, Small};
use equipoise_measure::risk::special_uniques::{SpecialUniqueOptions, SpecialUniques};
use equipoise_measure::risk::subsets::Subsets;
use equipoise_measure::risk::{Fraction, Tuples};
use std::collections::{HashMap, HashSet};

fn groups(table: &Small, mask: u64) -> HashMap<Vec<u32>, u64> {
    let mut groups = HashMap::new();
    for row in (0..table.columns[0].len()).filter(|&row| table.weight(row) > 0) {
        *groups.entry(table.project(row, mask)).or_insert(0) += table.weight(row);
    }
    groups
}

#[test]
fn every_set_as_by_definition() {
    let mut lcg = Lcg::new(1);
    for _ in 0..600 {
        let table = Small::random(&mut lcg, 8);
        let tuples = Tuples::new(&table.slices(), table.weights.as_deref()).unwrap();
        let subsets = Subsets::new(&tuples, 255).unwrap();
        assert!(subsets.is_complete());
        let rows: u64 = (0..table.columns[0].len())
            .map(|row| table.weight(row))
            .sum();
        if rows == 0 {
            assert!(subsets.list().is_empty());
            continue;
        }
        assert_eq!(subsets.list().len(), (1 << table.columns.len()) - 1);
        for mask in 1..1u64 << table.columns.len() {
            let (set, groups) = (subsets.get(mask).unwrap(), groups(&table, mask));
            assert_eq!(set.mask, mask);
            assert_eq!(set.distinct, groups.len() as u64);
            assert_eq!(
                set.unique,
                groups.values().filter(|&&rows| rows == 1).count() as u64
            );
            assert_eq!(
                set.equal_pairs,
                groups
                    .values()
                    .map(|&g| u128::from(g) * u128::from(g - 1) / 2)
                    .sum()
            );
            assert_eq!(
                set.distinction(),
                Fraction::new(u128::from(set.distinct), u128::from(rows))
            );
            assert_eq!(set.separation().is_none(), rows == 1);
        }
    }
}

#[test]
fn adding_a_column_tells_no_fewer_apart() {
    let mut lcg = Lcg::new(2);
    for _ in 0..100 {
        let table = Small::random(&mut lcg, 6);
        let subsets = Subsets::new(&Tuples::new(&table.slices(), None).unwrap(), 63).unwrap();
        for set in subsets.list() {
            for larger in (0..table.columns.len()).filter_map(|c| subsets.get(set.mask | 1 << c)) {
                assert!(larger.distinction() >= set.distinction());
                assert!(larger.separation() >= set.separation());
                assert!(larger.unique_share() >= set.unique_share());
            }
        }
    }
}

#[test]
fn a_budget_limits_the_size_of_sets_and_says_so() {
    let columns: Vec<Vec<u32>> = (0..30)
        .map(|c| (0..50u32).map(|row| row * (c + 3) % 7).collect())
        .collect();
    let slices: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
    let tuples = Tuples::new(&slices, None).unwrap();
    let subsets = Subsets::new(&tuples, 5000).unwrap();
    assert_eq!(
        (
            subsets.largest(),
            subsets.is_complete(),
            subsets.list().len()
        ),
        (3, false, 30 + 435 + 4060)
    );
    let sizes: HashSet<u32> = subsets
        .list()
        .iter()
        .map(|set| set.mask.count_ones())
        .collect();
    assert_eq!(sizes, HashSet::from([1, 2, 3]));
    assert!(subsets.get(0b1111).is_none());
    assert!(Subsets::new(&tuples, 29).is_err());
}

#[test]
fn threads_do_not_matter() {
    let mut lcg = Lcg::new(3);
    let columns: Vec<Vec<u32>> = (0..11)
        .map(|c| (0..300).map(|_| lcg.below(2 + 3 * c) as u32).collect())
        .collect();
    let slices: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
    let tuples = Tuples::new(&slices, None).unwrap();
    let options = SpecialUniqueOptions {
        largest: 11,
        ..SpecialUniqueOptions::default()
    };
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            (
                Subsets::new(&tuples, 1 << 11).unwrap(),
                SpecialUniques::new(&tuples, options).unwrap(),
            )
        })
    };
    let alone = run(1);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(5));
}

/// The minimal sample uniques of a row, by definition: unique here, not unique in any smaller part.
fn minimal(table: &Small, row: usize, largest: usize) -> Vec<u64> {
    let unique = |mask: u64| groups(table, mask)[&table.project(row, mask)] == 1;
    let sets: Vec<u64> = (1..1u64 << table.columns.len())
        .filter(|mask| mask.count_ones() as usize <= largest && unique(*mask))
        .collect();
    let mut minimal: Vec<u64> = sets
        .iter()
        .copied()
        .filter(|set| sets.iter().all(|part| part == set || part & set != *part))
        .collect();
    minimal.sort_by_key(|mask| (mask.count_ones(), *mask));
    minimal
}

#[test]
fn minimal_sample_uniques_as_by_definition() {
    let mut lcg = Lcg::new(4);
    for round in 0..250 {
        let table = Small::random(&mut lcg, 6);
        let columns = table.columns.len();
        let largest = 1 + round % 6;
        let tuples = Tuples::new(&table.slices(), table.weights.as_deref()).unwrap();
        let found = SpecialUniques::new(
            &tuples,
            SpecialUniqueOptions {
                largest,
                ..SpecialUniqueOptions::default()
            },
        )
        .unwrap();
        let (mut by_size, mut by_column) = (vec![0; largest.min(columns)], vec![0; columns]);
        for row in 0..table.columns[0].len() {
            let expected = if table.weight(row) == 1 {
                minimal(&table, row, largest)
            } else {
                Vec::new()
            };
            assert_eq!(found.msus(row).collect::<Vec<_>>(), expected);
            let last = largest.min(columns).min(columns - 1);
            let score = expected
                .iter()
                .map(|msu| {
                    (msu.count_ones() as usize..=last)
                        .map(|i| (columns - i) as f64)
                        .product::<f64>()
                })
                .sum::<f64>();
            assert_eq!(found.score(row), score);
            assert_eq!(found.dis_score(row) > 0.0, score > 0.0);
            assert!(found.dis_score(row) <= 1.0);
            for msu in expected {
                by_size[msu.count_ones() as usize - 1] += 1;
                (0..columns).for_each(|c| by_column[c] += msu >> c & 1);
            }
        }
        assert_eq!((found.by_size(), found.by_column()), (by_size, by_column));
    }
}

/// Four columns as in the guides to this score: an MSU of one column counts 3 * 2 * 1, one of two 2
/// * 1, one of three 1.
#[test]
fn scores_by_hand() {
    // Record 0 is unique by column 0; record 1 by {1, 2}; records 2 and 3 are equal; 4 to 7 keep
    // the parts of {1, 2} common.
    let columns: [&[u32]; 4] = [
        &[9, 0, 0, 0, 0, 0],
        &[0, 1, 0, 0, 1, 1],
        &[0, 1, 1, 1, 0, 0],
        &[0, 0, 0, 0, 0, 0],
    ];
    let found = SpecialUniques::new(
        &Tuples::new(&columns, None).unwrap(),
        SpecialUniqueOptions::default(),
    )
    .unwrap();
    assert_eq!(found.msus(0).collect::<Vec<_>>(), [0b0001, 0b0110]);
    assert_eq!(found.msus(1).collect::<Vec<_>>(), [0b0110]);
    assert_eq!(
        (found.score(0), found.score(1), found.score(2)),
        (8.0, 2.0, 0.0)
    );
    assert_eq!(
        (found.by_size(), found.by_column()),
        (vec![1, 2, 0], vec![1, 2, 2, 0])
    );
    // Of all scores, 10, six come from column 0 and two sets of two columns give four.
    assert_eq!(found.contributions(), [0.6, 0.4, 0.4, 0.0]);
    // Two uniques, two pairs: DIS = 0.01 * 2 / (0.01 * 2 + 0.99 * 4).
    let dis = 0.02 / (0.02 + 3.96);
    assert!((found.dis().unwrap() - dis).abs() < 1e-15);
    let (q, sum) = (1.2f64, 8f64.powf(-1.2) + 2f64.powf(-1.2));
    let score = |s: f64| 1.0 / (1.0 + (2.0 / dis - 2.0) / (s.powf(q) * sum));
    assert!(
        (found.dis_score(0) - score(8.0)).abs() < 1e-15
            && (found.dis_score(1) - score(2.0)).abs() < 1e-15
    );
    assert!(found.dis_score(0) > found.dis_score(1));
}

#[test]
fn wrong_wishes_are_refused() {
    let tuples = Tuples::new(&[&[1, 2], &[1, 1]], None).unwrap();
    let ask = |options| SpecialUniques::new(&tuples, options);
    assert!(
        ask(SpecialUniqueOptions {
            largest: 0,
            ..SpecialUniqueOptions::default()
        })
        .is_err()
    );
    assert!(
        ask(SpecialUniqueOptions {
            intensity: 0.0,
            ..SpecialUniqueOptions::default()
        })
        .is_err()
    );
    assert!(
        ask(SpecialUniqueOptions {
            intensity: f64::NAN,
            ..SpecialUniqueOptions::default()
        })
        .is_err()
    );
    assert!(
        ask(SpecialUniqueOptions {
            budget: 1,
            ..SpecialUniqueOptions::default()
        })
        .is_err()
    );
    assert_eq!(
        ask(SpecialUniqueOptions {
            budget: 2,
            ..SpecialUniqueOptions::default()
        })
        .unwrap()
        .largest(),
        1
    );
}
