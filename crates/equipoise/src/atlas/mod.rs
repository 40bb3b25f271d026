//! Atlases: built, looked at, asked.

mod ask;
mod asked;
mod build;
mod head;
mod info;
mod store;
mod table;
mod wish;

pub use ask::{AskOptions, ask};
pub use asked::{Asked, AskedCurve, AskedIntuition, AskedNode, AskedStep, AskedSuggestions, AskedThreshold};
pub use build::{AtlasOptions, build_atlas};
pub use info::AtlasInfo;
pub use wish::WishTexts;
