//! The integration tests of this crate, in one program: it is linked once.

mod large_counts;
mod models;
mod oracles;
mod spectrum;
mod table_model;
