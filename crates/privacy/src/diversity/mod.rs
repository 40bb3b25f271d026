//! l-diversity: the sensitive values of a class differ, in one of four ways.

mod distinct;
mod entropy;
mod grassberger;
mod probabilistic;
mod recursive;
mod ties;

pub use distinct::DistinctDiversity;
pub use entropy::{EntropyDiversity, EntropyEstimator};
pub use probabilistic::ProbabilisticDiversity;
pub use recursive::RecursiveDiversity;
