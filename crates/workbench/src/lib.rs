//! The workbench of a curator who negotiates a release: atlases that are built and asked, sessions
//! that record how a decision was made, and the desk behind the explorer page.
//!
//! The library [`equipoise`] reads, searches and releases; this crate keeps things open in between.
//! Types of the page's HTTP interface are in [`desk::wire`].

mod ask;
mod asked;
mod aspire;
mod atlas_file;
mod build;
mod command_line;
pub mod desk;
mod failure;
mod head;
mod info;
mod prefer;
mod recipe_file;
mod session;
mod store;
mod table;
mod wish;

pub use ask::{AskOptions, ask};
pub use asked::{
    Asked, AskedColumn, AskedCurve, AskedIntuition, AskedLoss, AskedNode, AskedStep,
    AskedSuggestions, AskedThreshold,
};
pub use aspire::{AspireTexts, losses_among};
pub use atlas_file::is_atlas_file;
pub use build::{AtlasOptions, build_atlas};
pub use equipoise_explore::NoSuggestion;
pub use equipoise_explore::session::{Aspired, Preferred, Walked};
pub use failure::hint_with_files;
pub use info::AtlasInfo;
pub use prefer::{PreferAnswer, prefer, prefer_partitions};
pub use recipe_file::{AspiringRecipe, check_export, write_recipe};
pub use session::{
    AtlasState, ExportOptions, Exported, Picked, ReplayDifference, Replayed, SessionFile,
    SessionShown, ShownCandidate, ShownDecision, ShownStep, ask_in_session, prefer_in_session,
};
pub use wish::WishTexts;
