//! `discernibility`: with how many others each row is confused.

use super::aecs::{labels, most_classes};
use super::weighing::Weighing;
use super::{EarlyBounds, Loss, Shape};
use crate::Facts;

/// Discernibility: the sum of squared kept class sizes, plus n for each suppressed row.
///
/// # Source
/// Bayardo and Agrawal 2005; `semantics.md`.
#[derive(Debug)]
pub(super) struct Discernibility {
    rows: f64,
    least_size: f64,
    labels: Vec<Vec<u64>>,
    weighing: Weighing,
}

impl Discernibility {
    pub(super) fn new(shape: &Shape<'_>, weighing: Weighing) -> Self {
        Discernibility {
            rows: shape.rows as f64,
            least_size: shape.least_size.max(1) as f64,
            labels: labels(shape),
            weighing,
        }
    }
}

impl Loss for Discernibility {
    fn value(&self, _: &[u8], facts: &Facts) -> f64 {
        facts.squares as f64 * self.weighing.generalization
            + facts.suppressed_rows as f64 * self.rows * self.weighing.suppression
    }

    /// r kept rows in at most c classes of at least z rows cost at least r z and at least r^2 / c;
    /// each bound is least at an end or where its slope is 0.
    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64 {
        let (g, s) = (self.weighing.generalization, self.weighing.suppression);
        let most_kept = self.rows - known.suppressed_rows as f64;
        let classes = most_classes(&self.labels, levels, known).max(1) as f64;
        let suppression = |kept: f64| (self.rows - kept) * self.rows * s;
        let by_size = |kept: f64| kept * self.least_size * g + suppression(kept);
        let by_classes = |kept: f64| kept * kept / classes * g + suppression(kept);
        let flat = if g > 0.0 {
            (classes * s * self.rows / (2.0 * g)).clamp(0.0, most_kept)
        } else {
            most_kept
        };
        by_size(0.0).min(by_size(most_kept)).max(by_classes(flat))
    }

    fn needs_squares(&self) -> bool {
        true
    }

    fn uses_class_bound(&self) -> bool {
        true
    }
}
