//! Processes that are killed outright at any moment: what they had reported is there, and nothing
//! is half there.
//!
//! A test starts its own program again, with a variable that tells the place of the file; there it
//! writes until it is killed, and reports the number of each write on its standard output once the
//! write has returned.

use equipoise_data::{ErrorKind, FilesLeft};
use equipoise_engine::{Access, Journal, save};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const PLACE: &str = "EQUIPOISE_TEST_KILLED";
const ROUNDS: u64 = 100;

/// Where to write, in the process that is going to be killed.
fn place() -> Option<PathBuf> {
    std::env::var_os(PLACE).map(PathBuf::from)
}

fn report(number: u64) {
    // In one piece, so that what arrives in a pipe is whole lines. The test program itself leaves
    // one unfinished.
    std::io::stdout()
        .write_all(format!("\nat {number}\n").as_bytes())
        .unwrap();
}

/// Runs one test of this program as a writer.
fn writer(test: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--nocapture", "--test-threads=1", "--exact"])
        .arg(format!("killed::{test}"))
        .env(PLACE, path);
    command
}

/// A number that looks random; the same in every run.
fn scatter(round: u64) -> u64 {
    (round + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33
}

/// Kills the process after 1 to 30 ms, counted from its first report or, every fourth time, from
/// its start. Gives the last number it reported.
fn kill(mut child: Child, round: u64) -> Option<u64> {
    let mut pipe = child.stdout.take().unwrap();
    let (first, reported) = std::sync::mpsc::channel();
    // The pipe is emptied all the time, or a full one would hold the writer back.
    let reader = std::thread::spawn(move || {
        let (mut text, mut part) = (Vec::new(), [0; 1 << 16]);
        loop {
            let n = pipe.read(&mut part).unwrap();
            if n == 0 {
                return String::from_utf8(text).unwrap();
            }
            text.extend_from_slice(&part[..n]);
            if memchr::memmem::find(&text, b"at ").is_some() {
                let _ = first.send(());
            }
        }
    });
    if !round.is_multiple_of(4) {
        reported
            .recv_timeout(Duration::from_secs(60))
            .expect("a writer reports within a minute");
    }
    std::thread::sleep(Duration::from_micros(1000 + scatter(round) % 29_000));
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert!(!status.success(), "it wrote until it was killed");
    let text = reader.join().unwrap();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole
        .lines()
        .filter_map(|line| line.strip_prefix("at "))
        .map(|number| number.parse().unwrap())
        .next_back()
}

/// Mostly short; some of several pages, so that a kill can meet a write half way.
fn block(number: u64) -> Vec<u8> {
    let length = if number.is_multiple_of(100) {
        30_000
    } else {
        scatter(number) as usize % 40
    };
    let mut payload = number.to_le_bytes().to_vec();
    payload.resize(8 + length, number as u8);
    payload
}

#[test]
fn a_journal_has_every_block_that_was_reported() {
    if let Some(path) = place() {
        let (mut journal, blocks) = Journal::open(&path, b"numbers").unwrap();
        for number in blocks.len() as u64.. {
            journal.append(&block(number)).unwrap();
            report(number);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.journal");
    let mut checked = 0;
    for round in 0..ROUNDS {
        let child = writer("a_journal_has_every_block_that_was_reported", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let last = kill(child, round);
        let (mut journal, blocks) = Journal::open(&path, b"numbers").unwrap();
        assert!(
            blocks.len() >= checked && last.is_none_or(|last| blocks.len() as u64 > last),
            "{round}: {} {last:?}",
            blocks.len()
        );
        let from = if round + 1 == ROUNDS { 0 } else { checked };
        for (number, &found) in blocks.iter().enumerate().skip(from) {
            assert!(
                journal.read(found).unwrap() == block(number as u64),
                "{round}: block {number}"
            );
        }
        checked = blocks.len();
    }
    assert!(
        checked as u64 > ROUNDS,
        "only {checked} blocks were written"
    );
}

/// Begins with its number and ends with a mark; what is between depends on the number.
fn page(number: u64) -> String {
    format!(
        "{number}\n{}end",
        "x".repeat(scatter(number) as usize % 50_000)
    )
}

#[test]
fn a_saved_file_is_the_last_that_was_reported_or_a_later_one() {
    let number_in = |path: &Path| -> Option<u64> {
        let text = fs::read_to_string(path).ok()?;
        let number = text.lines().next().unwrap().parse().unwrap();
        assert!(text == page(number), "{number}: the file is whole");
        Some(number)
    };
    if let Some(path) = place() {
        for number in number_in(&path).map_or(0, |number| number + 1).. {
            save(&path, Access::OwnerOnly, page(number).as_bytes()).unwrap();
            report(number);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session.json");
    let mut before = None;
    for round in 0..ROUNDS {
        let child = writer(
            "a_saved_file_is_the_last_that_was_reported_or_a_later_one",
            &path,
        )
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
        let last = kill(child, round);
        let now = number_in(&path);
        assert!(
            now >= last && now >= before,
            "{round}: {now:?} is older than {last:?} or {before:?}"
        );
        before = now;
    }
    assert!(
        before.is_some_and(|number| number > ROUNDS / 2),
        "only {before:?} files were saved"
    );
    let mut names = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(
        names.all(|name| name == "session.json" || name.starts_with(".equipoise-")),
        "at most hidden files are left behind"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
}

/// A limit on the size of files, with its signal ignored, acts like a full disk: a block is written
/// in part, then fails.
#[cfg(unix)]
#[test]
fn a_full_disk_is_a_limit_and_the_journal_stays() {
    if let Some(path) = place() {
        let (mut journal, _) = Journal::open(&path, b"full").unwrap();
        let whole: Vec<_> = (0..3)
            .map(|n| journal.append(&[n; 1000]).unwrap())
            .collect();
        let e = journal.append(&[9; 1 << 20]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Limit);
        assert_eq!(
            e.message(),
            format!(
                "could not write `{}`: the file system allows no larger file",
                path.display()
            )
        );
        assert_eq!(e.files_left(), Some(FilesLeft::Begun));
        assert!(
            fs::metadata(&path).unwrap().len() < 4000,
            "the part that was written is given back"
        );
        journal.append(b"a small one still fits").unwrap();
        assert_eq!(journal.read(whole[2]).unwrap(), [2; 1000]);

        let other = path.with_extension("large");
        let e = save(&other, Access::OwnerOnly, &[9; 1 << 20]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Limit);
        assert!(!other.exists());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.journal");
    let inner = writer("a_full_disk_is_a_limit_and_the_journal_stays", &path);
    let mut limited = Command::new("bash");
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 8 && exec \"$0\" \"$@\""])
        .arg(inner.get_program())
        .args(inner.get_args());
    let output = limited.env(PLACE, &path).output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let (mut journal, blocks) = Journal::open(&path, b"full").unwrap();
    assert_eq!(
        blocks.iter().map(|block| block.bytes()).collect::<Vec<_>>(),
        [1000, 1000, 1000, 22]
    );
    assert_eq!(journal.read(blocks[3]).unwrap(), b"a small one still fits");
}

/// The lock belongs to a process: another one is refused, and one that was killed holds nothing.
#[test]
fn a_second_process_is_refused_until_the_first_is_gone() {
    const TEST: &str = "a_second_process_is_refused_until_the_first_is_gone";
    if let Some(path) = place() {
        let journal = Journal::open(&path, b"locked").unwrap();
        report(0);
        // Until it is killed; or until the other side has ended, should that fail.
        std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
        drop(journal);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.journal");
    let mut child = writer(TEST, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut text = String::new();
    let mut pipe = child.stdout.take().unwrap();
    while !text.contains("at 0\n") {
        let mut part = [0; 100];
        let n = pipe.read(&mut part).unwrap();
        assert!(n > 0, "the writer ended: {text}");
        text.push_str(std::str::from_utf8(&part[..n]).unwrap());
    }
    let e = Journal::open(&path, b"locked").unwrap_err();
    assert!(
        e.kind() == ErrorKind::Usage && e.message().ends_with("is in use already"),
        "{e}"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(Journal::open(&path, b"locked").unwrap().1.is_empty());
}
