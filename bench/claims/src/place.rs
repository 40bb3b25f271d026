//! A worked table as files, and whole runs of the product on them.

use equipoise::{
    CheckRequest, Checked, Job, Outcome, Release, RunOptions, Unwatched, anonymize, check,
};
use equipoise_data::{Error, Result};
use equipoise_testkit::Case;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with a table, its hierarchies and a recipe; it is gone when this is dropped.
pub(crate) struct Place {
    folder: TempDir,
    head: String,
}

impl Place {
    /// Writes the table and its hierarchies. The recipes of this place allow this node only and no
    /// suppression.
    pub(crate) fn new(case: &Case, node: &[u8]) -> Result<Self> {
        let folder = tempfile::tempdir()
            .map_err(|e| Error::limit(format!("no temporary folder can be made: {e}")))?;
        write(
            folder.path(),
            "table.csv",
            &lines(std::iter::once(&case.columns).chain(&case.rows), ","),
        )?;
        let quasi = case.quasi.iter().map(|q| (q.index, &q.lines));
        let sensitive = case
            .sensitive
            .iter()
            .filter_map(|s| Some((s.index, s.lines.as_ref()?)));
        for (index, tree) in quasi.chain(sensitive) {
            write(
                folder.path(),
                &format!("{}.csv", case.columns[index]),
                &lines(tree.iter(), ";"),
            )?;
        }
        Ok(Place {
            folder,
            head: head(case, node),
        })
    }

    /// A job for these `[[privacy]]` tables.
    fn job(&self, privacy: &str) -> Result<Job> {
        write(
            self.folder.path(),
            "recipe.toml",
            &format!("{}{privacy}", self.head),
        )?;
        Job::open(&self.folder.path().join("recipe.toml"))
    }

    /// Runs `anonymize`; none when what is asked cannot be met at the node.
    pub(crate) fn release(&self, privacy: &str) -> Result<Option<Box<Release>>> {
        match anonymize(
            &self.job(privacy)?,
            &RunOptions {
                force: true,
                ..RunOptions::default()
            },
            &Unwatched,
        )? {
            Outcome::Met(release) => Ok(Some(release)),
            _ => Ok(None),
        }
    }

    /// Runs `check` on a released table.
    pub(crate) fn check(&self, privacy: &str, released: &Path) -> Result<Checked> {
        let job = self.job(privacy)?.with_input(Some(PathBuf::from(released)));
        check(&job, CheckRequest::default(), &Unwatched)
    }
}

/// All of a recipe but its models.
fn head(case: &Case, node: &[u8]) -> String {
    let mut text =
        "version = 1\n[input]\npath = \"table.csv\"\n[output]\npath = \"out/release.csv\"\n"
            .to_owned();
    text += "[search]\nmax-suppression = 0\n";
    for (q, level) in case.quasi.iter().zip(node) {
        let name = &case.columns[q.index];
        let _ = write!(
            text,
            "[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = \"{name}.csv\"\n"
        );
        let _ = write!(text, "min-level = {level}\nmax-level = {level}\n");
    }
    for s in &case.sensitive {
        let name = &case.columns[s.index];
        let _ = write!(
            text,
            "[columns.{name}]\nrole = \"sensitive\"\norder = {:?}\n",
            s.order
        );
        if s.lines.is_some() {
            let _ = writeln!(text, "hierarchy = \"{name}.csv\"");
        }
    }
    text
}

/// The cells of the examples hold neither delimiters nor quotes.
fn lines<'a>(rows: impl Iterator<Item = &'a Vec<String>>, delimiter: &str) -> String {
    rows.map(|row| row.join(delimiter) + "\n").collect()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    std::fs::write(folder.join(name), text)
        .map_err(|e| Error::limit(format!("`{name}` cannot be written: {e}")))
}
