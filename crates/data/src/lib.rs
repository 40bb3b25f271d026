//! Codes, hierarchies, counted tuples and the lattice: what every other crate of Equipoise computes
//! on.
//!
//! This crate opens no files, knows no privacy model and prints nothing.

pub mod build;
mod cells;
mod classes;
mod count;
mod decimal;
mod dense;
pub mod derive;
mod dictionary;
mod distinct;
mod encoded;
mod entries;
mod error;
mod grouper;
mod hierarchy;
mod item;
mod key;
mod lattice;
mod marks;
mod model_name;
mod order;
mod population;
mod radix;
mod random;
mod region;
mod runs;
mod sums;
mod table;
mod view;

pub use classes::Classes;
pub use count::{assign, count, count_range};
pub use decimal::Decimal;
pub use dictionary::Dictionary;
pub use distinct::{Distinct, Fate, Ranked, distinct_rows};
pub use encoded::{Encoded, Quasi, Sensitive};
pub use error::{Error, ErrorKind, ErrorPlace, FilesLeft, LimitKind, Result, did_you_mean};
pub use grouper::Hashing;
pub use hierarchy::{Gaps, Hierarchy, Level, Tree};
pub use key::{Field, Key, Layout, Remap, Steps, WIDTHS};
pub use lattice::{Lattice, Levels, height};
pub use model_name::{ModelName, ThresholdKey};
pub use order::{OrderBy, check_date_format, numbers, ranks};
pub use random::Random;
pub use region::Region;
pub use runs::Buffer;
pub use table::{Column, Table};
pub use view::View;
