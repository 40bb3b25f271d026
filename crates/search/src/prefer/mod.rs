//! Preferences of a publisher: what is aspired to in two measures, and the release that comes
//! closest or goes furthest beyond.
//!
//! # Source
//! Dewri, Ray, Ray, Whitley, "k-anonymization in the presence of publisher preferences";
//! `publisher-preferences`.
//!
//! [`achievement`](Aspiration) says how well a point does, [`survey`] measures all nodes of a
//! lattice, so that the minimum is exact, and [`partitions`] looks for it among free ordered
//! partitions, where nobody can see them all.

mod achievement;
mod direction;
mod encoding;
mod evaluator;
mod gauge;
mod grouping;
mod hunt;
mod improve;
mod nsga2;
mod partitions;
mod seeds;
mod survey;

pub use achievement::{
    Aspiration, Efficiency, Point, RatedRelease, Ties, UTOPIAN, best, efficiency, front,
};
pub use direction::{targets, walk};
pub use encoding::Boundaries;
pub use gauge::Gauge;
pub use partitions::{BestPartition, PartitionOptions, partitions};
pub use seeds::Seeds;
pub use survey::{Spot, Survey, survey};
