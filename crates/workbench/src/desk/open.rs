//! Opens a desk: reads the table, finds or builds its atlas, begins or goes on with a session.

use super::facts;
use super::state::Desk;
use crate::ask::with_records;
use crate::atlas_file::is_atlas_file;
use crate::atlas_file::open_atlas;
use crate::build::{AtlasOptions, build_at, check_output, output_path};
use crate::head::fingerprint;
use crate::session::SessionFile;
use crate::table::{Charted, with_table};
use equipoise::Watch;
use equipoise::parts::Prepared;
use equipoise::{InitRequest, Initiated, Job, init};
use equipoise_data::{Error, ErrorKind, Result};
use equipoise_engine::{file_length, same_file};
use equipoise_explore::{Atlas, Explorer};
use equipoise_measure::Metric;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How a table is explored.
#[derive(Clone, Debug, Default)]
pub struct ExploreOptions {
    /// How the atlas is built where there is none, or where it is out of date.
    pub atlas: AtlasOptions,
    /// The file of the session; by default beside the atlas.
    pub session: Option<PathBuf>,
}

/// Opens an atlas, or a recipe whose atlas is built first where there is none that is up to date,
/// and hands a desk to `run`.
///
/// # Errors
/// Bad recipes, bad data, a session of another atlas, a stop by the user while the atlas is built.
pub fn explore<R>(
    source: &Path,
    options: &ExploreOptions,
    watch: &dyn Watch,
    run: impl FnOnce(&Desk<'_>) -> Result<R>,
) -> Result<R> {
    if is_atlas_file(source)? {
        return with_atlas_file(source, options, watch, run);
    }
    let job = Job::open(source)?;
    let path = output_path(&job, &options.atlas)?;
    check_output(&job, &path)?;
    let sources = fingerprint(&job)?;
    let earlier = open_atlas(&path).ok();
    let is_current = |atlas: &Atlas| {
        let head = atlas.chart().head();
        head.origin.sources == sources
            && options
                .atlas
                .losses
                .iter()
                .all(|wanted| head.losses.iter().any(|l| l.metric.name() == *wanted))
    };
    let current = earlier
        .as_ref()
        .filter(|atlas| is_current(atlas) && !options.atlas.force);
    let losses = current.map_or_else(|| with_nwp(&options.atlas.losses), more_losses);
    with_table(&job, &losses, options.atlas.show_values, watch, |table| {
        let built;
        let atlas = match current {
            Some(atlas) => atlas,
            None => {
                // An atlas of this very recipe that is out of date is of no use to it any more.
                let is_own = earlier.as_ref().is_some_and(|a| {
                    same_file(Path::new(&a.chart().head().origin.recipe_path), source)
                });
                build_at(
                    &path,
                    &table,
                    &AtlasOptions {
                        force: options.atlas.force || is_own,
                        ..options.atlas.clone()
                    },
                    watch,
                )?;
                built = open_atlas(&path)?;
                &built
            }
        };
        at_table(atlas, &path, &job, table, options, run)
    })
}

/// The recipe of a source: itself where it is a recipe or an atlas. For a table the one beside it,
/// `recipe.toml`, which is drafted where there is none.
///
/// # Errors
/// A recipe beside the table that is for another table, and those of [`init`].
pub fn recipe_for(source: &Path, watch: &dyn Watch) -> Result<(PathBuf, Option<Initiated>)> {
    let is_recipe = source
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_recipe {
        // What is wrong with it is told before anything is served.
        for file in Job::open(source)?.sources()? {
            file_length(&file.path)?;
        }
    }
    if is_recipe || is_atlas_file(source)? {
        return Ok((source.to_owned(), None));
    }
    let recipe = source.with_file_name("recipe.toml");
    if !recipe.exists() {
        let made = init(source, &InitRequest::default(), watch)?;
        return Ok((made.recipe.clone(), Some(made)));
    }
    let tables = Job::open(&recipe)?.input_paths()?;
    if tables.iter().any(|table| same_file(table, source)) {
        return Ok((recipe, None));
    }
    Err(Error::usage("")
        .at_file("is for another table than `{}`", source)
        .at_file("`{}` ", recipe)
        .hint("`equipoise init TABLE --recipe FILE` drafts a recipe elsewhere; then explore that"))
}

/// An atlas for the page also holds NWP, the loss that aspirations begin with.
fn with_nwp(losses: &[String]) -> Vec<String> {
    losses
        .iter()
        .cloned()
        .chain([Metric::Nwp.name().to_owned()])
        .collect()
}

fn more_losses(atlas: &Atlas) -> Vec<String> {
    atlas.chart().head().losses[1..]
        .iter()
        .map(|l| l.metric.name().to_owned())
        .collect()
}

/// An atlas file, with its table where that is still the same.
fn with_atlas_file<R>(
    path: &Path,
    options: &ExploreOptions,
    watch: &dyn Watch,
    run: impl FnOnce(&Desk<'_>) -> Result<R>,
) -> Result<R> {
    let atlas = open_atlas(path)?;
    let head = atlas.chart().head();
    let job = Job::from_text(
        head.origin.recipe.clone(),
        Path::new(&head.origin.recipe_path),
    )?;
    if fingerprint(&job).is_ok_and(|now| now == head.origin.sources) {
        return with_table(
            &job,
            &more_losses(&atlas),
            options.atlas.show_values,
            watch,
            |table| at_table(&atlas, path, &job, table, options, run),
        );
    }
    let warning = "the table of this atlas is not there as it was: nobody can say who is left out, and nothing can be released";
    let explorer = Explorer::new(&atlas, None);
    run(&desk(
        &explorer,
        None,
        &job,
        path,
        options,
        vec![warning.to_owned()],
    )?)
}

fn at_table<R>(
    atlas: &Atlas,
    path: &Path,
    job: &Job,
    table: Charted<'_>,
    options: &ExploreOptions,
    run: impl FnOnce(&Desk<'_>) -> Result<R>,
) -> Result<R> {
    let explorer = Explorer::new(atlas, Some(table.annotator));
    let desk = desk(
        &explorer,
        Some(table.prepared),
        job,
        path,
        options,
        table.warnings,
    )?;
    if atlas.is_complete() {
        return run(&desk);
    }
    with_records(path, table.chart, &explorer, || run(&desk))
}

fn desk<'a>(
    explorer: &'a Explorer<'a>,
    prepared: Option<&'a Prepared>,
    job: &Job,
    atlas_path: &Path,
    options: &ExploreOptions,
    mut warnings: Vec<String>,
) -> Result<Desk<'a>> {
    let session = match &options.session {
        Some(path) => SessionFile::at_desk(path, atlas_path, explorer)?,
        None => usual_session(atlas_path, explorer)?,
    };
    warnings.extend(session.unsealed());
    Ok(Desk {
        chart: facts::chart(explorer, job.recipe(), prepared.is_some(), warnings),
        explorer,
        prepared,
        job: job.clone(),
        session: Mutex::new(session),
        scenes: Default::default(),
        prospects: Default::default(),
        examined: Mutex::default(),
        published: Mutex::default(),
    })
}

/// The session beside an atlas. One that was held with the atlas before it was built again stays as
/// it is, and the next gets a number.
fn usual_session(atlas_path: &Path, explorer: &Explorer<'_>) -> Result<SessionFile> {
    const MOST: usize = 1000;
    for number in 1..=MOST {
        let ending = if number == 1 {
            "session.json".to_owned()
        } else {
            format!("session-{number}.json")
        };
        let path = atlas_path.with_extension(ending);
        match SessionFile::at_desk(&path, atlas_path, explorer) {
            // It was held with another atlas. What is damaged is told.
            Err(error) if error.kind() == ErrorKind::Usage => {}
            result => return result,
        }
    }
    Err(Error::usage("there are too many sessions beside the atlas")
        .hint("name one with `--session`"))
}
