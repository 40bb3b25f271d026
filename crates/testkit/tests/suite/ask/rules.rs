//! The rules of choice by another way: sorting, on lists with many ties whose losses differ
//! clearly.

use super::cases;
use equipoise_testkit::ask::{AskNode, OracleBy, Request, answer, choose, threshold_of};
use equipoise_testkit::{Seeded, best};

fn random_list(r: &mut Seeded) -> (Request, Vec<AskNode>) {
    let node = |levels: Vec<usize>, r: &mut Seeded| {
        let (units, kept_classes) = (r.below(6) as u64, r.below(5) as u64);
        AskNode {
            height: levels.iter().sum(),
            units,
            rows: 2 * units,
            kept_classes,
            loss: r.below(4) as f64 / 4.0,
            levels,
        }
    };
    let nodes = (0..12).map(|i| node(vec![i / 4, i % 4], r)).collect();
    let low = vec![r.below(2), r.below(2)];
    let high = vec![low[0] + r.below(3 - low[0]), low[1] + r.below(4 - low[1])];
    let max_loss = r.chance(40).then(|| r.below(4) as f64 / 4.0);
    let max_height = r.chance(40).then(|| r.below(6));
    let by = r.pick(&[OracleBy::Loss, OracleBy::Height, OracleBy::Suppression]);
    (
        Request {
            thresholds: Vec::new(),
            low,
            high,
            max_units: r.below(6) as u64,
            max_loss,
            max_height,
            by,
        },
        nodes,
    )
}

/// The order as a key to sort by; the first number is what is asked by.
fn key(node: &AskNode, by: OracleBy) -> ([u64; 3], Vec<usize>) {
    let (loss, height, units) = ((node.loss * 4.0) as u64, node.height as u64, node.units);
    let measures = match by {
        OracleBy::Loss => [loss, height, units],
        OracleBy::Height => [height, units, loss],
        OracleBy::Suppression => [units, loss, height],
    };
    (measures, node.levels.clone())
}

fn sorted(nodes: &[AskNode], by: OracleBy, is: impl Fn(&AskNode) -> bool) -> Vec<AskNode> {
    let mut found: Vec<AskNode> = nodes.iter().filter(|node| is(node)).cloned().collect();
    found.sort_by_key(|node| key(node, by));
    found
}

#[test]
fn choices_are_those_of_sorting() {
    let r = &mut Seeded::new(3);
    let (mut tied, mut at_vmax, mut elsewhere) = (0, 0, 0);
    for _ in 0..20_000 {
        let (request, nodes) = random_list(r);
        let found = choose(&request, &nodes, |_| unreachable!("there is no model"));
        let inside = |n: &AskNode| {
            (0..2).all(|i| request.low[i] <= n.levels[i] && n.levels[i] <= request.high[i])
        };
        let loss =
            |n: &AskNode| n.kept_classes > 0 && request.max_loss.is_none_or(|max| n.loss <= max);
        let height = |n: &AskNode| request.max_height.is_none_or(|max| n.height <= max);
        let units = |n: &AskNode| n.units <= request.max_units;
        let mut expected = sorted(&nodes, request.by, |n| {
            inside(n) && loss(n) && height(n) && units(n)
        });
        let Some(first) = expected.first().cloned() else {
            assert_eq!(
                (found.best, found.ties, found.threshold),
                (None, Vec::new(), None)
            );
            let mut fewest = sorted(&nodes, request.by, |n| inside(n) && loss(n) && height(n));
            fewest.sort_by_key(|n| (n.units, n.levels != request.high));
            assert_eq!(
                found.suppression,
                fewest.first().cloned(),
                "{request:?} {nodes:?}"
            );
            at_vmax += usize::from(
                found
                    .suppression
                    .as_ref()
                    .is_some_and(|n| n.levels == request.high),
            );
            elsewhere += usize::from(
                found
                    .suppression
                    .as_ref()
                    .is_some_and(|n| n.levels != request.high),
            );
            let coarse_enough = |n: &AskNode| (0..2).all(|i| request.low[i] <= n.levels[i]);
            assert_eq!(
                found.height,
                sorted(&nodes, OracleBy::Height, |n| coarse_enough(n)
                    && loss(n)
                    && units(n))
                .first()
                .cloned()
            );
            continue;
        };
        expected.retain(|n| key(n, request.by).0[0] == key(&first, request.by).0[0]);
        tied += usize::from(expected.len() > 2);
        assert_eq!(
            found.best.into_iter().chain(found.ties).collect::<Vec<_>>(),
            expected,
            "{request:?}"
        );
        assert_eq!((found.suppression, found.height), (None, None));
    }
    assert!(
        tied > 200 && at_vmax > 1000 && elsewhere > 1000,
        "{tied} {at_vmax} {elsewhere}"
    );
}

/// Asked for what the case asks, by loss, the answer is the best node of the case.
#[test]
fn the_recipes_own_wish_is_the_best_node() {
    let mut found = 0;
    for (seed, case) in cases(600) {
        let request = Request {
            thresholds: case.models.iter().map(threshold_of).collect(),
            low: case.quasi.iter().map(|q| q.min_level).collect(),
            high: case.quasi.iter().map(|q| q.max_level).collect(),
            max_units: case.allowed(),
            max_loss: None,
            max_height: None,
            by: OracleBy::Loss,
        };
        let (answer, best) = (answer(&case, &request).best, best(&case));
        assert_eq!(
            answer.map(|a| (a.levels, a.units, a.rows)),
            best.as_ref().map(|b| (
                b.levels.clone(),
                b.facts.suppressed_units,
                b.facts.suppressed_rows
            )),
            "seed {seed}"
        );
        found += usize::from(best.is_some());
    }
    assert!(found > 200, "{found}");
}
