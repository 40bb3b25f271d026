//! Properties of each model that texts and masking depend on. A new model has to be classified here
//! before this crate compiles.

use equipoise_recipe::{Model, Variant};

/// The parameters that a measured value is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Threshold {
    /// One bound, under its key in recipes.
    One {
        /// The key.
        key: &'static str,
        /// The bound.
        value: String,
    },
    /// A lower and an upper bound.
    Range {
        /// The lower one.
        min: String,
        /// The upper one, which the worst measured value is compared with.
        max: String,
    },
}

impl Threshold {
    pub(crate) fn of(model: &Model) -> Self {
        let one = |key: &'static str, value: &dyn ToString| Threshold::One {
            key,
            value: value.to_string(),
        };
        match model {
            Model::KAnonymity { k } | Model::KmAnonymity { k, .. } | Model::KMap { k, .. } => {
                one("k", k)
            }
            Model::LDiversity {
                variant: Variant::Recursive { c },
                ..
            }
            | Model::LkcPrivacy { c, .. } => one("c", c),
            Model::LDiversity {
                l,
                variant: Variant::Distinct | Variant::Probabilistic | Variant::Entropy { .. },
                ..
            } => one("l", l),
            Model::AlphaKAnonymity { alpha, .. } => one("alpha", alpha),
            Model::TCloseness { t, .. } | Model::NtCloseness { t, .. } => one("t", t),
            Model::SemanticPrivacy { delta, .. } | Model::DeltaDisclosure { delta, .. } => {
                one("delta", delta)
            }
            Model::BetaLikeness { beta, .. } => one("beta", beta),
            Model::SampleUniqueness { threshold }
            | Model::AverageRisk { threshold }
            | Model::PopulationUniqueness { threshold, .. } => one("threshold", threshold),
            Model::DeltaPresence { min, max, .. } => Threshold::Range {
                min: min.to_string(),
                max: max.to_string(),
            },
        }
    }

    /// The bound that the worst measured value is compared with.
    pub(crate) fn decisive(&self) -> &str {
        match self {
            Threshold::One { value, .. } => value,
            Threshold::Range { max, .. } => max,
        }
    }

    /// The bound that the least measured value is compared with, where there is one.
    pub(crate) fn least(&self) -> Option<&str> {
        match self {
            Threshold::One { .. } => None,
            Threshold::Range { min, .. } => Some(min),
        }
    }
}

/// A model that compares a class with the distribution in the input.
///
/// Its measured value, even rounded, can be weighed against what is left out: it gives away the
/// count of a rare value in the input, or the value of the one person who is gone. In the order in
/// which texts name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Comparing {
    T,
    Nt,
    Semantic,
    Delta,
    Beta,
}

impl Comparing {
    /// None for a model that judges a class by itself, or by the population.
    pub(crate) fn of(model: &Model) -> Option<Self> {
        match model {
            Model::TCloseness { .. } => Some(Comparing::T),
            Model::NtCloseness { .. } => Some(Comparing::Nt),
            Model::SemanticPrivacy { .. } => Some(Comparing::Semantic),
            Model::DeltaDisclosure { .. } => Some(Comparing::Delta),
            Model::BetaLikeness { .. } => Some(Comparing::Beta),
            Model::KAnonymity { .. }
            | Model::LDiversity { .. }
            | Model::AlphaKAnonymity { .. }
            | Model::LkcPrivacy { .. }
            | Model::KmAnonymity { .. }
            | Model::SampleUniqueness { .. }
            | Model::AverageRisk { .. }
            | Model::PopulationUniqueness { .. }
            | Model::KMap { .. }
            | Model::DeltaPresence { .. } => None,
        }
    }
}

/// Whether a model judges the table as a whole instead of each class.
pub(crate) fn judges_table(model: &Model) -> bool {
    match model {
        Model::SampleUniqueness { .. }
        | Model::AverageRisk { .. }
        | Model::PopulationUniqueness { .. } => true,
        Model::KAnonymity { .. }
        | Model::LDiversity { .. }
        | Model::AlphaKAnonymity { .. }
        | Model::TCloseness { .. }
        | Model::NtCloseness { .. }
        | Model::SemanticPrivacy { .. }
        | Model::DeltaDisclosure { .. }
        | Model::BetaLikeness { .. }
        | Model::LkcPrivacy { .. }
        | Model::KmAnonymity { .. }
        | Model::KMap { .. }
        | Model::DeltaPresence { .. } => false,
    }
}
