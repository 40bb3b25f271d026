//! Parquet files: every cell is a text on the way in, and gets its type back on the way out where
//! nothing was changed.
//!
//! | type in the file | text |
//! |---|---|
//! | integers, signed and unsigned | decimal digits |
//! | booleans | `true`, `false` |
//! | dates | `2025-01-31`; years before 0 and after 9999 have more digits or a minus |
//! | times of day | `07:05:00`, with a fraction only where it is not zero |
//! | timestamps | `2025-01-31T07:05:00`, with a fraction only where it is not zero, and with `Z` where the type says UTC |
//! | INT96 timestamps | as timestamps that do not say UTC |
//! | decimals | all digits of the scale: `1.50` |
//! | floats | the shortest digits that read back to the same number, without an exponent: `1`, `0.1`; also `NaN`, `inf` |
//! | byte arrays | their UTF-8 text; anything else is an error |
//! | UUIDs | lower-case digits in the usual groups |
//! | null | the text that [`ReadOptions::null`](crate::ReadOptions) names |
//!
//! A list, a map or a structure is no cell. Such a column is refused by name, unless it is left out
//! anyway.

mod calendar;
mod chunk;
mod decode;
mod file;
mod kind;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use kind::ColumnType;
pub use write::{ParquetColumn, ParquetWriter};

pub(crate) use decode::{Reading, read_columns};
pub(crate) use file::ParquetFile;
