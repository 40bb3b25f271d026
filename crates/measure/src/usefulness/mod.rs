//! Usefulness: what can still be learned from a release.
//!
//! A loss values the decision of a search. The measures here compare the release with the original
//! from the point of view of its readers, who ask queries, count tables and train classifiers. All
//! of them take a released cell as the set of values that it stands for. They do not depend on the
//! method, so full-domain generalization, partitions, local recodings and suppressed cells are
//! measured alike.
//!
//! | module | question |
//! |---|---|
//! | [`queries`] | how far off are the answers to random COUNT queries? |
//! | [`tables`] | how far off are tables that the user names: counts and means by columns? |
//! | [`classify`] | how well does a classifier trained on the release predict? |
//! | [`spread`] | how much of its domain does a cell cover (NCP), and how large are classes? |
//! | [`divergence`] | how far is the distribution of rows from the one that the release suggests (KL)? |
//! | [`ambiguity`] | how many combinations of values could a released row be? |
//! | [`squared_error`] | how far are numbers from the middle of the shown range? |
//! | [`information`] | what do classes reveal about a sensitive column (information utility)? |
//!
//! Nothing is known about a row that is left out: each of its cells covers the whole domain. Where
//! that has no meaning (queries, tables), the row does not count.

pub mod ambiguity;
pub mod classify;
pub mod divergence;
pub mod information;
pub mod queries;
pub mod spread;
pub mod squared_error;
pub mod tables;
mod view;

pub use view::{CodedColumn, ColumnPlace, Original};
