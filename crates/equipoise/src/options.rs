//! Options of runs, and of publishing.

use std::path::PathBuf;

/// Options of a run that writes a release: `anonymize` and `apply`.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Replace files that exist.
    pub force: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
    /// Write reports without masking small counts.
    pub internal: bool,
    /// Write hierarchy files to fill in where values are not listed.
    pub stub: bool,
}

/// Options of [`Solution::publish`](crate::Solution::publish).
#[derive(Clone, Debug, Default)]
pub struct PublishOptions {
    /// The path of the released table, relative to the working directory. Its ending says the
    /// format, unless the recipe does. Default: the output path of the job.
    pub output: Option<PathBuf>,
    /// Replace files that exist.
    pub force: bool,
    /// Write reports without masking small counts.
    pub internal: bool,
}
