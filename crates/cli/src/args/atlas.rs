//! `atlas` and `ask`.

use super::shared::Shared;
use crate::again::Again;
use clap::{Args as ClapArgs, Subcommand};
use equipoise::{Error, Result};
use equipoise_workbench::{AskOptions, AtlasOptions, WishTexts};
use std::path::PathBuf;
use std::time::Duration;

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

/// How much an atlas may cost. Each also makes it a partial one: nodes without a record are looked
/// at when they are asked for.
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

/// The page is served on this machine only, until Ctrl-C. Its address holds a key that is made anew
/// at each start: whoever has it can see the table.
#[derive(Debug, ClapArgs)]
pub(crate) struct Explore {
    /// A recipe (TOML), an atlas, or a table: the recipe beside it is used, or drafted
    pub(crate) source: PathBuf,
    /// The port [default: 7411, or any that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The file of the session [default: beside the atlas]
    #[arg(long, value_name = "FILE")]
    pub(crate) session: Option<PathBuf>,
    /// The atlas, built where there is none [default: beside the recipe]
    #[arg(long, value_name = "FILE")]
    atlas: Option<PathBuf>,
    /// A loss to keep beside that of the recipe; may be given several times
    #[arg(long = "loss", value_name = "NAME")]
    losses: Vec<String>,
    #[command(flatten)]
    budget: Budget,
    /// Build the atlas again, also where it is up to date
    #[arg(long)]
    force: bool,
    /// Let error messages show cell values
    #[arg(long)]
    show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Explore {
    /// How the atlas is built.
    pub(crate) fn atlas(&self) -> Result<AtlasOptions> {
        Ok(AtlasOptions {
            output: self.atlas.clone(),
            losses: self.losses.clone(),
            force: self.force,
            show_values: self.show_values,
            ..self.budget.options()?
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct AtlasInfo {
    /// The atlas
    pub(crate) atlas: PathBuf,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

/// Wishes, as every command that asks takes them.
#[derive(Debug, ClapArgs)]
pub(crate) struct WishFlags {
    /// Each row shares its quasi-identifiers with at least so many, itself included
    #[arg(long, value_name = "N")]
    k: Option<String>,
    /// l of l-diversity of a column; may be given several times
    #[arg(long, value_name = "COLUMN=N")]
    l: Vec<String>,
    /// t of t-closeness of a column; may be given several times
    #[arg(long, value_name = "COLUMN=T")]
    t: Vec<String>,
    /// The threshold of any model, as MODEL=VALUE, MODEL:COLUMN=VALUE or
    /// MODEL:COLUMN:VARIANT=VALUE; may be given several times
    #[arg(long, value_name = "MODEL=VALUE")]
    threshold: Vec<String>,
    /// No finer than this level; may be given several times
    #[arg(long, value_name = "COLUMN=LEVEL")]
    min_level: Vec<String>,
    /// No coarser than this level; may be given several times
    #[arg(long, value_name = "COLUMN=LEVEL")]
    max_level: Vec<String>,
    /// Leave out at most so many rows or persons: a number (12), or a share with a decimal point
    /// (0.02)
    #[arg(long, value_name = "LIMIT")]
    max_suppression: Option<String>,
    /// Lose no more than this
    #[arg(long, value_name = "LOSS")]
    max_loss: Option<String>,
    /// The sum of levels is at most this
    #[arg(long, value_name = "N")]
    max_height: Option<String>,
}

/// What is not wished for is as in the recipe.
#[derive(Debug, ClapArgs)]
pub(crate) struct Ask {
    /// An atlas, or a recipe (TOML): its atlas is used where it lies beside it, and made on the
    /// spot where it does not
    #[arg(required_unless_present = "session")]
    pub(crate) source: Option<PathBuf>,
    /// Keep the wish and its answer in the file of a session, which begins with it if there is
    /// none; a session knows its atlas, which need not be named again
    #[arg(long, value_name = "FILE", conflicts_with = "as_in_source")]
    pub(crate) session: Option<PathBuf>,
    #[command(flatten)]
    wishes: WishFlags,
    /// What the best answer is: the smallest height (sum of levels), the least suppression, or a
    /// loss of the atlas by its name [default: the loss of the recipe]
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

impl WishFlags {
    pub(super) fn texts(&self) -> WishTexts {
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
            by: None,
        }
    }
}

impl Budget {
    /// Whether any of them is limited.
    pub(super) fn is_given(&self) -> bool {
        self.max_nodes.is_some() || self.max_time.is_some() || self.max_bytes.is_some()
    }

    /// The options of an atlas with this budget.
    pub(super) fn options(&self) -> Result<AtlasOptions> {
        Ok(AtlasOptions {
            max_nodes: self
                .max_nodes
                .as_deref()
                .map(|text| count("--max-nodes", text))
                .transpose()?,
            max_time: self
                .max_time
                .as_deref()
                .map(|text| seconds("--max-time", text))
                .transpose()?,
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
        let given = given
            .into_iter()
            .filter_map(|(flag, value)| Some([flag.to_owned(), value.clone()?]));
        let as_in_source = self.as_in_source.then(|| "--as-in-source".to_owned());
        let session = self
            .session
            .as_ref()
            .map(|session| format!("--session={}", session.display()));
        let (source, session) = match &self.source {
            Some(source) => (source.display().to_string(), session),
            None => (session.unwrap_or_default(), None),
        };
        Again {
            command: "ask",
            source,
            manner: given.flatten().chain(as_in_source).chain(session).collect(),
        }
    }

    /// The wishes, as they were written.
    pub(crate) fn wishes(&self) -> WishTexts {
        WishTexts {
            by: self.by.clone(),
            ..self.wishes.texts()
        }
    }

    pub(crate) fn options(&self) -> Result<AskOptions> {
        Ok(AskOptions {
            atlas: AtlasOptions {
                show_values: self.show_values,
                ..self.budget.options()?
            },
            patience: self
                .patience
                .as_deref()
                .map(|text| seconds("--patience", text))
                .transpose()?,
            as_in_source: self.as_in_source,
        })
    }
}

fn count(flag: &str, text: &str) -> Result<u64> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| {
        Error::usage(format!(
            "{flag} is `{text}`; it must be a whole number of at least 1"
        ))
    })
}

fn seconds(flag: &str, text: &str) -> Result<Duration> {
    let seconds = text
        .parse()
        .ok()
        .and_then(|s: f64| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| {
        Error::usage(format!(
            "{flag} is `{text}`; it must be a number of seconds"
        ))
        .hint("such as 60, or 0.5")
    })
}

/// Bytes with a suffix: K, M and G are powers of 1,024.
fn bytes(text: &str) -> Result<u64> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = digits
        .parse()
        .ok()
        .and_then(|n: u64| n.checked_mul(1 << shift))
        .filter(|&n| n > 0);
    bytes.ok_or_else(|| {
        Error::usage(format!("--max-bytes is `{text}`; it must be a whole number of at least 1, and K, M or G may follow"))
            .hint("such as 500M, or 2G")
    })
}
