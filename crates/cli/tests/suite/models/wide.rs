//! Models that look at several columns at once, and several models at once.

use super::{
    Expected, assert_close, check_agrees, measured_unmet, released, released_as_it_is, unmet,
};
use crate::common::small::{FIXED, FREE, SENSITIVE, Small, TWO_CLASSES, rows};
use serde_json::json;

const TWO_QUASI: [(&str, &str); 3] = [
    ("q", FIXED),
    (
        "r",
        "role = \"quasi-identifier\"\nhierarchy = \"q.csv\"\nmax-level = 0",
    ),
    ("s", SENSITIVE),
];

fn lkc(l: u64, k: u64, c: &str) -> String {
    format!("model = \"lkc-privacy\"\ncolumn = \"s\"\nl = {l}\nk = {k}\nc = {c}")
}

/// Everybody is alone by both columns, and one of two by either.
#[test]
fn lkc_privacy_against_somebody_who_knows_one_of_two_columns() {
    let table = "q,r,s\na,c,x\na,d,y\nb,c,y\nb,d,x\n";
    let on = Small {
        table,
        columns: &TWO_QUASI,
        ..TWO_CLASSES
    };
    let expected = Expected {
        measured: &[json!(0.5)],
        rows: 4,
        promises: &["Whoever knows any 1 quasi-identifier of somebody finds at least 2 rows"],
        breaks: ("a,d,y", "a,d,x"),
    };
    let (_, found) = released_as_it_is(
        &Small {
            models: &[&lkc(1, 2, "0.5")],
            ..on
        },
        &expected,
    );
    assert_eq!(
        found["privacy"][0]["asked"],
        json!({ "l": 1, "k": 2, "c": 0.5 })
    );
    for (l, k, c) in [(2, 2, "0.5"), (1, 3, "0.5")] {
        let small = Small {
            models: &[&lkc(l, k, c)],
            ..on
        };
        assert_eq!(measured_unmet(&small), "infinite");
        unmet(&small);
    }
    assert_eq!(
        measured_unmet(&Small {
            models: &[&lkc(1, 2, "0.4")],
            ..on
        }),
        0.5
    );
}

/// The only e goes, and then the other f is alone and goes too.
#[test]
fn lkc_privacy_leaves_out_in_rounds() {
    let table = "q,r,s\na,c,x\na,d,y\nb,c,y\nb,d,x\nf,c,y\nf,e,x\n";
    let small = Small {
        table,
        columns: &TWO_QUASI,
        models: &[&lkc(1, 2, "0.7")],
        search: "max-suppression = 2",
        ..TWO_CLASSES
    };
    let expected = Expected {
        measured: &[json!(0.5)],
        rows: 4,
        promises: &[],
        breaks: ("a,d,y", "a,d,x"),
    };
    let (files, found) = released(&small, &expected);
    assert_eq!(found["suppressed_rows"], 2);
    assert_eq!(
        files.text("out/table.csv"),
        "q,r,s\na,c,x\na,d,y\nb,c,y\nb,d,x\n"
    );
    check_agrees(&files, &[json!(0.5)]);
    unmet(&Small {
        search: "max-suppression = 1",
        ..small
    });
}

/// One class of two rows stays beside two marked rows: all four show `*` in the second column,
/// where p1 has two of them. So x and y each have two of three persons there, and one of two in
/// either class by itself.
#[test]
fn lkc_privacy_of_persons_sees_marked_rows_among_kept_ones_with_the_same_label() {
    let table = "q,r,s,p\na,d,x,p1\na,e,y,p2\nb,f,y,p1\nc,d,x,p3\n";
    let columns = [
        ("q", FREE),
        ("r", FREE),
        ("s", SENSITIVE),
        ("p", "role = \"insensitive\""),
    ];
    let small = Small {
        table,
        columns: &columns,
        models: &[&lkc(1, 2, "0.8")],
        input: "person = \"p\"",
        search: "max-suppression = 1.0",
        ..TWO_CLASSES
    };
    let recipe = small
        .recipe()
        .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n");
    let files = small.files();
    files.write("recipe.toml", recipe);
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(
        files.text("out/table.csv"),
        "q,r,s,p\n*,*,x,p3\n*,*,y,p1\na,*,x,p1\na,*,y,p2\n"
    );
    assert_close(&found["privacy"][0]["measured"], &json!(2.0 / 3.0));
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
}

/// Every value of q and of r has two rows with x and y. The mean of g is one more column that
/// somebody may know, and what it shows differs from class to class.
#[test]
fn lkc_privacy_looks_at_aggregated_columns_too() {
    let aggregated = "role = \"quasi-identifier\"\ntype = \"integer\"\naggregate = \"mean\"";
    let columns = [TWO_QUASI[0], TWO_QUASI[1], ("g", aggregated), TWO_QUASI[2]];
    let with = |numbers: [u8; 4], c: &str| {
        let [ac, ad, bc, bd] = numbers;
        let table = format!("q,r,g,s\na,c,{ac},x\na,d,{ad},y\nb,c,{bc},y\nb,d,{bd},x\n");
        let small = Small {
            table: &table,
            columns: &columns,
            models: &[&lkc(1, 2, c)],
            ..TWO_CLASSES
        };
        small.files()
    };
    // The two rows with 1 have x, and the two with 2 have y.
    let files = with([1, 2, 2, 1], "1.0");
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_close(&found["privacy"][0]["measured"], &json!(1.0));
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
    for files in [with([1, 2, 2, 1], "0.5"), with([1, 2, 3, 4], "1.0")] {
        let ran = files.run(&["anonymize", "recipe.toml"]);
        assert!(
            ran.expect(1)
                .stderr
                .contains("with their aggregated columns, do not meet LKC-privacy"),
            "{}",
            ran.stderr
        );
        assert!(!files.path("out").exists());
    }
}

/// At level 1 the kept rows show the text of the mark, so marked rows join them: one class of
/// three.
#[test]
fn kept_rows_that_look_marked_are_one_class_with_marked_ones() {
    let column = "role = \"quasi-identifier\"\nhierarchy = \"h.csv\"\nmin-level = 1\nmax-level = 1";
    let small = Small {
        table: "q,s\na,z\nb,x\nb,y\n",
        columns: &[("q", column), ("s", SENSITIVE)],
        models: &["model = \"l-diversity\"\ncolumn = \"s\"\nl = 2"],
        search: "max-suppression = 1",
        files: &[("h.csv", "a,L,*\nb,*,*\n")],
        ..TWO_CLASSES
    };
    let files = small.files();
    files.write(
        "recipe.toml",
        small
            .recipe()
            .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
    );
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(
        (&found["suppressed_rows"], &found["privacy"][0]["measured"]),
        (&json!(1), &json!(3))
    );
    assert_eq!(files.text("out/table.csv"), "q,s\n*,x\n*,y\n*,z\n");
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
}

/// Three rows have flu, three gout, and two have both.
#[test]
fn km_anonymity() {
    let table = "q,s\na,flu\na,flu|gout\na,gout\na,gout|flu\n";
    let items = format!("{SENSITIVE}\nitems = \"|\"");
    let with = |k, m| format!("model = \"km-anonymity\"\ncolumn = \"s\"\nk = {k}\nm = {m}");
    let on = Small {
        table,
        columns: &[("q", FIXED), ("s", &items)],
        ..TWO_CLASSES
    };
    for (k, m) in [(2, 2), (3, 1), (2, 9)] {
        let noun = if m == 1 { "item" } else { "items" };
        let promise = format!("and up to {m} {noun} of `s`, finds at least {k} rows that fit");
        let expected = Expected {
            measured: &[json!(k)],
            rows: 4,
            promises: &[&promise],
            breaks: ("a,gout\n", "a,ache\n"),
        };
        let (_, found) = released_as_it_is(
            &Small {
                models: &[&with(k, m)],
                ..on
            },
            &expected,
        );
        assert_eq!(found["privacy"][0]["asked"], json!({ "k": k, "m": m }));
    }
    assert_eq!(
        measured_unmet(&Small {
            models: &[&with(3, 2)],
            ..on
        }),
        2
    );
    // A rare item costs its class, a missing cell costs nothing.
    let table = rows(
        "q,s",
        &[("a,flu", 2), ("a,", 1), ("b,flu", 2), ("b,flu|ache", 1)],
    );
    let small = Small {
        table: &table,
        models: &[&with(2, 2)],
        search: "max-suppression = 3",
        ..on
    };
    let (files, _) = released(
        &small,
        &Expected {
            measured: &[json!(2)],
            rows: 3,
            promises: &[],
            breaks: ("a,flu", "a,gout"),
        },
    );
    assert_eq!(files.text("out/table.csv"), "q,s\na,\na,flu\na,flu\n");
}

const JOBS: [(&str, &str); 3] = [("q", FIXED), ("job", SENSITIVE), ("ill", SENSITIVE)];
const OTHERS: &str = "others-as-quasi-identifiers = true";

/// In the first class each job has one illness, in the second each has both.
const TRAP: &str = "\
q,job,ill
a,baker,flu
a,clerk,gout
a,driver,ache
b,baker,flu
b,baker,gout
b,clerk,flu
b,clerk,gout
";

fn diverse(column: &str, more: &str) -> String {
    format!("model = \"l-diversity\"\ncolumn = \"{column}\"\nl = 2\n{more}")
}

/// Each column is diverse in each class, so the release passes; a warning says what it does not
/// protect from.
#[test]
fn several_columns_are_protected_one_by_one_with_a_warning() {
    let models = [diverse("job", ""), diverse("ill", "")];
    let models = models.each_ref().map(String::as_str);
    let small = Small {
        table: TRAP,
        columns: &JOBS,
        models: &models,
        ..TWO_CLASSES
    };
    let breaks = (
        "a,baker,flu\na,clerk,gout\na,driver,ache",
        "a,baker,flu\na,baker,flu\na,baker,flu",
    );
    let (files, found) = released_as_it_is(
        &small,
        &Expected {
            measured: &[json!(2), json!(2)],
            rows: 7,
            promises: &[],
            breaks,
        },
    );
    let warnings = found["warnings"].as_array().unwrap();
    let warning = warnings
        .iter()
        .filter_map(|w| w.as_str())
        .find(|w| w.contains("combination"))
        .expect("a warning");
    for words in ["`job`", "`ill`", "others-as-quasi-identifiers = true"] {
        assert!(warning.contains(words), "{warning}");
    }
    assert!(
        files
            .run(&["anonymize", "recipe.toml", "--force"])
            .expect(0)
            .stderr
            .contains("combination")
    );
    // Saying no is a decision too.
    let models = ["others-as-quasi-identifiers = false"; 2].map(|no| no.to_owned());
    let models = [diverse("job", &models[0]), diverse("ill", &models[1])];
    let found = Small {
        models: &models.each_ref().map(String::as_str),
        ..small
    }
    .files()
    .succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(found["warnings"], json!([]));
}

/// Whoever knows the job knows the illness in the first class, so it has to go.
#[test]
fn several_columns_are_protected_together() {
    let models = [diverse("job", OTHERS), diverse("ill", OTHERS)];
    let models = models.each_ref().map(String::as_str);
    let strict = Small {
        table: TRAP,
        columns: &JOBS,
        models: &models,
        ..TWO_CLASSES
    };
    assert_eq!(measured_unmet(&strict), 1);
    unmet(&strict);
    let promises =
        &["This holds also against somebody who knows all other sensitive columns of that person"];
    let expected = Expected {
        measured: &[json!(2), json!(2)],
        rows: 4,
        promises,
        breaks: ("b,clerk,gout", "b,clerk,flu"),
    };
    let (files, found) = released(
        &Small {
            search: "max-suppression = 3",
            ..strict
        },
        &expected,
    );
    assert_eq!(
        (&found["suppressed_rows"], &found["warnings"]),
        (&json!(3), &json!([]))
    );
    assert_eq!(
        found["privacy"][0]["settings"]["others-as-quasi-identifiers"],
        true
    );
    check_agrees(&files, expected.measured);
}

/// Parts of the second class, by job and by illness, are halves: everything about them can be
/// worked out.
#[test]
fn other_models_on_divided_classes() {
    // flu has half of the table and of each part.
    let table = rows(
        "q,job,ill",
        &[
            ("b,baker,flu", 2),
            ("b,baker,gout", 2),
            ("b,clerk,flu", 1),
            ("b,clerk,gout", 1),
        ],
    );
    for (keys, measured, breaks) in [
        (
            "model = \"t-closeness\"\nt = 0",
            json!(0),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"semantic-privacy\"\ndelta = 0",
            json!(0),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"delta-disclosure\"\ndelta = 0.1",
            json!(0),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"beta-likeness\"\nbeta = 0.1",
            json!(0),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"alpha-k-anonymity\"\nalpha = 0.5\nk = 2",
            json!(0.5),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"l-diversity\"\nvariant = \"entropy\"\nl = 2",
            json!(2),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"l-diversity\"\nvariant = \"recursive\"\nl = 2\nc = 1.1",
            json!(1),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
        (
            "model = \"l-diversity\"\nvariant = \"probabilistic\"\nl = 2",
            json!(2),
            ("b,clerk,gout", "b,clerk,flu"),
        ),
    ] {
        let model = format!("{keys}\ncolumn = \"ill\"\n{OTHERS}");
        let small = Small {
            table: &table,
            columns: &JOBS,
            models: &[&model],
            ..TWO_CLASSES
        };
        released_as_it_is(
            &small,
            &Expected {
                measured: &[measured],
                rows: 6,
                promises: &[],
                breaks,
            },
        );
    }
    let items = format!("{SENSITIVE}\nitems = \"|\"");
    let columns = [JOBS[0], JOBS[1], ("ill", items.as_str())];
    let model = format!("model = \"km-anonymity\"\ncolumn = \"ill\"\nk = 1\nm = 1\n{OTHERS}");
    let small = Small {
        table: &table,
        columns: &columns,
        models: &[&model],
        ..TWO_CLASSES
    };
    assert_eq!(
        small.files().succeed(&["anonymize", "recipe.toml"])["privacy"][0]["measured"],
        1,
        "one clerk has flu"
    );
}

/// d is alone, c has one value; then two classes are left for five rows.
#[test]
fn three_models_at_once() {
    let table = rows(
        "q,s",
        &[
            ("a,x", 1),
            ("a,y", 1),
            ("a,z", 1),
            ("b,x", 1),
            ("b,y", 1),
            ("c,x", 2),
            ("d,y", 1),
        ],
    );
    let three = |threshold: &str| {
        let risk = format!("model = \"average-risk\"\nthreshold = {threshold}");
        [
            "model = \"k-anonymity\"\nk = 2".to_owned(),
            diverse("s", ""),
            risk,
        ]
    };
    let models = three("0.4");
    let small = Small {
        table: &table,
        models: &models.each_ref().map(String::as_str),
        search: "max-suppression = 5",
        ..TWO_CLASSES
    };
    let promises = &[
        "finds at least 2 rows",
        "at least 2 different values",
        "a share of 0.4",
    ];
    let breaks = ("b,y", "b,x");
    let (files, found) = released(
        &small,
        &Expected {
            measured: &[json!(2), json!(2), json!(0.4)],
            rows: 5,
            promises,
            breaks,
        },
    );
    assert_eq!(found["suppressed_rows"], 3);
    check_agrees(&files, &[json!(2), json!(2), json!(0.4)]);
    // A stricter average takes the smaller of the two.
    let models = three("0.35");
    let small = Small {
        models: &models.each_ref().map(String::as_str),
        ..small
    };
    let expected = Expected {
        measured: &[json!(3), json!(3), json!(1.0 / 3.0)],
        rows: 3,
        promises: &[],
        breaks: ("a,z", "b,z"),
    };
    let (_, found) = released(&small, &expected);
    assert_eq!(found["suppressed_rows"], 5);
    let nearest = unmet(&Small {
        search: "max-suppression = 4",
        ..small
    })["nearest"]
        .clone();
    assert_eq!(nearest["suppressed_rows"], 5, "{nearest:#}");
}
