//! Classifiers: how well is a column predicted from the others, before and after?
//!
//! Two of the oldest, because they are understood: a decision tree ([`Learner::Tree`]) and naive
//! Bayes ([`Learner::NaiveBayes`]). Both take a released cell for the run of values it stands for,
//! and both give the same model for a release that equals its original.

mod bayes;
mod folds;
mod predictor;
mod samples;
mod task;
mod tree;

use super::view::{ColumnPlace, Original};
use equipoise_data::{Error, Result};
use equipoise_release::Published;
use predictor::Predictor;
use rayon::prelude::*;
use samples::Samples;
pub use task::Classification;

/// What predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Learner {
    /// A decision tree in the manner of C4.5.
    Tree,
    /// Naive Bayes on counts.
    NaiveBayes,
}

/// Shares of rows that are predicted right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// By always naming the most frequent value.
    pub baseline: f64,
    /// Trained and tested on the original.
    pub original: f64,
    /// Trained and tested on the release. `None` when nothing is released, or the target is recoded
    /// and it is not known which original a released row comes from.
    pub released: Option<f64>,
    /// Trained on the release and tested on the original, rows that are left out included. `None`
    /// when it is not known which original a released row comes from: the same row could be trained
    /// on and tested.
    pub transferred: Option<f64>,
}

impl Learner {
    fn train(self, samples: &Samples, weights: &[u64]) -> Box<dyn Predictor> {
        match self {
            Learner::Tree => Box::new(tree::Tree::train(samples, weights)),
            Learner::NaiveBayes => Box::new(bayes::NaiveBayes::train(samples, weights)),
        }
    }
}

impl Classification {
    /// All four accuracies.
    ///
    /// # Errors
    /// A column that does not exist, a target that is a feature, no features, fewer than two folds
    /// or fewer rows than folds.
    pub fn compare(
        &self,
        learner: Learner,
        original: &Original,
        released: &Published<'_>,
    ) -> Result<Accuracy> {
        let (released, transferred) = self.released(learner, original, released)?;
        Ok(Accuracy {
            baseline: self.baseline(original)?,
            original: self.original(learner, original)?,
            released,
            transferred,
        })
    }

    /// The share of the most frequent value of the target.
    ///
    /// # Errors
    /// As for [`Classification::compare`].
    pub fn baseline(&self, original: &Original) -> Result<f64> {
        self.check(original)?;
        let column = original.column(self.target)?;
        let mut counts = vec![0_u64; column.values as usize];
        column
            .codes
            .iter()
            .for_each(|&code| counts[code as usize] += 1);
        Ok(counts.into_iter().max().unwrap_or(0) as f64 / original.rows() as f64)
    }

    /// The accuracy when trained and tested on the original.
    ///
    /// # Errors
    /// As for [`Classification::compare`].
    pub fn original(&self, learner: Learner, original: &Original) -> Result<f64> {
        self.check(original)?;
        let samples = Samples::of_original(self, original, &self.folds_of(original)?);
        let right = self.right(learner, &samples, &[&samples]);
        Ok(right[0] / original.rows() as f64)
    }

    /// The accuracies when trained on the release: tested on the release, and on the original.
    ///
    /// # Errors
    /// As for [`Classification::compare`].
    pub fn released(
        &self,
        learner: Learner,
        original: &Original,
        released: &Published<'_>,
    ) -> Result<(Option<f64>, Option<f64>)> {
        self.check(original)?;
        let of_originals = self.folds_of(original)?;
        let Some(samples) = Samples::of_release(self, original, released, &of_originals)
            .filter(|_| released.rows() > 0)
        else {
            return Ok((None, None));
        };
        if !released.is_linked() {
            let right = self.right(learner, &samples, &[&samples]);
            return Ok((Some(right[0] / released.rows() as f64), None));
        }
        let tests = Samples::of_original(self, original, &of_originals);
        let right = self.right(learner, &samples, &[&samples, &tests]);
        Ok((
            Some(right[0] / released.rows() as f64),
            Some(right[1] / original.rows() as f64),
        ))
    }

    /// How many rows of each list of tests are predicted right, summed over folds.
    fn right(&self, learner: Learner, training: &Samples, tests: &[&Samples]) -> Vec<f64> {
        let of_fold = |fold: usize| {
            let model = learner.train(training, &training.without(fold));
            tests
                .iter()
                .map(|tests| tests.right(fold, |features| training.label(model.predict(features))))
                .collect::<Vec<f64>>()
        };
        let of_folds: Vec<Vec<f64>> = (0..self.folds).into_par_iter().map(of_fold).collect();
        (0..tests.len())
            .map(|t| of_folds.iter().map(|right| right[t]).sum())
            .collect()
    }

    fn folds_of(&self, original: &Original) -> Result<Vec<u32>> {
        Ok(folds::stratified(
            &original.column(self.target)?.codes,
            self.folds,
            self.seed,
        ))
    }

    fn check(&self, original: &Original) -> Result<()> {
        for &place in self.features.iter().chain([&self.target]) {
            original.column(place)?;
            if matches!(place, ColumnPlace::Aggregated(_)) {
                return Err(Error::usage(
                    "a column of which each class shows one number can be neither a feature nor a target",
                ));
            }
        }
        if self.features.is_empty() || self.features.contains(&self.target) {
            return Err(Error::usage(
                "a classifier needs at least one column to predict from, and the target cannot be one of them",
            ));
        }
        if self.folds < 2 || self.folds > original.rows() {
            return Err(Error::usage(format!(
                "{} folds are asked for; there must be at least 2, and at most one per row",
                self.folds
            )));
        }
        Ok(())
    }
}
