//! Which node is better, and which is within the wishes.

use crate::{By, Figures, KnownNodes, Wishes};
use std::cmp::Ordering;

/// Losses that differ by less than this share are equal.
pub(crate) const EQUAL: f64 = 1e-12;

/// Bounds on losses may be off by this share, because they are computed in another order.
pub(crate) const ROUNDING: f64 = 1e-9;

/// A bound on a loss that rounding cannot make too great.
pub(crate) fn beneath(bound: f64) -> f64 {
    bound - bound.abs() * ROUNDING
}

/// Whether two values are equal but for rounding.
pub(crate) fn near(a: f64, b: f64) -> bool {
    a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= EQUAL * a.abs().max(b.abs()))
}

/// Whether `a` is less than `b` by more than rounding.
pub(crate) fn less(a: f64, b: f64) -> bool {
    a < b && !near(a, b)
}

/// Compares two values that are equal but for rounding as equal.
fn nearly(a: f64, b: f64) -> Ordering {
    if near(a, b) {
        Ordering::Equal
    } else {
        a.total_cmp(&b)
    }
}

/// What decides between two nodes. Of a node that is known by brackets it holds the best that the
/// node could be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) units: u64,
    pub(crate) loss: f64,
    pub(crate) height: u32,
    pub(crate) node: u64,
}

impl Key {
    /// The value of the measure that is asked by.
    pub(crate) fn value(&self, by: By) -> f64 {
        match by {
            By::Loss(_) => self.loss,
            By::Height => f64::from(self.height),
            By::Suppression => self.units as f64,
        }
    }

    /// Less is better: by the measure that is asked by, then by the others, then in the order of
    /// level vectors.
    ///
    /// Asked by loss the next are height and units, by height units and loss, by suppression loss
    /// and height.
    pub(crate) fn compare(&self, other: &Key, by: By) -> Ordering {
        self.compare_with(other, by, nearly)
    }

    /// The same without tolerance: a total order, to sort by.
    pub(crate) fn compare_exactly(&self, other: &Key, by: By) -> Ordering {
        self.compare_with(other, by, |a, b| a.total_cmp(&b))
    }

    fn compare_with(&self, other: &Key, by: By, losses: impl Fn(f64, f64) -> Ordering) -> Ordering {
        let loss = || losses(self.loss, other.loss);
        let height = || self.height.cmp(&other.height);
        let units = || self.units.cmp(&other.units);
        match by {
            By::Loss(_) => loss().then_with(height).then_with(units),
            By::Height => height().then_with(units).then_with(loss),
            By::Suppression => units().then_with(loss).then_with(height),
        }
        .then_with(|| self.node.cmp(&other.node))
    }
}

/// The limits of the wishes that are not level bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The measure that is asked by.
    pub(crate) by: By,
    loss: usize,
    all_units: u64,
    has_persons: bool,
    max_units: u64,
    max_loss: Option<f64>,
    max_height: Option<u32>,
}

impl Limits {
    pub(crate) fn new(known: &dyn KnownNodes, wishes: &Wishes) -> Self {
        Limits {
            by: wishes.by,
            loss: wishes.loss(),
            all_units: known.all_units(),
            has_persons: known.has_persons(),
            max_units: wishes.max_units,
            max_loss: wishes.max_loss,
            max_height: wishes.max_height,
        }
    }

    pub(crate) fn height_fits(&self, height: u32) -> bool {
        self.max_height.is_none_or(|most| height <= most)
    }

    /// Whether a node that suppresses so many units at least may be within the limits.
    pub(crate) fn units_fit(&self, units: u64) -> bool {
        units <= self.max_units && (self.has_persons || units < self.all_units)
    }

    fn loss_fits(&self, loss: f64) -> bool {
        self.max_loss
            .is_none_or(|most| loss <= most || near(loss, most))
    }

    /// Whether a node with these numbers is within the limits. With the best numbers a node could
    /// have: whether it may be.
    pub(crate) fn meets(&self, key: &Key) -> bool {
        self.units_fit(key.units) && self.height_fits(key.height) && self.loss_fits(key.loss)
    }

    /// Whether a node is within the limits whatever its exact figures are.
    pub(crate) fn surely_meets(&self, most_units: u64, height: u32) -> bool {
        self.max_loss.is_none()
            && self.units_fit(most_units)
            && most_units < self.all_units
            && self.height_fits(height)
    }

    /// The best that a node could be, by what is known without resolving it.
    pub(crate) fn optimistic(&self, known: &dyn KnownNodes, node: u64, height: u32) -> Key {
        Key {
            units: known.units(node).0,
            loss: beneath(known.loss_bound(node, self.loss)),
            height,
            node,
        }
    }

    /// What a node is. One that leaves nothing is beyond every limit.
    pub(crate) fn exact(&self, figures: &Figures, node: u64, height: u32) -> Key {
        let leaves_nothing = self.has_persons && figures.kept_classes == 0;
        Key {
            units: if leaves_nothing {
                u64::MAX
            } else {
                figures.units
            },
            loss: figures.losses[self.loss],
            height,
            node,
        }
    }

    /// Whether a node of which only brackets are known is within the limits, where they decide it.
    pub(crate) fn decided(&self, known: &dyn KnownNodes, node: u64, height: u32) -> Option<bool> {
        if !self.meets(&self.optimistic(known, node, height)) {
            Some(false)
        } else if self.surely_meets(known.units(node).1, height) {
            Some(true)
        } else {
            None
        }
    }
}
