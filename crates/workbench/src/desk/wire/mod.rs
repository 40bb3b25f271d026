//! Types of the page's HTTP interface: plain data in snake case, with schemas.

mod behind;
mod chart;
mod look;
mod node;
mod prefer;
mod session;

pub use behind::*;
pub use chart::*;
pub use look::*;
pub use node::*;
pub use prefer::*;
pub use session::*;
