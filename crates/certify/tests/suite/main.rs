//! The independent judge against oracles of its own: worked examples, a transport solver, naive
//! definitions.

mod buckets;
mod cells;
mod certificates;
mod counting;
mod definitions;
mod distances;
mod every_model;
mod generator;
mod models;
mod naive;
mod oracles;
mod reading;
mod verification;
mod wildcard;
