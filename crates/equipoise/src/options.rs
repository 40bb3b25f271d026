//! Options for runs and for publishing.

use std::path::PathBuf;

/// Options for a run that writes a release: `anonymize` and `apply`.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Replace existing files.
    pub force: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
    /// Write reports without masking small counts.
    pub internal: bool,
    /// Write hierarchy files to fill in if hierarchies do not list all values.
    pub stub: bool,
}

/// Options for [`Solution::publish`](crate::Solution::publish).
#[derive(Clone, Debug, Default)]
pub struct PublishOptions {
    /// The path of the released table, relative to the working directory. Its extension determines
    /// the format, unless the recipe names one. Default: the output path of the job.
    pub output: Option<PathBuf>,
    /// Replace existing files.
    pub force: bool,
    /// Write reports without masking small counts.
    pub internal: bool,
}
