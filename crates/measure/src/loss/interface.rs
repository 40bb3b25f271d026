//! The interface of a loss that is bound to a table.

use super::cells::CellCosts;
use crate::facts::Facts;
use equipoise_data::{Hierarchy, Region};
use std::fmt::Debug;

/// What is known of a node before its classes are formed.
#[derive(Clone, Copy, Debug)]
pub struct EarlyBounds {
    /// At least as many rows are suppressed.
    pub suppressed_rows: u64,
    /// At most as many classes are kept.
    pub kept_classes: u64,
}

/// A loss, bound to a table. Smaller is better.
pub trait Loss: Debug + Send + Sync {
    /// The loss of a node.
    fn value(&self, levels: &[u8], facts: &Facts) -> f64;

    /// No node with these levels of which this much is known has a smaller loss.
    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64;

    /// The value of each attribute, where the loss is made of them.
    fn attributes(&self, _levels: &[u8], _facts: &Facts) -> Option<Vec<f64>> {
        None
    }

    /// The cell costs to be summed over kept rows.
    fn cell_costs(&self) -> Option<&CellCosts> {
        None
    }

    /// The cost of a cell that stands for a run of leaves, where the loss is a sum over cells; the
    /// lines of the run elsewhere. `low` is the finest level whose labels may be shown.
    fn region_cost(
        &self,
        _attribute: usize,
        hierarchy: &Hierarchy,
        low: u8,
        region: Region,
    ) -> u64 {
        hierarchy.lines_of(region, low.into())
    }

    /// Amounts per leaf of each attribute to be summed over kept rows.
    fn leaf_amounts(&self) -> Option<&[Vec<u64>]> {
        None
    }

    /// Whether squared class sizes are needed.
    fn needs_squares(&self) -> bool {
        false
    }

    /// Whether knowing a bound on the number of kept classes sharpens [`Loss::bound`].
    fn uses_class_bound(&self) -> bool {
        false
    }
}
