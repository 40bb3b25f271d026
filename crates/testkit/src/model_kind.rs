//! The kinds of models that can be drawn.

use crate::case::Case;
use crate::model::{OracleDistance, OracleEstimator, OracleModel};

/// The kinds of models that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelKind {
    /// k-anonymity.
    K,
    /// Distinct l-diversity.
    DistinctL,
    /// t-closeness by moving mass.
    T,
    /// t-closeness with the smoothed distance.
    SmoothedT,
    /// Probabilistic l-diversity.
    ProbabilisticL,
    /// Entropy l-diversity.
    EntropyL,
    /// Entropy l-diversity with the estimator of Grassberger.
    GrassbergerL,
    /// Recursive (c,l)-diversity.
    RecursiveL,
    /// (alpha,k)-anonymity.
    AlphaK,
    /// Semantic privacy.
    SemanticPrivacy,
    /// delta-disclosure privacy.
    DeltaDisclosure,
    /// Basic beta-likeness.
    BasicBeta,
    /// Enhanced beta-likeness.
    EnhancedBeta,
    /// The share of unique units.
    SampleUniqueness,
    /// The average risk.
    AverageRisk,
    /// k-map.
    KMap,
    /// delta-presence.
    DeltaPresence,
    /// (n,t)-closeness.
    NtCloseness,
    /// LKC-privacy.
    LkcPrivacy,
    /// km-anonymity.
    KmAnonymity,
}

impl ModelKind {
    /// All of them.
    pub const ALL: [ModelKind; 20] = [
        ModelKind::K,
        ModelKind::DistinctL,
        ModelKind::T,
        ModelKind::SmoothedT,
        ModelKind::ProbabilisticL,
        ModelKind::EntropyL,
        ModelKind::GrassbergerL,
        ModelKind::RecursiveL,
        ModelKind::AlphaK,
        ModelKind::SemanticPrivacy,
        ModelKind::DeltaDisclosure,
        ModelKind::BasicBeta,
        ModelKind::EnhancedBeta,
        ModelKind::SampleUniqueness,
        ModelKind::AverageRisk,
        ModelKind::KMap,
        ModelKind::DeltaPresence,
        ModelKind::NtCloseness,
        ModelKind::LkcPrivacy,
        ModelKind::KmAnonymity,
    ];

    /// Those that judge a class by itself and the input.
    pub const OF_CLASSES: &[ModelKind] = Self::ALL.split_at(13).0;

    /// k-anonymity, distinct l-diversity, t-closeness.
    pub const FIRST_THREE: &[ModelKind] = Self::ALL.split_at(3).0;

    /// The kind of a model.
    pub fn of(model: &OracleModel) -> ModelKind {
        match model.inner() {
            OracleModel::K { .. } => ModelKind::K,
            OracleModel::DistinctL { .. } => ModelKind::DistinctL,
            OracleModel::T {
                distance: OracleDistance::Smoothed { .. },
                ..
            } => ModelKind::SmoothedT,
            OracleModel::T { .. } => ModelKind::T,
            OracleModel::ProbabilisticL { .. } => ModelKind::ProbabilisticL,
            OracleModel::EntropyL {
                estimator: OracleEstimator::Shannon,
                ..
            } => ModelKind::EntropyL,
            OracleModel::EntropyL { .. } => ModelKind::GrassbergerL,
            OracleModel::RecursiveL { .. } => ModelKind::RecursiveL,
            OracleModel::AlphaK { .. } => ModelKind::AlphaK,
            OracleModel::SemanticPrivacy { .. } => ModelKind::SemanticPrivacy,
            OracleModel::DeltaDisclosure { .. } => ModelKind::DeltaDisclosure,
            OracleModel::BetaLikeness {
                enhanced: false, ..
            } => ModelKind::BasicBeta,
            OracleModel::BetaLikeness { .. } => ModelKind::EnhancedBeta,
            OracleModel::SampleUniqueness { .. } => ModelKind::SampleUniqueness,
            OracleModel::AverageRisk { .. } => ModelKind::AverageRisk,
            OracleModel::KMap { .. } => ModelKind::KMap,
            OracleModel::DeltaPresence { .. } => ModelKind::DeltaPresence,
            OracleModel::NtCloseness { .. } => ModelKind::NtCloseness,
            OracleModel::LkcPrivacy { .. } => ModelKind::LkcPrivacy,
            OracleModel::KmAnonymity { .. } => ModelKind::KmAnonymity,
            OracleModel::OthersAsQuasi(_) => unreachable!("a part is not divided again"),
        }
    }

    /// True when it judges the values of a sensitive column that is not one of sets.
    pub fn needs_column(self) -> bool {
        let without = [
            ModelKind::K,
            ModelKind::SampleUniqueness,
            ModelKind::AverageRisk,
            ModelKind::KMap,
            ModelKind::DeltaPresence,
            ModelKind::KmAnonymity,
        ];
        !without.contains(&self)
    }

    /// True when it compares with a population.
    pub fn needs_population(self) -> bool {
        matches!(self, ModelKind::KMap | ModelKind::DeltaPresence)
    }

    /// True when it can be asked of parts of classes: what the flag means for the others is not
    /// settled.
    pub(crate) fn can_be_divided(self) -> bool {
        self.needs_column() && !matches!(self, ModelKind::NtCloseness | ModelKind::LkcPrivacy)
    }

    pub(crate) fn fits(self, case: &Case) -> bool {
        (!self.needs_column() || case.sensitive.iter().any(|s| s.items.is_none()))
            && (!self.needs_population() || case.population.is_some())
            && (self != ModelKind::KmAnonymity || case.sensitive.iter().any(|s| s.items.is_some()))
    }
}
