//! Which files a table is made of.

use crate::errors::cannot_open;
use crate::options::FileFormat;
use crate::source::Content;
use equipoise_data::{Error, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// How the name of a file ends that a folder counts as a part of its table.
const ENDINGS: [&str; 8] = [
    ".csv", ".csv.gz", ".csv.zst", ".tsv", ".tsv.gz", ".tsv.zst", ".parquet", ".parq",
];

/// The files of a table.
pub(crate) struct Files {
    /// In the order in which they are read.
    pub(crate) paths: Vec<PathBuf>,
    /// Names in folders that do not end like a table, and tables with names that other programs use
    /// for notes.
    pub(crate) left_out: Vec<String>,
}

/// The files that a path stands for: itself, or the tables in the folder, in the order of their
/// names.
///
/// In a folder, files that end in `.csv`, `.tsv` (also `.gz`, `.zst`) or `.parquet` count. Names
/// that begin with `.` or `_` do not, as other programs use these for notes. A folder inside is an
/// error, because its rows would be lacking.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # for name in ["b.csv", "a.csv", "_SUCCESS", "readme.md"] { std::fs::write(folder.path().join(name), "x\n").unwrap(); }
/// let files = equipoise_engine::table_files(folder.path())?;
/// assert_eq!(files, [folder.path().join("a.csv"), folder.path().join("b.csv")]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn table_files(path: &Path) -> Result<Vec<PathBuf>> {
    Ok(Files::find(&[path.to_owned()])?.paths)
}

impl Files {
    pub(crate) fn find(given: &[PathBuf]) -> Result<Self> {
        let mut files = Files {
            paths: Vec::new(),
            left_out: Vec::new(),
        };
        for path in given {
            if path.is_dir() {
                files.add_folder(path)?
            } else {
                files.paths.push(path.clone())
            }
        }
        files.check_once()?;
        match files.paths.is_empty() {
            true => Err(Error::usage("no file is given to read a table from")),
            false => Ok(files),
        }
    }

    /// A file that is read twice would count everybody in it twice, and so make crowds of people
    /// who are alone.
    fn check_once(&self) -> Result<()> {
        let mut seen = std::collections::BTreeSet::new();
        for path in &self.paths {
            // What does not exist is told when it is opened.
            let Ok(real) = fs::canonicalize(path) else {
                continue;
            };
            if !seen.insert(real) {
                return Err(Error::usage("is given twice; a file is read once")
                    .at_file("`{}` ", path)
                    .hint("name each file once, and no file beside the folder that it is in"));
            }
        }
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        let entries = fs::read_dir(folder)
            .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
            .map_err(|e| cannot_open(folder, e))?;
        let mut found = Vec::new();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            let lower = name.to_lowercase();
            let is_table = ENDINGS.iter().any(|ending| lower.ends_with(ending));
            if name.starts_with(['.', '_']) {
                self.left_out.extend(is_table.then_some(name));
                continue;
            }
            if entry.path().is_dir() {
                return Err(Error::usage(format!(
                    "has a folder `{name}` inside; a table is made of the files of one folder"
                ))
                .at_file("`{}` ", folder)
                .hint("name the files or the folders in a list"));
            }
            if is_table {
                found.push(entry.path())
            } else {
                self.left_out.push(name)
            }
        }
        if found.is_empty() {
            return Err(Error::usage(format!(
                "has no file that ends like a table; accepted: {}",
                ENDINGS.join(", ")
            ))
            .at_file("`{}` ", folder)
            .hint("check the path; a relative path starts at the current folder"));
        }
        found.sort();
        self.left_out.sort();
        self.paths.extend(found);
        Ok(())
    }

    /// The format of all files, told by what they hold.
    ///
    /// # Errors
    /// Files of both formats, or of another than the one asked for.
    pub(crate) fn format(&self, asked: Option<FileFormat>) -> Result<FileFormat> {
        let mut first: Option<(FileFormat, &Path)> = None;
        for path in &self.paths {
            let found = match Content::find(path)? {
                Content::Parquet => FileFormat::Parquet,
                _ => FileFormat::Csv,
            };
            match asked {
                // A text may begin like anything.
                Some(FileFormat::Csv) => {}
                Some(FileFormat::Parquet) if found != FileFormat::Parquet => {
                    return Err(
                        Error::data("not a Parquet file: it does not begin with `PAR1`")
                            .in_file(path)
                            .hint("leave `format` out to have it found"),
                    );
                }
                _ => {}
            }
            match first {
                Some((format, other)) if format != found && asked.is_none() => {
                    return Err(Error::data(format!(
                        "`{}` is {format}, `{}` is {found}; a table has one format",
                        other.display(),
                        path.display()
                    ))
                    .at_file("", path)
                    .hint("give the files of one format"));
                }
                _ => first = first.or(Some((found, path))),
            }
        }
        Ok(asked.or(first.map(|f| f.0)).unwrap_or(FileFormat::Csv))
    }
}

/// The error for files that have a header and nothing else.
pub(crate) fn no_rows(paths: &[PathBuf]) -> Error {
    let error = match paths {
        [path] => Error::data("the file has a header but no rows").in_file(path),
        _ => Error::data(format!("none of the {} files has a row", paths.len())),
    };
    error.hint("a table has at least one row; lines must end with LF or CRLF")
}
