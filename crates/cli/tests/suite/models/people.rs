//! Models that look at the people around the table: k-map, delta-presence, and (n, t)-closeness
//! with its crowds.

use super::{
    Expected, assert_close, check_agrees, measured_unmet, released, released_as_it_is, unmet,
};
use crate::common::small::{FIXED, FREE, SENSITIVE, Small, TWO_CLASSES, rows};
use serde_json::json;

/// Two people of a and one of b, drawn from five and three; nobody of c.
const DRAWN: &str = "q,s\na,x\na,y\nb,x\n";

fn population(counted: &[(&str, usize)]) -> String {
    rows("q", counted)
}

#[test]
fn k_map_with_a_population() {
    let file = population(&[("a", 5), ("b", 3), ("c", 1)]);
    let files = [("people.csv", file.as_str())];
    let on = Small {
        table: DRAWN,
        files: &files,
        ..TWO_CLASSES
    };
    let three = Small {
        models: &["model = \"k-map\"\nk = 3\npopulation = \"people.csv\""],
        ..on
    };
    // Nobody of the population is a d.
    let expected = Expected {
        measured: &[json!(3)],
        rows: 3,
        promises: &["(`people.csv`) finds at least 3 people who fit"],
        breaks: ("b,x", "d,x"),
    };
    let (_, found) = released_as_it_is(&three, &expected);
    assert_eq!(found["privacy"][0]["settings"]["population"], "people.csv");

    // For four, everybody becomes one of nine.
    let four = "model = \"k-map\"\nk = 4\npopulation = \"people.csv\"";
    assert_eq!(
        measured_unmet(&Small {
            models: &[four],
            ..on
        }),
        3
    );
    let free = Small {
        columns: &[("q", FREE), ("s", SENSITIVE)],
        models: &[four],
        ..on
    };
    let expected = Expected {
        measured: &[json!(9)],
        rows: 3,
        promises: &[],
        breaks: ("*,x", "b,x"),
    };
    let (files, found) = released(&free, &expected);
    assert_eq!(found["decision"]["levels"]["q"], 1);
    check_agrees(&files, &[json!(9)]);
    // Or the one of b is left out.
    let expected = Expected {
        measured: &[json!(5)],
        rows: 2,
        promises: &[],
        breaks: ("a,x", "b,x"),
    };
    let (_, found) = released(
        &Small {
            models: &[four],
            search: "max-suppression = 1",
            ..on
        },
        &expected,
    );
    assert_eq!(found["suppressed_rows"], 1);
}

/// One of two was drawn, so a class of two stands for a mean of four: P(X < 2) = 5 exp(-4) =
/// 0.0916, and 0.0746 of those that are not 0.
#[test]
fn k_map_estimated() {
    let table = "q,s\na,x\na,y\nb,x\nb,y\n";
    let with_k = |k, estimator, keys: &str| {
        format!("model = \"k-map\"\nk = {k}\nestimator = \"{estimator}\"\n{keys}")
    };
    let with = |estimator, keys: &str| with_k(2, estimator, keys);
    for drawn in ["sampling-fraction = 0.5", "population-size = 8"] {
        let keys = format!("{drawn}\nsignificance = 0.08");
        let small = Small {
            table,
            models: &[&with("zero-truncated-poisson", &keys)],
            ..TWO_CLASSES
        };
        let promises = &[
            "is estimated to find at least 2 people who fit. For each class the estimated chance that there are fewer is at most 0.08",
        ];
        released_as_it_is(
            &small,
            &Expected {
                measured: &[json!(2)],
                rows: 4,
                promises,
                breaks: ("a,x", "b,x"),
            },
        );
        let small = Small {
            models: &[&with("poisson", &keys)],
            ..small
        };
        assert_eq!(measured_unmet(&small), 1);
    }
    let keys = "sampling-fraction = 0.5\nsignificance = 0.1";
    let small = Small {
        table,
        models: &[&with("poisson", keys)],
        ..TWO_CLASSES
    };
    released_as_it_is(
        &small,
        &Expected {
            measured: &[json!(2)],
            rows: 4,
            promises: &[],
            breaks: ("a,x", "b,x"),
        },
    );
    // The significance is 0.01 where nothing is said: with one of ten drawn, a class of two stands
    // for twenty, and P(X < 10) = 0.005; a class of one stands for ten, and P(X < 4) = 0.0103.
    let small = Small {
        models: &[&with_k(4, "poisson", "sampling-fraction = 0.1")],
        ..small
    };
    let (_, found) = released_as_it_is(
        &small,
        &Expected {
            measured: &[json!(10)],
            rows: 4,
            promises: &[],
            breaks: ("a,x", "b,x"),
        },
    );
    assert_eq!(found["privacy"][0]["settings"]["significance"], 0.01);
}

/// Two of five and one of three are in the table.
#[test]
fn delta_presence() {
    let file = population(&[("a", 5), ("b", 3), ("c", 1)]);
    let files = [("people.csv", file.as_str())];
    let with = |min: &str, max: &str| {
        format!("model = \"delta-presence\"\npopulation = \"people.csv\"\n{min}\nmax = {max}")
    };
    let on = Small {
        table: DRAWN,
        files: &files,
        ..TWO_CLASSES
    };
    let promises = &["with a chance from 0 to 0.4 that this person is in the table"];
    let expected = Expected {
        measured: &[json!(0.4)],
        rows: 3,
        promises,
        breaks: ("b,x", "a,x"),
    };
    let (_, found) = released_as_it_is(
        &Small {
            models: &[&with("", "0.4")],
            ..on
        },
        &expected,
    );
    assert_eq!(
        found["privacy"][0]["asked"],
        json!({ "min": 0, "max": 0.4 })
    );
    // The two of a are too many: they are left out, and nothing promises that they could be there.
    let strict = Small {
        models: &[&with("", "0.35")],
        search: "max-suppression = 2",
        ..on
    };
    let (_, found) = released(
        &strict,
        &Expected {
            measured: &[json!(1.0 / 3.0)],
            rows: 1,
            promises: &[],
            breaks: ("b,x", "d,x"),
        },
    );
    assert_eq!(found["suppressed_rows"], 2);
}

/// A min above 0 also protects those who are not in the table: a class of the population without a
/// row gives them away.
#[test]
fn delta_presence_with_a_minimum() {
    let model = "model = \"delta-presence\"\npopulation = \"people.csv\"\nmin = 0.3\nmax = 0.5";
    let on = Small {
        table: DRAWN,
        models: &[model],
        ..TWO_CLASSES
    };
    let (with_c, without_c) = (
        population(&[("a", 5), ("b", 3), ("c", 1)]),
        population(&[("a", 5), ("b", 3)]),
    );
    let expected = Expected {
        measured: &[json!(0.4)],
        rows: 3,
        promises: &["a chance from 0.3 to 0.5"],
        breaks: ("b,x", "a,x"),
    };
    released_as_it_is(
        &Small {
            files: &[("people.csv", &without_c)],
            ..on
        },
        &expected,
    );

    let absent = Small {
        files: &[("people.csv", &with_c)],
        ..on
    };
    unmet(&absent);
    unmet(&Small {
        search: "max-suppression = 3",
        ..absent
    });
    measured_unmet(&absent);
    // With one class for all, three of nine are in the table.
    let free = Small {
        columns: &[("q", FREE), ("s", SENSITIVE)],
        ..absent
    };
    let expected = Expected {
        measured: &[json!(1.0 / 3.0)],
        rows: 3,
        promises: &[],
        breaks: ("*,x", "c,x"),
    };
    let (files, found) = released(&free, &expected);
    assert_eq!(found["decision"]["levels"]["q"], 1);
    check_agrees(&files, &[json!(1.0 / 3.0)]);
    // Nobody may be left out, not even where suppression is allowed: who is gone is known to be
    // absent.
    let too_few = population(&[("a", 9), ("b", 3)]);
    unmet(&Small {
        files: &[("people.csv", &too_few)],
        search: "max-suppression = 2",
        ..on
    });
}

/// The 3,000 rows of the thesis: each class is far from the table; the first and the third are like
/// the thousand that they form together.
#[test]
fn nt_closeness() {
    let table = rows(
        "q,s",
        &[
            ("1,cancer", 300),
            ("1,flu", 300),
            ("2,cancer", 200),
            ("2,flu", 1800),
            ("3,cancer", 200),
            ("3,flu", 200),
        ],
    );
    let files = [("ages.csv", "1,odd,*\n2,even,*\n3,odd,*\n")];
    let columns = [
        (
            "q",
            "role = \"quasi-identifier\"\nhierarchy = \"ages.csv\"\nmax-level = 0",
        ),
        ("s", SENSITIVE),
    ];
    let on = Small {
        table: &table,
        columns: &columns,
        files: &files,
        ..TWO_CLASSES
    };
    let t_close = Small {
        models: &["model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.1"],
        ..on
    };
    assert_close(&measured_unmet(&t_close), &json!(4.0 / 15.0));
    unmet(&t_close);

    let with = |n| format!("model = \"nt-closeness\"\ncolumn = \"s\"\nn = {n}\nt = 0.1");
    let promises = &[
        "Among fewer than 1000 rows that look the same",
        "some crowd of at least 1000 around them",
    ];
    // A crowd of the input is what it was, whatever is done to the release.
    let breaks = ("1,flu\n".repeat(200), "1,cancer\n".repeat(200));
    let expected = Expected {
        measured: &[json!(0)],
        rows: 3000,
        promises,
        breaks: (&breaks.0, &breaks.1),
    };
    let (_, found) = released_as_it_is(
        &Small {
            models: &[&with(1000)],
            ..on
        },
        &expected,
    );
    assert_eq!(
        (
            &found["privacy"][0]["asked"],
            &found["privacy"][0]["distance"]
        ),
        (&json!({ "n": 1000, "t": 0.1 }), &json!("equal"))
    );
    // One more, and the only crowd that is left is the whole table.
    let one_more = Small {
        models: &[&with(1001)],
        ..on
    };
    assert_close(&measured_unmet(&one_more), &json!(4.0 / 15.0));
    unmet(&one_more);
    // The second class is large, so nothing is asked of it; with n of all rows it is t-closeness.
    assert_close(
        &measured_unmet(&Small {
            models: &[&with(3000)],
            ..on
        }),
        &json!(4.0 / 15.0),
    );
}

/// Crowds that are smoothed, by a hierarchy or by an order go by the same rule.
#[test]
fn nt_closeness_by_other_distances() {
    let table = "q,s\na,1\na,2\nb,1\nb,2\nc,8\nc,9\nd,8\nd,9\n";
    let files = [
        ("q.csv", "a,ab,*\nb,ab,*\nc,cd,*\nd,cd,*\n"),
        ("s.csv", "1,low,*\n2,low,*\n8,high,*\n9,high,*\n"),
    ];
    for (keys, s) in [
        ("distance = \"ordered\"", "type = \"integer\""),
        (
            "distance = \"smoothed\"\nbandwidth = 0.2",
            "type = \"integer\"",
        ),
        ("distance = \"hierarchical\"", "hierarchy = \"s.csv\""),
    ] {
        let (model, s) = (
            format!("model = \"nt-closeness\"\ncolumn = \"s\"\nn = 4\nt = 0.1\n{keys}"),
            format!("{SENSITIVE}\n{s}"),
        );
        let small = Small {
            table,
            columns: &[("q", FIXED), ("s", &s)],
            models: &[&model],
            files: &files,
            ..TWO_CLASSES
        };
        released_as_it_is(
            &small,
            &Expected {
                measured: &[json!(0)],
                rows: 8,
                promises: &[],
                breaks: ("a,1\na,2", "a,9\na,9"),
            },
        );
    }
}
