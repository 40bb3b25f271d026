//! Which nodes are within wishes, and which of them is the better one.

use crate::answer::Shown;
use crate::order::{Key, near};
use crate::views::nodes::within;
use crate::wishes::{By, Wishes};
use std::cmp::Ordering;

/// The measure that an answer is best by.
pub(crate) fn measure(shown: &Shown, by: By) -> f64 {
    match by {
        By::Loss(loss) => shown.losses[loss],
        By::Height => f64::from(shown.height),
        By::Suppression => shown.units as f64,
    }
}

/// Whether a node is within all wishes.
pub(crate) fn is_met(shown: &Shown, wishes: &Wishes) -> bool {
    within(wishes, &shown.levels)
        && shown.units <= wishes.max_units
        && shown.kept_classes > 0
        && wishes.max_height.is_none_or(|most| shown.height <= most)
        && wishes.max_loss.is_none_or(|most| {
            shown.losses[wishes.loss()] <= most || near(shown.losses[wishes.loss()], most)
        })
}

/// Nodes in the order of preference. Losses that are equal up to rounding are no total order, so
/// the best is picked again and again.
pub(crate) fn in_order(by: By, mut nodes: Vec<Shown>) -> Vec<Shown> {
    for done in 0..nodes.len() {
        let best = (done..nodes.len()).reduce(|a, b| {
            if prefer(by, &nodes[b], &nodes[a]).is_lt() {
                b
            } else {
                a
            }
        });
        nodes.swap(done, best.unwrap_or(done));
    }
    nodes
}

/// The order of preference.
pub(crate) fn prefer(by: By, a: &Shown, b: &Shown) -> Ordering {
    let key = |shown: &Shown| {
        let loss = if let By::Loss(loss) = by { loss } else { 0 };
        Key {
            units: shown.units,
            loss: shown.losses[loss],
            height: shown.height,
            node: shown.node,
        }
    };
    key(a).compare(&key(b), by)
}
