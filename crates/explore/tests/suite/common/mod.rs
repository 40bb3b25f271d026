//! Atlases of cases of the testkit.

#[path = "../../../../search/tests/suite/common/mod.rs"]
mod prepared;

pub(crate) use prepared::Prepared;

use equipoise_data::ThresholdKey;
use equipoise_explore::{
    Atlas, AttributeHead, By, Chart, Explorer, Head, LossHead, Origin, Thresholds, Wishes, axes_of,
};
use equipoise_measure::Loss;
use equipoise_privacy::{AnyModel, TableModel};
use equipoise_search::{AnnotationRequest, Annotator, Limits, Task, with_annotator};
use equipoise_testkit as kit;
use kit::ask::Request;
use std::sync::Mutex;

/// The models of a case that judge whole tables, once more.
pub(crate) fn tables(case: &kit::Case) -> Vec<Box<dyn TableModel>> {
    let again = Prepared::try_new(case).unwrap();
    let table = |model: AnyModel| match model {
        AnyModel::Table(model) => Some(model),
        _ => None,
    };
    again
        .panel
        .into_models()
        .into_iter()
        .filter_map(table)
        .collect()
}

/// The leader of each quasi-identifier; those behind the end of the list move by themselves.
pub(crate) type Links = Vec<usize>;

/// The chart of a case with the loss of the case.
pub(crate) fn linked_chart(
    case: &kit::Case,
    prepared: &Prepared,
    tables: Vec<Box<dyn TableModel>>,
    links: &[usize],
) -> Chart {
    chart_of(
        case,
        prepared,
        tables,
        vec![LossHead::new(&prepared::options(case))],
        links,
    )
}

/// The same with other losses, and no columns that are linked.
pub(crate) fn chart_with(
    case: &kit::Case,
    prepared: &Prepared,
    tables: Vec<Box<dyn TableModel>>,
    losses: Vec<LossHead>,
) -> Chart {
    chart_of(case, prepared, tables, losses, &[])
}

/// The chart of a case. The models of whole tables are those of `tables`, which are as in the
/// panel.
fn chart_of(
    case: &kit::Case,
    prepared: &Prepared,
    tables: Vec<Box<dyn TableModel>>,
    losses: Vec<LossHead>,
    links: &[usize],
) -> Chart {
    let (axes, heads) = axes_of(prepared.panel.models(), |entry| {
        (key(&case.models[entry]), None, None)
    })
    .unwrap();
    let attributes = case.quasi.iter().enumerate().map(|(i, q)| {
        let (column, hierarchy) = &prepared.quasi[i];
        let attribute = AttributeHead::new(
            &column.name,
            (q.min_level as u8, q.max_level as u8),
            hierarchy,
            hierarchy.leaf_rows(&column.codes),
        );
        AttributeHead {
            linked: links.get(i).copied().filter(|&leader| leader != i),
            ..attribute
        }
    });
    let forbids_absence = prepared
        .panel
        .models()
        .iter()
        .any(|m| matches!(m, AnyModel::Class(m) if m.forbids_absence()));
    let head = Head {
        rows: case.rows.len() as u64,
        units: case.units(),
        persons: case.person.is_some(),
        attributes: attributes.collect(),
        axes,
        tables: heads,
        forbids_absence,
        losses,
        max_units: case.allowed(),
        max_suppression: "0".to_owned(),
        origin: Origin::default(),
    };
    Chart::new(head, tables).unwrap()
}

/// The key of the threshold that can be negotiated, in recipes.
fn key(model: &kit::OracleModel) -> ThresholdKey {
    match model {
        kit::OracleModel::K { .. }
        | kit::OracleModel::KMap { .. }
        | kit::OracleModel::KmAnonymity { .. } => ThresholdKey::K,
        kit::OracleModel::DistinctL { .. }
        | kit::OracleModel::ProbabilisticL { .. }
        | kit::OracleModel::EntropyL { .. } => ThresholdKey::L,
        kit::OracleModel::RecursiveL { .. } => ThresholdKey::C,
        kit::OracleModel::AlphaK { .. } => ThresholdKey::Alpha,
        kit::OracleModel::T { .. } | kit::OracleModel::NtCloseness { .. } => ThresholdKey::T,
        kit::OracleModel::BetaLikeness { .. } => ThresholdKey::Beta,
        kit::OracleModel::DeltaPresence { .. } => ThresholdKey::Max,
        kit::OracleModel::SampleUniqueness { .. } | kit::OracleModel::AverageRisk { .. } => {
            ThresholdKey::Threshold
        }
        kit::OracleModel::OthersAsQuasi(model) => key(model),
        _ => ThresholdKey::Delta,
    }
}

/// Hands an atlas of the nodes that `wanted` picks to `run`, with an annotator that can look at the
/// others.
pub(crate) fn with_atlas<R>(
    case: &kit::Case,
    prepared: &Prepared,
    tables: impl Fn() -> Vec<Box<dyn TableModel>>,
    wanted: impl Fn(u64) -> bool,
    run: impl FnOnce(&Atlas, &dyn Annotator) -> R,
) -> R {
    with_linked_atlas(case, prepared, &[], tables, wanted, run)
}

/// Hands the atlas of all nodes to `run`.
pub(crate) fn with_whole_atlas<R>(
    case: &kit::Case,
    prepared: &Prepared,
    run: impl FnOnce(&Atlas) -> R,
) -> R {
    with_atlas(
        case,
        prepared,
        || tables(case),
        |_| true,
        |atlas, _| run(atlas),
    )
}

/// Hands an atlas to `run` like [`with_atlas`], of a lattice in which columns are linked.
pub(crate) fn with_linked_atlas<R>(
    case: &kit::Case,
    prepared: &Prepared,
    links: &[usize],
    tables: impl Fn() -> Vec<Box<dyn TableModel>>,
    wanted: impl Fn(u64) -> bool,
    run: impl FnOnce(&Atlas, &dyn Annotator) -> R,
) -> R {
    let encoded = prepared.encoded();
    let chart = linked_chart(case, prepared, tables(), links);
    let task = Task {
        lattice: chart.lattice(),
        ..prepared.task(&encoded)
    };
    let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
    let (axes, lattice) = (chart.axes(), task.lattice);
    let wanted_of = AnnotationRequest {
        axes: &axes,
        losses: &losses,
    };
    let nodes = (0..lattice.nodes())
        .filter(|&n| wanted(n))
        .map(|n| lattice.levels(n))
        .collect();
    with_annotator(&task, &wanted_of, &Limits::default(), |annotator| {
        let records = Mutex::new(Vec::new());
        annotator.annotate_all(nodes, &|| false, &|levels, annotation| {
            records
                .lock()
                .unwrap()
                .push((lattice.index(levels), chart.record(levels, &annotation)));
        });
        let mut records = records.into_inner().unwrap();
        records.sort();
        let again = linked_chart(case, prepared, tables(), links);
        let built = Atlas::of_records(again, &records).unwrap();
        // Through bytes, as from a file.
        let atlas = Atlas::open(Box::new(built.bytes().to_vec()), |_| Ok(tables())).unwrap();
        run(&atlas, annotator)
    })
    .unwrap()
}

/// A request of the oracle as wishes.
pub(crate) fn wishes(explorer: &Explorer<'_>, request: &Request) -> Wishes {
    let head = explorer.atlas().chart().head();
    let grade = |axis: &equipoise_explore::AxisHead| {
        let Some(entry) = axis.entry else {
            return axis.asked;
        };
        let asked = &request.thresholds[entry];
        assert_eq!(
            asked.num * i128::from(axis.scale) % asked.den,
            0,
            "thresholds are on the grid"
        );
        u64::try_from(asked.num * i128::from(axis.scale) / asked.den).unwrap()
    };
    let levels = |levels: &[usize]| levels.iter().map(|&l| l as u8).collect();
    Wishes {
        thresholds: Thresholds {
            axes: head.axes.iter().map(grade).collect(),
            tables: head.tables.iter().map(grade).collect(),
        },
        low: levels(&request.low),
        high: levels(&request.high),
        max_units: request.max_units,
        max_loss: request.max_loss,
        max_height: request.max_height.map(|h| h as u32),
        by: match request.by {
            kit::ask::OracleBy::Loss => By::Loss(0),
            kit::ask::OracleBy::Height => By::Height,
            kit::ask::OracleBy::Suppression => By::Suppression,
        },
    }
}

/// A made-up table with three levels for each column: with 13 of them, its nodes are too many to be
/// listed.
pub(crate) fn wide(seed: u64, columns: usize, rows: usize) -> kit::Case {
    let mut r = kit::Seeded::new(seed);
    let values = 8;
    let line = |value: usize| {
        vec![
            value.to_string(),
            format!("group {}", value / 3),
            "*".to_owned(),
        ]
    };
    let quasi = |index| kit::OracleQuasiColumn {
        index,
        lines: (0..values).map(line).collect(),
        weight: 1.0,
        min_level: 0,
        max_level: 2,
    };
    // Columns hang together, so that some fine levels stay possible.
    let row = |_| {
        let base = r.below(values);
        let mut cell = |i: usize| {
            if i.is_multiple_of(3) {
                r.below(values)
            } else if r.below(4) == 0 {
                (base + 1) % values
            } else {
                base
            }
        };
        (0..columns).map(|i| cell(i).to_string()).collect()
    };
    kit::Case {
        columns: (0..columns).map(|i| format!("c{i}")).collect(),
        rows: (0..rows).map(row).collect(),
        quasi: (0..columns).map(quasi).collect(),
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: Vec::new(),
        models: vec![kit::OracleModel::K { k: 3 }],
        loss: kit::OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: kit::OracleLimit::Units((rows / 20) as u64),
    }
}

/// Wishes that allow every node.
pub(crate) fn whole(chart: &Chart) -> Wishes {
    let (low, high) = (
        chart.lattice().bottom().to_vec(),
        chart.lattice().top().to_vec(),
    );
    let max_units = chart.head().max_units;
    Wishes {
        thresholds: chart.thresholds(),
        low,
        high,
        max_units,
        max_loss: None,
        max_height: None,
        by: By::Loss(0),
    }
}
