//! Preferences against the worked examples of their source, and against a judge of texts that sees
//! every release there is.

#[path = "../common/mod.rs"]
mod common;

mod brute_force;
mod oracles;
mod threads;
