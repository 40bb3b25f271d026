//! The integration tests of this crate, in one program: it is linked once.

mod adult;
mod best_effort;
mod best_effort_tables;
mod brute_force;
mod cells;
mod cells_adult;
mod common;
mod partitions;
mod prefer;
mod record;
