//! Record-wise disclosure against its definitions and the worked examples of its source.

mod brute_force;
mod oracles;
mod world;
