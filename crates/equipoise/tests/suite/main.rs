//! The integration tests of this crate, in one program: it is linked once.

mod examples;
mod formats;
mod in_memory;
mod outside;
mod population_uniqueness;
mod requests;
mod typed;
