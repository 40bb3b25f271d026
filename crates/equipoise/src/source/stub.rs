//! Hierarchy files to fill in, for values that the recipe's files do not list.

use super::job::Job;
use equipoise_data::build::stub;
use equipoise_data::{Column, Error, Result, Tree};
use equipoise_engine::{
    Access, CsvWriter, InputTable, Staged, WriteOptions, publish_all, read_lines, write_error,
};
use equipoise_recipe::{HierarchySource, Role, Unlisted};
use std::path::{Path, PathBuf};

/// Writes a file to fill in for each hierarchy file that lacks values of the table, or is not
/// there.
///
/// The lines of a file stay in its stub, which lies beside it; a file that does not exist is written
/// itself.
///
/// # Errors
/// If anything was written, because nothing can be released yet; files that cannot be read or exist
/// already.
pub(crate) fn write_stubs(job: &Job, input: &InputTable, force: bool) -> Result<()> {
    let (mut files, mut written) = (Vec::new(), Vec::new());
    for column in &input.table.columns {
        let of = job
            .recipe
            .column(&column.name)
            .filter(|c| matches!(c.role, Role::QuasiIdentifier | Role::Sensitive));
        let Some(of) = of.filter(|c| c.unlisted == Unlisted::Error) else {
            continue;
        };
        let Some(HierarchySource::File(path)) = &of.hierarchy else {
            continue;
        };
        if job.has_given_hierarchy(&column.name) {
            continue;
        }
        let path = job.resolve(path);
        if let Some((place, lines)) = lacking(&path, column, &job.recipe.input.missing)? {
            written.push(format!("`{}` for `{}`", place.display(), column.name));
            files.push(write(&place, &lines, force)?);
        }
    }
    if files.is_empty() {
        return Ok(());
    }
    publish_all(files)?;
    Err(Error::data(format!(
        "the hierarchies lack values of the table; wrote {}",
        written.join(", ")
    ))
    .hint("put a label in the place of each `???`, name the file in the recipe, and run it again"))
}

/// The path and the lines of a stub; none when no value is lacking.
fn lacking(
    path: &Path,
    column: &Column,
    missing: &[String],
) -> Result<Option<(PathBuf, Vec<Vec<String>>)>> {
    if path.symlink_metadata().is_err() {
        return Ok(Some((path.to_path_buf(), stub(None, column, missing))));
    }
    let tree = Tree::new(read_lines(path, None)?)
        .map_err(|e| e.at_column("hierarchy of `{}`: ", &column.name))?;
    let lines = stub(Some(&tree), column, missing);
    let place = path.with_extension("stub.csv");
    Ok((lines.len() > tree.lines().len()).then_some((place, lines)))
}

/// Values of the table are in it, so it is for its owner.
fn write(path: &Path, lines: &[Vec<String>], force: bool) -> Result<equipoise_engine::Written> {
    let options = WriteOptions {
        delimiter: b';',
        ..WriteOptions::default()
    };
    let mut out = CsvWriter::new(Staged::create(path, Access::OwnerOnly, force)?, &options);
    let failed = |e: std::io::Error| write_error(path, e);
    lines
        .iter()
        .try_for_each(|line| out.row(line))
        .map_err(failed)?;
    out.finish().map_err(failed)?.finish()
}
