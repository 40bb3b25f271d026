//! `apply`: the decision of an earlier release for new rows.

use crate::common::Workspace;
use serde_json::Value;

const RECIPE: &str = r#"
version = 1
[input]
path = "old.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20] }
[columns.town]
role = "quasi-identifier"
hierarchy = "town.csv"
[columns.code]
role = "quasi-identifier"
hierarchy = { frequency = [3] }
[[privacy]]
model = "k-anonymity"
k = 2
[output]
path = "out/old.csv"
"#;

/// A release of two pairs: ages by ten, towns by region, codes as they are.
fn released() -> Workspace {
    let w = Workspace::new();
    w.write("old.csv", "age,town,code\n21,A,x\n22,B,x\n41,C,y\n42,D,y\n");
    w.write(
        "town.csv",
        "A;north;*\nB;north;*\nC;south;*\nD;south;*\nE;south;*\n",
    );
    w.write("recipe.toml", RECIPE);
    let ran = w.command(&["anonymize", "recipe.toml"]).output().unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    w
}

struct Applied {
    code: Option<i32>,
    json: Value,
    stderr: String,
}

fn apply(w: &Workspace, rows: &str, more: &[&str]) -> Applied {
    w.write("new.csv", rows);
    let mut arguments = vec![
        "apply",
        "recipe.toml",
        "--input",
        "new.csv",
        "--output",
        "out/new.csv",
        "--json",
        "--force",
    ];
    arguments.extend(more);
    let ran = w.command(&arguments).output().unwrap();
    let json = serde_json::from_slice(&ran.stdout).unwrap_or(Value::Null);
    Applied {
        code: ran.status.code(),
        json,
        stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
    }
}

#[test]
fn known_values_get_the_labels_of_the_earlier_release() {
    let w = released();
    assert_eq!(
        w.lines("out/old.csv")[1..3],
        ["20-29,north,x", "20-29,north,x"]
    );
    let applied = apply(&w, "age,town,code\n41,D,x\n42,C,x\n21,A,y\n21,B,y\n", &[]);
    assert_eq!(applied.code, Some(0), "{}", applied.stderr);
    assert_eq!(
        w.lines("out/new.csv"),
        [
            "age,town,code",
            "20-29,north,y",
            "20-29,north,y",
            "40-49,south,x",
            "40-49,south,x"
        ]
    );
    assert_eq!(applied.json["search"]["method"], "apply");
    assert_eq!(applied.json["search"]["proved_optimal"], false);
    let warnings = applied.json["warnings"].to_string();
    assert!(
        warnings.contains("whoever has both can compare them"),
        "{warnings}"
    );
    let verified = w
        .command(&[
            "verify",
            "out/new.certificate.json",
            "--record",
            "out/new.record.json",
        ])
        .output()
        .unwrap();
    assert_eq!(verified.status.code(), Some(0));
}

#[test]
fn unseen_values_are_refused_dropped_or_generalized() {
    let w = released();
    let rows = "age,town,code\n29,A,x\n21,A,x\n22,B,x\n";
    let refused = apply(&w, rows, &[]);
    assert_eq!(refused.code, Some(3));
    assert!(
        refused
            .stderr
            .contains("the table of the earlier release did not have 1 of 3 values of `age`"),
        "{}",
        refused.stderr
    );
    assert!(
        !refused.stderr.contains("29"),
        "no cell value: {}",
        refused.stderr
    );
    assert!(!w.path("out/new.csv").exists());

    // What is dropped counts as left out.
    assert_eq!(apply(&w, rows, &["--unseen", "drop"]).code, Some(1));
    let dropped = apply(&w, rows, &["--unseen", "drop", "--max-suppression", "1"]);
    assert_eq!(dropped.code, Some(0), "{}", dropped.stderr);
    assert_eq!(
        (&dropped.json["rows"], &dropped.json["suppressed_rows"]),
        (&3.into(), &1.into())
    );
    let verified = w
        .command(&[
            "verify",
            "out/new.certificate.json",
            "--record",
            "out/new.record.json",
        ])
        .output()
        .unwrap();
    assert_eq!(
        verified.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&verified.stdout)
    );
    assert_eq!(
        w.lines("out/new.csv"),
        ["age,town,code", "20-29,north,x", "20-29,north,x"]
    );
    assert!(
        dropped.json["warnings"]
            .to_string()
            .contains("values that the earlier release did not have are left out")
    );

    let generalized = apply(&w, rows, &["--unseen", "generalize"]);
    assert_eq!(generalized.code, Some(0), "{}", generalized.stderr);
    assert_eq!(w.lines("out/new.csv").len(), 4);
    // By frequency, the new table makes other groups than the old one did.
    let changed = apply(
        &w,
        "age,town,code\n21,A,x\n22,B,x\n22,B,x\n22,B,z\n",
        &["--unseen", "generalize"],
    );
    assert_eq!(changed.code, Some(3), "{}", changed.stderr);
    assert!(
        changed
            .stderr
            .contains("the rule of `code` gives values of the earlier release other labels"),
        "{}",
        changed.stderr
    );
}

/// E was not in the table. Its hierarchy file has a line for it, which only `generalize` uses.
#[test]
fn unseen_values_of_a_hierarchy_file_are_refused_dropped_or_generalized() {
    let w = released();
    let rows = "age,town,code\n41,E,x\n42,C,x\n42,D,x\n21,A,y\n21,B,y\n";
    let refused = apply(&w, rows, &[]);
    assert_eq!(refused.code, Some(3));
    assert!(
        refused
            .stderr
            .contains("the table of the earlier release did not have 1 of 5 values of `town`\n"),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("--show-values") && !w.path("out/new.csv").exists());
    let shown = apply(&w, rows, &["--show-values"]);
    assert!(
        shown.code == Some(3) && shown.stderr.contains("1 of 5 values of `town` (`E`)"),
        "{}",
        shown.stderr
    );

    assert_eq!(
        apply(&w, rows, &["--unseen", "drop"]).code,
        Some(1),
        "what is dropped counts as left out"
    );
    let dropped = apply(&w, rows, &["--unseen", "drop", "--max-suppression", "1"]);
    assert_eq!(
        (dropped.code, dropped.json["suppressed_rows"].as_u64()),
        (Some(0), Some(1)),
        "{}",
        dropped.stderr
    );
    let kept = [
        "age,town,code",
        "20-29,north,y",
        "20-29,north,y",
        "40-49,south,x",
        "40-49,south,x",
    ];
    assert_eq!(w.lines("out/new.csv"), kept);

    let generalized = apply(&w, rows, &["--unseen", "generalize"]);
    assert_eq!(generalized.code, Some(0), "{}", generalized.stderr);
    assert_eq!(
        w.lines("out/new.csv"),
        [&kept[..], &["40-49,south,x"]].concat()
    );

    // A value without a line can be left out, and has no label to take.
    let rows = "age,town,code\n41,F,x\n42,C,x\n42,D,x\n";
    assert_eq!(
        apply(&w, rows, &["--unseen", "drop", "--max-suppression", "1"]).code,
        Some(0)
    );
    let lacking = apply(&w, rows, &["--unseen", "generalize"]);
    assert!(
        lacking.code == Some(3)
            && lacking
                .stderr
                .contains("hierarchy of `town` lacks 1 of 3 values"),
        "{}",
        lacking.stderr
    );
}

/// Only the population has E: nobody of the first table did.
#[test]
fn values_that_only_a_population_had_are_unseen() {
    let w = released();
    w.write(
        "people.csv",
        "age,town,code\n21,A,x\n22,B,x\n41,C,y\n42,D,y\n43,E,y\n",
    );
    let models = "[[privacy]]\nmodel = \"k-map\"\nk = 2\npopulation = \"people.csv\"\n[output]";
    w.write("recipe.toml", RECIPE.replace("[output]", models));
    w.succeed(&["anonymize", "recipe.toml", "--force"]);
    let rows = "age,town,code\n41,E,y\n42,D,y\n";
    let refused = apply(&w, rows, &[]);
    assert!(
        refused.code == Some(3) && refused.stderr.contains("1 of 2 values of `town`"),
        "{}",
        refused.stderr
    );
    assert_eq!(apply(&w, rows, &["--unseen", "generalize"]).code, Some(0));
    assert_eq!(
        w.lines("out/new.csv"),
        ["age,town,code", "40-49,south,y", "40-49,south,y"]
    );
}

#[test]
fn new_rows_are_judged_by_themselves() {
    let w = released();
    let unmet = apply(&w, "age,town,code\n21,A,x\n22,B,x\n41,C,y\n", &[]);
    assert_eq!(unmet.code, Some(1), "{}", unmet.stderr);
    assert_eq!(unmet.json["outcome"], "unmet");
    assert!(!w.path("out/new.csv").exists());
    let met = apply(
        &w,
        "age,town,code\n21,A,x\n22,B,x\n41,C,y\n",
        &["--max-suppression", "1"],
    );
    assert_eq!(
        (met.code, met.json["suppressed_rows"].as_u64()),
        (Some(0), Some(1)),
        "{}",
        met.stderr
    );
}

/// A hierarchy file may grow, but what a label means stays.
#[test]
fn a_hierarchy_file_that_was_changed_is_refused() {
    let w = released();
    let rows = "age,town,code\n21,A,x\n22,B,x\n";
    w.write("town.csv", "A;south;*\nB;north;*\nC;south;*\nD;south;*\n");
    let changed = apply(&w, rows, &[]);
    assert_eq!(changed.code, Some(3), "{}", changed.stderr);
    assert!(
        changed.stderr.contains(
            "the hierarchy of `town` gives 1 of 4 values of the earlier release another label"
        ),
        "{}",
        changed.stderr
    );
    w.write(
        "town.csv",
        "F;west;*\nA;north;*\nB;north;*\nC;south;*\nD;south;*\n",
    );
    assert_eq!(apply(&w, rows, &[]).code, Some(0));
}

#[test]
fn a_record_that_does_not_fit_is_refused() {
    let w = released();
    let rows = "age,town,code\n21,A,x\n22,B,x\n";
    let record = w.text("out/old.record.json");
    w.write(
        "altered.json",
        record.replace("\"level\": 1", "\"level\": 0"),
    );
    let altered = apply(&w, rows, &["--record", "altered.json"]);
    assert_eq!(altered.code, Some(3), "{}", altered.stderr);
    assert!(altered.stderr.contains("digest"), "{}", altered.stderr);
    let other = apply(&w, rows, &["--record", "out/old.certificate.json"]);
    assert_eq!(other.code, Some(3), "{}", other.stderr);
    let none = apply(&w, rows, &["--record", "nowhere.json"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    w.write(
        "recipe.toml",
        RECIPE.replace(
            "[columns.code]\nrole = \"quasi-identifier\"\nhierarchy = { frequency = [3] }",
            "[columns.code]\nrole = \"insensitive\"",
        ),
    );
    let changed = apply(&w, rows, &[]);
    assert_eq!(changed.code, Some(2), "{}", changed.stderr);
    assert!(
        changed
            .stderr
            .contains("`code` was a quasi-identifier of the earlier release"),
        "{}",
        changed.stderr
    );
}
