//! What a release is, before anybody writes it and after anybody has read it.
//!
//! | what | where |
//! |---|---|
//! | which bucket each row is in | [`Assignment`] |
//! | the form of a decision: levels, or regions of each class | [`Form`], [`Recoding`] |
//! | the texts of regions | [`Regions`], [`labels_of_ends`] |
//! | the rows that are written | [`apply`], [`Released`] |
//! | what anybody can see of it | [`Published`], [`Estimator`], [`Matcher`] |
//!
//! This crate opens no files and judges nothing.

mod apply;
mod assignment;
mod entries;
mod estimator;
mod form;
mod labels;
mod matcher;
mod published;
mod recoding;
mod sums;

pub use apply::{Released, RowOrder, Treatment, apply};
pub use assignment::Assignment;
pub use entries::Entries;
pub use estimator::{Accepted, Estimator, Prepared};
pub use form::{ColumnForm, Form, RegionLabels};
pub use labels::{Manner, Regions, labels_of_ends};
pub use matcher::{Fit, Matcher};
pub use published::{Cells, ClassColumn, ClassFacts, Classes, Published};
pub use recoding::{LEFT_OUT, Recoding};
