//! A fixed set of releases, reports and answers, compared with hashes taken earlier.
//!
//! `hashes.txt` lists the SHA-256 of every file that the scenarios write and of everything that they
//! print. A change of a single byte fails the test. After a change that is meant,
//! `EQUIPOISE_REWRITE=1 cargo test -p equipoise-cli fixed_set` writes the hashes anew; review the
//! difference.
//!
//! Certificates, records, atlases and session files are left out because they carry format numbers,
//! checksums and paths, and so is `run.json`, which holds times. Tests of their own check them.

mod answers;
mod methods;
mod mistakes;
mod models;
mod scenario;

use scenario::{Produced, Scenario};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn fixed_set_of_releases_reports_and_answers() {
    let scenarios: Vec<Scenario> = [
        methods::scenarios(),
        models::scenarios(),
        answers::scenarios(),
        mistakes::scenarios(),
    ]
    .concat();
    let (produced, wrong) = run_all(&scenarios);
    let folder = keep(&produced);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let found: BTreeMap<String, String> = produced
        .into_iter()
        .map(|(name, content)| (name, sha256(&content)))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/fixed_set/hashes.txt");
    if std::env::var_os("EQUIPOISE_REWRITE").is_some() {
        fs::write(&path, listing(&found)).unwrap();
    }
    let expected = read(&fs::read_to_string(&path).unwrap_or_default());
    let differences = differences(&expected, &found);
    assert!(
        differences.is_empty(),
        "{} of {} files differ from tests/suite/fixed_set/hashes.txt:\n{}\n\
         This run's files are in {}. To see a difference, run this test at a commit where it \
         passes, with another CARGO_TARGET_DIR, and compare the two folders with `diff -r`. If the \
         change is meant, write the hashes anew with EQUIPOISE_REWRITE=1.",
        differences.len(),
        expected.len(),
        differences.join("\n"),
        folder.display()
    );
}

/// Runs every scenario, as many at once as the machine has cores.
fn run_all(scenarios: &[Scenario]) -> (Produced, Vec<String>) {
    let (next, all) = (AtomicUsize::new(0), Mutex::default());
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(scenario) = scenarios.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (produced, wrong) = scenario.run();
                    let (all_produced, all_wrong): &mut (Produced, Vec<String>) =
                        &mut all.lock().unwrap();
                    all_produced.extend(produced);
                    all_wrong.extend(wrong);
                }
            });
        }
    });
    all.into_inner().unwrap()
}

/// Writes everything into a folder beside what cargo builds, where it can be looked at.
fn keep(produced: &Produced) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed_set");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    for (name, content) in produced {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn sha256(content: &[u8]) -> String {
    Sha256::digest(content)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The lines that `sha256sum` would print.
fn listing(hashes: &BTreeMap<String, String>) -> String {
    hashes
        .iter()
        .map(|(name, hash)| format!("{hash}  {name}\n"))
        .collect()
}

fn read(listing: &str) -> BTreeMap<String, String> {
    listing
        .lines()
        .map(|line| {
            let (hash, name) = line.split_once("  ").expect("a hash, blanks and a name");
            (name.to_owned(), hash.to_owned())
        })
        .collect()
}

fn differences(
    expected: &BTreeMap<String, String>,
    found: &BTreeMap<String, String>,
) -> Vec<String> {
    let of_expected = expected
        .iter()
        .filter_map(|(name, hash)| match found.get(name) {
            None => Some(format!("  missing: {name}")),
            Some(other) if other != hash => Some(format!("  changed: {name}")),
            Some(_) => None,
        });
    let new = found
        .keys()
        .filter(|name| !expected.contains_key(*name))
        .map(|name| format!("  new:     {name}"));
    of_expected.chain(new).collect()
}

#[test]
fn fixed_set_notices_changed_missing_and_new_files() {
    let hashes = |pairs: &[(&str, &str)]| {
        pairs
            .iter()
            .map(|(name, hash)| ((*name).to_owned(), (*hash).to_owned()))
            .collect::<BTreeMap<_, _>>()
    };
    let expected = hashes(&[("a", "1"), ("b", "2"), ("c", "3")]);
    assert_eq!(read(&listing(&expected)), expected);
    assert!(differences(&expected, &expected).is_empty());
    let found = hashes(&[("a", "1"), ("b", "9"), ("d", "4")]);
    assert_eq!(
        differences(&expected, &found),
        ["  changed: b", "  missing: c", "  new:     d"]
    );
}
