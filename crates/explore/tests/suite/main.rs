//! The integration tests of this crate, in one program: it is linked once.

mod adult;
mod brute_force;
mod common;
mod kept;
mod linked;
mod partial;
mod prospect;
mod records;
mod session;
mod views;
