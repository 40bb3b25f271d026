//! Partitions: decisions that give each class labels of its own.

mod items;
mod judge;
mod labels;
mod lineage;
mod local;
mod mondrian;
mod partition;
mod whole;
mod yardsticks;

pub use labels::Recode;
pub use local::{LocalRecoding, local_recoding};
pub use mondrian::{MondrianOptions, mondrian};
pub use partition::{Partition, classes_of, examine_partition};
