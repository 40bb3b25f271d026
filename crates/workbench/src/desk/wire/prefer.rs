//! Aspirations in two measures.

use super::node::Sentence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MeasureWords {
    /// Its name in recipes.
    pub name: String,
    /// What it tells.
    pub words: String,
}

/// An aspiration, and the way to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Aspire {
    /// The two measures, by their names in recipes.
    pub measures: [String; 2],
    /// The point that is aspired to.
    pub to: [f64; 2],
    /// Where the way begins; the node that is looked at without it.
    #[serde(default)]
    pub from: Option<[f64; 2]>,
    /// Aspirations on the way; at most 100.
    #[serde(default = "usual_steps")]
    pub steps: u32,
    /// What decides between equals: `deviation` or `privacy`.
    #[serde(default)]
    pub ties: Option<String>,
}

fn usual_steps() -> u32 {
    10
}

/// A node in two measures.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PreferPoint {
    /// Its levels.
    pub levels: Vec<u8>,
    /// Its measures.
    pub point: [f64; 2],
    /// Its smallest class.
    pub k: u64,
    /// Units of protection that are left out.
    pub units: u64,
    /// How far it is from utopia, for this aspiration.
    pub achievement: f64,
    /// Whether it meets both aspirations.
    pub within_aspiration: bool,
}

/// What an aspiration comes to.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PreferLook {
    /// The aspiration, with where its way begins.
    pub aspire: Aspire,
    /// What the measures tell.
    pub words: [String; 2],
    /// The efficient nodes, by rising first measure.
    pub front: Vec<PreferPoint>,
    /// Nodes within the wishes.
    pub nodes: u64,
    /// What comes closest, or goes furthest beyond; none where nothing is within the wishes.
    pub answer: Option<PreferPoint>,
    /// The different nodes on the way, the first first.
    pub walked: Vec<PreferPoint>,
    /// What the release of the answer would promise and cost.
    pub sentence: Option<Sentence>,
    /// What else is to be said of the measures.
    pub note: Option<String>,
    /// Whether every node was looked at.
    pub proved: bool,
    /// Microseconds of work.
    pub micros: u64,
}
