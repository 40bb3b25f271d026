//! What is asked of an atlas.

use super::threshold::with_threshold;
use crate::{Case, OracleModel, ReducedFraction};

/// What makes an answer the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleBy {
    /// The smallest loss, then the smallest sum of levels, then the fewest suppressed units.
    Loss,
    /// The smallest sum of levels, then the fewest suppressed units, then the smallest loss.
    Height,
    /// The fewest suppressed units, then the smallest loss, then the smallest sum of levels.
    Suppression,
}

/// What is asked of an atlas of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// For each model of the case another parameter, a multiple of 1 / [`super::steps`]; see
    /// [`super::with_threshold`].
    pub thresholds: Vec<ReducedFraction>,
    /// The finest levels, not below the lowest ones of the case.
    pub low: Vec<usize>,
    /// The coarsest levels, not above the highest ones of the case. The node of these is vmax.
    pub high: Vec<usize>,
    /// How many units may be suppressed. The limit of the case does not count.
    pub max_units: u64,
    /// The greatest loss; a loss that is equal to 1e-12 relative is within it.
    pub max_loss: Option<f64>,
    /// The greatest sum of levels.
    pub max_height: Option<usize>,
    /// What the best answer is.
    pub by: OracleBy,
}

impl Request {
    /// The models of the case with the thresholds of the request.
    ///
    /// # Panics
    /// When there are not as many thresholds as models.
    pub fn models(&self, case: &Case) -> Vec<OracleModel> {
        assert_eq!(
            case.models.len(),
            self.thresholds.len(),
            "a request has a threshold for each model"
        );
        case.models
            .iter()
            .zip(&self.thresholds)
            .map(|(model, &value)| with_threshold(model, value))
            .collect()
    }
}
