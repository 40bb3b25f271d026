//! The object that `ask --json` prints.

use crate::common::people::{people, people_with};
use crate::common::{Workspace, keys};
use serde_json::{Value, json};

const ALL: [&str; 15] = [
    "exact",
    "proved",
    "nodes_visited",
    "answer",
    "ties",
    "suggestions",
    "reasons",
    "asked",
    "rows",
    "units",
    "nodes_total",
    "nodes_annotated",
    "intuition",
    "answer_us",
    "warnings",
];

fn assert_node(node: &Value) {
    let found = keys(node);
    assert_eq!(
        found[..5],
        ["levels", "height", "suppressed_rows", "classes", "loss"],
        "{node:#}"
    );
    assert_eq!(
        keys(&node["levels"]),
        ["age", "town"],
        "in the order of the table"
    );
    let height: u64 = node["levels"]
        .as_object()
        .unwrap()
        .values()
        .map(|l| l.as_u64().unwrap())
        .sum();
    assert_eq!(node["height"], height);
    assert!(node["suppressed_rows"].is_u64() && node["classes"].is_u64());
    assert_eq!(
        (keys(&node["loss"]), node["loss"]["value"].is_f64()),
        (vec!["metric", "value"], true)
    );
}

/// The twelve people at k = 2, worked out by hand: three towns with one row per person at ages 1,
/// 3, 8, 28; 9, 12, 17, 33; 19, 21, 26, 38.
#[test]
fn an_answer() {
    let found = people().succeed(&[
        "ask",
        "recipe.toml",
        "--by",
        "height",
        "--max-suppression",
        "3",
        "--threshold",
        "l-diversity=1",
    ]);
    assert_eq!(keys(&found), ALL);
    assert_eq!(
        (&found["exact"], &found["proved"]),
        (&json!(true), &json!(true))
    );
    assert_node(&found["answer"]);
    // Ten years by town: (3, 1), (1, 2, 1), (1, 2, 1); one class of three and two of two stay, five
    // go. With towns in two halves: (4, 2, 1, 1), (1, 2, 1): four go. Twenty years by town: (3, 1),
    // (3, 1), (1, 3): three go, at the same height as all ages by town, where none does.
    assert_eq!(found["answer"]["levels"], json!({ "age": 2, "town": 0 }));
    assert_eq!(
        (
            &found["answer"]["height"],
            &found["answer"]["suppressed_rows"]
        ),
        (&json!(2), &json!(3))
    );
    assert_eq!(found["answer"]["classes"], 3);
    assert!(found["nodes_visited"].as_u64().is_some_and(|n| n > 0));
    assert_eq!(
        (&found["suggestions"], &found["reasons"]),
        (&Value::Null, &json!({}))
    );
    assert_eq!((&found["rows"], &found["units"]), (&json!(12), &json!(12)));
    assert_eq!(
        (&found["nodes_total"], &found["nodes_annotated"]),
        (&json!(12), &json!(12))
    );
    assert_eq!(
        keys(&found["asked"]),
        ["by", "max_suppressed", "unit", "thresholds"]
    );
    assert_eq!(
        (&found["asked"]["by"], &found["asked"]["max_suppressed"]),
        (&json!("height"), &json!(3))
    );
    let k = json!({ "model": "k-anonymity", "key": "k", "value": 2 });
    assert_eq!(
        found["asked"]["thresholds"],
        json!([k, { "model": "l-diversity of `illness`", "key": "l", "value": 1 }])
    );
    found["ties"]
        .as_array()
        .unwrap()
        .iter()
        .for_each(assert_node);
}

/// To be alike, a and b need the first column one level coarser. The second column stays at the
/// level that was wished for, though it could be finer.
#[test]
fn coarser_levels_keep_the_finest_ones_that_are_wished_for() {
    let files = Workspace::new();
    files.write("table.csv", "q1,q2\na,x\nb,x\n");
    files.write("q1.csv", "a,*\nb,*\n");
    files.write("q2.csv", "x,*\n");
    let quasi = |name| {
        format!("[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = \"{name}.csv\"\n")
    };
    let (q1, q2) = (quasi("q1"), quasi("q2"));
    files
        .write("recipe.toml", format!("version = 1\n[input]\npath = \"table.csv\"\n{q1}{q2}[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n"));
    let wishes = [
        "ask",
        "recipe.toml",
        "--max-level",
        "q1=0",
        "--min-level",
        "q2=1",
    ];
    let found = files.succeed(&wishes);
    assert_eq!(found["exact"], false);
    assert_eq!(
        found["suggestions"]["height"]["levels"],
        json!({ "q1": 1, "q2": 1 })
    );
    let text = files.run(&wishes).expect(0).stdout.clone();
    assert!(
        text.contains("2. Coarser: q1 level 0 -> 1.")
            && text.contains("--min-level q2=1 --max-level q1=1"),
        "{text}"
    );
}

#[test]
fn what_lies_behind() {
    let found = people().succeed(&[
        "ask",
        "recipe.toml",
        "--by",
        "height",
        "--max-suppression",
        "3",
        "--threshold",
        "l-diversity=1",
    ]);
    let behind = &found["intuition"];
    assert_eq!(keys(behind), ["measured", "leaving", "curves", "one_step"]);
    assert_eq!(
        behind["measured"][0],
        json!({ "model": "k-anonymity", "key": "k", "asked": 2, "measured": 3 })
    );
    assert_eq!(
        behind["leaving"],
        json!([{ "size": 1, "classes": 3, "rows": 3 }])
    );
    let k = &behind["curves"][0];
    assert_eq!(
        (keys(k), &k["model"], &k["asked"]),
        (
            vec!["model", "key", "asked", "points"],
            &json!("k-anonymity"),
            &json!(2)
        )
    );
    let points = k["points"].as_array().unwrap();
    assert!(
        points.contains(&json!([2, 3])) && points.contains(&json!([3, 3])),
        "{k}"
    );
    let steps = behind["one_step"].as_array().unwrap();
    let place = |s: &Value| {
        (
            s["column"].clone(),
            s["level"].clone(),
            s["direction"].clone(),
        )
    };
    let expected = [
        ("age", 1, "finer"),
        ("age", 3, "coarser"),
        ("town", 1, "coarser"),
    ];
    assert_eq!(
        steps.iter().map(place).collect::<Vec<_>>(),
        expected.map(|(c, l, d)| (json!(c), json!(l), json!(d)))
    );
    assert_eq!(
        (&steps[0]["suppressed_change"], &steps[0]["within_wishes"]),
        (&json!(2), &json!(false))
    );
    assert_eq!(
        (&steps[1]["suppressed_change"], &steps[1]["within_wishes"]),
        (&json!(-3), &json!(true))
    );
    assert!(steps.iter().all(|s| s["loss_change"].is_f64()));
}

#[test]
fn suggestions() {
    let wishes = [
        "ask",
        "recipe.toml",
        "--k",
        "4",
        "--max-suppression",
        "1",
        "--max-level",
        "age=1",
        "--max-level",
        "town=0",
    ];
    let found = people().succeed(&wishes);
    assert_eq!(keys(&found), ALL);
    assert_eq!(
        (&found["exact"], &found["answer"], &found["ties"]),
        (&json!(false), &Value::Null, &json!([]))
    );
    let suggestions = &found["suggestions"];
    let mut named = keys(suggestions);
    named.sort_unstable();
    for key in ["suppression", "threshold", "height"] {
        assert!(named.contains(&key), "{key} is always there");
        match &suggestions[key] {
            Value::Null => assert!(
                found["reasons"][key]
                    .as_str()
                    .is_some_and(|r| !r.is_empty()),
                "{key}"
            ),
            node => {
                assert_node(node);
                assert!(found["reasons"].get(key).is_none(), "{key}");
            }
        }
    }
    // Ten years by town have no class of four, so everybody would go.
    assert_eq!(
        (&suggestions["suppression"], &suggestions["threshold"]),
        (&Value::Null, &Value::Null)
    );
    assert!(
        suggestions["height"]["suppressed_rows"]
            .as_u64()
            .is_some_and(|n| n <= 1)
    );
}

/// One wish less, and both of the others are there.
#[test]
fn a_threshold_that_is_reached() {
    let wishes = [
        "--k",
        "4",
        "--l",
        "illness=1",
        "--max-suppression",
        "6",
        "--max-level",
        "age=1",
        "--max-level",
        "town=0",
    ];
    let found = people().succeed(&[&["ask", "recipe.toml"], &wishes[..]].concat());
    let threshold = &found["suggestions"]["threshold"];
    assert_eq!(
        (
            &threshold["model"],
            &threshold["asked"],
            &threshold["value"],
            &threshold["k"]
        ),
        (&json!("k-anonymity"), &json!(4), &json!(2), &json!(2))
    );
    assert_eq!(
        (&threshold["levels"], &threshold["suppressed_rows"]),
        (&json!({ "age": 1, "town": 0 }), &json!(5))
    );
    assert_eq!(found["suggestions"]["suppression"], Value::Null);
    assert_eq!(keys(&found["reasons"]), ["suppression"]);
}

/// With persons there are two numbers; with further losses all of them.
#[test]
fn persons_and_losses() {
    let files = people_with(
        "path = \"people.csv\"",
        "path = \"people.csv\"\nperson = \"name\"",
    );
    files.succeed(&[
        "atlas",
        "build",
        "recipe.toml",
        "--loss",
        "precision",
        "--loss",
        "aecs",
    ]);
    let found = files.succeed(&["ask", "recipe.toml", "--by", "precision"]);
    let answer = &found["answer"];
    assert_eq!(
        keys(answer),
        [
            "levels",
            "height",
            "suppressed_rows",
            "suppressed_persons",
            "classes",
            "loss",
            "losses"
        ]
    );
    let metrics: Vec<&Value> = answer["losses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| &l["metric"])
        .collect();
    assert_eq!(metrics, ["loss", "precision", "aecs"]);
    assert_eq!(
        (&found["asked"]["unit"], &found["asked"]["by"]),
        (&json!("persons"), &json!("precision"))
    );
}

/// The source's own algorithm looks at fewer nodes, and finds the same height where its assumptions
/// hold.
#[test]
fn as_in_the_source() {
    let wishes: [&[&str]; 2] = [
        &["--max-suppression", "3"],
        &[
            "--max-suppression",
            "1",
            "--max-level",
            "age=1",
            "--max-level",
            "town=1",
        ],
    ];
    let files = people_with(
        "model = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n[search]",
        "model = \"k-anonymity\"\nk = 2\n[search]",
    );
    for wishes in wishes {
        let ask = |more: &[&str]| {
            files.succeed(&[&["ask", "recipe.toml", "--k", "3"], wishes, more].concat())
        };
        let (source, ours) = (ask(&["--as-in-source"]), ask(&["--by", "height"]));
        assert_eq!(
            (&source["exact"], &source["answer"]),
            (&ours["exact"], &ours["answer"])
        );
        assert_eq!(source["suggestions"], ours["suggestions"]);
        assert!(source["nodes_visited"].as_u64() <= Some(12));
    }
}

#[test]
fn quiet_prints_nothing_and_an_error_is_an_object() {
    let files: Workspace = people();
    for wishes in [&["--k", "2"][..], &["--k", "13"]] {
        let ran = files.run(&[&["ask", "recipe.toml", "--quiet"], wishes].concat());
        assert_eq!(
            (ran.expect(0).stdout.as_str(), ran.stderr.as_str()),
            ("", "")
        );
    }
    let ran = files.run(&["ask", "nowhere.toml", "--json"]);
    assert_eq!(ran.expect(2).json()["outcome"], "error");
}
