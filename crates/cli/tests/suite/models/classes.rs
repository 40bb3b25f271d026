//! Models of class sizes, and of the table as a whole.

use super::{
    Expected, assert_close, check_agrees, measured_unmet, released, released_as_it_is, unmet,
};
use crate::common::small::{Small, TWO_CLASSES, rows};
use serde_json::json;

#[test]
fn k_anonymity() {
    let small = Small {
        models: &["model = \"k-anonymity\"\nk = 4"],
        ..TWO_CLASSES
    };
    let promises = &["finds at least 4 rows that look the same, or none"];
    released_as_it_is(
        &small,
        &Expected {
            measured: &[json!(4)],
            rows: 8,
            promises,
            breaks: ("a,z", "b,z"),
        },
    );
    assert_eq!(
        measured_unmet(&Small {
            models: &["model = \"k-anonymity\"\nk = 5"],
            ..TWO_CLASSES
        }),
        4
    );
}

/// Classes of 4, 2, 1 and 1.
const FALLING: &[(&str, usize)] = &[("a,x", 4), ("b,x", 2), ("c,x", 1), ("d,x", 1)];

/// Two of eight are alone. Where that is too many, both have to go: classes of one size go
/// together.
#[test]
fn sample_uniqueness() {
    let table = rows("q,s", FALLING);
    let with = |threshold: &str| format!("model = \"sample-uniqueness\"\nthreshold = {threshold}");
    let on = Small {
        table: &table,
        ..TWO_CLASSES
    };
    let promises = &["At most a share of 0.25 of the released rows look like no other"];
    let expected = Expected {
        measured: &[json!(0.25)],
        rows: 8,
        promises,
        breaks: ("b,x", "e,x"),
    };
    released_as_it_is(
        &Small {
            models: &[&with("0.25")],
            ..on
        },
        &expected,
    );

    let strict = Small {
        models: &[&with("0.2")],
        search: "max-suppression = 2",
        ..on
    };
    let expected = Expected {
        measured: &[json!(0)],
        rows: 6,
        promises: &[],
        breaks: ("b,x\nb,x", "b,x\nc,x"),
    };
    let (files, found) = released(&strict, &expected);
    assert_eq!(
        (&found["suppressed_rows"], &found["classes"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(files.text("out/table.csv"), rows("q,s", &FALLING[..2]));
    check_agrees(&files, &[json!(0)]);
    // One would be enough for 1/7, but nobody can say which.
    unmet(&Small {
        search: "max-suppression = 1",
        ..strict
    });
}

/// 4 classes for 8 rows; 2 for 6 without the single ones; 1 for 4 without the next smallest.
#[test]
fn average_risk_leaves_out_the_smallest_classes_first() {
    let table = rows("q,s", FALLING);
    let on = Small {
        table: &table,
        search: "max-suppression = 4",
        ..TWO_CLASSES
    };
    for (threshold, measured, kept) in [("0.5", 0.5, 4), ("0.34", 1.0 / 3.0, 2), ("0.3", 0.25, 1)] {
        let model = format!("model = \"average-risk\"\nthreshold = {threshold}");
        let promise = format!("right for at most a share of {threshold} of the rows");
        let text = rows("q,s", &FALLING[..kept]);
        let rows = text.lines().count() as u64 - 1;
        let expected = Expected {
            measured: &[json!(measured)],
            rows,
            promises: &[&promise],
            breaks: ("a,x\na,x", "e,x\nf,x"),
        };
        let (files, found) = released(
            &Small {
                models: &[&model],
                ..on
            },
            &expected,
        );
        assert_eq!(
            (&found["classes"], files.text("out/table.csv")),
            (&json!(kept), text)
        );
        check_agrees(&files, expected.measured);
    }
    unmet(&Small {
        models: &["model = \"average-risk\"\nthreshold = 0.3"],
        search: "max-suppression = 3",
        ..on
    });
}

/// A person in two classes counts in both: classes of 2, 2 and 1 persons, five units, three
/// classes.
#[test]
fn average_risk_of_persons() {
    let small = Small {
        table: "p,q,s\n1,a,x\n2,a,x\n2,a,x\n3,b,x\n4,b,x\n1,c,x\n1,c,x\n",
        input: "person = \"p\"",
        columns: &[
            ("p", "role = \"insensitive\""),
            TWO_CLASSES.columns[0],
            TWO_CLASSES.columns[1],
        ],
        models: &[
            "model = \"average-risk\"\nthreshold = 0.6",
            "model = \"sample-uniqueness\"\nthreshold = 0.2",
        ],
        ..TWO_CLASSES
    };
    let expected = Expected {
        measured: &[json!(0.6), json!(0.2)],
        rows: 7,
        promises: &[],
        breaks: ("4,b", "3,b"),
    };
    released_as_it_is(&small, &expected);
}

/// Classes of 3, 2 and 1 drawn from 12 people: 11/192, worked out in the promise of population
/// uniqueness.
#[test]
fn population_uniqueness() {
    let table = rows("q,s", &[("a,x", 3), ("b,x", 2), ("c,x", 1)]);
    let on = Small {
        table: &table,
        ..TWO_CLASSES
    };
    let with = |threshold, estimator, drawn| {
        format!(
            "model = \"population-uniqueness\"\nthreshold = {threshold}\nestimator = \"{estimator}\"\n{drawn}"
        )
    };
    let zayatz = json!(11.0 / 192.0);
    for drawn in ["population-size = 12", "sampling-fraction = 0.5"] {
        let promises = &[
            "at most a share of 0.06 is estimated to have quasi-identifiers that nobody else has",
        ];
        let expected = Expected {
            measured: std::slice::from_ref(&zayatz),
            rows: 6,
            promises,
            breaks: ("a,x\na,x\na,x", "d,x\ne,x\nf,x"),
        };
        let (_, found) = released_as_it_is(
            &Small {
                models: &[&with("0.06", "zayatz", drawn)],
                ..on
            },
            &expected,
        );
        assert_eq!(found["privacy"][0]["settings"]["estimator"], "zayatz");
    }
    assert_close(
        &measured_unmet(&Small {
            models: &[&with("0.05", "zayatz", "population-size = 12")],
            ..on
        }),
        &zayatz,
    );

    // Without the single row nobody is estimated to be unique, by whichever estimator.
    for estimator in ["zayatz", "pitman", "snb", "dankar"] {
        let model = with("0", estimator, "sampling-fraction = 0.1");
        let small = Small {
            models: &[&model],
            search: "max-suppression = 1",
            ..on
        };
        let expected = Expected {
            measured: &[json!(0)],
            rows: 5,
            promises: &[],
            breaks: ("a,x\na,x\na,x", "d,x\ne,x\nf,x"),
        };
        let (files, found) = released(&small, &expected);
        assert_eq!(found["suppressed_rows"], 1);
        check_agrees(&files, &[json!(0)]);
    }
}

/// The rule of Dankar and others takes Pitman's estimate up to a fraction of 0.1 and the smaller of
/// the two others above it.
#[test]
fn dankars_rule_chooses_among_the_others() {
    let table = rows(
        "q,s",
        &[("a,x", 6), ("b,x", 4), ("c,x", 2), ("d,x", 1), ("e,x", 1)],
    );
    let share = |estimator: &str, fraction: &str| {
        let model = format!(
            "model = \"population-uniqueness\"\nthreshold = 1\nestimator = \"{estimator}\"\nsampling-fraction = {fraction}"
        );
        let files = Small {
            table: &table,
            models: &[&model],
            ..TWO_CLASSES
        }
        .files();
        files.succeed(&["check", "recipe.toml"])["privacy"][0]["measured"]
            .as_f64()
            .unwrap()
    };
    assert_eq!(share("dankar", "0.1"), share("pitman", "0.1"));
    assert_eq!(
        share("dankar", "0.2"),
        share("zayatz", "0.2").min(share("snb", "0.2"))
    );
    assert!(
        share("zayatz", "0.9") > share("zayatz", "0.1"),
        "in a larger population fewer are alone"
    );
}
