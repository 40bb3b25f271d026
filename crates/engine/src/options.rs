//! Options for reading a table.

use equipoise_data::Result;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Text with delimiters, plain or compressed.
    Csv,
    /// Parquet.
    Parquet,
}

impl std::fmt::Display for FileFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FileFormat::Csv => "CSV",
            FileFormat::Parquet => "Parquet",
        })
    }
}

/// Options for reading a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The character between fields; `None` to detect it among `,` `;` tab and `|`.
    pub delimiter: Option<u8>,
    /// The character around fields that hold delimiters or line ends; `None` when the file quotes
    /// nothing.
    pub quote: Option<u8>,
    /// Whether the first record holds the names of the columns. Without it they are `column-1`,
    /// `column-2` ...
    pub header: bool,
    /// The format; `None` to find it from the first bytes.
    pub format: Option<FileFormat>,
    /// The text that a null of a Parquet file becomes; without one, a null is an error.
    pub null: Option<String>,
    /// Columns that are left out where they cannot be read as texts: lists, structures, raw bytes.
    pub dispensable: Vec<String>,
}

impl Default for ReadOptions {
    /// The format and the delimiter detected, quotes `"`, with a header, nulls as empty texts, no
    /// column dispensable.
    fn default() -> Self {
        ReadOptions {
            delimiter: None,
            quote: Some(b'"'),
            header: true,
            format: None,
            null: Some(String::new()),
            dispensable: Vec::new(),
        }
    }
}

/// Selects the columns to keep, by name. An error ends the call.
pub type Keep<'a> = dyn Fn(&[String]) -> Result<Vec<bool>> + 'a;
