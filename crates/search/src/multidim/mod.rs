//! Partitions: decisions that give each class labels of its own.
//!
//! Rows that agree in everything that a decision depends on form one item with a count
//! (`items.rs`). `judge.rs` says whether some items may be a class. Both methods, and cell
//! suppression too, end in a [`Partition`]: a class for each row, and for each class and column the
//! run of leaves that its cells stand for. Nothing after that depends on the method.
//!
//! - **Mondrian** (`mondrian.rs`) cuts groups of items at the median.
//! - **Local recoding** (`local/`) starts from the classes of the best levels, round by round
//!   (`start.rs`). It divides them along the hierarchies, and a remainder may keep the coarser
//!   label (`refine.rs`). It moves items where that lowers the cost (`exchange.rs`); bit sets tell
//!   which classes cover an item on all columns but one. An item that fits nowhere gets a class
//!   together with rows that a large class can spare (`borrow.rs`). Costs are whole numbers, so the
//!   order of additions does not matter.
//!
//! Models of the whole table see the sizes of all groups at every step (`whole.rs`).
//! (n,t)-closeness compares a class with regions: see `yardsticks.rs`.

pub(crate) mod items;
pub(crate) mod judge;
mod labels;
mod lineage;
pub(crate) mod local;
mod mondrian;
mod partition;
pub(crate) mod whole;
pub(crate) mod yardsticks;

pub use labels::Recode;
pub use local::{LocalRecoding, local_recoding};
pub use mondrian::{MondrianOptions, mondrian};
pub use partition::{Partition, examine_partition};
