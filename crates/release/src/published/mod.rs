//! The one view of a release from outside.

mod classes;
mod facts;
mod view;

pub use classes::{ClassColumn, ShownClasses};
pub use facts::ClassFacts;
pub use view::{Cells, Published};
