//! The integration tests of this crate, in one program: it is linked once.

mod common;
mod edges;
mod golden;
mod html;
mod masking;
mod models;
mod preference;
mod profile;
