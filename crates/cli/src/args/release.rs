//! `init`, `anonymize` and `apply`: from a table to a release.

use super::shared::Shared;
use clap::Args as ClapArgs;
use equipoise::{Error, Limit, Result, RunOptions, Unseen};
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
pub(crate) struct Init {
    /// The table: a file, or a folder of files that are one table
    pub(crate) table: PathBuf,
    /// Write the recipe here; hierarchies go beside it [default: recipe.toml beside the table]
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
    /// The column that tells persons apart, where they have several rows [default: one is looked
    /// for]
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
        let wrong = || {
            Error::usage(format!(
                "--k is `{}`; it must be a whole number of at least 2",
                self.k
            ))
        };
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
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Where hierarchy files lack values of the table, write files to fill in
    #[arg(long)]
    pub(crate) stub: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

/// How every release is written.
#[derive(Debug, ClapArgs)]
pub(crate) struct Writing {
    /// Let at most so many rows or persons be left out: a number (12), or a share with a decimal
    /// point (0.02)
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
}

impl Writing {
    pub(crate) fn max_suppression(&self) -> Result<Option<Limit>> {
        self.max_suppression
            .as_deref()
            .map(Limit::parse)
            .transpose()
            .map_err(|e| e.at_key("{}: ", "--max-suppression"))
    }

    pub(crate) fn options(&self) -> RunOptions {
        RunOptions {
            force: self.force,
            show_values: self.show_values,
            internal: self.internal,
            ..RunOptions::default()
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Apply {
    /// The recipe (TOML) of the earlier release
    pub(crate) recipe: PathBuf,
    /// The internal record of the earlier release; without it, the one beside the output that the
    /// recipe names
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// The new rows
    #[arg(long, value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Where the new release goes
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Values that did not occur in the table of the earlier release: refuse them, drop their rows,
    /// or generalize them by the recipe's rules and hierarchy files
    #[arg(long, value_name = "HOW", default_value = "refuse", value_parser = ["refuse", "drop", "generalize"])]
    unseen: String,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Apply {
    pub(crate) fn unseen(&self) -> Unseen {
        match self.unseen.as_str() {
            "drop" => Unseen::Drop,
            "generalize" => Unseen::Generalize,
            _ => Unseen::Refuse,
        }
    }
}
