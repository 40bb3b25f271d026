//! Names of models, of their variants and of their estimators.

use crate::parameters::{
    CellReading, EntropyEstimator, Likeness, MapEstimator, UniquenessEstimator,
};
use crate::word::named;
use serde::{Deserialize, Serialize};

named! {
    /// A privacy model.
    Model {
        /// k-anonymity, of whole rows or of rows with suppressed cells.
        KAnonymity = "k-anonymity",
        /// The size of buckets.
        BucketSize = "bucket-size",
        /// l-diversity in one of its variants.
        LDiversity = "l-diversity",
        /// (alpha, k)-anonymity.
        AlphaKAnonymity = "alpha-k-anonymity",
        /// t-closeness.
        TCloseness = "t-closeness",
        /// Semantic privacy.
        SemanticPrivacy = "semantic-privacy",
        /// delta-disclosure privacy.
        DeltaDisclosure = "delta-disclosure",
        /// beta-likeness.
        BetaLikeness = "beta-likeness",
        /// The share of units that are alone in their class.
        SampleUniqueness = "sample-uniqueness",
        /// Classes for each unit.
        AverageRisk = "average-risk",
        /// The estimated share of unique units in the population.
        PopulationUniqueness = "population-uniqueness",
        /// k-map.
        KMap = "k-map",
        /// delta-presence.
        DeltaPresence = "delta-presence",
        /// (n, t)-closeness.
        NtCloseness = "nt-closeness",
        /// LKC-privacy.
        LkcPrivacy = "lkc-privacy",
        /// k^m-anonymity.
        KmAnonymity = "km-anonymity",
    }
}

named! {
    /// A variant of l-diversity.
    Diversity {
        /// Distinct values.
        Distinct = "distinct",
        /// The share of the most frequent value.
        Probabilistic = "probabilistic",
        /// The entropy of the values.
        Entropy = "entropy",
        /// The most frequent value against the rare ones.
        Recursive = "recursive",
    }
}

/// A variant of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Variant {
    /// Of l-diversity.
    Diversity(Diversity),
    /// Of beta-likeness.
    Likeness(Likeness),
    /// Of k-anonymity with suppressed cells.
    Cells(CellReading),
}

impl Variant {
    /// Its name in recipes and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Diversity(variant) => variant.name(),
            Variant::Likeness(variant) => variant.name(),
            Variant::Cells(variant) => variant.name(),
        }
    }
}

/// An estimator of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Estimator {
    /// Of an entropy.
    Entropy(EntropyEstimator),
    /// Of population uniqueness.
    Uniqueness(UniquenessEstimator),
    /// Of the size of a class in the population.
    Map(MapEstimator),
}
