//! What published sources claim, computed by the product.
//!
//! `cargo run -p equipoise-claims` prints a line per claim: what the source says, what is expected,
//! what the product computes, and whether the claim holds. `bench/README.md` says how to read it
//! and how to add claims.

mod args;
mod claim;
mod example;
mod groups;
mod place;
mod run;
mod table;
mod value;

use args::Args;
use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let claims = match run::claims(groups::ALL, args.only.as_deref()) {
        Ok(claims) => claims,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    // Whoever closes the pipe early has seen enough; the exit code still tells.
    let _ = std::io::stdout().write_all(table::text(&claims).as_bytes());
    if let Some(path) = &args.json
        && let Err(error) = std::fs::write(path, format!("{:#}\n", run::json(&claims)))
    {
        let _ = writeln!(std::io::stderr(), "error: {}: {error}", path.display());
        return ExitCode::from(2);
    }
    ExitCode::from(run::exit_code(&claims))
}
