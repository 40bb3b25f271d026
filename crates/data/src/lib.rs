//! Codes, hierarchies, counted tuples and the lattice: what every other crate of Equipoise computes
//! on.
//!
//! This crate opens no files, knows no privacy model and prints nothing.
//!
//! # From rows to classes
//! [`count()`] is the only step that sees every row. It packs the codes of a row into a [`Key`]
//! (one 64-bit word for most tables; wider keys run the same code) and adds up equal keys.
//! Everything after it works on [`Classes`], and [`Classes::roll_up`] makes the classes of a
//! coarser node from those of a finer one, never from rows.
//!
//! Leaves of a [`Hierarchy`] are numbered in preorder, so every label covers a run of consecutive
//! leaves. A sorted list of keys therefore stays nearly sorted when one field is generalized, and a
//! roll-up is a linear pass (`runs.rs`): keys can be out of order only within a group that agrees
//! on the changed field and on all higher fields. Long groups go through counters with a bitmap
//! (`dense.rs`) or a radix sort (`radix.rs`). Changing the lowest field never causes disorder, so
//! the search gives that place to an attribute that changes often and shrinks the lists little.
//!
//! | file | what is counted |
//! |---|---|
//! | `entries.rs` | rows: the key and the number of rows of a class share one word where they fit |
//! | `cells.rs` | values of a sensitive column: the value is the lowest field of the key, which no node generalizes, so values roll up by the same code |
//! | `marks.rs` | which values occur, where a model asks no more: one bit per value |
//! | `population.rs` | a population: a second list that rolls up beside the first |
//! | `grouper.rs`, `view.rs` | persons and amounts, which do not add up like rows and go through hashing |
//!
//! # Missing values and persons
//! A missing value is a leaf of its own. It stays itself below the top and joins the top label at
//! the top. Persons whose rows are all in one class are plain counts; those with rows in several
//! classes are tracked individually until a roll-up brings their rows together ([`View`]).

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
pub use decimal::{Decimal, ExactFraction};
pub use dictionary::Dictionary;
pub use distinct::{Distinct, Fate, Ranked, distinct_rows};
pub use encoded::{Encoded, Quasi, Sensitive};
pub use error::{Error, ErrorKind, ErrorPlace, FilesLeft, LimitKind, Result, did_you_mean};
pub use grouper::Hashing;
pub use hierarchy::{Gaps, Hierarchy, Level, Tree};
pub use key::{Field, Key, Layout, Remap, Steps, WIDTHS};
pub use lattice::{Lattice, Levels, height};
pub use model_name::{ModelName, ThresholdKey};
pub use order::{IsReadable, OrderBy, check_date_format, numbers, ranks, readable};
pub use random::Random;
pub use region::Region;
pub use runs::Buffer;
pub use table::{Column, Table};
pub use view::View;
