//! Lattices of which only some nodes have records.
//!
//! [`choose()`] picks the nodes that are worth a record when there cannot be one of each. When a
//! question comes, what is known is recalled, better nodes are looked for by steps around the best
//! of them, and where all nodes can be listed the others are ruled out.

mod choose;
mod goals;
mod improve;
mod memory;
mod prove;
mod rank;
mod recall;
mod steps;

pub use choose::{Budget, Chosen, choose};

use crate::ask::Hunt;
use crate::known::KnownNodes;
use crate::views::nodes::height;
use crate::wishes::{By, Wishes};

/// What a search by steps has to know of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    units: u64,
    rows: u64,
    /// The loss that counts; infinite where nothing stays.
    loss: f64,
}

/// How a node stands under wishes: the smaller the better. Nodes beyond the wishes come after all
/// that are within.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Standing {
    /// How far it is beyond the wishes; 0 when it is not.
    beyond: f64,
    /// What it is measured by.
    measure: f64,
}

impl Seen {
    fn standing(&self, levels: &[u8], wishes: &Wishes, all_units: u64) -> Standing {
        let height = height(levels);
        let share = |units: u64| units as f64 / (all_units as f64 + 1.0);
        let mut beyond = share(self.units.saturating_sub(wishes.max_units));
        beyond += if self.loss == f64::INFINITY { 1.0 } else { 0.0 };
        beyond += wishes
            .max_height
            .map_or(0.0, |most| f64::from(height.saturating_sub(most)));
        beyond += wishes
            .max_loss
            .map_or(0.0, |most| (self.loss.min(f64::MAX) - most).max(0.0));
        let measure = match wishes.by {
            By::Loss(_) => self.loss,
            // Of nodes of one height those that suppress fewer are nearer to a lower one.
            By::Height => f64::from(height) + share(self.units),
            By::Suppression => self.units as f64,
        };
        Standing { beyond, measure }
    }
}

impl Standing {
    fn is_within(&self) -> bool {
        self.beyond == 0.0
    }

    /// A total order: neither number is ever not a number.
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        self.beyond
            .total_cmp(&other.beyond)
            .then(self.measure.total_cmp(&other.measure))
    }
}

/// Looks for the best node as well as some records allow, and as long as patience lasts.
pub(crate) fn search(hunt: &mut Hunt<'_>) {
    let known = recall::recall(hunt);
    if hunt.best.is_empty() && improve::is_vmax_beyond(hunt) {
        // Nothing is within the wishes, and that is sure.
        return;
    }
    if hunt.explorer.can_look_closer() {
        improve::improve(hunt, known);
    }
    if hunt.view.is_complete() {
        prove::prove(hunt);
    } else {
        hunt.is_sure = improve::is_lowest(hunt);
    }
}
