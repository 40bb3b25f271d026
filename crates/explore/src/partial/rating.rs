//! Ratings of nodes under wishes.

use crate::wishes::{By, Wishes};
use equipoise_data::height;

/// The figures of a node that a search by steps needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) units: u64,
    pub(super) rows: u64,
    /// The loss that counts; infinite where nothing stays.
    pub(super) loss: f64,
}

/// The rating of a node under wishes: the smaller the better. Nodes beyond the wishes come after
/// all that are within.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Rating {
    /// How far it is beyond the wishes; 0 when it is not.
    pub(super) beyond: f64,
    /// The measure that the wishes ask by.
    pub(super) measure: f64,
}

impl Seen {
    pub(super) fn rating(&self, levels: &[u8], wishes: &Wishes, all_units: u64) -> Rating {
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
        Rating { beyond, measure }
    }
}

impl Rating {
    pub(super) fn is_within(&self) -> bool {
        self.beyond == 0.0
    }

    /// A total order: neither number is ever not a number.
    pub(super) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        self.beyond
            .total_cmp(&other.beyond)
            .then(self.measure.total_cmp(&other.measure))
    }
}
