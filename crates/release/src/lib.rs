//! The structure of a release, before it is written and after it is read back.
//!
//! | concept | item |
//! |---|---|
//! | the bucket of each row | [`Assignment`] |
//! | the form of a decision: levels, or regions for each class | [`ReleaseForm`], [`Recoding`] |
//! | the texts of regions | [`Regions`], [`labels_of_ends`] |
//! | the rows to write | [`apply`], [`Released`] |
//! | the values of a column, and the sets of them that cells show | [`Domain`], [`ValueSet`] |
//! | the external view of a release | [`Published`], [`Estimator`], [`Matcher`] |
//!
//! Usefulness, `compare` and the class facts of reports see a release only as [`Published`]. The
//! independent judge does not use it: it reads the released file with its own code. This crate
//! opens no files and judges nothing.

mod accepted;
mod apply;
mod assignment;
mod domain;
mod entries;
mod estimator;
mod form;
mod labels;
mod matcher;
mod published;
mod recoding;
mod sums;
mod value_set;

pub use accepted::Accepted;
pub use apply::{Released, RowOrder, Treatment, apply};
pub use assignment::Assignment;
pub use domain::Domain;
pub use entries::Entries;
pub use estimator::{Estimator, PreparedQueries};
pub use form::{ColumnForm, RegionLabels, ReleaseForm};
pub use labels::{Manner, Regions, labels_of_ends};
pub use matcher::{FittingBucket, Matcher};
pub use published::{Bucket, Cells, ClassColumn, ClassFacts, Published, RowCells, ShownClasses};
pub use recoding::{LEFT_OUT, Recoding};
pub use value_set::ValueSet;
