//! `precision`: level over height.

use super::interface::{EarlyBounds, Loss};
use super::shape::Shape;
use super::weighing::Weighing;
use crate::facts::Facts;

/// Precision loss: how far up its hierarchy each cell was moved; a suppressed cell counts as moved
/// to the top.
///
/// # Formula
/// Per attribute ((n - s) level / height + s) / n; attributes by arithmetic mean. Height 0 gives 0.
///
/// # Source
/// Sweeney 2002 (as a loss, 1 - Prec); `oracles.md`.
#[derive(Debug)]
pub(super) struct Precision {
    rows: f64,
    heights: Vec<f64>,
    weighing: Weighing,
    /// `[attribute][level]`: the least term when nothing is known of suppression.
    free: Vec<Vec<f64>>,
}

impl Precision {
    pub(super) fn new(shape: &Shape<'_>, weighing: Weighing) -> Self {
        // D = 1 or height 0 gives 0: such an attribute has nothing to lose.
        let height = |h: &&equipoise_data::Hierarchy| {
            if h.domain == 1 {
                0.0
            } else {
                h.height() as f64
            }
        };
        let heights = shape.hierarchies.iter().map(height).collect();
        let mut this = Precision {
            rows: shape.rows as f64,
            heights,
            weighing,
            free: Vec::new(),
        };
        let levels = |(a, h): (usize, &&equipoise_data::Hierarchy)| {
            (0..=h.height())
                .map(|l| this.least_term(a, l as u8, 0))
                .collect()
        };
        this.free = shape.hierarchies.iter().enumerate().map(levels).collect();
        this
    }

    /// The value is linear in the suppressed rows, so it is least at one end.
    fn least_term(&self, attribute: usize, level: u8, suppressed_rows: u64) -> f64 {
        let at = |suppressed: f64| self.attribute(attribute, level, suppressed);
        self.weighing
            .term(attribute, at(suppressed_rows as f64).min(at(self.rows)))
    }

    fn attribute(&self, attribute: usize, level: u8, suppressed: f64) -> f64 {
        let height = self.heights[attribute];
        if height == 0.0 {
            return 0.0;
        }
        let kept =
            (self.rows - suppressed) * (f64::from(level) / height) * self.weighing.generalization;
        (kept + suppressed * self.weighing.suppression) / self.rows
    }
}

impl Loss for Precision {
    fn value(&self, levels: &[u8], facts: &Facts) -> f64 {
        let suppressed = facts.suppressed_rows as f64;
        self.weighing.combine(
            levels
                .iter()
                .enumerate()
                .map(|(a, &l)| self.weighing.term(a, self.attribute(a, l, suppressed))),
        )
    }

    fn attributes(&self, levels: &[u8], facts: &Facts) -> Option<Vec<f64>> {
        Some(
            levels
                .iter()
                .enumerate()
                .map(|(a, &l)| self.attribute(a, l, facts.suppressed_rows as f64))
                .collect(),
        )
    }

    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64 {
        let suppressed_rows = known.suppressed_rows;
        let least_term = |a, l| self.least_term(a, l, suppressed_rows);
        self.weighing
            .bound(levels, &self.free, suppressed_rows, least_term)
    }
}
