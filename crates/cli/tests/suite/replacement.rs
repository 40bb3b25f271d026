//! A release is replaced completely or not at all, by one process at a time.
//!
//! The tests with many kills and races are short by default.
//! `EQUIPOISE_LONG=1 cargo test -p equipoise-cli --test suite replacement::` runs them in full.
#![cfg(unix)]

use crate::common::people::{RECIPE, TABLE, TOWNS, people, recipe};
use crate::common::{Ran, Snapshot, Workspace, announce, announce_skipped};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CERTIFICATE: &str = "out/people.certificate.json";
const VERIFY: [&str; 4] = ["verify", CERTIFICATE, "--record", "out/people.record.json"];

/// The count of a test: a short one, or all of them.
fn count(short: u32, long: u32) -> u32 {
    if std::env::var_os("EQUIPOISE_LONG").is_some_and(|v| v != "0") {
        long
    } else {
        short
    }
}

/// A number that looks random; the same in every run.
fn scatter(round: u32) -> u32 {
    ((u64::from(round) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as u32
}

/// Two recipes for one output, and the release of each.
///
/// The second asks for a report that the first has not, and lacks one that it has.
struct Rivals {
    files: Workspace,
    first: Snapshot,
    second: Snapshot,
    /// Duration of a run.
    takes: Duration,
}

impl Rivals {
    fn new(files: Workspace) -> Self {
        files.write("people.csv", TABLE);
        files.write("town.csv", TOWNS);
        files.write("recipe.toml", RECIPE);
        files.write(
            "second.toml",
            recipe("k = 2", "k = 5").replace("[\"text\", \"json\"]", "[\"text\", \"html\"]"),
        );
        let mut rivals = Rivals {
            files,
            first: Snapshot::new(),
            second: Snapshot::new(),
            takes: Duration::ZERO,
        };
        rivals.files.succeed(&["anonymize", "second.toml"]);
        rivals.second = rivals.visible();
        rivals.clear();
        let start = Instant::now();
        rivals.files.succeed(&["anonymize", "recipe.toml"]);
        rivals.takes = start.elapsed();
        rivals.first = rivals.visible();
        assert!(
            rivals.first != rivals.second && rivals.first.len() == 6 && rivals.second.len() == 6
        );
        rivals
    }

    fn clear(&self) {
        fs::remove_dir_all(self.files.path("out")).unwrap();
    }

    /// Puts the first release there, without a run.
    fn restore_first(&self) {
        self.clear();
        for (name, content) in &self.first {
            self.files.write(&format!("out/{name}"), content);
        }
    }

    fn visible(&self) -> Snapshot {
        let names = self
            .files
            .names("out")
            .into_iter()
            .filter(|n| !n.starts_with('.'));
        names
            .map(|name| (name.clone(), self.files.read(&format!("out/{name}"))))
            .collect()
    }

    fn hidden(&self) -> Vec<String> {
        self.files
            .names("out")
            .into_iter()
            .filter(|n| n.starts_with('.'))
            .collect()
    }

    /// Which release is there completely. Run figures hold times, so only those of the first are
    /// known.
    fn complete(&self) -> Option<&'static str> {
        let (there, run) = (self.visible(), "people.run.json");
        let is = |release: &Snapshot| {
            there.len() == release.len()
                && release
                    .iter()
                    .all(|(n, c)| n == run || there.get(n) == Some(c))
        };
        if is(&self.first) {
            return Some("first");
        }
        (is(&self.second) && there.get(run).is_some_and(|r| *r != self.first[run]))
            .then_some("second")
    }

    fn start(&self, recipe: &str, force: bool) -> Child {
        let arguments = ["anonymize", recipe, "--json", "--force"];
        let arguments = if force {
            &arguments[..]
        } else {
            &arguments[..3]
        };
        self.files
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// Kills a run over an older release, mostly while files are exchanged. Afterwards `verify` accepts
/// no mixture, and the next run leaves the old release or the new one, whole.
#[test]
fn killed_while_a_release_is_replaced() {
    let rivals = Rivals::new(Workspace::on_disk());
    let (kills, mut killed, mut broken, mut ends) =
        (count(60, 1000), 0, Vec::new(), BTreeMap::new());
    for round in 0.. {
        rivals.restore_first();
        let mut child = rivals.start("second.toml", true);
        // A quarter of the moments is spread over the whole run, the others over the time after a
        // certain file came or went.
        if round % 4 == 0 {
            std::thread::sleep(rivals.takes * (scatter(round) % 1200) / 1000);
        } else {
            let (name, until_there) = [
                (".equipoise-people.certificate.json.journal", true),
                ("people.certificate.json", false),
                ("people.csv", false),
                ("people.report.html", true),
                ("people.report.json", false),
                ("people.record.json", false),
            ][scatter(round) as usize % 6];
            let path = rivals.files.path(&format!("out/{name}"));
            while path.exists() != until_there && child.try_wait().unwrap().is_none() {
                std::hint::spin_loop();
            }
            let wait = Duration::from_micros(u64::from(scatter(round + 7) % 3000));
            let start = Instant::now();
            while round % 8 > 3 && start.elapsed() < wait {
                std::hint::spin_loop();
            }
        }
        child.kill().unwrap();
        // One that had ended before does not count.
        killed += u32::from(child.wait().unwrap().signal() == Some(9));

        let there = rivals.complete();
        let verified = rivals.files.run(&VERIFY);
        let state = match (verified.code, there) {
            (Some(0), Some(release)) => release,
            (Some(1), _) if verified.stderr.contains("interrupted") => "interrupted",
            _ => "a mixture that was accepted, or a failure without a reason",
        };
        // Without `--force`: the repair comes first, and then the release that is there is in the
        // way.
        let repair = rivals.files.run(&["anonymize", "second.toml"]);
        let repaired = rivals.complete();
        *ends
            .entry(format!("{state}, then {}", repaired.unwrap_or("a mixture")))
            .or_insert(0) += 1;
        let told =
            (state == "interrupted") == repair.stderr.contains("an earlier run was interrupted");
        let is_sound = repaired.is_some()
            && rivals.hidden().is_empty()
            && repair.code == Some(2)
            && rivals.files.run(&VERIFY).code == Some(0);
        if !is_sound
            || state.starts_with("a mixture")
            || (state != "second" && !told)
            || (state != "interrupted" && repaired != there)
        {
            broken.push(format!(
                "round {round}: {state}, {repaired:?}, {:?}, {}{}",
                rivals.hidden(),
                repair.stderr,
                verified.stderr
            ));
        }
        if killed == kills {
            break;
        }
    }
    announce(&format!(
        "{} of {kills} kills left a mixture; {ends:?}",
        broken.len()
    ));
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(
        ends.keys().any(|end| end.starts_with("interrupted")),
        "some kills meet the exchange: {ends:?}"
    );
}

/// A first release that was interrupted is no obstacle for the next run.
#[test]
fn killed_while_a_first_release_is_written() {
    let rivals = Rivals::new(Workspace::on_disk());
    let (kills, mut broken, mut ends) = (count(20, 200), Vec::new(), BTreeMap::new());
    for round in 0..kills {
        rivals.clear();
        let mut child = rivals.start("second.toml", false);
        let name = [
            "people.csv",
            "people.record.json",
            "people.report.html",
            "people.certificate.json",
        ][round as usize % 4];
        let path = rivals.files.path(&format!("out/{name}"));
        while !path.exists() && child.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let there = rivals.complete();
        let verified = rivals.files.run(&VERIFY);
        let is_interrupted = verified.code == Some(1) && verified.stderr.contains("interrupted");
        let repair = rivals.files.run(&["anonymize", "second.toml"]);
        *ends
            .entry((there, is_interrupted, repair.code))
            .or_insert(0) += 1;
        let expected = if is_interrupted { Some(0) } else { Some(2) };
        let is_accepted = verified.code == Some(0) && there.is_some();
        if is_accepted == is_interrupted
            || repair.code != expected
            || rivals.complete() != Some("second")
            || !rivals.hidden().is_empty()
        {
            broken.push(format!(
                "round {round}: {there:?} {:?} {}{}",
                rivals.hidden(),
                repair.stderr,
                verified.stderr
            ));
        }
    }
    announce(&format!(
        "{} of {kills} kills stood in the way; {ends:?}",
        broken.len()
    ));
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// What two processes that write one output at once came to.
fn race(rivals: &Rivals, force: bool) -> Result<&'static str, String> {
    let both = [
        rivals.start("recipe.toml", force),
        rivals.start("second.toml", force),
    ];
    let ended = both.map(|child| child.wait_with_output().unwrap());
    let said = ended
        .each_ref()
        .map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let codes = ended.each_ref().map(|o| o.status.code());
    let verified = rivals.files.run(&VERIFY);
    let there = rivals.visible();
    let has = |release: &Snapshot| {
        release
            .iter()
            .all(|(n, c)| n == "people.run.json" || there.get(n) == Some(c))
            && there.len() == 6
    };
    let in_place = [has(&rivals.first), has(&rivals.second)];
    let is_refused = |i: usize| {
        let says = |text: &str| said[i].contains(text);
        codes[i] == Some(2)
            && (says("another process is writing `out/people.csv`")
                || (!force && says("exists already")))
    };
    let is_sound = match codes {
        [Some(0), Some(0)] => force && in_place != [false; 2],
        [Some(0), _] => is_refused(1) && in_place[0],
        [_, Some(0)] => is_refused(0) && in_place[1],
        _ => false,
    };
    if is_sound && verified.code == Some(0) && rivals.hidden().is_empty() {
        return Ok(if codes == [Some(0); 2] {
            "one after the other"
        } else {
            "one refused"
        });
    }
    Err(format!(
        "{codes:?} {in_place:?} {:?}\n{}\n{}\n{}{}",
        rivals.hidden(),
        said[0],
        said[1],
        verified.stdout,
        verified.stderr
    ))
}

#[test]
fn two_processes_that_write_one_output() {
    let rivals = Rivals::new(Workspace::new());
    for (force, races) in [(false, count(20, 700)), (true, count(20, 400))] {
        let (mut broken, mut ends) = (Vec::new(), BTreeMap::new());
        for _ in 0..races {
            if force {
                rivals.restore_first()
            } else {
                rivals.clear()
            }
            match race(&rivals, force) {
                Ok(end) => *ends.entry(end).or_insert(0) += 1,
                Err(why) => broken.push(why),
            }
        }
        announce(&format!(
            "{} of {races} races damaged the release (force: {force}); {ends:?}",
            broken.len()
        ));
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
}

/// A lock that another process holds, as a test can hold it.
#[test]
fn a_second_process_gets_a_clear_error() {
    let files = people();
    files.write("out/.equipoise-people.certificate.json.lock", "");
    let lock = fs::File::open(files.path("out/.equipoise-people.certificate.json.lock")).unwrap();
    lock.lock().unwrap();
    for force in [&[][..], &["--force"]] {
        // A compressed table has the same certificate, so it is the same output.
        for output in ["out/people.csv", "out/people.csv.gz"] {
            let ran =
                files.run(&[&["anonymize", "recipe.toml", "--output", output], force].concat());
            ran.expect(2);
            assert!(
                ran.stderr
                    .contains(&format!("another process is writing `{output}`")),
                "{}",
                ran.stderr
            );
            assert!(
                ran.stderr
                    .contains("hint: wait until it has ended, or choose another output path"),
                "{}",
                ran.stderr
            );
        }
    }
    files.succeed(&["anonymize", "recipe.toml", "--output", "out/other.csv"]);
    lock.unlock().unwrap();
    files.succeed(&["anonymize", "recipe.toml"]);
    assert!(
        files.names("out").iter().all(|n| !n.starts_with('.')),
        "{:?}",
        files.names("out")
    );
}

/// A file that cannot be moved: it is given back its freedom at the end, or the folder could not be
/// removed.
struct Immutable(PathBuf);

impl Immutable {
    fn new(path: PathBuf) -> Option<Self> {
        let done = Command::new("chattr")
            .arg("+i")
            .arg(&path)
            .stderr(Stdio::null())
            .status();
        done.is_ok_and(|s| s.success()).then_some(Immutable(path))
    }
}

impl Drop for Immutable {
    fn drop(&mut self) {
        let _ = Command::new("chattr").arg("-i").arg(&self.0).status();
    }
}

fn assert_unchanged_and_told(rivals: &Rivals, ran: &Ran, name: &str) {
    ran.expect(4);
    assert!(
        ran.stderr.contains(&format!(
            "could not replace `out/{name}`: permission denied"
        )),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("hint: the files that were there before are unchanged"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        (rivals.complete(), rivals.hidden()),
        (Some("first"), Vec::new()),
        "{name}"
    );
    rivals.files.succeed(&VERIFY);
}

#[test]
fn a_file_that_cannot_be_replaced_keeps_the_whole_release() {
    let rivals = Rivals::new(Workspace::new());
    for name in rivals.first.keys() {
        let Some(_immutable) = Immutable::new(rivals.files.path(&format!("out/{name}"))) else {
            return announce_skipped("an immutable file", "chattr does not work here");
        };
        let ran = rivals.files.run(&["anonymize", "second.toml", "--force"]);
        assert_unchanged_and_told(&rivals, &ran, name);
    }
    rivals
        .files
        .succeed(&["anonymize", "second.toml", "--force"]);
    assert_eq!(rivals.complete(), Some("second"));
}

/// In a sticky folder nobody can rename a file of somebody else.
#[test]
fn a_file_of_a_colleague_keeps_the_whole_release() {
    use std::os::unix::fs::{PermissionsExt, chown};
    const SOMEBODY: u32 = 65534;
    let rivals = Rivals::new(Workspace::new());
    let mode = |path: PathBuf, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap()
    };
    mode(rivals.files.path(""), 0o755);
    mode(rivals.files.path("out"), 0o1777);
    let is_root = rivals.first.keys().all(|name| {
        chown(
            rivals.files.path(&format!("out/{name}")),
            Some(SOMEBODY),
            None,
        )
        .is_ok()
    });
    let run = || {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            crate::common::binary(),
            "anonymize",
            "second.toml",
            "--force",
        ]);
        let output = command.current_dir(rivals.files.path("")).output().ok()?;
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let code = output.status.code().filter(|code| (0..=5).contains(code))?;
        Some(Ran {
            arguments: "as somebody else".to_owned(),
            code: Some(code),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        })
    };
    for name in rivals.first.keys().filter(|_| is_root) {
        let path = rivals.files.path(&format!("out/{name}"));
        chown(&path, Some(0), None).unwrap();
        let Some(ran) = run() else {
            return announce_skipped("a colleague's file", "no other user can be taken on here");
        };
        assert_unchanged_and_told(&rivals, &ran, name);
        chown(&path, Some(SOMEBODY), None).unwrap();
    }
    if !is_root {
        return announce_skipped("a colleague's file", "only root can give files away");
    }
    run().unwrap().expect(0);
    assert_eq!(rivals.complete(), Some("second"));
}

#[test]
fn reports_of_the_replaced_release_are_removed() {
    let rivals = Rivals::new(Workspace::new());
    let told = rivals
        .files
        .succeed(&["anonymize", "second.toml", "--force"]);
    assert_eq!(rivals.complete(), Some("second"));
    let warnings = told["warnings"].as_array().unwrap();
    let is_told = |w: &serde_json::Value| {
        w.as_str()
            .unwrap()
            .contains("people.report.json` was removed: it described the release")
    };
    assert!(warnings.iter().any(is_told), "{warnings:?}");

    // Without a certificate, a file with such a name is none of ours.
    rivals.clear();
    rivals.files.write("out/people.report.json", "mine");
    rivals
        .files
        .succeed(&["anonymize", "second.toml", "--force"]);
    assert_eq!(rivals.files.text("out/people.report.json"), "mine");
}

#[test]
fn leftovers_are_removed_by_the_next_run() {
    let files = people();
    for folder in ["out", "."] {
        files.write(&format!("{folder}/.equipoise-4000000-1.tmp"), "left behind");
        files.write(&format!("{folder}/.equipoise-notes.tmp"), "not ours");
    }
    files.succeed(&["anonymize", "recipe.toml"]);
    files.succeed(&["atlas", "build", "recipe.toml"]);
    for folder in ["out", "."] {
        let names = files.names(folder);
        assert!(
            !names.iter().any(|n| n == ".equipoise-4000000-1.tmp"),
            "{names:?}"
        );
        assert!(
            names.iter().any(|n| n == ".equipoise-notes.tmp"),
            "{names:?}"
        );
    }
}

#[test]
fn a_link_in_place_of_an_atlas_or_its_journal_is_refused() {
    use std::os::unix::fs::symlink;
    let files = people();
    files.write("elsewhere", "kept");
    for (name, what) in [
        ("recipe.atlas", "an atlas"),
        ("recipe.atlas.journal", "the journal of an atlas"),
    ] {
        for target in ["elsewhere", "nowhere"] {
            symlink(target, files.path(name)).unwrap();
            for arguments in [
                &["atlas", "build", "recipe.toml"][..],
                &["atlas", "build", "recipe.toml", "--force"],
                &["ask", "recipe.toml", "--k", "2"],
                &["explore", "recipe.toml"],
            ] {
                let ran = files.run(arguments);
                ran.expect(2);
                assert!(
                    ran.stderr.contains(&format!(
                        "`{}` is a symbolic link; {what}",
                        files.path(name).display()
                    )) || ran
                        .stderr
                        .contains(&format!("`{name}` is a symbolic link; {what}")),
                    "{arguments:?}: {}",
                    ran.stderr
                );
            }
            assert!(
                files.path(name).is_symlink()
                    && files.text("elsewhere") == "kept"
                    && !files.path("nowhere").exists()
            );
            fs::remove_file(files.path(name)).unwrap();
        }
    }
    files.succeed(&["atlas", "build", "recipe.toml", "--output", "real.atlas"]);
    symlink("real.atlas", files.path("link.atlas")).unwrap();
    for arguments in [
        &["atlas", "info", "link.atlas"][..],
        &["ask", "link.atlas", "--k", "2"],
        &["ask", "link.atlas", "--session", "s.json"],
    ] {
        let ran = files.run(arguments);
        ran.expect(2);
        assert!(
            ran.stderr
                .contains("`link.atlas` is a symbolic link; an atlas must be a regular file"),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}
