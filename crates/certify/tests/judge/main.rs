//! The independent judge against oracles of its own: worked examples, a transport solver, naive definitions.

mod certificates;
mod counting;
mod distances;
mod generator;
mod naive;
mod oracles;
mod reading;
mod verification;
mod wildcard;
