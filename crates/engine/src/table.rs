//! A table as read.

use crate::options::FileFormat;
use crate::parquet::ColumnType;
use equipoise_data::Table;

/// A table as read, and what is known about its files.
#[derive(Clone, Debug)]
pub struct InputTable {
    /// The kept columns in file order. Codes are in the order of first sight.
    pub table: Table,
    /// The names of all columns of the file.
    pub names: Vec<String>,
    /// The delimiter, as given or as detected in the first file; a comma for Parquet.
    pub delimiter: u8,
    /// SHA-256 of the bytes on disk, in hexadecimal digits. For several files, the SHA-256 of a text
    /// that lists the checksum of each file, one per line, in order.
    pub sha256: String,
    /// Number of bytes on disk.
    pub bytes: u64,
    /// Whether the first line ends with a carriage return and a line feed.
    pub crlf: bool,
    /// The format of the files.
    pub format: FileFormat,
    /// The types of kept columns of Parquet files, where all files agree, or of a table in memory.
    pub types: Vec<(String, ColumnType)>,
    /// Files of folders that were left out because their names do not end like a table, or begin
    /// with `.` or `_` although they do.
    pub left_out: Vec<String>,
    /// Whether two files have the same bytes: a copy, perhaps, that counts everybody in it twice.
    pub repeated: bool,
}

impl InputTable {
    /// The type that a column has in the Parquet files that it was read from, or in memory.
    pub fn type_of(&self, name: &str) -> Option<&ColumnType> {
        self.types.iter().find(|t| t.0 == name).map(|t| &t.1)
    }
}
