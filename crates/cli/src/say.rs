//! Everything that is printed. A closed pipe is no error: whoever reads has seen enough.

use crate::exit::Exit;
use equipoise::{Error, Result};
use equipoise_workbench::hint_with_files;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};

/// Prints text.
///
/// # Errors
/// Text that is lost, as on a full disk.
pub(crate) fn text(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Error::limit(format!(
            "could not print the result: {}",
            e.kind()
        ))
        .hint("the command did its work; only what it had to say is lost")),
        _ => Ok(()),
    }
}

/// Prints an object.
///
/// # Errors
/// As [`text`].
pub(crate) fn object(object: &impl Serialize) -> Result<()> {
    text(&format!("{:#}\n", as_json(object)))
}

/// Converts a value to JSON.
pub(crate) fn as_json(object: &impl Serialize) -> Value {
    // Keys are strings, and serializing our types never fails.
    serde_json::to_value(object).unwrap_or_default()
}

/// Prints warnings, on stderr so that they are seen and disturb no pipe.
pub(crate) fn warnings(warnings: &[String]) {
    let mut err = std::io::stderr().lock();
    for warning in warnings {
        let _ = writeln!(err, "warning: {warning}");
    }
}

/// Prints an error; with `--json` also as an object.
pub(crate) fn error(error: &Error, as_json: bool) {
    let object = as_json.then(|| {
        let object = json!({
            "outcome": "error",
            "error": { "kind": error.kind().name(), "message": error.message(), "hint": hint_with_files(error) },
        });
        format!("{object:#}\n")
    });
    let message = format!("error: {}\n", error_text(error));
    // Standard output gets its buffer when it is first used, and no thread may run out of memory
    // between the two texts.
    let _ = std::io::stdout().lock().flush();
    crate::memory::print_error(|| {
        let _ = object.as_deref().map(text);
        let _ = std::io::stderr().lock().write_all(message.as_bytes());
    });
}

/// The message of an error and its hint.
pub(crate) fn error_text(error: &Error) -> String {
    match hint_with_files(error) {
        Some(hint) => format!("{}\n\nhint: {hint}", error.message()),
        None => error.message(),
    }
}

/// Prints what clap says: help and version on stdout, wrong usage on stderr.
pub(crate) fn usage(problem: &clap::Error) -> Exit {
    let wants_json = std::env::args_os().any(|a| a == "--json");
    if problem.use_stderr() && wants_json {
        let message = problem.to_string();
        let _ = object(
            &json!({ "outcome": "error", "error": { "kind": "usage", "message": message.trim_end(), "hint": null } }),
        );
    }
    let _ = problem.print();
    if problem.use_stderr() {
        Exit::Usage
    } else {
        Exit::Done
    }
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
