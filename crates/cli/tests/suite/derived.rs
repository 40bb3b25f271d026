//! Derived columns, missing codes of single columns, and linked columns, through the whole flow.

use crate::common::Workspace;

const RECIPE: &str = r#"
version = 1
[input]
path = "table.csv"
[columns.birth]
role = "identifying"
type = "date"
missing = ["1900-01-01"]
[columns.from]
role = "quasi-identifier"
type = "date"
hierarchy = { dates = ["month", "year"] }
[columns.to]
role = "quasi-identifier"
type = "date"
linked = "from"
hierarchy = { dates = ["month", "year"] }
[columns.kind]
role = "quasi-identifier"
missing = ["9"]
hierarchy = "kind.csv"
[columns.age]
role = "quasi-identifier"
derive = { age = "birth", at = "from" }
hierarchy = { intervals = [10] }
[columns.days]
role = "quasi-identifier"
derive = { days = ["from", "to"] }
hierarchy = { intervals = [10] }
[columns.weekday]
role = "quasi-identifier"
derive = { weekday = "from" }
hierarchy = { ordered = [7] }
[[privacy]]
model = "k-anonymity"
k = 2
[output]
path = "out.csv"
"#;

fn workspace(recipe: &str) -> Workspace {
    let w = Workspace::new();
    w.write(
        "table.csv",
        "birth,from,to,kind\n\
         1980-02-29,2024-02-28,2024-03-01,1\n\
         1980-02-29,2024-02-28,2024-03-01,1\n\
         1900-01-01,2023-12-31,2024-01-01,9\n\
         1900-01-01,2023-12-31,2024-01-01,9\n\
         1999-01-01,2024-02-28,2024-02-27,1\n\
         1999-01-01,2024-02-28,2024-02-27,1\n",
    );
    w.write("kind.csv", "1;*\n2;*\n");
    w.write("recipe.toml", recipe);
    w
}

#[test]
fn originals_are_dropped_and_derived_columns_come_last() {
    let w = workspace(RECIPE);
    let ran = w
        .command(&["anonymize", "recipe.toml", "--json"])
        .output()
        .unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let mut lines = w.lines("out.csv");
    lines.dedup();
    assert_eq!(
        lines,
        [
            "from,to,kind,age,days,weekday",
            "2023-12-31,2024-01-01,,,1,Sunday",
            "2024-02-28,2024-02-27,1,25,,Wednesday",
            "2024-02-28,2024-03-01,1,43,2,Wednesday",
        ]
    );
    let json = String::from_utf8(ran.stdout).unwrap();
    assert!(
        json.contains(
            "derived column `days`: rows whose second date is before the first count as missing"
        ),
        "{json}"
    );
    // A released table has the derived columns themselves, and no originals.
    let checked = w
        .command(&["check", "recipe.toml", "--table", "out.csv"])
        .output()
        .unwrap();
    assert_eq!(
        checked.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn linked_columns_are_on_the_same_level() {
    // `to` differs within a month, `from` does not differ at all: without the link only `to` would
    // be generalized.
    let w = workspace(RECIPE);
    w.write("table.csv", "birth,from,to,kind\n1980-01-01,2024-03-01,2024-03-05,1\n1980-01-01,2024-03-01,2024-03-06,1\n");
    let free = RECIPE
        .replace("linked = \"from\"\n", "")
        .replace("max-level = 0\n", "");
    let levels = |recipe: &str| {
        w.write(
            "recipe.toml",
            recipe.replace(
                "[columns.days]\nrole = \"quasi-identifier\"",
                "[columns.days]\nrole = \"identifying\"",
            ),
        );
        let ran = w
            .command(&["anonymize", "recipe.toml", "--json", "--force"])
            .output()
            .unwrap();
        assert_eq!(
            ran.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        let json: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
        ["from", "to"].map(|c| json["decision"]["levels"][c].as_u64().unwrap())
    };
    assert_eq!(levels(&free), [0, 1]);
    assert_eq!(levels(RECIPE), [1, 1]);
    assert_eq!(
        levels(&RECIPE.replace(
            "[[privacy]]",
            "[search]\nmethod = \"best-effort\"\n[[privacy]]"
        )),
        [1, 1]
    );
}

#[test]
fn what_does_not_fit_together_is_refused_with_the_reason() {
    let cases = [
        (
            "derive = { days = [\"from\", \"to\"] }",
            "derive = { days = [\"from\"] }",
            "it must be a list of two columns",
        ),
        (
            "derive = { age = \"birth\", at = \"from\" }",
            "derive = { age = \"birth\" }",
            "does not say when the age is taken",
        ),
        (
            "derive = { age = \"birth\", at = \"from\" }",
            "derive = { age = \"bird\", at = \"from\" }",
            "names `bird`, which has no section",
        ),
        (
            "derive = { weekday = \"from\" }",
            "derive = { weekday = \"kind\" }",
            "names `kind`, whose `type` is `text`",
        ),
        (
            "derive = { weekday = \"from\" }",
            "derive = { week = \"from\" }",
            "names no rule; accepted: `age`, `days`, `weekday`",
        ),
        (
            "linked = \"from\"",
            "linked = \"to\"",
            "names the column itself",
        ),
        (
            "linked = \"from\"",
            "linked = \"birth\"",
            "only quasi-identifiers have levels",
        ),
        (
            "linked = \"from\"",
            "linked = \"from\"\nmax-level = 1",
            "other bounds on its levels",
        ),
        (
            "linked = \"from\"\nhierarchy = { dates = [\"month\", \"year\"] }",
            "linked = \"from\"\nhierarchy = { dates = [\"year\"] }",
            "are linked, and their hierarchies have 3 and 2 levels",
        ),
        (
            "[columns.age]",
            "[columns.kind2]\nrole = \"identifying\"\nderive = { weekday = \"weekday\" }\n[columns.age]",
            "which is derived itself",
        ),
        (
            "path = \"table.csv\"",
            "path = \"table.csv\"\nmissing = []",
            "needs a text that means missing in the whole table",
        ),
        (
            "[columns.kind]\nrole = \"quasi-identifier\"\nmissing = [\"9\"]\nhierarchy = \"kind.csv\"",
            "[columns.kind]\nrole = \"insensitive\"\nderive = { weekday = \"from\" }",
            "is to be derived, and the table has a column of that name",
        ),
    ];
    for (old, new, expected) in cases {
        assert!(RECIPE.contains(old), "{old}");
        let w = workspace(&RECIPE.replace(old, new));
        let ran = w.command(&["anonymize", "recipe.toml"]).output().unwrap();
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{new}: {stderr}");
        assert!(stderr.contains(expected), "{new}: {stderr}");
    }
}

/// A population is read like the table: the same codes mean missing, and the same columns are
/// derived.
#[test]
fn a_population_has_missing_codes_and_derived_columns_too() {
    let w = Workspace::new();
    w.write(
        "table.csv",
        "birth,from,kind\n1980-02-29,2024-02-28,9\n1981-05-05,2024-02-28,1\n",
    );
    w.write("all.csv", "birth,from,kind\n1980-02-29,2024-02-28,9\n1980-02-28,2024-02-27,\n1980-03-01,2024-02-28,NA\n1981-05-05,2024-02-28,1\n1980-06-01,2024-02-28,1\n");
    w.write("kind.csv", "1;*\n2;*\n");
    w.write(
        "recipe.toml",
        r#"
version = 1
[input]
path = "table.csv"
[columns.birth]
role = "identifying"
type = "date"
[columns.from]
role = "identifying"
type = "date"
[columns.kind]
role = "quasi-identifier"
missing = ["9"]
max-level = 0
hierarchy = "kind.csv"
[columns.age]
role = "quasi-identifier"
max-level = 0
derive = { age = "birth", at = "from" }
hierarchy = { intervals = [10] }
[[privacy]]
model = "k-map"
k = 2
population = "all.csv"
[search]
max-suppression = 1.0
[output]
path = "out.csv"
"#,
    );
    let ran = w
        .command(&["anonymize", "recipe.toml", "--json"])
        .output()
        .unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    // Three people of the population are 43 and of no known kind; nobody else is 42 and of kind 1.
    assert_eq!(
        (&json["privacy"][0]["measured"], &json["suppressed_rows"]),
        (&3.into(), &1.into()),
        "{json:#}"
    );
    assert_eq!(w.lines("out.csv"), ["kind,age", ",43"]);
}

/// A person column can be a quasi-identifier too. Its labels do not tell persons apart, and the
/// judge of the release must not count them.
#[test]
fn a_generalized_person_column_does_not_tell_persons_apart() {
    let w = Workspace::new();
    w.write("table.csv", "p,a\n1,b\n1,b\n2,b\n2,c\n3,c\n");
    let column = |name: &str, rare: u8| {
        format!(
            "[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = {{ frequency = [{rare}] }}\n"
        )
    };
    let head = "version = 1\n[input]\npath = \"table.csv\"\nperson = \"p\"\n";
    let tail = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[output]\npath = \"out.csv\"\n";
    w.write(
        "recipe.toml",
        [head, &column("p", 3), &column("a", 2), tail].concat(),
    );
    let ran = w
        .command(&["anonymize", "recipe.toml", "--json"])
        .output()
        .unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(json["privacy"][0]["measured"], 2);
    let verified = w
        .command(&[
            "verify",
            "out.certificate.json",
            "--record",
            "out.record.json",
        ])
        .output()
        .unwrap();
    assert_eq!(
        verified.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&verified.stdout)
    );
}
