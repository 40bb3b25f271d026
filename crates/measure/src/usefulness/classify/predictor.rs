//! The interface of a trained classifier.

use equipoise_release::ValueSet;

/// Predicts the place of a label from the region of each feature.
pub(crate) trait Predictor {
    fn predict(&self, features: &[&ValueSet]) -> usize;
}
