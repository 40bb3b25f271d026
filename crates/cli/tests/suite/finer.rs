//! Releases whose classes have labels of their own, from the recipe to the verified certificate.

use crate::common::Workspace;
use crate::common::small::{SENSITIVE, Small};
use serde_json::Value;
use std::collections::BTreeMap;

const AGE: &str =
    "role = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [10, 20] }";
const PLACE: &str = "role = \"quasi-identifier\"\nhierarchy = \"place.csv\"";
const PLACES: &str = "A,north,*\nB,north,*\nC,south,*\nD,south,*\n";
const K2: &str = "model = \"k-anonymity\"\nk = 2";

/// Forty rows of a pattern, a rare one among them, a missing cell, and two illnesses.
fn table() -> String {
    let mut text = String::from("age,place,ill\n");
    for i in 0..40 {
        let place = ["A", "B", "C", "D"][i * 7 % 4];
        let ill = ["flu", "gout", "flu", "cold", "cold"][i % 5];
        text += &format!("{},{place},{ill}\n", 20 + i * 11 % 60);
    }
    text + "97,D,gout\n,A,flu\n"
}

fn small<'a>(table: &'a str, models: &'a [&'a str], search: &'a str) -> Small<'a> {
    Small {
        table,
        columns: &[("age", AGE), ("place", PLACE), ("ill", SENSITIVE)],
        models,
        input: "",
        search,
        files: &[("place.csv", PLACES)],
    }
}

fn verify(w: &Workspace) -> Value {
    w.run(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ])
    .expect(0);
    w.succeed(&["verify", "out/table.certificate.json"])
}

/// The rows of the released file by their quasi-identifiers, counted here.
fn classes(w: &Workspace, quasi: usize) -> BTreeMap<Vec<String>, u64> {
    let mut classes = BTreeMap::new();
    for line in &w.lines("out/table.csv")[1..] {
        let cells: Vec<String> = line.split(',').take(quasi).map(str::to_owned).collect();
        *classes.entry(cells).or_insert(0) += 1;
    }
    classes
}

const METHODS: [&str; 4] = [
    "method = \"local-recoding\"",
    "method = \"mondrian\"",
    "method = \"mondrian\"\ncuts = \"relaxed\"",
    "method = \"mondrian\"\nloss = \"discernibility\"",
];

#[test]
fn nobody_is_left_out_and_every_class_keeps_the_promise() {
    let table = table();
    let models = [
        vec![K2],
        vec![
            "model = \"k-anonymity\"\nk = 3",
            "model = \"l-diversity\"\ncolumn = \"ill\"\nl = 2",
        ],
        vec![
            K2,
            "model = \"t-closeness\"\ncolumn = \"ill\"\nt = 0.4\ndistance = \"equal\"",
        ],
        vec![
            K2,
            "model = \"nt-closeness\"\ncolumn = \"ill\"\nn = 12\nt = 0.4\ndistance = \"equal\"",
        ],
        vec![K2, "model = \"average-risk\"\nthreshold = 0.2"],
    ];
    for (models, search) in models.iter().flat_map(|m| METHODS.map(|s| (m, s))) {
        let w = small(&table, models, search).files();
        let json = w.succeed(&["anonymize", "recipe.toml"]);
        assert_eq!(
            (&json["outcome"], &json["suppressed_rows"]),
            (&"released".into(), &0.into()),
            "{search} {models:?}: {json}"
        );
        let classes = classes(&w, 2);
        assert_eq!(classes.values().sum::<u64>(), 42);
        assert!(
            classes.values().all(|&size| size >= 2),
            "{search} {models:?}: {classes:?}"
        );
        assert_eq!(json["classes"], classes.len(), "{search} {models:?}");
        assert!(
            json["privacy"]
                .as_array()
                .unwrap()
                .iter()
                .all(|p| p["met"] == true),
            "{json}"
        );
        assert_eq!(json["decision"]["kind"], search.split('"').nth(1).unwrap());
        verify(&w);
        assert!(
            w.text("out/table.report.txt")
                .contains("Each class has labels of its own")
        );
    }
}

#[test]
fn finer_is_less_lost_than_the_best_levels() {
    let table = table();
    let loss = |search: &str| {
        small(&table, &[K2], search)
            .files()
            .succeed(&["anonymize", "recipe.toml"])["loss"]["value"]
            .as_f64()
            .unwrap()
    };
    let levels = loss("aggregation = \"arithmetic\"");
    let (local, mondrian) = (
        loss("method = \"local-recoding\""),
        loss("method = \"mondrian\""),
    );
    assert!(local < levels, "{local} {levels}");
    assert!(mondrian < 1.0);
}

#[test]
fn the_same_bytes_on_one_thread_and_on_two() {
    let table = table();
    for search in METHODS {
        let w = small(&table, &[K2], search).files();
        let release = |threads: &str| {
            w.succeed(&["anonymize", "recipe.toml", "--force", "--threads", threads]);
            [
                "csv",
                "certificate.json",
                "record.json",
                "report.txt",
                "report.json",
            ]
            .map(|ending| w.read(&format!("out/table.{ending}")))
        };
        assert_eq!(release("1"), release("2"), "{search}");
    }
}

/// A hierarchy may use a label for one set on one level and for another on the next; in one column
/// it would mean two things.
#[test]
fn a_label_never_stands_for_two_sets() {
    let places = "A,near,near,*\nB,near,near,*\nC,far,near,*\nD,off,off,*\nE,off,off,*\n";
    let table = "place\nA\nB\nC\nA\nD\nE\n";
    let small = Small {
        table,
        columns: &[("place", PLACE)],
        models: &[K2],
        input: "",
        search: "method = \"mondrian\"",
        files: &[("place.csv", places)],
    };
    let w = small.files();
    w.succeed(&["anonymize", "recipe.toml"]);
    let labels: Vec<String> = classes(&w, 1).into_keys().flatten().collect();
    let record: Value = serde_json::from_str(&w.text("out/table.record.json")).unwrap();
    let told = record["decision"][0]["labels"].as_array().unwrap();
    let mut texts: Vec<&str> = told
        .iter()
        .map(|label| label[0].as_str().unwrap())
        .collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), told.len(), "{told:?}");
    assert!(labels.iter().all(|label| texts.contains(&label.as_str())));
}

#[test]
fn mondrian_needs_no_hierarchies_and_writes_ranges_and_lists() {
    let small = Small {
        table: "age,job\n10,cook\n11,cook\n12,clerk\n50,tailor\n51,tailor\n,tailor\n,cook\n",
        columns: &[
            ("age", "role = \"quasi-identifier\"\ntype = \"integer\""),
            ("job", "role = \"quasi-identifier\""),
        ],
        models: &[K2],
        input: "",
        search: "method = \"mondrian\"",
        files: &[],
    };
    let w = small.files();
    w.succeed(&["anonymize", "recipe.toml"]);
    verify(&w);
    let expected = [
        (",cook|tailor", 2),
        ("10..12,clerk|cook", 3),
        ("50..51,tailor", 2),
    ];
    let expected =
        expected.map(|(row, rows)| (row.split(',').map(str::to_owned).collect::<Vec<_>>(), rows));
    assert_eq!(classes(&w, 2), BTreeMap::from(expected));
}

#[test]
fn suppressed_cells_are_counted_in_both_readings() {
    let small = |search: &'static str| Small {
        table: "a,b,c\n1,x,p\n1,x,q\n1,y,p\n2,y,p\n2,y,q\n3,z,p\n3,z,q\n4,z,p\n",
        columns: &[
            ("a", "role = \"quasi-identifier\""),
            ("b", "role = \"quasi-identifier\"\nweight = 3"),
            ("c", "role = \"quasi-identifier\""),
        ],
        models: &[K2],
        input: "",
        search,
        files: &[],
    };
    for search in [
        "method = \"cell-suppression\"",
        "method = \"cell-suppression\"\nsubsets = 2",
    ] {
        let w = small(search).files();
        let json = w.succeed(&["anonymize", "recipe.toml"]);
        assert!(json["k"]["cautious"].as_u64().unwrap() >= 2, "{json}");
        assert!(
            json["k"]["wildcard"].as_u64() >= json["k"]["cautious"].as_u64(),
            "{json}"
        );
        if !search.contains("subsets") {
            assert!(classes(&w, 3).values().all(|&size| size >= 2));
        }
        verify(&w);
        assert!(
            json["warnings"]
                .to_string()
                .contains("when it matches anything"),
            "{json}"
        );
        let report = w
            .text("out/table.report.txt")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(report.contains("when it matches anything"), "{report}");
    }
    let w = small("method = \"cell-suppression\"\nreading = \"wildcard\"").files();
    let json = w.succeed(&["anonymize", "recipe.toml"]);
    assert!(json["k"]["wildcard"].as_u64().unwrap() >= 2, "{json}");
    assert_eq!(json["privacy"][0]["measured"], json["k"]["wildcard"]);
    verify(&w);
    // The promise is labelled in the certificate, and k of the other reading is stated too.
    let certificate: Value = serde_json::from_str(&w.text("out/table.certificate.json")).unwrap();
    let promise = &certificate["privacy"][0];
    assert_eq!(
        (&promise["variant"], &promise["label"]),
        (&"wildcard".into(), &"*".into())
    );
    assert_eq!(promise["measured_in_other_reading"], json["k"]["cautious"]);
}

#[test]
fn numbers_are_put_together_within_classes() {
    let released = |by: &str| {
        let age = format!("role = \"quasi-identifier\"\ntype = \"decimal\"\naggregate = \"{by}\"");
        let columns = [("q", crate::common::small::FIXED), ("age", age.as_str())];
        let small = Small {
            table: "q,age\na,1\na,2\na,2\na,-4.5\nb,7\nb,\nb,8\n",
            columns: &columns,
            models: &[K2],
            input: "",
            search: "",
            files: &[],
        };
        let w = small.files();
        w.succeed(&["anonymize", "recipe.toml"]);
        verify(&w);
        classes(&w, 2)
            .into_keys()
            .map(|cells| cells[1].clone())
            .collect::<Vec<String>>()
    };
    assert_eq!(released("mean"), ["0.125", "7.5"]);
    assert_eq!(released("median"), ["1", "7"]);
    assert_eq!(released("mode"), ["2", "7"]);
    assert_eq!(released("interval"), ["-4.5..2", "7..8"]);
}

#[test]
fn what_classes_with_labels_of_their_own_cannot_do_is_refused_with_the_reason() {
    let table = table();
    let refused = |models: &[&str], search: &str, message: &str| {
        let w = small(&table, models, search).files();
        let ran = w.run(&["anonymize", "recipe.toml"]);
        ran.expect(2);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert!(w.names("out").is_empty());
    };
    let l = "model = \"l-diversity\"\ncolumn = \"ill\"\nl = 2";
    refused(
        &[K2, l],
        "method = \"cell-suppression\"",
        "`cell-suppression` is for k-anonymity alone",
    );
    refused(
        &[K2],
        "method = \"cell-suppression\"\nsubsets = 3",
        "`subsets` in `[search]` is 3; there are 2 quasi-identifiers",
    );
    let lkc = "model = \"lkc-privacy\"\ncolumn = \"ill\"\nl = 1\nk = 2\nc = 0.9";
    refused(
        &[lkc],
        "method = \"mondrian\"",
        "`lkc-privacy` cannot guide a partition",
    );
    refused(
        &[lkc],
        "method = \"local-recoding\"",
        "`lkc-privacy` cannot guide a partition",
    );
}

#[test]
fn a_wish_that_not_even_one_class_meets_is_unmet() {
    let table = table();
    let t = "model = \"l-diversity\"\ncolumn = \"ill\"\nl = 4";
    for search in METHODS {
        let w = small(&table, &[t], search).files();
        let ran = w.run(&["anonymize", "recipe.toml", "--json"]);
        ran.expect(1);
        let explanation = ran.json()["explanation"].as_str().unwrap().to_owned();
        assert!(
            explanation.contains("not even all rows together in one class meet"),
            "{explanation}"
        );
    }
}

#[test]
fn labels_of_classes_cannot_be_applied_to_other_rows() {
    let table = table();
    let w = small(&table, &[K2], "method = \"local-recoding\"").files();
    w.succeed(&["anonymize", "recipe.toml"]);
    let ran = w.run(&[
        "apply",
        "recipe.toml",
        "--input",
        "table.csv",
        "--output",
        "out/new.csv",
        "--record",
        "out/table.record.json",
    ]);
    ran.expect(2);
    assert!(
        ran.stderr.contains("labels of its own for each class"),
        "{}",
        ran.stderr
    );
}

/// Several rows of a person count once.
#[test]
fn persons_are_the_unit_in_every_method() {
    let mut table = String::from("person,age,place,ill\n");
    for i in 0..30 {
        table += &format!(
            "p{},{},{},{}\n",
            i % 12,
            20 + i * 7 % 50,
            ["A", "B", "C", "D"][i % 4],
            ["flu", "gout"][i % 2]
        );
    }
    for search in [
        "method = \"local-recoding\"",
        "method = \"mondrian\"",
        "method = \"cell-suppression\"",
    ] {
        let small = Small {
            input: "person = \"person\"",
            ..small(&table, &[K2], search)
        };
        let w = small.files();
        let json = w.succeed(&["anonymize", "recipe.toml"]);
        assert!(
            json["privacy"][0]["measured"].as_u64().unwrap() >= 2,
            "{search}: {json}"
        );
        w.run(&[
            "verify",
            "out/table.certificate.json",
            "--record",
            "out/table.record.json",
        ])
        .expect(0);
    }
}
