//! Losses and risks: what a release costs and what it exposes.
//!
//! [`loss`] values a node of the lattice for the search. [`risk`] looks at a table or a release
//! from the side of its attackers: how likely a right link is, how many people are one of a kind,
//! which columns and records stand out, and what classes give away although nobody in them can be
//! told apart. [`usefulness`] looks at it from the side of its readers: queries, tables,
//! classifiers, and how much a released value still tells.

pub mod disclosure;
mod facts;
pub mod loss;
pub mod risk;
mod tally;
pub mod usefulness;

pub use facts::Facts;
pub use loss::{Aggregation, CellCosts, EarlyBounds, Loss, LossOptions, Metric, Shape};
pub use tally::{Measure, Tally};
