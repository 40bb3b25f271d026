//! Files that hold an atlas.

use crate::head::table_models;
use crate::store::journal_path;
use equipoise_data::Result;
use equipoise_engine::{first_bytes, read_bytes, refuse_link};
use equipoise_explore::{Atlas, is_atlas};
use std::path::Path;

/// Whether a file is an atlas.
///
/// # Errors
/// A file that cannot be read.
pub fn is_atlas_file(path: &Path) -> Result<bool> {
    Ok(is_atlas(&first_bytes(path, 16)?))
}

/// Refuses a link in place of an atlas or of its journal: what is written there would end up
/// elsewhere.
///
/// # Errors
/// A usage error for a link.
pub(crate) fn refuse_links(atlas: &Path) -> Result<()> {
    refuse_link(atlas, "an atlas")?;
    refuse_link(&journal_path(atlas), "the journal of an atlas")
}

/// Opens an atlas file and keeps its bytes in memory: whoever cuts or overwrites the file later
/// does not change the answers.
///
/// # Errors
/// A file that is no atlas, of another version, cut short or altered; a link.
pub(crate) fn open_atlas(path: &Path) -> Result<Atlas> {
    refuse_links(path)?;
    Atlas::open(Box::new(read_bytes(path)?), table_models).map_err(|e| e.in_file(path))
}
