//! The whole table, as the program prints it.

use equipoise_testkit::shared::shared_data;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};
use std::sync::OnceLock;

fn claims(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_equipoise-claims"))
        .args(arguments)
        .output()
        .unwrap()
}

/// The table as printed, and its lines as JSON.
fn run(arguments: &[&str]) -> (String, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("claims.json");
    let output = claims(&[&["--json", path.to_str().unwrap()], arguments].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let object: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    (text, object["claims"].as_array().unwrap().clone())
}

/// All lines, computed once.
fn all() -> &'static (String, Vec<Value>) {
    static ALL: OnceLock<(String, Vec<Value>)> = OnceLock::new();
    ALL.get_or_init(|| run(&[]))
}

fn ids(lines: &[Value]) -> BTreeSet<&str> {
    lines
        .iter()
        .map(|line| line["id"].as_str().unwrap())
        .collect()
}

#[test]
fn every_claim_is_there_and_none_fails() {
    let (_, lines) = all();
    for line in lines {
        assert_ne!(line["verdict"], "fails", "{line}");
        let needs_reason = line["verdict"] != "holds";
        assert_eq!(line["reason"].is_string(), needs_reason, "{line}");
    }
    let mut expected = BTreeSet::from([
        "L1", "L2", "L3", "L4", "L14", "E2", "E3", "E5", "E14", "O1", "O2", "O4", "O5", "BO1",
        "BO2",
    ]);
    expected.extend([
        "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14",
        "F15", "F16", "F17", "F18",
    ]);
    expected.extend(["F23", "F26"]);
    if shared_data().is_some() {
        expected.extend(["B1", "B2", "B3", "B4", "B5", "D1", "D2", "D3", "D4", "D5"]);
        expected.extend([
            "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12", "L13", "E7", "E13", "E18", "O17",
        ]);
    }
    assert_eq!(ids(lines), expected);
}

/// Where the source counts each disease once and the product counts what is there, both are shown,
/// and which is which.
#[test]
fn both_readings_are_lines_of_the_table() {
    let (_, lines) = all();
    for id in ["L2", "L3", "O2"] {
        let of_id = |reading: &str| {
            lines
                .iter()
                .filter(|l| l["id"] == id && l["claim"].as_str().unwrap().contains(reading))
                .count()
        };
        assert!(of_id("source's reading") > 0, "{id}");
        assert_eq!(
            of_id("source's reading"),
            of_id("product's reading"),
            "{id}"
        );
    }
    let because = |line: &&Value| {
        line["reason"]
            .as_str()
            .is_some_and(|reason| reason.starts_with("E2: "))
    };
    assert_eq!(
        ids(&lines.iter().filter(because).cloned().collect::<Vec<_>>()),
        BTreeSet::from(["L2", "L3"])
    );
}

#[test]
fn the_table_is_no_wider_than_a_terminal() {
    let (text, _) = all();
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    assert!(text.trim_end().ends_with(", 0 fail"), "{text}");
}

#[test]
fn a_part_can_be_picked_and_an_empty_part_is_an_error() {
    assert_eq!(
        ids(&run(&["--only", "L1"]).1),
        BTreeSet::from(["L1"]),
        "and not L14"
    );
    assert_eq!(
        ids(&run(&["--only", "anonymize"]).1),
        BTreeSet::from(["L3", "L4"])
    );
    let output = claims(&["--only", "L99"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && String::from_utf8(output.stderr).unwrap().contains("l99"));
}
