//! Writes a release: staged, read back, judged by independent code, then renamed, the certificate
//! last.

mod evidence;
mod places;
mod table_file;

pub(crate) use places::Places;

use crate::judge::QuestionFacts;
use crate::options::RunOptions;
use crate::outcome::{LossValue, Release};
use crate::prepare::Prepared;
use crate::report::Subject;
use crate::solution::{Decided, SearchFigures, judged_models};
use crate::source::Job;
use crate::watch::{Stage, Watch, until_stopped};
use equipoise_certify as certify;
use equipoise_data::{Column, Error, Fate, Result};
use equipoise_engine::{
    Access, Compression, Staged, WriteOptions, Written, guard, open, stored_sha256, write_error,
};
use equipoise_privacy::Score;
use equipoise_recipe::{Model, ReportFormat, Role, RowOrderChoice, Suppressed};
use equipoise_release::{self as release, Released, Treatment};
use equipoise_report::Audience;
use equipoise_search::Judged;
use evidence::Evidence;
use std::io::Write;
use std::path::{Path, PathBuf};
use table_file::{Manner, TableFile};

/// Writes, checks and publishes a release.
pub(crate) fn publish(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    search: SearchFigures,
    places: &Places,
    options: &RunOptions,
    watch: &dyn Watch,
) -> Result<Release> {
    let table = TableOut {
        job,
        prepared,
        decided,
        places,
        manner: Manner::new(job, prepared, &places.output),
        force: options.force,
        watch,
    };
    let released = table.release()?;
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
            search: &search,
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
    files.push(stage(&places.run, Access::OwnerOnly, run_figures(&search))?);
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
    Ok(Release {
        usefulness,
        ..outcome(job, prepared, decided, search, places)
    })
}

/// A name or a value as the released file shows it.
fn shown(text: &str, writing: &WriteOptions) -> String {
    if writing.spreadsheet_safe {
        guard(text)
    } else {
        text.to_owned()
    }
}

/// A guard may not make two texts of a column alike: classes would be merged, or values taken for
/// missing ones.
fn check_guards(job: &Job, released: &Released) -> Result<()> {
    for (name, texts) in released.names.iter().zip(&released.texts) {
        let mut changed = texts
            .iter()
            .chain(&job.recipe.input.missing)
            .map(|t| (t, guard(t)))
            .filter(|(text, guarded)| guarded != *text);
        if changed.any(|(_, guarded)| texts.binary_search(&guarded).is_ok()) {
            return Err(Error::data("has different values that a spreadsheet-safe file would show alike")
                .at_column("column `{}` ", name)
                .hint("change the values that begin with an apostrophe, or write without `spreadsheet-safe`"));
        }
    }
    Ok(())
}

/// The released table on its way to the disk.
struct TableOut<'a> {
    job: &'a Job,
    prepared: &'a Prepared,
    decided: &'a Decided,
    places: &'a Places,
    manner: Manner,
    force: bool,
    watch: &'a dyn Watch,
}

impl TableOut<'_> {
    /// Writes the table to a temporary file and lets the independent judge measure it.
    fn write_and_measure(
        &self,
        released: &Released,
    ) -> Result<(Written, certify::Question, certify::Measured)> {
        let TableOut {
            job,
            prepared,
            decided,
            places,
            manner,
            force,
            watch,
        } = self;
        let staged = Staged::create(&places.output, Access::Public, *force)?;
        let written = TableFile {
            job,
            prepared,
            decided,
            released,
            manner,
            watch: *watch,
        }
        .write(staged)?
        .finish()?;
        let question = question(job, prepared, decided, released, manner)?;
        watch.progress(Stage::Check, 0, released.len() as u64);
        let measured = until_stopped(open(written.temporary())?, *watch, |file| {
            certify::measure(&question, file)
        })?;
        watch.progress(Stage::Check, released.len() as u64, released.len() as u64);
        compare(job, &decided.judged, &measured, released)?;
        Ok((written, question, measured))
    }

    /// The SHA-256 of the stored file. The judge has it already, unless the file is compressed.
    fn stored_sha256(&self, written: &Written, measured: &certify::Measured) -> Result<String> {
        match self.manner.csv.compression {
            Compression::None => Ok(measured.sha256.clone()),
            _ => stored_sha256(written.temporary()),
        }
    }

    /// The rows of the release.
    fn release(&self) -> Result<Released> {
        let TableOut {
            job,
            prepared,
            decided,
            manner,
            ..
        } = self;
        let recipe = &job.recipe;
        let table = &prepared.input.table;
        let leaves = |c: &Column| recipe.role(&c.name) == Some(Role::Identifying);
        let columns: Vec<(&Column, Treatment<'_>)> = table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, c)| !leaves(c))
            .map(|(at, c)| (c, decided.treatment(prepared, at)))
            .collect();
        let gone = if recipe.output.suppressed == Suppressed::Mark {
            Fate::Marked
        } else {
            Fate::Dropped
        };
        let fate = |row: usize| {
            if decided.rows.is_kept(row) {
                Fate::Kept
            } else {
                gone
            }
        };
        let order = if recipe.output.order == RowOrderChoice::Input {
            release::RowOrder::Input
        } else {
            release::RowOrder::Canonical
        };
        let released = release::apply(&columns, table.rows, fate, &recipe.output.label, order)?;
        if manner.csv.spreadsheet_safe {
            check_guards(job, &released)?;
        }
        Ok(released)
    }
}

fn question(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    released: &Released,
    manner: &Manner,
) -> Result<certify::Question> {
    let recipe = &job.recipe;
    let show = |text: &str| shown(text, &manner.csv);
    let persons = match prepared.persons() {
        None => certify::Persons::Rows,
        // A person column that is generalized, or marked, no longer tells persons apart.
        Some(column)
            if released.names.contains(&column.name)
                && recipe.role(&column.name) != Some(Role::QuasiIdentifier) =>
        {
            certify::Persons::Column(show(&column.name))
        }
        Some(column) => {
            certify::Persons::Listed(decided.of_written_rows(recipe, released, &column.codes))
        }
    };
    let mark_label =
        (recipe.output.suppressed == Suppressed::Mark).then(|| show(&recipe.output.label));
    let evidence = Evidence {
        job,
        prepared,
        decided,
        show: &show,
    };
    let facts = QuestionFacts {
        recipe,
        counting: &prepared.counting,
        units: prepared.units,
        show: &show,
        population: &|_| evidence.population(),
        input: &|model| evidence.input(model),
    };
    Ok(certify::Question {
        format: manner.format,
        delimiter: manner.csv.delimiter,
        quote: manner.csv.quote,
        header: recipe.input.header || manner.format == certify::FileFormat::Parquet,
        columns: released.names.iter().map(|n| show(n)).collect(),
        quasi_identifiers: decided
            .quasi_names(job, prepared)
            .iter()
            .map(|name| show(name))
            .collect(),
        grouping: certify::Grouping::EqualTexts,
        models: facts.asks()?,
        missing: recipe.input.missing.iter().map(|m| show(m)).collect(),
        mark_label,
        persons,
    })
}

/// The file, read back, must show what the search promised.
fn compare(
    job: &Job,
    judged: &Judged,
    measured: &certify::Measured,
    released: &Released,
) -> Result<()> {
    let classes: u64 = judged.kept_sizes.values().sum();
    if measured.rows != released.len() as u64 || measured.classes != classes {
        return Err(Error::internal(format!(
            "the released file, read back, has {} rows and {} classes; {} and {classes} were to be written",
            measured.rows,
            measured.classes,
            released.len()
        )));
    }
    for ((model, verdict), found) in job
        .recipe
        .privacy
        .iter()
        .zip(&judged.verdicts)
        .zip(&measured.models)
    {
        let is_estimate = matches!(model, Model::PopulationUniqueness { .. });
        if !agree(verdict.measured, found.value, is_estimate) {
            return Err(Error::internal(format!(
                "the search and the judge of the released file measure {model} differently"
            )));
        }
    }
    Ok(())
}

/// Whether two judges measured the same: exactly, or to within what rounding to billionths can
/// differ; estimates, which both get by solving equations, to a millionth.
fn agree(search: Option<Score>, judge: Option<certify::Value>, is_estimate: bool) -> bool {
    let (Some(search), Some(judge)) = (search, judge) else {
        return search.is_none() && judge.is_none();
    };
    let Some(ratio) = judge.ratio() else {
        return !search.is_finite();
    };
    let near = |rounding: f64| {
        let (a, b) = (search.to_f64(), ratio.num() as f64 / ratio.den() as f64);
        (a - b).abs() <= rounding * a.abs().max(1.0)
    };
    match judge {
        _ if is_estimate => near(1e-6),
        certify::Value::Exact(_) => search.fraction() == (ratio.num(), ratio.den()),
        _ => near(3e-9),
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

fn outcome(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    search: SearchFigures,
    places: &Places,
) -> Release {
    let judged = &decided.judged;
    let (suppressed_rows, units) = decided.left_out(prepared);
    let removed = |path: &PathBuf| {
        format!(
            "`{}` was removed: it described the release that was replaced",
            path.display()
        )
    };
    let about_files = places
        .repaired
        .iter()
        .cloned()
        .chain(places.stale.iter().map(removed));
    Release {
        rows: prepared.all_rows(),
        suppressed_rows,
        suppressed_persons: prepared.persons().map(|_| units),
        classes: judged.found.facts.kept_classes,
        levels: decided
            .level_of_each()
            .map(|levels| prepared.named_levels(levels)),
        account: decided.account.clone(),
        usefulness: None,
        loss: LossValue {
            metric: job.recipe.search.loss,
            value: judged.found.loss,
        },
        privacy: judged_models(job, &judged.verdicts),
        search,
        warnings: prepared
            .all_warnings()
            .into_iter()
            .chain(decided.all_warnings())
            .chain(about_files)
            .collect(),
        output: places.output.clone(),
        certificate: places.certificate.clone(),
        record: places.record.clone(),
        run: places.run.clone(),
        reports: places.reports.iter().map(|r| r.1.clone()).collect(),
    }
}
