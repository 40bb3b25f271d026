//! The task of a classifier.

use crate::usefulness::view::ColumnPlace;

/// A column to be predicted, cross-validated.
///
/// # Formula
/// Rows are dealt into folds at random, such that each fold has its share of every value of the
/// target. For each fold a model is trained on the rows of the others and predicts those of this
/// one. The accuracy is the share of rows that are predicted right. Where the target is a
/// quasi-identifier, a model trained on the release predicts a run of values; if the truth is one
/// of m values of the run, it is right by 1/m.
///
/// # Source
/// Li's thesis on publishing, sections 4.5 and 2.6 for the set-up; Quinlan, C4.5, 1993.
///
/// # Cost
/// O(folds x columns x rows x depth) for trees, without the depth for naive Bayes; equal rows are
/// counted once. Folds are shared among threads.
///
/// # Numerics
/// The same for the same seed, on any number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// What is predicted.
    pub target: ColumnPlace,
    /// From what.
    pub features: Vec<ColumnPlace>,
    /// Number of folds, at least 2.
    pub folds: usize,
    /// Folds are the same for the same seed.
    pub seed: u64,
}
