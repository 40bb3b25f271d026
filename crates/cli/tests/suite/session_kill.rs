//! Sessions lose nothing that was reported: killed at any moment, or changed by two at once.
#![cfg(unix)]

use crate::common::Workspace;
use crate::common::people::people;
use equipoise::ErrorKind;
use equipoise_workbench::{AskOptions, SessionFile};
use std::collections::HashSet;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn with_session() -> Workspace {
    let files = people();
    files.succeed(&["atlas", "build", "recipe.toml"]);
    files.succeed(&["ask", "recipe.toml", "--session", "s.json"]);
    files
}

fn notes(files: &Workspace) -> Vec<String> {
    let shown = files.succeed(&["session", "show", "s.json"]);
    shown["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn killed_a_hundred_times_while_notes_are_saved() {
    let files = with_session();
    let start = Instant::now();
    files.succeed(&["session", "note", "s.json", "first"]);
    let takes = start.elapsed();
    let mut reported = vec!["first".to_owned()];
    let (mut killed, mut unreported) = (0, 0);
    for run in 0..100u32 {
        // Each loop writes notes one after the other and says so after each; it is killed somewhere
        // within the first two or three.
        let script = format!(
            "i=0; while :; do \"$0\" session note s.json \"{run}-$i\" --quiet || exit 1; echo \"{run}-$i\"; i=$((i+1)); done"
        );
        let mut child = Command::new("sh");
        child
            .args(["-c", &script, crate::common::binary()])
            .current_dir(files.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // The whole group is killed: the shell, and the program that it runs.
        let mut child = std::os::unix::process::CommandExt::process_group(&mut child, 0)
            .spawn()
            .unwrap();
        std::thread::sleep(takes * (run % 25 + 1) / 10);
        let status = Command::new("kill")
            .args(["-9", "--", &format!("-{}", child.id())])
            .status()
            .unwrap();
        assert!(status.success());
        child.wait().unwrap();
        killed += 1;
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut said).unwrap();
        // A line that was cut is one that was not reported.
        reported.extend(
            said.split_inclusive('\n')
                .filter_map(|l| l.strip_suffix('\n'))
                .map(str::to_owned),
        );
        let there = notes(&files);
        let found: HashSet<&str> = there.iter().map(String::as_str).collect();
        for note in &reported {
            assert!(
                found.contains(note.as_str()),
                "run {run}: `{note}` was reported and is lost"
            );
        }
        assert_eq!(found.len(), there.len(), "run {run}: a note is there twice");
        unreported = there.len() - reported.len();
    }
    assert!(
        killed == 100 && reported.len() > 10,
        "the moments are spread: {} notes were reported, {unreported} were not",
        reported.len()
    );
    // What was left behind does not stand in the way, and is gone with the next step.
    files.succeed(&["session", "note", "s.json", "last"]);
    assert!(!files.path("s.json.lock").exists());
    assert_eq!(notes(&files).last().unwrap(), "last");
}

/// Two at once: each step is there, or was refused; none is lost in silence.
#[test]
fn several_processes_lose_no_step_in_silence() {
    let files = with_session();
    let writer = |name: &str| {
        let script = format!(
            "for i in 0 1 2 3 4 5 6 7 8 9 10 11; do if \"$0\" session note s.json \"{name}-$i\" --quiet 2>error-{name}; \
             then echo \"{name}-$i\"; else grep -q 'changed by another process meanwhile' error-{name} || cat error-{name}; fi; done"
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, crate::common::binary()])
            .current_dir(files.path(""))
            .stdout(Stdio::piped());
        command.spawn().unwrap()
    };
    let writers: Vec<_> = ["a", "b", "c"].into_iter().map(writer).collect();
    let said: Vec<String> = writers
        .into_iter()
        .map(|w| String::from_utf8(w.wait_with_output().unwrap().stdout).unwrap())
        .collect();
    let reported: HashSet<&str> = said.iter().flat_map(|s| s.lines()).collect();
    let there = notes(&files);
    // What is there was reported, what was reported is there, and nothing else was said.
    assert_eq!(
        there.iter().map(String::as_str).collect::<HashSet<_>>(),
        reported
    );
    assert_eq!(there.len(), reported.len());
    assert!(
        reported.len() >= 12,
        "at least one of three gets through each time: {}",
        reported.len()
    );
    assert!(!files.path("s.json.lock").exists());
}

#[test]
fn a_step_on_a_file_that_changed_since_it_was_read_is_refused() {
    let files = with_session();
    let path = files.path("s.json");
    let mut early = SessionFile::open(&path).unwrap();
    let mut late = SessionFile::open(&path).unwrap();
    late.note(None, "the later one was faster").unwrap();
    late.note(None, "and goes on").unwrap();
    let error = early.note(None, "this would hide them").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage);
    assert!(
        error
            .message()
            .contains("was changed by another process meanwhile"),
        "{error}"
    );
    assert!(
        error.hint_text().unwrap().contains("run the command again"),
        "{error}"
    );
    assert_eq!(notes(&files), ["the later one was faster", "and goes on"]);
    // The same for a session that two begin at once, and for one that was deleted.
    let (new, source) = (files.path("new.json"), files.path("recipe.toml"));
    let begin = || SessionFile::open_or_begin(&new, Some(&source), &AskOptions::default()).unwrap();
    let (mut one, mut two) = (begin(), begin());
    one.note(None, "mine").unwrap();
    assert!(two.note(None, "no, mine").is_err());
    std::fs::remove_file(&new).unwrap();
    assert!(one.note(None, "where is it?").is_err());
    assert!(!new.exists());
}

/// A process that holds the lock is waited for, but not forever.
#[test]
fn a_lock_that_is_held_is_told() {
    let files = with_session();
    // What another process has while it saves.
    let lock = std::fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(files.path("s.json.lock"))
        .unwrap();
    lock.lock().unwrap();
    let start = Instant::now();
    let ran = files.run(&["session", "note", "s.json", "later"]);
    ran.expect(2);
    assert!(
        ran.stderr.contains("s.json.lock` is in use already")
            && start.elapsed() >= Duration::from_secs(4),
        "{}",
        ran.stderr
    );
    lock.unlock().unwrap();
    files.succeed(&["session", "note", "s.json", "now"]);
    assert_eq!(notes(&files), ["now"]);
}
