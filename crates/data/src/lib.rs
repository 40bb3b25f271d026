//! Codes, hierarchies, counted tuples and the lattice: what every other crate of Equipoise computes on.
//!
//! This crate opens no files, knows no privacy model and prints nothing.

mod dictionary;
mod error;
mod hierarchy;
mod table;

pub use dictionary::Dictionary;
pub use error::{Error, ErrorKind, Result, did_you_mean};
pub use hierarchy::{Gaps, Hierarchy, Level, Tree};
pub use table::{Column, Table};
