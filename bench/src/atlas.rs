//! Atlases of Adult: building one, opening its file, asking it, drawing its views.

use crate::adult::{Adult, Question, cells};
use crate::atlas_ask::{Bounds, ask_rows, views_row, wishes};
use crate::atlas_source::Source;
use crate::goal::Goal;
use crate::meter::{Cost, warm};
use crate::oracle::{Asked, SEARCHES};
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{Encoded, Error, Result, Sensitive, ThresholdKey};
use equipoise_engine::read_bytes;
use equipoise_explore::{Atlas, By, Explorer};
use equipoise_measure::Metric;
use equipoise_privacy::{
    AnyModel, Distance, DistinctDiversity, Grid, KAnonymity, Panel, Score, TCloseness,
};
use equipoise_testkit::shared::{LatticeRow, lattice_k5};
use std::path::Path;

/// An atlas of Adult, what it must keep to, and an answer that is known.
struct Workload<'a> {
    name: &'static str,
    source: Source<'a>,
    build_ms: f64,
    build_mb: Option<f64>,
    bounds: Bounds,
    /// A search, and the thresholds that make it a question.
    known: (&'static str, Vec<u64>),
}

/// The k-anonymity of nine columns.
const K: &str = "adult atlas k";

/// With distinct values and distances of occupations, for eight.
const KLT: &str = "adult atlas k+l+t";

const PARTS: [&str; 5] = [
    "build",
    "open by map",
    "new question",
    "repeated question",
    "ladders and front",
];

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let wanted = |name: &str| {
        PARTS
            .iter()
            .any(|part| run.wants(&format!("{name}, {part}")))
    };
    let (k, klt) = (wanted(K), wanted(KLT));
    if !k && !klt {
        return Ok(());
    }
    let (adult, names) = (Adult::load(data)?, cells(data).swap_remove(0));
    let pool = pool(run.args.threads)?;
    if k {
        let question = Question::new(&adult, Asked::K5, Metric::Loss, "0.05")?;
        let workload = sizes(question.task().encoded.clone(), names.clone())?;
        pool.install(|| all(run, &workload))?;
    }
    if klt {
        let parts = adult.parts()?;
        let (tree, reference) = &parts.occupations;
        // All models look at the leaves of the hierarchy, as distances do.
        let sensitive = vec![Sensitive {
            value_of: &tree.leaf_of,
            ..parts.encoded.sensitive[0]
        }];
        let encoded = Encoded {
            sensitive,
            ..parts.encoded.clone()
        };
        let closeness =
            TCloseness::new(0, Score::new(1, 5), reference, Distance::hierarchical(tree))?;
        let workload = three_models(encoded, names, closeness)?;
        pool.install(|| all(run, &workload))?;
    }
    Ok(())
}

fn sizes(encoded: Encoded<'_>, names: Vec<String>) -> Result<Workload<'_>> {
    let panel = Panel::new(vec![AnyModel::Class(Box::new(KAnonymity::new(5)?))]);
    Ok(Workload {
        name: K,
        source: Source {
            names,
            encoded,
            panel,
            keys: vec![ThresholdKey::K],
        },
        build_ms: 1_000.0,
        build_mb: Some(30.0),
        bounds: Bounds {
            median_us: 50.0,
            worst_us: 1_000.0,
            views_us: 5_000.0,
        },
        known: ("adult search, loss, limit 0.05", vec![5]),
    })
}

fn three_models(
    encoded: Encoded<'_>,
    names: Vec<String>,
    closeness: TCloseness,
) -> Result<Workload<'_>> {
    let models: Vec<AnyModel> = vec![
        AnyModel::Class(Box::new(KAnonymity::new(5)?)),
        AnyModel::Class(Box::new(DistinctDiversity::new(0, 3, None)?)),
        AnyModel::Class(Box::new(closeness)),
    ];
    let names = names
        .into_iter()
        .filter(|name| name != "occupation")
        .collect();
    Ok(Workload {
        name: KLT,
        source: Source {
            names,
            encoded,
            panel: Panel::new(models),
            keys: vec![ThresholdKey::K, ThresholdKey::L, ThresholdKey::T],
        },
        build_ms: 1_500.0,
        build_mb: None,
        bounds: Bounds {
            median_us: 50.0,
            worst_us: 3_000.0,
            views_us: 5_000.0,
        },
        known: ("adult search, 3-diversity", vec![1, 3, Grid::FINE]),
    })
}

/// All workloads of one atlas.
fn all(run: &mut Run, workload: &Workload<'_>) -> Result<()> {
    let named = |part: usize| format!("{}, {}", workload.name, PARTS[part]);
    let repeat = run.args.repeat;
    let atlas = if run.wants(&named(0)) {
        let (cost, atlas) = warm(repeat, || workload.source.build());
        let atlas = atlas?;
        run.add(build_row(&named(0), workload, cost, &atlas)?);
        atlas
    } else {
        workload.source.build()?
    };
    if run.wants(&named(1)) {
        run.add(open_row(&named(1), repeat, &atlas)?);
    }
    if run.wants(&named(2)) || run.wants(&named(3)) {
        let rows = ask_rows([&named(2), &named(3)], &atlas, &workload.bounds, repeat)?;
        rows.into_iter().for_each(|row| run.add(row));
    }
    if run.wants(&named(4)) {
        run.add(views_row(&named(4), &atlas, &workload.bounds, repeat)?);
    }
    Ok(())
}

fn build_row(name: &str, workload: &Workload<'_>, cost: Cost, atlas: &Atlas) -> Result<Row> {
    let megabytes = atlas.bytes().len() as f64 / 1e6;
    let mut goals = vec![Goal::Cpu {
        measured: cost.cpu_ms,
        below: workload.build_ms,
    }];
    goals.extend(workload.build_mb.map(|below| Goal::Size {
        measured: megabytes,
        below,
    }));
    let nodes = atlas.annotated();
    let mut wrong = known_wrong(atlas, workload)?;
    if workload.name == K {
        let expected = lattice_k5().ok_or_else(|| Error::data("lattice_k5.csv.gz is absent"))?;
        wrong.extend(nodes_wrong(atlas, &expected));
    }
    let notes = vec![format!("{megabytes:.1} MB")];
    Ok(Row {
        nodes: Some((nodes, atlas.chart().lattice().nodes())),
        goals,
        wrong,
        notes,
        ..Row::new(name, cost)
    })
}

/// How the answer to a question differs from that of a search whose answer is known.
fn known_wrong(atlas: &Atlas, workload: &Workload<'_>) -> Result<Vec<String>> {
    let (search, axes) = &workload.known;
    let search = SEARCHES
        .iter()
        .find(|s| s.name == *search)
        .ok_or_else(|| Error::internal("there is no such search"))?;
    let mut wishes = wishes(atlas.chart());
    wishes.thresholds.axes.clone_from(axes);
    (wishes.max_units, wishes.by) = (atlas.chart().head().units / 20, By::Loss(0));
    let answer = Explorer::new(atlas, None).ask(&wishes)?;
    let mut wrong = match &answer.best {
        Some(best) => search.answer.differences(best.losses[0], best.rows),
        None => vec!["nothing was found".to_owned()],
    };
    if !answer.proved {
        wrong.push("the answer is not proved".to_owned());
    }
    Ok(wrong)
}

/// How the nodes at k = 5 differ from an exhaustive evaluation made beforehand.
fn nodes_wrong(atlas: &Atlas, expected: &[LatticeRow]) -> Option<String> {
    let chart = atlas.chart();
    let agrees = |row: &LatticeRow| {
        let figures = atlas
            .record(chart.lattice().index(&row.levels))
            .map(|r| chart.figures(&row.levels, r, &chart.thresholds()));
        let close = |loss: f64| (loss - row.loss).abs() <= 1e-9;
        figures.is_some_and(|f| {
            f.rows == row.suppressed && f.kept_classes == row.classes_ge_k && close(f.losses[0])
        })
    };
    let differing = expected.iter().filter(|row| !agrees(row)).count();
    (differing > 0).then(|| {
        format!(
            "{differing} of {} nodes differ from the exhaustive evaluation",
            expected.len()
        )
    })
}

/// From a file that was just written: the pages are in memory.
fn open_row(name: &str, repeat: u16, atlas: &Atlas) -> Result<Row> {
    let file = tempfile::NamedTempFile::new()
        .map_err(|e| Error::limit(format!("no temporary file can be made: {e}")))?;
    std::fs::write(file.path(), atlas.bytes())
        .map_err(|e| Error::limit(format!("an atlas cannot be written: {e}")))?;
    let open = || Atlas::open(Box::new(read_bytes(file.path())?), |_| Ok(Vec::new()));
    let (cost, opened) = warm(repeat, open);
    let same = opened?.bytes() == atlas.bytes();
    let wrong = if same {
        Vec::new()
    } else {
        vec!["other bytes than were written".to_owned()]
    };
    Ok(Row {
        wrong,
        ..Row::new(name, cost)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_testkit::shared::shared_data;

    #[test]
    fn an_atlas_says_what_is_known_and_another_one_is_told() {
        let Some(data) = shared_data() else { return };
        let (adult, names) = (Adult::load(&data).unwrap(), cells(&data).swap_remove(0));
        let question = Question::new(&adult, Asked::K5, Metric::Loss, "0.05").unwrap();
        let mut workload = sizes(question.task().encoded.clone(), names).unwrap();
        let atlas = workload.source.build().unwrap();
        let cost = Cost {
            wall_ms: 1.0,
            cpu_ms: 900.0,
            peak_mb: None,
        };
        let row = build_row("x", &workload, cost, &atlas).unwrap();
        assert!(row.wrong.is_empty(), "{:?}", row.wrong);
        assert_eq!((row.nodes, row.goals.len()), (Some((12_960, 12_960)), 2));
        workload.known.1 = vec![6];
        assert_eq!(known_wrong(&atlas, &workload).unwrap().len(), 2);
        let mut expected = lattice_k5().unwrap();
        expected[3].suppressed += 1;
        expected[4].loss += 1e-6;
        assert!(
            nodes_wrong(&atlas, &expected)
                .unwrap()
                .starts_with("2 of 12960 nodes")
        );
        let row = open_row("x", 1, &atlas).unwrap();
        assert!(row.wrong.is_empty() && row.cost.wall_ms > 0.0);
    }
}
