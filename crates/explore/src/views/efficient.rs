//! The points of a front.

use crate::Shown;

/// An efficient node.
#[derive(Clone, Debug, PartialEq)]
pub struct EfficientNode {
    /// The node.
    pub shown: Shown,
    /// The measure that is paid.
    pub x: f64,
    /// The measure that is bought.
    pub y: f64,
    /// How many other nodes have the same two values. Shown is the one with the smallest sum of
    /// levels, then the first in the order of level vectors.
    pub others: u64,
    /// What changes from the point before.
    pub changes: Vec<Change>,
}

/// An attribute that changes its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The attribute.
    pub attribute: usize,
    /// Its level before.
    pub from: u8,
    /// Its level now.
    pub to: u8,
}
