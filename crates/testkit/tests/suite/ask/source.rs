//! The worked example of the source (Adult, three quasi-identifiers), as a list of nodes with their
//! class sizes.
//!
//! Of the printed figure only these nodes are known: 111 with 17 suppressed at k = 3, 121 with 11
//! at k = 3 and at most 8 at k = 2, and 400, the lowest with at most 8. The sizes of the other
//! nodes are made up such that none of them gets in the way.

use equipoise_testkit::ReducedFraction;
use equipoise_testkit::ask::{AskAnswer, AskNode, AskThreshold, OracleBy, Request, choose};

/// How many classes have one unit and how many have two; all others are large.
type Sizes = (u64, u64);

/// The sizes at a node of (Age 0..4, Workclass 0..2, Education 0..2).
fn sizes(levels: &[usize]) -> Sizes {
    match (levels, levels.iter().sum::<usize>()) {
        ([0, 0, 0], _) => (834, 373),
        ([1, 1, 1], _) => (11, 3),
        ([1, 2, 1], _) => (5, 3),
        ([4, 0, 0], _) => (2, 1),
        (_, height @ 0..=3) => (200 - 50 * height as u64, 20),
        (_, 4) => (7, 1),
        (_, height) => (8 - height as u64, 0),
    }
}

/// Units in classes below k, for k up to 3.
fn suppressed((ones, twos): Sizes, k: u64) -> u64 {
    [(1, ones), (2, twos)]
        .into_iter()
        .filter(|(size, _)| *size < k)
        .map(|(size, count)| size * count)
        .sum()
}

fn node(levels: &[usize], k: u64) -> AskNode {
    let height = levels.iter().sum();
    let units = suppressed(sizes(levels), k);
    AskNode {
        levels: levels.to_vec(),
        height,
        units,
        rows: units,
        kept_classes: 100,
        loss: height as f64 / 8.0,
    }
}

fn ask(k: u64, max_units: u64) -> AskAnswer {
    let nodes: Vec<AskNode> = (0..5 * 3 * 3)
        .map(|i| node(&[i / 9, i / 3 % 3, i % 3], k))
        .collect();
    let (low, high, thresholds) = (
        vec![0, 0, 0],
        vec![1, 2, 1],
        vec![ReducedFraction::whole(k)],
    );
    let request = Request {
        thresholds,
        low,
        high: high.clone(),
        max_units,
        max_loss: None,
        max_height: None,
        by: OracleBy::Height,
    };
    let relaxed = |k: u64| AskThreshold {
        model: 0,
        value: ReducedFraction::whole(k),
        rounded: false,
        node: node(&high, k),
    };
    choose(&request, &nodes, |_| (2..k).rev().map(relaxed).collect())
}

fn shown(node: &Option<AskNode>) -> (String, u64) {
    let node = node.as_ref().expect("there is one");
    (
        node.levels.iter().map(usize::to_string).collect(),
        node.units,
    )
}

#[test]
fn tuples_to_suppress_as_printed() {
    assert_eq!(suppressed(sizes(&[1, 1, 1]), 3), 17);
    assert_eq!(suppressed(sizes(&[0, 0, 0]), 3), 1580);
}

#[test]
fn twenty_may_go_and_111_needs_17() {
    let answer = ask(3, 20);
    assert_eq!(shown(&answer.best), ("111".into(), 17));
    assert_eq!(
        (
            answer.ties,
            answer.suppression,
            answer.threshold,
            answer.height
        ),
        (Vec::new(), None, None, None)
    );
}

#[test]
fn eight_may_go_and_three_ways_are_left() {
    let answer = ask(3, 8);
    assert_eq!(answer.best, None);
    let threshold = answer.threshold.expect("a smaller k helps");
    assert_eq!(
        (threshold.value, shown(&Some(threshold.node)).0),
        (ReducedFraction::whole(2), "121".into())
    );
    assert_eq!(shown(&answer.height), ("400".into(), 4));
    assert_eq!(shown(&answer.suppression), ("121".into(), 11));
}

/// With 11 allowed, as suggested, 121 is the answer; with k = 2, as suggested, too.
#[test]
fn suggestions_come_true() {
    assert_eq!(shown(&ask(3, 11).best), ("121".into(), 11));
    assert_eq!(shown(&ask(2, 8).best), ("121".into(), 5));
}
