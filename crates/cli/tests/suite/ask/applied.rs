//! Whatever is answered, applied to the table it gives exactly the promised numbers, and the
//! released file verifies.

use super::draw::{Drawn, QUASI};
use super::timeless;
use crate::common::Workspace;
use equipoise_testkit::Seeded;
use serde_json::{Value, json};

/// Half of them each, so that two cores have something to do.
#[test]
fn even_wishes() {
    run((0..60).step_by(2));
}

#[test]
fn odd_wishes() {
    run((1..60).step_by(2));
}

fn run(seeds: impl Iterator<Item = u64>) {
    let (mut answered, mut unmet) = (0, 0);
    for seed in seeds {
        let mut r = Seeded::new(seed);
        let (drawn, files) = (Drawn::new(&mut r), Workspace::new());
        drawn.write_table(&mut r, &files);
        files.write("recipe.toml", drawn.recipe());
        let asked = ask(&files, &drawn, seed);
        if asked["exact"] == true {
            answered += 1;
            release(&files, &drawn, &asked, seed);
        } else {
            unmet += 1;
            relax(&files, &drawn, &asked, seed);
        }
        compare_with_the_search(&files, &drawn, &asked, seed);
    }
    assert!(
        answered >= 12 && unmet >= 5,
        "the wishes are worth something: {answered} answered, {unmet} unmet"
    );
}

/// Asks an atlas and a recipe, on one thread and on two: always the same.
fn ask(files: &Workspace, drawn: &Drawn, seed: u64) -> Value {
    let built = files.succeed(&[
        "atlas",
        "build",
        "recipe.toml",
        "--output",
        "other/name.atlas",
    ]);
    assert_eq!(
        (&built["nodes_total"], &built["complete"]),
        (&json!(36), &json!(true)),
        "seed {seed}"
    );
    let flags = drawn.flags();
    let with = |source: &str, more: &[&str]| {
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        timeless(files.succeed(&[&["ask", source], &flags[..], more].concat()))
    };
    let asked = with("other/name.atlas", &["--threads", "1"]);
    assert_eq!(
        asked,
        with("other/name.atlas", &["--threads", "2"]),
        "seed {seed}"
    );
    let mut of_recipe = with("recipe.toml", &[]);
    // What reading a table deserves to be told is told by whoever reads it.
    of_recipe["warnings"] = json!([]);
    assert_eq!(asked, of_recipe, "seed {seed}");
    assert_eq!(asked["proved"], true, "seed {seed}");
    asked
}

/// The answered node, in a recipe that leaves no choice.
fn release(files: &Workspace, drawn: &Drawn, asked: &Value, seed: u64) {
    let answer = &asked["answer"];
    let pinned: Vec<(u8, u8)> = QUASI
        .iter()
        .map(|(name, _)| answer["levels"][*name].as_u64().unwrap() as u8)
        .map(|l| (l, l))
        .collect();
    files.write("pinned.toml", drawn.wished_recipe(&pinned));
    let released = files.succeed(&["anonymize", "pinned.toml"]);
    for key in ["suppressed_rows", "classes", "loss"] {
        assert_eq!(released[key], answer[key], "seed {seed}: {key}");
    }
    assert_eq!(
        released.get("suppressed_persons"),
        answer.get("suppressed_persons"),
        "seed {seed}"
    );
    assert_eq!(
        released["decision"]["levels"], answer["levels"],
        "seed {seed}"
    );
    let height: u64 = pinned.iter().map(|(level, _)| u64::from(*level)).sum();
    assert_eq!(answer["height"], height, "seed {seed}");
    assert_eq!(
        released["privacy"].as_array().unwrap().len(),
        asked["intuition"]["measured"].as_array().unwrap().len(),
        "seed {seed}"
    );
    files.succeed(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ]);
}

/// Each suggestion gives up one wish, and then there is an answer.
fn relax(files: &Workspace, drawn: &Drawn, asked: &Value, seed: u64) {
    let (suggestions, reasons) = (&asked["suggestions"], asked["reasons"].as_object().unwrap());
    for key in ["suppression", "threshold", "height"] {
        let is_there = suggestions
            .get(key)
            .expect("the key is always there")
            .is_object();
        assert_eq!(
            is_there,
            !reasons.contains_key(key),
            "seed {seed}: {key}: a suggestion or a reason"
        );
    }
    assert!(
        reasons
            .values()
            .all(|r| r.as_str().is_some_and(|r| !r.is_empty())),
        "seed {seed}"
    );
    // The text has the command for each; those are taken at their word.
    let flags = drawn.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let text = files
        .run(&[&["ask", "other/name.atlas"], &flags[..]].concat())
        .expect(0)
        .stdout
        .clone();
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("   > equipoise "))
        .collect();
    let there = ["suppression", "height", "threshold"]
        .into_iter()
        .filter(|key| suggestions[key].is_object());
    let others = suggestions["other_thresholds"]
        .as_array()
        .map_or(0, Vec::len);
    let expected: Vec<&Value> = there.map(|key| &suggestions[key]).collect();
    assert_eq!(
        commands.len(),
        expected.len() + others,
        "seed {seed}\n{text}"
    );
    let unit = if drawn.persons {
        "suppressed_persons"
    } else {
        "suppressed_rows"
    };
    for (command, suggestion) in commands.iter().zip(expected) {
        let relaxed = in_shell(files, command);
        assert_eq!(relaxed["exact"], true, "seed {seed}: {command}");
        let (found, promised) = (relaxed["answer"][unit].as_u64(), suggestion[unit].as_u64());
        let limit = asked["asked"]["max_suppressed"].as_u64();
        assert!(found <= limit.max(promised), "seed {seed}: {command}");
        if *suggestion == suggestions["suppression"] {
            assert_eq!(
                found, promised,
                "seed {seed}: fewer are not possible: {command}"
            );
        }
        if drawn.by == Some("height") && *suggestion == suggestions["height"] {
            assert_eq!(relaxed["answer"], *suggestion, "seed {seed}: {command}");
        }
    }
    for command in &commands[commands.len() - others..] {
        assert_eq!(
            in_shell(files, command)["exact"],
            true,
            "seed {seed}: {command}"
        );
    }
}

/// Runs a printed command as somebody would who copies it.
fn in_shell(files: &Workspace, command: &str) -> Value {
    let mut shell = std::process::Command::new("sh");
    shell
        .args([
            "-c",
            &format!("\"$0\" {command} --json"),
            crate::common::binary(),
        ])
        .current_dir(files.path(""));
    let output = shell.output().expect("a shell can be started");
    assert!(
        output.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("one object")
}

/// By loss, an atlas answers what the search finds, and where nothing is within the wishes there is
/// no release.
fn compare_with_the_search(files: &Workspace, drawn: &Drawn, asked: &Value, seed: u64) {
    files.write("wished.toml", drawn.wished_recipe(&drawn.bounds));
    let ran = files.run(&["anonymize", "wished.toml", "--force", "--json"]);
    if asked["exact"] == false {
        ran.expect(1);
        return;
    }
    let released = ran.expect(0).json();
    if drawn.by.is_none() {
        assert_eq!(
            released["decision"]["levels"], asked["answer"]["levels"],
            "seed {seed}"
        );
        assert_eq!(released["loss"], asked["answer"]["loss"], "seed {seed}");
    }
}
