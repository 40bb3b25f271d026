//! The files of a release, locked while they are written.

use super::table_file::check_ending;
use crate::source::{Job, beside};
use equipoise_data::{Error, Result};
use equipoise_engine::{OutputLock, check_target, same_file};
use equipoise_recipe::ReportFormat;
use std::path::PathBuf;

/// The files of a release: the table as the recipe names it, the others beside it.
pub(crate) struct Places {
    pub(crate) output: PathBuf,
    pub(crate) certificate: PathBuf,
    pub(crate) record: PathBuf,
    pub(crate) run: PathBuf,
    pub(crate) reports: Vec<(ReportFormat, PathBuf)>,
    /// Reports of the release that is replaced, in formats that the recipe no longer asks for.
    pub(super) stale: Vec<PathBuf>,
    /// A remark for the user about what an interrupted run had left, if it had.
    pub(crate) repaired: Option<String>,
    /// No other process writes these files as long as this value lives.
    pub(super) lock: OutputLock,
}

impl Places {
    /// Checks the places around the output path, locks them, and repairs what an interrupted run
    /// left there. A job that takes its table from memory reads no input files that a release could
    /// replace.
    ///
    /// # Errors
    /// A file that the release is made from, whatever `force` says; a file that exists, unless
    /// `force`; another process that writes these files.
    pub(crate) fn new(job: &Job, output: PathBuf, reads_files: bool, force: bool) -> Result<Self> {
        check_ending(job, &output)?;
        let beside = |ending: &str| beside(&output, ending);
        let report = |format: &ReportFormat| match format {
            ReportFormat::Text => (*format, beside("report.txt")),
            ReportFormat::Json => (*format, beside("report.json")),
            ReportFormat::Html => (*format, beside("report.html")),
        };
        let (certificate, record, run) = (
            beside("certificate.json"),
            beside("record.json"),
            beside("run.json"),
        );
        let reports: Vec<(ReportFormat, PathBuf)> =
            job.recipe.output.report.iter().map(report).collect();
        let all = || {
            [&output, &certificate, &record, &run]
                .into_iter()
                .chain(reports.iter().map(|r| &r.1))
        };
        let (inputs, sources) = if reads_files {
            (job.input_paths()?, job.sources()?)
        } else {
            (Vec::new(), job.sources_beside_input().collect())
        };
        for source in &sources {
            if let Some(place) = all().find(|place| same_file(place, &source.path)) {
                return Err(Error::usage(format!(
                    "is {}; a release never replaces what it is made from",
                    source.kind
                ))
                .at_file("`{}` ", place)
                .hint("choose another output path"));
            }
        }
        for folder in inputs.iter().filter(|path| path.is_dir()) {
            if output
                .parent()
                .is_some_and(|parent| same_file(parent, folder))
            {
                return Err(Error::usage(
                    "would lie in the input folder and be read as a part of the table",
                )
                .at_file("`{}` ", output)
                .hint("choose an output path in another folder"));
            }
        }
        check_target(&output, true)?;
        let (lock, recovered) = OutputLock::take(&certificate, &output)?;
        let repaired = recovered.map(|r| r.describe(&output));
        let existing: Vec<String> = all()
            .filter(|p| p.symlink_metadata().is_ok())
            .map(|p| p.display().to_string())
            .collect();
        if !force && !existing.is_empty() {
            let remark = repaired.map_or_else(String::new, |remark| format!("; {remark}"));
            return Err(
                Error::usage(format!("{} exists already{remark}", existing.join(", ")))
                    .hint("`--force` replaces it, or choose another output path"),
            );
        }
        // Without a certificate there is no release that a report could belong to.
        let mut stale = Vec::new();
        if force && certificate.is_file() {
            let reports_of_all_formats =
                [ReportFormat::Text, ReportFormat::Json, ReportFormat::Html]
                    .map(|format| report(&format).1);
            stale.extend(
                reports_of_all_formats
                    .into_iter()
                    .filter(|path| path.is_file() && !reports.iter().any(|r| r.1 == *path)),
            );
            stale.retain(|path| !sources.iter().any(|source| same_file(path, &source.path)));
        }
        let places = Places {
            certificate,
            record,
            run,
            reports,
            stale,
            repaired,
            lock,
            output,
        };
        Ok(places)
    }

    /// Remarks for the user: what was repaired, and what is removed.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let removed = |path: &PathBuf| {
            format!(
                "`{}` was removed: it described the release that was replaced",
                path.display()
            )
        };
        let repaired = self.repaired.iter().cloned();
        repaired.chain(self.stale.iter().map(removed)).collect()
    }
}
