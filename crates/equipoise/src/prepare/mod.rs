//! Prepares a table for a search, by the recipe: codes, hierarchies, models and a loss.

pub(crate) mod flat;
mod hierarchies;
pub(crate) mod models;
mod prepared;
pub(crate) mod sensitive;

pub use hierarchies::QuasiColumn;
pub(crate) use hierarchies::{tree_of, trees_of, values_under_label};
pub use prepared::Prepared;
pub(crate) use prepared::TakenOut;
