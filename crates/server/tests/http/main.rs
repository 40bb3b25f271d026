//! The interface over real connections.

mod building;
mod client;
mod fuzz;
mod load;
mod refused;
mod release;
mod session;
mod views;
