//! Records against the search, which judges every node anew for given thresholds; and files that
//! were cut or altered.

use crate::common::{Prepared, chart_with, tables};
use equipoise_data::{Encoded, ThresholdKey};
use equipoise_explore::{Atlas, Chart, LossHead};
use equipoise_measure::{Loss, LossOptions, Metric};
use equipoise_privacy::AnyModel;
use equipoise_search::{AnnotationRequest, Limits, Task, all_nodes, with_annotator};
use equipoise_testkit::ask::random_request;
use equipoise_testkit::{Case, CaseShape, ModelKind, Seeded};
use std::sync::Mutex;

/// All losses at once, weighed as the case says.
fn losses(case: &Case) -> Vec<LossHead> {
    let weights: Vec<f64> = case.quasi.iter().map(|q| q.weight).collect();
    let of = |metric| LossOptions {
        metric,
        aggregation: None,
        weights: weights.clone(),
        suppression_weight: case.suppression_weight,
    };
    Metric::NAMES
        .iter()
        .map(|&(_, metric)| LossHead::new(&of(metric)))
        .collect()
}

/// What each code adds to the loss that needs amounts.
fn amounts(prepared: &Prepared, chart: &Chart) -> Vec<Vec<u64>> {
    let Some(amounts) = chart.losses().iter().find_map(|l| l.leaf_amounts()) else {
        return Vec::new();
    };
    let of_code = |(a, (_, h)): (
        &Vec<u64>,
        &(equipoise_data::Column, equipoise_data::Hierarchy),
    )| { h.leaf_of.iter().map(|&leaf| a[leaf as usize]).collect() };
    amounts.iter().zip(&prepared.quasi).map(of_code).collect()
}

fn atlas(case: &Case, prepared: &Prepared) -> Atlas {
    atlas_of(case, prepared, &losses(case))
}

fn atlas_of(case: &Case, prepared: &Prepared, heads: &[LossHead]) -> Atlas {
    let chart = chart_with(case, prepared, tables(case), heads.to_vec());
    let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
    let encoded = Encoded {
        amounts: amounts(prepared, &chart),
        ..prepared.encoded()
    };
    let base = prepared.encoded();
    let task = Task {
        encoded: &encoded,
        loss: losses[0],
        ..prepared.task(&base)
    };
    let axes = chart.axes();
    let wanted = AnnotationRequest {
        axes: &axes,
        losses: &losses,
    };
    let nodes = (0..task.lattice.nodes())
        .map(|n| task.lattice.levels(n))
        .collect();
    let records = Mutex::new(Vec::new());
    with_annotator(&task, &wanted, &Limits::default(), |annotator| {
        annotator.annotate_all(nodes, &|| false, &|levels, annotation| {
            // One by one it is the same.
            if levels.iter().all(|&l| l % 2 == 0) {
                assert_eq!(annotator.annotate(levels), annotation);
            }
            records.lock().unwrap().push((
                task.lattice.index(levels),
                chart.record(levels, &annotation),
            ));
        });
    })
    .unwrap();
    let mut records = records.into_inner().unwrap();
    records.sort();
    Atlas::of_records(
        chart_with(case, prepared, tables(case), heads.to_vec()),
        &records,
    )
    .unwrap()
}

#[test]
fn every_record_says_what_the_search_finds_for_every_loss() {
    let shapes = [
        CaseShape::default(),
        CaseShape::all_models().without(ModelKind::LkcPrivacy),
    ];
    let mut compared = 0;
    for seed in 0..800u64 {
        let mut case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let mut r = Seeded::new(seed);
        case.models = random_request(&case, &mut r).models(&case);
        let Some(prepared) = Prepared::try_new(&case) else {
            continue;
        };
        let atlas = atlas(&case, &prepared);
        // Other thresholds than the atlas was made with.
        let asked = Case {
            models: random_request(&case, &mut r).models(&case),
            ..case.clone()
        };
        let judged = Prepared::try_new(&asked).unwrap();
        let other = chart_with(&asked, &judged, tables(&asked), losses(&asked));
        let thresholds = other.thresholds();
        let encoded = Encoded {
            amounts: amounts(&judged, &other),
            ..judged.encoded()
        };
        let base = judged.encoded();
        for (number, loss) in other.losses().iter().enumerate() {
            let task = Task {
                encoded: &encoded,
                loss: loss.as_ref(),
                ..judged.task(&base)
            };
            for (node, (facts, value)) in all_nodes(&task, &Limits::default())
                .unwrap()
                .into_iter()
                .enumerate()
            {
                let levels = task.lattice.levels(node as u64);
                let found =
                    atlas
                        .chart()
                        .figures(&levels, atlas.record(node as u64).unwrap(), &thresholds);
                let expected = (
                    facts.suppressed_units,
                    facts.suppressed_rows,
                    facts.kept_classes,
                );
                assert_eq!(
                    (found.units, found.rows, found.kept_classes),
                    expected,
                    "seed {seed} {levels:?} {:?}",
                    asked.models
                );
                if facts.kept_classes > 0 {
                    assert_eq!(
                        found.losses[number].to_bits(),
                        value.to_bits(),
                        "seed {seed} {levels:?} loss {number}"
                    );
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
}

/// What is measured at a node is what the panel measures.
#[test]
fn measured_values_are_those_of_the_panel() {
    let mut compared = 0;
    for seed in 0..300u64 {
        let mut case = Case::random(
            seed,
            &CaseShape::all_models().without(ModelKind::LkcPrivacy),
        );
        case.models = random_request(&case, &mut Seeded::new(seed)).models(&case);
        let Some(prepared) = Prepared::try_new(&case) else {
            continue;
        };
        let atlas = atlas(&case, &prepared);
        let (chart, encoded) = (atlas.chart(), prepared.encoded());
        let task = prepared.task(&encoded);
        for node in (0..task.lattice.nodes()).step_by(3) {
            let levels = task.lattice.levels(node);
            let measured = chart.measured(atlas.record(node).unwrap(), &chart.thresholds());
            let examined = equipoise_search::examine(&task, &levels, &Limits::default()).unwrap();
            for (axis, measured) in chart
                .head()
                .axes
                .iter()
                .chain(&chart.head().tables)
                .zip(measured)
            {
                let Some(entry) = axis.entry else { continue };
                let expected = examined.judged.verdicts[entry]
                    .measured
                    .map(|score| axis.grid().grade(score));
                assert_eq!(
                    measured, expected,
                    "seed {seed} {levels:?} {:?}",
                    case.models[entry]
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1_500, "{compared}");
}

fn small() -> (Case, Prepared) {
    (0..)
        .find_map(|seed| {
            let case = Case::random(seed, &CaseShape::default());
            let prepared = Prepared::try_new(&case)?;
            let is_fit =
                case.models.len() > 1 && case.nodes().len() > 8 && chart_is_possible(&prepared);
            is_fit.then_some((case, prepared))
        })
        .unwrap()
}

fn chart_is_possible(prepared: &Prepared) -> bool {
    let is_table = |m: &AnyModel| matches!(m, AnyModel::Table(_));
    !prepared.panel.models().iter().any(is_table)
        && equipoise_explore::axes_of(prepared.panel.models(), |_| (ThresholdKey::K, None, None))
            .is_ok()
}

#[test]
fn a_file_that_was_cut_or_altered_is_refused() {
    let (case, prepared) = small();
    let atlas = atlas(&case, &prepared);
    let open = |bytes: Vec<u8>| Atlas::open(Box::new(bytes), |_| Ok(Vec::new()));
    let bytes = atlas.bytes().to_vec();
    assert!(open(bytes.clone()).is_ok());
    for length in 0..bytes.len() {
        let error = open(bytes[..length].to_vec()).unwrap_err();
        let expected = if length < 16 {
            "not an atlas"
        } else {
            "cut short"
        };
        assert!(error.message().contains(expected), "{length}: {error}");
    }
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1 << (at % 8);
        assert!(open(altered).is_err(), "byte {at} of {}", bytes.len());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(open(longer).is_err());
    let mut newer = bytes;
    newer[8] += 2;
    assert!(open(newer).unwrap_err().message().contains("version 3"));
}

/// A file with the right checksum and wrong contents must not make anything panic.
#[test]
fn a_file_made_to_deceive_does_not_panic() {
    let (case, prepared) = small();
    let atlas = atlas_of(&case, &prepared, &losses(&case)[..1]);
    let bytes = atlas.bytes();
    let mut r = Seeded::new(3);
    let mut opened = 0;
    for _ in 0..4_000 {
        let mut altered = bytes[..bytes.len() - 8].to_vec();
        for _ in 0..1 + r.below(3) {
            let at = 16 + r.below(altered.len() - 16);
            altered[at] = r.below(256) as u8;
        }
        let sum = equipoise_explore::checksum(&altered);
        altered.extend_from_slice(&sum.to_le_bytes());
        if let Ok(atlas) = Atlas::open(Box::new(altered), |head| {
            if head.tables.is_empty() {
                Ok(Vec::new())
            } else {
                Err(equipoise_data::Error::data("no"))
            }
        }) {
            let explorer = equipoise_explore::Explorer::new(&atlas, None);
            let lattice = atlas.chart().lattice();
            let wishes = equipoise_explore::Wishes {
                thresholds: atlas.chart().thresholds(),
                low: lattice.bottom().to_vec(),
                high: lattice.top().to_vec(),
                max_units: 3,
                max_loss: None,
                max_height: None,
                by: equipoise_explore::By::Loss(0),
            };
            let _ = explorer.ask(&wishes);
            opened += 1;
        }
    }
    assert!(opened > 100, "{opened}");
}
