//! Preferences of a publisher: what is aspired to in two measures, and the release that comes
//! closest or goes furthest beyond.
//!
//! # Source
//! Dewri, Ray, Ray, Whitley, "k-anonymization in the presence of publisher preferences";
//! `publisher-preferences`.
//!
//! A release is a point in two measures: a loss, or a figure that follows from the sizes of kept
//! classes ([`Tally`](equipoise_measure::Tally)). [`achievement`](Aspiration) orders points;
//! everything else produces them.
//!
//! - **Over the lattice** every node is a point, so the minimum is exact and a walk along a
//!   reference direction takes a few scans. [`survey`] measures the nodes from the table;
//!   `Prospect` in `equipoise-explore` reads them from an atlas.
//! - **Over free ordered partitions** ([`partitions`]) the points are too many to list. A
//!   chromosome has one bit between neighbouring values of each column (`encoding.rs`), and
//!   equivalent chromosomes are normalized to one. Evaluating one takes about 60 microseconds on
//!   Adult (`grouping.rs`). `bounded_search.rs` evaluates each chromosome once, in an order that
//!   does not depend on the number of threads; `nsga2.rs` breeds them; `improve.rs` changes one
//!   boundary at a time, and skips changes that the loss of each column alone rules out.
//!
//! A partition that is found here divides the values of a column in the same way for all classes,
//! so labels do not overlap. Models that look across classes, or for absent people, can therefore
//! judge it, and the judge's population is labelled run by run.

mod achievement;
mod bounded_search;
mod direction;
mod encoding;
mod evaluator;
mod gauge;
mod grouping;
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
