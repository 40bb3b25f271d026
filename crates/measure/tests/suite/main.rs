//! The integration tests of this crate, in one program: it is linked once.

mod audits;
mod common;
mod population;
mod subsets;
mod usefulness;
