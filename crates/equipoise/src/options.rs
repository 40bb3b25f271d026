//! Options of `anonymize` and `apply`.

/// Options of a run that writes a release.
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
