//! Privacy models: what a class must fulfil, with a score, a verdict and a witness.
//!
//! Models see codes and counts, never strings. Counts are integers and most scores exact fractions
//! of them, compared by cross multiplication. Where a score needs logarithms, it is rounded so that
//! doubt counts against the class.
//!
//! # Four kinds of models
//!
//! | trait | judges |
//! |---|---|
//! | [`ClassModel`] | each class by itself |
//! | [`SupersetModel`] | a class against the classes of coarser nodes that contain it |
//! | [`JointModel`] | groups that cut across classes, in rounds |
//! | [`TableModel`] | the sizes of all classes together; the smallest classes are suppressed first |
//!
//! A [`Score`] is the strictest parameter that a class meets. The [`Spectrum`] of a node, units by
//! score, therefore answers every threshold at once. A [`Panel`] judges by all models of a recipe
//! and says for each what it measured and on which class.
//!
//! # Pruning without monotonicity
//! A search may rule out finer nodes by a model that is not monotone under merging, if the score is
//! convex in the distribution of a class: [`ClassModel::lost_within`] bounds what any division of a
//! class must lose, and `lost.rs` has the argument.

mod alpha_k;
mod checks;
mod closeness;
mod disclosure;
mod distance;
mod divergence;
mod diversity;
mod divided;
mod further;
mod grid;
mod information;
mod k_anonymity;
mod km;
mod kmap;
mod likeness;
mod limit;
mod line;
mod lkc;
mod lost;
mod model;
mod mover;
mod nt_closeness;
mod panel;
mod population_uniqueness;
mod presence;
mod reference;
mod score;
mod scratch;
mod smoothed;
mod spectrum;
mod table_risk;
mod verdict;
mod whole;

pub use alpha_k::AlphaKAnonymity;
pub use closeness::TCloseness;
pub use disclosure::{DeltaDisclosure, Log, SemanticPrivacy};
pub use distance::Distance;
pub use divergence::{js, kl};
pub use diversity::{
    DistinctDiversity, EntropyDiversity, EntropyEstimator, ProbabilisticDiversity,
    RecursiveDiversity,
};
pub use divided::{Divided, Unit};
pub use grid::Grid;
pub use information::{InformationUtility, entropy, information_utility, split_utility};
pub use k_anonymity::KAnonymity;
pub use km::KmAnonymity;
pub use kmap::{EstimatedKMap, KMap, PopulationEstimator};
pub use likeness::{BetaLikeness, Likeness};
pub use lkc::LkcPrivacy;
pub use model::{
    Alone, AnyModel, Bound, Class, ClassModel, JointClasses, JointModel, Monotone, SupersetModel,
    Supersets, TableModel,
};
pub use nt_closeness::NtCloseness;
pub use panel::Panel;
pub use population_uniqueness::PopulationUniqueness;
pub use presence::DeltaPresence;
pub use score::Score;
pub use smoothed::{Smoothed, SmoothedCloseness};
pub use spectrum::Spectrum;
pub use table_risk::{AverageRisk, SampleUniqueness};
pub use verdict::{Judgement, Verdict, Witness};
