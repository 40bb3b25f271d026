//! Products of counts need more than 32, and with large tables more than 64 bits. A peer's
//! hierarchical t-closeness multiplies 32-bit counts and passes classes that violate t in a table
//! of a million rows.

use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_privacy::{Class, ClassModel, Distance, Score, TCloseness};

/// Six values in three groups.
fn hierarchy() -> Hierarchy {
    let lines = [
        ["a", "x", "*"],
        ["b", "x", "*"],
        ["c", "y", "*"],
        ["d", "y", "*"],
        ["e", "z", "*"],
        ["f", "z", "*"],
    ];
    let tree = Tree::new(
        lines
            .iter()
            .map(|l| l.iter().map(|s| (*s).to_owned()).collect())
            .collect(),
    )
    .unwrap();
    let table = Table::from_rows(&["s"], &lines.map(|l| [l[0]]));
    Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap()
}

/// The same formula with products that wrap at 32 bits.
fn distance_in_32_bits(counts: &[u64; 6], reference: &[u64; 6]) -> f64 {
    let (size, total) = (
        counts.iter().sum::<u64>() as i32,
        reference.iter().sum::<u64>() as i32,
    );
    let extra: Vec<i32> = counts
        .iter()
        .zip(reference)
        .map(|(&c, &q)| {
            (c as i32)
                .wrapping_mul(total)
                .wrapping_sub((q as i32).wrapping_mul(size))
        })
        .collect();
    let groups: Vec<i32> = extra.chunks(2).map(|g| g[0].wrapping_add(g[1])).collect();
    let within = |parts: &[i32]| {
        let sum = |sign: i32| {
            parts
                .iter()
                .map(|&e| f64::from(e.wrapping_mul(sign).max(0)))
                .sum::<f64>()
        };
        sum(1).min(sum(-1))
    };
    let cost = extra.chunks(2).map(within).sum::<f64>() * 0.5 + within(&groups);
    cost / (f64::from(size) * f64::from(total)).abs()
}

#[test]
fn classes_that_pass_in_32_bits_fail_here() {
    let reference = [310_000, 190_000, 150_000, 150_000, 120_000, 80_000];
    let model = TCloseness::new(
        0,
        Score::new(1, 10),
        &reference,
        Distance::hierarchical(&hierarchy()),
    )
    .unwrap();
    let mut caught = 0;
    for shift in 0..60 {
        let counts = [
            60_000 + shift * 2_000,
            30_000,
            15_000,
            15_000,
            12_000,
            8_000,
        ];
        let values: Vec<(u32, u64)> = (0..).zip(counts).collect();
        let exact = model.score(&Class::new(0, &values));
        if distance_in_32_bits(&counts, &reference) <= 0.1 && exact > Score::new(1, 10) {
            caught += 1;
            assert!(!model.meets(&Class::new(0, &values)));
        }
    }
    assert!(
        caught >= 5,
        "the test shows what it is meant to show: {caught}"
    );
}

/// 2^33 rows' worth of weights, distances known by hand.
#[test]
fn two_to_the_33_rows() {
    const ROWS: u64 = 1 << 33;
    // Half of the table in each of two values; the class has only the first: everything beyond its
    // half must move.
    let equal =
        TCloseness::new(0, Score::new(1, 2), &[ROWS / 2, ROWS / 2], Distance::Equal).unwrap();
    assert_eq!(
        equal.score(&Class::new(0, &[(0, ROWS - 1)])),
        Score::new(1, 2)
    );
    assert!(equal.meets(&Class::new(0, &[(0, ROWS - 1)])));
    // One unit in 2^33 - 1 more in one value than the reference has: the smallest step there is
    // still counts.
    let zero = TCloseness::new(0, Score::whole(0), &[ROWS / 2, ROWS / 2], Distance::Equal).unwrap();
    assert!(zero.meets(&Class::new(0, &[(0, ROWS / 4), (1, ROWS / 4)])));
    assert!(!zero.meets(&Class::new(0, &[(0, ROWS / 4 + 1), (1, ROWS / 4)])));

    let ranks: Vec<Option<u32>> = (0..3).map(Some).collect();
    let ordered = TCloseness::new(
        0,
        Score::whole(1),
        &[ROWS, ROWS, ROWS],
        Distance::ordered(&ranks),
    )
    .unwrap();
    // All mass at one end: a third moves by one half, a third by one.
    assert_eq!(
        ordered.score(&Class::new(0, &[(0, ROWS)])),
        Score::new(1, 2)
    );

    let tree = TCloseness::new(
        0,
        Score::whole(1),
        &[ROWS; 6],
        Distance::hierarchical(&hierarchy()),
    )
    .unwrap();
    // One of six leaves: a sixth moves within the group (1/2), four sixths to other groups (1).
    assert_eq!(tree.score(&Class::new(0, &[(3, ROWS)])), Score::new(9, 12));
}

#[test]
fn more_units_than_can_be_exact_are_refused() {
    assert!(TCloseness::new(0, Score::whole(1), &[1 << 46], Distance::Equal).is_err());
    assert!(TCloseness::new(0, Score::whole(1), &[], Distance::Equal).is_err());
    assert!(TCloseness::new(0, Score::new(11, 10), &[1], Distance::Equal).is_err());
}
