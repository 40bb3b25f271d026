//! Releases of one table side by side.

use crate::common::Workspace;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;

/// The sample with tables, classifiers and one release by each method: `release/<name>.csv`.
fn census(names: &[&str]) -> Workspace {
    let workspace = Workspace::new();
    workspace
        .run(&["sample", "census", "--rows", "600", "--directory", "."])
        .expect(0);
    let asked = "[usefulness]\nqueries = 200\ntarget = \"diagnosis\"\nfolds = 3\n[[analysis]]\nby = [\"sex\", \"occupation\"]\n[[analysis]]\nmean = \"income\"\nby = \"sex\"\n";
    let recipe = workspace.text("recipe.toml");
    let recipe = recipe
        .replace("weight = 2                  #", "#")
        .replace(
            "loss = \"loss\"",
            "loss = \"loss\"\naggregation = \"arithmetic\"",
        );
    workspace.write("recipe.toml", format!("{recipe}\n{asked}"));
    for name in names {
        let method = if *name == "full" { "optimal" } else { name };
        let recipe = workspace.text("recipe.toml");
        let recipe = recipe
            .replace("method = \"optimal\"", &format!("method = \"{method}\""))
            .replace("release/census.csv", &format!("release/{name}.csv"));
        workspace.write(&format!("{name}.toml"), recipe);
        workspace.succeed(&["anonymize", &format!("{name}.toml")]);
    }
    workspace
}

fn figure<'a>(compared: &'a Value, name: &str, key: &str) -> &'a Value {
    let release = compared["releases"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["name"] == name);
    &release.unwrap_or_else(|| panic!("no release {name}"))["figures"][key]
}

fn number(compared: &Value, name: &str, key: &str) -> f64 {
    figure(compared, name, key)
        .as_f64()
        .unwrap_or_else(|| panic!("{name} has no {key}: {}", figure(compared, name, key)))
}

/// A level, local recoding and `compare` count the lines of a hierarchy alike, those that no row
/// has too: both labels stand for two of four.
#[test]
fn lines_without_rows_count_in_every_loss() {
    let files = Workspace::new();
    files.write("table.csv", "q,s\na1,x\na1,y\nb1,x\nb2,y\n");
    files.write("q.csv", "a1,A,*\na2,A,*\nb1,B,*\nb2,B,*\n");
    let release = |name: &str, method: &str| {
        let column = "[columns.q]\nrole = \"quasi-identifier\"\nhierarchy = \"q.csv\"\nmin-level = 1\n[columns.s]\nrole = \"insensitive\"\n";
        let search = format!("[search]\nmethod = \"{method}\"\naggregation = \"arithmetic\"\n");
        let recipe = format!(
            "version = 1\n[input]\npath = \"table.csv\"\n{column}[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n{search}"
        );
        files.write(
            &format!("{name}.toml"),
            format!("{recipe}[output]\npath = \"out/{name}.csv\"\n"),
        );
        files.succeed(&["anonymize", &format!("{name}.toml")])["loss"]["value"]
            .as_f64()
            .unwrap()
    };
    let losses = [
        release("levels", "optimal"),
        release("local", "local-recoding"),
    ];
    assert_eq!(files.text("out/levels.csv"), files.text("out/local.csv"));
    let compare = ["compare", "levels.toml", "out/levels.csv", "out/local.csv"];
    let with_records = files.succeed(&compare);
    for name in ["levels", "local"] {
        for end in ["certificate.json", "record.json"] {
            std::fs::remove_file(files.path(&format!("out/{name}.{end}"))).unwrap();
        }
    }
    let without = files.succeed(&compare);
    let compared = [&with_records, &without]
        .into_iter()
        .flat_map(|c| ["levels", "local"].map(|name| number(c, name, "loss")));
    for loss in compared.chain(losses) {
        assert!((loss - 1.0 / 3.0).abs() < 1e-12, "{loss} is not 1/3");
    }
}

#[test]
fn the_table_itself_loses_nothing_and_finer_methods_lose_less() {
    let workspace = census(&["full", "local-recoding", "mondrian"]);
    let files = [
        "census.csv",
        "release/full.csv",
        "release/local-recoding.csv",
        "release/mondrian.csv",
    ];
    let compared = workspace.succeed(&[&["compare", "recipe.toml"], &files[..]].concat());
    assert_eq!(
        (&compared["outcome"], &compared["rows"]),
        (&"compared".into(), &600.into())
    );
    for key in [
        "loss",
        "ncp",
        "kl_bits",
        "ambiguity_bits",
        "query_error_mean",
        "left_out",
        "table_error.count by sex, occupation",
    ] {
        assert_eq!(figure(&compared, "census", key), &Value::from(0.0), "{key}");
    }
    for name in ["full", "local-recoding", "mondrian"] {
        assert!(number(&compared, name, "k") >= 5.0);
        assert!(number(&compared, name, "loss") > 0.0 && number(&compared, name, "kl_bits") > 0.0);
        assert_eq!(number(&compared, name, "uniques"), 0.0);
    }
    for key in ["loss", "ncp", "kl_bits"] {
        assert!(
            number(&compared, "local-recoding", key) < number(&compared, "full", key),
            "{key}"
        );
    }
    let measure = compared["measures"]
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["key"] == "loss")
        .unwrap();
    assert_eq!(measure["best"], serde_json::json!(["census"]));
    // What anonymize found is found again in the file.
    for name in ["full", "local-recoding"] {
        let record: Value =
            serde_json::from_str(&workspace.text(&format!("release/{name}.record.json"))).unwrap();
        let loss: f64 = record["loss"]["value"].as_str().unwrap().parse().unwrap();
        assert!(
            (number(&compared, name, "loss") - loss).abs() < 1e-9,
            "{name}: {loss} and {}",
            number(&compared, name, "loss")
        );
        let report: Value =
            serde_json::from_str(&workspace.text(&format!("release/{name}.report.json"))).unwrap();
        assert_eq!(
            number(&compared, name, "rows"),
            report["table"]["released_rows"]
                .as_f64()
                .unwrap_or(number(&compared, name, "rows"))
        );
    }
}

#[test]
fn figures_of_the_release_itself_are_found_again() {
    let workspace = census(&["local-recoding"]);
    let made = workspace.succeed(&["anonymize", "local-recoding.toml", "--force"]);
    let compared = workspace.succeed(&[
        "compare",
        "local-recoding.toml",
        "release/local-recoding.csv",
    ]);
    for (key, of) in [
        ("ncp", "ncp"),
        ("kl_bits", "kl_bits"),
        ("ambiguity_bits", "ambiguity_bits"),
        ("discernibility", "discernibility"),
    ] {
        let (a, b) = (
            number(&compared, "local-recoding", key),
            made["usefulness"][of].as_f64().unwrap(),
        );
        assert!(
            (a - b).abs() <= 1e-9 * b.abs().max(1.0),
            "{key}: {a} and {b}"
        );
    }
    let error = 100.0 * number(&compared, "local-recoding", "query_error_mean");
    assert!(
        (error
            - made["usefulness"]["queries"]["mean_percent"]
                .as_f64()
                .unwrap())
        .abs()
            < 1e-9
    );
}

#[test]
fn a_release_is_found_by_table_certificate_and_record() {
    let workspace = census(&["full"]);
    let files = [
        "release/full.csv",
        "release/full.certificate.json",
        "release/full.record.json",
    ];
    let compared = workspace.succeed(&[&["compare", "recipe.toml"], &files[..]].concat());
    let releases = compared["releases"].as_array().unwrap();
    assert_eq!(releases.len(), 3);
    assert!(
        releases
            .iter()
            .all(|r| r["figures"] == releases[0]["figures"] && r["record"] == true)
    );
    let mut names: Vec<&str> = releases
        .iter()
        .map(|r| r["name"].as_str().unwrap())
        .collect();
    names.dedup();
    assert_eq!(names.len(), 3, "names are told apart");
    assert!(
        compared["measures"]
            .as_array()
            .unwrap()
            .iter()
            .all(|m| m["best"].as_array().unwrap().is_empty())
    );
}

#[test]
fn without_a_record_labels_are_read_by_hierarchies() {
    let workspace = census(&["full", "local-recoding"]);
    let with = workspace.succeed(&[
        "compare",
        "recipe.toml",
        "release/full.csv",
        "release/local-recoding.csv",
    ]);
    for name in ["full", "local-recoding"] {
        std::fs::rename(
            workspace.path(&format!("release/{name}.record.json")),
            workspace.path(&format!("{name}.gone")),
        )
        .unwrap();
    }
    let without = workspace.succeed(&[
        "compare",
        "recipe.toml",
        "release/full.csv",
        "release/local-recoding.csv",
    ]);
    for name in ["full", "local-recoding"] {
        for key in ["loss", "ncp", "kl_bits", "query_error_mean", "k"] {
            assert_eq!(
                figure(&with, name, key),
                figure(&without, name, key),
                "{name} {key}"
            );
        }
    }
    assert!(
        without["releases"]
            .as_array()
            .unwrap()
            .iter()
            .all(|r| r["record"] == false)
    );
}

#[test]
fn text_marks_the_best_and_the_page_is_for_its_owner() {
    let workspace = census(&["full", "local-recoding"]);
    let arguments = [
        "compare",
        "recipe.toml",
        "release/full.csv",
        "release/local-recoding.csv",
        "--output",
        "compare.html",
    ];
    let ran = workspace.run(&arguments);
    ran.expect(0);
    let line = ran
        .stdout
        .lines()
        .find(|line| line.contains("Loss (arithmetic mean)"))
        .unwrap();
    assert!(
        line.trim_end().ends_with('*') && line.matches('*').count() == 1,
        "{line}"
    );
    assert!(ran.stdout.contains("keep it to yourself"));
    let mode = std::fs::metadata(workspace.path("compare.html"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let html = workspace.text("compare.html");
    assert!(
        html.contains("<svg")
            && html.contains("contains personal data")
            && !html.contains("<script")
            && !html.contains("http://1")
    );
    workspace.run(&arguments).expect(2);
    workspace
        .run(&[&arguments[..], &["--force", "--threads", "1"]].concat())
        .expect(0);
    assert_eq!(
        workspace.text("compare.html"),
        html,
        "the same bytes on two runs"
    );
    let over = workspace.run(&[
        "compare",
        "recipe.toml",
        "release/full.csv",
        "--output",
        "release/full.csv",
        "--force",
    ]);
    over.expect(2);
}

#[test]
fn names_of_files_are_escaped() {
    let workspace = census(&["full"]);
    std::fs::copy(
        workspace.path("release/full.csv"),
        workspace.path("release/<b>x.csv"),
    )
    .unwrap();
    workspace
        .run(&[
            "compare",
            "recipe.toml",
            "release/<b>x.csv",
            "--output",
            "compare.html",
        ])
        .expect(0);
    let html = workspace.text("compare.html");
    assert!(html.contains("&lt;b&gt;x") && !html.contains("<b>x"));
}

#[test]
fn what_is_no_release_of_the_table_is_refused() {
    let workspace = census(&["full"]);
    // Another table.
    let rows = workspace.lines("census.csv");
    workspace.write(
        "other.csv",
        format!("{}\n", rows[..rows.len() - 1].join("\n")),
    );
    let ran = workspace.run(&[
        "compare",
        "recipe.toml",
        "release/full.csv",
        "--input",
        "other.csv",
    ]);
    ran.expect(3);
    assert!(ran.stderr.contains("another table"), "{}", ran.stderr);
    // A file that was changed behind its record.
    let released = workspace.text("release/full.csv");
    let last = released.trim_end().rfind('\n').unwrap();
    workspace.write("release/full.csv", &released[..=last]);
    let ran = workspace.run(&["compare", "recipe.toml", "release/full.csv"]);
    ran.expect(3);
    assert!(ran.stderr.contains("changed since"), "{}", ran.stderr);
    // A label that nothing explains, which is not printed unless asked for.
    let (header, row) = (&rows[0], &rows[1]);
    let sex = header.split(',').position(|name| name == "sex").unwrap();
    let cells: Vec<&str> = row
        .split(',')
        .enumerate()
        .map(|(at, cell)| if at == sex { "secret-label" } else { cell })
        .collect();
    workspace.write("odd.csv", format!("{header}\n{}\n", cells.join(",")));
    let ran = workspace.run(&["compare", "recipe.toml", "odd.csv"]);
    ran.expect(3);
    assert!(
        ran.stderr.contains("`sex`")
            && ran.stderr.contains("odd.csv")
            && !ran.stderr.contains("secret-label"),
        "{}",
        ran.stderr
    );
    let ran = workspace.run(&["compare", "recipe.toml", "odd.csv", "--show-values"]);
    assert!(ran.stderr.contains("secret-label"));
    // A column that is gone, a table that is larger, a file that is not there.
    let without: Vec<String> = rows
        .iter()
        .map(|row| {
            row.split(',')
                .enumerate()
                .filter(|(at, _)| *at != sex)
                .map(|c| c.1)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    workspace.write("without.csv", format!("{}\n", without.join("\n")));
    let ran = workspace.run(&["compare", "recipe.toml", "without.csv"]);
    ran.expect(3);
    assert!(ran.stderr.contains("no column `sex`"), "{}", ran.stderr);
    workspace.write("more.csv", format!("{}\n{row}\n", rows.join("\n")));
    let ran = workspace.run(&["compare", "recipe.toml", "more.csv"]);
    ran.expect(3);
    assert!(ran.stderr.contains("more rows"), "{}", ran.stderr);
    assert_ne!(
        workspace
            .run(&["compare", "recipe.toml", "nothing.csv"])
            .code,
        Some(0)
    );
    workspace.run(&["compare", "recipe.toml"]).expect(2);
}

#[test]
fn cells_that_are_suppressed_and_rows_that_are_marked_are_read() {
    let workspace = census(&["full"]);
    let recipe = workspace.text("recipe.toml");
    let without = |text: &str, from: &str, to: &str| {
        let (start, end) = (text.find(from).unwrap(), text.find(to).unwrap());
        format!("{}{}", &text[..start], &text[end..])
    };
    let cells = without(&recipe, "# Every class has at least 3", "# Of all ways")
        .replace("method = \"optimal\"", "method = \"cell-suppression\"");
    workspace.write(
        "cells.toml",
        cells.replace("release/census.csv", "release/cells.parquet"),
    );
    workspace.succeed(&["anonymize", "cells.toml"]);
    let marked = without(&recipe, "# Every class has at least 3", "# Of all ways")
        .replace("[output]", "[output]\nsuppressed = \"mark\"")
        .replace("release/census.csv", "release/marked.csv");
    workspace.write(
        "marked.toml",
        marked.replace("max-suppression = 0.02", "max-suppression = 0.2"),
    );
    workspace.succeed(&["anonymize", "marked.toml"]);
    let compared = workspace.succeed(&[
        "compare",
        "recipe.toml",
        "release/full.csv",
        "release/cells.parquet",
        "release/marked.csv",
    ]);
    for name in ["cells", "marked"] {
        assert_eq!(
            (
                number(&compared, name, "rows"),
                number(&compared, name, "left_out")
            ),
            (600.0, 0.0),
            "{name}"
        );
        assert!(
            number(&compared, name, "loss") > 0.0 && number(&compared, name, "k") >= 5.0,
            "{name}"
        );
        assert!(
            figure(&compared, name, "kl_bits").is_number(),
            "{name}: every row is covered"
        );
    }
}

#[test]
fn persons_are_counted_by_the_record() {
    let workspace = Workspace::new();
    let rows: String = (0..24)
        .map(|i| format!("{},{},{}\n", i / 2, ["a", "b"][i / 12], ["x", "y"][i % 2]))
        .collect();
    workspace.write("table.csv", format!("id,q,s\n{rows}"));
    workspace.write("q.csv", "a,*\nb,*\n");
    workspace.write(
        "recipe.toml",
        "version = 1\n[input]\npath = \"table.csv\"\nperson = \"id\"\n[columns.q]\nrole = \"quasi-identifier\"\nhierarchy = \"q.csv\"\n[columns.s]\nrole = \"sensitive\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 3\n[output]\npath = \"out/r.csv\"\n",
    );
    workspace.succeed(&["anonymize", "recipe.toml"]);
    let compared = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    // Two classes of 12 rows and 6 persons.
    assert_eq!(
        (&compared["unit"], number(&compared, "r", "k")),
        (&"persons".into(), 6.0)
    );
    std::fs::remove_file(workspace.path("out/r.record.json")).unwrap();
    let compared = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    assert_eq!(number(&compared, "r", "k"), 12.0);
    assert!(
        compared["notes"][0]
            .as_str()
            .unwrap()
            .contains("counted in rows"),
        "{compared}"
    );
}

#[test]
fn a_target_that_is_recoded_cannot_be_compared_and_is_explained() {
    let workspace = census(&["full"]);
    workspace.write(
        "recipe.toml",
        workspace
            .text("recipe.toml")
            .replace("target = \"diagnosis\"", "target = \"education\""),
    );
    let compared = workspace.succeed(&["compare", "recipe.toml", "release/full.csv"]);
    assert!(figure(&compared, "full", "accuracy.decision tree").is_null());
    let notes: Vec<&str> = compared["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note.as_str().unwrap())
        .collect();
    assert!(
        notes
            .iter()
            .any(|note| note.contains("`education`") && note.contains("quasi-identifier")),
        "{notes:?}"
    );
}

#[test]
fn releases_in_different_orders_are_asked_the_same_queries() {
    // The hierarchy puts values together that are no neighbours by number; Mondrian cuts by number.
    let workspace = Workspace::new();
    let rows: String = (0..64)
        .map(|i| format!("{},{}\n", i % 8, ["x", "y", "z"][i % 3]))
        .collect();
    workspace.write("table.csv", format!("q,s\n{rows}"));
    workspace.write(
        "q.csv",
        (0..8)
            .map(|i| format!("{i},{},*\n", ["even", "odd"][i % 2]))
            .collect::<String>(),
    );
    for (name, method) in [("levels", "optimal"), ("runs", "mondrian")] {
        let recipe = format!(
            "version = 1\n[input]\npath = \"table.csv\"\n[columns.q]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = \"q.csv\"\n[columns.s]\nrole = \"sensitive\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 10\n[search]\nmethod = \"{method}\"\n[output]\npath = \"out/{name}.csv\"\n"
        );
        workspace.write(&format!("{name}.toml"), recipe);
        workspace.succeed(&["anonymize", &format!("{name}.toml")]);
    }
    let both = workspace.succeed(&[
        "compare",
        "levels.toml",
        "out/levels.csv",
        "out/runs.csv",
        "table.csv",
    ]);
    // Even and odd: one bit of three is kept; four runs of two: one bit is lost.
    assert_eq!(
        (
            number(&both, "levels", "ambiguity_bits"),
            number(&both, "runs", "ambiguity_bits")
        ),
        (2.0, 1.0)
    );
    assert_eq!(
        (
            number(&both, "table", "ambiguity_bits"),
            number(&both, "table", "query_error_mean")
        ),
        (0.0, 0.0)
    );
    // Neither distances nor answers depend on the order of values in which a release was made.
    let runs = workspace.succeed(&["compare", "levels.toml", "out/runs.csv"]);
    for key in ["kl_bits", "loss", "k"] {
        assert_eq!(
            figure(&runs, "runs", key),
            figure(&both, "runs", key),
            "{key}"
        );
    }
}

/// Releases of other tools, without a record: lists in which no order puts all members together,
/// and ranges whose ends nobody has.
#[test]
fn lists_and_ranges_of_other_tools_are_read() {
    let workspace = Workspace::new();
    workspace.write("table.csv", "age,city,s\n21,a,x\n24,b,y\n33,c,x\n38,d,y\n");
    workspace.write("city.csv", "a,up,*\nb,up,*\nc,down,*\nd,down,*\nz,down,*\n");
    workspace.write(
        "recipe.toml",
        "version = 1\n[input]\npath = \"table.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [5, 10] }\n[columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"city.csv\"\n[columns.s]\nrole = \"sensitive\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n",
    );
    // The same two classes, as five tools write them: `a` or `c` with 20 to 35, `b` or `d` with any
    // age. Nobody is 20, 30 or 45, and nobody lives in `z`.
    let files = [
        ("ours", "20..35,a|c", "20..45,b|d"),
        ("dashes", "20-35,c|a", "20-45,d|b|z"),
        (
            "brackets",
            "\"[20, 36)\",\"{a, c}\"",
            "\"[20, 45]\",\"{b, d}\"",
        ),
        ("labels", "21..33|24,a|c", "*,b|d"),
        // Numbers, ranges and a missing value that nobody has say nothing.
        (
            "numbers",
            "\"{20, 21.0, +24, 30-35}\",a|c",
            "20-45|60-70,NA|b|d",
        ),
    ];
    for (name, first, second) in files {
        let rows = format!("{first},x\n{second},y\n");
        workspace.write(&format!("{name}.csv"), format!("age,city,s\n{rows}{rows}"));
    }
    let names = files.map(|(name, ..)| format!("{name}.csv"));
    let mut arguments = vec!["compare", "recipe.toml"];
    arguments.extend(names.iter().map(String::as_str));
    let compared = workspace.succeed(&arguments);
    for (name, ..) in files {
        assert_eq!(number(&compared, name, "classes"), 2.0, "{name}");
        assert_eq!(number(&compared, name, "k"), 2.0, "{name}");
        // Three ages and two cities for two rows; four ages and two cities for the others.
        let bits = (6.0_f64.log2() + 8.0_f64.log2()) / 2.0;
        assert!(
            (number(&compared, name, "ambiguity_bits") - bits).abs() < 1e-12,
            "{name}"
        );
    }
    // A member that neither the table nor the hierarchy has is refused.
    workspace.write("wrong.csv", "age,city,s\n20..35,a|q,x\n");
    // So is a range whose ends are in the wrong order.
    workspace.write("reversed.csv", "age,city,s\n\"{21, 40-30}\",a,x\n");
    for name in ["wrong.csv", "reversed.csv"] {
        let ran = workspace.run(&["compare", "recipe.toml", name]);
        ran.expect(3);
        let what = "stands for no values of the table";
        assert!(ran.stderr.contains(what), "{}", ran.stderr);
    }
}

#[test]
fn a_list_loses_more_than_each_of_its_labels() {
    let workspace = Workspace::new();
    workspace.write("table.csv", "city\na\nb\nc\nd\ne\n");
    // Of the eight cities, nobody lives in those that begin with z.
    workspace.write(
        "city.csv",
        "a,up,*\nb,up,*\nz1,up,*\nz2,up,*\nc,down,*\nd,down,*\ne,left,*\nz3,left,*\n",
    );
    workspace.write(
        "recipe.toml",
        "version = 1\n[input]\npath = \"table.csv\"\n[columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"city.csv\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n",
    );
    for (name, label) in [("up", "up"), ("both", "up|left"), ("two", "left|down")] {
        workspace.write(
            &format!("{name}.csv"),
            format!("city\n{}", format!("{label}\n").repeat(5)),
        );
    }
    let compared = workspace.succeed(&["compare", "recipe.toml", "up.csv", "both.csv", "two.csv"]);
    for (name, lines) in [("up", 4.0), ("both", 5.0), ("two", 4.0)] {
        let loss = (lines - 1.0) / 7.0;
        assert!(
            (number(&compared, name, "loss") - loss).abs() < 1e-12,
            "{name}"
        );
    }
}

#[test]
fn negative_numbers_in_spreadsheet_safe_files_count_in_means() {
    let mut tables = Vec::new();
    for (name, safe) in [("plain", "false"), ("safe", "true")] {
        let workspace = Workspace::new();
        let rows = (0..40).map(|i| match i % 2 {
            0 => format!("{},-10\n", 20 + i % 10),
            _ => format!("{},30\n", 30 + i % 10),
        });
        workspace.write(
            "table.csv",
            format!("age,balance\n{}", rows.collect::<String>()),
        );
        workspace.write(
            "recipe.toml",
            format!("version = 1\n[input]\npath = \"table.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = {{ intervals = [10] }}\n[columns.balance]\nrole = \"insensitive\"\ntype = \"integer\"\naggregate = \"mean\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n[[analysis]]\nmean = \"balance\"\nby = [\"age\"]\n[output]\npath = \"out/{name}.csv\"\nspreadsheet-safe = {safe}\n"),
        );
        workspace.succeed(&["anonymize", "recipe.toml"]);
        let text = workspace.text(&format!("out/{name}.csv"));
        assert_eq!(text.contains("'-10"), safe == "true");
        let table = format!("out/{name}.csv");
        let compared = workspace.succeed(&["compare", "recipe.toml", &table]);
        let figures = &compared["releases"][0]["figures"];
        tables.push(figures.clone());
    }
    assert!(
        tables[0].to_string().contains("mean of balance"),
        "{}",
        tables[0]
    );
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn labels_of_a_generalized_person_column_are_not_persons() {
    let workspace = Workspace::new();
    let rows = (0..60).map(|i| format!("p{:02},{}\n", i % 30, ["a", "b"][i % 2]));
    workspace.write(
        "table.csv",
        format!("person,city\n{}", rows.collect::<String>()),
    );
    workspace.write(
        "recipe.toml",
        "version = 1\n[input]\npath = \"table.csv\"\nperson = \"person\"\n[columns.person]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\n[columns.city]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 3\n[output]\npath = \"out/r.csv\"\n",
    );
    let released = workspace.succeed(&["anonymize", "recipe.toml"]);
    let measured = released["privacy"][0]["measured"].as_f64().unwrap();
    assert!(measured >= 3.0);
    let compared = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    assert_eq!(number(&compared, "r", "k"), measured);
    // Without the record, nothing says who the persons are: rows are counted.
    std::fs::remove_file(workspace.path("out/r.record.json")).unwrap();
    let compared = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    assert!(number(&compared, "r", "k") >= measured);
    // A file that shows persons as they are tells who has several rows.
    let rows = (0..60).map(|i| format!("p{:02},*\n", i % 30));
    workspace.write(
        "shown.csv",
        format!("person,city\n{}", rows.collect::<String>()),
    );
    let compared = workspace.succeed(&["compare", "recipe.toml", "shown.csv"]);
    assert_eq!(number(&compared, "shown", "k"), 1.0);
}

#[test]
fn signs_that_spreadsheets_must_not_read_are_no_hindrance() {
    let workspace = Workspace::new();
    let rows: String = (0..60)
        .map(|i| {
            format!(
                "{},{},{}\n",
                i % 20 - 10,
                ["=a", "b", "NA"][i as usize % 3],
                ["+x", "y"][i as usize % 2]
            )
        })
        .collect();
    workspace.write("table.csv", format!("n,q,s\n{rows}"));
    workspace.write("q.csv", "=a,*\nb,*\n");
    workspace.write(
        "recipe.toml",
        "version = 1\n[input]\npath = \"table.csv\"\nmissing = [\"NA\"]\n[columns.n]\nrole = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [5, 10] }\n[columns.q]\nrole = \"quasi-identifier\"\nhierarchy = \"q.csv\"\n[columns.s]\nrole = \"sensitive\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 3\n[search]\nmethod = \"mondrian\"\n[output]\npath = \"out/r.csv\"\nspreadsheet-safe = true\n",
    );
    workspace.succeed(&["anonymize", "recipe.toml"]);
    assert!(
        workspace.text("out/r.csv").contains("'-"),
        "some label begins with a sign"
    );
    let with = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    std::fs::remove_file(workspace.path("out/r.record.json")).unwrap();
    let without = workspace.succeed(&["compare", "recipe.toml", "out/r.csv"]);
    assert_eq!(
        with["releases"][0]["figures"],
        without["releases"][0]["figures"]
    );
}
