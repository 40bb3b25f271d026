//! A run that gets no more memory ends with exit code 4 and says why.

#![cfg(target_os = "linux")]

use crate::common::{Workspace, binary};
use serde_json::Value;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

/// The signal of a process that aborts.
const ABORT: i32 = 6;

/// Runs the binary with at most `kilobytes` of address space.
fn limited(workspace: &Workspace, kilobytes: u64, arguments: &str) -> std::process::Output {
    let script = format!("ulimit -v {kilobytes} && exec \"$0\" {arguments} --json --threads 2");
    Command::new("sh")
        .args(["-c", &script, binary()])
        .current_dir(workspace.path(""))
        .output()
        .expect("there is a shell")
}

#[test]
fn out_of_memory_is_exit_code_4_with_a_message() {
    let workspace = Workspace::new();
    workspace
        .run(&["sample", "census", "--rows", "60000", "--directory", "."])
        .expect(0);
    let mut short = 0;
    for arguments in [
        "inspect census.csv",
        "anonymize recipe.toml",
        "atlas build recipe.toml --max-nodes 20",
    ] {
        let mut has_started = false;
        for kilobytes in (16_000..320_000).step_by(6_000) {
            let before = workspace.names("");
            let output = limited(&workspace, kilobytes, arguments);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => break,
                // There is not even room for the program itself.
                Some(126 | 127) | None if !has_started && output.status.signal() != Some(ABORT) => {
                    continue;
                }
                // The libraries can have said something before.
                Some(4) => assert!(
                    errors.contains("error: "),
                    "{arguments}, {kilobytes} kB: {errors}"
                ),
                other => panic!(
                    "{arguments}, {kilobytes} kB: {other:?}, {:?}: {errors}",
                    output.status
                ),
            }
            has_started = true;
            // Before the arguments are read, nobody knows that JSON is wanted.
            if errors.contains("error: out of memory: ") && !output.stdout.is_empty() {
                short += 1;
                let told: Value = serde_json::from_slice(&output.stdout).expect("an object");
                assert_eq!(
                    (&told["outcome"], &told["error"]["kind"]),
                    (&"error".into(), &"limit".into())
                );
                assert!(
                    told["error"]["message"]
                        .as_str()
                        .unwrap()
                        .starts_with("out of memory: ")
                );
                assert!(errors.contains("hint: ") && told["error"]["hint"].is_string());
            }
            // A process that ends at once leaves an atlas that can be continued, and an empty lock
            // file in the folder of its output.
            let is_leftover = |name: &String| {
                let is_lock = |inner: &String| inner.starts_with(".equipoise-");
                name == "recipe.atlas.journal"
                    || is_lock(name)
                    || name == "release" && workspace.names(name).iter().all(is_lock)
            };
            let after: Vec<String> = workspace
                .names("")
                .into_iter()
                .filter(|name| !is_leftover(name))
                .collect();
            let before: Vec<String> = before
                .into_iter()
                .filter(|name| !is_leftover(name))
                .collect();
            assert_eq!(
                after, before,
                "{arguments}, {kilobytes} kB: nothing is published"
            );
        }
    }
    assert!(short >= 3, "only {short} runs were out of memory");
}
