//! Views and the source's algorithm against their definitions, on made-up figures of random
//! lattices.

mod cells;
mod front;
mod mock;
mod naive;
mod one_step;
mod source;
mod sparse;
