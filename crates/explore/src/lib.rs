//! The atlas: every trade-off of a table, answered at once.
//!
//! # Source
//! Pilalidou and Vassiliadis, "Trading privacy for information loss in the blink of an eye", SSDBM
//! 2012: an annotated lattice, answers without delay, three suggestions for wishes that cannot be
//! met. The project's own: spectra of any model, joint spectra, losses at every step, exact answers
//! for models that are not monotone, brackets where not all nodes are known.
//!
//! # Records
//! An atlas holds a record for each node: its classes in groups of equal grades, and per group the
//! sums that losses need (`record.rs`; the grades come from `annotate` in `equipoise-search`).
//! Where size is the only axis, the losses are stored with each size. The figures of a node
//! under any thresholds are read from its record, and are bit for bit those that a search computes.
//!
//! # Answers
//! Thresholds make a *slice*: one number of suppressed units per node, and the loss or a bound on
//! it (`slice.rs`). The best node is found by a scan. Where a loss must first be computed, nodes
//! are examined in the order of bounds that are tightened step by step (`find.rs`).
//!
//! In a complete atlas nothing is inferred from monotonicity, so it makes no difference whether
//! models are monotone. In a partial one, what monotone models suppress at a node bounds all nodes
//! below it. Nodes that bounds leave open are annotated on demand until time is up, and the answer
//! says whether it is proved. `source.rs` is the published algorithm, kept for its counts of
//! visited nodes.
//!
//! # Limits
//! LKC-privacy is refused: its groups cut across classes, and what one threshold suppresses decides
//! what the next one sees. Thresholds lie on a grid of whole numbers or nine decimals; finer ones
//! are refused.

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
