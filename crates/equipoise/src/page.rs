//! Pages that only their owner can read.

use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Staged, publish_all, write_error};
use std::io::Write;
use std::path::Path;

/// Writes a page whole or not at all.
///
/// # Errors
/// A file that exists, unless `force`; a full disk.
pub(crate) fn write_owned(path: &Path, force: bool, html: &str) -> Result<()> {
    if !force && path.symlink_metadata().is_ok() {
        return Err(Error::usage("exists already")
            .at_file("`{}` ", path)
            .hint("`--force` replaces it, or choose another path"));
    }
    let mut staged = Staged::create(path, Access::OwnerOnly, force)?;
    staged
        .write_all(html.as_bytes())
        .map_err(|e| write_error(path, e))?;
    publish_all(vec![staged.finish()?])
}
