//! Atlases are built, found up to date, and replaced when asked to.

use crate::common::people::{assert_no_values, people};
use crate::common::refusal::{USAGE, refuses_command};
use crate::common::{Workspace, keys};
use serde_json::{Value, json};

const BUILD: [&str; 3] = ["atlas", "build", "recipe.toml"];

#[cfg(unix)]
fn mode(files: &Workspace, name: &str) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(files.path(name))
        .unwrap()
        .permissions()
        .mode()
        & 0o777
}

#[test]
fn what_is_said() {
    let files = people();
    let built = files.succeed(&[&BUILD[..], &["--loss", "precision"]].concat());
    let all = [
        "atlas",
        "bytes",
        "rows",
        "unit",
        "units",
        "nodes_total",
        "nodes_annotated",
        "complete",
        "attributes",
        "models",
        "losses",
        "recipe",
        "input",
        "checksum",
        "more_records_beside",
        "resumed_nodes",
        "wall_ms",
        "cpu_ms",
        "warnings",
    ];
    assert_eq!(keys(&built), all);
    assert_eq!(built["bytes"], files.read("recipe.atlas").len());
    assert_eq!(
        (
            &built["nodes_total"],
            &built["nodes_annotated"],
            &built["complete"]
        ),
        (&json!(12), &json!(12), &json!(true))
    );
    assert_eq!(built["losses"], json!(["loss", "precision"]));
    assert_eq!(
        built["models"][0],
        json!({ "model": "k-anonymity", "key": "k", "asked": 2 })
    );
    assert_eq!(
        built["attributes"][1],
        json!({ "column": "town", "min_level": 0, "max_level": 2 })
    );
    assert!(built["wall_ms"].as_f64().is_some_and(|ms| ms > 0.0));
    let info = files.succeed(&["atlas", "info", "recipe.atlas"]);
    assert_eq!(keys(&info), all);
    for key in all
        .iter()
        .filter(|key| !["wall_ms", "cpu_ms"].contains(key))
    {
        assert_eq!(info[key], built[key], "{key}");
    }
    let text = files.run(&["atlas", "info", "recipe.atlas"]);
    assert_no_values(text.expect(0));
    for words in [
        "12 rows",
        "all 12 nodes",
        "l-diversity of `illness`",
        "loss, precision",
        "personal data",
    ] {
        assert!(
            text.stdout.contains(words),
            "{words:?} is not in:\n{}",
            text.stdout
        );
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_it() {
    let files = people();
    files.succeed(&BUILD);
    assert_eq!(mode(&files, "recipe.atlas"), 0o600);
    assert!(
        !files.path("recipe.atlas.journal").exists(),
        "it is no longer needed"
    );
}

#[test]
fn up_to_date_changed_and_forced() {
    let files = people();
    let first = files.run(&BUILD);
    assert!(
        first.expect(0).stdout.starts_with("Built the atlas in "),
        "{}",
        first.stdout
    );
    assert!(
        first.stdout.contains("equipoise ask recipe.atlas --k "),
        "{}",
        first.stdout
    );
    let atlas = files.read("recipe.atlas");
    let again = files.run(&BUILD);
    assert!(
        again
            .expect(0)
            .stdout
            .starts_with("The atlas is up to date"),
        "{}",
        again.stdout
    );
    assert!(files.read("recipe.atlas") == atlas);
    // Another loss, another table, another recipe, another hierarchy: each is another atlas.
    let other = "it is not the atlas that is asked for";
    refuses_command(
        &files,
        &[&BUILD[..], &["--loss", "aecs"]].concat(),
        USAGE,
        &["recipe.atlas", other, "--force"],
    );
    let kept = files.snapshot();
    for (name, from, to) in [
        ("people.csv", "7738", "7739"),
        ("recipe.toml", "k = 2", "k = 3"),
        ("town.csv", "south", "coast"),
    ] {
        files.write(name, files.text(name).replace(from, to));
        refuses_command(&files, &BUILD, USAGE, &["recipe.atlas", other, "--force"]);
        assert!(
            files.succeed(&[&BUILD[..], &["--force"]].concat())["wall_ms"].as_f64() > Some(0.0)
        );
        assert!(
            files
                .run(&BUILD)
                .expect(0)
                .stdout
                .starts_with("The atlas is up to date"),
            "{name}"
        );
        files.write(name, &kept[name]);
        files.write("recipe.atlas", &kept["recipe.atlas"]);
    }
    // A file that is none is not replaced either.
    files.write("recipe.atlas", "my notes");
    refuses_command(&files, &BUILD, USAGE, &[other]);
    files.succeed(&[&BUILD[..], &["--force"]].concat());
    assert!(
        files.read("recipe.atlas") == atlas,
        "the same bytes each time"
    );
}

#[test]
fn it_never_replaces_what_it_is_made_from() {
    let files = people();
    for (name, what) in [
        ("people.csv", "the input"),
        ("town.csv", "town"),
        ("recipe.toml", "the recipe"),
    ] {
        let arguments = [&BUILD[..], &["--output", name, "--force"]].concat();
        refuses_command(&files, &arguments, USAGE, &[name, what, "never replaces"]);
    }
}

/// The same bytes on one thread and on two, by whatever way the files are named.
#[test]
fn the_same_bytes() {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "400", "--directory", "."]);
    for (threads, name) in [("1", "one.atlas"), ("2", "two.atlas"), ("0", "all.atlas")] {
        files.succeed(&[&BUILD[..], &["--threads", threads, "--output", name]].concat());
    }
    assert!(files.read("one.atlas") == files.read("two.atlas"));
    assert!(files.read("one.atlas") == files.read("all.atlas"));
}

/// An atlas beside its recipe is asked as long as it is up to date; then the table is.
#[test]
fn a_recipe_with_an_atlas_beside_it() {
    let files = people();
    let answer =
        |files: &Workspace| files.succeed(&["ask", "recipe.toml", "--k", "3"])["answer"].clone();
    let before = answer(&files);
    files.succeed(&BUILD);
    assert_eq!(answer(&files), before);
    // Another row, of somebody like the first.
    files.write(
        "people.csv",
        files.text("people.csv") + "zorpm,7701,zorpau,zorpache,zorp 1\n",
    );
    let changed = files.succeed(&["ask", "recipe.toml"]);
    assert_eq!(changed["rows"], 13);
    assert_eq!(
        files.succeed(&["ask", "recipe.atlas"])["rows"],
        12,
        "a complete atlas needs no table"
    );
}

/// A budget: fewer nodes, said so, and answers that are right about what they say.
fn partial() -> (Workspace, Value) {
    let files = people();
    let built = files.succeed(&[&BUILD[..], &["--max-nodes", "5"]].concat());
    assert_eq!(
        (&built["nodes_annotated"], &built["complete"]),
        (&json!(5), &json!(false))
    );
    (files, built)
}

#[test]
fn a_partial_atlas() {
    let (files, _) = partial();
    let info = files.run(&["atlas", "info", "recipe.atlas"]);
    assert!(
        info.expect(0).stdout.contains("5 of 12 nodes"),
        "{}",
        info.stdout
    );
    let found = files.succeed(&["ask", "recipe.atlas", "--patience", "5"]);
    assert_eq!(found["exact"], true);
    assert_eq!(found["warnings"], json!([]));
    // The table is there, so every node that matters could be looked at.
    let whole = files.succeed(&["ask", "recipe.toml", "--patience", "5"]);
    assert_eq!(found["answer"], whole["answer"]);
}

/// Its table is not what it was: only nodes with a record are known, and that is said.
#[test]
fn a_partial_atlas_whose_table_changed() {
    let (files, _) = partial();
    files.write(
        "people.csv",
        files.text("people.csv") + "zorpm,7701,zorpau,zorpache,zorp 1\n",
    );
    let found = files.succeed(&[
        "ask",
        "recipe.atlas",
        "--patience",
        "5",
        "--max-suppression",
        "1.0",
    ]);
    assert_eq!(
        (&found["rows"], &found["nodes_annotated"]),
        (&json!(12), &json!(5))
    );
    assert!(
        found["warnings"][0]
            .as_str()
            .is_some_and(|w| w.contains("its table is not there as it was")),
        "{found:#}"
    );
    let text = files.run(&["ask", "recipe.atlas", "--max-suppression", "1.0"]);
    assert!(
        text.expect(0).stderr.starts_with("warning: not every node"),
        "{}",
        text.stderr
    );
    assert!(
        text.stdout.contains("best found (5 of 12 nodes seen)")
            || text.stdout.contains("proved best"),
        "{}",
        text.stdout
    );
}

/// Without its table, nobody can say whether nodes without a record would help.
#[test]
fn a_partial_atlas_without_its_table_says_what_it_does_not_know() {
    let files = people();
    files.succeed(&[&BUILD[..], &["--max-nodes", "1"]].concat());
    std::fs::remove_file(files.path("people.csv")).unwrap();
    let wishes = [
        "ask",
        "recipe.atlas",
        "--k",
        "4",
        "--max-suppression",
        "0",
        "--max-level",
        "age=1",
        "--max-level",
        "town=0",
    ];
    let found = files.succeed(&wishes);
    assert_eq!(
        (&found["exact"], &found["suggestions"]["threshold"]),
        (&json!(false), &json!(null))
    );
    let unknown = "it is not known whether there is such a way: the node of the coarsest levels accepted has not been looked at";
    assert_eq!(found["reasons"]["threshold"], unknown);
    let text = files
        .run(&wishes)
        .expect(0)
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains(&format!("Weaker privacy: {unknown}.")),
        "{text}"
    );
    assert!(!text.contains("there is no such way"), "{text}");
}

/// What was looked at on demand is kept beside the atlas, for its owner only.
#[cfg(unix)]
#[test]
fn records_on_demand_are_kept() {
    let (files, _) = partial();
    files.succeed(&["ask", "recipe.atlas", "--patience", "5"]);
    let journal = "recipe.atlas.journal";
    assert!(files.path(journal).exists());
    assert_eq!(mode(&files, journal), 0o600);
    let info = files.succeed(&["atlas", "info", "recipe.atlas"]);
    assert_eq!(info["more_records_beside"], true);
    let again = files.succeed(&["ask", "recipe.atlas", "--patience", "0"]);
    assert!(again["nodes_annotated"].as_u64() > Some(5), "{again:#}");
}
