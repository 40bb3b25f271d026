//! Workloads with time, CPU, memory and nodes, beside the recorded figures of a peer.
//!
//! `cargo run --release -p equipoise-bench` prints them all. `README.md` says how to read them.

mod adult;
mod args;
mod atlas;
mod atlas_ask;
mod atlas_long;
mod atlas_source;
mod best_effort;
mod binary;
mod calibration;
mod child;
mod disclosure;
mod disclosure_items;
mod explorer;
mod goal;
mod machine;
mod meter;
mod nodes;
mod oracle;
mod partitions;
mod preference;
mod process;
mod record;
mod row;
mod run;
mod searches;
mod spectra;
mod synth;
mod usefulness;
mod view;

use args::Args;
use clap::Parser;
use equipoise_data::Result;
use equipoise_testkit::shared::shared_data;
use run::Run;
use std::process::ExitCode;

/// As in the program itself. Not in tests of the meter: this allocator keeps memory that was given
/// back.
#[cfg(not(test))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let given: Vec<_> = std::env::args_os().collect();
    if given.get(1).is_some_and(|first| first == child::FLAG) {
        return child::serve(&given[2..]);
    }
    let args = Args::parse();
    match bench(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            run::complain(&format!("error: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Runs the workloads; false when a result is wrong. A missed target is reported and is no failure:
/// it may be the machine.
fn bench(args: &Args) -> Result<bool> {
    args.check()?;
    let mut run = Run::start(args);
    match shared_data() {
        Some(data) => {
            searches::run(&mut run, &data)?;
            nodes::run(&mut run, &data)?;
            spectra::run(&mut run, &data)?;
            partitions::run(&mut run, &data)?;
            preference::run(&mut run, &data)?;
            disclosure::run(&mut run, &data)?;
            atlas::run(&mut run, &data)?;
            process::run(&mut run, &data)?;
            usefulness::run(&mut run, &data)?;
            view::run(&mut run, &data)?;
            explorer::run(&mut run, &data)?;
            best_effort::run(&mut run, &data)?;
            atlas_long::run(&mut run, &data)?;
        }
        None => run.skip("all workloads on Adult and synth1m: the shared data is absent"),
    }
    run.finish();
    record::write(args, &run)?;
    Ok(run.right())
}
