//! A build that is killed or stopped: the atlas is whole or not there, and the next run goes on
//! where the last one ended.

use crate::common::Workspace;
use equipoise_testkit::Seeded;
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ATLAS: &str = "census.atlas";
const JOURNAL: &str = "census.atlas.journal";
const BUILD: [&str; 5] = ["atlas", "build", "recipe.toml", "--output", ATLAS];

/// A table whose atlas takes a second or more, the bytes of that atlas, and how long it took.
fn census() -> (Workspace, Vec<u8>, Duration) {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "5000", "--directory", "."]);
    let start = Instant::now();
    files.succeed(&BUILD);
    let takes = start.elapsed();
    let whole = files.read(ATLAS);
    remove(&files, ATLAS);
    (files, whole, takes)
}

fn remove(files: &Workspace, name: &str) {
    std::fs::remove_file(files.path(name)).unwrap();
}

fn start(files: &Workspace) -> Child {
    let arguments = [&BUILD[..], &["--json"]].concat();
    files
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn end(child: Child) -> (Option<i32>, Value) {
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        serde_json::from_slice(&output.stdout).unwrap_or(Value::Null),
    )
}

/// How many nodes the next run would resume, by a copy of the journal: the next run itself is to be
/// killed too.
fn resumable(files: &Workspace) -> u64 {
    if !files.path(JOURNAL).exists() {
        return 0;
    }
    std::fs::copy(files.path(JOURNAL), files.path("copy.atlas.journal")).unwrap();
    let built = files.succeed(&[
        "atlas",
        "build",
        "recipe.toml",
        "--output",
        "copy.atlas",
        "--max-nodes",
        "1",
    ]);
    remove(files, "copy.atlas");
    built["resumed_nodes"].as_u64().unwrap()
}

fn assert_owner_only(files: &Workspace, moment: &str) {
    use std::os::unix::fs::PermissionsExt;
    for name in files.names("").into_iter().filter(|n| n.contains(".atlas")) {
        let mode = std::fs::metadata(files.path(&name))
            .unwrap()
            .permissions()
            .mode()
            & 0o777;
        assert_eq!(mode, 0o600, "{moment}: {name}");
    }
}

/// Kills a build again and again, and begins a new one whenever it was done.
fn kill(times: u32, seed: u64) {
    let (files, whole, takes) = census();
    let (mut r, mut kept, mut rose, mut ends) = (Seeded::new(seed), 0, 0, 0);
    for time in 0..times {
        let mut child = start(&files);
        let share = r.below(1000) as f64 / 1000.0;
        let moment = takes.mul_f64(share * share);
        std::thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
        let moment = format!("kill {time} after {moment:?}");
        assert_owner_only(&files, &moment);
        if files.path(ATLAS).exists() {
            ends += 1;
            assert!(
                files.read(ATLAS) == whole,
                "{moment}: an atlas that is there is whole"
            );
            // Whatever is left of the journal does not stand in the way.
            assert_eq!(
                files.succeed(&BUILD)["wall_ms"],
                0.0,
                "{moment}: up to date"
            );
            assert!(!files.path(JOURNAL).exists(), "{moment}");
            remove(&files, ATLAS);
            kept = 0;
            continue;
        }
        let now = resumable(&files);
        assert!(now >= kept, "{moment}: {now} nodes are kept after {kept}");
        rose += u32::from(now > kept);
        kept = now;
    }
    assert!(
        rose >= 5,
        "the moments lie within the work: {rose} rose, {ends} ended"
    );
    let last = files.succeed(&BUILD);
    assert_eq!(
        (last["resumed_nodes"].as_u64(), &last["complete"]),
        (Some(kept), &Value::Bool(true))
    );
    assert!(
        files.read(ATLAS) == whole,
        "byte for byte that of a build that nothing disturbed"
    );
    let names: Vec<String> = files
        .names("")
        .into_iter()
        .filter(|n| n.contains("atlas"))
        .collect();
    assert_eq!(names, [ATLAS], "nothing else is left");
}

/// A hundred times, in two halves for two cores.
#[test]
fn killed_fifty_times() {
    kill(50, 4);
}

#[test]
fn killed_fifty_times_at_other_moments() {
    kill(50, 5);
}

fn interrupt(child: &Child) {
    let done = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(done.success());
}

/// The number in `stopped by the user; 123 of 7776 nodes are kept`.
fn kept_nodes(printed: &Value) -> u64 {
    let message = printed["error"]["message"].as_str().unwrap();
    assert_eq!(printed["error"]["kind"], "limit");
    assert!(
        message.starts_with("stopped by the user; ")
            && message.ends_with(" of 7776 nodes are kept"),
        "{message}"
    );
    message.split(' ').nth(4).unwrap().parse().unwrap()
}

/// The length of the journal; 0 while there is none.
fn journal_bytes(files: &Workspace) -> u64 {
    std::fs::metadata(files.path(JOURNAL)).map_or(0, |m| m.len())
}

#[test]
fn stopped_and_resumed() {
    let (files, whole, _) = census();
    let mut kept = 0;
    for _ in 0..30 {
        let before = journal_bytes(&files);
        let mut child = start(&files);
        // Records are in the journal a while after the table is read and counted.
        while journal_bytes(&files) <= before.max(1 << 16) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        interrupt(&child);
        let (code, printed) = end(child);
        if code == Some(0) {
            break;
        }
        // Before the program watches for signals, or while it reads, there is nothing to keep.
        if code == Some(4)
            && printed["error"]["hint"]
                .as_str()
                .is_some_and(|h| h.contains("go on from there"))
        {
            assert!(kept_nodes(&printed) >= kept, "{printed}");
            kept = kept_nodes(&printed);
            assert!(!files.path(ATLAS).exists());
        }
        if kept > 2000 {
            break;
        }
    }
    assert!(kept > 0, "some moments are within the work");
    if !files.path(ATLAS).exists() {
        let text = files.run(&BUILD);
        assert!(
            text.expect(0)
                .stdout
                .contains("nodes were there from an earlier run"),
            "{}",
            text.stdout
        );
    }
    assert!(files.read(ATLAS) == whole);
}

/// Which nodes a partial atlas holds does not depend on where earlier runs ended.
#[test]
fn a_partial_atlas_that_was_resumed_equals_one_built_in_one_run() {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "5000", "--directory", "."]);
    let partial = [&BUILD[..], &["--max-nodes", "1500"]].concat();
    let started = Instant::now();
    files.succeed(&partial);
    let (takes, whole) = (started.elapsed(), files.read(ATLAS));
    remove(&files, ATLAS);
    let mut seeded = Seeded::new(5);
    let mut most_resumed = 0;
    for _ in 0..4 {
        for _ in 0..2 {
            let mut child = files
                .command(&partial)
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // The journal is there as soon as the table is read and counted.
            while !files.path(JOURNAL).exists() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
            std::thread::sleep(takes.mul_f64(seeded.below(40) as f64 / 100.0));
            if seeded.below(2) == 0 {
                let _ended_before = child.kill();
            } else {
                interrupt(&child);
            }
            child.wait().unwrap();
        }
        if !files.path(ATLAS).exists() {
            most_resumed =
                most_resumed.max(files.succeed(&partial)["resumed_nodes"].as_u64().unwrap());
        }
        assert!(
            files.read(ATLAS) == whole,
            "{most_resumed} nodes were resumed"
        );
        remove(&files, ATLAS);
    }
    // What a larger budget left behind is not in a smaller atlas either.
    let mut child = start(&files);
    while !files.path(JOURNAL).exists() || files.read(JOURNAL).len() < 1 << 20 {
        if child.try_wait().unwrap().is_some() {
            files.path(ATLAS).exists().then(|| remove(&files, ATLAS));
            child = start(&files);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(files.succeed(&partial)["resumed_nodes"].as_u64().unwrap() > 0);
    assert!(files.read(ATLAS) == whole);
    assert!(most_resumed > 0, "some run ended within its work");
}

/// Kills a build until it has left something to go on with.
fn leave_a_journal(files: &Workspace, takes: Duration) {
    while !files.path(JOURNAL).exists() || files.read(JOURNAL).len() < 1 << 20 {
        let mut child = start(files);
        std::thread::sleep(takes / 3);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(
            !files.path(ATLAS).exists(),
            "a third of the time is not enough"
        );
    }
}

/// A run that is killed between the last two things it does leaves both atlas and journal.
#[test]
fn killed_at_the_very_end() {
    let (files, whole, takes) = census();
    leave_a_journal(&files, takes);
    let journal = files.read(JOURNAL);
    files.succeed(&BUILD);
    files.write(JOURNAL, journal);
    let again = files.run(&BUILD);
    assert!(
        again
            .expect(0)
            .stdout
            .starts_with("The atlas is up to date"),
        "{}",
        again.stdout
    );
    assert!(!files.path(JOURNAL).exists() && files.read(ATLAS) == whole);
}

/// A journal of another table is no help, and it is not lost by accident.
#[test]
fn the_table_changed_after_a_kill() {
    let (files, _, takes) = census();
    leave_a_journal(&files, takes);
    files.succeed(&[
        "sample",
        "census",
        "--rows",
        "300",
        "--directory",
        ".",
        "--force",
    ]);
    let refused = files.run(&BUILD);
    assert!(
        refused
            .expect(2)
            .stderr
            .contains("an unfinished build had done with another table"),
        "{}",
        refused.stderr
    );
    assert!(
        refused.stderr.contains(JOURNAL) && refused.stderr.contains("--force"),
        "{}",
        refused.stderr
    );
    let built = files.succeed(&[&BUILD[..], &["--force"]].concat());
    assert_eq!(
        (&built["rows"], &built["resumed_nodes"]),
        (&300.into(), &0.into())
    );
    assert!(!files.path(JOURNAL).exists());
}
