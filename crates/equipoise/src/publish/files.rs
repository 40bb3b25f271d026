//! Writes a release: staged, read back, judged by independent code, then renamed, the certificate
//! last.

use super::agreement::check_agreement;
use super::places::Places;
use super::publication::Publication;
use super::question::{Layout, question, shown};
use super::table_file::{FileManner, TableFile};
use crate::options::PublishOptions;
use crate::prepare::Prepared;
use crate::report::Subject;
use crate::solution::{Decided, SearchFigures};
use crate::source::Job;
use crate::watch::{Stage, until_stopped};
use equipoise_certify as certify;
use equipoise_data::{Error, Result};
use equipoise_engine::{
    Access, Compression, Staged, WriteOptions, Written, guard, open, stored_sha256, write_error,
};
use equipoise_recipe::ReportFormat;
use equipoise_release::Released;
use equipoise_report::{Audience, UsefulnessFacts};
use std::io::Write;
use std::path::Path;

impl Publication<'_> {
    /// Writes, checks and publishes a release; returns its usefulness if the recipe asks for it.
    pub(crate) fn write(
        &self,
        places: &Places,
        options: &PublishOptions,
    ) -> Result<Option<UsefulnessFacts>> {
        let Publication {
            job,
            prepared,
            decided,
            search,
            watch,
        } = *self;
        let table = TableOut {
            publication: self,
            places,
            manner: FileManner::new(job, prepared, &places.output),
            force: options.force,
        };
        let released = table.released()?;
        // The report is computed while the release is written and read back.
        let audience = if options.internal {
            Audience::Internal
        } else {
            Audience::Public
        };
        let reported = || {
            let usefulness = crate::usefulness::of_release(job, prepared, decided)?;
            let subject = Subject {
                job,
                prepared,
                decided,
                search,
            };
            Ok::<_, Error>((
                subject.report(&released, usefulness.as_ref(), audience)?,
                usefulness,
            ))
        };
        let (checked, reported) = rayon::join(|| table.write_and_measure(&released), reported);
        let ((written, question, measured), (mut report, usefulness)) = (checked?, reported?);
        crate::report::add_least(&mut report, &measured);
        let stored = table.stored_sha256(&written, &measured)?;
        let certificate = certify::issue(
            &question,
            &measured,
            &asked(job, prepared, decided, places, &table.manner.csv),
        )?
        .with_stored_sha256(stored)?;
        let record = certify::Record::new(
            &certificate,
            &question,
            &measured,
            facts(job, prepared, decided),
        )?;

        let stage = |path: &Path, access: Access, text: String| -> Result<Written> {
            let mut staged = Staged::create(path, access, options.force)?;
            staged
                .write_all(text.as_bytes())
                .map_err(|e| write_error(path, e))?;
            staged.finish()
        };
        let mut files = vec![written];
        files.push(stage(&places.record, Access::OwnerOnly, record.to_json()?)?);
        files.push(stage(&places.run, Access::OwnerOnly, run_figures(search))?);
        for (format, path) in &places.reports {
            let text = match format {
                ReportFormat::Text => report.to_text(audience),
                ReportFormat::Json => report.to_json(audience),
                ReportFormat::Html => report.to_html(audience),
            };
            files.push(stage(
                path,
                if options.internal {
                    Access::OwnerOnly
                } else {
                    Access::Public
                },
                text,
            )?);
        }
        files.push(stage(
            &places.certificate,
            Access::Public,
            certificate.to_json()?,
        )?);
        if watch.stopped() {
            return Err(Error::stopped());
        }
        // The certificate is the last of them: a release without one is incomplete.
        places.lock.publish(files, &places.stale)?;
        Ok(usefulness)
    }
}

/// Rejects a table in which guards make two texts of a column equal: classes would merge, or values
/// would be read as missing.
fn check_guards(job: &Job, released: &Released) -> Result<()> {
    for (name, texts) in released.names.iter().zip(&released.texts) {
        let mut changed = texts
            .iter()
            .chain(&job.recipe.input.missing)
            .map(|t| (t, guard(t)))
            .filter(|(text, guarded)| guarded != *text);
        if changed.any(|(_, guarded)| texts.binary_search(&guarded).is_ok()) {
            return Err(Error::data("has different values that would be equal in a spreadsheet-safe file")
                .at_column("column `{}` ", name)
                .hint("change the values that begin with an apostrophe, or write without `spreadsheet-safe`"));
        }
    }
    Ok(())
}

/// The released table on its way to the disk.
struct TableOut<'a> {
    publication: &'a Publication<'a>,
    places: &'a Places,
    manner: FileManner,
    force: bool,
}

impl TableOut<'_> {
    /// The rows of the release, fit for the file.
    fn released(&self) -> Result<Released> {
        let released = self.publication.released()?;
        if self.manner.csv.spreadsheet_safe {
            check_guards(self.publication.job, &released)?;
        }
        Ok(released)
    }

    /// Writes the table to a temporary file and lets the independent judge measure it.
    fn write_and_measure(
        &self,
        released: &Released,
    ) -> Result<(Written, certify::Question, certify::Measured)> {
        let TableOut {
            publication,
            places,
            manner,
            force,
        } = self;
        let (job, watch) = (publication.job, publication.watch);
        let staged = Staged::create(&places.output, Access::Public, *force)?;
        let written = TableFile {
            publication,
            released,
            manner,
        }
        .write(staged)?
        .finish()?;
        let layout = Layout {
            format: manner.format,
            csv: &manner.csv,
            header: job.recipe.input.header || manner.format == certify::FileFormat::Parquet,
        };
        let question = question(publication, released, &layout)?;
        watch.progress(Stage::Check, 0, released.len() as u64);
        let measured = until_stopped(open(written.temporary())?, watch, |file| {
            certify::measure(&question, file)
        })?;
        watch.progress(Stage::Check, released.len() as u64, released.len() as u64);
        check_agreement(job, &publication.decided.judged, &measured, released)?;
        Ok((written, question, measured))
    }

    /// The SHA-256 of the stored file. The judge has it already, unless the file is compressed.
    fn stored_sha256(&self, written: &Written, measured: &certify::Measured) -> Result<String> {
        match self.manner.csv.compression {
            Compression::None => Ok(measured.sha256.clone()),
            _ => stored_sha256(written.temporary()),
        }
    }
}

fn asked(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    places: &Places,
    writing: &WriteOptions,
) -> certify::Release {
    certify::Release {
        file: places
            .output
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default(),
        decision: decided.kind(job, prepared, &|text| shown(text, writing)),
    }
}

fn facts(job: &Job, prepared: &Prepared, decided: &Decided) -> certify::Facts {
    let (suppressed_rows, units) = decided.left_out(prepared);
    let loss = decided.judged.found.loss.to_string();
    let mut facts = certify::Facts {
        input_sha256: prepared.input.sha256.clone(),
        input_rows: prepared.all_rows(),
        input_units: prepared.units,
        recipe: job.text.clone(),
        suppressed_rows,
        suppressed_persons: prepared.persons().map(|_| units),
        loss: Some(certify::LossFacts {
            metric: job.recipe.search.loss.name().to_owned(),
            value: loss,
        }),
        seed: job
            .recipe
            .search
            .is_seeded()
            .then_some(job.recipe.search.seed),
        decision: decided.facts(prepared),
        disclosure: None,
        preference: None,
    };
    decided.account.record(&mut facts);
    facts
}

/// Times differ from run to run, so they have a file of their own.
fn run_figures(search: &SearchFigures) -> String {
    let mut text = serde_json::to_string_pretty(search).unwrap_or_default();
    text.push('\n');
    text
}
