//! Sessions: negotiations with an atlas, step by step, in a file.

mod at_desk;
mod export;
mod file;
mod replay;
mod shown;
mod steps;
mod words;

pub(crate) use export::pin_of;
pub use export::{ExportOptions, Exported};
pub use file::SessionFile;
pub use replay::{ReplayDifference, Replayed};
pub use shown::{AtlasState, SessionShown, ShownCandidate, ShownDecision, ShownStep};
pub(crate) use steps::figures;
pub use steps::{Picked, ask_in_session, prefer_in_session};
