//! Models of one sensitive column.

use super::{Expected, assert_close, measured_unmet, released, released_as_it_is, unmet};
use crate::common::small::{FIXED, SENSITIVE, Small, TWO_CLASSES, rows};
use serde_json::{Value, json};

/// Two classes of four: (2, 1, 1) and (1, 2, 1) of x, y, z. In the table they have 3, 3 and 2 of
/// eight. One more x in the place of a z breaks each of the models.
fn on_two_classes(model: &str, measured: Value, promise: &str) -> Value {
    on_column(model, SENSITIVE, measured, promise)
}

fn on_column(model: &str, column: &str, measured: Value, promise: &str) -> Value {
    let small = Small {
        columns: &[("q", FIXED), ("s", column)],
        models: &[model],
        ..TWO_CLASSES
    };
    let expected = Expected {
        measured: &[measured],
        rows: 8,
        promises: &[promise],
        breaks: ("a,z", "a,x"),
    };
    released_as_it_is(&small, &expected).1["privacy"][0].clone()
}

#[test]
fn distinct_diversity() {
    let promise = "`s` has at least 3 different values";
    let found = on_two_classes(
        "model = \"l-diversity\"\ncolumn = \"s\"\nl = 3",
        json!(3),
        promise,
    );
    assert_eq!(
        (&found["variant"], &found["asked"]),
        (&json!("distinct"), &json!(3))
    );
}

/// Four rows, two of them with the most frequent value.
#[test]
fn probabilistic_diversity() {
    let promise = "no value of `s` belongs to more than one in 2";
    let found = on_two_classes(
        "model = \"l-diversity\"\nvariant = \"probabilistic\"\ncolumn = \"s\"\nl = 2",
        json!(2),
        promise,
    );
    assert_eq!(found["variant"], "probabilistic");
}

/// Shares of 1/2, 1/4, 1/4 have an entropy of 1.5 ln 2.
#[test]
fn entropy_diversity() {
    let promise = "`s` is as uncertain as if 2.8 values were equally frequent";
    let found = on_two_classes(
        "model = \"l-diversity\"\nvariant = \"entropy\"\ncolumn = \"s\"\nl = 2.8",
        json!(2f64.powf(1.5)),
        promise,
    );
    assert_eq!(found["settings"]["estimator"], "shannon");
}

/// ln 4 - (2 G(2) + 2 G(1)) / 4 with G(1) = -gamma - ln 2 and G(2) = 2 - gamma - ln 2 is 3 ln 2 - 1
/// + gamma.
#[test]
fn entropy_diversity_by_grassberger() {
    let gamma = 0.577_215_664_901_532_9_f64;
    let model = "model = \"l-diversity\"\nvariant = \"entropy\"\nestimator = \"grassberger\"\ncolumn = \"s\"\nl = 5";
    on_two_classes(
        model,
        json!(8.0 * (gamma - 1.0).exp()),
        "Grassberger's correction",
    );
}

/// Shares of 1/2 and four times 1/8 are as uncertain as four equal ones: exactly, so that l = 4 is
/// met.
#[test]
fn entropy_diversity_at_an_exact_tie() {
    let table = rows(
        "q,s",
        &[("a,v", 4), ("a,w", 1), ("a,x", 1), ("a,y", 1), ("a,z", 1)],
    );
    let small = Small {
        table: &table,
        models: &["model = \"l-diversity\"\nvariant = \"entropy\"\ncolumn = \"s\"\nl = 4"],
        ..TWO_CLASSES
    };
    released_as_it_is(
        &small,
        &Expected {
            measured: &[json!(4)],
            rows: 8,
            promises: &[],
            breaks: ("a,z", "a,v"),
        },
    );
    let small = Small {
        models: &[
            "model = \"l-diversity\"\nvariant = \"entropy\"\ncolumn = \"s\"\nl = 4.000000001",
        ],
        ..small
    };
    unmet(&small);
}

/// With l = 2 the most frequent value has 2 and the others 2; with l = 3 only the rarest counts
/// against it.
#[test]
fn recursive_diversity() {
    let model = |c, l| {
        format!(
            "model = \"l-diversity\"\nvariant = \"recursive\"\ncolumn = \"s\"\nc = {c}\nl = {l}"
        )
    };
    let found = on_two_classes(
        &model("1.5", 2),
        json!(1),
        "occurs less than 1.5 times as often as all values from the 2nd",
    );
    assert_eq!(
        (&found["asked"], &found["variant"]),
        (&json!({ "c": 1.5, "l": 2 }), &json!("recursive"))
    );
    on_two_classes(&model("2.1", 3), json!(2), "from the 3rd most frequent on");
    // It must be below c, not at it.
    for (c, l, measured) in [
        ("1", 2, json!(1)),
        ("2", 3, json!(2)),
        ("9", 4, json!("infinite")),
    ] {
        let small = Small {
            models: &[&model(c, l)],
            ..TWO_CLASSES
        };
        unmet(&small);
        assert_close(&measured_unmet(&small), &measured);
    }
}

#[test]
fn alpha_k_anonymity() {
    let found = on_two_classes(
        "model = \"alpha-k-anonymity\"\ncolumn = \"s\"\nalpha = 0.5\nk = 4",
        json!(0.5),
        "a share of 0.5",
    );
    assert_eq!(found["asked"], json!({ "alpha": 0.5, "k": 4 }));
    for (model, measured) in [
        ("alpha = 0.49\nk = 4", json!(0.5)),
        ("alpha = 0.5\nk = 5", json!("infinite")),
    ] {
        let model = format!("model = \"alpha-k-anonymity\"\ncolumn = \"s\"\n{model}");
        assert_close(
            &measured_unmet(&Small {
                models: &[&model],
                ..TWO_CLASSES
            }),
            &measured,
        );
    }
}

/// Only z is limited, and has one row of four in each class.
#[test]
fn alpha_k_anonymity_of_listed_values() {
    let model = "model = \"alpha-k-anonymity\"\ncolumn = \"s\"\nalpha = 0.25\nk = 4\nvalues = [\"z\", \"zorpless\"]";
    let expected = Expected {
        measured: &[json!(0.25)],
        rows: 8,
        promises: &["none of the 2 listed values"],
        breaks: ("a,x", "a,z"),
    };
    let (files, found) = released_as_it_is(
        &Small {
            models: &[model],
            ..TWO_CLASSES
        },
        &expected,
    );
    assert_eq!(
        found["privacy"][0]["settings"]["values"], 2,
        "their number, not the cells"
    );
    let report = files.text("out/table.report.txt") + &files.text("out/table.report.json");
    assert!(!report.contains("zorpless"), "{report}");
}

/// The first class has 1/8 too much of x and too little of y.
#[test]
fn t_closeness() {
    let model = |distance: &str| {
        format!("model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.13\ndistance = \"{distance}\"")
    };
    let promise = "the distance between the two is at most 0.13";
    on_two_classes(&model("equal"), json!(0.125), promise);
    // Neighbours of three are half as far apart as the ends.
    let order = |list| format!("{SENSITIVE}\norder = {list}");
    on_column(
        &model("ordered"),
        &order("[\"x\", \"y\", \"z\"]"),
        json!(0.0625),
        "neighbours in their order",
    );
    on_column(
        &model("ordered"),
        &order("[\"x\", \"z\", \"y\"]"),
        json!(0.125),
        promise,
    );
}

#[test]
fn hierarchical_t_closeness() {
    let model = "model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.13\ndistance = \"hierarchical\"";
    let column = format!("{SENSITIVE}\nhierarchy = \"s.csv\"");
    for (lines, measured) in [
        ("x,u,*\ny,u,*\nz,v,*\n", 0.0625),
        ("x,u,*\ny,v,*\nz,u,*\n", 0.125),
    ] {
        let small = Small {
            columns: &[("q", FIXED), ("s", &column)],
            models: &[model],
            files: &[("s.csv", lines)],
            ..TWO_CLASSES
        };
        let promises = &["Values that meet low in their hierarchy count as close"];
        released_as_it_is(
            &small,
            &Expected {
                measured: &[json!(measured)],
                rows: 8,
                promises,
                breaks: ("a,z", "a,x"),
            },
        );
    }
}

/// The nine salaries of the thesis: ordered 0.375, and smoothed with a bandwidth of 0.3 0.2266.
#[test]
fn closeness_of_salaries() {
    let table = "q,s\na,3\na,4\na,5\nb,6\nb,8\nb,11\nc,7\nc,9\nc,10\n";
    let number = format!("{SENSITIVE}\ntype = \"integer\"");
    for (keys, measured) in [
        ("t = 0.375\ndistance = \"ordered\"", 0.375),
        ("t = 0.23\ndistance = \"smoothed\"", 0.226_608_584_733_638_6),
    ] {
        let model = format!("model = \"t-closeness\"\ncolumn = \"s\"\n{keys}");
        let small = Small {
            table,
            columns: &[("q", FIXED), ("s", &number)],
            models: &[&model],
            ..TWO_CLASSES
        };
        released_as_it_is(
            &small,
            &Expected {
                measured: &[json!(measured)],
                rows: 9,
                promises: &[],
                breaks: ("a,5", "a,3"),
            },
        );
    }
}

/// y has 3/8 in the table and 1/4 in the first class: a factor of 3/2, which is more than the 4/3
/// of x.
#[test]
fn semantic_privacy_and_delta_disclosure() {
    for model in ["semantic-privacy", "delta-disclosure"] {
        let found = on_two_classes(
            &format!("model = \"{model}\"\ncolumn = \"s\"\ndelta = 0.41"),
            json!(1.5f64.ln()),
            "a factor of 1.51",
        );
        assert_eq!(found["settings"]["log"], "natural");
    }
}

/// x has a quarter of the table, half of the first class and an eighth of the second: exactly one
/// binary digit.
const HALVES: &[(&str, usize)] = &[("a,x", 2), ("a,y", 2), ("b,x", 1), ("b,y", 7)];

#[test]
fn binary_logarithms_and_their_ends() {
    let table = rows("q,s", HALVES);
    let model = |name: &str, delta| {
        format!("model = \"{name}\"\ncolumn = \"s\"\nlog = \"binary\"\ndelta = {delta}")
    };
    let on = Small {
        table: &table,
        ..TWO_CLASSES
    };
    let expected = Expected {
        measured: &[json!(1)],
        rows: 12,
        promises: &["a factor of 2"],
        breaks: ("a,y", "a,x"),
    };
    released_as_it_is(
        &Small {
            models: &[&model("semantic-privacy", "1")],
            ..on
        },
        &expected,
    );
    let expected = Expected {
        promises: &["a factor of 2.02"],
        ..expected
    };
    released_as_it_is(
        &Small {
            models: &[&model("delta-disclosure", "1.01")],
            ..on
        },
        &expected,
    );
    // Delta-disclosure asks for less than delta.
    unmet(&Small {
        models: &[&model("delta-disclosure", "1")],
        ..on
    });
}

/// A value that a class lacks is forbidden by the one and allowed by the other.
#[test]
fn values_that_a_class_lacks() {
    let table = rows(
        "q,s",
        &[("a,x", 2), ("a,y", 2), ("b,x", 2), ("b,y", 1), ("b,z", 1)],
    );
    let on = Small {
        table: &table,
        ..TWO_CLASSES
    };
    let semantic = Small {
        models: &["model = \"semantic-privacy\"\ncolumn = \"s\"\ndelta = 9"],
        ..on
    };
    assert_eq!(measured_unmet(&semantic), "infinite");
    unmet(&semantic);
    // z has 1/8 of the table and 1/4 of the second class; y has 3/8 of the table, 1/2 of the first
    // and 1/4 of the second class.
    let delta = Small {
        models: &["model = \"delta-disclosure\"\ncolumn = \"s\"\ndelta = 0.7"],
        ..on
    };
    let expected = Expected {
        measured: &[json!(2f64.ln())],
        rows: 8,
        promises: &["Values may be absent"],
        breaks: ("b,y", "b,z"),
    };
    released_as_it_is(&delta, &expected);
}

/// x gains a third of its 3/8 in the first class, y in the second.
#[test]
fn beta_likeness() {
    for variant in ["basic", "enhanced"] {
        let model = format!(
            "model = \"beta-likeness\"\ncolumn = \"s\"\nbeta = 0.4\nvariant = \"{variant}\""
        );
        let found = on_two_classes(&model, json!(1.0 / 3.0), "by more than 0.4 times its share");
        assert_eq!(found["variant"], variant);
    }
}

/// y has 3/4 of the table and all of the second class: it gains 1/3, which is above -ln 3/4 =
/// 0.288.
#[test]
fn enhanced_likeness_limits_frequent_values() {
    let table = rows("q,s", &[("a,x", 2), ("a,y", 2), ("b,y", 4)]);
    let on = Small {
        table: &table,
        ..TWO_CLASSES
    };
    let basic = Small {
        models: &["model = \"beta-likeness\"\ncolumn = \"s\"\nbeta = 1"],
        ..on
    };
    released_as_it_is(
        &basic,
        &Expected {
            measured: &[json!(1)],
            rows: 8,
            promises: &[],
            breaks: ("a,y", "a,x"),
        },
    );
    let enhanced = "model = \"beta-likeness\"\ncolumn = \"s\"\nbeta = 1\nvariant = \"enhanced\"";
    assert_eq!(
        measured_unmet(&Small {
            models: &[enhanced],
            ..on
        }),
        "infinite"
    );
    let expected = Expected {
        measured: &[json!(1)],
        rows: 4,
        promises: &["so that none becomes certain"],
        breaks: ("a,y", "a,x"),
    };
    let (files, found) = released(
        &Small {
            models: &[enhanced],
            search: "max-suppression = 4",
            ..on
        },
        &expected,
    );
    assert_eq!(
        (
            &found["suppressed_rows"],
            files.lines("out/table.csv")[1].as_str()
        ),
        (&json!(4), "a,x")
    );
}

/// Two of four rows of the first class have no value. They count in its size, and where classes are
/// compared with the table they are one more value.
#[test]
fn missing_values() {
    let table = "q,s\na,\na,NA\na,x\na,y\nb,x\nb,x\nb,y\nb,y\n";
    for (model, measured) in [
        ("model = \"l-diversity\"\nl = 2", json!(2)),
        (
            "model = \"l-diversity\"\nvariant = \"probabilistic\"\nl = 2",
            json!(2),
        ),
        (
            "model = \"l-diversity\"\nvariant = \"entropy\"\nl = 2",
            json!(2),
        ),
        (
            "model = \"l-diversity\"\nvariant = \"recursive\"\nc = 1.1\nl = 2",
            json!(1),
        ),
        (
            "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 4",
            json!(0.5),
        ),
        ("model = \"t-closeness\"\nt = 0.25", json!(0.25)),
        // Missing has a quarter of the table and half of the first class.
        (
            "model = \"delta-disclosure\"\ndelta = 0.7",
            json!(2f64.ln()),
        ),
        ("model = \"beta-likeness\"\nbeta = 1", json!(1)),
    ] {
        let model = format!("{model}\ncolumn = \"s\"");
        let small = Small {
            table,
            models: &[&model],
            ..TWO_CLASSES
        };
        // Both missing and one of the two values become x, or all but one do.
        let breaks = (
            "a,x\na,y\nb,x\nb,x\nb,y\nb,y\n",
            "a,x\na,x\nb,x\nb,x\nb,x\nb,x\n",
        );
        released_as_it_is(
            &small,
            &Expected {
                measured: &[measured],
                rows: 8,
                promises: &[],
                breaks,
            },
        );
    }
    let semantic = Small {
        table,
        models: &["model = \"semantic-privacy\"\ncolumn = \"s\"\ndelta = 9"],
        ..TWO_CLASSES
    };
    assert_eq!(measured_unmet(&semantic), "infinite");
}

/// What is left out still belongs to the table that classes are compared with.
#[test]
fn the_reference_is_the_input_and_not_the_release() {
    // x and y have 3 of 8 each and z has 2; the class of z is left out.
    let table = rows(
        "q,s",
        &[("a,x", 2), ("a,y", 1), ("b,x", 1), ("b,y", 2), ("c,z", 2)],
    );
    let model = "model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.3";
    let small = Small {
        table: &table,
        models: &[model],
        search: "max-suppression = 2",
        ..TWO_CLASSES
    };
    // (2/3, 1/3, 0) from (3/8, 3/8, 2/8).
    let expected = Expected {
        measured: &[json!(7.0 / 24.0)],
        rows: 6,
        promises: &[],
        breaks: ("a,y", "a,x"),
    };
    let (files, found) = released(&small, &expected);
    assert_eq!(found["suppressed_rows"], 2);
    // In the release x and y have one half each: (2/3, 1/3) is 1/6 away.
    let checked = files.succeed(&["check", "recipe.toml", "--table", "out/table.csv"]);
    assert_close(&checked["privacy"][0]["measured"], &json!(1.0 / 6.0));
}

/// The first class has two persons with a value each, the second has two of whom one has both
/// values. x belongs to three persons and y to two.
#[test]
fn persons_count_once_for_each_value() {
    let table = "p,q,s\n1,a,x\n1,a,x\n2,a,y\n3,b,x\n4,b,y\n4,b,x\n";
    let models = [
        "model = \"k-anonymity\"\nk = 2",
        "model = \"alpha-k-anonymity\"\ncolumn = \"s\"\nalpha = 1\nk = 2",
        "model = \"l-diversity\"\nvariant = \"probabilistic\"\ncolumn = \"s\"\nl = 1",
        "model = \"t-closeness\"\ncolumn = \"s\"\nt = 0.1",
        "model = \"semantic-privacy\"\ncolumn = \"s\"\ndelta = 0.23",
        "model = \"beta-likeness\"\ncolumn = \"s\"\nbeta = 0.25",
    ];
    let small = Small {
        table,
        input: "person = \"p\"",
        columns: &[
            ("p", "role = \"identifying\""),
            ("q", FIXED),
            ("s", SENSITIVE),
        ],
        models: &models,
        ..TWO_CLASSES
    };
    let measured = [
        json!(2),
        json!(1),
        json!(1),
        json!(0.1),
        json!(1.25f64.ln()),
        json!(0.25),
    ];
    let promises = &["finds at least 2 persons that look the same"];
    // The released rows have no persons; the record tells them apart.
    let (_, found) = released(
        &small,
        &Expected {
            measured: &measured,
            rows: 6,
            promises,
            breaks: ("a,y", "a,x"),
        },
    );
    assert_eq!(found["suppressed_persons"], 0);
}
