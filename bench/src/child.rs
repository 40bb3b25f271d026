//! Programs run as processes of their own, and what they cost.
//!
//! The system tells what children cost only after they ended and only for all of them together, and
//! a fresh process starts with the peak memory of the one that made it. So the bench does not start
//! a program itself: it starts itself anew with a flag, and that small process has one child only,
//! the program, and tells what it cost.

use crate::meter::Cost;
use crate::run::{complain, say};
use equipoise_data::{Error, Result};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The first argument that turns the bench into the small process between itself and a program.
pub(crate) const FLAG: &str = "--run-and-measure";

/// What a program cost and what it printed.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) cost: Cost,
    pub(crate) stdout: String,
}

/// Runs a program to its end.
///
/// # Errors
/// When it cannot be started, or ends with another code than 0.
pub(crate) fn run(program: &Path, arguments: &[OsString]) -> Result<Finished> {
    let myself = std::env::current_exe()
        .map_err(|e| Error::internal(format!("the bench does not know where it is: {e}")))?;
    let output = Command::new(myself)
        .arg(FLAG)
        .arg(program)
        .args(arguments)
        .output();
    let output =
        output.map_err(|e| Error::internal(format!("the bench could not be started anew: {e}")))?;
    let told: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let finished = told
        .as_ref()
        .and_then(read)
        .filter(|_| output.status.success());
    finished.ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr);
        Error::data(format!("{} failed: {}", program.display(), said.trim()))
    })
}

fn read(told: &Value) -> Option<Finished> {
    let number = |key: &str| told[key].as_f64();
    let cost = Cost {
        wall_ms: number("wall_ms")?,
        cpu_ms: number("cpu_ms")?,
        peak_mb: number("peak_mb"),
    };
    Some(Finished {
        cost,
        stdout: told["stdout"].as_str()?.to_owned(),
    })
}

/// The small process: runs the program, prints an object with its cost and output, and fails if the
/// program does.
pub(crate) fn serve(program_and_arguments: &[OsString]) -> ExitCode {
    match measure(program_and_arguments) {
        Ok((told, true)) => {
            say(&told.to_string());
            ExitCode::SUCCESS
        }
        Ok((_, false)) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn measure(program_and_arguments: &[OsString]) -> io::Result<(Value, bool)> {
    let (program, arguments) = program_and_arguments
        .split_first()
        .ok_or_else(|| io::Error::other("no program is given"))?;
    let start = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    let wall_ms = start.elapsed().as_secs_f64() * 1e3;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu_us = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    let told = json!({
        "wall_ms": wall_ms,
        "cpu_ms": cpu_us as f64 / 1e3,
        "peak_mb": usage.max_rss() as f64 * RSS_UNIT / f64::from(1 << 20),
        "stdout": String::from_utf8_lossy(&output.stdout),
    });
    Ok((told, output.status.success()))
}

/// Bytes in which the system counts the peak of the resident set.
const RSS_UNIT: f64 = if cfg!(target_vendor = "apple") {
    1.0
} else {
    1024.0
};
