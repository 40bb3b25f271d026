//! Finds the best node of a lattice, and proves it; or a good one, where a proof would take too
//! long.
//!
//! The search knows models and losses by their traits only, works on counted tuples, and never sees
//! a string.
//!
//! | module | finds |
//! |---|---|
//! | [`optimal()`] | the best node, with a proof |
//! | [`best_effort()`] | a good node within a budget, where a proof is out of reach |
//! | `annotate` | nothing: it records what every threshold would cost at a node, for an atlas |
//! | `multidim` | classes with labels of their own: [`mondrian`] and [`local_recoding`] |
//! | [`cells`] | the fewest suppressed cells |
//! | [`record`] | the best node for each record |
//! | [`prefer`] | the release that comes closest to a target in two measures |
//!
//! [`examine()`] and [`examine_partition`] recount and judge a decision from the rows, whatever
//! method produced it.

mod above;
mod all_nodes;
mod annotate;
mod best_effort;
mod board;
pub mod cells;
mod evaluate;
mod examine;
mod key_width;
mod multidim;
mod optimal;
mod outcome;
pub mod prefer;
mod prepare;
pub mod record;
mod space;
mod task;
mod visit;
mod watch;
mod waypoints;

pub use all_nodes::all_nodes;
pub use annotate::{
    Annotation, AnnotationRequest, Annotator, Axis, Graded, Persons, with_annotator,
};
pub use best_effort::best_effort;
pub use examine::{Examined, Judged, examine, judge_labels};
pub use multidim::{
    LocalRecoding, MondrianOptions, Partition, Recode, examine_partition, local_recoding, mondrian,
};
pub use optimal::optimal;
pub use outcome::{Found, SearchOutcome, Stopped};
pub use task::{Limits, Task};
pub use watch::{SearchWatch, UnwatchedSearch};
