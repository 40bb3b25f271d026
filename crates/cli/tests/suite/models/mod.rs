//! Every model of the recipe through the real binary, on tables whose result is worked out by hand.

mod classes;
mod columns;
mod people;
mod wide;

use crate::common::Workspace;
use crate::common::small::Small;
use serde_json::{Value, json};

/// What a release must be like.
struct Expected<'a> {
    /// What each model measures.
    measured: &'a [Value],
    /// The released rows, without the header.
    rows: u64,
    /// What the reports promise, each in words of its own.
    promises: &'a [&'a str],
    /// A text of the released table, and what to put in its place so that a model is broken.
    breaks: (&'a str, &'a str),
}

/// Releases a table and goes the whole way with it: what is measured, the reports, the certificate,
/// and what becomes of all this when a cell is altered.
fn released(small: &Small<'_>, expected: &Expected<'_>) -> (Workspace, Value) {
    let files = small.files();
    let found = files.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(found["outcome"], "released");
    assert_eq!(files.lines("out/table.csv").len() as u64, expected.rows + 1);
    assert_measured(&found["privacy"], expected.measured);
    verifies(&files, &[]);
    let with_record = verifies(&files, &["--record", "out/table.record.json"]);
    assert_eq!(with_record["needs_record"], json!([]));
    reports(&files, &found, expected.promises);
    notices_an_altered_cell(&files, expected.breaks);
    (files, found)
}

/// The same, for a table of which nothing is left out or generalized: then `check` must find the
/// same in the released table.
fn released_as_it_is(small: &Small<'_>, expected: &Expected<'_>) -> (Workspace, Value) {
    let (files, found) = released(small, expected);
    assert_eq!(found["suppressed_rows"], 0);
    check_agrees(&files, expected.measured);
    (files, found)
}

fn assert_measured(privacy: &Value, expected: &[Value]) {
    let privacy = privacy.as_array().unwrap();
    assert_eq!(privacy.len(), expected.len());
    for (model, expected) in privacy.iter().zip(expected) {
        assert_eq!(model["met"], true, "{model:#}");
        // Estimates are found by iteration, and the search adds what another program may be off by.
        let doubt = if model["model"] == "population-uniqueness" {
            2e-7
        } else {
            ROUNDING
        };
        assert!(
            is_close(&model["measured"], expected, doubt),
            "{expected} was worked out\n{model:#}"
        );
    }
}

/// Two floating-point scores may differ by as much.
const ROUNDING: f64 = 2e-9;

fn is_close(found: &Value, expected: &Value, by: f64) -> bool {
    match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() <= by,
        _ => found == expected,
    }
}

/// Equal up to rounding, or both the text `infinite`.
fn assert_close(found: &Value, expected: &Value) {
    assert!(
        is_close(found, expected, ROUNDING),
        "{found} is measured, {expected} was worked out"
    );
}

fn verifies(files: &Workspace, record: &[&str]) -> Value {
    let found = files.succeed(&[&["verify", "out/table.certificate.json"], record].concat());
    assert_eq!(
        (&found["outcome"], &found["findings"]),
        (&json!("verified"), &json!([]))
    );
    for line in found["rederived"].as_array().unwrap() {
        assert_eq!(line["ok"], true, "{line}");
    }
    found
}

/// Both reports name each model with its promise, and the certificate names it.
fn reports(files: &Workspace, found: &Value, promises: &[&str]) {
    let text = files
        .text("out/table.report.txt")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let json: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    let certificate: Value =
        serde_json::from_str(&files.text("out/table.certificate.json")).unwrap();
    let names = |list: &Value| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|m| m["model"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&json["privacy"]), names(&found["privacy"]));
    assert_eq!(names(&certificate["privacy"]), names(&found["privacy"]));
    for name in names(&found["privacy"]) {
        assert!(
            text.contains(name.as_str().unwrap()),
            "{name} is not in\n{text}"
        );
    }
    for promise in promises {
        assert!(text.contains(promise), "{promise:?} is not in\n{text}");
        let in_json = json["privacy"]
            .as_array()
            .unwrap()
            .iter()
            .any(|m| m["promise"].as_str().unwrap().contains(promise));
        assert!(in_json, "{promise:?} is not in\n{:#}", json["privacy"]);
    }
}

/// Whoever has the record is also told that the altered file breaks a model; the file alone must at
/// least be refused.
fn notices_an_altered_cell(files: &Workspace, (from, to): (&str, &str)) {
    let text = files.text("out/table.csv");
    assert!(text.contains(from), "{from:?} is not in\n{text}");
    files.write("altered.csv", text.replacen(from, to, 1));
    let verify = [
        "verify",
        "out/table.certificate.json",
        "--table",
        "altered.csv",
        "--json",
    ];
    let alone = files.run(&verify).expect(1).json();
    let with_record = files
        .run(&[&verify[..], &["--record", "out/table.record.json"]].concat())
        .expect(1)
        .json();
    for found in [&alone, &with_record] {
        assert_eq!(
            (&found["outcome"], &found["findings"][0]["kind"]),
            (&json!("unmet"), &json!("data-altered"))
        );
    }
    assert_eq!(
        with_record["findings"][0]["promise_holds"], false,
        "{with_record:#}"
    );
}

fn check_agrees(files: &Workspace, measured: &[Value]) {
    let found = files.succeed(&["check", "recipe.toml", "--table", "out/table.csv"]);
    assert_eq!(found["outcome"], "met");
    assert_measured(&found["privacy"], measured);
}

/// No release; what was written before is what is there.
fn unmet(small: &Small<'_>) -> Value {
    let files = small.files();
    let before = files.snapshot();
    let found = files
        .run(&["anonymize", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(found["outcome"], "unmet");
    assert!(files.snapshot() == before, "an unmet wish leaves no files");
    found
}

/// What `check` measures of a table that does not meet its only model.
fn measured_unmet(small: &Small<'_>) -> Value {
    let found = small
        .files()
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        (&found["outcome"], &found["privacy"][0]["met"]),
        (&json!("unmet"), &json!(false))
    );
    found["privacy"][0]["measured"].clone()
}
