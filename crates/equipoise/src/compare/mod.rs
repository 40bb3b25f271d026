//! Releases of one table side by side: risks, losses, and what each is still good for.

mod figures;

use crate::page::write_owned;
use crate::read_release::{ReadRelease, ReleaseReader};
use crate::source::Job;
use crate::watch::Watch;
use equipoise_data::{Error, Result};
use equipoise_engine::same_file;
use equipoise_report as report;
use figures::Figures;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A request to compare releases.
#[derive(Clone, Debug, Default)]
pub struct CompareRequest {
    /// Released tables, or their certificates or records.
    pub releases: Vec<PathBuf>,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// Releases side by side.
#[derive(Clone, Debug)]
pub struct Compared {
    comparison: report::ReleaseComparison,
    /// Notes: findings that deserve a second look.
    pub warnings: Vec<String>,
}

/// Measures releases of the table that the recipe names, against that table.
///
/// Labels are read by the record of a release where it lies beside it, else by the hierarchies of
/// the recipe. So any release of the table can be compared, also one that another program made.
///
/// # Errors
/// Files that cannot be read, records of another table, columns that are not there, labels that
/// stand for nothing.
pub fn compare(job: &Job, request: &CompareRequest, watch: &dyn Watch) -> Result<Compared> {
    if request.releases.is_empty() {
        return Err(Error::usage("no release is given").hint("name one or more released tables"));
    }
    let reader = ReleaseReader::open(job, watch)?;
    let recipe = &job.recipe;
    let read = |path: &PathBuf| reader.read(path, request.show_values, watch);
    let read: Vec<ReadRelease> = request.releases.iter().map(read).collect::<Result<_>>()?;
    let figures = Figures { reader: &reader };
    let (measures, mut notes) = figures.measure(&read)?;
    let releases = names(&read);
    if recipe.input.person.is_some() {
        let by_rows = read
            .iter()
            .zip(&releases)
            .filter(|(r, _)| reader.persons(r).is_none());
        notes.extend(
            by_rows
                .map(|(_, of)| format!("Classes of `{}` are counted in rows: without its record nobody can tell persons apart.", of.name)),
        );
    }
    let unit = recipe
        .input
        .person
        .clone()
        .map_or(report::ProtectionUnit::Rows, |column| {
            report::ProtectionUnit::Persons { column }
        });
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let comparison = report::ReleaseComparison {
        version,
        unit,
        rows: reader.table().rows as u64,
        releases,
        measures,
        notes,
    };
    Ok(Compared {
        comparison,
        warnings: recipe.warnings.clone(),
    })
}

/// Names by which releases are told apart: file names without endings, or whole paths where these
/// are the same.
fn names(read: &[ReadRelease]) -> Vec<report::ComparedRelease> {
    let short = |r: &ReadRelease| {
        let name = r
            .file
            .table
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let stem = name
            .strip_suffix(".gz")
            .or(name.strip_suffix(".zst"))
            .unwrap_or(&name);
        stem.strip_suffix(".csv")
            .or(stem.strip_suffix(".parquet"))
            .unwrap_or(stem)
            .to_owned()
    };
    let all: Vec<String> = read.iter().map(short).collect();
    let given: Vec<String> = read
        .iter()
        .map(|r| r.file.given.display().to_string())
        .collect();
    let name = |at: usize| {
        let same = |names: &[String]| names.iter().filter(|other| **other == names[at]).count() > 1;
        match (same(&all), same(&given)) {
            (false, _) => all[at].clone(),
            (true, false) => given[at].clone(),
            (true, true) => format!("{} ({})", given[at], at + 1),
        }
    };
    let release = |(at, r): (usize, &ReadRelease)| report::ComparedRelease {
        name: name(at),
        file: r.file.table.display().to_string(),
        with_record: r.file.record.is_some(),
    };
    read.iter().enumerate().map(release).collect()
}

/// Serializes as the object that `--json` prints.
impl Serialize for Compared {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl Compared {
    /// The comparison for a terminal.
    pub fn to_text(&self) -> String {
        self.comparison.to_text()
    }

    fn json(&self) -> Value {
        let mut object = self.comparison.to_json();
        object["warnings"] = serde_json::json!(self.warnings);
        object
    }

    /// Writes the comparison as a page that only its owner can read.
    ///
    /// # Errors
    /// A file that exists, unless `force`; one that was compared, whatever `force` says; a full
    /// disk.
    pub fn write_page(&self, job: &Job, path: &Path, force: bool) -> Result<()> {
        let compared = self
            .comparison
            .releases
            .iter()
            .map(|r| PathBuf::from(&r.file));
        let sources = job.sources()?.into_iter().map(|source| source.path);
        if let Some(source) = sources
            .chain(compared)
            .find(|source| same_file(path, source))
        {
            return Err(Error::usage("is compared; the page never replaces it")
                .at_file("`{}` ", source)
                .hint("choose another path"));
        }
        write_owned(path, force, &self.comparison.to_html())
    }
}
