//! `aecs`: average equivalence class size.

use super::{EarlyBounds, Loss, Shape};
use crate::Facts;

/// Average class size: n over the kept classes, all suppressed rows together counting as one more.
///
/// # Source
/// LeFevre et al. 2006, without the division by k; `oracles.md`.
#[derive(Debug)]
pub(super) struct Aecs {
    rows: u64,
    least_size: u64,
    /// `[attribute][level]`: labels that occur.
    labels: Vec<Vec<u64>>,
}

impl Aecs {
    pub(super) fn new(shape: &Shape<'_>) -> Self {
        Aecs {
            rows: shape.rows,
            least_size: shape.least_size.max(1),
            labels: labels(shape),
        }
    }
}

/// The number of labels of each level of each attribute.
pub(super) fn labels(shape: &Shape<'_>) -> Vec<Vec<u64>> {
    shape
        .hierarchies
        .iter()
        .map(|h| h.levels.iter().map(|l| l.labels.len() as u64).collect())
        .collect()
}

/// A node keeps no more classes than it has combinations of labels.
pub(super) fn most_classes(labels: &[Vec<u64>], levels: &[u8], known: EarlyBounds) -> u64 {
    levels
        .iter()
        .zip(labels)
        .fold(1u64, |product, (&l, labels)| {
            product.saturating_mul(labels[usize::from(l)])
        })
        .min(known.kept_classes)
}

impl Loss for Aecs {
    fn value(&self, _: &[u8], facts: &Facts) -> f64 {
        let classes = facts.kept_classes + u64::from(facts.suppressed_rows > 0);
        self.rows as f64 / classes.max(1) as f64
    }

    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64 {
        let by_size = self.rows.saturating_sub(known.suppressed_rows) / self.least_size;
        let most = most_classes(&self.labels, levels, known).min(by_size);
        self.rows as f64 / (most + 1) as f64
    }

    fn uses_class_bound(&self) -> bool {
        true
    }
}
