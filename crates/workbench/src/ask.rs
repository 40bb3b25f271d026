//! Asks an atlas, or a recipe whose atlas is made on the spot.

use crate::asked::{
    Asked, AskedColumn, AskedCurve, AskedIntuition, AskedLoss, AskedNode, AskedStep,
    AskedSuggestions, AskedThreshold,
};
use crate::atlas_file::is_atlas_file;
use crate::atlas_file::{open_atlas, refuse_links};
use crate::build::{AtlasOptions, annotate, output_path};
use crate::head::{fingerprint, table_models};
use crate::store::{Store, journal_path};
use crate::table::with_table;
use crate::wish::WishTexts;
use equipoise::Job;
use equipoise::{Stage, Watch};
use equipoise_data::{Error, Result};
use equipoise_explore::{
    Answer, Atlas, AttributeHead, AxisHead, By, Chart, Explorer, Head, LevelHead, NoSuggestion,
    Relaxed, Shown, Suggestions, Wishes, source_answer, without_column,
};
use equipoise_search::Annotator;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How a question is asked.
#[derive(Clone, Debug, Default)]
pub struct AskOptions {
    /// How an atlas is made where there is none.
    pub atlas: AtlasOptions,
    /// How long nodes without a record may be looked at; some tenths of a second by default.
    pub patience: Option<Duration>,
    /// Answer as the source's own algorithm does, by height, and count the nodes that it visits.
    pub as_in_source: bool,
}

/// An explorer that is open for as long as it is asked.
pub(crate) struct Open<'a> {
    pub(crate) explorer: &'a Explorer<'a>,
    pub(crate) warnings: Vec<String>,
}

/// Asks an atlas file, or a recipe. A recipe with an atlas beside it that is up to date is asked
/// through that.
///
/// # Errors
/// Wishes that do not fit, files that cannot be read.
pub fn ask(
    source: &Path,
    wishes: &WishTexts,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<Asked> {
    with_explorer(source, wishes, options, watch, |open| {
        let given = wishes.wishes(open.explorer.atlas().chart())?;
        let started = Instant::now();
        let answer = if options.as_in_source {
            as_in_source(open.explorer, &given)?
        } else {
            open.explorer.ask(&given)?
        };
        let answer_us = started.elapsed().as_secs_f64() * 1e6;
        let mut asked = describe(open.explorer, &given, &answer);
        (asked.answer_us, asked.warnings) = (answer_us, open.warnings);
        Ok(asked)
    })
}

/// Opens what is asked and hands it to `run`. Records that are made on demand for an atlas file are
/// kept beside it.
pub(crate) fn with_explorer<R>(
    source: &Path,
    wishes: &WishTexts,
    options: &AskOptions,
    watch: &dyn Watch,
    run: impl FnOnce(Open<'_>) -> Result<R>,
) -> Result<R> {
    if is_atlas_file(source)? {
        return with_file(source, None, options, watch, run);
    }
    let job = Job::open(source)?;
    let beside = output_path(&job, &options.atlas)?;
    refuse_links(&beside)?;
    if let Ok(atlas) = open_atlas(&beside)
        && atlas.chart().head().origin.sources == fingerprint(&job)?
        && wishes.wishes(atlas.chart()).is_ok()
        && options.atlas.losses.iter().all(|loss| {
            atlas
                .chart()
                .head()
                .losses
                .iter()
                .any(|l| l.metric.name() == *loss)
        })
    {
        return with_file(&beside, Some(&job), options, watch, run);
    }
    let text = wishes.complete(job.recipe(), job.text())?;
    let job = Job::from_text(text, source)?;
    with_table(
        &job,
        &options.atlas.losses,
        options.atlas.show_values,
        watch,
        |table| {
            // Wishes that do not fit are told before the work is done.
            wishes.wishes(table.chart)?;
            let atlas = in_memory(table.chart, table.annotator, options, watch)?;
            run(Open {
                explorer: &explorer(&atlas, Some(table.annotator), options),
                warnings: table.warnings,
            })
        },
    )
}

fn explorer<'a>(
    atlas: &'a Atlas,
    live: Option<&'a dyn Annotator>,
    options: &AskOptions,
) -> Explorer<'a> {
    let explorer = Explorer::new(atlas, live);
    match options.patience {
        Some(patience) => explorer.with_patience(patience),
        None => explorer,
    }
}

/// An atlas that is not written anywhere.
fn in_memory(
    chart: &Chart,
    annotator: &dyn Annotator,
    options: &AskOptions,
    watch: &dyn Watch,
) -> Result<Atlas> {
    let (records, done) = (Mutex::new(Vec::new()), AtomicU64::new(0));
    let take = |node: u64, record: &[u8]| {
        records
            .lock()
            .expect("no thread panicked")
            .push((node, record.to_vec()));
        watch.progress(
            Stage::Annotate,
            done.fetch_add(1, Ordering::Relaxed) + 1,
            chart.lattice().nodes(),
        );
    };
    annotate(
        chart,
        annotator,
        &options.atlas,
        &[],
        &|| watch.stopped(),
        &take,
        &|| Ok(Vec::new()),
    )?;
    if watch.stopped() {
        return Err(Error::stopped());
    }
    let mut records = records.into_inner().expect("no thread panicked");
    records.sort_unstable_by_key(|r| r.0);
    Atlas::of_records(
        Chart::new(chart.head().clone(), table_models(chart.head())?)?,
        &records,
    )
}

/// An atlas file. Where not all nodes have a record, its table is read too, if it is still the
/// same.
fn with_file<R>(
    path: &Path,
    job: Option<&Job>,
    options: &AskOptions,
    watch: &dyn Watch,
    run: impl FnOnce(Open<'_>) -> Result<R>,
) -> Result<R> {
    let atlas = open_atlas(path)?;
    if atlas.is_complete() {
        return run(Open {
            explorer: &explorer(&atlas, None, options),
            warnings: Vec::new(),
        });
    }
    let head = atlas.chart().head();
    let job = match job {
        Some(job) => Ok(job.clone()),
        None => Job::from_text(
            head.origin.recipe.clone(),
            Path::new(&head.origin.recipe_path),
        ),
    };
    let job = job.and_then(|job| {
        if fingerprint(&job)? == head.origin.sources {
            Ok(job)
        } else {
            Err(Error::data("the table has changed"))
        }
    });
    let Ok(job) = job else {
        let warning = "not every node of this atlas has a record, and its table is not there as it was: nodes without a record are left out";
        return run(Open {
            explorer: &explorer(&atlas, None, options),
            warnings: vec![warning.to_owned()],
        });
    };
    let losses: Vec<String> = head.losses[1..]
        .iter()
        .map(|l| l.metric.name().to_owned())
        .collect();
    with_table(&job, &losses, options.atlas.show_values, watch, |table| {
        let explorer = explorer(&atlas, Some(table.annotator), options);
        let warnings = table.warnings;
        with_records(path, table.chart, &explorer, || {
            run(Open {
                explorer: &explorer,
                warnings,
            })
        })
    })
}

/// Gives an explorer the records that were made on demand earlier, and keeps those that `run`
/// makes.
pub(crate) fn with_records<R>(
    path: &Path,
    chart: &Chart,
    explorer: &Explorer<'_>,
    run: impl FnOnce() -> Result<R>,
) -> Result<R> {
    let has_journal = journal_path(path).exists();
    // Another process may be writing it; then nothing is kept, and the answer is as good.
    let store = if has_journal {
        Store::open(path, chart).ok()
    } else {
        None
    };
    let (store, known) = match store {
        Some(mut store) => {
            let records = store.records()?;
            let known = records.len();
            explorer.add(records);
            (Some(store), known)
        }
        None => (None, 0),
    };
    let result = run();
    keep(path, chart, store, explorer, known, has_journal);
    result
}

/// Keeps records that were made on demand. They can be made again, so that it fails is no reason to
/// withhold an answer.
fn keep(
    path: &Path,
    chart: &Chart,
    store: Option<Store>,
    explorer: &Explorer<'_>,
    known: usize,
    has_journal: bool,
) {
    let more = explorer.more();
    if more.len() == known || (has_journal && store.is_none()) {
        return;
    }
    let Some(mut store) = store.or_else(|| Store::open(path, chart).ok()) else {
        return;
    };
    let there = store.nodes();
    for (node, record) in more
        .iter()
        .filter(|(node, _)| there.binary_search(node).is_err())
    {
        if store.put(*node, record).is_err() {
            return;
        }
    }
    let _ = store.flush();
}

/// What the source's own algorithm answers.
fn as_in_source(explorer: &Explorer<'_>, wishes: &Wishes) -> Result<Answer> {
    let wishes = &Wishes {
        by: By::Height,
        ..wishes.clone()
    };
    // The suggestions are not the source's: they are exact for all models.
    let ours = explorer.ask(wishes)?;
    let view = explorer.view(&wishes.thresholds);
    let strictest = |_| {
        ours.suggestions
            .as_ref()
            .and_then(|s| s.threshold.as_ref().ok())
            .map(|t| t.grade)
    };
    let found = source_answer(&view, wishes, strictest);
    let mut nodes: Vec<Shown> = found
        .exact
        .iter()
        .filter_map(|noted| explorer.show(&wishes.thresholds, noted.node))
        .collect();
    let ties = if nodes.is_empty() {
        Vec::new()
    } else {
        nodes.split_off(1)
    };
    let is_none = nodes.is_empty();
    Ok(Answer {
        best: nodes.pop(),
        ties,
        proved: explorer.atlas().chart().is_monotone() && explorer.atlas().is_complete(),
        nodes_visited: found.visited.total(),
        suggestions: ours.suggestions.filter(|_| is_none),
    })
}

/// An answer in words and numbers.
pub(crate) fn describe(explorer: &Explorer<'_>, wishes: &Wishes, answer: &Answer) -> Asked {
    let chart = explorer.atlas().chart();
    let head = chart.head();
    let mut thresholds = wishes.thresholds.clone();
    let asked: Vec<String> = axes(head)
        .enumerate()
        .map(|(i, axis)| axis.show(*thresholds.of(i)))
        .collect();
    let told =
        |(axis, asked): (&AxisHead, &String)| (axis.name(), axis.key.to_string(), asked.clone());
    Asked {
        rows: head.rows,
        units: head.units,
        persons: head.persons,
        by: match wishes.by {
            By::Loss(loss) => head.losses[loss].metric.name().to_owned(),
            By::Height => "height".to_owned(),
            By::Suppression => "suppression".to_owned(),
        },
        max_units: wishes.max_units,
        columns: head
            .attributes
            .iter()
            .zip(wishes.low.iter().zip(&wishes.high))
            .map(column)
            .collect(),
        thresholds: axes(head)
            .zip(&asked)
            .filter(|(axis, asked)| axis.entry.is_some() || *asked != "1")
            .map(told)
            .collect(),
        answer: answer.best.as_ref().map(|shown| node(head, shown)),
        ties: answer.ties.iter().map(|shown| node(head, shown)).collect(),
        proved: answer.proved,
        nodes_visited: answer.nodes_visited,
        nodes_total: chart.lattice().nodes(),
        nodes_annotated: explorer.annotated(),
        suggestions: answer
            .suggestions
            .as_ref()
            .map(|s| suggestions(explorer, wishes, s, &asked)),
        intuition: answer
            .best
            .as_ref()
            .and_then(|best| intuition(explorer, wishes, best, &asked)),
        answer_us: 0.0,
        warnings: Vec::new(),
    }
}

fn axes(head: &Head) -> impl Iterator<Item = &AxisHead> {
    head.axes.iter().chain(&head.tables)
}

fn column((attribute, (&low, &high)): (&AttributeHead, (&u8, &u8))) -> AskedColumn {
    let labels = |level: &LevelHead| {
        let leaves = level.of_leaf.iter().zip(&attribute.leaf_rows);
        leaves
            .filter(|(_, rows)| **rows > 0)
            .map(|(label, _)| label)
            .collect::<HashSet<_>>()
            .len() as u64
    };
    AskedColumn {
        name: attribute.name.clone(),
        levels: (attribute.low, attribute.high),
        wished: (low, high),
        labels: attribute.levels.iter().map(labels).collect(),
    }
}

fn node(head: &Head, shown: &Shown) -> AskedNode {
    AskedNode {
        levels: head
            .attributes
            .iter()
            .map(|a| a.name.clone())
            .zip(shown.levels.iter().copied())
            .collect(),
        height: shown.height,
        suppressed_rows: shown.rows,
        suppressed_persons: head.persons.then_some(shown.units),
        classes: shown.kept_classes,
        losses: head
            .losses
            .iter()
            .zip(&shown.losses)
            .map(|(of, &value)| AskedLoss {
                metric: of.metric.name().to_owned(),
                value,
            })
            .collect(),
    }
}

fn suggestions(
    explorer: &Explorer<'_>,
    wishes: &Wishes,
    given: &Suggestions,
    asked: &[String],
) -> AskedSuggestions {
    let head = explorer.atlas().chart().head();
    let threshold = |relaxed: &Relaxed| {
        let axis = axes(head)
            .nth(relaxed.axis)
            .expect("suggestions name axes of the atlas");
        AskedThreshold {
            model: axis.model,
            column: axis.column.clone(),
            detail: axis.detail.clone(),
            key: axis.key,
            asked: asked[relaxed.axis].clone(),
            value: axis.show(relaxed.grade),
            node: node(head, &relaxed.shown),
        }
    };
    let shown = |shown: &Result<Shown, NoSuggestion>| {
        shown
            .as_ref()
            .map(|shown| node(head, shown))
            .map_err(NoSuggestion::clone)
    };
    // At the top of its hierarchy a column says nothing, as if it were left out.
    let is_out = |attribute: usize| {
        usize::from(head.attributes[attribute].high) + 1 == head.attributes[attribute].levels.len()
    };
    let without = without_column(&explorer.view(&wishes.thresholds), wishes);
    AskedSuggestions {
        suppression: shown(&given.suppression),
        height: shown(&given.height),
        threshold: given
            .threshold
            .as_ref()
            .map(threshold)
            .map_err(NoSuggestion::clone),
        other_thresholds: given.other_thresholds.iter().map(threshold).collect(),
        without_column: without
            .met
            .iter()
            .filter(|(a, _)| is_out(*a))
            .map(|(a, shown)| (head.attributes[*a].name.clone(), node(head, shown)))
            .collect(),
    }
}

fn intuition(
    explorer: &Explorer<'_>,
    wishes: &Wishes,
    best: &Shown,
    asked: &[String],
) -> Option<AskedIntuition> {
    let head = explorer.atlas().chart().head();
    let behind = explorer.intuition(wishes, best.node)?;
    let is_told =
        |i: usize| axes(head).nth(i).is_some_and(|a| a.entry.is_some()) || asked[i] != "1";
    let measured = axes(head)
        .zip(&behind.measured)
        .enumerate()
        .filter(|(i, _)| is_told(*i))
        .map(|(i, (axis, measured))| {
            (
                axis.name(),
                axis.key.to_string(),
                asked[i].clone(),
                measured.map(|grade| axis.show(grade)),
            )
        });
    let curves = axes(head)
        .zip(&behind.curves)
        .enumerate()
        .filter(|(i, _)| is_told(*i))
        .map(|(i, (axis, curve))| AskedCurve {
            model: axis.name(),
            key: axis.key,
            asked: asked[i].clone(),
            points: curve
                .points
                .iter()
                .map(|&(value, units)| (axis.show(value), units))
                .collect(),
        });
    let mut steps = Vec::new();
    for (attribute, neighbours) in head.attributes.iter().zip(&behind.steps.steps) {
        for (is_coarser, neighbour) in [(false, &neighbours.finer), (true, &neighbours.coarser)] {
            let Some(neighbour) = neighbour else { continue };
            let shown = neighbour
                .figures
                .clone()
                .map(|figures| explorer.shown(neighbour.node, figures));
            let at = head
                .attributes
                .iter()
                .position(|a| a.name == attribute.name)
                .unwrap_or(0);
            steps.push(AskedStep {
                column: attribute.name.clone(),
                level: neighbour.levels[at],
                is_coarser,
                node: shown.as_ref().map(|shown| node(head, shown)),
                change: neighbour.difference.as_ref().map(|d| (d.units, d.loss)),
                is_feasible: neighbour.feasible,
            });
        }
    }
    Some(AskedIntuition {
        measured: measured.collect(),
        going: behind
            .going
            .iter()
            .map(|g| (g.size, g.classes, g.rows))
            .collect(),
        curves: curves.collect(),
        steps,
    })
}
