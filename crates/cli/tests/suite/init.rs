//! `init`: a draft that can be run as it is, and files that are never replaced by accident.

use crate::common::Workspace;

/// A sample without its own recipe and hierarchies.
fn sample(name: &str, rows: &str) -> Workspace {
    let files = Workspace::new();
    files.succeed(&["sample", name, "--rows", rows, "--directory", "made"]);
    let table = files.read(&format!("made/{name}.csv"));
    files.write(&format!("own/{name}.csv"), table);
    files
}

#[test]
fn a_drafted_census_is_released_and_verified_without_editing() {
    let files = sample("census", "2000");
    let drafted = files.succeed(&["init", "own/census.csv"]);
    assert_eq!(
        (&drafted["outcome"], &drafted["rows"]),
        (&"written".into(), &2000.into())
    );
    assert_eq!(
        (&drafted["recipe"], &drafted["person"]),
        (&"own/recipe.toml".into(), &serde_json::Value::Null)
    );
    let column = |name: &str| {
        drafted["columns"]
            .as_array()
            .unwrap()
            .iter()
            .find(|c| c["name"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (&column("age")["type"], &column("postcode")["type"]),
        (&"integer".into(), &"text".into())
    );
    assert_eq!(
        (&column("diagnosis")["role"], &column("sex")["hierarchy"]),
        (&"sensitive".into(), &"file".into())
    );
    let release = files.succeed(&["anonymize", "own/recipe.toml"]);
    assert_eq!(release["outcome"], "released");
    files.succeed(&[
        "verify",
        "own/release/census.certificate.json",
        "--record",
        "own/release/census.record.json",
    ]);
}

#[test]
fn a_drafted_hospital_protects_persons() {
    let files = sample("hospital", "3000");
    let drafted = files.succeed(&[
        "init",
        "own/hospital.csv",
        "--recipe",
        "elsewhere/draft.toml",
        "--k",
        "3",
    ]);
    assert_eq!(
        (&drafted["person"], &drafted["recipe"]),
        (&"patient-id".into(), &"elsewhere/draft.toml".into())
    );
    assert!(
        files
            .text("elsewhere/draft.toml")
            .contains("path = \"../own/hospital.csv\"")
    );
    let checked = files.run(&["check", "elsewhere/draft.toml", "--json"]);
    assert_eq!(
        checked.code,
        Some(1),
        "raw data do not meet the models: {}",
        checked.stderr
    );
    files.succeed(&["inspect", "elsewhere/draft.toml"]);
}

#[test]
fn nothing_is_replaced_without_force_and_files_appear_all_or_none() {
    let files = sample("census", "300");
    files.write("own/hierarchies/sex.csv", "mine");
    let before = files.snapshot();
    let ran = files.run(&["init", "own/census.csv"]);
    ran.expect(2);
    assert!(ran.stderr.contains("sex.csv"), "{}", ran.stderr);
    assert_eq!(files.snapshot(), before);
    files.succeed(&["init", "own/census.csv", "--force"]);
    assert_eq!(files.lines("own/hierarchies/sex.csv").len(), 2);
    let drafted = files.snapshot();
    files.run(&["init", "own/census.csv"]).expect(2);
    files.succeed(&["init", "own/census.csv", "--force", "--threads", "1"]);
    assert_eq!(
        files.snapshot(),
        drafted,
        "the same table gives the same draft"
    );
    let ran = files.run(&[
        "init",
        "own/census.csv",
        "--recipe",
        "own/census.csv",
        "--force",
    ]);
    ran.expect(2);
    assert!(ran.stderr.contains("is the table itself"), "{}", ran.stderr);
    assert_eq!(files.snapshot(), drafted);
}

#[test]
fn it_says_what_was_decided_and_what_to_do_next() {
    let files = sample("census", "300");
    let ran = files.run(&["init", "own/census.csv"]);
    ran.expect(0);
    let line = |name: &str| {
        ran.stdout
            .lines()
            .find(|l| l.starts_with(name))
            .unwrap_or_else(|| panic!("{name}\n{}", ran.stdout))
    };
    assert!(line("postcode").contains("leading zeros make its values codes"));
    assert!(line("income").contains("sensitive") && line("income").contains("speaks of money"));
    assert!(ran.stdout.ends_with(
        "  equipoise inspect own/recipe.toml\n  equipoise anonymize own/recipe.toml\n  equipoise verify own/release/census.certificate.json\n"
    ));
    let quiet = files.run(&["init", "own/census.csv", "--force", "--quiet"]);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
}

#[test]
fn wrong_usage_is_told() {
    let files = sample("census", "300");
    for (arguments, message) in [
        (
            &["--person", "persn-id"][..],
            "the table has no column `persn-id` to tell persons apart",
        ),
        (
            &["--k", "1"],
            "--k is `1`; it must be a whole number of at least 2",
        ),
        (
            &["--k", "many"],
            "--k is `many`; it must be a whole number of at least 2",
        ),
    ] {
        let ran = files.run(&[&["init", "own/census.csv"], arguments].concat());
        ran.expect(2);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        assert_eq!(files.names("own"), ["census.csv"]);
    }
}
