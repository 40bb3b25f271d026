//! What is asked of an atlas.

use crate::answer::Shown;
use equipoise_data::{Lattice, Levels};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What makes an answer the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The smallest loss: the number of one of the atlas's losses, 0 for the recipe's own.
    Loss(usize),
    /// The smallest sum of levels, then the fewest suppressed: the source's rule.
    Height,
    /// The fewest suppressed.
    Suppression,
}

/// Thresholds of all models: a grade per axis, and one per model that judges the whole table.
///
/// A grade is a whole number on the grid of its axis, see [`equipoise_privacy::Grid`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thresholds {
    /// Per axis.
    pub axes: Vec<u64>,
    /// Per table model.
    pub tables: Vec<u64>,
}

impl Thresholds {
    /// The threshold of an axis, or of a table model behind the axes.
    ///
    /// # Panics
    /// When there is none of this number.
    pub fn of(&mut self, number: usize) -> &mut u64 {
        let axes = self.axes.len();
        if number < axes {
            &mut self.axes[number]
        } else {
            &mut self.tables[number - axes]
        }
    }
}

/// Everything a curator may wish for at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wishes {
    /// What the models must reach.
    pub thresholds: Thresholds,
    /// The finest levels that are wanted. Linked attributes need not have the same: a level must
    /// suit all of them.
    pub low: Levels,
    /// The coarsest levels that are accepted. The node of these is called vmax.
    pub high: Levels,
    /// How many units of protection may lose a row.
    pub max_units: u64,
    /// The greatest loss, of the loss that is asked by, or the recipe's.
    pub max_loss: Option<f64>,
    /// The greatest sum of levels.
    pub max_height: Option<u32>,
    /// What the best answer is.
    pub by: By,
}

impl Wishes {
    /// The number of the loss that counts.
    pub fn loss(&self) -> usize {
        match self.by {
            By::Loss(loss) => loss,
            By::Height | By::Suppression => 0,
        }
    }

    /// The same wishes with one range of levels per group of linked attributes: what all of the
    /// group allow. Where no level is allowed by all, the first of the range is above the last.
    pub fn settled(&self, lattice: &Lattice) -> Cow<'_, Wishes> {
        if (0..lattice.attributes()).all(|a| lattice.leads(a)) {
            return Cow::Borrowed(self);
        }
        let mut wishes = self.clone();
        for a in 0..lattice.attributes() {
            wishes.low[a] = lattice
                .group(a)
                .map(|b| self.low[b])
                .max()
                .unwrap_or(self.low[a]);
            wishes.high[a] = lattice
                .group(a)
                .map(|b| self.high[b])
                .min()
                .unwrap_or(self.high[a]);
        }
        Cow::Owned(wishes)
    }

    /// Whether a node that was shown under these thresholds is within all of the wishes.
    pub fn allow(&self, shown: &Shown) -> bool {
        let bounds = self.low.iter().zip(&self.high);
        shown.kept_classes > 0
            && shown.units <= self.max_units
            && shown
                .levels
                .iter()
                .zip(bounds)
                .all(|(level, (low, high))| (low..=high).contains(&level))
            && self.max_height.is_none_or(|most| shown.height <= most)
            && self
                .max_loss
                .is_none_or(|most| shown.losses[self.loss()] <= most)
    }
}
