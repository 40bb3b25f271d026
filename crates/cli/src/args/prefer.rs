//! The flags of `prefer`.

use super::atlas::{Budget, WishFlags};
use super::shared::Shared;
use clap::Args as ClapArgs;
use equipoise::Result;
use equipoise_workbench::{AskOptions, AspireTexts, AtlasOptions, WishTexts};
use std::io::IsTerminal;
use std::path::PathBuf;

/// What is not said is as in `[preference]` of the recipe. Without flags, on a terminal, a dialogue
/// is held.
#[derive(Debug, ClapArgs)]
pub(crate) struct Prefer {
    /// A recipe (TOML), or an atlas
    #[arg(required_unless_present = "session")]
    pub(crate) source: Option<PathBuf>,
    /// What is aspired to: a measure and a number, given twice. Measures: necd, highest-risk,
    /// average-risk, uniqueness, suppression, loss, nwp, precision, aecs, discernibility, entropy,
    /// height
    #[arg(long, value_name = "MEASURE=NUMBER")]
    aspire: Vec<String>,
    /// Where the way to it begins, in the same measures [default: the node that is looked at, or
    /// where the efficient nodes end]
    #[arg(long, value_name = "MEASURE=NUMBER")]
    from: Vec<String>,
    /// Aspirations along the way, the last of which is the one that is aspired to [default: 10]
    #[arg(long, value_name = "N")]
    steps: Option<String>,
    /// What decides between equals: deviation (the least of both measures) or privacy (the largest
    /// smallest class)
    #[arg(long, value_name = "WHAT")]
    ties: Option<String>,
    /// Divide the weights of columns by their sum, where they are neither equal nor sum to one
    #[arg(long)]
    normalize: bool,
    /// Choose from the nodes of the lattice, exactly, or from free partitions, by search [default:
    /// as in the recipe, else lattice]
    #[arg(long, value_name = "WHAT", value_parser = ["lattice", "partitions"])]
    pub(crate) over: Option<String>,
    /// Keep the aspiration and what comes of it in the file of a session, which begins with it if
    /// there is none; over the lattice
    #[arg(long, value_name = "FILE")]
    pub(crate) session: Option<PathBuf>,
    /// First go to this one of those found along the last way of the session, counted from 1; over
    /// partitions: export this one of those found along the way instead of the answer
    #[arg(long, value_name = "N")]
    pub(crate) pick: Option<usize>,
    /// Write a recipe that aspires to this, and so releases the answer; it keeps what the recipe
    /// asks for, so it goes with no wishes
    #[arg(long, value_name = "RECIPE", conflicts_with = "session")]
    pub(crate) export: Option<PathBuf>,
    /// Replace a recipe that exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Hold the dialogue although there are flags, or no terminal
    #[arg(long, conflicts_with_all = ["export", "pick", "json"])]
    dialogue: bool,
    #[command(flatten)]
    wishes: WishFlags,
    #[command(flatten)]
    budget: Budget,
    /// Let error messages show cell values
    #[arg(long)]
    pub(crate) show_values: bool,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

impl Prefer {
    pub(crate) fn wishes(&self) -> WishTexts {
        self.wishes.texts()
    }

    pub(crate) fn aspire(&self) -> AspireTexts {
        AspireTexts {
            aspire: self.aspire.clone(),
            from: self.from.clone(),
            steps: self.steps.clone(),
            ties: self.ties.clone(),
            normalize: self.normalize,
        }
    }

    pub(crate) fn options(&self) -> Result<AskOptions> {
        Ok(AskOptions {
            atlas: AtlasOptions {
                show_values: self.show_values,
                ..self.budget.options()?
            },
            ..AskOptions::default()
        })
    }

    /// Whether a budget for an atlas is given.
    pub(crate) fn has_budget(&self) -> bool {
        self.budget.is_given()
    }

    /// Whether a dialogue was asked for.
    pub(crate) fn wants_dialogue(&self) -> bool {
        self.dialogue
    }

    /// Whether a dialogue is to be held: where nothing was said and somebody sits at a terminal.
    pub(crate) fn is_dialogue(&self) -> bool {
        let is_silent = self.aspire.is_empty()
            && self.pick.is_none()
            && self.export.is_none()
            && !self.shared.json
            && !self.shared.quiet;
        self.dialogue
            || is_silent && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
    }
}
