//! Small examples whose numbers are worked out in the comments.

use equipoise_testkit::{
    Best, Case, OracleAggregation, OracleDistance, OracleLimit, OracleLoss, OracleMeasured,
    OracleModel, OracleQuasiColumn, SensitiveColumn, best, evaluate,
};

fn lines(text: &str) -> Vec<Vec<String>> {
    text.split('|')
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

fn quasi(index: usize, hierarchy: &str) -> OracleQuasiColumn {
    let lines = lines(hierarchy);
    let max_level = lines[0].len() - 1;
    OracleQuasiColumn {
        index,
        lines,
        weight: 1.0,
        min_level: 0,
        max_level,
    }
}

fn case(
    columns: &str,
    rows: &str,
    quasi: Vec<OracleQuasiColumn>,
    models: Vec<OracleModel>,
) -> Case {
    Case {
        columns: lines(columns).remove(0),
        rows: lines(rows),
        quasi,
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: vec!["".into(), "NA".into()],
        models,
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Share {
            numerator: 1,
            denominator: 1,
            text: "1.0".into(),
        },
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-14 * b.abs().max(1.0), "{a} is not {b}");
}

/// Five rows a, a, b, c and missing; k = 2; n = 5, D = 4, height 2; `c` is a short branch.
fn five() -> Case {
    case(
        "x;note",
        "a;n|a;n|b;n|c;n|NA;n",
        vec![quasi(0, "a;L;*|d;H;*|c;c;*|b;L;*")],
        vec![OracleModel::K { k: 2 }],
    )
}

fn five_with(loss: OracleLoss, suppression_weight: f64) -> Vec<f64> {
    let case = Case {
        loss,
        suppression_weight,
        ..five()
    };
    (0..=2)
        .map(|level| evaluate(&case, &[level]).loss)
        .collect()
}

/// Level 0: {a, a} stays, three rows go. Level 1: {L, L, L} stays, c and missing go. Level 2: one
/// class, nothing goes, missing is `*` like the others.
#[test]
fn classes_and_suppression() {
    let facts = evaluate(&five(), &[0]);
    assert_eq!(
        (
            facts.classes.len(),
            facts.kept_classes,
            facts.suppressed_rows,
            facts.suppressed_units
        ),
        (4, 1, 3, 3)
    );
    let facts = evaluate(&five(), &[1]);
    assert_eq!(
        (
            facts.classes.len(),
            facts.kept_classes,
            facts.suppressed_rows
        ),
        (3, 1, 2)
    );
    assert_eq!(facts.measured, [Some(OracleMeasured::whole(3))]);
    let facts = evaluate(&five(), &[2]);
    assert_eq!((facts.classes.len(), facts.suppressed_rows), (1, 0));
    assert_eq!(facts.measured, [Some(OracleMeasured::whole(5))]);
}

/// n/D = 1.25, n - n/D = 3.75. Level 0: S = 2 x 1/4 + 3 = 3.5, (3.5 - 1.25) / 3.75 = 0.6. Level 1:
/// S = 3 x 2/4 + 2 = 3.5, the same. Level 2: S = 5, 1. g = 0.8 (factors 0.4 and 1): S = 0.2 + 3 =
/// 3.2, 0.52; S = 0.6 + 2 = 2.6, 0.36; S = 2, 0.2. g = 0 (factors 1 and 0): S = 0.5, below n/D, so
/// 0; S = 1.5, 1/15; S = 5, 1.
#[test]
fn loss() {
    for (g, expected) in [
        (0.5, [0.6, 0.6, 1.0]),
        (0.8, [0.52, 0.36, 0.2]),
        (0.0, [0.0, 1.0 / 15.0, 1.0]),
    ] {
        five_with(OracleLoss::Loss, g)
            .into_iter()
            .zip(expected)
            .for_each(|(a, b)| close(a, b));
    }
}

/// With k = 1 nothing is suppressed and missing rows are kept: a missing value has share 1/4 on
/// levels 0 and 1. Level 0 loses exactly nothing. Level 1: S = 3 x 2/4 + 1/4 + 1/4 = 2, (2 - 1.25)
/// / 3.75 = 0.2.
#[test]
fn a_missing_value_has_the_share_of_one_line() {
    let case = Case {
        models: vec![OracleModel::K { k: 1 }],
        ..five()
    };
    assert_eq!(evaluate(&case, &[0]).loss, 0.0);
    close(evaluate(&case, &[1]).loss, 0.2);
}

/// A hierarchy of height 0 has no label that could take in the missing value: it stays a class of
/// its own.
#[test]
fn a_missing_value_stays_itself_where_nothing_is_generalized() {
    let case = case(
        "x;note",
        "a;n|a;n|;n|NA;n",
        vec![quasi(0, "a")],
        vec![OracleModel::K { k: 2 }],
    );
    assert_eq!(
        evaluate(&case, &[0])
            .classes
            .iter()
            .map(|c| c.units)
            .collect::<Vec<_>>(),
        [2, 2]
    );
}

/// Level 0: (2 x 0 + 3) / 5 = 0.6. Level 1: (3 x 1/2 + 2) / 5 = 0.7. Level 2: 1.
/// g = 0.2 (factors 1 and 0.4): 1.2 / 5 = 0.24; (1.5 + 0.8) / 5 = 0.46; 1.
#[test]
fn precision() {
    for (g, expected) in [(0.5, [0.6, 0.7, 1.0]), (0.2, [0.24, 0.46, 1.0])] {
        five_with(OracleLoss::Precision, g)
            .into_iter()
            .zip(expected)
            .for_each(|(a, b)| close(a, b));
    }
}

/// Raw counts: a 2, b 1, c 1, missing 1. Level 0: suppressed b, c, missing: 3 log2 5. Level 1: kept
/// a, a, b with 3 rows of label L: 2 log2(3/2) + log2 3; suppressed c, missing: 2 log2 5. Level 2:
/// 2 log2(5/2) + 3 log2 5. g = 1 (factors 0 and 1): only what is suppressed.
#[test]
fn entropy() {
    let five = 5f64.log2();
    let kept = [
        0.0,
        2.0 * 1.5f64.log2() + 3f64.log2(),
        2.0 * 2.5f64.log2() + 3.0 * five,
    ];
    let suppressed = [3.0 * five, 2.0 * five, 0.0];
    for level in 0..3 {
        close(
            five_with(OracleLoss::Entropy, 0.5)[level],
            kept[level] + suppressed[level],
        );
        close(
            five_with(OracleLoss::Entropy, 1.0)[level],
            suppressed[level],
        );
        close(
            five_with(OracleLoss::Entropy, 0.2)[level],
            kept[level] + 0.4 * suppressed[level],
        );
    }
}

/// Discernibility: 2^2 + 3 x 5 = 19; 3^2 + 2 x 5 = 19; 5^2 = 25. g = 0.2: 4 + 6; 9 + 4; 25.
/// Aecs: 5 / (1 + 1) twice; 5 / 1. It and the height know no suppression weight.
#[test]
fn discernibility_aecs_height() {
    five_with(OracleLoss::Discernibility, 0.5)
        .into_iter()
        .zip([19.0, 19.0, 25.0])
        .for_each(|(a, b)| close(a, b));
    five_with(OracleLoss::Discernibility, 0.2)
        .into_iter()
        .zip([10.0, 13.0, 25.0])
        .for_each(|(a, b)| close(a, b));
    for g in [0.0, 0.5, 1.0] {
        assert_eq!(five_with(OracleLoss::Aecs, g), [2.5, 2.5, 5.0]);
        assert_eq!(five_with(OracleLoss::Height, g), [0.0, 1.0, 2.0]);
    }
}

/// Precision of two attributes without suppression: 1/2 with weight 3, and 1 with weight 1; a third
/// of height 0 gives 0 with weight 4, and a fourth with one line gives 0 with weight 8, although
/// its level is the top.
#[test]
fn aggregations() {
    let mut quasi = vec![
        quasi(0, "a;x;*|b;x;*"),
        quasi(1, "a;*|b;*"),
        quasi(2, "a|b"),
        quasi(3, "a;*"),
    ];
    for (column, weight) in quasi.iter_mut().zip([3.0, 1.0, 4.0, 8.0]) {
        column.weight = weight;
    }
    let base = Case {
        loss: OracleLoss::Precision,
        ..case(
            "x;y;z;u",
            "a;a;a;a|b;b;b;a",
            quasi,
            vec![OracleModel::K { k: 1 }],
        )
    };
    let of = |aggregation| {
        evaluate(
            &Case {
                aggregation,
                ..base.clone()
            },
            &[1, 1, 0, 1],
        )
        .loss
    };
    assert_eq!(
        evaluate(&base, &[1, 1, 0, 1]).attributes,
        [0.5, 1.0, 0.0, 0.0]
    );
    close(
        of(Some(OracleAggregation::Geometric)),
        1.5f64.powf(3.0 / 16.0) * 2f64.powf(1.0 / 16.0) - 1.0,
    );
    close(of(Some(OracleAggregation::Arithmetic)), 2.5 / 16.0);
    close(of(Some(OracleAggregation::Sum)), 2.5);
    close(of(Some(OracleAggregation::Max)), 1.5);
    close(of(None), 2.5 / 16.0);
}

/// Class a: p1 has flu (twice) and cold, p2 has flu. Class b: p2 has cold, p3 misses the value.
fn persons(models: Vec<OracleModel>) -> Case {
    Case {
        person: Some(1),
        sensitive: vec![SensitiveColumn::new(2, vec!["cold".into(), "flu".into()])],
        ..case(
            "q;who;ill",
            "a;p1;flu|a;p1;flu|a;p1;cold|a;p2;flu|b;p2;cold|b;p3;",
            vec![quasi(0, "a;*|b;*")],
            models,
        )
    }
}

fn equal_t(t_num: i128, t_den: i128, distance: OracleDistance) -> OracleModel {
    OracleModel::T {
        column: 2,
        t_num,
        t_den,
        text: String::new(),
        distance,
    }
}

/// k counts persons: both classes have 2. At the top there are 3. All rows of b going means p2 and
/// p3, though p2 keeps a row in a.
#[test]
fn persons_are_counted_once() {
    let case = persons(vec![
        OracleModel::K { k: 2 },
        OracleModel::DistinctL { column: 2, l: 2 },
    ]);
    let facts = evaluate(&case, &[0]);
    assert_eq!(
        facts.classes.iter().map(|c| c.units).collect::<Vec<_>>(),
        [2, 2]
    );
    assert_eq!((facts.suppressed_rows, facts.suppressed_units), (2, 2));
    assert_eq!(
        facts.measured,
        [
            Some(OracleMeasured::whole(2)),
            Some(OracleMeasured::whole(2))
        ]
    );
    assert_eq!(
        evaluate(&case, &[1]).measured,
        [
            Some(OracleMeasured::whole(3)),
            Some(OracleMeasured::whole(2))
        ]
    );
    // Three persons: 0.66 of them is 1, 0.67 is 2.
    for (numerator, feasible) in [(66, false), (67, true)] {
        let limit = OracleLimit::Share {
            numerator,
            denominator: 100,
            text: format!("0.{numerator}"),
        };
        assert_eq!(
            evaluate(
                &Case {
                    limit,
                    ..case.clone()
                },
                &[0]
            )
            .feasible,
            feasible
        );
    }
}

/// Whole input: flu p1, p2; cold p1, p2; missing p3: 2/5, 2/5, 1/5. Class a: flu 2, cold 1: 2/3 -
/// 2/5 = 4/15. Class b: cold 1, missing 1: (1/2 - 2/5) + (1/2 - 1/5) = 2/5. With two values in
/// order the ordered distance is the equal one. 2/5 meets t = 0.4.
#[test]
fn distributions_in_persons() {
    let case = persons(vec![
        equal_t(2, 5, OracleDistance::Equal),
        equal_t(1, 3, OracleDistance::Ordered),
    ]);
    let facts = evaluate(&case, &[0]);
    let t = |num, den| Some(OracleMeasured::ratio(num, den));
    assert_eq!(facts.classes[0].scores, [t(4, 15), t(4, 15)]);
    assert_eq!(facts.classes[1].scores, [t(2, 5), t(2, 5)]);
    assert_eq!(
        (facts.classes[0].kept, facts.classes[1].kept),
        (true, false)
    );
    let only_equal = Case {
        models: vec![equal_t(2, 5, OracleDistance::Equal)],
        ..case
    };
    assert_eq!(evaluate(&only_equal, &[0]).measured, [t(2, 5)]);
}

/// The order names u, v, w, x; v does not occur, so u, w, x have ranks 0, 1, 2 and missing is 2/2
/// away from all. Whole input u, w, x, missing: 1/4 each. Class {u, missing}: 1/4 from u to w costs
/// 1/2, 1/4 from missing to x costs 1: 3/8 (u to x and missing to w would cost 1/2). Class {w, x}:
/// 1/4 of w to u at 1/2, 1/4 of x to missing at 1: 3/8. Hierarchy: u;u;* is a short branch, w and x
/// meet at level 1 of 2. Class {u, missing}: all that moves crosses the top: 1/2. One value in
/// order and missing: they are 1 apart.
#[test]
fn ordered_and_hierarchical_with_missing() {
    let models = vec![
        equal_t(1, 1, OracleDistance::Ordered),
        equal_t(1, 1, OracleDistance::Hierarchical),
    ];
    let order = ["u", "v", "w", "x"].map(String::from).to_vec();
    let sensitive = vec![SensitiveColumn {
        lines: Some(lines("x;W;*|u;u;*|v;V;*|w;W;*")),
        ..SensitiveColumn::new(2, order)
    }];
    let base = case(
        "q;note;ill",
        "a;n;u|a;n;NA|b;n;w|b;n;x",
        vec![quasi(0, "a;*|b;*")],
        models,
    );
    let base = Case { sensitive, ..base };
    let t = |num, den| Some(OracleMeasured::ratio(num, den));
    let facts = evaluate(&base, &[0]);
    assert_eq!(facts.classes[0].scores, [t(3, 8), t(1, 2)]);
    assert_eq!(facts.classes[1].scores, [t(3, 8), t(1, 2)]);
    let one_value = Case {
        rows: lines("a;n;u|a;n;|b;n;u|b;n;u"),
        ..base
    };
    // 1/4 missing in all; class a has 1/2, class b none: 1/4 has to move.
    assert_eq!(
        evaluate(&one_value, &[0]).classes[0].scores,
        [t(1, 4), t(1, 4)]
    );
    assert_eq!(
        evaluate(&one_value, &[0]).classes[1].scores,
        [t(1, 4), t(1, 4)]
    );
}

/// A missing sensitive value adds to the class size and not to l.
#[test]
fn missing_does_not_diversify() {
    let case = persons(vec![
        OracleModel::K { k: 1 },
        OracleModel::DistinctL { column: 2, l: 1 },
    ]);
    assert_eq!(
        evaluate(&case, &[0]).classes[1].scores,
        [
            Some(OracleMeasured::whole(2)),
            Some(OracleMeasured::whole(1))
        ]
    );
}

/// 0.29 of 100 is 29, which binary floating point gets wrong (28.999...).
#[test]
fn shares_are_exact() {
    let limit = OracleLimit::Share {
        numerator: 29,
        denominator: 100,
        text: "0.29".into(),
    };
    let case = Case {
        rows: vec![vec!["a".into(), "n".into()]; 100],
        limit,
        ..five()
    };
    assert_eq!(case.allowed(), 29);
}

fn levels(case: &Case) -> Option<Vec<usize>> {
    best(case).map(|Best { levels, .. }| levels)
}

#[test]
fn the_rules_of_the_best_node() {
    // Levels 0 and 1 lose 0.6 each: the smaller sum of levels wins, though it suppresses more.
    assert_eq!(levels(&five()), Some(vec![0]));
    // Two suppressed rows are too many for the limit 1; within 2 only level 1 is as good.
    assert_eq!(
        levels(&Case {
            limit: OracleLimit::Units(1),
            ..five()
        }),
        Some(vec![2])
    );
    assert_eq!(
        levels(&Case {
            limit: OracleLimit::Units(2),
            ..five()
        }),
        Some(vec![1])
    );
    // Within the highest level 0 there is nothing for limit 2.
    let mut low = Case {
        limit: OracleLimit::Units(2),
        ..five()
    };
    low.quasi[0].max_level = 0;
    assert_eq!(levels(&low), None);
    // The lowest level 2 leaves only the top.
    let mut high = five();
    high.quasi[0].min_level = 2;
    assert_eq!(levels(&high), Some(vec![2]));
}

#[test]
fn ties_of_sum_go_to_fewer_suppressed_then_to_the_first() {
    let quasi = vec![quasi(0, "a;*|b;*"), quasi(1, "a;*|b;*")];
    // Node 0,1 has a x 2 and b x 1: one goes. Node 1,0 has a x 1 and b x 2: one goes. The node 0,0
    // keeps nothing. Both lose 1.
    let even = Case {
        loss: OracleLoss::Height,
        limit: OracleLimit::Units(2),
        ..case("x;y", "a;a|a;b|b;b", quasi, vec![OracleModel::K { k: 2 }])
    };
    assert_eq!(levels(&even), Some(vec![0, 1]));
    // A fourth row b;b: node 0,0 keeps {b;b}, but two rows go.
    let rows = lines("a;a|b;b|b;b|b;a");
    let uneven = Case {
        rows,
        limit: OracleLimit::Units(1),
        ..even.clone()
    };
    // Node 0,1: a x 1, b x 3: one goes. Node 1,0: a x 2, b x 2: none goes.
    assert_eq!(levels(&uneven), Some(vec![1, 0]));
    // k = 4 leaves the top; k = 5 nothing.
    assert_eq!(
        levels(&Case {
            models: vec![OracleModel::K { k: 4 }],
            ..uneven.clone()
        }),
        Some(vec![1, 1])
    );
    assert_eq!(
        levels(&Case {
            models: vec![OracleModel::K { k: 5 }],
            limit: OracleLimit::Units(99),
            ..uneven
        }),
        None
    );
}
