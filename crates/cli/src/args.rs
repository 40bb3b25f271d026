//! All commands and flags, declared once.

use clap::{Args as ClapArgs, Parser, Subcommand};
use equipoise::{Error, Limit, Result};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Finds the release of a table that balances privacy and usefulness, proves what it promises, and checks its own output.
///
/// Exit codes: 0 done; 1 no release meets the models, or a checked table does not; 2 wrong usage; 3 wrong data; 4 a limit was
/// reached or the run was stopped; 5 a fault in Equipoise.
#[derive(Debug, Parser)]
#[command(name = "equipoise", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the best release of a table and write it, with certificate, record and report
    Anonymize(Anonymize),
    /// Judge a table as it stands by the models of a recipe
    Check(Check),
    /// Profile a table: its columns, and how exposed its people are
    Inspect(Inspect),
    /// Re-derive what a certificate says from the released file
    Verify(Verify),
    /// Make a realistic table with hierarchies and a recipe
    Sample(Sample),
    /// Make a sample, anonymize it, and say where the report is
    Demo(Demo),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Shared {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Use this many threads; 0 means one per core
    #[arg(long, value_name = "N", default_value = "0")]
    threads: String,
    /// Print nothing but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Anonymize {
    /// The recipe (TOML); paths in it are relative to it
    pub(crate) recipe: PathBuf,
    /// Read this table instead of the one the recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write the release here instead of where the recipe says
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Let at most so many rows or persons be left out: a number (12), or a share with a decimal point (0.02)
    #[arg(long, value_name = "LIMIT")]
    max_suppression: Option<String>,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    /// Do not mask small counts in the report: for your own eyes
    #[arg(long)]
    pub(crate) internal: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Anonymize {
    pub(crate) fn max_suppression(&self) -> Result<Option<Limit>> {
        self.max_suppression.as_deref().map(Limit::parse).transpose().map_err(|e| e.at("--max-suppression"))
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// The recipe (TOML) with the roles and models to judge by
    pub(crate) recipe: PathBuf,
    /// Judge this table instead of the one the recipe names; identifying columns may be gone from it
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// Also measure k where a missing value matches anything
    #[arg(long)]
    pub(crate) wildcard: bool,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Inspect {
    /// A recipe (TOML), or a table
    pub(crate) path: PathBuf,
    /// The quasi-identifiers of a table without a recipe, separated by commas [default: all columns that do not look like
    /// identifiers]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub(crate) quasi_identifiers: Option<Vec<String>>,
    /// A text that means missing in a table without a recipe; may be given several times [default: empty cells and NA]
    #[arg(long, value_name = "TEXT")]
    pub(crate) missing: Option<Vec<String>>,
    /// The share of the population that is in the table, to estimate how many are unique in the population
    #[arg(long, value_name = "SHARE")]
    pub(crate) sampling_fraction: Option<String>,
    /// Count who has a risk above this share [default: 0.2]
    #[arg(long, value_name = "SHARE")]
    pub(crate) threshold: Option<String>,
    /// Look for records that are unique by at most so many columns [default: 3]
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) special_uniques: Option<usize>,
    /// Also measure k where a missing value matches anything
    #[arg(long)]
    pub(crate) wildcard: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Verify {
    /// The certificate of a release
    pub(crate) certificate: PathBuf,
    /// The released table; without it, the file that the certificate names, beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// The internal record, to re-derive all that it says too
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Sample {
    /// Which sample: census
    pub(crate) name: String,
    /// Number of rows
    #[arg(long, default_value = "20000")]
    pub(crate) rows: u64,
    /// The same seed gives the same table
    #[arg(long, default_value = "1")]
    pub(crate) seed: u64,
    /// The folder to write into [default: the name of the sample]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) directory: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Demo {
    /// The folder to write into; what an earlier demo left there is replaced
    #[arg(long, value_name = "FOLDER", default_value = "equipoise-demo")]
    pub(crate) directory: PathBuf,
    /// Number of rows
    #[arg(long, default_value = "20000")]
    pub(crate) rows: u64,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Args {
    fn shared(&self) -> &Shared {
        match &self.command {
            Command::Anonymize(a) => &a.shared,
            Command::Check(a) => &a.shared,
            Command::Inspect(a) => &a.shared,
            Command::Verify(a) => &a.shared,
            Command::Sample(a) => &a.shared,
            Command::Demo(a) => &a.shared,
        }
    }

    pub(crate) fn json(&self) -> bool {
        self.shared().json
    }

    /// Progress is for people at a terminal.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.shared().quiet && std::io::stderr().is_terminal()
    }

    pub(crate) fn threads(&self) -> Result<usize> {
        let given = &self.shared().threads;
        given.parse().ok().filter(|&n: &usize| n <= 1024).ok_or_else(|| {
            Error::usage(format!("--threads is `{given}`; it must be a whole number from 0 to 1024")).hint("0 uses one thread per core")
        })
    }
}
