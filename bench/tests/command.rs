//! The bench as a program: what it prints, what it writes, and what it tells of a program that it
//! runs.

use serde_json::Value;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_equipoise-bench"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn calibration_comes_first_and_json_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.json");
    let output = bench(&[
        "--only",
        "no workload has this name",
        "--repeat",
        "1",
        "--json",
        file.to_str().unwrap(),
    ]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |start: &str| {
        text.lines()
            .position(|line| line.starts_with(start))
            .unwrap_or_else(|| panic!("{start}: {text}"))
    };
    assert!(line("machine: ") < line("calibration: ") && line("calibration: ") < line("workload"));
    assert!(
        text.contains("0 workloads, 0 of 0 targets reached"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(json["calibration_ns_per_row"].as_f64().unwrap() > 0.0);
    assert_eq!(json["date"].as_str().unwrap().len(), "2026-01-02".len());
    assert_eq!(json["workloads"], Value::Array(Vec::new()));
    assert!(json["machine"]["cores"].as_u64().unwrap() >= 1);
}

#[test]
fn a_debug_build_or_a_part_is_not_recorded() {
    let output = bench(&["--record", "--only", "no workload has this name"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output.stdout.is_empty(),
        "it is told before anything is measured"
    );
}

/// The measured program is the bench itself, so that nothing else need be there.
#[test]
fn tells_what_a_program_costs() {
    let output = bench(&[
        "--run-and-measure",
        env!("CARGO_BIN_EXE_equipoise-bench"),
        "--help",
    ]);
    assert!(output.status.success());
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(told["stdout"].as_str().unwrap().contains("--repeat"));
    let (wall, cpu, peak) = (&told["wall_ms"], &told["cpu_ms"], &told["peak_mb"]);
    assert!(
        wall.as_f64().unwrap() > 0.0 && cpu.as_f64().unwrap() > 0.0 && peak.as_f64().unwrap() > 0.5,
        "{told}"
    );
}

#[test]
fn a_program_that_fails_is_a_failure() {
    let output = bench(&[
        "--run-and-measure",
        env!("CARGO_BIN_EXE_equipoise-bench"),
        "--no-such-option",
    ]);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("--no-such-option"),
        "its own words are passed on"
    );
    assert!(!bench(&["--run-and-measure"]).status.success());
}
