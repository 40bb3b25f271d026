//! Partitions: decisions that give each class labels of its own.

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
