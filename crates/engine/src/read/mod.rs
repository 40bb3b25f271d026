//! Reading tables: one file or several, CSV or Parquet, on all threads of the current pool, with
//! the same result on any number of them.
//!
//! The text of a CSV file is never in memory as a whole. A block of about a megabyte is cut at the
//! end of a record, its cells become codes, and its text is dropped. For Parquet see
//! [`parquet`](crate::parquet).

mod blocks;
mod csv;
mod detect;
mod dialect;
mod encode;
mod fault;
mod files;
mod header;
mod lines;
mod memory;
mod merge;
mod names;
mod parquet;
mod records;
mod table;
#[cfg(test)]
mod tests;

pub use files::table_files;
pub use lines::read_lines;
pub use memory::take_table;
pub use table::{read_table, read_tables};
