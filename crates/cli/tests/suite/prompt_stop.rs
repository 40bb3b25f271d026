//! Ctrl-C ends every command within a second, whatever it computes.
//!
//! With `EQUIPOISE_LONG=1` in the environment more moments are tried.

#![cfg(unix)]
#![allow(clippy::print_stdout)]

use crate::common::Workspace;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The bound is one second; a busy machine gets some more before the test fails.
const LATE: Duration = Duration::from_secs(3);

/// Recipes that spend their time in different computations.
fn census() -> Workspace {
    let files = Workspace::new();
    files
        .run(&["sample", "census", "--rows", "200000", "--directory", "."])
        .expect(0);
    let recipe = files.text("recipe.toml");
    let ordered = "[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"income\"\nt = 0.3\ndistance = \"ordered\"\n";
    files.write(
        "ordered.toml",
        recipe.replacen("[[privacy]]", &format!("{ordered}\n[[privacy]]"), 1),
    );
    files.write(
        "local.toml",
        recipe.replace("method = \"optimal\"", "method = \"local-recoding\""),
    );
    files.write(
        "mondrian.toml",
        recipe.replace("method = \"optimal\"", "method = \"mondrian\""),
    );
    let useful = "\n[usefulness]\nqueries = 20000\ntarget = \"diagnosis\"\nfolds = 10\n";
    files.write("useful.toml", format!("{recipe}{useful}"));
    files
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("there is a `kill`");
    assert!(sent.success());
}

#[test]
fn every_command_stops_within_a_second() {
    let files = census();
    let before = files.names("");
    let moments: &[u64] = if std::env::var_os("EQUIPOISE_LONG").is_some() {
        &[
            100, 200, 300, 400, 600, 800, 1000, 1300, 1600, 2000, 2500, 3000, 4000, 5000, 7000,
        ]
    } else {
        &[300, 1500]
    };
    let commands: [&[&str]; 7] = [
        &["inspect", "census.csv"],
        &["inspect", "census.csv", "--special-uniques", "4"],
        &["check", "ordered.toml"],
        &["anonymize", "ordered.toml"],
        &["anonymize", "local.toml"],
        &["anonymize", "mondrian.toml"],
        &["anonymize", "useful.toml"],
    ];
    let (mut tried, mut late, mut worst) = (0, 0, Duration::ZERO);
    for arguments in commands {
        for &moment in moments {
            let mut child = files
                .command(arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(moment));
            if child.try_wait().unwrap().is_some() {
                // It is done already.
                let _no_release = std::fs::remove_dir_all(files.path("release"));
                break;
            }
            interrupt(&child);
            let asked = Instant::now();
            let status = child.wait().unwrap();
            let took = asked.elapsed();
            tried += 1;
            worst = worst.max(took);
            if took > LATE {
                late += 1;
                println!("{took:.1?} after {moment} ms: {}", arguments.join(" "));
            }
            // A run that was done in that very moment has its result; one that was stopped has
            // none.
            if status.code() == Some(4) {
                let after: Vec<String> = files
                    .names("")
                    .into_iter()
                    .filter(|name| name != "release")
                    .collect();
                assert_eq!(
                    (after, files.names("release")),
                    (before.clone(), Vec::new()),
                    "{arguments:?} after {moment} ms"
                );
            }
            let _no_release = std::fs::remove_dir_all(files.path("release"));
        }
    }
    println!("{late} of {tried} stops were late; the slowest took {worst:.2?}");
    assert_eq!(late, 0, "of {tried}");
    assert!(tried >= 7, "only {tried} runs were still at work");
}
