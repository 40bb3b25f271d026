//! Names of the losses, and the options of a loss.

use std::fmt::Debug;

/// The names of the losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Share of the domain that a released value covers, the default.
    Loss,
    /// Normalized weighted penalty: share of the values that occur which a released value covers.
    Nwp,
    /// Level over height.
    Precision,
    /// Average equivalence class size.
    Aecs,
    /// Squared class sizes.
    Discernibility,
    /// Bits lost per cell.
    Entropy,
    /// Sum of levels.
    Height,
}

impl Metric {
    /// All metrics with their names in recipes.
    pub const NAMES: [(&'static str, Metric); 7] = [
        ("loss", Metric::Loss),
        ("nwp", Metric::Nwp),
        ("precision", Metric::Precision),
        ("aecs", Metric::Aecs),
        ("discernibility", Metric::Discernibility),
        ("entropy", Metric::Entropy),
        ("height", Metric::Height),
    ];

    /// The name in recipes.
    pub fn name(self) -> &'static str {
        Metric::NAMES
            .iter()
            .find(|(_, m)| *m == self)
            .expect("every metric has a name")
            .0
    }

    /// The metric with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Metric::NAMES.iter().find(|m| m.0 == name).map(|m| m.1)
    }

    /// True when the loss is put together from a value per attribute, so that weights and
    /// aggregation have a meaning.
    pub fn per_attribute(self) -> bool {
        matches!(
            self,
            Metric::Loss | Metric::Nwp | Metric::Precision | Metric::Entropy
        )
    }
}

/// Which loss, and how its parts are weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct LossOptions {
    /// The metric.
    pub metric: Metric,
    /// How the values of the attributes become one; each metric has its own default.
    pub aggregation: Option<Aggregation>,
    /// A weight per attribute; empty means equal weights.
    pub weights: Vec<f64>,
    /// From 0 (only generalization counts) to 1 (only suppression counts); 0.5 weighs both fully.
    pub suppression_weight: f64,
}

impl Default for LossOptions {
    fn default() -> Self {
        LossOptions {
            metric: Metric::Loss,
            aggregation: None,
            weights: Vec::new(),
            suppression_weight: 0.5,
        }
    }
}

/// How the values v of the attributes, with weights w, become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// prod((1 + v)^(w / sum w)) - 1.
    Geometric,
    /// sum(w v) / sum w.
    Arithmetic,
    /// sum(w v).
    Sum,
    /// max(w v).
    Max,
}

impl Aggregation {
    /// All aggregations with their names in recipes.
    pub const NAMES: [(&'static str, Aggregation); 4] = [
        ("geometric", Aggregation::Geometric),
        ("arithmetic", Aggregation::Arithmetic),
        ("sum", Aggregation::Sum),
        ("max", Aggregation::Max),
    ];

    /// The name in recipes.
    pub fn name(self) -> &'static str {
        Aggregation::NAMES
            .iter()
            .find(|(_, a)| *a == self)
            .expect("every aggregation has a name")
            .0
    }

    /// The aggregation with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Aggregation::NAMES.iter().find(|a| a.0 == name).map(|a| a.1)
    }
}
