//! The only crate that opens files.
//!
//! [`read_table`] turns CSV and Parquet files into a table of codes, streamed and on all threads.
//! [`Staged`] writes a file that appears whole or not at all, and an [`OutputLock`] lets one
//! process replace a set of files as a whole. [`CsvWriter`] and [`ParquetWriter`] write rows that
//! [`read_table`] reads back unchanged. The crate knows no recipe, no hierarchy and no privacy
//! model, and it prints nothing. No message of it holds a cell value.
//!
//! ```
//! use equipoise_engine::{Access, CsvWriter, Quiet, ReadOptions, Staged, WriteOptions, read_table};
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("people.csv");
//! let mut out = CsvWriter::new(Staged::create(&path, Access::Public, false)?, &WriteOptions::default());
//! for row in [["age", "city"], ["30", "Bonn; centre"], ["40", "Bonn; centre"]] {
//!     out.row(row).expect("there is room on the disk");
//! }
//! out.finish().expect("there is room on the disk").finish()?.publish()?;
//!
//! let input = read_table(&path, &ReadOptions::default(), &|names| Ok(vec![true; names.len()]), &Quiet)?;
//! assert_eq!(input.table.rows, 2);
//! assert_eq!(input.table.columns[1].dictionary.text(0), "Bonn; centre");
//! # Ok::<(), equipoise_data::Error>(())
//! ```

mod cells;
pub mod contents;
mod errors;
mod hidden;
pub mod journal;
pub mod lock;
pub mod options;
pub mod parquet;
pub mod read;
pub mod replace;
mod reserve;
pub mod source;
pub mod stage;
pub mod table;
pub mod target;
pub mod temporary;
pub mod watch;
pub mod write;

pub use contents::{Checksum, checksum, file_length, first_bytes, read_bytes};
pub use journal::{Block, Journal};
pub use lock::{OutputLock, publish_all};
pub use options::{FileFormat, Keep, ReadOptions};
pub use parquet::{ColumnType, ParquetColumn, ParquetWriter};
pub use read::{read_lines, read_table, read_tables, table_files, take_table};
pub use replace::{Recovered, is_interrupted};
pub use reserve::allocation_may_fail;
pub use source::{content_sha256, open, read_error, read_object, read_text, stored_sha256};
pub use stage::{Staged, Written, save};
pub use table::InputTable;
pub use target::{Access, check_target, refuse_link, remove_file, same_file, write_error};
pub use temporary::{NoTemporaries, has_replaced_since, remove_temporaries};
pub use watch::{Quiet, ReadWatch};
pub use write::{Compression, CsvWriter, WriteOptions, guard, render, unguarded};
