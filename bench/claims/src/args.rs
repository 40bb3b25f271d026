//! The options.

use clap::Parser;
use std::path::PathBuf;

/// Computes what published sources claim and prints what holds; the exit code is 1 when a line
/// fails.
#[derive(Clone, Debug, Parser)]
#[command(name = "equipoise-claims", max_term_width = 100)]
pub(crate) struct Args {
    /// Only lines with this id, or else lines whose id or claim contains the text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Write the results as JSON to a file too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}
