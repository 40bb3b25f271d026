//! Losses and risks: what a release costs and what it exposes.

mod facts;
pub mod loss;

pub use facts::Facts;
pub use loss::{Aggregation, CellCosts, Known, Loss, LossOptions, Metric, Shape};
