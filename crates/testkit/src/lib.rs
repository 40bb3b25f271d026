//! Random tables and brute-force oracles for the tests.
//!
//! The tests compare the product with this crate, so it shares no code with it: it depends on no
//! other crate of Equipoise. It is written straight from the exact meanings, in the most obvious
//! way: texts, maps, rows one by one.
//!
//! - [`Case`] is a small table with hierarchies, models, a loss and a limit; [`Case::random`] makes
//!   one from a seed.
//! - [`evaluate`] says everything about one node, [`best`] finds the best node by looking at all of
//!   them.
//! - [`ask`] answers what is asked of an atlas of a case.
//! - [`emd`] is the earth mover's distance by a transportation solver, not by closed forms.
//! - [`simplex`] solves linear programs, to check the distance a second way.
//! - [`disclosure`] is the risk and utility of showing one record.
//! - [`papers`] holds worked examples of the literature with their numbers.
//! - [`synth`] makes the table of a million rows; [`shared`] finds and reads the shared test data.
//!
//! ```
//! use equipoise_testkit::{Case, CaseShape, best};
//! let case = Case::random(7, &CaseShape::default());
//! if let Some(best) = best(&case) {
//!     assert!(best.facts.feasible);
//!     assert!(best.facts.suppressed_units <= case.allowed());
//! }
//! ```

pub mod ask;
mod best;
mod case;
pub mod disclosure;
pub mod emd;
mod evaluate;
mod loss;
mod measured;
mod model;
pub mod papers;
mod question;
mod random;
mod reference;
mod score;
mod seeded;
pub mod shared;
pub mod simplex;
mod smooth;
pub mod synth;
mod whole;

pub use best::{Best, best, equal};
pub use case::{
    Case, OracleAggregation, OracleLimit, OracleLoss, OracleQuasiColumn, Population,
    SensitiveColumn,
};
pub use emd::ReducedFraction;
pub use evaluate::{Oracle, OracleClass, OracleFacts, evaluate};
pub use measured::{DOUBT, OracleMeasured};
pub use model::{Good, OracleDistance, OracleEstimator, OracleLog, OracleModel};
pub use question::ModelKind;
pub use random::CaseShape;
pub use seeded::Seeded;
