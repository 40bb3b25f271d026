//! Atlases of which only some nodes are chosen to have a record.

use crate::common::{Prepared, chart_with, tables, whole, wide, wishes, with_atlas};
use equipoise_explore::{Atlas, Budget, By, Chart, Chosen, Explorer, choose};
use equipoise_search::{Annotator, Limits, UnwatchedSearch, optimal};
use equipoise_testkit::ask::{answer, random_request};
use equipoise_testkit::{Case, CaseShape, ModelKind, OracleLimit, OracleModel, Seeded};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Records = Vec<(u64, Arc<[u8]>)>;

/// The nodes that are chosen, rising.
fn chosen(
    chart: &Chart,
    annotator: &dyn Annotator,
    earlier: &Records,
    budget: &Budget,
) -> (Chosen, Records) {
    let records = Mutex::new(Records::new());
    let take = |node: u64, record: &[u8]| records.lock().unwrap().push((node, record.into()));
    let chosen = choose(chart, annotator, earlier, budget, &|| false, &take);
    let mut records = records.into_inner().unwrap();
    records.sort();
    (chosen, records)
}

fn nodes(most: u64) -> Budget {
    Budget {
        nodes: Some(most),
        ..Budget::default()
    }
}

fn sum(records: &Records) -> u64 {
    records.iter().map(|r| r.1.len() as u64).sum()
}

fn cases(first: u64, count: u64) -> impl Iterator<Item = (u64, Case, Prepared)> {
    let shapes = [
        CaseShape::default(),
        CaseShape::all_models().without(ModelKind::LkcPrivacy),
    ];
    (first..first + count).filter_map(move |seed| {
        let mut case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let request = random_request(&case, &mut Seeded::new(seed));
        case.models = request.models(&case);
        let prepared = Prepared::try_new(&case)?;
        Some((seed, case, prepared))
    })
}

#[test]
fn budgets_are_kept_and_used_up() {
    let mut whole = 0;
    for (seed, case, prepared) in cases(0, 300) {
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |_| false,
            |atlas, live| {
                let (chart, all) = (atlas.chart(), atlas.chart().lattice().nodes());
                let most = 1 + seed * 7 % (all + 2);
                let (told, records) = chosen(chart, live, &Records::new(), &nodes(most));
                assert_eq!(
                    told,
                    Chosen {
                        nodes: most.min(all),
                        bytes: sum(&records),
                        is_complete: most >= all,
                        unused: Vec::new()
                    },
                    "seed {seed}"
                );
                assert_eq!(records.len() as u64, most.min(all), "seed {seed}");
                assert!(
                    records.windows(2).all(|pair| pair[0].0 < pair[1].0),
                    "seed {seed}: a node twice"
                );
                for (node, record) in &records {
                    let levels = chart.lattice().levels(*node);
                    assert_eq!(
                        record[..],
                        chart.record(&levels, &live.annotate(&levels)),
                        "seed {seed} {levels:?}"
                    );
                }
                whole += u64::from(told.is_complete);

                let half = Budget {
                    bytes: Some(sum(&records) / 2),
                    ..Budget::default()
                };
                let (told, records) = chosen(chart, live, &Records::new(), &half);
                assert!(
                    told.bytes <= half.bytes.unwrap() && told.bytes == sum(&records),
                    "seed {seed}: {told:?}"
                );
            },
        );
    }
    assert!(whole > 30, "{whole}");
}

/// What was recorded earlier is not made again, and makes no difference to the nodes that are
/// chosen.
#[test]
fn choosing_goes_on_where_it_ended() {
    let mut with_unused = 0;
    for (seed, case, prepared) in cases(5_000, 200) {
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |_| false,
            |atlas, live| {
                let (chart, all) = (atlas.chart(), atlas.chart().lattice().nodes());
                let (_, earlier) = chosen(chart, live, &Records::new(), &nodes(all / 3));
                let (alone, in_one_run) = chosen(chart, live, &Records::new(), &nodes(all * 2 / 3));
                let (told, later) = chosen(chart, live, &earlier, &nodes(all * 2 / 3));
                assert_eq!(
                    (told.nodes, told.bytes),
                    (alone.nodes, alone.bytes),
                    "seed {seed}"
                );
                assert!(
                    later
                        .iter()
                        .all(|(node, _)| earlier.binary_search_by_key(node, |e| e.0).is_err()),
                    "seed {seed}: made again"
                );
                let used = earlier
                    .iter()
                    .filter(|(node, _)| told.unused.binary_search(node).is_err());
                let mut resumed: Records = used.chain(&later).cloned().collect();
                resumed.sort();
                assert!(resumed == in_one_run, "seed {seed}");
                with_unused += u64::from(!told.unused.is_empty());
                let known = earlier.len() + later.len();
                let (told, rest) =
                    chosen(chart, live, &[earlier, later].concat(), &Budget::default());
                assert!(
                    told.is_complete && told.nodes == all && told.unused.is_empty(),
                    "seed {seed}"
                );
                assert_eq!(rest.len() as u64, all - known as u64, "seed {seed}");
            },
        );
    }
    assert!(
        with_unused > 0,
        "some smaller choice is no part of the larger one"
    );
}

#[test]
fn nothing_is_chosen_once_it_shall_stop() {
    let (_, case, prepared) = cases(0, 10).next().unwrap();
    with_atlas(
        &case,
        &prepared,
        || tables(&case),
        |_| false,
        |atlas, live| {
            let take = |node: u64, _: &[u8]| panic!("node {node} was annotated");
            let told = choose(atlas.chart(), live, &[], &nodes(5), &|| true, &take);
            assert_eq!(
                told,
                Chosen {
                    nodes: 0,
                    bytes: 0,
                    is_complete: false,
                    unused: Vec::new()
                }
            );
        },
    );
}

/// Hands an atlas of `most` chosen nodes of a wide table to `run`.
fn with_wide(seed: u64, most: u64, run: impl FnOnce(&Case, &Atlas, &dyn Annotator)) {
    let case = wide(seed, 13, 300);
    let prepared = Prepared::try_new(&case).unwrap();
    with_atlas(
        &case,
        &prepared,
        Vec::new,
        |_| false,
        |empty, live| {
            let (told, records) = chosen(empty.chart(), live, &Records::new(), &nodes(most));
            assert_eq!((told.nodes, told.is_complete), (most, false));
            let records: Vec<(u64, Vec<u8>)> = records
                .into_iter()
                .map(|(node, record)| (node, record.to_vec()))
                .collect();
            let losses = empty.chart().head().losses.clone();
            let atlas =
                Atlas::of_records(chart_with(&case, &prepared, Vec::new(), losses), &records)
                    .unwrap();
            run(&case, &atlas, live);
        },
    );
}

#[test]
fn the_same_nodes_are_chosen_on_any_number_of_threads() {
    let of_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut bytes = Vec::new();
        pool.install(|| with_wide(3, 300, |_, atlas, _| bytes = atlas.bytes().to_vec()));
        bytes
    };
    let one = of_threads(1);
    assert!(one == of_threads(3) && one == of_threads(1));
}

/// Too many nodes for a proof: the best found is close to the optimum that the search proves, and
/// says that it is not proved.
#[test]
fn answers_on_wide_tables_come_close_to_the_optimum() {
    let (mut same, mut asked) = (0, 0);
    for seed in 0..4 {
        with_wide(seed, 250, |case, atlas, live| {
            let explorer =
                Explorer::new(atlas, Some(live)).with_patience(Duration::from_secs(1000));
            let alone = Explorer::new(atlas, None);
            for (k, limit) in [(2, 0), (3, 15), (5, 3), (10, 30)] {
                let mut wishes = whole(explorer.atlas().chart());
                (wishes.thresholds.axes[0], wishes.max_units) = (k, limit);
                let found = explorer.ask(&wishes).unwrap();
                assert!(!found.proved, "not all nodes were looked at");
                let best = found.best.unwrap();
                let case = Case {
                    models: vec![OracleModel::K { k }],
                    limit: OracleLimit::Units(limit),
                    ..case.clone()
                };
                let again = Prepared::try_new(&case).unwrap();
                let encoded = again.encoded();
                let truth =
                    optimal(&again.task(&encoded), &Limits::default(), &UnwatchedSearch).unwrap();
                let least = truth.best.unwrap().loss;
                assert!(
                    best.units <= limit && best.losses[0] >= least - 1e-9,
                    "seed {seed} k {k}: {best:?}"
                );
                assert!(
                    best.losses[0] <= least * 1.1,
                    "seed {seed} k {k}: {} is far from {least}",
                    best.losses[0]
                );
                (same, asked) = (same + u32::from(best.losses[0] <= least + 1e-9), asked + 1);
                // From its records alone an atlas knows less, but never something else.
                let known = alone.ask(&wishes).unwrap().best.unwrap();
                assert!(
                    known.losses[0] >= best.losses[0] - 1e-9 && known.losses[0] <= least * 1.25,
                    "seed {seed} k {k}: {known:?}"
                );
                // What it made now it goes on knowing.
                assert_eq!(explorer.ask(&wishes).unwrap().best.unwrap().node, best.node);
            }
        });
    }
    assert!(same * 2 >= asked, "{same} of {asked} are the optimum");
}

/// Where vmax fails and models are monotone, nothing below it can do: that is proved without a look
/// at any other node.
#[test]
fn what_is_impossible_on_wide_tables_is_proved() {
    with_wide(1, 60, |_, atlas, live| {
        let lattice = atlas.chart().lattice();
        for by in [By::Loss(0), By::Height] {
            let explorer =
                Explorer::new(atlas, Some(live)).with_patience(Duration::from_secs(1000));
            let mut wishes = whole(explorer.atlas().chart());
            wishes.by = by;
            wishes.high.iter_mut().skip(2).for_each(|level| *level -= 1);
            let found = explorer.ask(&wishes).unwrap();
            assert!(found.best.is_none() && found.proved);
            let suggestions = found.suggestions.unwrap();
            let fewest = suggestions.suppression.unwrap();
            assert_eq!(fewest.levels, wishes.high);
            assert!(fewest.units > wishes.max_units);
            let lowest = suggestions.height.unwrap();
            assert!(lowest.units <= wishes.max_units);
            // With as much suppression as is suggested there is an answer.
            wishes.max_units = fewest.units;
            assert!(explorer.ask(&wishes).unwrap().best.is_some());
        }
        // Without the table nothing is known of vmax, and nothing is claimed.
        let alone = Explorer::new(atlas, None);
        let mut wishes = whole(alone.atlas().chart());
        wishes.high[0] = 1;
        wishes.high[5] = 1;
        let vmax = lattice.index(&wishes.high);
        let found = alone.ask(&wishes).unwrap();
        assert!(atlas.record(vmax).is_some() || !found.proved);
    });
}

/// Small lattices with a table at hand: however few nodes are chosen, patience makes up for it.
#[test]
fn few_chosen_nodes_and_patience_give_the_answers_of_all() {
    let mut asked = 0;
    for (seed, case, prepared) in cases(9_000, 250) {
        with_atlas(
            &case,
            &prepared,
            || tables(&case),
            |_| false,
            |empty, live| {
                let most = 2 + empty.chart().lattice().nodes() / 10;
                let (_, records) = chosen(empty.chart(), live, &Records::new(), &nodes(most));
                let explorer =
                    Explorer::new(empty, Some(live)).with_patience(Duration::from_secs(1000));
                explorer.add(records);
                let mut r = Seeded::new(seed);
                for _ in 0..3 {
                    let request = random_request(&case, &mut r);
                    let expected = answer(&case, &request);
                    if expected.doubtful {
                        continue;
                    }
                    let found = explorer.ask(&wishes(&explorer, &request)).unwrap();
                    let levels = |node: &equipoise_testkit::ask::AskNode| {
                        node.levels.iter().map(|&l| l as u8).collect::<Vec<_>>()
                    };
                    assert!(found.proved, "seed {seed}");
                    assert_eq!(
                        found.best.map(|b| b.levels),
                        expected.best.as_ref().map(levels),
                        "seed {seed} {request:?}"
                    );
                    asked += 1;
                }
            },
        );
    }
    assert!(asked > 400, "{asked}");
}
