//! Names of the files of a release.

use std::path::{Path, PathBuf};

/// The file with this ending beside a released table.
pub(crate) fn beside(output: &Path, ending: &str) -> PathBuf {
    let name = output
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    let stem = name
        .strip_suffix(".gz")
        .or(name.strip_suffix(".zst"))
        .unwrap_or(&name);
    let stem = stem
        .strip_suffix(".csv")
        .or(stem.strip_suffix(".parquet"))
        .unwrap_or(stem);
    output.with_file_name(format!("{stem}.{ending}"))
}
