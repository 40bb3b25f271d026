//! The atlas: every trade-off of a table, answered at once.
//!
//! # Source
//! Pilalidou and Vassiliadis, "Trading privacy for information loss in the blink of an eye", SSDBM
//! 2012: an annotated lattice, answers without delay, three suggestions for wishes that cannot be
//! met. The project's own: spectra of any model, joint spectra, losses at every step, exact answers
//! for models that are not monotone, brackets where not all nodes are known.

mod answer;
mod ask;
mod atlas;
mod column;
mod explorer;
mod find;
mod format;
mod head;
mod intuition;
mod known;
mod node_search;
mod order;
mod partial;
mod preference;
mod prospect;
mod record;
mod records;
pub mod session;
mod slice;
mod source;
mod suggest;
mod views;
mod wishes;
mod word;

pub use answer::{Answer, NoSuggestion, Relaxed, Shown, Suggestions};
pub use atlas::{Atlas, Bytes, Chart};
pub use explorer::Explorer;
pub use format::{Contents, VERSION, checksum, is_atlas, write_atlas};
pub use head::{AttributeHead, AxisHead, Head, LevelHead, LossHead, Origin, SIZE, axes_of};
pub use intuition::{Curve, Intuition, SuppressedSize};
pub use known::{Figures, KnownNodes};
pub use partial::{Budget, Chosen, choose};
pub use prospect::{Prospect, Site};
pub use slice::SliceView;
pub use source::{SourceAnswer, SourceNode, SourceSuggestions, Visited, source_answer};
pub use views::{
    AtHand, AtHeight, ByHeight, Change, EfficientNode, Front, FrontMeasure, Hexagons, Knee, Ladder,
    Nearest, Neighbour, Neighbours, OneStep, PairMap, StepDifference, Stop, WithoutColumn,
    by_height, front, hexagons, ladders, one_step, pair_map, pair_maps, without_column,
};
pub use wishes::{By, Thresholds, Wishes};
