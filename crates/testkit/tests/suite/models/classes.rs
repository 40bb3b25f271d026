//! Models that judge a class by its values.

use super::*;

/// a: u u v and one missing: 4 units, the most frequent has 2: l = 2 is met. b: u u w: 3/2. c: only
/// missing: 0, also for l = 1.
#[test]
fn probabilistic_diversity() {
    let at = |l| {
        table(
            "aup auq avr a-s bup buq bwr c-p",
            vec![OracleModel::ProbabilisticL { column: 1, l }],
        )
    };
    let expected = [
        OracleMeasured::whole(2),
        OracleMeasured::ratio(3, 2),
        OracleMeasured::whole(0),
    ];
    assert_eq!(
        scores(&at(f(2, 1))),
        [
            (expected[0], true),
            (expected[1], false),
            (expected[2], false)
        ]
    );
    assert_eq!(
        scores(&at(f(3, 2))),
        [
            (expected[0], true),
            (expected[1], true),
            (expected[2], false)
        ]
    );
    let facts = evaluate(&at(f(1, 1)), &[0]);
    assert_eq!(
        (facts.kept_classes, facts.measured),
        (2, vec![Some(OracleMeasured::ratio(3, 2))])
    );
}

/// With persons: p has u and v, q has u. 2 units, u has 2, v has 1: 2/2 = 1, though a third of the
/// pairs is v.
#[test]
fn probabilistic_diversity_in_persons() {
    let case = Case {
        person: Some(2),
        ..table(
            "aup avp auq",
            vec![OracleModel::ProbabilisticL {
                column: 1,
                l: f(3, 2),
            }],
        )
    };
    assert_eq!(scores(&case), [(OracleMeasured::whole(1), false)]);
}

/// a: u v w once each and two missing: exactly 3. b: u four times, v w x y once: 1/2, 1/8 x 4:
/// exactly 4. c: u u v: H = ln 3 - 2/3 ln 2, exp(H) = 3 / 2^(2/3).
#[test]
fn entropy_diversity() {
    let rows = "aup avp awp a-p a-p bup bup bup bup bvp bwp bxp byp cup cup cvp";
    let at = |l| {
        table(
            rows,
            vec![OracleModel::EntropyL {
                column: 1,
                l,
                estimator: OracleEstimator::Shannon,
            }],
        )
    };
    let found = scores(&at(f(3, 1)));
    assert_eq!(
        found[..2],
        [
            (OracleMeasured::whole(3), true),
            (OracleMeasured::whole(4), true)
        ]
    );
    close(found[2].0, 3.0 / 2f64.powf(2.0 / 3.0));
    assert!(!found[2].1);
    assert_eq!(scores(&at(f(4, 1)))[1], (OracleMeasured::whole(4), true));
    assert!(
        scores(&at(f(188, 100)))[2].1 && !scores(&at(f(189, 100)))[2].1,
        "3 / 2^(2/3) = 1.8899"
    );
    // No known value: fails even l = 1.
    let model = OracleModel::EntropyL {
        column: 1,
        l: f(1, 1),
        estimator: OracleEstimator::Shannon,
    };
    assert_eq!(
        scores(&table("a-p a-q", vec![model])),
        [(OracleMeasured::whole(0), false)]
    );
}

/// G(1) = -0.5772 - 0.6931 = g, G(2) = g + 2. u u v: H = ln 3 - (2 (g + 2) + g) / 3 = ln 3 - g -
/// 4/3.
#[test]
fn entropy_diversity_by_grassberger() {
    let model = OracleModel::EntropyL {
        column: 1,
        l: f(1, 1),
        estimator: OracleEstimator::Grassberger,
    };
    let g = -0.577_215_664_901_532_9 - 2f64.ln();
    close(
        scores(&table("aup auq avr a-s", vec![model]))[0].0,
        3.0 * (-g - 4.0 / 3.0).exp(),
    );
}

/// a: u u u v w and a missing: r = 3, 1, 1. l = 2: 3/2, l = 3: 3/1, l = 4: no sum. It must be below
/// c: c = 3/2 is not enough.
#[test]
fn recursive_diversity() {
    let at = |l, c| {
        scores(&table(
            "aup auq aur avp awp a-p",
            vec![OracleModel::RecursiveL { column: 1, l, c }],
        ))
    };
    assert_eq!(at(2, f(3, 2)), [(OracleMeasured::ratio(3, 2), false)]);
    assert_eq!(at(2, f(16, 10)), [(OracleMeasured::ratio(3, 2), true)]);
    assert_eq!(at(3, f(4, 1)), [(OracleMeasured::whole(3), true)]);
    assert_eq!(at(4, f(1000, 1)), [(OracleMeasured::Infinite, false)]);
}

/// a: u v v and a missing: v has 2/4. b: u w: 1/2 each, but only 2 units. Of w alone: a has none,
/// 0.
#[test]
fn alpha_k_anonymity() {
    let at = |alpha, k, values: Option<&str>| {
        let values = values.map(|v| vec![v.to_owned()]);
        scores(&table(
            "aup avq avr a-s bup bwq",
            vec![OracleModel::AlphaK {
                column: 1,
                alpha,
                k,
                values,
            }],
        ))
    };
    let half = OracleMeasured::ratio(1, 2);
    assert_eq!(
        at(f(1, 2), 3, None),
        [(half, true), (OracleMeasured::Infinite, false)]
    );
    assert_eq!(at(f(49, 100), 2, None), [(half, false), (half, false)]);
    assert_eq!(
        at(f(49, 100), 2, Some("w")),
        [(OracleMeasured::whole(0), true), (half, false)]
    );
}

/// Input: u 4, v 2, missing 2 of 8. a: u 2, v 1, missing 1: all ratios 1, delta = 0 is met. b: u 2,
/// v 1, missing 1 likewise. In the second table input u 4, v 4; a: u 3, v 1: ratios 3/2 and 1/2: ln
/// 2, and to the base 2 exactly 1. b: the same mirrored.
#[test]
fn semantic_privacy() {
    let at = |rows: &str, delta, log| {
        scores(&table(
            rows,
            vec![OracleModel::SemanticPrivacy {
                column: 1,
                delta,
                log,
            }],
        ))
    };
    let zero = (OracleMeasured::whole(0), true);
    assert_eq!(
        at(
            "aup auq avp a-p bup buq bvp b-p",
            f(0, 1),
            OracleLog::Natural
        ),
        [zero, zero]
    );
    let mirrored = "aup auq aur avp bup bvq bvr bvs";
    assert_eq!(
        at(mirrored, f(1, 1), OracleLog::Binary),
        [(OracleMeasured::whole(1), true); 2]
    );
    let natural = at(mirrored, f(69, 100), OracleLog::Natural);
    close(natural[0].0, 2f64.ln());
    assert!(!natural[0].1 && at(mirrored, f(70, 100), OracleLog::Natural)[0].1);
    // A value of the input that the class lacks, the missing one too.
    assert_eq!(
        at("aup auq bup bvq", f(9, 1), OracleLog::Natural)[0],
        (OracleMeasured::Infinite, false)
    );
    assert_eq!(
        at("aup auq bup b-q", f(9, 1), OracleLog::Natural)[0],
        (OracleMeasured::Infinite, false)
    );
}

/// The same, but absent values do not count, and delta itself is not enough. a: u only, 2 of 4 in
/// the input (v, missing 1 each): ratio 2: exactly 1 to the base 2.
#[test]
fn delta_disclosure() {
    let at = |delta, log| {
        scores(&table(
            "aup auq bvp b-q",
            vec![OracleModel::DeltaDisclosure {
                column: 1,
                delta,
                log,
            }],
        ))
    };
    assert_eq!(
        at(f(1, 1), OracleLog::Binary),
        [(OracleMeasured::whole(1), false); 2]
    );
    assert_eq!(
        at(f(11, 10), OracleLog::Binary),
        [(OracleMeasured::whole(1), true); 2]
    );
    close(at(f(1, 1), OracleLog::Natural)[0].0, 2f64.ln());
}

/// Input: u 3, v 4, missing 1 of 8. a: u 1, v 2, missing 1 of 4: missing gains (1/4 - 1/8) / (1/8)
/// = 1, v nothing. b: u 2, v 2: u gains (1/2 - 3/8) / (3/8) = 1/3. All at the top: nothing gains.
#[test]
fn beta_likeness() {
    let at = |beta, enhanced| {
        table(
            "aup avp avq a-p bup buq bvp bvq",
            vec![OracleModel::BetaLikeness {
                column: 1,
                beta,
                enhanced,
            }],
        )
    };
    let (one, third) = (OracleMeasured::whole(1), OracleMeasured::ratio(1, 3));
    assert_eq!(scores(&at(f(1, 1), false)), [(one, true), (third, true)]);
    assert_eq!(scores(&at(f(1, 2), false)), [(one, false), (third, true)]);
    // -ln(1/8) = 2.08 and -ln(3/8) = 0.98: no gain exceeds them.
    assert_eq!(scores(&at(f(1, 1), true)), [(one, true), (third, true)]);
    assert_eq!(
        evaluate(&at(f(1, 1), false), &[1]).measured,
        [Some(OracleMeasured::whole(0))]
    );
    // Input u 3, v 3; class a u u: gain 1, but -ln(1/2) = 0.69.
    let model = |enhanced| OracleModel::BetaLikeness {
        column: 1,
        beta: f(1, 1),
        enhanced,
    };
    assert_eq!(
        scores(&table("aup auq bup bvp bvq bvr", vec![model(false)]))[0],
        (one, true)
    );
    assert_eq!(
        scores(&table("aup auq bup bvp bvq bvr", vec![model(true)]))[0],
        (OracleMeasured::Infinite, false)
    );
}

/// With persons the shares are of the sum over the values, 3, not of the 2 units. Input: p u, p v,
/// q u: u 2/3. a: p u, q u: u 2/2: gain 1/2. b: p v: gain (1 - 1/3) / (1/3) = 2.
#[test]
fn shares_are_of_the_sum_of_counts() {
    let models = vec![OracleModel::BetaLikeness {
        column: 1,
        beta: f(2, 1),
        enhanced: false,
    }];
    let case = Case {
        person: Some(2),
        ..table("aup auq bvp", models)
    };
    assert_eq!(
        scores(&case),
        [
            (OracleMeasured::ratio(1, 2), true),
            (OracleMeasured::whole(2), true)
        ]
    );
}

fn baskets(k: u64, m: u64) -> Case {
    let column = SensitiveColumn {
        items: Some('+'),
        ..SensitiveColumn::new(1, vec![])
    };
    let rows = lines("a;i+j;p|a;j+i+k;q|a;k;r|b;i;p|b;-;q|c;-;p");
    Case {
        rows,
        sensitive: vec![column],
        ..table("aup", vec![OracleModel::KmAnonymity { column: 1, k, m }])
    }
}

/// a: i 2, j 2, k 2; i+j 2, i+k 1, j+k 1. b: i 1. c has no item, so nothing can be known.
#[test]
fn km_anonymity() {
    let (one, two, none) = (
        OracleMeasured::whole(1),
        OracleMeasured::whole(2),
        OracleMeasured::Infinite,
    );
    assert_eq!(
        scores(&baskets(2, 1)),
        [(two, true), (one, false), (none, true)]
    );
    assert_eq!(
        scores(&baskets(2, 2)),
        [(one, false), (one, false), (none, true)]
    );
    assert_eq!(
        scores(&baskets(1, 9)),
        [(one, true), (one, true), (none, true)]
    );
    // With persons the items of one are taken together: q has i, j, k in a; at the top p has i and
    // j.
    let case = Case {
        person: Some(2),
        ..baskets(1, 1)
    };
    assert_eq!(evaluate(&case, &[1]).measured, [Some(two)]);
}

/// Sensitive columns ill and who. Class a, by who: p {u, v}, q {u}; missing is a part too: - {w}.
/// Each part alone: distinct l 1. The input that t-closeness compares with is not divided: u 2, v
/// 1, w 1. p: 1/2, 1/2, 0 is 1/4 away; q: 1/2; missing: 3/4.
#[test]
fn others_as_quasi_identifiers() {
    let at = |model: OracleModel| {
        let case = table(
            "aup avp auq aw-",
            vec![OracleModel::OthersAsQuasi(Box::new(model))],
        );
        scores(&Case {
            sensitive: vec![
                SensitiveColumn::new(1, texts("u v w")),
                SensitiveColumn::new(2, texts("p q")),
            ],
            ..case
        })
    };
    assert_eq!(
        at(OracleModel::DistinctL { column: 1, l: 2 }),
        [(OracleMeasured::whole(1), false)]
    );
    assert_eq!(
        at(OracleModel::DistinctL { column: 1, l: 1 }),
        [(OracleMeasured::whole(1), true)]
    );
    let t = OracleModel::T {
        column: 1,
        t_num: 3,
        t_den: 4,
        text: String::new(),
        distance: OracleDistance::Equal,
    };
    assert_eq!(at(t), [(OracleMeasured::ratio(3, 4), true)]);
    assert_eq!(
        at(OracleModel::ProbabilisticL {
            column: 1,
            l: f(1, 1)
        }),
        [(OracleMeasured::whole(1), true)]
    );
    assert_eq!(
        at(OracleModel::AlphaK {
            column: 1,
            alpha: f(1, 1),
            k: 2,
            values: None
        }),
        [(OracleMeasured::Infinite, false)]
    );
    // Each part has two values: dividing by the column itself would leave one.
    let twice = table(
        "aup avp auq awq",
        vec![OracleModel::OthersAsQuasi(Box::new(
            OracleModel::DistinctL { column: 1, l: 2 },
        ))],
    );
    let sensitive = vec![
        SensitiveColumn::new(1, texts("u v w")),
        SensitiveColumn::new(2, texts("p q")),
    ];
    assert_eq!(
        scores(&Case { sensitive, ..twice }),
        [(OracleMeasured::whole(2), true)]
    );
    // The other way round the column is who, the parts are by ill: u {p, q}, v {p}, w {missing}: no
    // known value.
    assert_eq!(
        at(OracleModel::DistinctL { column: 2, l: 1 }),
        [(OracleMeasured::whole(0), false)]
    );
}
