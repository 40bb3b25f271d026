//! Nodes, and what is said of a node.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything that is wished for at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Wishes)]
pub struct PageWishes {
    /// Per model its threshold as a decimal number.
    pub thresholds: Vec<String>,
    /// Per column the finest level that is wished for.
    pub low: Vec<u8>,
    /// Per column the coarsest level that is accepted.
    pub high: Vec<u8>,
    /// How many units may be left out.
    pub max_units: u64,
    /// The greatest loss.
    #[serde(default)]
    pub max_loss: Option<f64>,
    /// The greatest sum of levels.
    #[serde(default)]
    pub max_height: Option<u32>,
    /// What the best answer is: a loss, `height` or `suppression`.
    pub by: String,
}

/// A node of the lattice under given thresholds.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Node {
    /// Its levels, which name it.
    pub levels: Vec<u8>,
    /// The sum of its levels.
    pub height: u32,
    /// Units of protection that are left out.
    pub units: u64,
    /// Rows that are left out.
    pub rows: u64,
    /// Classes that stay.
    pub classes: u64,
    /// Per loss its value; none where nothing stays and the loss has no end.
    pub losses: Vec<Option<f64>>,
}

/// What a release promises and costs, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sentence {
    /// The whole sentence.
    pub text: String,
    /// What it promises.
    pub privacy: String,
    /// Who is left out.
    pub left_out: String,
    /// How fine its columns are.
    pub levels: String,
}

/// What a model measures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Measured)]
pub struct PageMeasured {
    /// The number of the model.
    pub model: usize,
    /// Its threshold.
    pub asked: String,
    /// What is measured on the classes that stay; none where none stays.
    pub measured: Option<String>,
    /// Whether that is within the threshold.
    pub met: bool,
}

/// How likely somebody who is known to be in the release is identified.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Risk)]
pub struct PageRisk {
    /// In the smallest class.
    pub highest: f64,
    /// On the average over released rows; none where persons have several rows.
    pub average: Option<f64>,
}

/// A column that changes its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Change)]
pub struct PageChange {
    /// The column.
    pub column: usize,
    /// Its level before.
    pub from: u8,
    /// Its level now.
    pub to: u8,
}

/// What is reachable with a level required.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Stop)]
pub struct PageStop {
    /// The level.
    pub level: u8,
    /// `reached`, `unreachable`, or `open` where not all that matters is known.
    pub state: &'static str,
    /// The best value that was found.
    pub value: Option<f64>,
    /// Where it is open: nothing can be better than this.
    pub bound: Option<f64>,
    /// The node that has the value.
    pub levels: Option<Vec<u8>>,
    /// Why it cannot be reached.
    pub reason: Option<String>,
}
