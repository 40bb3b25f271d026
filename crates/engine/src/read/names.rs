//! Column names: selects the columns to keep, and matches the columns of several files.

use crate::options::Keep;
use equipoise_data::{Error, Result};
use std::path::Path;

/// The columns to keep, one answer for each name.
pub(crate) fn kept(keep: &Keep<'_>, names: &[String]) -> Result<Vec<bool>> {
    let keep = keep(names)?;
    if keep.len() != names.len() {
        return Err(Error::internal(format!(
            "{} columns were judged, the file has {}",
            keep.len(),
            names.len()
        )));
    }
    Ok(keep)
}

/// The position of each column of another file among those of the first.
///
/// # Errors
/// Columns that only one of the two has.
pub(crate) fn match_names(
    first: (&Path, &[String]),
    other: (&Path, &[String]),
) -> Result<Vec<usize>> {
    let without = |these: &[String], those: &[String]| {
        let names: Vec<String> = these
            .iter()
            .filter(|n| !those.contains(n))
            .map(|n| format!("`{n}`"))
            .collect();
        names.join(", ")
    };
    let (lacking, more) = (without(first.1, other.1), without(other.1, first.1));
    if lacking.is_empty() && more.is_empty() {
        return Ok(other
            .1
            .iter()
            .filter_map(|name| first.1.iter().position(|n| n == name))
            .collect());
    }
    let mut parts = Vec::new();
    parts.extend((!lacking.is_empty()).then(|| format!("it lacks {lacking}")));
    parts.extend((!more.is_empty()).then(|| format!("it has {more} besides")));
    Err(Error::data(format!(
        "the columns are not those of `{}`: {}",
        first.0.display(),
        parts.join(", ")
    ))
    .in_file(other.0)
    .hint("files that are read as one table have the same columns, in any order"))
}
