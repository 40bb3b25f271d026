//! Usefulness: what can still be learned from a release.
//!
//! A loss values what a search decides. The measures here compare the release with the original as
//! its readers will: they ask queries, count tables, train classifiers. All of them take a released
//! cell for the run of values it stands for and know nothing of how a release came about, so
//! full-domain generalization, partitions, local recodings and suppressed cells are measured alike.
//!
//! | module | question |
//! |---|---|
//! | [`queries`] | how far off are the answers to random COUNT queries? |
//! | [`tables`] | how far off are tables that the user names: counts and means by columns? |
//! | [`classify`] | how well does a classifier predict that was trained on the release? |
//! | [`spread`] | how much of its domain does a cell cover (NCP), and how large are classes? |
//! | [`divergence`] | how far is the distribution of rows from the one that the release suggests (KL)? |
//! | [`ambiguity`] | how many original rows could a released one be? |
//! | [`squared_error`] | how far are numbers from the middle of what is shown? |
//! | [`information`] | what do classes tell about a sensitive column (information utility)? |
//!
//! A row that is left out is taken as one of which nothing is known: each of its cells covers the
//! whole domain. Where that has no meaning (queries, tables) it is lost.

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
