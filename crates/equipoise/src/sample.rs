//! Writes sample tables with their hierarchies and recipe.

use crate::watch::{Stage, Watch};
use equipoise_data::{Error, Result};
use equipoise_engine::{Access, Staged, Written, publish_all, write_error};
use equipoise_sample::{Census, Hospital, TABLE_PATH, hierarchies, recipe};
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Rows that one thread generates at a time.
const CHUNK_ROWS: u64 = 1 << 15;

/// A sample that can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SampleKind {
    /// One row per person; 20,000 rows by default.
    Census,
    /// Several stays per patient; 300,000 rows by default.
    Hospital,
}

impl SampleKind {
    /// All samples, in the order in which messages list them.
    pub const ALL: &'static [SampleKind] = &[SampleKind::Census, SampleKind::Hospital];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SampleKind::Census => "census",
            SampleKind::Hospital => "hospital",
        }
    }
}

/// Parses a name.
impl FromStr for SampleKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let mut all = SampleKind::ALL.iter().copied();
        all.find(|kind| kind.name() == name).ok_or_else(|| {
            let known: Vec<String> = SampleKind::ALL
                .iter()
                .map(|kind| format!("`{}`", kind.name()))
                .collect();
            Error::usage(format!(
                "there is no sample `{name}`; known samples: {}",
                known.join(", ")
            ))
        })
    }
}

/// A sample on disk.
#[derive(Clone, Debug)]
pub struct SampleFiles {
    /// The table.
    pub table: PathBuf,
    /// Rows of the table.
    pub rows: u64,
    /// The recipe, ready for `anonymize`.
    pub recipe: PathBuf,
    /// All files that were written.
    pub files: Vec<PathBuf>,
}

/// Writes a sample to a folder: table, hierarchies and recipe.
///
/// Without `rows`, the sample has its default size. The same rows and seed give the same bytes on
/// any number of threads. The table of a smaller sample is the beginning of that of a larger one.
///
/// # Errors
/// Existing files unless `force`, a full disk, a stop by the user.
pub fn make_sample(
    kind: SampleKind,
    rows: impl Into<Option<u64>>,
    seed: u64,
    folder: &Path,
    force: bool,
    watch: &dyn Watch,
) -> Result<SampleFiles> {
    let rows = rows.into();
    if rows == Some(0) {
        return Err(Error::usage(
            "a sample of 0 rows has nothing to show; it needs at least 1",
        ));
    }
    let source = Source::new(kind, rows, seed);
    let table = folder.join(source.table);
    let mut written = vec![source.write_table(&table, force, watch)?];
    let recipe_path = folder.join("recipe.toml");
    let recipe = (recipe_path.clone(), source.recipe);
    for (path, text) in source
        .files
        .into_iter()
        .map(|(path, text)| (folder.join(path), text))
        .chain([recipe])
    {
        let mut staged = Staged::create(&path, Access::Public, force)?;
        staged
            .write_all(text.as_bytes())
            .map_err(|e| write_error(&path, e))?;
        written.push(staged.finish()?);
    }
    let files = written.iter().map(|w| w.path().to_path_buf()).collect();
    publish_all(written)?;
    Ok(SampleFiles {
        table,
        rows: source.rows,
        recipe: recipe_path,
        files,
    })
}

/// Appends the rows of a range to a text.
type WriteRows = Box<dyn Fn(Range<u64>, &mut Vec<u8>) + Sync>;

/// The parts of a sample.
struct Source {
    /// The path of the table, relative to the recipe.
    table: &'static str,
    rows: u64,
    header: Vec<u8>,
    write_rows: WriteRows,
    recipe: String,
    /// Hierarchies and other files that the recipe names, by path.
    files: Vec<(String, String)>,
}

impl Source {
    fn new(kind: SampleKind, rows: Option<u64>, seed: u64) -> Self {
        let mut header = Vec::new();
        match kind {
            SampleKind::Census => {
                let census = Census {
                    rows: rows.unwrap_or(Census::USUAL_ROWS),
                    seed,
                };
                census.write_header(&mut header);
                Source {
                    table: TABLE_PATH,
                    rows: census.rows,
                    header,
                    write_rows: Box::new(move |range, out| census.write_csv(range, out)),
                    recipe: recipe(),
                    files: hierarchies(),
                }
            }
            SampleKind::Hospital => {
                let hospital = Hospital {
                    rows: rows.unwrap_or(Hospital::USUAL_ROWS),
                    seed,
                };
                hospital.write_header(&mut header);
                Source {
                    table: Hospital::TABLE_PATH,
                    rows: hospital.rows,
                    header,
                    write_rows: Box::new(move |range, out| hospital.write_csv(range, out)),
                    recipe: hospital.recipe(),
                    files: Hospital::files(),
                }
            }
        }
    }

    /// Stages the table, some chunks at a time.
    fn write_table(&self, path: &Path, force: bool, watch: &dyn Watch) -> Result<Written> {
        let rows = self.rows;
        let mut staged = Staged::create(path, Access::Public, force)?;
        let failed = |e: std::io::Error| write_error(path, e);
        staged.write_all(&self.header).map_err(failed)?;
        let chunks: Vec<u64> = (0..rows).step_by(CHUNK_ROWS as usize).collect();
        for few in chunks.chunks(rayon::current_num_threads().max(1) * 2) {
            let make = |&start: &u64| {
                let mut out = Vec::new();
                (self.write_rows)(start..rows.min(start + CHUNK_ROWS), &mut out);
                out
            };
            let made: Vec<Vec<u8>> = few.par_iter().map(make).collect();
            made.iter()
                .try_for_each(|part| staged.write_all(part))
                .map_err(failed)?;
            watch.progress(
                Stage::Write,
                few.last().map_or(0, |start| rows.min(start + CHUNK_ROWS)),
                rows,
            );
            if watch.stopped() {
                return Err(Error::stopped());
            }
        }
        staged.finish()
    }
}
