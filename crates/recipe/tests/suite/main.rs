//! The integration tests of this crate, in one program: it is linked once.

mod analysis;
mod builder;
mod damaged;
mod defaults;
mod errors;
mod hierarchies;
mod pin;
mod record;
mod table;
