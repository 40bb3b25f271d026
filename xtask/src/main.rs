//! Chores of the project that cargo has no command for; run as `cargo xtask <task>`.

mod arrows;
mod interface;
mod licences;
mod metadata;
mod modules;
mod paths;
mod rust_code;
mod sources;
mod spdx;
mod structure;
mod tidy;
mod tracked;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <task>

tasks:
  tidy    check licences of dependencies, arrows between crates, and rules for source files";

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task talks to whoever started it"
)]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => tidy::run(),
        ["help" | "--help" | "-h"] => Ok(USAGE.to_owned()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}
