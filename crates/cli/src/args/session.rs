//! The commands and flags of `session`.

use super::shared::Shared;
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

/// A session is the record of a negotiation: `equipoise ask ATLAS --session FILE` begins one. Each
/// step is saved before the command ends, for its owner's eyes only.
#[derive(Debug, ClapArgs)]
pub(crate) struct Session {
    #[command(subcommand)]
    pub(crate) command: SessionCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SessionCommand {
    /// Show the steps, the candidates side by side, notes and the decision
    Show(Common),
    /// Take back what was done last; it can be done again
    Undo(Common),
    /// Do again what was taken back last
    Redo(Common),
    /// Accept a suggestion of the last wish, and ask again with it
    Accept(Accept),
    /// Look at another node: a tie, or a neighbour of the one that is looked at
    Choose(Choose),
    /// Keep the node that is looked at as a candidate
    Keep(Keep),
    /// Give a candidate another name
    Rename(Rename),
    /// Remove a candidate from the comparison
    Remove(Remove),
    /// Write something down
    Note(Note),
    /// Decide on what is released
    Decide(Decide),
    /// Ask every wish again and list what differs: exit code 1 if anything does
    Replay(Common),
    /// Write a recipe that releases a candidate or the decision, and print the command lines
    Export(Export),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Common {
    /// The file of the session
    #[arg(value_name = "FILE")]
    pub(crate) session: PathBuf,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Accept {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Which suggestion: suppression (leave out more), height (coarser), or threshold (weaker
    /// privacy, which needs a reason); where several thresholds are suggested, threshold:MODEL or
    /// threshold:MODEL:COLUMN
    #[arg(value_name = "SUGGESTION")]
    pub(crate) which: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Choose {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Levels that change; all others stay as they are
    #[arg(value_name = "COLUMN=LEVEL", required = true)]
    pub(crate) levels: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Keep {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Its name [default: the next free letter]
    pub(crate) name: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Rename {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The name so far
    pub(crate) from: String,
    /// The name from now on
    pub(crate) to: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Remove {
    #[command(flatten)]
    pub(crate) common: Common,
    /// The name of the candidate
    pub(crate) name: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Note {
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to write down
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,
    /// The candidate that it is about [default: the negotiation as a whole]
    #[arg(long, value_name = "CANDIDATE")]
    pub(crate) about: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Decide {
    #[command(flatten)]
    pub(crate) common: Common,
    /// A candidate by its name [default: the node that is looked at]
    pub(crate) candidate: Option<String>,
    /// Why this and no other
    #[arg(long, value_name = "TEXT")]
    pub(crate) because: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) common: Common,
    /// A candidate by its name [default: what was decided on, or the node that is looked at]
    pub(crate) candidate: Option<String>,
    /// Write the recipe here, in the folder of the original one [default: named after the recipe
    /// and the candidate]
    #[arg(long, value_name = "RECIPE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl SessionCommand {
    pub(crate) fn common(&self) -> &Common {
        match self {
            SessionCommand::Show(common)
            | SessionCommand::Undo(common)
            | SessionCommand::Redo(common)
            | SessionCommand::Replay(common) => common,
            SessionCommand::Accept(a) => &a.common,
            SessionCommand::Choose(a) => &a.common,
            SessionCommand::Keep(a) => &a.common,
            SessionCommand::Rename(a) => &a.common,
            SessionCommand::Remove(a) => &a.common,
            SessionCommand::Note(a) => &a.common,
            SessionCommand::Decide(a) => &a.common,
            SessionCommand::Export(a) => &a.common,
        }
    }
}
