//! Where a session stands, what is exported, what is released.

use super::look::Look;
use super::node::{Node, PageMeasured, PageRisk, PageWishes, Sentence};
use super::prefer::Aspire;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Where a negotiation stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct PageSession {
    /// Its file.
    pub file: String,
    /// Names this moment of it; steps can be refused to whoever saw another one.
    pub moment: String,
    /// All steps, those that were undone last.
    pub steps: Vec<Recorded>,
    /// How many of the steps count.
    pub cursor: usize,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to do again.
    pub can_redo: bool,
    /// What the next undo takes back.
    pub undoes: Option<String>,
    /// What the next redo does again.
    pub redoes: Option<String>,
    /// What is wished for.
    pub wishes: PageWishes,
    /// The node that is looked at; none where the last wish was not met.
    pub current: Option<Vec<u8>>,
    /// What was aspired to last, where that is where it stands.
    pub aspired: Option<Aspire>,
    /// What is compared.
    pub candidates: Vec<PageCandidate>,
    /// What was written down.
    pub notes: Vec<Note>,
    /// What is released, and why.
    pub decision: Option<PageDecision>,
}

/// A step, told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Recorded {
    /// Its number, from 1.
    pub number: usize,
    /// `wish`, `prefer`, `accept`, `choose`, `keep`, `rename`, `remove`, `note` or `decide`.
    pub kind: &'static str,
    /// A sentence.
    pub text: String,
    /// False for a step that was undone and can be done again.
    pub is_done: bool,
}

/// A node that is kept for comparison.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Candidate)]
pub struct PageCandidate {
    /// Its name.
    pub name: String,
    /// The node.
    pub node: Node,
    /// Per model the threshold that it was judged by.
    pub thresholds: Vec<String>,
    /// What its release would promise and cost.
    pub sentence: Sentence,
    /// What the models measure on what stays of it.
    pub measured: Vec<PageMeasured>,
    /// How likely a released record is identified.
    pub risk: Option<PageRisk>,
    /// What was written down about it.
    pub notes: Vec<String>,
}

/// Something that was written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Note {
    /// The candidate that it is about; none for the whole.
    pub about: Option<String>,
    /// The text.
    pub text: String,
}

/// What is released, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Decision)]
pub struct PageDecision {
    /// The candidate; none for the node that was looked at.
    pub candidate: Option<String>,
    /// Its levels.
    pub levels: Vec<u8>,
    /// Why.
    pub because: String,
}

/// A session and what is seen of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Stand {
    /// Where the negotiation stands.
    pub session: PageSession,
    /// What is seen there.
    pub look: Look,
}

/// A recipe and command lines that reproduce what is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Export {
    /// The candidate; none for the node that is looked at.
    pub candidate: Option<String>,
    /// Where a release writes the recipe.
    pub recipe_path: String,
    /// Its text.
    pub recipe: String,
    /// The command line that releases it.
    pub command: String,
    /// The command line that asks the wish it came from.
    pub ask: Option<String>,
    /// What the release will be.
    pub node: Node,
    /// What deserves a second look.
    pub warnings: Vec<String>,
}

/// A release that was written.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Published)]
pub struct PublishedFiles {
    /// The recipe that was written and run.
    pub recipe_path: String,
    /// The command line that releases the same.
    pub command: String,
    /// What `anonymize --json` prints.
    pub outcome: Value,
    /// The files that were written.
    pub files: Vec<PageFile>,
}

/// A file of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = File)]
pub struct PageFile {
    /// `release`, `certificate`, `record` or `report`.
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub path: String,
    /// Its size.
    pub bytes: u64,
}
