//! Risks as an audience may see them. What that is: `risk_mask`.

use crate::mask::Count;
use crate::risk_facts::Reference;
use crate::words::word;
use equipoise_recipe::UniquenessEstimator;
use serde::{Serialize, Serializer};

/// Risks of input and release.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RisksView {
    /// The input, where it is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<RiskView>,
    /// The release.
    pub after: RiskView,
    /// What the classes of the release give away about each sensitive column.
    pub audits: Vec<AuditView>,
}

/// Risks of one table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskView {
    /// Somebody who looks for a person known to be in the table.
    pub prosecutor: ProsecutorView,
    /// Somebody with a register of the population who does not know who is in the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journalist: Option<JournalistView>,
    /// Somebody who links every row with a register of the same people, and wants many right links.
    pub marketer: MarketerView,
    /// Units that look like no other.
    pub sample_uniques: UnitsView,
    /// Estimated shares of the population that are unique in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub population_uniques: Vec<EstimateView>,
}

/// The chance to pick the right one of a class for somebody known to be in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProsecutorView {
    /// One over the smallest size.
    pub highest: Option<f64>,
    /// The average over units: classes over units.
    pub average: Option<f64>,
    /// One over the largest size.
    pub lowest: Option<f64>,
    /// How many have a risk above a threshold.
    pub above: Vec<RiskAbove>,
}

/// How many have a risk above a threshold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskAbove {
    /// The threshold.
    pub threshold: f64,
    /// How many.
    #[serde(flatten)]
    pub counted: UnitsView,
}

/// A number of units.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitsView {
    /// The units.
    pub units: Count,
    /// Their share of all units.
    pub share: Option<f64>,
}

/// The chance that a row belongs to a person of a register.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JournalistView {
    /// The greatest.
    pub highest: Option<f64>,
    /// The average over units.
    pub average: Option<f64>,
    /// How many have a risk above the threshold.
    pub above: RiskAbove,
    /// Units that are alone in the population.
    pub population_uniques: UnitsView,
}

/// How many links with a register are right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarketerView {
    /// Right links expected: one for each class.
    pub expected: Option<u64>,
    /// Their share of all units.
    pub share: Option<f64>,
}

/// An estimated share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EstimateView {
    /// The estimator.
    #[serde(serialize_with = "word")]
    pub estimator: UniquenessEstimator,
    /// The share; none where it is masked.
    pub share: Option<f64>,
    /// Why another estimate stands in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fell_back: Option<String>,
}

/// What classes give away about a sensitive column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditView {
    /// The column.
    pub column: String,
    /// Classes with one known value.
    pub homogeneity: ExposedView,
    /// Classes in which a value is far more frequent than in the whole table.
    pub skewness: SkewnessView,
    /// Classes whose values lie under one label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<SimilarityView>,
}

/// Classes that an attack succeeds on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExposedView {
    /// Their number; none where the units are masked.
    pub classes: Option<u64>,
    /// The units in them.
    #[serde(flatten)]
    pub counted: UnitsView,
}

/// Classes in which a value is far more frequent than in the whole table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkewnessView {
    /// The whole table that classes are compared with.
    pub reference: Reference,
    /// A value counts from so many times its share in the whole table on.
    pub factor: f64,
    /// And from this share of the class on.
    pub least_share: f64,
    /// The greatest factor; in JSON the text `infinite` where the table does not have the value.
    #[serde(serialize_with = "number_or_infinite")]
    pub worst: Option<f64>,
    /// The classes.
    #[serde(flatten)]
    pub exposed: ExposedView,
}

/// Classes whose values lie under one label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimilarityView {
    /// The level of the label.
    pub level: u8,
    /// The classes.
    #[serde(flatten)]
    pub exposed: ExposedView,
}

fn number_or_infinite<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) if number.is_infinite() => serializer.serialize_str("infinite"),
        other => other.serialize(serializer),
    }
}
