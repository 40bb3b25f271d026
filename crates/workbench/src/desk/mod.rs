//! The desk of a curator: an atlas that stays open while it is negotiated with, the session of that
//! negotiation, and the table behind it.
//!
//! [`explore`] opens one; what its methods return is plain data (`wire`), which the HTTP interface
//! hands on as it is. Sentences, suggestion cards and names of levels are made here and nowhere
//! else, so the page, the interface and the tests read the same words.
//!
//! The same question always has the same answer at a desk, so recent results are cached
//! (`recent.rs`): the front and the density of given thresholds and levels, examined nodes, and the
//! prospect of given wishes, which does not change while an aspiration is dragged.

mod cards;
mod current;
mod facts;
mod given;
mod groups;
mod look;
mod maps;
mod open;
mod prefer;
mod recent;
mod release;
mod state;
mod table;
pub mod wire;
mod words;

pub use current::Kept;
pub use look::DEFAULT_PATIENCE;
pub use open::{ExploreOptions, explore, recipe_for};
pub use state::Desk;
