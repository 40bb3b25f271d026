//! The task of the search, who decided, and the loss.

use equipoise_recipe::{AggregationChoice, Limit, LossChoice, Method};
use serde::{Serialize, Serializer};
use std::fmt;

/// The task of the search, beside the models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The loss to make small.
    pub loss: LossChoice,
    /// The way attributes were joined, for a loss that is made of them.
    pub aggregation: Option<AggregationChoice>,
    /// The most that may be left out.
    pub limit: Limit,
    /// The units that it allows to leave out; none where that depends on more than the recipe and
    /// the public totals.
    pub allowed_units: Option<u64>,
    /// The method.
    pub method: DecidedBy,
}

/// The origin of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecidedBy {
    /// A search by a method of the recipe.
    Search(Method),
    /// The decision of an earlier release, applied to new rows.
    Apply,
}

impl DecidedBy {
    /// The word of the method in recipes, or `apply`.
    pub fn name(self) -> &'static str {
        match self {
            DecidedBy::Search(method) => method.name(),
            DecidedBy::Apply => "apply",
        }
    }
}

impl fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for DecidedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The loss of a release.
#[derive(Clone, Debug, PartialEq)]
pub struct LossLine {
    /// The metric.
    pub metric: LossChoice,
    /// Its value; none where it reads the input and is not published.
    pub value: Option<f64>,
}
