//! The made-up hospital, from the sample to a verified release: persons with several rows, dates,
//! codes, missing codes.

use crate::common::Workspace;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const QUASI: [&str; 13] = [
    "admission",
    "discharge",
    "hospital",
    "ward",
    "sex",
    "marital-status",
    "nationality",
    "postcode",
    "insurance",
    "admission-type",
    "discharge-status",
    "age",
    "stay",
];

/// A table as texts.
struct Rows {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Rows {
    fn read(bytes: &[u8]) -> Self {
        let mut reader = csv::Reader::from_reader(bytes);
        let names = reader
            .headers()
            .unwrap()
            .iter()
            .map(str::to_owned)
            .collect();
        let rows = reader
            .records()
            .map(|r| r.unwrap().iter().map(str::to_owned).collect())
            .collect();
        Rows { names, rows }
    }

    fn at(&self, name: &str) -> usize {
        self.names
            .iter()
            .position(|n| n == name)
            .unwrap_or_else(|| panic!("no column {name}"))
    }

    fn cells<'a>(&self, row: &'a [String], names: &[&str]) -> Vec<&'a str> {
        names.iter().map(|n| row[self.at(n)].as_str()).collect()
    }
}

fn release(rows: &str) -> (Workspace, Value) {
    let workspace = Workspace::new();
    workspace.run(&["sample", "hospital", "--rows", rows]);
    // Cost leads back to the input rows, which is why the recipe drops it, and why it is kept here.
    let recipe = workspace
        .text("hospital/recipe.toml")
        .replace("time-limit = 30", "max-nodes = 400");
    let recipe = recipe.replace(
        "[columns.cost]\nrole = \"identifying\"",
        "[columns.cost]\nrole = \"sensitive\"",
    );
    assert!(
        recipe.contains("max-nodes") && recipe.contains("[columns.cost]\nrole = \"sensitive\"")
    );
    workspace.write("hospital/recipe.toml", recipe);
    let output = workspace
        .command(&[
            "anonymize",
            "hospital/recipe.toml",
            "--json",
            "--max-suppression",
            "0.2",
        ])
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (workspace, serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn person_k_and_l_equal_brute_force() {
    let (workspace, outcome) = release("4000");
    let input = Rows::read(&workspace.read("hospital/hospital.csv"));
    let released = Rows::read(&workspace.read("hospital/release/hospital.csv"));
    // Cost goes through unchanged, to the cent: with the other such columns it leads back to the
    // input row, where it is the only one.
    let unchanged = [
        "cost",
        "diagnosis-1",
        "diagnosis-2",
        "diagnosis-3",
        "procedures",
    ];
    let mut origin: BTreeMap<Vec<&str>, BTreeSet<&str>> = BTreeMap::new();
    for row in &input.rows {
        origin
            .entry(input.cells(row, &unchanged))
            .or_default()
            .insert(&row[input.at("patient-id")]);
    }
    let mut classes: BTreeMap<Vec<&str>, (BTreeSet<&str>, BTreeSet<&str>)> = BTreeMap::new();
    for row in &released.rows {
        let people = &origin[&released.cells(row, &unchanged)];
        let (persons, reasons) = classes.entry(released.cells(row, &QUASI)).or_default();
        assert_eq!(
            people.len(),
            1,
            "the sample has two stays that cost the same for the same reasons; take another size"
        );
        persons.extend(people);
        reasons.insert(&row[released.at("diagnosis-1")]);
    }
    assert_eq!(
        outcome["privacy"][0]["measured"],
        classes.values().map(|c| c.0.len()).min().unwrap(),
        "k in persons"
    );
    assert_eq!(
        outcome["privacy"][1]["measured"],
        classes.values().map(|c| c.1.len()).min().unwrap(),
        "l"
    );
    assert_eq!(outcome["classes"], classes.len());
    assert_eq!(
        outcome["rows"].as_u64().unwrap() - outcome["suppressed_rows"].as_u64().unwrap(),
        released.rows.len() as u64
    );
    // Everybody with a row that is not there is counted once.
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    released.rows.iter().for_each(|row| {
        *kept
            .entry(origin[&released.cells(row, &unchanged)].first().unwrap())
            .or_default() += 1
    });
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    input
        .rows
        .iter()
        .for_each(|row| *all.entry(&row[input.at("patient-id")]).or_default() += 1);
    let short = all
        .iter()
        .filter(|(person, rows)| kept.get(**person).unwrap_or(&0) < *rows)
        .count();
    assert_eq!(outcome["suppressed_persons"], short);
    assert_eq!(outcome["search"]["proved_optimal"], false);
}

#[test]
fn what_is_released_keeps_no_original_date_and_no_missing_code() {
    let (workspace, outcome) = release("2000");
    let released = Rows::read(&workspace.read("hospital/release/hospital.csv"));
    for gone in [
        "record-id",
        "patient-id",
        "birth-date",
        "physician",
        "diagnosis-8",
    ] {
        assert!(!released.names.contains(&gone.to_owned()), "{gone}");
    }
    assert_eq!(released.names[released.names.len() - 2..], ["age", "stay"]);
    for (column, code) in [
        ("sex", "9"),
        ("insurance", "99"),
        ("admission-type", "9"),
        ("discharge-status", "99"),
    ] {
        assert!(
            released
                .rows
                .iter()
                .all(|row| row[released.at(column)] != code),
            "{column}"
        );
    }
    let levels = &outcome["decision"]["levels"];
    assert_eq!(levels["admission"], levels["discharge"], "linked");
    assert_eq!(levels.as_object().unwrap().len(), QUASI.len());
    let certificate = "hospital/release/hospital.certificate.json";
    let ran = workspace
        .command(&[
            "verify",
            certificate,
            "--record",
            "hospital/release/hospital.record.json",
        ])
        .output()
        .unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stdout)
    );
}

#[test]
fn a_seed_gives_the_same_release_on_any_number_of_threads() {
    let (workspace, _) = release("1500");
    let first = workspace.read("hospital/release/hospital.csv");
    let certificate = workspace.read("hospital/release/hospital.certificate.json");
    for threads in ["1", "3"] {
        let again = [
            "anonymize",
            "hospital/recipe.toml",
            "--max-suppression",
            "0.2",
            "--force",
            "--threads",
            threads,
        ];
        assert_eq!(
            workspace.command(&again).output().unwrap().status.code(),
            Some(0)
        );
        assert_eq!(workspace.read("hospital/release/hospital.csv"), first);
        assert_eq!(
            workspace.read("hospital/release/hospital.certificate.json"),
            certificate
        );
    }
}
