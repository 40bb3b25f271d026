//! Writes sample tables with their hierarchies and recipe.

use crate::watch::{Stage, Watch, stopped};
use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Staged, publish_all, write_error};
use equipoise_sample::{Census, TABLE_PATH, hierarchies, recipe};
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Rows made at a time by one thread.
const CHUNK_ROWS: u64 = 1 << 15;

/// A sample on disk.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The table.
    pub table: PathBuf,
    /// The recipe, ready for `anonymize`.
    pub recipe: PathBuf,
    /// Everything that was written.
    pub files: Vec<PathBuf>,
}

/// Writes the sample `name` (now: `census`) into a folder: table, hierarchies, recipe.
///
/// The same rows and seed give the same bytes on any number of threads; a small sample is the beginning of a larger one.
///
/// # Errors
/// A name that is not known, files that exist unless `force`, a full disk, a stop by the user.
pub fn make_sample(name: &str, rows: u64, seed: u64, folder: &Path, force: bool, watch: &dyn Watch) -> Result<Sample> {
    if name != "census" {
        return Err(Error::usage(format!("there is no sample `{name}`; known samples: `census`")));
    }
    if rows == 0 {
        return Err(Error::usage("a sample of 0 rows has nothing to show; it needs at least 1"));
    }
    let census = Census { rows, seed };
    let table = folder.join(TABLE_PATH);
    let mut staged = Staged::create(&table, Access::Public, force)?;
    let failed = |e: std::io::Error| write_error(&table, &e);
    let mut head = Vec::new();
    census.write_header(&mut head);
    staged.write_all(&head).map_err(failed)?;
    let chunks: Vec<u64> = (0..rows).step_by(CHUNK_ROWS as usize).collect();
    for few in chunks.chunks(rayon::current_num_threads().max(1) * 2) {
        let made: Vec<Vec<u8>> = few
            .par_iter()
            .map(|&start| {
                let mut out = Vec::new();
                census.write_csv(start..rows.min(start + CHUNK_ROWS), &mut out);
                out
            })
            .collect();
        made.iter().try_for_each(|part| staged.write_all(part)).map_err(failed)?;
        watch.progress(Stage::Write, few.last().map_or(0, |start| rows.min(start + CHUNK_ROWS)), rows);
        if watch.stopped() {
            return Err(stopped());
        }
    }
    let mut written = vec![staged.finish()?];
    let recipe_path = folder.join("recipe.toml");
    let texts = hierarchies().into_iter().map(|(path, text)| (folder.join(path), text)).chain([(recipe_path.clone(), recipe())]);
    for (path, text) in texts {
        let mut staged = Staged::create(&path, Access::Public, force)?;
        staged.write_all(text.as_bytes()).map_err(|e| write_error(&path, &e))?;
        written.push(staged.finish()?);
    }
    let files = written.iter().map(|w| w.path().to_path_buf()).collect();
    publish_all(written)?;
    Ok(Sample { table, recipe: recipe_path, files })
}
