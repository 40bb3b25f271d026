//! The interface of a trained classifier.

use equipoise_data::Region;

/// Predicts the place of a label from the run of values of each feature.
pub(crate) trait Predictor {
    fn predict(&self, features: &[Region]) -> usize;
}
