//! The options.

use clap::Parser;
use equipoise_data::{Error, Result};
use std::path::PathBuf;

/// Runs the workloads and prints time, CPU, peak memory and nodes beside the recorded figures of a
/// peer.
#[derive(Clone, Debug, Parser)]
#[command(name = "equipoise-bench", max_term_width = 100)]
pub(crate) struct Args {
    /// Threads of every workload that does not name a number itself; the targets are for 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Run only workloads whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Measure each workload this often and take the smallest time
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) repeat: u16,
    /// Write the results as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Run workloads of minutes, too
    #[arg(long)]
    pub(crate) long: bool,
    /// Keep the results in bench/results, in a file named by the date
    #[arg(long)]
    pub(crate) record: bool,
}

impl Args {
    /// What is worth keeping is all workloads of a release build, as they are meant to be run.
    pub(crate) fn check(&self) -> Result<()> {
        if !self.record {
            return Ok(());
        }
        if cfg!(debug_assertions) {
            return Err(
                Error::usage("--record in a debug build").hint("run it with `cargo run --release`")
            );
        }
        if self.only.is_some() || self.threads != 1 {
            return Err(Error::usage("--record together with --only or --threads; a record holds all workloads on one thread")
                .hint("write a part to a file of your own with --json"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(options: &[&str]) -> std::result::Result<Args, clap::Error> {
        Args::try_parse_from([&["equipoise-bench"], options].concat())
    }

    #[test]
    fn defaults() {
        let args = parse(&[]).unwrap();
        assert_eq!(
            (
                args.threads,
                args.repeat,
                args.only,
                args.json,
                args.record,
                args.long
            ),
            (1, 3, None, None, false, false)
        );
    }

    #[test]
    fn nothing_is_measured_zero_times_or_without_threads() {
        assert!(parse(&["--repeat", "0"]).is_err());
        assert!(parse(&["--threads", "0"]).is_err());
        assert!(parse(&["--threads", "2", "--repeat", "1"]).is_ok());
    }

    #[test]
    fn a_part_is_not_recorded() {
        for options in [
            &["--record", "--only", "x"][..],
            &["--record", "--threads", "2"],
        ] {
            assert!(parse(options).unwrap().check().is_err());
        }
        assert!(
            parse(&["--only", "x", "--json", "y"])
                .unwrap()
                .check()
                .is_ok()
        );
    }
}
