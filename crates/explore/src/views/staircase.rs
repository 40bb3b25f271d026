//! Points of which none is better in both directions.

use crate::order::{less, near};

/// A point, and which of the nodes there stands for it. Less is better in both directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) height: u32,
    pub(super) node: u64,
}

impl Place {
    /// Whether the other point is beaten in one direction and not better in the other.
    fn dominates(&self, other: &Place) -> bool {
        (less(self.x, other.x) && !less(other.y, self.y))
            || (less(self.y, other.y) && !less(other.x, self.x))
    }

    fn equals(&self, other: &Place) -> bool {
        near(self.x, other.x) && near(self.y, other.y)
    }
}

/// Efficient points by rising x and falling y, each with what goes with it.
#[derive(Debug)]
pub(super) struct Staircase<T> {
    pub(super) steps: Vec<Step<T>>,
}

/// A point of a staircase.
#[derive(Debug)]
pub(super) struct Step<T> {
    pub(super) place: Place,
    /// Other nodes at the same point.
    pub(super) others: u64,
    pub(super) with: T,
}

impl<T> Staircase<T> {
    pub(super) fn new() -> Self {
        Staircase { steps: Vec::new() }
    }

    /// Whether a point is certainly not efficient.
    pub(super) fn rules_out(&self, place: &Place) -> bool {
        // Where points come by rising y, which is how most come, the first step was the last to be
        // added and rules out most of them.
        if self
            .steps
            .first()
            .is_some_and(|step| step.place.dominates(place))
        {
            return true;
        }
        // Among the points that are not worse in x the last is the best in y.
        let behind = self
            .steps
            .partition_point(|step| !less(place.x, step.place.x));
        behind > 0 && self.steps[behind - 1].place.dominates(place)
    }

    /// Adds a point. Of equal points the one with the smaller sum of levels stays, then the
    /// lexicographically smaller one.
    pub(super) fn add(&mut self, place: Place, with: T) {
        if self.rules_out(&place) {
            return;
        }
        // An equal point, and those that are beaten now, are next to where it belongs.
        let at = self
            .steps
            .partition_point(|step| less(step.place.x, place.x));
        if let Some(step) = self
            .steps
            .get_mut(at)
            .filter(|step| step.place.equals(&place))
        {
            step.others += 1;
            if (place.height, place.node) < (step.place.height, step.place.node) {
                step.place = place;
                step.with = with;
            }
            return;
        }
        let beaten = self.steps[at..]
            .iter()
            .take_while(|step| place.dominates(&step.place))
            .count();
        self.steps.splice(
            at..at + beaten,
            [Step {
                place,
                others: 0,
                with,
            }],
        );
    }
}
