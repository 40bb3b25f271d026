//! Builds the atlas of a table.

use crate::atlas_file::{open_atlas, refuse_links};
use crate::head::fingerprint;
use crate::info::AtlasInfo;
use crate::store::{Store, journal_path};
use crate::table::{Charted, with_table};
use equipoise::Job;
use equipoise::process::process_cpu;
use equipoise::{SeenNode, Stage, Watch};
use equipoise_data::{Error, Levels, Result};
use equipoise_engine::same_file;
use equipoise_explore::{Budget, Chart, choose};
use equipoise_search::Annotator;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// More nodes than this are not all annotated unless a budget says so.
pub(crate) const MOST_NODES: u64 = 1 << 20;

/// How long nodes are chosen where not all are annotated, unless a budget says otherwise.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(60);

/// How an atlas is built.
#[derive(Clone, Debug, Default)]
pub struct AtlasOptions {
    /// Where it is written; by default beside the recipe, with the ending `.atlas`.
    pub output: Option<PathBuf>,
    /// Losses beside the recipe's own.
    pub losses: Vec<String>,
    /// Annotate at most so many nodes.
    pub max_nodes: Option<u64>,
    /// Choose nodes for at most so long.
    pub max_time: Option<Duration>,
    /// Keep at most so many bytes of records.
    pub max_bytes: Option<u64>,
    /// Replace an atlas that exists.
    pub force: bool,
    /// Let error messages show cell values.
    pub show_values: bool,
}

/// Where the atlas of a job is written.
///
/// # Errors
/// No output path in the options, and a recipe that is not in a file.
pub(crate) fn output_path(job: &Job, options: &AtlasOptions) -> Result<PathBuf> {
    let beside = || job.path().map(|path| path.with_extension("atlas"));
    options.output.clone().or_else(beside).ok_or_else(|| {
        Error::usage("the atlas has no path, because its recipe is not in a file")
            .hint("set the output path of the atlas")
    })
}

/// Builds the atlas of a table and writes it, readable by its owner only.
///
/// Records are kept in a journal beside the atlas while it is built. When the run is stopped or
/// killed, the next one goes on where it ended. An atlas that is up to date is left as it is.
///
/// # Errors
/// Bad recipes, bad data, an atlas that exists and is of something else, a full disk, a stop by the
/// user.
pub fn build_atlas(job: &Job, options: &AtlasOptions, watch: &dyn Watch) -> Result<AtlasInfo> {
    let output = output_path(job, options)?;
    check_output(job, &output)?;
    if output.symlink_metadata().is_ok() && !options.force {
        if let Some(info) = up_to_date(job, &output, options)? {
            return Ok(info);
        }
        return Err(
            Error::usage("exists already, and it is not the atlas that is asked for")
                .at_file("`{}` ", output)
                .hint("`--force` replaces it, or choose another output path"),
        );
    }
    let started = (Instant::now(), process_cpu());
    with_table(job, &options.losses, options.show_values, watch, |table| {
        let resumed = build_at(&output, &table, options, watch)?;
        let mut info = AtlasInfo::open(&output)?;
        (info.resumed_nodes, info.warnings) = (resumed, table.warnings);
        (info.wall_ms, info.cpu_ms) = (
            started.0.elapsed().as_secs_f64() * 1e3,
            (process_cpu() - started.1).as_secs_f64() * 1e3,
        );
        Ok(info)
    })
}

/// # Errors
/// A usage error for an atlas that would replace what it is made from, and for a link in its place.
pub(crate) fn check_output(job: &Job, output: &Path) -> Result<()> {
    refuse_links(output)?;
    for source in job.sources()? {
        if same_file(output, &source.path) {
            return Err(Error::usage(format!(
                "is {}; an atlas never replaces what it is made from",
                source.kind
            ))
            .at_file("`{}` ", output)
            .hint("choose another output path"));
        }
    }
    Ok(())
}

/// Builds the atlas of a table that is at hand; says how many nodes an earlier run had done.
pub(crate) fn build_at(
    output: &Path,
    table: &Charted<'_>,
    options: &AtlasOptions,
    watch: &dyn Watch,
) -> Result<u64> {
    let mut store = Store::begin(output, table.chart, options.force)?;
    let resumed = store.len().0;
    fill(&mut store, table, options, watch)?;
    store.finish(output, table.chart, options.force)?;
    Ok(resumed)
}

/// What is known of an atlas that is there already, if it is the one that would be built.
fn up_to_date(job: &Job, output: &Path, options: &AtlasOptions) -> Result<Option<AtlasInfo>> {
    let Ok(atlas) = open_atlas(output) else {
        return Ok(None);
    };
    let head = atlas.chart().head();
    let has_losses = options
        .losses
        .iter()
        .all(|wanted| head.losses.iter().any(|l| l.metric.name() == *wanted));
    let is_same = atlas.is_complete() && has_losses && head.origin.sources == fingerprint(job)?;
    if !is_same {
        return Ok(None);
    }
    // A run that was killed at its very end leaves its journal behind. It holds nothing that is not
    // in the atlas.
    if journal_path(output).exists() {
        Store::open(output, atlas.chart())?.discard()?;
    }
    AtlasInfo::open(output).map(Some)
}

/// Annotates all nodes, or those that the budget allows.
fn fill(
    store: &mut Store,
    table: &Charted<'_>,
    options: &AtlasOptions,
    watch: &dyn Watch,
) -> Result<()> {
    let (chart, thresholds) = (table.chart, table.chart.thresholds());
    let known = store.nodes();
    let total = chart
        .lattice()
        .nodes()
        .min(options.max_nodes.unwrap_or(u64::MAX));
    let shared = Mutex::new((store, None::<Error>));
    let (done, has_failed) = (AtomicU64::new(known.len() as u64), AtomicBool::new(false));
    let stop = || watch.stopped() || has_failed.load(Ordering::Relaxed);
    let take = |node: u64, record: &[u8]| {
        if watch.sees_nodes() {
            let figures = chart.figures(&chart.lattice().levels(node), record, &thresholds);
            watch.node(&SeenNode {
                units: figures.units,
                all_units: chart.head().units,
                loss: figures.losses[0],
                is_release: figures.kept_classes > 0,
            });
        }
        let mut shared = shared.lock().expect("no thread panicked");
        if let Err(e) = shared.0.put(node, record) {
            shared.1.get_or_insert(e);
            has_failed.store(true, Ordering::Relaxed);
        }
        watch.progress(
            Stage::Annotate,
            done.fetch_add(1, Ordering::Relaxed) + 1,
            total,
        );
    };
    let earlier = || shared.lock().expect("no thread panicked").0.records();
    let unused = annotate(
        chart,
        table.annotator,
        options,
        &known,
        &stop,
        &take,
        &earlier,
    )?;
    let (store, failed) = shared.into_inner().expect("no thread panicked");
    store.flush()?;
    if let Some(failed) = failed {
        return Err(failed);
    }
    if watch.stopped() {
        let (nodes, _) = store.len();
        return Err(Error::limit(format!(
            "stopped by the user; {nodes} of {total} nodes are kept"
        ))
        .hint("run the same command again to go on from there"));
    }
    // A run in one go would not have made these.
    store.forget(&unused);
    Ok(())
}

/// Records that were made earlier.
type Earlier<'a> = dyn Fn() -> Result<Vec<(u64, std::sync::Arc<[u8]>)>> + 'a;

/// Annotates all nodes that are not known, or those that the budget allows. Gives the nodes with an
/// earlier record that the budget has no room for.
pub(crate) fn annotate(
    chart: &Chart,
    annotator: &dyn Annotator,
    options: &AtlasOptions,
    known: &[u64],
    stop: &(dyn Fn() -> bool + Sync),
    take: &(dyn Fn(u64, &[u8]) + Sync),
    earlier: &Earlier<'_>,
) -> Result<Vec<u64>> {
    let lattice = chart.lattice();
    let has_budget =
        options.max_nodes.is_some() || options.max_time.is_some() || options.max_bytes.is_some();
    if lattice.nodes() <= MOST_NODES && !has_budget {
        let nodes: Vec<Levels> = (0..lattice.nodes())
            .filter(|n| known.binary_search(n).is_err())
            .map(|n| lattice.levels(n))
            .collect();
        annotator.annotate_all(nodes, stop, &|levels, annotation| {
            take(lattice.index(levels), &chart.record(levels, &annotation))
        });
        return Ok(Vec::new());
    }
    let budget = Budget {
        nodes: options.max_nodes,
        bytes: options.max_bytes,
        deadline: options
            .max_time
            .or((!has_budget).then_some(USUAL_TIME))
            .map(|time| Instant::now() + time),
    };
    Ok(choose(chart, annotator, &earlier()?, &budget, stop, take).unused)
}
