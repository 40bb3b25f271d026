//! The integration tests of this crate, in one program: it is linked once.

mod adult;
mod ask;
mod by_hand;
mod linear_program;
mod models;
mod papers;
mod random_cases;
mod random_models;
