//! `equipoise`: parse, call the facade, say what came of it.

mod again;
mod args;
mod commands;
mod exit;
mod memory;
mod progress;
mod say;

use args::{Args, Command};
use clap::Parser;
use equipoise::{Error, LimitKind, Result};
use exit::Exit;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::OnceLock;

#[global_allocator]
static ALLOCATOR: memory::OrExit = memory::OrExit;

/// The usual size of the main thread's stack.
const STACK_BYTES: usize = 8 << 20;

/// Runs the program on a thread whose stack is allocated up front. The main thread's stack grows on
/// demand, and if the system has no memory left for it, the process dies with a signal instead of
/// exit code 4.
fn main() -> ExitCode {
    memory::catch_aborts();
    let started = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(program);
    let exit = match started {
        Ok(thread) => thread.join().unwrap_or(Exit::Internal),
        Err(e) => {
            let error = Error::limit(format!("could not start a thread: {e}"))
                .reached(LimitKind::Memory)
                .hint("give the process more memory");
            say::error(&error, false);
            error.kind().into()
        }
    };
    exit.into()
}

fn program() -> Exit {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(problem) => return say::usage(&problem),
    };
    if args.json() {
        memory::tell_as_json();
    }
    match guarded(|| run(&args)) {
        Ok(exit) => exit,
        Err(error) => {
            say::error(&error, args.json());
            error.kind().into()
        }
    }
}

/// Turns a panic into an internal error, so that exit code and JSON are as promised. What the panic
/// says is not printed, because it may hold a cell value.
fn guarded<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    static PLACE: OnceLock<String> = OnceLock::new();
    set_hook(Box::new(|panic| {
        let _first = PLACE.set(
            panic
                .location()
                .map_or_else(String::new, |l| format!(" at {}:{}", l.file(), l.line())),
        );
    }));
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let place = PLACE.get().map_or("", String::as_str);
        Err(Error::internal(format!(
            "what the program takes for granted does not hold{place}"
        )))
    })
}

/// Runs a command.
fn run(args: &Args) -> Result<Exit> {
    let watch = progress::start(args.shows_progress(), args.json())?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads()?);
    let failed = |e: rayon::ThreadPoolBuildError| {
        Error::limit(format!("could not start threads: {e}"))
            .caused_by(e)
            .hint("give the process more memory, or use fewer threads with `--threads`")
    };
    if let Command::Explore(a) = &args.command {
        // Requests come on threads that no pool knows; they must find these.
        threads.build_global().map_err(failed)?;
        let result = commands::explore::run(a, &watch);
        watch.finish();
        return result;
    }
    let result = threads
        .build()
        .map_err(failed)?
        .install(|| match &args.command {
            Command::Anonymize(a) => commands::anonymize::run(a, &watch),
            Command::Apply(a) => commands::apply::run(a, &watch),
            Command::Check(a) => commands::check::run(a, &watch),
            Command::Init(a) => commands::init::run(a, &watch),
            Command::Inspect(a) => commands::inspect::run(a, &watch),
            Command::Verify(a) => commands::verify::run(a, &watch),
            Command::Compare(a) => commands::compare::run(a, &watch),
            Command::Frontier(a) => commands::frontier::run(a, &watch),
            Command::Atlas(a) => commands::atlas::run(a, &watch),
            Command::Explore(a) => commands::explore::run(a, &watch),
            Command::Ask(a) => commands::ask::run(a, &watch),
            Command::Prefer(a) => commands::prefer::run(a, &watch),
            Command::Session(a) => commands::session::run(a, &watch),
            Command::Sample(a) => commands::sample::run(a, &watch),
            Command::Demo(a) => commands::demo::run(a, &watch),
            Command::Completions(a) => commands::shell::completions(a),
            Command::Man(a) => commands::shell::man(a),
        });
    watch.finish();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error_without_its_message() {
        let value = "a cell value";
        let error = guarded::<()>(|| panic!("{value}")).unwrap_err();
        assert_eq!(Exit::from(error.kind()), Exit::Internal);
        assert!(
            error.message().contains("main.rs") && !error.to_string().contains(value),
            "{error}"
        );
        assert_eq!(guarded(|| Ok(7)), Ok(7));
    }
}
