//! A negotiation through the real binary: from the first wish to a release.

use crate::common::people::{RECIPE, TABLE, people};
use crate::common::refusal::{DATA, USAGE, refuses_command};
use crate::common::{Ran, Workspace, binary};
use serde_json::{Value, json};
use std::process::Command;

/// People with an atlas beside the recipe.
fn with_atlas() -> Workspace {
    let files = people();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    files
}

/// The same, and a session that began with a wish which cannot be met. In bands of ten years there
/// are 4, 3, 3 and 2 people, so that 8 would have to go; or k is 3, and the last two go; or ages
/// are told no more, and of each town there are 4.
fn with_unmet_wish() -> Workspace {
    let files = with_atlas();
    let asked = ask(
        &files,
        &[
            "recipe.toml",
            "--k",
            "4",
            "--max-level",
            "age=1",
            "--max-suppression",
            "2",
        ],
    );
    assert_eq!(asked["exact"], false);
    let suggestions = &asked["suggestions"];
    assert_eq!(suggestions["suppression"]["suppressed_rows"], 8);
    assert_eq!(
        suggestions["height"]["levels"],
        json!({ "age": 3, "town": 0 })
    );
    assert_eq!(suggestions["threshold"]["k"], 3);
    files
}

fn ask(files: &Workspace, arguments: &[&str]) -> Value {
    files.succeed(&[&["ask"], arguments, &["--session", "s.json"]].concat())
}

fn step(files: &Workspace, arguments: &[&str]) -> Value {
    let [command, rest @ ..] = arguments else {
        panic!("a command")
    };
    files.succeed(&[&["session", command, "s.json"], rest].concat())
}

fn text(files: &Workspace, arguments: &[&str]) -> String {
    let [command, rest @ ..] = arguments else {
        panic!("a command")
    };
    let ran = files.run(&[&["session", command, "s.json"], rest].concat());
    ran.expect(0);
    ran.stdout
}

fn refuses(files: &Workspace, arguments: &[&str], says: &[&str]) {
    let [command, rest @ ..] = arguments else {
        panic!("a command")
    };
    refuses_command(
        files,
        &[&["session", command, "s.json"], rest].concat(),
        USAGE,
        says,
    );
}

/// The answer, without how long it took.
fn without_time(mut asked: Value) -> Value {
    asked["answer_us"].take();
    asked
}

#[cfg(unix)]
fn mode(files: &Workspace, name: &str) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(files.path(name))
        .unwrap()
        .permissions()
        .mode()
        & 0o777
}

/// Runs a command line that was printed.
fn run_line(files: &Workspace, line: &str, more: &str) -> Ran {
    let rest = line
        .strip_prefix("equipoise ")
        .unwrap_or_else(|| panic!("{line}"));
    let output = Command::new("sh")
        .args(["-c", &format!("\"$0\" {rest} {more}"), binary()])
        .current_dir(files.path(""))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        arguments: line.to_owned(),
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
fn a_negotiation_from_the_first_wish_to_a_release() {
    let files = with_unmet_wish();
    // Weaker privacy needs a reason, and nothing is kept without one.
    refuses(
        &files,
        &["accept", "threshold"],
        &["weaker privacy needs a reason"],
    );
    refuses(&files, &["keep"], &["there is no node to keep"]);
    let coarser = step(&files, &["accept", "height"]);
    assert_eq!(coarser["answer"]["levels"], json!({ "age": 3, "town": 0 }));
    assert_eq!(step(&files, &["keep"])["candidate"], "A");

    // Without a source the session's own atlas is asked, and the answer is that of the atlas.
    let wish = ["--k", "3", "--max-suppression", "2"];
    let asked = ask(&files, &wish);
    assert_eq!(
        without_time(asked.clone()),
        without_time(files.succeed(&[&["ask", "recipe.atlas"], &wish[..]].concat()))
    );
    let kept = step(&files, &["keep", "fine towns"]);
    assert_eq!(
        (&kept["candidate"], &kept["node"]),
        (&json!("fine towns"), &asked["answer"])
    );

    step(
        &files,
        &["note", "the board prefers towns", "--about", "fine towns"],
    );
    step(&files, &["note", "asked the data protection officer"]);
    step(&files, &["rename", "fine towns", "B"]);
    let shown = step(&files, &["decide", "B", "--because", "towns matter most"]);
    assert_eq!(shown["decision"]["candidate"], "B");
    assert_eq!(
        shown["notes"],
        json!([{ "about": "B", "text": "the board prefers towns" }, { "about": null, "text": "asked the data protection officer" }])
    );
    assert_eq!(shown["atlas"]["state"], "same");
    refuses(&files, &["remove", "B"], &["the one that was decided on"]);
    step(&files, &["remove", "A"]);

    let exported = step(&files, &["export"]);
    assert_eq!(exported["candidate"], "B");
    let recipe = exported["recipe"].as_str().unwrap();
    assert!(recipe.ends_with("/recipe.B.toml"), "{recipe}");
    assert!(
        files
            .text("recipe.B.toml")
            .starts_with("# Exported from a session")
    );
    let again = run_line(&files, exported["ask"].as_str().unwrap(), "--json");
    again.expect(0);
    assert_eq!(without_time(again.json()), without_time(asked.clone()));
    let released = run_line(&files, exported["command"].as_str().unwrap(), "--json");
    released.expect(0);
    let released = released.json();
    assert_eq!(released["decision"]["levels"], asked["answer"]["levels"]);
    for key in ["suppressed_rows", "classes", "loss"] {
        assert_eq!(released[key], asked["answer"][key], "{key}");
        assert_eq!(released[key], exported["release"][key], "{key}");
    }
    assert_eq!(released["privacy"][0]["asked"], 3);
    files.succeed(&[
        "verify",
        "out/people.certificate.json",
        "--record",
        "out/people.record.json",
    ]);
    // A session is a record about people, though it holds no cell of theirs.
    assert!(!files.text("s.json").contains("zorp"));
    #[cfg(unix)]
    assert_eq!(mode(&files, "s.json"), 0o600);
    assert_eq!(
        files
            .names("")
            .into_iter()
            .filter(|n| n.contains("lock") || n.starts_with('.'))
            .collect::<Vec<_>>(),
        Vec::<String>::new()
    );
}

#[test]
fn any_model_that_was_suggested_can_be_weakened() {
    let files = people();
    // Now of the bands of ten years one has four people with two illnesses, two have three with
    // three, and one has two with two.
    let table = TABLE
        .replace("7709,zorpbo,zorpache", "7709,zorpbo,zorpflu")
        .replace("7719,zorpcy,zorpflu", "7719,zorpcy,zorpache");
    files.write("people.csv", table);
    files.succeed(&["atlas", "build", "recipe.toml"]);
    let wish = [
        "--k",
        "4",
        "--l",
        "illness=3",
        "--max-level",
        "age=1",
        "--max-suppression",
        "8",
    ];
    let asked = ask(&files, &[&["recipe.toml"], &wish[..]].concat());
    assert_eq!(
        (
            &asked["suggestions"]["threshold"]["k"],
            &asked["suggestions"]["other_thresholds"][0]["value"]
        ),
        (&json!(3), &json!(2))
    );
    refuses(
        &files,
        &["accept", "threshold:l-diversity:illness"],
        &["weaker privacy needs a reason"],
    );
    refuses(
        &files,
        &["accept", "threshold:l-diversity:town", "--reason", "r"],
        &["there is no l-diversity of `town` here"],
    );
    for (name, suppressed, wish) in [
        ("threshold", 6, "--k 3 --l illness=3"),
        ("threshold:k-anonymity", 6, "--k 3 --l illness=3"),
        ("threshold:l-diversity", 8, "--k 4 --max-level"),
        ("threshold:l-diversity:illness", 8, "--k 4 --max-level"),
    ] {
        let weaker = step(&files, &["accept", name, "--reason", "agreed"]);
        assert_eq!(
            (&weaker["exact"], &weaker["answer"]["suppressed_rows"]),
            (&json!(true), &json!(suppressed)),
            "{name}"
        );
        let shown = step(&files, &["show"]);
        assert!(
            shown["wish"].as_str().unwrap().starts_with(wish),
            "{name}: {shown}"
        );
        let told = [&shown["steps"][0], &shown["steps"][1]]
            .map(|step| step["text"].as_str().unwrap().to_owned());
        assert!(
            told[0].ends_with(
                "threshold (k = 3 of k-anonymity), threshold (l = 2 of l-diversity of `illness`)"
            ),
            "{}",
            told[0]
        );
        let model = if name.contains("diversity") {
            " of l-diversity"
        } else {
            ""
        };
        assert!(
            told[1].starts_with(&format!("accepted the suggestion `threshold`{model}")),
            "{}",
            told[1]
        );
        step(&files, &["undo"]);
    }
    let told = files.run(&[&["ask"], &wish[..], &["--session", "s.json"]].concat());
    assert!(
        told.stdout
            .contains("suppression|height|threshold[:MODEL[:COLUMN]]"),
        "{}",
        told.stdout
    );
}

#[test]
fn weaker_privacy_is_recorded_with_its_reason() {
    let files = with_unmet_wish();
    refuses(
        &files,
        &["accept", "threshold"],
        &["weaker privacy needs a reason"],
    );
    let weaker = step(
        &files,
        &["accept", "threshold", "--reason", "first thought"],
    );
    assert_eq!(
        (
            &weaker["answer"]["levels"],
            &weaker["answer"]["suppressed_rows"]
        ),
        (&json!({ "age": 1, "town": 2 }), &json!(2))
    );
    step(&files, &["undo"]);
    assert_eq!(step(&files, &["show"])["reasons"], json!([]));
    // There are not even 13 people.
    ask(&files, &["--k", "13"]);
    refuses(
        &files,
        &["accept", "threshold", "--reason", "  "],
        &["weaker privacy needs a reason"],
    );
    let weaker = step(
        &files,
        &[
            "accept",
            "threshold",
            "--reason",
            "a dozen is all there are",
        ],
    );
    assert_eq!(weaker["exact"], true);
    assert_eq!(
        weaker["asked"]["thresholds"][0],
        json!({ "model": "k-anonymity", "key": "k", "value": 12 })
    );
    let shown = step(&files, &["show"]);
    assert_eq!(
        shown["reasons"],
        json!([{ "accepted": "threshold", "reason": "a dozen is all there are" }])
    );
    assert_eq!(shown["wish"], "--k 12");
    assert!(text(&files, &["show"]).contains("because: a dozen is all there are"));
    refuses(
        &files,
        &["accept", "privacy"],
        &["`privacy` is no suggestion"],
    );
    refuses(
        &files,
        &["accept", "threshold:t-closeness", "--reason", "none"],
        &["there is no t-closeness here; models: `k-anonymity`"],
    );
    refuses(&files, &["accept", "height"], &["the last wish was met"]);
}

#[test]
fn undo_and_redo() {
    let files = with_unmet_wish();
    let begun = step(&files, &["show"]);
    step(&files, &["accept", "height"]);
    step(&files, &["keep"]);
    let full = step(&files, &["show"]);
    assert_eq!(
        (
            &full["cursor"],
            full["candidates"].as_array().unwrap().len()
        ),
        (&json!(4), 1)
    );
    let undone = step(&files, &["undo"]);
    assert_eq!(
        (&undone["cursor"], &undone["candidates"]),
        (&json!(3), &json!([]))
    );
    // Accepting a suggestion is one thing to take back, although it also asked again.
    let undone = step(&files, &["undo"]);
    assert!(
        undone["did"]
            .as_str()
            .unwrap()
            .starts_with("took back: accepted the suggestion `height`"),
        "{undone}"
    );
    assert_eq!(
        (&undone["cursor"], &undone["current"], &undone["wish"]),
        (&json!(1), &begun["current"], &begun["wish"])
    );
    assert!(text(&files, &["show"]).contains("(undone) accepted"));
    step(&files, &["redo"]);
    let redone = step(&files, &["redo"]);
    assert_eq!(
        (&redone["cursor"], &redone["candidates"]),
        (&full["cursor"], &full["candidates"])
    );
    refuses(&files, &["redo"], &["nothing was undone"]);
    // What gave way to another step is kept in the file.
    step(&files, &["undo"]);
    let branched = step(&files, &["note", "another way"]);
    assert_eq!(
        (&branched["cursor"], &branched["set_aside"]),
        (&json!(4), &json!(1))
    );
    for _ in 0..3 {
        step(&files, &["undo"]);
    }
    refuses(&files, &["undo"], &["nothing was done yet"]);
}

#[test]
fn a_node_is_chosen_by_hand() {
    let files = with_unmet_wish();
    refuses(
        &files,
        &["choose", "age=1"],
        &["all levels are needed; these lack: town"],
    );
    refuses(
        &files,
        &["choose", "age=1", "twon=0"],
        &["`twon` is no quasi-identifier", "did you mean `town`?"],
    );
    refuses(
        &files,
        &["choose", "age=9", "town=0"],
        &["it must be a whole number from 0 to 3"],
    );
    refuses(
        &files,
        &["choose", "age"],
        &["it needs a column and its level"],
    );
    let chosen = step(&files, &["choose", "age=1", "town=0"]);
    assert_eq!(
        (&chosen["node"]["levels"], &chosen["within_wishes"]),
        (&json!({ "age": 1, "town": 0 }), &json!(false))
    );
    let neighbour = step(&files, &["choose", "town=1"]);
    assert_eq!(neighbour["node"]["levels"], json!({ "age": 1, "town": 1 }));
    assert!(text(&files, &["choose", "town=0"]).contains("not within the last wish"));
    ask(&files, &["--max-suppression", "12"]);
    assert_eq!(
        step(&files, &["choose", "age=2", "town=1"])["within_wishes"],
        true
    );
}

#[test]
fn show_is_for_people() {
    let files = with_unmet_wish();
    step(&files, &["accept", "height"]);
    step(&files, &["keep"]);
    ask(&files, &["--k", "3", "--max-suppression", "2"]);
    step(&files, &["keep"]);
    step(&files, &["decide", "A", "--because", "everybody stays in"]);
    let shown = text(&files, &["show"]);
    for words in [
        "Steps\n",
        "asked --k 4 --max-level age=1 --max-suppression 2: cannot be met; suggested:",
        ">   7  decided on `A`",
        "* where they differ",
        "* k of k-anonymity",
        "because: everybody stays in",
    ] {
        assert!(shown.contains(words), "{words:?} is not in:\n{shown}");
    }
    assert!(!shown.to_lowercase().contains("zorp"));
    assert_eq!(text(&files, &["show", "--quiet"]), "");
    // Everything is still told when the atlas is gone.
    std::fs::remove_file(files.path("recipe.atlas")).unwrap();
    assert!(text(&files, &["show"]).contains("cannot be opened"));
    assert_eq!(step(&files, &["note", "gone"])["atlas"]["state"], "gone");
}

#[test]
fn replay_finds_what_differs_after_the_table_changed() {
    let files = with_unmet_wish();
    step(&files, &["accept", "height"]);
    step(&files, &["keep"]);
    let same = step(&files, &["replay"]);
    assert_eq!(
        (
            &same["same"],
            &same["differences"],
            &same["wishes"],
            &same["candidates"]
        ),
        (&json!(true), &json!([]), &json!(2), &json!(1))
    );
    assert!(text(&files, &["replay"]).contains("Everything is as it was"));

    // The last two people are gone from the table.
    let lines: Vec<&str> = TABLE.lines().collect();
    files.write("people.csv", lines[..11].join("\n"));
    refuses_command(
        &files,
        &["ask", "recipe.toml", "--session", "s.json", "--k", "2"],
        USAGE,
        &["is out of date", "atlas build"],
    );
    files.succeed(&["atlas", "build", "recipe.toml", "--force"]);
    let ran = files.run(&["session", "replay", "s.json", "--json"]);
    ran.expect(1);
    let replayed = ran.json();
    assert_eq!(
        (&replayed["same"], &replayed["atlas"]["state"]),
        (&json!(false), &json!("rebuilt"))
    );
    let what: Vec<&Value> = replayed["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| &d["what"])
        .collect();
    assert!(what.contains(&&json!("A")), "{replayed}");
    let told = files.run(&["session", "replay", "s.json"]);
    told.expect(1);
    assert!(
        told.stdout.contains("before: ") && told.stdout.contains("built again"),
        "{}",
        told.stdout
    );

    assert!(text(&files, &["show"]).contains("built again since"));
    let says = [
        "is not the atlas that the session `s.json` was held with",
        "session replay",
    ];
    for arguments in [&["keep"][..], &["choose", "age=1"], &["export"]] {
        refuses(&files, arguments, &says);
    }
    refuses_command(
        &files,
        &["ask", "--session", "s.json", "--k", "2"],
        USAGE,
        &says,
    );
    step(&files, &["note", "words can still be added"]);

    // With other columns the wishes cannot even be asked.
    files.write(
        "recipe.toml",
        RECIPE.replace(
            "[columns.note]\nrole = \"insensitive\"",
            "[columns.note]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }",
        ),
    );
    files.succeed(&["atlas", "build", "recipe.toml", "--force"]);
    refuses(&files, &["replay"], &["other columns, models or losses"]);
}

#[test]
fn a_session_needs_an_atlas() {
    let files = people();
    let begin = ["ask", "recipe.toml", "--session", "s.json"];
    refuses_command(
        &files,
        &begin,
        USAGE,
        &["has no atlas yet", "equipoise atlas build recipe.toml"],
    );
    refuses_command(
        &files,
        &["ask", "--session", "s.json"],
        USAGE,
        &["there is no session `s.json` yet"],
    );
    let ran = files.run(&["ask"]);
    ran.expect(USAGE);
    files.succeed(&["atlas", "build", "recipe.toml"]);
    refuses_command(
        &files,
        &["ask", "recipe.toml", "--session", "s.json", "--k", "none"],
        USAGE,
        &["--k"],
    );
    files.succeed(&begin);
    let ran = files.run(&[
        "ask",
        "recipe.toml",
        "--session",
        "s.json",
        "--as-in-source",
    ]);
    ran.expect(USAGE);
    // A recipe in another folder is found again from anywhere, and so is an atlas that moved with
    // its session.
    files.write("moved/x", "");
    std::fs::rename(files.path("recipe.atlas"), files.path("moved/recipe.atlas")).unwrap();
    std::fs::rename(files.path("s.json"), files.path("moved/s.json")).unwrap();
    assert_eq!(
        files.succeed(&["session", "show", "moved/s.json"])["atlas"]["state"],
        "same"
    );
}

#[test]
fn an_export_replaces_nothing_and_stays_in_its_folder() {
    let files = with_unmet_wish();
    refuses(&files, &["export"], &["there is nothing to export"]);
    ask(&files, &["--k", "2"]);
    refuses(
        &files,
        &["export", "Z"],
        &["there is no candidate `Z`; there is none"],
    );
    refuses(
        &files,
        &["export", "--output", "elsewhere/r.toml"],
        &["is not in the folder of the recipe"],
    );
    refuses(
        &files,
        &["export", "--output", "recipe.toml", "--force"],
        &["is the recipe; an export never replaces"],
    );
    refuses(
        &files,
        &["export", "--output", "people.csv", "--force"],
        &["is the input; an export never replaces"],
    );
    let exported = step(&files, &["export"]);
    assert!(
        exported["recipe"]
            .as_str()
            .unwrap()
            .ends_with("/recipe.decision.toml")
    );
    refuses(&files, &["export"], &["exists already"]);
    step(&files, &["export", "--force"]);
    assert_eq!(
        step(&files, &["export", "--output", "mine.toml"])["command"],
        "equipoise anonymize mine.toml"
    );
    step(&files, &["keep", "it's a/b"]);
    let named = step(&files, &["export", "it's a/b"]);
    assert!(
        named["recipe"]
            .as_str()
            .unwrap()
            .ends_with("/recipe.it-s-a-b.toml"),
        "{named}"
    );
    let told = text(&files, &["export", "--force"]);
    assert!(
        told.contains("release it    equipoise anonymize ")
            && told.contains("ask it again  equipoise ask "),
        "{told}"
    );
    // A table that changed is told.
    files.write(
        "people.csv",
        TABLE.lines().take(9).collect::<Vec<_>>().join("\n"),
    );
    let ran = files.run(&["session", "export", "s.json", "--force"]);
    ran.expect(0);
    assert!(
        ran.stderr.contains("has changed since the atlas was built"),
        "{}",
        ran.stderr
    );
}

#[test]
fn damaged_files_are_refused() {
    let files = with_unmet_wish();
    step(&files, &["accept", "height"]);
    step(&files, &["keep"]);
    let whole = files.text("s.json");
    let damaged = |text: &str, says: &str| {
        files.write("s.json", text);
        refuses_command(
            &files,
            &["session", "show", "s.json"],
            DATA,
            &["s.json: the session", says],
        );
        refuses_command(
            &files,
            &["session", "note", "s.json", "more"],
            DATA,
            &[says],
        );
    };
    // Cut short anywhere.
    for cut in (0..whole.trim_end().len()).step_by(97) {
        files.write("s.json", &whole[..cut]);
        let ran = files.run(&["session", "show", "s.json"]);
        ran.expect(DATA);
        assert!(
            ran.stderr.contains("it is not valid JSON"),
            "{}",
            ran.stderr
        );
    }
    damaged("{}", "it is not the file of a session");
    damaged("[1]", "it is not the file of a session");
    damaged(
        &whole.replace(
            "\"version\": 2,\n  \"about\"",
            "\"version\": 7,\n  \"about\"",
        ),
        "has version 7; this build reads versions 1 to 2",
    );
    damaged(
        &whole.replace("\"cursor\": 4", "\"cursor\": 40"),
        "its cursor is 40",
    );
    damaged(
        &whole.replace("\"cursor\"", "\"curser\""),
        "missing field `cursor`",
    );
    damaged(
        &whole.replace("\"accept\": {\n", "\"accept\": {\n\"why\": 1,\n"),
        "unknown field, `why`",
    );
    damaged(
        &whole.replacen("\"age\",\n", "", 1),
        "not about the columns",
    );
    damaged(
        &whole.replacen("\"which\": \"height\"", "\"which\": \"nothing\"", 1),
        "nothing",
    );
    files.write("s.json", &whole);
    step(&files, &["show"]);
    refuses_command(
        &files,
        &["session", "show", "people.csv"],
        DATA,
        &["it is not valid JSON"],
    );
    let ran = files.run(&["session", "show", "nowhere.json"]);
    assert!(ran.code == Some(USAGE) || ran.code == Some(DATA), "{ran:?}");
}

/// What reads well and was never said in the session is found by its seal.
#[test]
fn edited_files_are_refused_and_files_without_a_seal_are_noted() {
    let files = with_unmet_wish();
    step(&files, &["accept", "height"]);
    step(&files, &["keep", "first"]);
    step(&files, &["note", "asked for by the board"]);
    let whole = files.text("s.json");
    assert_eq!(step(&files, &["show"])["sealed"], true);
    let seal_at = whole.find(",\n  \"seal\"").expect("it is sealed");
    let other_seal = format!(
        "{},\n  \"seal\": \"0123456789abcdef\"\n}}\n",
        &whole[..seal_at]
    );
    let edits = [
        whole.replace("asked for by the board", "asked for by nobody"),
        whole.replacen("\"first\"", "\"other\"", 1),
        whole.replacen("\"rows\": 12", "\"rows\": 13", 1),
        other_seal,
        format!("{}\n}}\n", &whole[..seal_at]),
        whole.replacen("\n  \"kind\"", "\n   \"kind\"", 1),
        format!("{whole}\n"),
    ];
    for edited in &edits {
        assert_ne!(*edited, whole);
        files.write("s.json", edited);
        for command in [
            &["session", "show", "s.json"][..],
            &["session", "note", "s.json", "more"],
            &["ask", "--session", "s.json", "--k", "2"],
        ] {
            refuses_command(
                &files,
                command,
                DATA,
                &["it was edited", "restore the file from a copy"],
            );
        }
        assert_eq!(files.text("s.json"), *edited, "it is left as it is");
    }
    // A file of the version before has no seal, and gets one with its next step.
    let unsealed =
        format!("{}\n}}\n", &whole[..seal_at]).replacen("\"version\": 2", "\"version\": 1", 1);
    files.write("s.json", &unsealed);
    assert_eq!(step(&files, &["show"])["sealed"], false);
    let ran = files.run(&["session", "show", "s.json"]);
    assert!(
        ran.expect(0).stderr.contains("has no seal"),
        "{}",
        ran.stderr
    );
    step(&files, &["note", "more"]);
    assert_eq!(step(&files, &["show"])["sealed"], true);
    assert!(
        files
            .run(&["session", "show", "s.json"])
            .expect(0)
            .stderr
            .is_empty()
    );
}

/// Wishes name losses by their place in the atlas; another atlas has others there.
#[test]
fn regression_21_replay_finds_losses_by_name_after_the_atlas_was_built_again() {
    let files = people();
    files.succeed(&[
        "atlas",
        "build",
        "recipe.toml",
        "--loss",
        "nwp",
        "--loss",
        "aecs",
    ]);
    let answered = ask(&files, &["recipe.toml", "--k", "2", "--by", "aecs"]);
    assert_eq!(answered["exact"], true, "{answered}");
    ask(&files, &["--k", "3", "--by", "nwp"]);
    // The same losses in another order: nothing differs.
    files.succeed(&[
        "atlas",
        "build",
        "recipe.toml",
        "--loss",
        "aecs",
        "--loss",
        "nwp",
        "--force",
    ]);
    let replayed = step(&files, &["replay"]);
    assert_eq!(
        (&replayed["same"], &replayed["atlas"]["state"]),
        (&json!(true), &json!("rebuilt")),
        "{replayed}"
    );
    // A loss that is gone is named, with what brings it back.
    for (losses, lacks) in [
        (
            &["--loss", "aecs"][..],
            "step 2 asks for the best by the loss `nwp`",
        ),
        (&[], "step 1 asks for the best by the loss `aecs`"),
    ] {
        files.succeed(&[&["atlas", "build", "recipe.toml", "--force"], losses].concat());
        refuses_command(
            &files,
            &["session", "replay", "s.json"],
            USAGE,
            &[lacks, "atlas build", "--loss"],
        );
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_and_links_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let files = with_unmet_wish();
    assert_eq!(mode(&files, "s.json"), 0o600);
    // One that was opened to others is closed with the next step.
    std::fs::set_permissions(files.path("s.json"), std::fs::Permissions::from_mode(0o644)).unwrap();
    step(&files, &["note", "closed again"]);
    assert_eq!(mode(&files, "s.json"), 0o600);
    std::os::unix::fs::symlink("s.json", files.path("link.json")).unwrap();
    refuses_command(
        &files,
        &["session", "note", "link.json", "lost?"],
        USAGE,
        &["`link.json` is a symbolic link"],
    );
}
