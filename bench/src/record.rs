//! Results as JSON, to a file that the user names or into the folder of dated results.

use crate::args::Args;
use crate::row::Row;
use crate::run::{Run, say};
use equipoise_data::{Error, Result};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BENCH: &str = env!("CARGO_MANIFEST_DIR");

/// Writes what the options ask for.
///
/// # Errors
/// Files that cannot be written; a record of a run with wrong results or without some workloads.
pub(crate) fn write(args: &Args, run: &Run) -> Result<()> {
    let date = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    if let Some(path) = &args.json {
        write_to(path, &results(run, &date))?;
    }
    if args.record {
        if !run.right() || !run.skipped.is_empty() {
            return Err(Error::data(
                "the results are not recorded: some are wrong, or some workloads were skipped",
            ));
        }
        let path = unused(&Path::new(BENCH).join("results"), &date);
        write_to(&path, &results(run, &date))?;
        say(&format!("recorded in {}", path.display()));
    }
    Ok(())
}

/// Everything that is known of a run.
fn results(run: &Run, date: &str) -> Value {
    json!({
        "date": date,
        "commit": commit(),
        "build": if cfg!(debug_assertions) { "debug" } else { "release" },
        "machine": run.machine.to_json(),
        "threads": run.args.threads,
        "repeat": run.args.repeat,
        "calibration_ns_per_row": run.calibration_ns,
        "workloads": run.rows.iter().map(Row::to_json).collect::<Vec<_>>(),
        "skipped": run.skipped,
    })
}

/// The revision of the sources, with a mark when they were changed since; none outside of a clone.
fn commit() -> Option<String> {
    let output = Command::new("git")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .args([
            "-C",
            BENCH,
            "describe",
            "--always",
            "--dirty",
            "--abbrev=12",
        ])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// `<date>.json`, or `<date>-2.json` and so on: a record is never replaced.
fn unused(folder: &Path, date: &str) -> PathBuf {
    let name = |n: u32| {
        if n == 1 {
            format!("{date}.json")
        } else {
            format!("{date}-{n}.json")
        }
    };
    (1..)
        .map(|n| folder.join(name(n)))
        .find(|path| !path.exists())
        .expect("some number is unused")
}

fn write_to(path: &Path, results: &Value) -> Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, format!("{results:#}\n")))
        .map_err(|e| Error::data(format!("could not write {}: {e}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let mut names = Vec::new();
        for _ in 0..3 {
            let path = unused(folder.path(), "2026-01-02");
            write_to(&path, &json!({})).unwrap();
            names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
        assert_eq!(
            names,
            ["2026-01-02.json", "2026-01-02-2.json", "2026-01-02-3.json"]
        );
    }

    #[test]
    fn a_folder_is_made_and_a_failure_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.json");
        write_to(&path, &json!({ "x": 1 })).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"x\": 1\n}\n");
        assert!(
            write_to(&path.join("c.json"), &json!({})).is_err(),
            "a file is no folder"
        );
    }
}
