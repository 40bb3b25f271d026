//! Lattices of which only some nodes have records: what is chosen, and what is answered from it.

mod common;

use common::{Prepared, chart_with, tables, with_atlas};
use equipoise_explore::{Atlas, Budget, By, Chart, Explorer, LossHead, Thresholds, Wishes, choose};
use equipoise_measure::{Loss, LossOptions};
use equipoise_search::{Limits, Task, Unwatched, Wanted, optimal, with_annotator};
use equipoise_testkit::{Case, Limit, Model, QuasiColumn, Seeded};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A table of columns with two values each, which depend on each other a little, and hierarchies of one step: 2^columns nodes.
fn case(columns: usize, rows: usize, seed: u64) -> Case {
    let mut r = Seeded::new(seed);
    let row = |r: &mut Seeded| {
        let kind = r.below(3);
        (0..columns).map(|c| if r.chance(if c % 3 == kind { 15 } else { 3 }) { "1" } else { "0" }.to_owned()).collect::<Vec<_>>()
    };
    let lines = || ["0", "1"].map(|v| vec![v.to_owned(), "*".to_owned()]).to_vec();
    let quasi = |index| QuasiColumn { index, lines: lines(), weight: 1.0, min_level: 0, max_level: 1 };
    Case {
        columns: (0..columns).map(|c| format!("c{c}")).collect(),
        rows: (0..rows).map(|_| row(&mut r)).collect(),
        quasi: (0..columns).map(quasi).collect(),
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: Vec::new(),
        models: vec![Model::K { k: 3 }],
        loss: equipoise_testkit::Loss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: Limit::Units(0),
    }
}

type Records = BTreeMap<u64, Vec<u8>>;

/// Chooses nodes on so many threads.
fn chosen(case: &Case, prepared: &Prepared, budget: &Budget, earlier: &Records, threads: usize) -> Records {
    let chart = chart(case, prepared);
    let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
    let (axes, encoded) = (chart.axes(), prepared.encoded());
    let task = Task { loss: losses[0], ..prepared.task(&encoded) };
    let earlier: Vec<(u64, Arc<[u8]>)> = earlier.iter().map(|(n, r)| (*n, r.clone().into())).collect();
    let records = Mutex::new(Records::new());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        with_annotator(&task, &Wanted { axes: &axes, losses: &losses }, &Limits::default(), |annotator| {
            choose(&chart, annotator, &earlier, budget, &|| false, &|node, record| {
                let before = records.lock().unwrap().insert(node, record.to_vec());
                assert!(before.is_none(), "node {node} twice");
            })
        })
    })
    .unwrap();
    records.into_inner().unwrap()
}

fn chart(case: &Case, prepared: &Prepared) -> Chart {
    chart_with(case, prepared, tables(case), vec![LossHead::new(&LossOptions::default())])
}

#[test]
fn budgets_are_kept_and_choices_do_not_depend_on_threads() {
    let case = case(9, 300, 1);
    let prepared = Prepared::try_new(&case).unwrap();
    let none = Records::new();
    let nodes = |n: u64| Budget { nodes: Some(n), ..Budget::default() };
    for budget in [2, 10, 50, 200] {
        let one = chosen(&case, &prepared, &nodes(budget), &none, 1);
        assert_eq!(one.len() as u64, budget);
        assert_eq!(one, chosen(&case, &prepared, &nodes(budget), &none, 2));
    }
    assert_eq!(chosen(&case, &prepared, &nodes(600), &none, 2).len(), 512, "all there are");
    assert_eq!(chosen(&case, &prepared, &Budget::default(), &none, 2).len(), 512);
    let bytes = Budget { bytes: Some(5_000), ..Budget::default() };
    let few = chosen(&case, &prepared, &bytes, &none, 2);
    let total: usize = few.values().map(Vec::len).sum();
    assert!((2_500..=5_000).contains(&total), "{total}");
    // Going on from earlier records: they count, and none is made again.
    let first = chosen(&case, &prepared, &nodes(60), &none, 2);
    let second = chosen(&case, &prepared, &nodes(100), &first, 2);
    assert_eq!(second.len(), 40);
    assert!(second.keys().all(|n| !first.contains_key(n)));
}

fn wishes(chart: &Chart, k: u64, max_units: u64, r: &mut Seeded) -> Wishes {
    let lattice = chart.lattice();
    let mut high = lattice.top().to_vec();
    if r.chance(40) {
        high.iter_mut().for_each(|h| *h -= u8::from(r.chance(15)));
    }
    Wishes {
        thresholds: Thresholds { axes: vec![k], tables: vec![] },
        low: lattice.bottom().to_vec(),
        high,
        max_units,
        max_loss: None,
        max_height: None,
        by: r.pick(&[By::Loss(0), By::Loss(0), By::Height, By::Suppression]),
    }
}

/// Two million nodes, two hundred records: what is answered is as it says, and what is called proved is the best.
#[test]
fn answers_of_a_lattice_too_large_to_list_are_true() {
    let case = case(21, 250, 2);
    let prepared = Prepared::try_new(&case).unwrap();
    let records = chosen(&case, &prepared, &Budget { nodes: Some(200), ..Budget::default() }, &Records::new(), 2);
    with_atlas(
        &case,
        &prepared,
        || tables(&case),
        |_| false,
        |_, live| {
            let records: Vec<(u64, Vec<u8>)> = records.into_iter().collect();
            let atlas = Atlas::of_records(chart(&case, &prepared), &records).unwrap();
            let explorer = Explorer::new(&atlas, Some(live)).with_patience(Duration::from_millis(300));
            let mut r = Seeded::new(3);
            let (mut answered, mut near) = (0, 0);
            for _ in 0..12 {
                let (k, limit) = (2 + r.below(6) as u64, r.below(40) as u64);
                let wishes = wishes(atlas.chart(), k, limit, &mut r);
                let answer = explorer.ask(&wishes).unwrap();
                let mut asked = case.clone();
                asked.models = vec![Model::K { k }];
                asked.quasi.iter_mut().zip(&wishes.high).for_each(|(q, &high)| q.max_level = high.into());
                asked.limit = Limit::Units(limit);
                let judged = Prepared::try_new(&asked).unwrap();
                let encoded = judged.encoded();
                let truth = optimal(&judged.task(&encoded), &Limits::default(), &Unwatched).unwrap();
                assert!(truth.proved);
                let Some(best) = answer.best else {
                    assert!(!answer.proved || truth.best.is_none());
                    assert!(answer.suggestions.is_some());
                    continue;
                };
                answered += 1;
                let examined = equipoise_search::examine(&judged.task(&encoded), &best.levels, &Limits::default()).unwrap();
                assert_eq!(examined.found.facts.suppressed_rows, best.rows);
                assert!((examined.found.loss - best.losses[0]).abs() < 1e-12);
                assert!(best.units <= limit && best.levels.iter().zip(&wishes.high).all(|(l, h)| l <= h));
                let truth = truth.best.expect("a node is within the wishes");
                if wishes.by == By::Loss(0) {
                    assert!(best.losses[0] >= truth.loss - 1e-12);
                    assert!(!answer.proved || (best.losses[0] - truth.loss).abs() < 1e-12);
                    near += u32::from(best.losses[0] <= truth.loss * 1.05);
                }
            }
            assert!(answered >= 6 && near >= 3, "{answered} answered, {near} near the best");
        },
    );
}
