//! Usefulness in a release: in the JSON of the command, and in reports for those who may see it.

use crate::common::Workspace;
use crate::common::small::{FREE, SENSITIVE, Small, rows};
use serde_json::Value;

/// Twelve of each of two values, and `gone` rows of a third that find no class.
fn table(gone: usize) -> String {
    rows(
        "q,s",
        &[
            ("a,x", 9),
            ("a,y", 3),
            ("b,x", 2),
            ("b,y", 10),
            ("c,x", gone),
        ],
    )
}

const ASKED: &str = "max-suppression = 0.5\n[usefulness]\nqueries = 50\ndimensions = 1\nselectivity = 0.5\ntarget = \"s\"\nfolds = 4\n[[analysis]]\nby = [\"q\", \"s\"]";

fn release(table: &str, k: &str, search: &str, arguments: &[&str]) -> (Workspace, Value) {
    let models = [format!("model = \"k-anonymity\"\nk = {k}")];
    let models: Vec<&str> = models.iter().map(String::as_str).collect();
    let fixed = format!("{FREE}\nmax-level = 0");
    let small = Small {
        table,
        columns: &[("q", &fixed), ("s", SENSITIVE)],
        models: &models,
        input: "",
        search,
        files: &[],
    };
    let files = small.files();
    let json = files.succeed(&[&["anonymize", "recipe.toml"], arguments].concat());
    (files, json)
}

/// The same where the recipe publishes the section.
fn published(table: &str, k: &str, search: &str) -> (Workspace, Value) {
    let (files, _) = release(table, k, search, &[]);
    let recipe = files
        .text("recipe.toml")
        .replace("[output]\n", "[output]\npublic = \"usefulness\"\n");
    files.write("recipe.toml", recipe);
    let json = files.succeed(&["anonymize", "recipe.toml", "--force"]);
    (files, json)
}

#[test]
fn usefulness_is_internal_unless_the_recipe_publishes_it() {
    let (files, json) = release(&table(3), "5", ASKED, &[]);
    assert!(
        json["usefulness"]["ncp"].as_f64().is_some(),
        "the curator gets it: {json}"
    );
    let report: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    assert_eq!(
        (report.get("usefulness"), report.get("published")),
        (None, None)
    );
    assert!(
        !files
            .text("out/table.report.txt")
            .contains("still good for")
    );
    let (files, _) = published(&table(3), "5", ASKED);
    let report: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    assert_eq!(report["published"], serde_json::json!(["usefulness"]));
    let text = files
        .text("out/table.report.txt")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains("What it is still good for")
            && text.contains("they describe people who were left out as well"),
        "{text}"
    );
}

#[test]
fn a_release_that_equals_its_input_has_no_error() {
    let (files, json) = release(&table(12), "5", ASKED, &["--internal"]);
    let of = &json["usefulness"];
    assert_eq!(
        (
            &of["queries"]["mean_percent"],
            &of["ncp"],
            &of["kl_bits"],
            &of["ambiguity_bits"]
        ),
        (&0.0.into(), &0.0.into(), &0.0.into(), &0.0.into())
    );
    assert_eq!(of["tables"][0]["table"], "count by q, s");
    assert_eq!(
        (
            &of["tables"][0]["mean_absolute"],
            &of["tables"][0]["overall"]
        ),
        (&0.0.into(), &0.0.into())
    );
    // 12 squared, three times.
    assert_eq!(of["discernibility"], 432);
    // Within a, b and c 9 of 12, 10 of 12 and all are predicted right by naming the most frequent
    // value.
    for learner in of["classifiers"].as_array().unwrap() {
        assert_eq!(
            (&learner["original"], &learner["released"]),
            (&(31.0 / 36.0).into(), &(31.0 / 36.0).into()),
            "{learner}"
        );
        assert_eq!(learner["transferred"], learner["original"]);
    }
    let report: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    assert_eq!(
        report["usefulness"]["tables"][0]["cells"][0],
        serde_json::json!({ "values": ["a", "x"], "original": 9.0, "released": 9.0 })
    );
    assert!(
        files
            .text("out/table.report.txt")
            .contains("What it is still good for")
    );
}

#[test]
fn a_recipe_that_does_not_ask_gets_nothing() {
    let (files, json) = release(&table(12), "5", "", &[]);
    assert!(json.get("usefulness").is_none());
    assert!(
        !files
            .text("out/table.report.txt")
            .contains("What it is still good for")
    );
}

#[test]
fn the_public_sees_no_cells_of_the_input_and_nothing_where_few_are_left_out() {
    // 3 rows of c are left out: a number from 1 to 10.
    let (files, json) = published(&table(3), "5", ASKED);
    assert_eq!(json["suppressed_rows"], 3);
    assert!(json["usefulness"]["ncp"].as_f64().unwrap() > 0.0, "{json}");
    let report: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    let of = &report["usefulness"];
    assert_eq!(of["told"], false);
    for key in [
        "ncp",
        "kl_bits",
        "discernibility",
        "ambiguity_bits",
        "ambiguity",
    ] {
        assert!(of[key].is_null(), "{key}: {of}");
    }
    assert!(of["queries"]["mean_percent"].is_null() && of["queries"]["answered"].is_null());
    assert!(of["tables"][0]["mean_absolute"].is_null() && of["tables"][0].get("cells").is_none());
    assert!(
        of["classifiers"]
            .as_array()
            .unwrap()
            .iter()
            .all(|c| c["original"].is_null() && c["transferred"].is_null())
    );
    // What the file shows to anybody is told.
    assert_eq!(of["average_class"], 12.0);
    assert!(of["information"][0]["utility_bits"].as_f64().unwrap() > 0.0);
}

#[test]
fn errors_are_told_in_three_digits_where_many_are_left_out() {
    let counted = rows(
        "q,s",
        &[
            ("a,x", 29),
            ("a,y", 13),
            ("b,x", 12),
            ("b,y", 30),
            ("c,x", 11),
        ],
    );
    let (files, json) = published(&counted, "20", ASKED);
    assert_eq!(json["suppressed_rows"], 11);
    let report: Value = serde_json::from_str(&files.text("out/table.report.json")).unwrap();
    let (public, exact) = (
        report["usefulness"]["ncp"].as_f64().unwrap(),
        json["usefulness"]["ncp"].as_f64().unwrap(),
    );
    // 11 of 95 rows are left out.
    assert_eq!((public, exact), (0.116, 11.0 / 95.0));
    assert_eq!(
        report["usefulness"]["tables"][0]["mean_absolute"].as_f64(),
        Some(2.2)
    );
    assert!(!files.text("out/table.report.txt").contains("Input"));
}

#[test]
fn the_same_bytes_on_two_runs_and_any_number_of_threads() {
    let runs = ["1", "2"].map(|threads| {
        let (files, _) = release(&table(3), "5", ASKED, &["--internal", "--threads", threads]);
        (
            files.text("out/table.report.txt"),
            files.text("out/table.report.json"),
        )
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn marked_rows_are_there_and_show_nothing() {
    let small = |suppressed: &str| {
        let models = ["model = \"k-anonymity\"\nk = 5"];
        let fixed = format!("{FREE}\nmax-level = 0");
        let table = table(11);
        let table = table
            .replace("c,x", "d,x")
            .replacen("d,x", "c,y", 4)
            .replacen("d,x", "e,x", 4);
        let small = Small {
            table: &table,
            columns: &[("q", &fixed), ("s", SENSITIVE)],
            models: &models,
            input: "",
            search: ASKED,
            files: &[],
        };
        let files = small.files();
        files.write(
            "recipe.toml",
            small.recipe().replace(
                "[output]",
                &format!("[output]\nsuppressed = \"{suppressed}\""),
            ),
        );
        files.succeed(&["anonymize", "recipe.toml"])
    };
    let (dropped, marked) = (small("drop"), small("mark"));
    assert_eq!(
        (&dropped["suppressed_rows"], &marked["suppressed_rows"]),
        (&11.into(), &11.into())
    );
    // Each of 11 rows counts for all 35, or they are one class.
    assert_eq!(dropped["usefulness"]["discernibility"], 2 * 144 + 11 * 35);
    assert_eq!(marked["usefulness"]["discernibility"], 2 * 144 + 11 * 11);
}

#[test]
fn names_are_escaped() {
    let models = ["model = \"k-anonymity\"\nk = 5"];
    let hostile = "\"<script>alert(1)</script>\"";
    let table = rows(
        "q,<script>alert(1)</script>",
        &[("a,<b>x", 12), ("b,y", 12)],
    );
    let search = format!("[[analysis]]\nby = [{hostile}]\n[usefulness]\ntarget = {hostile}");
    let small = Small {
        table: &table,
        columns: &[("q", FREE), (hostile, SENSITIVE)],
        models: &models,
        input: "",
        search: &search,
        files: &[],
    };
    let files = small.files();
    files.write(
        "recipe.toml",
        small.recipe().replace("[\"text\", \"json\"]", "[\"html\"]"),
    );
    files.succeed(&["anonymize", "recipe.toml", "--internal"]);
    let html = files.text("out/table.report.html");
    assert!(
        !html.contains("<script>") && !html.contains("<b>x"),
        "an unescaped name"
    );
    assert!(html.contains("&lt;script&gt;") && html.contains("&lt;b&gt;x"));
}

#[test]
fn aggregated_columns_have_means_and_errors() {
    let models = ["model = \"k-anonymity\"\nk = 2"];
    let columns = [
        ("q", FREE),
        (
            "n",
            "role = \"insensitive\"\ntype = \"integer\"\naggregate = \"mean\"",
        ),
        ("s", SENSITIVE),
    ];
    let search = "[[analysis]]\nmean = \"n\"\nby = \"s\"\n[[analysis]]\nby = \"n\"";
    let table = "q,n,s\na,1,x\na,3,x\nb,10,y\nb,20,y\n";
    let json = Small {
        table,
        columns: &columns,
        models: &models,
        input: "",
        search,
        files: &[],
    }
    .files()
    .succeed(&["anonymize", "recipe.toml"]);
    let of = &json["usefulness"];
    assert_eq!(of["tables"][0]["mean_absolute"], 0.0, "{of}");
    // Classes show 2 and 15; the nearest values are 1 and 10, the smaller of two: 2, 0, 2, 0 for 1
    // each.
    assert_eq!(
        (&of["tables"][1]["table"], &of["tables"][1]["mean_absolute"]),
        (&"count by n".into(), &1.0.into())
    );
    let released: Vec<f64> = of["tables"][1]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["released"].as_f64().unwrap())
        .collect();
    assert_eq!(released, [2.0, 0.0, 2.0, 0.0]);
    // (1 + 1 + 25 + 25) / 4 of the variance of 1, 3, 10, 20.
    let variance = [1.0_f64, 3.0, 10.0, 20.0]
        .iter()
        .map(|x| (x - 8.5).powi(2))
        .sum::<f64>()
        / 4.0;
    assert!(
        (of["aggregated"][0]["squared_error"].as_f64().unwrap() - 13.0 / variance).abs() < 1e-12
    );
}
