//! All commands and flags, declared once.

mod atlas;
mod prefer;
mod release;
pub(crate) mod session;
mod shared;

pub(crate) use atlas::{Ask, Atlas, AtlasBuild, AtlasCommand, Explore};
pub(crate) use prefer::Prefer;
pub(crate) use release::{Anonymize, Apply, Init};
pub(crate) use shared::Shared;

use clap::{Args as ClapArgs, Parser, Subcommand};
use equipoise::{Error, Result};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Finds the release of a table that balances privacy and usefulness, proves what it promises, and
/// checks its own output.
///
/// Exit codes: 0 done; 1 no release meets the models, or a checked table does not; 2 wrong usage; 3
/// wrong data; 4 a limit was reached or the run was stopped; 5 a fault in Equipoise.
#[derive(Debug, Parser)]
#[command(name = "equipoise", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draft a recipe and hierarchies from a table, and say why
    Init(Init),
    /// Find the best release of a table and write it, with certificate, record and report
    Anonymize(Anonymize),
    /// Do to new rows what an earlier release did, and judge them anew
    Apply(Apply),
    /// Judge a table as it stands by the models of a recipe
    Check(Check),
    /// Profile a table: its columns, and how exposed its people are
    Inspect(Inspect),
    /// Re-derive what a certificate says from the released file
    ///
    /// Everything that the file shows is measured again. A file does not show which level of a
    /// hierarchy its labels belong to, how its classes were found, or whether rows were left out:
    /// these are listed as only stated. With `--record` they are compared with the record as far as
    /// it has them. Certificates are not signed, so nothing here proves who made them.
    Verify(Verify),
    /// Set releases of one table side by side: risks, losses, and what each is still good for
    Compare(Compare),
    /// Show what utility costs in risk, record by record, and what rules for the whole table would
    /// risk
    Frontier(Frontier),
    /// Look at every node of a table once and keep what was found, so that questions are answered
    /// at once
    Atlas(Atlas),
    /// Open a page on which privacy, detail and suppression are negotiated: each wish is answered
    /// at once
    Explore(Box<Explore>),
    /// Ask what a wish would cost: the best levels within it, or what would have to give
    Ask(Box<Ask>),
    /// Aspire to something in two measures: what comes closest or goes furthest beyond, and what
    /// lies on the way to it
    Prefer(Box<Prefer>),
    /// Record a negotiation with an atlas: candidates, notes, a decision, and the recipe that
    /// releases it
    Session(session::Session),
    /// Make a realistic table with hierarchies and a recipe
    Sample(Sample),
    /// Make a sample, anonymize it, and say where the report is
    Demo(Demo),
    /// Print the script that lets a shell complete commands and flags
    Completions(Completions),
    /// Print a manual page
    Man(Man),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Man {
    /// The command, such as `anonymize` or `atlas build`; without it, the program
    pub(crate) command: Vec<String>,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// The recipe (TOML) with the roles and models to judge by
    pub(crate) recipe: PathBuf,
    /// Judge this table instead of the one the recipe names; identifying columns may be gone from
    /// it
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
    /// The quasi-identifiers of a table without a recipe, separated by commas [default: all columns
    /// that do not look like identifiers]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub(crate) quasi_identifiers: Option<Vec<String>>,
    /// A text that means missing in a table without a recipe; may be given several times [default:
    /// empty cells and NA]
    #[arg(long, value_name = "TEXT")]
    pub(crate) missing: Option<Vec<String>>,
    /// The share of the population that is in the table, to estimate how many are unique in the
    /// population
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
pub(crate) struct Compare {
    /// The recipe (TOML) that names the table; paths in it are relative to it
    pub(crate) recipe: PathBuf,
    /// Released tables of it, or their certificates or records
    #[arg(required = true, value_name = "RELEASE")]
    pub(crate) releases: Vec<PathBuf>,
    /// Compare with this table instead of the one the recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Also write a page with pictures; only its owner can read it, since its figures tell about
    /// those left out
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the page if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Frontier {
    /// The recipe (TOML) that names the table; paths in it are relative to it
    pub(crate) recipe: PathBuf,
    /// Thresholds between nothing and all of the utility
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) points: u64,
    /// Optimizers to compare: auto, exhaustive, best-first, aruba, branch-and-bound, genetic, pool
    #[arg(
        long,
        value_name = "WORD",
        value_delimiter = ',',
        default_value = "auto,genetic"
    )]
    pub(crate) optimizers: Vec<String>,
    /// Solve so many distinct records, spread over the table; 0 for all
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) records: u64,
    /// Take this table instead of the one the recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Also write a page with a picture; only its owner can read it
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the page if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Sample {
    /// Which sample: census, hospital
    pub(crate) name: String,
    /// Number of rows [default: 20000 of census, 300000 of hospital]
    #[arg(long)]
    pub(crate) rows: Option<u64>,
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
            Command::Init(a) => &a.shared,
            Command::Anonymize(a) => &a.shared,
            Command::Apply(a) => &a.shared,
            Command::Check(a) => &a.shared,
            Command::Inspect(a) => &a.shared,
            Command::Verify(a) => &a.shared,
            Command::Compare(a) => &a.shared,
            Command::Frontier(a) => &a.shared,
            Command::Atlas(a) => match &a.command {
                AtlasCommand::Build(a) => &a.shared,
                AtlasCommand::Info(a) => &a.shared,
            },
            Command::Ask(a) => &a.shared,
            Command::Prefer(a) => &a.shared,
            Command::Explore(a) => &a.shared,
            Command::Session(a) => &a.command.common().shared,
            Command::Sample(a) => &a.shared,
            Command::Demo(a) => &a.shared,
            Command::Completions(a) => &a.shared,
            Command::Man(a) => &a.shared,
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
        given
            .parse()
            .ok()
            .filter(|&n: &usize| n <= 1024)
            .ok_or_else(|| {
                Error::usage(format!(
                    "--threads is `{given}`; it must be a whole number from 0 to 1024"
                ))
                .hint("0 uses one thread per core")
            })
    }
}
