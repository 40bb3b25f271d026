//! The objects that `--json` prints: exact keys, right types, and one object whatever happens.

use crate::common::people::{assert_no_values, people, people_with, recipe};
use crate::common::{Workspace, keys};
use serde_json::{Value, json};

fn assert_texts(object: &Value, names: &[&str]) {
    for name in names {
        assert!(
            object[name].as_str().is_some_and(|t| !t.is_empty()),
            "{name} is no text: {object:#}"
        );
    }
}

fn assert_whole(object: &Value, names: &[&str]) {
    for name in names {
        assert!(
            object[name].is_u64(),
            "{name} is no whole number: {object:#}"
        );
    }
}

/// The figures of a search on one thread: several may form the same node, and it counts twice.
fn assert_search(search: &Value) {
    assert_eq!(
        keys(search),
        [
            "method",
            "proved_optimal",
            "nodes_total",
            "nodes_evaluated",
            "cpu_ms",
            "wall_ms"
        ]
    );
    assert_eq!(
        (&search["method"], &search["proved_optimal"]),
        (&json!("optimal"), &json!(true))
    );
    assert_whole(search, &["nodes_total", "nodes_evaluated"]);
    assert!(search["nodes_evaluated"].as_u64() <= search["nodes_total"].as_u64().map(|n| n + 1));
    assert!(search["cpu_ms"].is_f64() && search["wall_ms"].is_f64());
}

const ALL_MODELS: &str = "\
model = \"l-diversity\"
column = \"illness\"
l = 2
[[privacy]]
model = \"t-closeness\"
column = \"illness\"
t = 0.5
distance = \"equal\"
";

fn with_all_models() -> Workspace {
    people_with(
        "model = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n",
        ALL_MODELS,
    )
}

#[test]
fn a_release() {
    let files = with_all_models();
    let found = files.succeed(&["anonymize", "recipe.toml", "--threads", "1"]);
    assert_eq!(
        keys(&found),
        [
            "outcome",
            "rows",
            "suppressed_rows",
            "classes",
            "decision",
            "loss",
            "privacy",
            "search",
            "warnings",
            "output",
            "certificate",
            "record",
            "run",
            "report",
            "reports"
        ]
    );
    assert_eq!(
        (&found["outcome"], &found["rows"]),
        (&json!("released"), &json!(12))
    );
    assert_whole(&found, &["rows", "suppressed_rows", "classes"]);
    assert_eq!(
        (keys(&found["decision"]), &found["decision"]["kind"]),
        (vec!["kind", "levels"], &json!("levels"))
    );
    assert_eq!(
        keys(&found["decision"]["levels"]),
        ["age", "town"],
        "in the order of the table"
    );
    assert_whole(&found["decision"]["levels"], &["age", "town"]);
    assert_eq!(
        (keys(&found["loss"]), &found["loss"]["metric"]),
        (vec!["metric", "value"], &json!("loss"))
    );
    assert!(found["loss"]["value"].is_f64());
    assert_search(&found["search"]);
    assert_texts(
        &found,
        &["output", "certificate", "record", "run", "report"],
    );
    for name in ["output", "certificate", "record", "run", "report"] {
        assert!(
            files.path(found[name].as_str().unwrap()).is_file(),
            "{name}"
        );
    }
    assert_eq!(
        found["reports"],
        json!([found["report"], "out/people.report.json"])
    );
    assert_eq!(found["warnings"], json!([]));

    let privacy = found["privacy"].as_array().unwrap();
    let expected: [&[&str]; 3] = [
        &["model", "asked", "measured", "met"],
        &["model", "column", "variant", "asked", "measured", "met"],
        &["model", "column", "distance", "asked", "measured", "met"],
    ];
    assert_eq!(privacy.iter().map(keys).collect::<Vec<_>>(), expected);
    for (model, asked) in privacy.iter().zip([json!(2), json!(2), json!(0.5)]) {
        assert_eq!((&model["asked"], &model["met"]), (&asked, &json!(true)));
    }
    assert_whole(&privacy[0], &["asked", "measured"]);
    assert_whole(&privacy[1], &["asked", "measured"]);
    assert!(privacy[2]["asked"].is_f64() && privacy[2]["measured"].is_number());
}

#[test]
fn a_release_with_persons() {
    let files = people_with("[input]\n", "[input]\nperson = \"name\"\n");
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    let expected = [
        "outcome",
        "rows",
        "suppressed_rows",
        "suppressed_persons",
        "classes",
        "decision",
    ];
    assert_eq!(keys(&found)[..6], expected);
    assert_whole(&found, &["suppressed_persons"]);
}

#[test]
fn what_was_asked_is_printed_as_it_was_written() {
    for (t, number) in [
        ("0.25", json!(0.25)),
        ("1", json!(1)),
        ("0.50", json!(0.5)),
        ("1.0", json!(1)),
    ] {
        let files = with_all_models();
        files.write(
            "recipe.toml",
            files
                .text("recipe.toml")
                .replace("t = 0.5\n", &format!("t = {t}\n")),
        );
        let checked = files.run(&["check", "recipe.toml", "--json"]).json();
        assert_eq!(
            checked["privacy"][2]["asked"].as_f64(),
            number.as_f64(),
            "{t}"
        );
    }
}

/// No node meets the wish: the nearest one, and which model and attribute block it.
#[test]
fn an_unmet_wish() {
    let files = people();
    let text = recipe("k = 2", "k = 5")
        .replace("[columns.town]", "[columns.town]\nmax-level = 0")
        .replace("0.25", "1");
    files.write(
        "recipe.toml",
        text.replace("intervals = [10, 20]", "intervals = [20]"),
    );
    let before = files.snapshot();
    let ran = files.run(&["anonymize", "recipe.toml", "--json", "--threads", "1"]);
    ran.expect(1);
    let found = ran.json();
    assert_eq!(
        keys(&found),
        [
            "outcome",
            "rows",
            "explanation",
            "hint",
            "nearest",
            "search",
            "warnings"
        ]
    );
    assert_eq!(
        (&found["outcome"], &found["rows"]),
        (&json!("unmet"), &json!(12))
    );
    assert_texts(&found, &["explanation", "hint"]);
    assert_search(&found["search"]);
    let nearest = &found["nearest"];
    assert_eq!(
        keys(nearest),
        [
            "decision",
            "suppressed_rows",
            "by_model",
            "blocking_attribute"
        ]
    );
    // With the towns as they are, each of three towns has four people.
    assert_eq!(nearest["suppressed_rows"], 12);
    assert_eq!(
        nearest["by_model"][0],
        json!({ "model": "5-anonymity", "suppressed": 12 })
    );
    assert_eq!(keys(&nearest["by_model"][1]), ["model", "suppressed"]);
    // With the town at its top, two bands of age have seven and five.
    assert_eq!(
        nearest["blocking_attribute"],
        json!({ "column": "town", "suppressed_without": 0 })
    );
    assert!(ran.stderr.is_empty() && files.snapshot() == before);
    assert_no_values(&ran);

    let text = files.run(&["anonymize", "recipe.toml"]);
    text.expect(1);
    for words in [
        "No release: none of 3 nodes meets 5-anonymity and distinct 2-diversity of `illness` with at most 1 row suppressed",
        "nearest",
        "hint: ",
    ] {
        assert!(
            text.stdout.contains(words),
            "{words:?} is not in\n{}",
            text.stdout
        );
    }
    assert_no_values(&text);
    assert!(files.snapshot() == before);
}

#[test]
fn an_unmet_wish_with_persons_is_told_in_persons() {
    let files = people();
    let text = recipe("k = 2", "k = 12").replace("[input]\n", "[input]\nperson = \"name\"\n");
    files.write(
        "recipe.toml",
        text.replace("[columns.town]", "[columns.town]\nmax-level = 1"),
    );
    let found = files
        .run(&["anonymize", "recipe.toml", "--json"])
        .expect(1)
        .json();
    let nearest = &found["nearest"];
    assert_eq!(
        keys(nearest),
        [
            "decision",
            "suppressed_rows",
            "suppressed_persons",
            "by_model",
            "blocking_attribute"
        ]
    );
    assert_eq!(
        (&nearest["suppressed_rows"], &nearest["suppressed_persons"]),
        (&json!(12), &json!(12))
    );
    assert!(
        found["explanation"]
            .as_str()
            .unwrap()
            .contains("12 persons (100.00 %), which is the whole table"),
        "{found:#}"
    );
}

#[test]
fn a_search_that_is_cut_short() {
    let files = people_with("[search]\n", "[search]\nmax-nodes = 1\n");
    let before = files.snapshot();
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(4);
    assert_eq!(ran.json()["error"]["kind"], "limit");
    assert!(
        ran.json()["error"]["hint"]
            .as_str()
            .unwrap()
            .contains("max-nodes")
    );
    assert!(files.snapshot() == before);
    files.write(
        "recipe.toml",
        recipe("[search]\n", "[search]\ntime-limit = 0.000000001\n"),
    );
    let ran = files.run(&["anonymize", "recipe.toml", "--json"]);
    ran.expect(4);
    assert!(
        ran.json()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("time limit")
    );
    assert!(files.names("out").is_empty());
}

#[test]
fn a_check() {
    let files = with_all_models();
    let found = files
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    let expected = [
        "outcome",
        "rows",
        "unit",
        "units",
        "classes",
        "smallest_class",
        "privacy",
        "wildcard",
        "risk",
        "audits",
        "sets",
        "warnings",
    ];
    assert_eq!(keys(&found), expected);
    assert_eq!(
        (&found["outcome"], &found["unit"], &found["wildcard"]),
        (&json!("unmet"), &json!("rows"), &Value::Null)
    );
    assert_whole(&found, &["rows", "units", "classes", "smallest_class"]);
    assert_eq!(found["privacy"].as_array().unwrap().len(), 3);
    files.succeed(&["anonymize", "recipe.toml"]);
    let found = files.succeed(&[
        "check",
        "recipe.toml",
        "--table",
        "out/people.csv",
        "--wildcard",
    ]);
    assert_eq!(
        (&found["outcome"], keys(&found["wildcard"])),
        (&json!("met"), vec!["model", "measured"])
    );
    assert!(
        files
            .run(&["check", "recipe.toml", "--quiet"])
            .expect(1)
            .stdout
            .is_empty()
    );
}

#[test]
fn a_verification() {
    let files = with_all_models();
    files.succeed(&["anonymize", "recipe.toml"]);
    let certificate = "out/people.certificate.json";
    let found = files.succeed(&["verify", certificate]);
    assert_eq!(
        keys(&found),
        [
            "findings",
            "rederived",
            "needs_record",
            "only_stated",
            "outcome",
            "messages"
        ]
    );
    assert_eq!(
        (&found["outcome"], &found["findings"], &found["messages"]),
        (&json!("verified"), &json!([]), &json!([]))
    );
    assert!(
        !found["needs_record"].as_array().unwrap().is_empty(),
        "the distance from the input takes the record"
    );
    for line in found["rederived"].as_array().unwrap() {
        assert_eq!(
            (keys(line), &line["ok"]),
            (vec!["what", "stated", "found", "ok"], &json!(true))
        );
    }
    let found = files.succeed(&["verify", certificate, "--record", "out/people.record.json"]);
    assert_eq!(found["needs_record"], json!([]));

    // A record of another release is no record of this one.
    files.succeed(&[
        "anonymize",
        "recipe.toml",
        "--output",
        "else/people.csv",
        "--max-suppression",
        "11",
    ]);
    files.write(
        "recipe.toml",
        files.text("recipe.toml").replace("k = 2", "k = 3"),
    );
    files.succeed(&[
        "anonymize",
        "recipe.toml",
        "--output",
        "else/people.csv",
        "--force",
    ]);
    let ran = files.run(&[
        "verify",
        certificate,
        "--record",
        "else/people.record.json",
        "--json",
    ]);
    assert_eq!(
        ran.expect(1).json()["findings"][0]["kind"],
        "foreign-record"
    );

    let altered = files
        .text(certificate)
        .replacen("\"asked\": 2", "\"asked\": 3", 1);
    files.write("other.json", altered);
    let ran = files.run(&[
        "verify",
        "other.json",
        "--table",
        "out/people.csv",
        "--json",
    ]);
    let found = ran.expect(1).json();
    assert_eq!(
        (&found["outcome"], &found["findings"][0]["kind"]),
        (&json!("unmet"), &json!("certificate-altered"))
    );
    assert_texts(&json!({ "message": found["messages"][0] }), &["message"]);
    for text in ["", "{}", "no json", "[]"] {
        files.write("out/people.certificate.json", text);
        let found = files
            .run(&["verify", certificate, "--json"])
            .expect(1)
            .json();
        assert_eq!(
            found["findings"][0]["kind"], "certificate-altered",
            "{text:?}"
        );
    }
}

#[test]
fn a_sample_and_a_demo() {
    let files = Workspace::new();
    let made = files.succeed(&["sample", "census", "--rows", "200", "--seed", "7"]);
    assert_eq!(
        keys(&made),
        ["outcome", "rows", "seed", "table", "recipe", "files"]
    );
    assert_eq!(
        (&made["outcome"], &made["rows"], &made["seed"]),
        (&json!("written"), &json!(200), &json!(7))
    );
    for file in made["files"].as_array().unwrap() {
        assert!(files.path(file.as_str().unwrap()).is_file(), "{file}");
    }
    assert_eq!(files.lines("census/census.csv").len(), 201);

    let demo = files.succeed(&["demo", "--rows", "600"]);
    let released = files.succeed(&["anonymize", "equipoise-demo/recipe.toml", "--force"]);
    assert_eq!(keys(&demo), [&keys(&released)[..], &["verified"]].concat());
    assert_eq!(
        (&demo["outcome"], &demo["verified"]),
        (&json!("released"), &json!(true))
    );
    files.succeed(&["demo", "--rows", "600"]);
}

#[test]
fn a_demo_too_small_for_its_k() {
    let files = Workspace::new();
    let ran = files.run(&["demo", "--rows", "3", "--json"]);
    ran.expect(2);
    assert_eq!(ran.json()["error"]["kind"], "usage");
    assert!(!files.path("equipoise-demo/release").exists());
}

#[test]
fn quiet_prints_nothing_but_errors() {
    let files = people();
    let ran = files.run(&["anonymize", "recipe.toml", "--quiet"]);
    ran.expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let ran = files.run(&["anonymize", "recipe.toml", "--quiet"]);
    ran.expect(2);
    assert!(ran.stderr.starts_with("error: "));
    let ran = files.run(&["verify", "out/people.certificate.json", "--quiet"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn help_and_version_are_no_errors() {
    let files = Workspace::new();
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["anonymize", "--help"],
        &["help", "check"],
    ] {
        let ran = files.run(arguments);
        ran.expect(0);
        assert!(
            !ran.stdout.is_empty() && ran.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}
