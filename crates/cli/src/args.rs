//! All commands and flags, declared once.

pub(crate) mod session;

use crate::commands::ask::Again;
use clap::{Args as ClapArgs, Parser, Subcommand};
use equipoise::{AskOptions, AtlasOptions, Error, Limit, Result, Unseen, WishTexts};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

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
    Verify(Verify),
    /// Look at every node of a table once and keep what was found, so that questions are answered at once
    Atlas(Atlas),
    /// Ask what a wish would cost: the best levels within it, or what would have to give
    Ask(Box<Ask>),
    /// Record a negotiation with an atlas: candidates, notes, a decision, and the recipe that releases it
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
pub(crate) struct Init {
    /// The table: a file, or a folder of files that are one table
    pub(crate) table: PathBuf,
    /// Write the recipe here; hierarchies go beside it [default: recipe.toml beside the table]
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
    /// The column that tells persons apart, where they have several rows [default: one is looked for]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) person: Option<String>,
    /// Nobody stands in a class of fewer than so many
    #[arg(long, value_name = "N", default_value = "5")]
    k: String,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Init {
    pub(crate) fn k(&self) -> Result<u64> {
        let accepted = |k: &u64| *k >= 2;
        let wrong = || Error::usage(format!("--k is `{}`; it must be a whole number of at least 2", self.k));
        self.k.parse().ok().filter(accepted).ok_or_else(wrong)
    }
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
    /// Where hierarchy files lack values of the table, write files to fill in
    #[arg(long)]
    pub(crate) stub: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Anonymize {
    pub(crate) fn max_suppression(&self) -> Result<Option<Limit>> {
        limit(self.max_suppression.as_deref())
    }
}

fn limit(text: Option<&str>) -> Result<Option<Limit>> {
    text.map(Limit::parse).transpose().map_err(|e| e.at("--max-suppression"))
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
pub(crate) struct Apply {
    /// The recipe (TOML) of the earlier release
    pub(crate) recipe: PathBuf,
    /// The internal record of the earlier release; without it, the one beside the output that the recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// The new rows
    #[arg(long, value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Where the new release goes
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// What becomes of values that the earlier release has no label for
    #[arg(long, value_name = "HOW", default_value = "refuse", value_parser = ["refuse", "drop", "generalize"])]
    unseen: String,
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

impl Apply {
    pub(crate) fn max_suppression(&self) -> Result<Option<Limit>> {
        limit(self.max_suppression.as_deref())
    }

    pub(crate) fn unseen(&self) -> Unseen {
        match self.unseen.as_str() {
            "drop" => Unseen::Drop,
            "generalize" => Unseen::Generalize,
            _ => Unseen::Refuse,
        }
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
pub(crate) struct Atlas {
    #[command(subcommand)]
    pub(crate) command: AtlasCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    /// Build the atlas of a table; a run that was stopped goes on where it ended
    Build(AtlasBuild),
    /// Say what an atlas is
    Info(AtlasInfo),
}

/// How much an atlas may cost. Each also makes it a partial one: nodes without a record are looked at when they are asked for.
#[derive(Debug, ClapArgs)]
pub(crate) struct Budget {
    /// Look at no more than so many nodes, the most telling ones
    #[arg(long, value_name = "N")]
    max_nodes: Option<String>,
    /// Look at nodes for no longer than this
    #[arg(long, value_name = "SECONDS")]
    max_time: Option<String>,
    /// Keep no more than so many bytes; K, M and G are accepted behind the number
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct AtlasBuild {
    /// The recipe (TOML); paths in it are relative to it
    pub(crate) recipe: PathBuf,
    /// Write the atlas here instead of beside the recipe
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Read this table instead of the one the recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// A loss to keep beside that of the recipe; may be given several times
    #[arg(long = "loss", value_name = "NAME")]
    pub(crate) losses: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    /// Replace an atlas that exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct AtlasInfo {
    /// The atlas
    pub(crate) atlas: PathBuf,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

/// What is not wished for is as in the recipe.
#[derive(Debug, ClapArgs)]
pub(crate) struct Ask {
    /// An atlas, or a recipe (TOML): its atlas is used where it lies beside it, and made on the spot where it does not
    #[arg(required_unless_present = "session")]
    pub(crate) source: Option<PathBuf>,
    /// Keep the wish and its answer in the file of a session, which begins with it if there is none; a session knows its atlas, which
    /// need not be named again
    #[arg(long, value_name = "FILE", conflicts_with = "as_in_source")]
    pub(crate) session: Option<PathBuf>,
    /// Each row shares its quasi-identifiers with at least so many, itself included
    #[arg(long, value_name = "N")]
    k: Option<String>,
    /// l of l-diversity of a column; may be given several times
    #[arg(long, value_name = "COLUMN=N")]
    l: Vec<String>,
    /// t of t-closeness of a column; may be given several times
    #[arg(long, value_name = "COLUMN=T")]
    t: Vec<String>,
    /// The threshold of any model, as MODEL=VALUE, MODEL:COLUMN=VALUE or MODEL:COLUMN:VARIANT=VALUE; may be given several times
    #[arg(long, value_name = "MODEL=VALUE")]
    threshold: Vec<String>,
    /// No finer than this level; may be given several times
    #[arg(long, value_name = "COLUMN=LEVEL")]
    min_level: Vec<String>,
    /// No coarser than this level; may be given several times
    #[arg(long, value_name = "COLUMN=LEVEL")]
    max_level: Vec<String>,
    /// Leave out at most so many rows or persons: a number (12), or a share with a decimal point (0.02)
    #[arg(long, value_name = "LIMIT")]
    max_suppression: Option<String>,
    /// Lose no more than this
    #[arg(long, value_name = "LOSS")]
    max_loss: Option<String>,
    /// The sum of levels is at most this
    #[arg(long, value_name = "N")]
    max_height: Option<String>,
    /// What the best answer is: the smallest height (sum of levels), the least suppression, or a loss of the atlas by its name
    /// [default: the loss of the recipe]
    #[arg(long, value_name = "MEASURE")]
    by: Option<String>,
    /// How long nodes without a record may be looked at [default: a moment]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<String>,
    /// Answer as the algorithm of the source does, by height, and count the nodes that it visits
    #[arg(long)]
    as_in_source: bool,
    #[command(flatten)]
    budget: Budget,
    /// Let error messages show cell values
    #[arg(long)]
    show_values: bool,
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

impl Budget {
    /// The options of an atlas with this budget.
    fn options(&self) -> Result<AtlasOptions> {
        Ok(AtlasOptions {
            max_nodes: self.max_nodes.as_deref().map(|text| count("--max-nodes", text)).transpose()?,
            max_time: self.max_time.as_deref().map(|text| seconds("--max-time", text)).transpose()?,
            max_bytes: self.max_bytes.as_deref().map(bytes).transpose()?,
            ..AtlasOptions::default()
        })
    }
}

impl AtlasBuild {
    pub(crate) fn options(&self) -> Result<AtlasOptions> {
        Ok(AtlasOptions {
            output: self.output.clone(),
            losses: self.losses.clone(),
            force: self.force,
            show_values: self.show_values,
            ..self.budget.options()?
        })
    }
}

impl Ask {
    /// What it takes to ask again with other wishes.
    pub(crate) fn again(&self) -> Again {
        let given = [
            ("--patience", &self.patience),
            ("--max-nodes", &self.budget.max_nodes),
            ("--max-time", &self.budget.max_time),
            ("--max-bytes", &self.budget.max_bytes),
        ];
        let given = given.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value.clone()?]));
        let as_in_source = self.as_in_source.then(|| "--as-in-source".to_owned());
        let session = self.session.as_ref().map(|session| format!("--session={}", session.display()));
        let (source, session) = match &self.source {
            Some(source) => (source.display().to_string(), session),
            None => (session.unwrap_or_default(), None),
        };
        Again { source, manner: given.flatten().chain(as_in_source).chain(session).collect() }
    }

    /// The wishes, as they were written.
    pub(crate) fn wishes(&self) -> WishTexts {
        WishTexts {
            k: self.k.clone(),
            l: self.l.clone(),
            t: self.t.clone(),
            thresholds: self.threshold.clone(),
            min_levels: self.min_level.clone(),
            max_levels: self.max_level.clone(),
            max_suppression: self.max_suppression.clone(),
            max_loss: self.max_loss.clone(),
            max_height: self.max_height.clone(),
            by: self.by.clone(),
        }
    }

    pub(crate) fn options(&self) -> Result<AskOptions> {
        Ok(AskOptions {
            atlas: AtlasOptions { show_values: self.show_values, ..self.budget.options()? },
            patience: self.patience.as_deref().map(|text| seconds("--patience", text)).transpose()?,
            as_in_source: self.as_in_source,
        })
    }
}

fn count(flag: &str, text: &str) -> Result<u64> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| Error::usage(format!("{flag} is `{text}`; it must be a whole number of at least 1")))
}

fn seconds(flag: &str, text: &str) -> Result<Duration> {
    let seconds = text.parse().ok().and_then(|s: f64| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| Error::usage(format!("{flag} is `{text}`; it must be a number of seconds")).hint("such as 60, or 0.5"))
}

/// Bytes with a suffix: K, M and G are powers of 1,024.
fn bytes(text: &str) -> Result<u64> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse().ok().and_then(|n: u64| n.checked_mul(1 << shift)).filter(|&n| n > 0);
    bytes.ok_or_else(|| {
        Error::usage(format!("--max-bytes is `{text}`; it must be a whole number of at least 1, and K, M or G may follow"))
            .hint("such as 500M, or 2G")
    })
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
            Command::Atlas(a) => match &a.command {
                AtlasCommand::Build(a) => &a.shared,
                AtlasCommand::Info(a) => &a.shared,
            },
            Command::Ask(a) => &a.shared,
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
        given.parse().ok().filter(|&n: &usize| n <= 1024).ok_or_else(|| {
            Error::usage(format!("--threads is `{given}`; it must be a whole number from 0 to 1024")).hint("0 uses one thread per core")
        })
    }
}
