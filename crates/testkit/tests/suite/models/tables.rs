//! Models that judge the whole table or compare with a population.

use super::*;

/// Sizes 1 (a), 2 (b), 3 (c): 1 unique of 6. A threshold of 1/6 is met; below that the single one
/// goes. Average risk 3/6; without a 2/5, without b too 1/3.
#[test]
fn shares_of_the_whole_table() {
    let rows = "aup bup bvp cup cvp cwp";
    let unique = |threshold| {
        evaluate(
            &table(rows, vec![OracleModel::SampleUniqueness { threshold }]),
            &[0],
        )
    };
    assert_eq!(
        (kept_sizes(&unique(f(1, 6))), unique(f(1, 6)).measured),
        (vec![1, 2, 3], vec![Some(OracleMeasured::ratio(1, 6))])
    );
    assert_eq!(
        (kept_sizes(&unique(f(1, 7))), unique(f(1, 7)).measured),
        (vec![2, 3], vec![Some(OracleMeasured::whole(0))])
    );
    let risk = |threshold| {
        evaluate(
            &table(rows, vec![OracleModel::AverageRisk { threshold }]),
            &[0],
        )
    };
    for (threshold, sizes, measured) in [
        (f(1, 2), vec![1, 2, 3], f(1, 2)),
        (f(2, 5), vec![2, 3], f(2, 5)),
        (f(39, 100), vec![3], f(1, 3)),
    ] {
        assert_eq!(
            (kept_sizes(&risk(threshold)), risk(threshold).measured),
            (sizes, vec![Some(OracleMeasured::Exact(measured))])
        );
    }
    assert_eq!(
        (kept_sizes(&risk(f(1, 4))), risk(f(1, 4)).measured),
        (vec![], vec![None])
    );
    // No class has a score of its own.
    assert_eq!(risk(f(1, 2)).classes[0].scores, [None]);
}

/// Sizes a 2, b 2, c 3: the average risk 3/7 is above 2/5. Without one class of size 2 it would be
/// 2/5, but both go. With distinct l = 2 the class c (all u) goes first, although it is the
/// greatest: 2/4 is left, and holds at 1/2.
#[test]
fn classes_of_one_size_go_together_and_after_the_class_models() {
    let rows = "aup avp bup bvp cup cuq cur";
    let risk = OracleModel::AverageRisk { threshold: f(2, 5) };
    assert_eq!(kept_sizes(&evaluate(&table(rows, vec![risk]), &[0])), [3]);
    let models = vec![
        OracleModel::AverageRisk { threshold: f(1, 2) },
        OracleModel::DistinctL { column: 1, l: 2 },
    ];
    assert_eq!(kept_sizes(&evaluate(&table(rows, models), &[0])), [2, 2]);
}

/// With persons the sum of class sizes is what the classes are compared with: p is in a and b:
/// sizes 1 and 2, risk 2/3.
#[test]
fn shares_in_persons() {
    let case = Case {
        person: Some(2),
        ..table(
            "aup avp bup bvq",
            vec![OracleModel::AverageRisk { threshold: f(1, 1) }],
        )
    };
    assert_eq!(
        evaluate(&case, &[0]).measured,
        [Some(OracleMeasured::ratio(2, 3))]
    );
    let case = Case {
        models: vec![OracleModel::SampleUniqueness { threshold: f(1, 1) }],
        ..case
    };
    assert_eq!(
        evaluate(&case, &[0]).measured,
        [Some(OracleMeasured::ratio(1, 3))]
    );
}

fn with_population(case: Case, people: &str) -> Case {
    let rows = people.chars().map(|q| vec![q.to_string()]).collect();
    Case {
        population: Some(Population {
            rows,
            persons: None,
        }),
        ..case
    }
}

/// The population has a 3 times, b once, c never; the table a twice, b and c once. At the top 4 of
/// the population.
#[test]
fn k_map() {
    let case = with_population(
        table("aup avp bup cup", vec![OracleModel::KMap { k: 2 }]),
        "aaab",
    );
    assert_eq!(
        scores(&case),
        [
            (OracleMeasured::whole(3), true),
            (OracleMeasured::whole(1), false),
            (OracleMeasured::whole(0), false)
        ]
    );
    assert_eq!(
        evaluate(&case, &[1]).measured,
        [Some(OracleMeasured::whole(4))]
    );
    // Three rows of one person are one unit.
    let mut case = Case {
        person: Some(2),
        ..case
    };
    case.population.as_mut().unwrap().persons = Some(texts("p p p q"));
    assert_eq!(scores(&case)[0], (OracleMeasured::whole(1), false));
    assert_eq!(
        evaluate(&case, &[1]).measured,
        [Some(OracleMeasured::whole(2))]
    );
}

/// Table a 2, b 1; population a 4, b 1: shares 1/2 and 1.
#[test]
fn delta_presence() {
    let at = |people: &str, min, max| {
        with_population(
            table("aup avp bup", vec![OracleModel::DeltaPresence { min, max }]),
            people,
        )
    };
    let both = |least, greatest| OracleMeasured::Both { least, greatest };
    let (zero, half, one) = (f(0, 1), f(1, 2), f(1, 1));
    let case = at("aaaab", zero, half);
    assert_eq!(
        scores(&case),
        [(both(half, half), true), (both(one, one), false)]
    );
    assert_eq!(
        evaluate(&at("aaaab", half, one), &[0]).measured,
        [Some(both(half, one))]
    );
    assert_eq!(
        evaluate(&at("aaaab", half, one), &[1]).measured,
        [Some(both(f(3, 5), f(3, 5)))]
    );
    // Nobody of the population is there: the table cannot be part of it.
    assert_eq!(
        scores(&at("aaaa", zero, one))[1],
        (OracleMeasured::Infinite, false)
    );
}

/// With a min above 0 each class of the population counts: b goes for its share 1 above the max,
/// and then its people are known to be absent. A class of the table that the population lacks may
/// go.
#[test]
fn delta_presence_knows_who_is_absent() {
    let at = |people: &str, min, max| {
        let case = with_population(
            table("aup avp bup", vec![OracleModel::DeltaPresence { min, max }]),
            people,
        );
        evaluate(&case, &[0]).kept_classes
    };
    let (zero, tenth, nine) = (f(0, 1), f(1, 10), f(9, 10));
    assert_eq!((at("aaaab", zero, nine), at("aaaab", tenth, nine)), (1, 0));
    assert_eq!((at("aaaa", zero, nine), at("aaaa", tenth, nine)), (1, 1));
    assert_eq!(
        (at("aaaabbc", zero, nine), at("aaaabbc", tenth, nine)),
        (2, 0),
        "nobody of the table is in c"
    );
    // The same when another model removes the class.
    let models = vec![
        OracleModel::DeltaPresence {
            min: tenth,
            max: f(1, 1),
        },
        OracleModel::K { k: 2 },
    ];
    assert_eq!(
        evaluate(
            &with_population(table("aup avp bup", models), "aaaab"),
            &[0]
        )
        .kept_classes,
        0
    );
}

/// Classes ax 2, ay 1, bx 1, by 2 with u or v. Who knows one of the two finds a 3, b 3, x 3, y 3;
/// who knows both finds single ones.
#[test]
fn lkc_privacy() {
    let at = |l, k, c, rows: &str| {
        let case = Case {
            quasi: vec![quasi(0, "a;*|b;*|c;*"), quasi(1, "x;*|y;*|z;*")],
            sensitive: vec![SensitiveColumn::new(2, texts("u v"))],
            models: vec![OracleModel::LkcPrivacy { column: 2, l, k, c }],
            ..table(rows, vec![])
        };
        evaluate(&case, &[0, 0])
    };
    let rows = "axu axv ayu bxv byu byv";
    let measured = |k, num, den| {
        vec![Some(OracleMeasured::Both {
            least: f(k, 1),
            greatest: f(num, den),
        })]
    };
    let one = at(1, 3, f(2, 3), rows);
    assert_eq!(
        (kept_sizes(&one), one.measured),
        (vec![2, 1, 1, 2], measured(3, 2, 3))
    );
    // Two known: ay and bx go for their size (and would for u alone); 3 known are all two.
    let two = at(2, 2, f(1, 2), rows);
    assert_eq!(
        (kept_sizes(&two), two.measured),
        (vec![2, 2], measured(2, 1, 2))
    );
    assert_eq!(kept_sizes(&at(3, 2, f(1, 2), rows)), [2, 2]);
    // A confidence of 2/3 is too much: every group has it, all go.
    assert_eq!(at(1, 1, f(6, 10), rows).measured, [None]);
    // One removal leads to the next: z is alone, with it goes cz; then c has one row, cy, and with
    // it y falls to one, ay goes.
    let chain = at(1, 2, f(1, 1), "axu axv ayu cyu czu");
    assert_eq!(kept_sizes(&chain), [2]);
}

/// Missing values count as units and give no confidence. Persons are counted over classes: p is in
/// ax and ay.
#[test]
fn lkc_privacy_of_missing_values_and_persons() {
    let case = Case {
        quasi: vec![quasi(0, "a;*|b;*|c;*")],
        person: Some(2),
        models: vec![OracleModel::LkcPrivacy {
            column: 1,
            l: 1,
            k: 2,
            c: f(1, 2),
        }],
        ..table("aup aup a-q", vec![])
    };
    assert_eq!(
        evaluate(&case, &[0]).measured,
        [Some(OracleMeasured::Both {
            least: f(2, 1),
            greatest: f(1, 2)
        })]
    );
}
