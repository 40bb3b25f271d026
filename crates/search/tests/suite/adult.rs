//! Oracles of a peer on the Adult table (numbers only, from `oracles.md`), where the shared data
//! are at hand.

use crate::common::Prepared;
use equipoise_search::{Limits, UnwatchedSearch, all_nodes, optimal};
use equipoise_testkit::shared::{adult, lattice_k5};
use equipoise_testkit::{Case, OracleDistance, OracleLimit, OracleLoss, OracleModel};

fn share(text: &str, numerator: u64, denominator: u64) -> OracleLimit {
    OracleLimit::Share {
        numerator,
        denominator,
        text: text.to_owned(),
    }
}

fn limits() -> [OracleLimit; 4] {
    [
        OracleLimit::Units(0),
        share("0.02", 2, 100),
        share("0.05", 5, 100),
        share("1.0", 1, 1),
    ]
}

/// Searches and gives levels, loss, suppressed rows and kept classes.
fn search(case: &Case) -> (Vec<u8>, f64, u64, u64) {
    let prepared = Prepared::try_new(case).unwrap();
    let encoded = prepared.encoded();
    let outcome = optimal(
        &prepared.task(&encoded),
        &Limits::default(),
        &UnwatchedSearch,
    )
    .unwrap();
    assert!(outcome.proved);
    assert!(
        outcome.nodes_evaluated < outcome.nodes_total * 3 / 2,
        "{} of {} nodes",
        outcome.nodes_evaluated,
        outcome.nodes_total
    );
    let best = outcome.best.expect("feasible");
    (
        best.levels,
        best.loss,
        best.facts.suppressed_rows,
        best.facts.kept_classes,
    )
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

/// The table "k = 5, nine quasi-identifiers", all twelve rows.
#[test]
fn the_optima_of_the_peer_at_k_5() {
    let Some(mut case) = adult(&[]) else { return };
    case.models = vec![OracleModel::K { k: 5 }];
    let expected = [
        (
            OracleLoss::Loss,
            [
                (0.573_150_965_559_004_4, 0, 24),
                (0.313_713_035_281_924_2, 506, 222),
                (0.241_932_365_066_290_8, 1_346, 397),
                (0.220_411_928_479_842_92, 2_553, 602),
            ],
        ),
        (
            OracleLoss::Precision,
            [
                (0.666_666_666_666_666_7, 0, 0),
                (0.435_651_801_260_845_74, 511, 231),
                (0.365_625_621_643_127_06, 1_461, 391),
                (0.311_946_353_886_543_5, 4_100, 620),
            ],
        ),
        (
            OracleLoss::Aecs,
            [
                (628.375, 0, 48),
                (47.350_078_492_935_64, 419, 636),
                (28.808_022_922_636_102, 906, 1_046),
                (16.321_428_571_428_573, 7_185, 1_847),
            ],
        ),
    ];
    for (loss, rows) in expected {
        case.loss = loss;
        for (limit, (value, suppressed, classes)) in limits().into_iter().zip(rows) {
            case.limit = limit;
            let (levels, found, rows, kept) = search(&case);
            assert!(close(found, value), "{levels:?}: {found} is not {value}");
            assert_eq!(rows, suppressed, "{levels:?}");
            // At limit 0 several nodes share the least precision loss: the peer takes another one.
            assert!(
                classes == 0 || kept == classes,
                "{levels:?}: {kept} classes, not {classes}"
            );
        }
    }
}

/// "Two with a sensitive column": occupation sensitive, the other eight quasi-identifiers.
#[test]
fn the_optima_of_the_peer_with_a_sensitive_column() {
    let Some(mut case) = adult(&["occupation"]) else {
        return;
    };
    let column = case.sensitive[0].index;
    case.loss = OracleLoss::Loss;
    case.limit = share("0.05", 5, 100);
    case.models = vec![OracleModel::DistinctL { column, l: 3 }];
    let (levels, loss, suppressed, classes) = search(&case);
    assert_eq!(
        (levels.as_slice(), suppressed, classes),
        (&[0, 3, 0, 0, 2, 1, 1, 0][..], 1_102, 473)
    );
    assert!(close(loss, 0.162_929_126_646_316_2), "{loss}");

    let t = OracleModel::T {
        column,
        t_num: 1,
        t_den: 5,
        text: "0.2".to_owned(),
        distance: OracleDistance::Equal,
    };
    case.models = vec![OracleModel::K { k: 5 }, t];
    let (levels, loss, suppressed, classes) = search(&case);
    assert_eq!(
        (levels.as_slice(), suppressed, classes),
        (&[1, 4, 1, 1, 3, 1, 2, 1][..], 235, 6)
    );
    assert!(close(loss, 0.815_003_186_212_389_7), "{loss}");
}

/// All 12,960 nodes of `lattice_k5.csv.gz`, by the node evaluator.
#[test]
fn every_node_of_the_adult_lattice() {
    let (Some(mut case), Some(lattice)) = (adult(&[]), lattice_k5()) else {
        return;
    };
    case.models = vec![OracleModel::K { k: 5 }];
    assert_eq!(lattice.len(), 12_960);
    for loss in [OracleLoss::Loss, OracleLoss::Precision, OracleLoss::Aecs] {
        case.loss = loss;
        let prepared = Prepared::try_new(&case).unwrap();
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        for row in &lattice {
            let (facts, value) = &nodes[task.lattice.index(&row.levels) as usize];
            assert_eq!(
                (facts.classes, facts.kept_classes, facts.suppressed_rows),
                (row.classes, row.classes_ge_k, row.suppressed),
                "{:?}",
                row.levels
            );
            // The file has ten decimals, six for the class size.
            let (expected, tolerance) = match case.loss {
                OracleLoss::Loss => (row.loss, 1e-9),
                OracleLoss::Precision => (row.precision, 1e-9),
                _ => (row.aecs, 1e-6),
            };
            assert!(
                (value - expected).abs() <= tolerance * expected.max(1.0),
                "{:?}: {value} is not {expected}",
                row.levels
            );
        }
    }
}
