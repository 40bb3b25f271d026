//! Texts of a column and the labels that every builder knows.

use crate::error::{Error, Result};
use crate::table::Column;

/// The label of the highest level.
pub(crate) const TOP: &str = "*";

/// Checks the label of everything that has no label of its own.
pub(crate) fn check_other(other: &str) -> Result<()> {
    match other {
        "" => Err(Error::usage("`other` is empty; it must be a label")),
        TOP => Err(Error::usage(format!(
            "`other` is `{TOP}`, which is the label of the top"
        ))),
        _ => Ok(()),
    }
}

/// The distinct texts of a column without its tokens for missing values.
pub(crate) fn known_texts<'a>(
    column: &'a Column,
    missing: &'a [String],
) -> impl Iterator<Item = &'a str> {
    column
        .dictionary
        .texts()
        .filter(move |t| missing.iter().all(|m| m != t))
}
