//! `equipoise`: parse, call the facade, say what came of it.

mod args;
mod commands;
mod progress;
mod say;

use args::{Args, Command};
use clap::Parser;
use equipoise::{Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(problem) => return say::usage(&problem),
    };
    match run(&args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say::error(&error, args.json());
            ExitCode::from(error.kind().exit_code())
        }
    }
}

/// Runs a command; the result is the exit code.
fn run(args: &Args) -> Result<u8> {
    let watch = progress::start(args.shows_progress())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads()?)
        .build()
        .map_err(|e| Error::internal(format!("could not start threads: {e}")))?;
    let result = pool.install(|| match &args.command {
        Command::Anonymize(a) => commands::anonymize::run(a, &watch),
        Command::Check(a) => commands::check::run(a, &watch),
        Command::Verify(a) => commands::verify::run(a),
        Command::Sample(a) => commands::sample::run(a),
        Command::Demo(a) => commands::demo::run(a, &watch),
    });
    watch.finish();
    result
}
