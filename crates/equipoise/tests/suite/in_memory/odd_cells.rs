//! Cells that files need quotes for, that look like labels, or that are as large as numbers get.

use super::people::texts;
use equipoise::{Job, Solution, Source, TypedCells, TypedTable, Unwatched, decide, verify};
use equipoise::{Outcome, PublishOptions};

const LABEL: &str = "(hidden)";

/// The first cell of the first column begins like a file with a byte order mark.
const ODD: [&str; 12] = [
    "\u{feff}mark",
    "a,b",
    "x\"y\"",
    "\"",
    "line\nbreak",
    "carriage\r\nreturn\r",
    "*",
    "'=1+1",
    " blank ",
    "semi;colon\ttab",
    "NULL",
    "\u{feff}",
];

const COPIES: usize = 4;

const COLUMNS: &str = r#"
[columns]
age = { role = "quasi-identifier", type = "integer", hierarchy = { intervals = [2, 4, 100] } }
note = { role = "insensitive" }
illness = { role = "sensitive" }
whole = { role = "sensitive", missing = ["-1"] }
huge = { role = "insensitive" }
"#;

const UNCHANGED: [&str; 3] = ["note", "illness", "huge"];

const K2: &str = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n";

fn odd(rows: usize) -> Vec<&'static str> {
    let value = |row: usize| ODD[row / COPIES % ODD.len()];
    (0..rows).map(value).collect()
}

fn table() -> TypedTable {
    let rows = ODD.len() * COPIES;
    let ages: Vec<i64> = (0..rows).map(|row| 20 + (row % COPIES) as i64).collect();
    let limits = [Some(i64::MIN), Some(i64::MAX), None, Some(0), Some(-1)];
    let whole: Vec<Option<i64>> = (0..rows).map(|row| limits[row % limits.len()]).collect();
    let huge = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2];
    let huge: Vec<f64> = (0..rows).map(|row| huge[row % huge.len()]).collect();
    let notes: Vec<&str> = (0..rows)
        .map(|row| [LABEL, "*", ODD[row % ODD.len()]][row % 3])
        .collect();
    TypedTable::new()
        .with_column("place", odd(rows))
        .and_then(|t| t.with_column("age", ages))
        .and_then(|t| t.with_column("note", notes))
        .and_then(|t| t.with_column("illness", odd(rows)))
        .and_then(|t| t.with_column("whole", whole))
        .and_then(|t| t.with_column("huge", huge))
        .unwrap()
}

fn decided(place: &str, more: &str) -> Solution {
    let recipe = format!(
        "version = 1\n{COLUMNS}place = {{ role = \"quasi-identifier\", hierarchy = \"places\"{place} }}\n{more}[output]\norder = \"input\"\nsuppressed = \"mark\"\nlabel = \"{LABEL}\"\n"
    );
    let line = |(at, value): (usize, &&str)| {
        vec![
            (*value).to_owned(),
            format!("group,\"{}\"", at / 3),
            "any\nplace".to_owned(),
        ]
    };
    let lines = ODD.iter().enumerate().map(line);
    let job = Job::new(recipe.as_str())
        .and_then(|job| job.with_hierarchy("place", lines))
        .unwrap_or_else(|e| panic!("{e}\n{recipe}"));
    match decide(&job, Source::Table(&table()), &Unwatched) {
        Ok(Outcome::Met(solution)) => *solution,
        Ok(other) => panic!("{other:?}\n{recipe}"),
        Err(e) => panic!("{e}\n{recipe}"),
    }
}

fn search(keys: &str) -> String {
    format!("{K2}[search]\nmax-suppression = 0.5\n{keys}\n")
}

/// Unchanged columns are cell by cell those of the input, and a file of the release verifies.
fn check(solution: &Solution, context: &str) -> TypedTable {
    let (released, given) = (solution.table(&Unwatched).unwrap(), table());
    assert_eq!(released.rows(), given.rows(), "{context}");
    for name in UNCHANGED {
        let cells = |table: &TypedTable| table.column(name).unwrap().cells().clone();
        assert_eq!(
            texts(&cells(&released)),
            texts(&cells(&given)),
            "{context} {name}"
        );
        assert!(cells(&released) == cells(&given), "{context} {name}");
    }
    // A text that means missing in this column alone becomes a missing cell.
    let TypedCells::Integer(given) = given.column("whole").unwrap().cells() else {
        panic!("integers were given")
    };
    let expected: Vec<Option<i64>> = given.iter().map(|cell| cell.filter(|&n| n != -1)).collect();
    let whole = released.column("whole").unwrap().cells();
    assert!(*whole == TypedCells::from(expected), "{context}");

    let folder = tempfile::tempdir().unwrap();
    for name in ["text.csv", "typed.parquet"] {
        let options = PublishOptions {
            output: Some(folder.path().join(name)),
            ..PublishOptions::default()
        };
        let release = solution.publish(&options, &Unwatched).unwrap();
        let verified = verify(&release.certificate, None, None, &Unwatched).unwrap();
        assert!(verified.verification.holds(), "{context} {name}");
    }
    released
}

#[test]
fn unchanged_quasi_identifiers_keep_odd_cells() {
    let solution = decided(", max-level = 0", &search(""));
    let released = check(&solution, "optimal");
    assert_eq!(solution.suppressed_rows(), 0);
    let places = released.column("place").unwrap().cells();
    assert_eq!(texts(places), odd(table().rows()));
}

#[test]
fn every_method_keeps_odd_cells() {
    for keys in [
        "",
        "method = \"best-effort\"\nmax-nodes = 20",
        "method = \"mondrian\"",
        "method = \"local-recoding\"",
        "method = \"cell-suppression\"",
        "method = \"preference\"\n[preference]\naspire = { necd = 0.3, nwp = 0.3 }",
        "method = \"preference\"\nover = \"partitions\"\n[preference]\nevaluations = 200\naspire = { necd = 0.3, nwp = 0.3 }",
    ] {
        check(&decided("", &search(keys)), keys);
    }
    let records = "[search]\nmethod = \"record\"\n[record]\nmin-utility = \"50%\"\n";
    check(&decided("", records), "record");
}
