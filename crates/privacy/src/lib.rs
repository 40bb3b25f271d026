//! Privacy models: what a class must fulfil, with a score, a verdict and a witness.
//!
//! Judges see codes and counts, never strings. All arithmetic here is exact: counts are integers, distances are fractions
//! of integers, and a bound is compared by cross multiplication.

mod checks;
mod closeness;
mod distance;
mod diversity;
mod k_anonymity;
mod model;
mod panel;
mod score;

pub use closeness::TCloseness;
pub use distance::Distance;
pub use diversity::DistinctDiversity;
pub use k_anonymity::KAnonymity;
pub use model::{Bound, Class, ClassModel, Model, Monotone, TableModel};
pub use panel::{Judgement, Panel, Verdict, Witness};
pub use score::Score;
