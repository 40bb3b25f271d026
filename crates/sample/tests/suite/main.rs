//! The integration tests of this crate, in one program: it is linked once.

mod census;
mod hospital;
mod hospital_recipe;
mod recipe;
