//! The external view of a release.

mod bucket;
mod bucket_rows;
mod classes;
mod column;
mod counts;
mod facts;
mod view;

pub use bucket::Bucket;
pub use classes::{ClassColumn, ShownClasses};
pub use column::{Cells, RowCells};
pub use facts::ClassFacts;
pub use view::Published;
