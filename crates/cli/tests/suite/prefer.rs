//! Preferences, from the recipe and the command `prefer` to the verified release, the session and
//! the exported recipe.

use crate::common::small::{FIXED, SENSITIVE, Small, rows};
use crate::common::{Ran, Workspace};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Stdio;

/// Table 1 of the source.
const EMPLOYEES: &str = "code,salary\n81521,C1\n81522,C1\n81523,C1\n82635,C2\n82636,C2\n82647,C2\n82648,C2\n81634,C3\n81631,C3\n81632,C3\n81639,C3\n81630,C3\n";
const CODE: &str =
    "role = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\nmax-level = 4\nweight = 0.3";
const SALARY: &str =
    "role = \"quasi-identifier\"\nhierarchy = \"salary.csv\"\nmax-level = 1\nweight = 0.7";
const SALARIES: &str = "C1,C12,*\nC2,C12,*\nC3,C3,*\n";
const K2: &str = "model = \"k-anonymity\"\nk = 2";

fn employees(search: &str) -> Workspace {
    let columns = [("code", CODE), ("salary", SALARY)];
    Small {
        table: EMPLOYEES,
        columns: &columns,
        models: &[K2],
        input: "",
        search,
        files: &[("salary.csv", SALARIES)],
    }
    .files()
}

fn over_lattice(aspire: &str) -> String {
    format!("method = \"preference\"\n[preference]\n{aspire}")
}

fn levels(node: &Value) -> [u64; 2] {
    ["code", "salary"].map(|column| node["levels"][column].as_u64().unwrap())
}

#[test]
fn the_five_preferences_of_the_source() {
    let cases = [
        ("aspire = { necd = 0.3, nwp = 0.08 }", [1, 0], true),
        ("aspire = { nwp = 0.15, necd = 0.2 }", [2, 0], true),
        ("aspire = { necd = 0.15, nwp = 0.05 }", [2, 0], false),
        ("aspire = { necd = 0.25, nwp = 0.05 }", [1, 0], false),
        ("aspire = { necd = 0.1, nwp = 0.5 }", [2, 0], false),
        (
            "aspire = { necd = 0.1, nwp = 0.5 }\nties = \"privacy\"",
            [4, 1],
            false,
        ),
    ];
    for (aspire, expected, is_within) in cases {
        let w = employees(&over_lattice(aspire));
        let released = w.succeed(&["anonymize", "recipe.toml"]);
        let found = &released["preference"];
        assert_eq!(levels(&released["decision"]), expected, "{aspire}");
        assert_eq!(
            (&found["over"], &found["exact"], &found["within_aspiration"]),
            (&json!("lattice"), &json!(true), &json!(is_within))
        );
        assert_eq!(found["efficient"].as_array().unwrap().len(), 2);
        assert_eq!(released["search"]["proved_optimal"], true);
        w.run(&[
            "verify",
            "out/table.certificate.json",
            "--record",
            "out/table.record.json",
        ])
        .expect(0);
        let report = w.text("out/table.report.txt").replace("\n  ", " ");
        assert!(
            report.contains("Exact over the lattice: of all choices of levels, none that keeps"),
            "{report}"
        );
        let kept: Value = serde_json::from_str(&w.text("out/table.record.json")).unwrap();
        assert_eq!(kept["preference"]["exact"], true);
    }
}

#[test]
fn the_walk_of_the_source() {
    let w = employees("");
    let found = w.succeed(&[
        "prefer",
        "recipe.toml",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.1",
        "--from",
        "necd=1.0",
        "--from",
        "nwp=0.2",
        "--steps",
        "10",
    ]);
    let walked: Vec<[u64; 2]> = found["walked"]
        .as_array()
        .unwrap()
        .iter()
        .map(levels)
        .collect();
    assert_eq!(walked, [[1, 0], [2, 0]]);
    assert_eq!(levels(&found["answer"]), [2, 0]);
    assert_eq!(
        (&found["exact"], &found["aspired"]),
        (&json!(true), &json!({ "necd": 0.1, "nwp": 0.1 }))
    );
}

/// Rows of two numbers and a place, in a pattern, some of them missing.
fn people() -> String {
    let mut text = String::from("age,place,zip,ill\n");
    for i in 0..60 {
        let place = ["A", "B", "C", "D"][i * 7 % 4];
        let age = if i % 20 == 7 {
            String::new()
        } else {
            (20 + i * 11 % 30).to_string()
        };
        text += &format!(
            "{age},{place},{},{}\n",
            100 + i * 13 % 7,
            ["flu", "gout", "flu", "cold", "cold"][i % 5]
        );
    }
    text
}

const AGE: &str =
    "role = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [10, 20] }";
const PLACE: &str = "role = \"quasi-identifier\"\nhierarchy = \"place.csv\"";
const ZIP: &str = "role = \"quasi-identifier\"\ntype = \"integer\"";
const PLACES: &str = "A,north,*\nB,north,*\nC,south,*\nD,south,*\n";
const QUASI: [&str; 3] = ["age", "place", "zip"];

fn over_partitions(more: &str) -> String {
    format!(
        "method = \"preference\"\nover = \"partitions\"\n{more}\n[preference]\naspire = {{ necd = 0.3, nwp = 0.3 }}\nevaluations = 3000"
    )
}

fn free<'a>(
    table: &'a str,
    models: &'a [&'a str],
    search: &'a str,
    files: &'a [(&'a str, &'a str)],
) -> Small<'a> {
    let columns = &[
        ("age", AGE),
        ("place", PLACE),
        ("zip", ZIP),
        ("ill", SENSITIVE),
    ];
    Small {
        table,
        columns,
        models,
        input: "",
        search,
        files,
    }
}

/// The released cells, without the header.
fn cells(w: &Workspace) -> Vec<Vec<String>> {
    w.lines("out/table.csv")[1..]
        .iter()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn classes(w: &Workspace) -> BTreeMap<Vec<String>, u64> {
    let mut classes = BTreeMap::new();
    cells(w)
        .into_iter()
        .for_each(|row| *classes.entry(row[..3].to_vec()).or_insert(0) += 1);
    classes
}

/// What each released label of a column stands for, by the record.
fn meanings(w: &Workspace, column: usize) -> BTreeMap<String, BTreeSet<String>> {
    let record: Value = serde_json::from_str(&w.text("out/table.record.json")).unwrap();
    let of = &record["decision"][column];
    assert_eq!(of["column"], QUASI[column]);
    let mut values: Vec<String> = of["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line[0].as_str().unwrap().to_owned())
        .collect();
    values.push(String::new());
    let label = |label: &Value| {
        let place = |i: usize| label[i].as_u64().unwrap() as usize;
        (
            label[0].as_str().unwrap().to_owned(),
            values[place(1)..=place(2)].iter().cloned().collect(),
        )
    };
    of["labels"].as_array().unwrap().iter().map(label).collect()
}

#[test]
fn free_partitions_are_released_with_what_they_say() {
    let (table, search) = (people(), over_partitions(""));
    let w = free(
        &table,
        &["model = \"k-anonymity\"\nk = 4"],
        &search,
        &[("place.csv", PLACES)],
    )
    .files();
    let released = w.succeed(&["anonymize", "recipe.toml"]);
    let found = &released["preference"];
    assert_eq!(
        (&found["over"], &found["exact"]),
        (&json!("partitions"), &json!(false))
    );
    let sizes: Vec<u64> = classes(&w).into_values().collect();
    let (least, most) = (*sizes.iter().min().unwrap(), *sizes.iter().max().unwrap());
    assert!(least >= 4);
    assert_eq!(
        (
            found["effective_k"].as_u64(),
            released["suppressed_rows"].as_u64()
        ),
        (Some(least), Some(0))
    );
    let close = |name: &str, expected: f64| {
        assert!(
            (found["reached"][name].as_f64().unwrap() - expected).abs() < 1e-12,
            "{name} {expected}"
        )
    };
    close("necd", (most - least) as f64 / 59.0);
    // Penalties, cell by cell, from what labels stand for.
    let mut penalty = 0.0;
    for (column, name) in QUASI.iter().enumerate() {
        let meanings = meanings(&w, column);
        let raw = |row: &String| row.split(',').nth(column).unwrap().to_owned();
        let lines: Vec<String> = w.lines("table.csv")[1..].to_vec();
        let domain: BTreeSet<String> = lines.iter().map(raw).filter(|v| !v.is_empty()).collect();
        let all: Vec<&BTreeSet<String>> = meanings.values().collect();
        for (i, a) in all.iter().enumerate() {
            assert!(
                all[i + 1..].iter().all(|b| a.is_disjoint(b)),
                "labels of {name} overlap: {meanings:?}"
            );
        }
        for row in cells(&w) {
            let known = meanings
                .get(&row[column])
                .unwrap_or_else(|| panic!("{name}: {}", row[column]));
            penalty += (known.iter().filter(|v| domain.contains(*v)).count().max(1) - 1) as f64
                / (domain.len() - 1) as f64;
        }
        assert_eq!(found["runs"][name].as_u64(), Some(meanings.len() as u64));
    }
    close("nwp", penalty / 180.0);
    let report = w.text("out/table.report.txt").replace("\n  ", " ");
    assert!(report.contains("Chosen from free partitions"), "{report}");
    assert!(
        report.contains("divided into groups, once for all rows"),
        "{report}"
    );
    w.run(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ])
    .expect(0);
    let altered = w.text("out/table.csv").replacen("flu", "gout", 1);
    w.write("out/table.csv", altered);
    w.run(&["verify", "out/table.certificate.json"]).expect(1);
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let (table, search) = (people(), over_partitions("seed = 7"));
    let w = free(
        &table,
        &["model = \"k-anonymity\"\nk = 4"],
        &search,
        &[("place.csv", PLACES)],
    )
    .files();
    let mut seen = Vec::new();
    for threads in ["1", "2", "3"] {
        w.succeed(&["anonymize", "recipe.toml", "--force", "--threads", threads]);
        let all = [
            "out/table.csv",
            "out/table.certificate.json",
            "out/table.record.json",
            "out/table.report.txt",
            "out/table.report.json",
        ];
        seen.push(all.map(|name| w.read(name)));
    }
    assert!(seen[0] == seen[1] && seen[1] == seen[2]);
}

/// Models that look across classes, at a population, at supersets and at values; each release is
/// judged again from the file.
#[test]
fn any_model_constrains_free_partitions() {
    let population = people()
        .lines()
        .map(|l| l.rsplit_once(',').unwrap().0.to_owned() + "\n")
        .collect::<String>()
        .repeat(3);
    let population = population.replace("age,place,zip\n", "");
    let population = format!("age,place,zip\n{population}");
    let cases = [
        "model = \"lkc-privacy\"\ncolumn = \"ill\"\nl = 2\nk = 4\nc = 0.9",
        "model = \"delta-presence\"\npopulation = \"people.csv\"\nmin = 0.1\nmax = 0.5",
        "model = \"k-map\"\nk = 9\npopulation = \"people.csv\"",
        "model = \"t-closeness\"\ncolumn = \"ill\"\nt = 0.4\ndistance = \"equal\"",
        "model = \"nt-closeness\"\ncolumn = \"ill\"\nn = 20\nt = 0.4\ndistance = \"equal\"",
        "model = \"l-diversity\"\ncolumn = \"ill\"\nl = 2",
        "model = \"average-risk\"\nthreshold = 0.2",
    ];
    let (table, search) = (people(), over_partitions("max-suppression = 0.1"));
    for model in cases {
        let w = free(
            &table,
            &[model],
            &search,
            &[("place.csv", PLACES), ("people.csv", &population)],
        )
        .files();
        let ran = w.run(&["anonymize", "recipe.toml", "--json"]);
        ran.expect(0);
        assert_eq!(ran.json()["privacy"][0]["met"], true, "{model}");
        w.run(&[
            "verify",
            "out/table.certificate.json",
            "--record",
            "out/table.record.json",
        ])
        .expect(0);
    }
}

#[test]
fn what_cannot_be_is_told_with_what_can() {
    let stop = |search: &str, code: i32| {
        let w = employees(search);
        let ran = w.run(&["anonymize", "recipe.toml"]);
        ran.expect(code);
        assert!(w.names("out").is_empty());
        ran.stderr + &ran.stdout
    };
    let says = |text: String, parts: &[&str]| {
        parts
            .iter()
            .for_each(|part| assert!(text.contains(part), "{part}\n{text}"))
    };
    says(
        stop(&over_lattice("aspire = { necd = -0.000001, nwp = 0.2 }"), 2),
        &["at or below the utopian point", "aspire to 0 or more"],
    );
    says(
        stop(&over_lattice("aspire = { necd = 0.2 }"), 2),
        &["has 1 measures; it must be two measures with a number each"],
    );
    says(
        stop(&over_lattice("aspire = { necd = 0.2, nwpp = 0.2 }"), 2),
        &["`nwpp`", "is no measure", "did you mean `nwp`?"],
    );
    says(
        stop("method = \"preference\"", 2),
        &["needs what is aspired to", "add a section `[preference]`"],
    );
    let levels = "method = \"preference\"\nover = \"partitions\"\n[preference]\naspire = { necd = 0.2, height = 3 }";
    says(
        stop(levels, 2),
        &[
            "`height`",
            "is a measure of levels, and partitions have none",
        ],
    );
    says(
        stop(
            &over_lattice("aspire = { necd = 0.2, nwp = 0.2 }\npopulation = 10"),
            2,
        ),
        &["is for `over = \"partitions\"`"],
    );
}

#[test]
fn weights_that_do_not_sum_to_one_are_offered_to_be_normalized() {
    let heavier = SALARY.replace("0.7", "0.9");
    let columns = [("code", CODE), ("salary", heavier.as_str())];
    let search = over_lattice("aspire = { necd = 0.2, nwp = 0.2 }");
    let small = Small {
        table: EMPLOYEES,
        columns: &columns,
        models: &[K2],
        input: "",
        search: &search,
        files: &[("salary.csv", SALARIES)],
    };
    let w = small.files();
    let refused = w.run(&["anonymize", "recipe.toml"]);
    refused.expect(2);
    assert!(
        refused
            .stderr
            .contains("sum to 1.2; for preferences they must sum to 1"),
        "{}",
        refused.stderr
    );
    assert!(
        refused.stderr.contains("`normalize = true`")
            && refused.stderr.contains("`code` 0.25, `salary` 0.75"),
        "{}",
        refused.stderr
    );
    let w = Small {
        search: &format!("{search}\nnormalize = true"),
        ..small
    }
    .files();
    let released = w.succeed(&["anonymize", "recipe.toml"]);
    // A quarter of 38 / 132, as G2 has it.
    assert!(
        (released["preference"]["reached"]["nwp"].as_f64().unwrap() - 0.25 * 38.0 / 132.0).abs()
            < 1e-12
    );
    let usual = Small {
        search: "",
        ..small
    }
    .files();
    let asked = [
        "prefer",
        "recipe.toml",
        "--aspire",
        "necd=0.2",
        "--aspire",
        "nwp=0.2",
    ];
    assert!(
        usual
            .run(&asked)
            .expect(2)
            .stderr
            .contains("`--normalize`, divides them by their sum")
    );
    assert_eq!(
        levels(&usual.succeed(&[&asked[..], &["--normalize"]].concat())["answer"]),
        [2, 0]
    );
}

#[test]
fn where_nothing_is_feasible_the_nearest_is_told() {
    let q = [("q", FIXED)];
    let table = rows("q", &[("a", 2), ("b", 1)]);
    let k = K2;
    for over in ["lattice", "partitions"] {
        let search = format!(
            "method = \"preference\"\nover = \"{over}\"\n[preference]\naspire = {{ necd = 0.1, nwp = 0.2 }}"
        );
        let w = Small {
            table: &table,
            columns: &q,
            models: &[k],
            input: "",
            search: &search,
            files: &[],
        }
        .files();
        let ran = w.run(&["anonymize", "recipe.toml", "--json"]);
        ran.expect(1);
        let unmet = ran.json();
        assert_eq!(unmet["outcome"], "unmet");
        assert!(unmet["nearest"].is_object(), "{unmet}");
        let told = w.run(&["anonymize", "recipe.toml"]);
        assert!(
            told.expect(1)
                .stdout
                .contains("2-anonymity alone would suppress 1 there"),
            "{}",
            told.stdout
        );
    }
    let w = Small {
        table: &table,
        columns: &q,
        models: &[k],
        input: "",
        search: "",
        files: &[],
    }
    .files();
    let asked = w.succeed(&[
        "prefer",
        "recipe.toml",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.2",
    ]);
    assert_eq!(asked["answer"], Value::Null);
    assert!(asked["suggestions"].is_object(), "{asked}");
}

#[test]
fn a_session_keeps_the_dialogue_and_exports_what_was_picked() {
    let w = employees("");
    w.succeed(&["atlas", "build", "recipe.toml", "--loss", "nwp"]);
    let aspire = [
        "--aspire", "necd=0.1", "--aspire", "nwp=0.1", "--from", "necd=1.0", "--from", "nwp=0.2",
    ];
    let first = w.succeed(
        &[
            &["prefer", "recipe.atlas", "--session", "talk.json"][..],
            &aspire,
        ]
        .concat(),
    );
    assert_eq!(first["walked"].as_array().unwrap().len(), 2);
    let shown = w.succeed(&["prefer", "--session", "talk.json", "--pick", "1"]);
    assert_eq!(shown["current"], json!({ "code": 1, "salary": 0 }));
    // The next way begins where one was picked.
    let next = w.succeed(&[
        "prefer",
        "--session",
        "talk.json",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.1",
    ]);
    assert!((next["from"]["necd"].as_f64().unwrap() - 3.0 / 11.0).abs() < 1e-12);
    assert_eq!(levels(&next["answer"]), [2, 0]);
    let replayed = w.succeed(&["session", "replay", "talk.json"]);
    assert_eq!(
        (&replayed["differences"], &replayed["wishes"]),
        (&json!([]), &json!(2))
    );
    w.succeed(&["session", "undo", "talk.json"]);
    let exported = w.succeed(&["session", "export", "talk.json"]);
    let line: Vec<&str> = exported["ask"].as_str().unwrap().split(' ').collect();
    assert_eq!((line[0], line[1]), ("equipoise", "prefer"));
    assert_eq!(w.succeed(&line[1..])["walked"], first["walked"]);
    let recipe = exported["recipe"].as_str().unwrap().to_owned();
    let released = w.succeed(&["anonymize", &recipe]);
    assert_eq!(levels(&released["decision"]), [1, 0]);
    w.run(&["prefer", "--session", "talk.json", "--pick", "9"])
        .expect(2);
    w.run(&["prefer", "recipe.atlas", "--pick", "1"]).expect(2);
}

fn talk(w: &Workspace, arguments: &[&str], said: &str) -> Ran {
    let mut child = w
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(said.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        arguments: arguments.join(" "),
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
fn the_dialogue_goes_on_until_it_is_ended() {
    let w = employees("");
    let ran = talk(
        &w,
        &["prefer", "recipe.toml", "--dialogue"],
        "help\n0.1 0.1\nwhat\n-1 0.1\n1\nshow\nundo\nredo\nexport\nquit\n",
    );
    ran.expect(0);
    let parts = [
        "What do you aspire to? Type two numbers: necd and nwp.",
        "go to number 3 of those on the way",
        "Exact",
        "`what` is none of what can be typed here",
        "at or below the utopian point",
        "You stand at code",
        "Took back:",
        "Did again:",
        "release it:",
        "The session is in",
    ];
    parts.iter().for_each(|part| {
        assert!(
            ran.stdout.contains(part),
            "{part}\n{}\n{}",
            ran.stdout,
            ran.stderr
        )
    });
    let line = ran
        .stdout
        .lines()
        .find_map(|l| l.trim_start_matches("> ").strip_prefix("recipe       "))
        .unwrap();
    w.run(&["anonymize", line, "--json"]).expect(0);
}

#[test]
fn a_way_over_partitions_is_walked_and_one_on_it_exported() {
    let table = people();
    let search = "[preference]\nevaluations = 2000";
    let w = free(
        &table,
        &["model = \"k-anonymity\"\nk = 4"],
        search,
        &[("place.csv", PLACES)],
    )
    .files();
    // Partitions need no hierarchy, but the method of this recipe does.
    let zip = format!("[columns.zip]\n{ZIP}");
    w.write(
        "recipe.toml",
        w.text("recipe.toml").replace(
            &zip,
            &format!("{zip}\nhierarchy = {{ intervals = [2, 4] }}"),
        ),
    );
    let way = [
        "--aspire",
        "necd=0.05",
        "--aspire",
        "nwp=0.5",
        "--from",
        "necd=0.9",
        "--from",
        "nwp=0.1",
        "--steps",
        "4",
    ];
    let ask = [
        &["prefer", "recipe.toml", "--over", "partitions"][..],
        &way,
        &["--pick", "1", "--export", "aspiring.toml"],
    ]
    .concat();
    let found = w.succeed(&ask);
    let walked = found["walked"].as_array().unwrap();
    assert!(walked.len() > 1, "{found}");
    assert_eq!(found["answer"], walked[walked.len() - 1]);
    let released = w.succeed(&["anonymize", "aspiring.toml"]);
    assert_eq!(released["preference"]["over"], "partitions");
    // What was picked is what is released.
    assert_eq!(released["preference"]["reached"], walked[0]["measures"]);
    assert_eq!(released["preference"]["effective_k"], walked[0]["k"]);
    w.run(&[
        "prefer",
        "recipe.toml",
        "--over",
        "partitions",
        "--pick",
        "9",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.5",
    ])
    .expect(2);
    w.run(&[
        "prefer",
        "recipe.toml",
        "--over",
        "partitions",
        "--k",
        "3",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.5",
    ])
    .expect(2);
}

#[test]
fn an_exported_recipe_asks_for_all_that_was_asked() {
    let heavier = SALARY.replace("0.7", "0.9");
    let columns = [("code", CODE), ("salary", heavier.as_str())];
    let w = Small {
        table: EMPLOYEES,
        columns: &columns,
        models: &[K2],
        input: "",
        search: "",
        files: &[("salary.csv", SALARIES)],
    }
    .files();
    let aspire = [
        "prefer",
        "recipe.toml",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.5",
        "--ties",
        "privacy",
        "--normalize",
    ];
    let found = w.succeed(&[&aspire[..], &["--export", "next.toml"]].concat());
    assert_eq!(levels(&found["answer"]), [4, 1]);
    assert_eq!(
        levels(&w.succeed(&["anonymize", "next.toml"])["decision"]),
        [4, 1]
    );
    let says = |more: &[&str], part: &str| {
        let ran = w.run(&[&aspire[..], more].concat());
        assert!(ran.expect(2).stderr.contains(part), "{}", ran.stderr);
    };
    says(&["--export", "next.toml"], "exists already");
    says(
        &["--export", "more.toml", "--k", "3"],
        "`--k` does not go with `--export`",
    );
    w.succeed(&["atlas", "build", "recipe.toml", "--loss", "nwp"]);
    let of_atlas = [
        "prefer",
        "recipe.atlas",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.5",
        "--normalize",
        "--export",
        "more.toml",
    ];
    assert!(
        w.run(&of_atlas)
            .expect(2)
            .stderr
            .contains("needs a recipe to begin with")
    );
    assert!(!w.path("more.toml").exists());
}

#[test]
fn ways_out_of_an_impossible_wish_are_taken_within_a_session() {
    let w = employees("");
    w.succeed(&["atlas", "build", "recipe.toml", "--loss", "nwp"]);
    let aspire = [
        "prefer",
        "recipe.atlas",
        "--session",
        "talk.json",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.1",
    ];
    let told = w.run(&[&aspire[..], &["--k", "4", "--max-level", "code=2"]].concat());
    assert!(
        told.expect(0)
            .stdout
            .contains("equipoise prefer --session=talk.json "),
        "{}",
        told.stdout
    );
    w.succeed(&["session", "accept", "talk.json", "height"]);
    let again = w.succeed(&[
        "prefer",
        "--session",
        "talk.json",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.1",
    ]);
    assert_eq!(
        levels(&again["answer"]),
        [4, 1],
        "the wish for k = 4 was kept"
    );
}

/// A recipe that aspires gives its atlas the losses that it needs, and a node that is negotiated
/// with it is released as such.
#[test]
fn a_recipe_with_a_preference_is_negotiated_too() {
    let w = employees(&over_lattice("aspire = { necd = 0.3, nwp = 0.08 }"));
    w.succeed(&["atlas", "build", "recipe.toml"]);
    assert_eq!(
        levels(&w.succeed(&["prefer", "recipe.atlas"])["answer"]),
        [1, 0]
    );
    w.succeed(&[
        "prefer",
        "recipe.atlas",
        "--session",
        "talk.json",
        "--aspire",
        "necd=0.1",
        "--aspire",
        "nwp=0.1",
    ]);
    let exported = w.succeed(&["session", "export", "talk.json"]);
    let released = w.succeed(&["anonymize", exported["recipe"].as_str().unwrap()]);
    assert_eq!(
        (
            levels(&released["decision"]),
            released["preference"].is_null()
        ),
        ([2, 0], true)
    );
    // Over partitions where the recipe says so.
    let table = people();
    let w = free(
        &table,
        &["model = \"k-anonymity\"\nk = 4"],
        &over_partitions(""),
        &[("place.csv", PLACES)],
    )
    .files();
    assert_eq!(w.succeed(&["prefer", "recipe.toml"])["over"], "partitions");
}

/// Whatever the budget, the best node of the lattice is among what is looked at.
#[test]
fn one_evaluation_is_the_best_levels() {
    let table = people();
    let search = over_partitions("").replace("evaluations = 3000", "evaluations = 1");
    let w = free(
        &table,
        &["model = \"k-anonymity\"\nk = 4"],
        &search,
        &[("place.csv", PLACES)],
    )
    .files();
    let zip = format!("[columns.zip]\n{ZIP}");
    let with_levels = w.text("recipe.toml").replace(
        &zip,
        &format!("{zip}\nhierarchy = {{ intervals = [2, 4] }}"),
    );
    w.write("recipe.toml", &with_levels);
    w.write(
        "levels.toml",
        with_levels
            .replace("\"partitions\"", "\"lattice\"")
            .replace("evaluations = 1", "")
            .replace("out/", "levels/"),
    );
    let [one, levels] = ["recipe.toml", "levels.toml"]
        .map(|recipe| w.succeed(&["anonymize", recipe])["preference"].clone());
    assert_eq!(
        (&one["reached"], &one["evaluations"]),
        (&levels["reached"], &json!(1))
    );
}

/// Granules that join values of two labels leave the label above them whole.
#[test]
fn taxonomy_releases_labels_only() {
    let table = rows(
        "q,s",
        &[
            ("0,x", 2),
            ("1,x", 2),
            ("2,x", 2),
            ("3,x", 2),
            ("4,x", 2),
            ("5,x", 2),
            ("6,x", 2),
            ("7,x", 2),
        ],
    );
    let column =
        "role = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [2, 4] }";
    let search = "method = \"preference\"\nover = \"partitions\"\n[preference]\naspire = { necd = 1, nwp = 0 }\ntaxonomy = true\n";
    for (granulate, expected) in [
        ("granulate = { q = 3 }", vec!["*"]),
        ("granulate = { q = 4 }", vec!["0-3", "4-7"]),
        ("", vec![]),
    ] {
        let search = format!("{search}{granulate}");
        let columns = [("q", column), ("s", SENSITIVE)];
        let w = Small {
            table: &table,
            columns: &columns,
            models: &[K2],
            input: "",
            search: &search,
            files: &[],
        }
        .files();
        w.succeed(&["anonymize", "recipe.toml"]);
        let labels: BTreeSet<String> = cells(&w).into_iter().map(|row| row[0].clone()).collect();
        if expected.is_empty() {
            assert_eq!(
                labels.len(),
                8,
                "nothing hinders telling all of them: {labels:?}"
            );
        } else {
            assert_eq!(
                labels.into_iter().collect::<Vec<_>>(),
                expected,
                "{granulate}"
            );
        }
    }
}
