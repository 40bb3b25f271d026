//! Distances against the transport solver, and arithmetic at sizes no test file could have.

use crate::generator::Generator;
use crate::naive::{common_level, costs, emd};
use equipoise_certify::{Ground, Ratio, Reference, Tree};

/// The class as the judge wants it: positions with units.
fn sparse(counts: &[u64]) -> Vec<(u32, u64)> {
    counts
        .iter()
        .zip(0..)
        .filter(|(count, _)| **count > 0)
        .map(|(count, position)| (position, *count))
        .collect()
}

fn random_counts(g: &mut Generator, length: usize) -> (Vec<u64>, u64) {
    let most = 1 + g.below(6);
    let mut counts: Vec<u64> = (0..length)
        .map(|_| if g.below(3) == 0 { 0 } else { g.below(most) })
        .collect();
    let missing = if g.below(2) == 0 { 0 } else { g.below(most) };
    if counts.iter().sum::<u64>() + missing == 0 {
        let i = g.index(length);
        counts[i] = 1;
    }
    (counts, missing)
}

fn with_missing(counts: &[u64], missing: u64) -> Vec<u64> {
    counts.iter().copied().chain([missing]).collect()
}

#[test]
fn equal_distance_is_the_cheapest_transport() {
    let mut g = Generator::new(1);
    for _ in 0..600 {
        let m = 1 + g.index(6);
        let ((p, p_missing), (q, q_missing)) = (random_counts(&mut g, m), random_counts(&mut g, m));
        let values: Vec<_> = (0..m).map(Some).chain([None]).collect();
        let expected = emd(
            &with_missing(&p, p_missing),
            &with_missing(&q, q_missing),
            &costs(&values, 1, |_, _| 1),
            1,
        );
        let reference = Reference::new(Ground::Equal, q, q_missing).unwrap();
        assert_eq!(reference.emd(&sparse(&p), p_missing).unwrap(), expected);
    }
}

#[test]
fn ordered_distance_is_the_cheapest_transport() {
    let mut g = Generator::new(2);
    for round in 0..3000 {
        let m = 1 + g.index(7);
        let ((p, p_missing), (q, q_missing)) = (random_counts(&mut g, m), random_counts(&mut g, m));
        let unit = (m as i64 - 1).max(1);
        let values: Vec<_> = (0..m as i64).map(Some).chain([None]).collect();
        let expected = emd(
            &with_missing(&p, p_missing),
            &with_missing(&q, q_missing),
            &costs(&values, unit, |a, b| (a - b).abs()),
            unit,
        );
        let reference = Reference::new(Ground::Ordered, q.clone(), q_missing).unwrap();
        let found = reference.emd(&sparse(&p), p_missing).unwrap();
        assert_eq!(
            found, expected,
            "round {round}: {p:?} and {p_missing} missing, from {q:?} and {q_missing} missing"
        );
    }
}

#[test]
fn hierarchical_distance_is_the_cheapest_transport() {
    let mut g = Generator::new(3);
    for _ in 0..1500 {
        let (m, columns) = (1 + g.index(7), 2 + g.index(4));
        let lines = g.tree(m, columns, |i| format!("v{i}"));
        let ((p, p_missing), (q, q_missing)) = (random_counts(&mut g, m), random_counts(&mut g, m));
        let unit = columns as i64 - 1;
        let values: Vec<_> = lines.iter().map(Some).chain([None]).collect();
        let expected = emd(
            &with_missing(&p, p_missing),
            &with_missing(&q, q_missing),
            &costs(&values, unit, |a, b| common_level(a, b)),
            unit,
        );
        let (tree, positions) = Tree::new(&lines).unwrap();
        let placed = |counts: &[u64]| {
            let mut placed = vec![0; m];
            counts
                .iter()
                .zip(&positions)
                .for_each(|(count, position)| placed[*position as usize] = *count);
            placed
        };
        let reference = Reference::new(Ground::Hierarchical(tree), placed(&q), q_missing).unwrap();
        assert_eq!(
            reference.emd(&sparse(&placed(&p)), p_missing).unwrap(),
            expected
        );
    }
}

/// Multiplying all counts leaves a distance as it is, so 2^33 rows must give what a handful gives.
/// Products of such counts need 67 bits, and those of a million rows already more than 32.
#[test]
fn large_counts_give_the_distances_of_small_ones() {
    let line = |a: &str, b: &str| vec![a.to_owned(), b.to_owned(), "*".to_owned()];
    let lines = [
        line("a", "x"),
        line("b", "x"),
        line("c", "y"),
        line("d", "y"),
    ];
    let (class, reference) = ([1u64, 0, 2, 0], [3u64, 2, 1, 1]);
    for (class_missing, reference_missing) in [(0, 0), (1, 1), (2, 0), (0, 3)] {
        for ground in [
            Ground::Equal,
            Ground::Ordered,
            Ground::Hierarchical(Tree::new(&lines).unwrap().0),
        ] {
            let small =
                Reference::new(ground.clone(), reference.to_vec(), reference_missing).unwrap();
            let small = small.emd(&sparse(&class), class_missing).unwrap();
            for scale in [1 << 17, 1 << 31, 1 << 33, (1 << 33) + 9] {
                let scaled: Vec<u64> = reference.iter().map(|r| r * scale).collect();
                let large =
                    Reference::new(ground.clone(), scaled, reference_missing * scale).unwrap();
                for class_scale in [1, scale / 2, scale] {
                    let scaled: Vec<u64> = class.iter().map(|c| c * class_scale).collect();
                    assert_eq!(
                        large
                            .emd(&sparse(&scaled), class_missing * class_scale)
                            .unwrap(),
                        small
                    );
                }
            }
        }
    }
}

/// With m positions the greatest numerator is m - 1 times the product of both totals.
#[test]
fn long_lines_with_large_counts_fit() {
    const M: usize = 100_000;
    let mut counts = vec![0u64; M];
    counts[0] = 1 << 33;
    let reference = Reference::new(Ground::Ordered, counts, 0).unwrap();
    assert_eq!(
        reference.emd(&[(M as u32 - 1, 1 << 33)], 0).unwrap(),
        Ratio::new(1, 1).unwrap()
    );
    let halves = reference
        .emd(&[(0, 1 << 32), (M as u32 - 1, 1 << 32)], 0)
        .unwrap();
    assert_eq!(halves, Ratio::new(1, 2).unwrap());
    let with_missing = reference.emd(&[(M as u32 - 1, 1 << 32)], 1 << 32).unwrap();
    assert_eq!(with_missing, Ratio::new(1, 1).unwrap());
}

#[test]
fn an_overflow_is_an_error_and_no_number() {
    let reference = Reference::new(Ground::Ordered, vec![u64::MAX, 0, 0], 0).unwrap();
    let error = reference.emd(&[(2, u64::MAX)], 0).unwrap_err();
    assert_eq!(error.kind().name(), "internal");
    for ground in [Ground::Equal, Ground::Ordered] {
        assert!(
            Reference::new(ground, vec![u64::MAX; 3], 0)
                .unwrap()
                .emd(&[(0, u64::MAX), (1, u64::MAX)], 0)
                .is_err()
        );
    }
}

#[test]
fn a_class_that_is_empty_unsorted_or_outside_is_refused() {
    let reference = Reference::new(Ground::Equal, vec![1, 1], 0).unwrap();
    for class in [&[][..], &[(1, 1), (0, 1)], &[(0, 1), (0, 1)], &[(2, 1)]] {
        assert!(reference.emd(class, 0).is_err());
    }
    assert!(Reference::new(Ground::Equal, vec![0, 0], 0).is_err());
}

#[test]
fn lines_that_are_no_tree_are_refused() {
    let lines = |rows: &[&[&str]]| {
        rows.iter()
            .map(|row| row.iter().map(|t| (*t).to_owned()).collect())
            .collect::<Vec<Vec<String>>>()
    };
    for bad in [
        lines(&[]),
        lines(&[&["a", "*"], &["b"]]),
        lines(&[&["a", "*"], &["a", "*"]]),
        lines(&[&["a", "x"], &["b", "y"]]),
        lines(&[&["a", "x", "1", "*"], &["b", "x", "2", "*"]]),
    ] {
        assert!(Tree::new(&bad).is_err(), "{bad:?}");
    }
    // Without labels two values have nothing in common.
    let (tree, _) = Tree::new(&lines(&[&["a"], &["b"]])).unwrap();
    let reference = Reference::new(Ground::Hierarchical(tree), vec![1, 1], 0).unwrap();
    assert_eq!(
        reference.emd(&[(0, 1)], 0).unwrap(),
        Ratio::new(1, 2).unwrap()
    );
}
