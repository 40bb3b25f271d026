//! Preferences against the worked examples of their source, and against a judge of texts that sees
//! every release there is.

mod brute_force;
mod oracles;
mod threads;
