//! Files appear whole or not at all: whenever a run is killed, stopped, or runs out of room.
#![cfg(unix)]

use crate::common::{Snapshot, Workspace, announce_skipped};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const NAMES: [&str; 7] = [
    "census.certificate.json",
    "census.csv",
    "census.record.json",
    "census.report.html",
    "census.report.json",
    "census.report.txt",
    "census.run.json",
];

const LOCK: &str = ".equipoise-census.certificate.json.lock";
const JOURNAL: &str = ".equipoise-census.certificate.json.journal";

/// A sample large enough to be interrupted, and what its release is when nothing disturbs it.
struct Census {
    files: Workspace,
    whole: Snapshot,
    /// How long a run takes.
    takes: Duration,
}

impl Census {
    fn new(rows: &str) -> Self {
        let files = Workspace::new();
        files.succeed(&["sample", "census", "--rows", rows, "--directory", "."]);
        let start = Instant::now();
        files.succeed(&["anonymize", "recipe.toml"]);
        let takes = start.elapsed();
        let mut census = Census {
            files,
            whole: Snapshot::new(),
            takes,
        };
        census.whole = census.released();
        assert_eq!(census.files.names("release"), NAMES);
        census.clear();
        census
    }

    fn clear(&self) {
        let folder = self.files.path("release");
        if folder.exists() {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }

    /// The files of the release, without the times of the run and without temporary files.
    fn released(&self) -> Snapshot {
        let names = self
            .files
            .names("release")
            .into_iter()
            .filter(|n| !n.starts_with('.') && n != "census.run.json");
        names
            .map(|name| (name.clone(), self.files.read(&format!("release/{name}"))))
            .collect()
    }

    fn temporaries(&self) -> Vec<String> {
        self.files
            .names("release")
            .into_iter()
            .filter(|n| n.starts_with('.'))
            .collect()
    }

    /// In memory, on Linux, files have no name before they are whole: a process that is killed
    /// leaves an empty lock file at most, unless it is killed while names are given. Then there are
    /// the journal, and no files that belong to nobody.
    fn assert_nothing_hidden(&self, moment: &str) {
        if cfg!(target_os = "linux") && self.files.path("").starts_with("/dev/shm") {
            let left = self.temporaries();
            let is_known = |name: &String| {
                name == LOCK
                    || name == JOURNAL
                    || (left.contains(&JOURNAL.to_owned()) && name.ends_with(".old"))
            };
            assert!(left.iter().all(is_known), "{moment}: {left:?}");
            assert!(
                !left.contains(&LOCK.to_owned())
                    || self.files.read(&format!("release/{LOCK}")).is_empty(),
                "{moment}"
            );
        }
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let arguments = [&["anonymize", "recipe.toml", "--json"], arguments].concat();
        self.files
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Whatever is there is whole: with a certificate all of it, verified, as one of `releases`;
    /// without one nothing of it is half-written. True when there is a certificate.
    fn assert_whole_or_incomplete(&self, releases: &[&Snapshot], moment: &str) -> bool {
        let found = self.released();
        for (name, content) in &found {
            let known = releases.iter().any(|r| r.get(name) == Some(content));
            assert!(
                known,
                "{moment}: {name} is neither the old nor the new file"
            );
        }
        let certified = found.contains_key(NAMES[0]);
        if certified {
            assert!(
                releases.iter().any(|r| found == **r),
                "{moment}: with a certificate all of one release is there: {:?}",
                found.keys()
            );
            self.files.succeed(&[
                "verify",
                "release/census.certificate.json",
                "--record",
                "release/census.record.json",
            ]);
        }
        certified
    }
}

fn signal(child: &Child, name: &str) {
    let done = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(done.success());
}

fn finish(mut child: Child) -> (ExitStatus, String) {
    let mut printed = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut printed)
        .unwrap();
    (child.wait().unwrap(), printed)
}

/// Moments spread evenly over a run and a little beyond its end.
fn moments(takes: Duration, count: u32) -> impl Iterator<Item = Duration> {
    (0..count).map(move |i| takes * i * 12 / (10 * count))
}

#[test]
fn killed_at_any_moment() {
    let census = Census::new("6000");
    let (mut nothing, mut whole) = (0, 0);
    for moment in moments(census.takes, 20) {
        let mut child = census.start(&[]);
        std::thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
        let certified = census.assert_whole_or_incomplete(&[&census.whole], &format!("{moment:?}"));
        census.assert_nothing_hidden(&format!("{moment:?}"));
        nothing += u32::from(census.released().is_empty());
        whole += u32::from(certified);
        if (nothing + whole) % 4 == 0 {
            // Whatever was left behind does not stand in the way of the next run.
            census
                .files
                .succeed(&["anonymize", "recipe.toml", "--force"]);
            assert!(census.released() == census.whole);
        }
        census.clear();
    }
    assert!(
        nothing > 0,
        "the moments reach from the beginning ({nothing}) to the end ({whole})"
    );
}

/// An older release is there, whole, until the new one takes its place.
#[test]
fn killed_at_any_moment_over_an_older_release() {
    let census = Census::new("6000");
    let more = ["--force", "--max-suppression", "0.1"];
    let (status, _) = finish(census.start(&more));
    assert!(status.success());
    let newer = census.released();
    assert!(newer != census.whole);
    let (mut old, mut new) = (0, 0);
    for moment in moments(census.takes, 20) {
        let (status, _) = finish(census.start(&["--force"]));
        assert!(status.success());
        let mut child = census.start(&more);
        std::thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
        if census.assert_whole_or_incomplete(&[&census.whole, &newer], &format!("{moment:?}")) {
            *(if census.released() == newer {
                &mut new
            } else {
                &mut old
            }) += 1;
        }
    }
    assert!(
        old > 0,
        "the moments reach from the beginning ({old}) to the end ({new})"
    );
}

/// The moments that matter most are short: kill as soon as a certain file is there.
#[test]
fn killed_while_the_names_are_given() {
    let census = Census::new("3000");
    for name in NAMES.iter().cycle().take(18) {
        let path = census.files.path(&format!("release/{name}"));
        let mut child = census.start(&[]);
        while !path.exists() && child.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let certified = census.assert_whole_or_incomplete(&[&census.whole], name);
        // The certificate is the last of them.
        assert!(certified || *name != NAMES[0], "{name}");
        census.clear();
    }
}

#[test]
fn interrupted_or_terminated_at_any_moment() {
    let census = Census::new("6000");
    let mut stopped = 0;
    for (i, moment) in moments(census.takes, 24).enumerate() {
        let name = ["-INT", "-TERM", "-HUP"][i % 3];
        let child = census.start(&[]);
        std::thread::sleep(moment);
        signal(&child, name);
        let (status, printed) = finish(child);
        let (found, moment) = (census.released(), format!("{name} after {moment:?}"));
        assert_eq!(census.temporaries(), Vec::<String>::new(), "{moment}");
        match status.code() {
            Some(0) => assert!(found == census.whole, "{moment}"),
            Some(4) => {
                stopped += 1;
                assert!(found.is_empty(), "{moment}: {:?}", found.keys());
                let object: serde_json::Value = serde_json::from_str(&printed).unwrap();
                assert_eq!(
                    (&object["outcome"], &object["error"]["kind"]),
                    (&"error".into(), &"limit".into())
                );
                assert!(
                    object["error"]["message"]
                        .as_str()
                        .unwrap()
                        .contains("stopped by the user"),
                    "{object}"
                );
            }
            // Before the program watches for signals it ends as any program does, and has written
            // nothing.
            None => assert!(found.is_empty(), "{moment}: {status:?}"),
            other => panic!("{moment}: exit code {other:?}\n{printed}"),
        }
        census.clear();
    }
    assert!(stopped > 0, "some moments are within the run");
}

/// Other commands listen too.
#[test]
fn a_sample_can_be_interrupted() {
    let files = Workspace::new();
    let sample = [
        "sample",
        "census",
        "--rows",
        "40000000",
        "--directory",
        "made",
        "--json",
    ];
    for wait in [100, 400, 1600] {
        let child = files
            .command(&sample)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        signal(&child, "-INT");
        let (status, printed) = finish(child);
        assert!(files.names("made").is_empty());
        // On a busy machine it may not have begun to watch for signals.
        if status.signal().is_none() {
            assert_eq!(status.code(), Some(4), "{printed}");
            assert!(printed.contains("stopped by the user"), "{printed}");
            return;
        }
    }
    panic!("the program never watched for signals");
}

/// Runs a script in a name space of its own, where a small file system can be mounted that goes
/// away with it.
fn on_small_disk(
    census: &Census,
    options: &str,
    force: bool,
) -> Option<(i32, String, Vec<String>)> {
    let folder = census.files.path("release");
    std::fs::create_dir_all(&folder).unwrap();
    let script = format!(
        "mount -t tmpfs -o {options} tmpfs release || exit 99
         {}
         \"$0\" anonymize recipe.toml --json {}; code=$?
         ls -A release >&2; exit $code",
        if force {
            "echo old > release/census.csv"
        } else {
            ""
        },
        if force { "--force" } else { "" },
    );
    let mut command = Command::new("unshare");
    command
        .args([
            "--mount",
            "--map-root-user",
            "sh",
            "-c",
            &script,
            crate::common::binary(),
        ])
        .current_dir(census.files.path(""));
    let output = command.output().ok()?;
    let code = output.status.code()?;
    let stderr = String::from_utf8(output.stderr).unwrap();
    if code == 99 || stderr.starts_with("unshare") {
        return None;
    }
    let names = stderr
        .lines()
        .filter(|l| l.starts_with("census") || l.starts_with('.'))
        .map(str::to_owned)
        .collect();
    Some((code, String::from_utf8(output.stdout).unwrap(), names))
}

#[test]
fn a_full_disk() {
    let census = Census::new("3000");
    let table = census.whole["census.csv"].len();
    let all: usize = census.whole.values().map(Vec::len).sum();
    let sizes = [
        4096,
        table / 2,
        table - 4096,
        table + 4096,
        table + 16384,
        all - 8192,
        all + 4 * 4096,
        4 * all,
    ];
    let mut ended = Vec::new();
    for size in sizes {
        for force in [false, true] {
            let Some((code, printed, names)) =
                on_small_disk(&census, &format!("size={size}"), force)
            else {
                return announce_skipped("a full disk", "this machine lets a test mount nothing");
            };
            ended.push(code);
            if code == 0 {
                assert_eq!(names, NAMES, "{size} bytes");
                continue;
            }
            assert_eq!(code, 4, "{size} bytes: {printed}");
            let object: serde_json::Value = serde_json::from_str(&printed).unwrap();
            assert_eq!(object["error"]["kind"], "limit");
            let message = object["error"]["message"].as_str().unwrap();
            assert!(
                message.contains("could not write") && message.contains("no space left"),
                "{message}"
            );
            let left: &[&str] = if force { &["census.csv"] } else { &[] };
            assert_eq!(names, left, "{size} bytes");
        }
    }
    assert!(
        ended.contains(&0) && ended.iter().filter(|c| **c == 4).count() >= 8,
        "{ended:?}"
    );
}

/// There is room, but only for so many files.
#[test]
fn a_disk_that_takes_no_more_files() {
    let census = Census::new("300");
    for inodes in 1..=16 {
        let Some((code, printed, names)) =
            on_small_disk(&census, &format!("size=16m,nr_inodes={inodes}"), false)
        else {
            return announce_skipped(
                "a disk that takes no more files",
                "this machine lets a test mount nothing",
            );
        };
        match code {
            0 => assert_eq!(names, NAMES, "{inodes}"),
            4 => assert!(names.is_empty(), "{inodes}: {names:?}"),
            _ => panic!("{inodes}: exit code {code}\n{printed}"),
        }
        assert!(
            code == 4 || inodes >= 7,
            "a folder and six files need seven"
        );
        assert!(code == 0 || inodes < 16, "{printed}");
    }
}

/// A limit on the size of files ends a process by a signal, unless that is ignored: then it is a
/// full disk.
#[test]
fn a_limit_on_the_size_of_files() {
    let census = Census::new("3000");
    for (trap, blocks) in [
        ("trap '' XFSZ;", 8),
        ("trap '' XFSZ;", 100),
        ("", 8),
        ("", 100),
    ] {
        let script =
            format!("{trap} ulimit -f {blocks} && exec \"$0\" anonymize recipe.toml --json");
        let output = Command::new("bash")
            .args(["-c", &script, crate::common::binary()])
            .current_dir(census.files.path(""))
            .output()
            .unwrap();
        assert!(
            census.released().is_empty(),
            "{blocks}: {:?}",
            census.released().keys()
        );
        census.assert_nothing_hidden("a file grew too large");
        if trap.is_empty() && output.status.signal().is_some() {
            continue;
        }
        assert_eq!(output.status.code(), Some(4), "{blocks}");
        assert_eq!(census.temporaries(), Vec::<String>::new());
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(
            object["error"]["message"]
                .as_str()
                .unwrap()
                .contains("allows no larger file"),
            "{object}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "500", "--directory", "."]);
    files.succeed(&["anonymize", "recipe.toml"]);
    for arguments in [
        "anonymize recipe.toml --force --json",
        "anonymize recipe.toml --force",
        "anonymize nowhere.toml --json",
        "check recipe.toml --json",
        "verify release/census.certificate.json",
        "demo --rows 500",
        "--help",
        "--no-such-flag --json",
    ] {
        let script = format!("\"$0\" {arguments} | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}");
        let closed =
            format!("(exec 3>&1; \"$0\" {arguments} 3>&- | exec 1>&-; echo ${{PIPESTATUS[0]}})");
        for script in [script, closed] {
            let output = Command::new("bash")
                .args(["-c", &script, crate::common::binary()])
                .current_dir(files.path(""))
                .output()
                .unwrap();
            let code = String::from_utf8(output.stdout).unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(!stderr.contains("panic"), "{arguments}: {stderr}");
            assert!(
                ["0\n", "1\n", "2\n"].contains(&code.as_str()),
                "{arguments}: {code}{stderr}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_is_lost_is_told() {
    let files = Workspace::new();
    files.succeed(&["sample", "census", "--rows", "500", "--directory", "."]);
    let full = || {
        std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    for arguments in [
        &["anonymize", "recipe.toml", "--json"][..],
        &["check", "recipe.toml"],
        &["verify", "release/census.certificate.json"],
    ] {
        let output = files.command(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("could not print the result"), "{stderr}");
    }
    files.succeed(&[
        "verify",
        "release/census.certificate.json",
        "--record",
        "release/census.record.json",
    ]);
}
