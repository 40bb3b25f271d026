//! The interface over real connections.

mod building;
mod client;
mod cut;
mod fuzz;
mod load;
mod refused;
mod release;
mod session;
mod views;
