//! Atlases of tables with linked columns, against those nodes of an atlas without links in which
//! linked columns agree.

use crate::common::{
    Links, Prepared, linked_chart, tables, whole, wide, wishes, with_linked_atlas, with_whole_atlas,
};
use equipoise_explore::{
    Answer, Atlas, Budget, By, Chart, Explorer, Head, Shown, Wishes, by_height, choose, hexagons,
    ladders, one_step, pair_maps,
};
use equipoise_search::{Limits, Task, UnwatchedSearch, optimal};
use equipoise_testkit as kit;
use equipoise_testkit::ask::{Request, random_request};
use kit::{Case, CaseShape, ModelKind, Seeded};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const CASES: u64 = 600;

/// Cases of which some columns are linked.
fn cases(first: u64, count: u64) -> impl Iterator<Item = (u64, Case, Prepared, Links)> {
    let shapes = [
        CaseShape::default(),
        CaseShape::all_models().without(ModelKind::LkcPrivacy),
    ];
    (first..first + 3 * count).filter_map(move |seed| {
        let mut random = Seeded::new(seed ^ 0x114c);
        let mut case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let links = link(&mut case, &mut random)?;
        let request = random_request(&case, &mut Seeded::new(seed));
        case.models = request.models(&case);
        let prepared = Prepared::try_new(&case)?;
        Some((seed, case, prepared, links))
    })
}

/// Links columns at random. Those of a group get the same bounds on their levels.
fn link(case: &mut Case, random: &mut Seeded) -> Option<Links> {
    let mut leader_of: Links = (0..case.quasi.len()).collect();
    for a in 1..case.quasi.len() {
        let leader = leader_of[random.below(a)];
        let of = |i: usize| (case.quasi[i].min_level, case.quasi[i].max_level);
        let (low, high) = (of(a).0.max(of(leader).0), of(a).1.min(of(leader).1));
        if low > high || random.chance(30) {
            continue;
        }
        leader_of[a] = leader;
        for i in (0..=a).filter(|&i| leader_of[i] == leader) {
            (case.quasi[i].min_level, case.quasi[i].max_level) = (low, high);
        }
    }
    (leader_of != (0..case.quasi.len()).collect::<Vec<_>>()).then_some(leader_of)
}

fn agree(levels: &[u8], links: &[usize]) -> bool {
    levels
        .iter()
        .zip(links)
        .all(|(level, &leader)| levels[leader] == *level)
}

fn requests(case: &Case, seed: u64, count: usize) -> Vec<Request> {
    let mut random = Seeded::new(seed ^ 0x5eed);
    (0..count)
        .map(|_| random_request(case, &mut random))
        .collect()
}

/// Wishes of which no two bounds of a group contradict each other; as they are in half of the
/// cases, and else of the leaders alone.
fn possible(wishes: Wishes, explorer: &Explorer<'_>, alone: bool) -> Option<Wishes> {
    let lattice = explorer.atlas().chart().lattice();
    let mut wishes = wishes;
    for a in (0..lattice.attributes()).filter(|&a| alone && !lattice.leads(a)) {
        (wishes.low[a], wishes.high[a]) = (lattice.bottom()[a], lattice.top()[a]);
    }
    let settled = wishes.settled(lattice);
    let is_possible = settled
        .low
        .iter()
        .zip(&settled.high)
        .all(|(low, high)| low <= high);
    if !is_possible {
        let error = explorer.ask(&wishes).unwrap_err();
        assert!(
            error
                .message()
                .contains("are linked and always have the same level"),
            "{error}"
        );
    }
    is_possible.then_some(wishes)
}

/// All nodes of the free lattice in which linked columns agree.
struct Agreeing {
    nodes: Vec<Shown>,
    wishes: Wishes,
}

fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

impl Agreeing {
    fn new(free: &Explorer<'_>, wishes: &Wishes, links: &[usize]) -> Self {
        let all = 0..free.atlas().chart().lattice().nodes();
        let nodes = all
            .map(|n| free.show(&wishes.thresholds, n).unwrap())
            .filter(|s| agree(&s.levels, links));
        Agreeing {
            nodes: nodes.collect(),
            wishes: wishes.clone(),
        }
    }

    fn within(&self, shown: &Shown, free: &[usize]) -> bool {
        let Wishes { low, high, .. } = &self.wishes;
        (0..low.len()).all(|a| free.contains(&a) || (low[a]..=high[a]).contains(&shown.levels[a]))
    }

    fn meets(&self, shown: &Shown) -> bool {
        let most = |limit: Option<f64>| {
            limit.is_none_or(|most| shown.losses[0] <= most || near(shown.losses[0], most))
        };
        shown.kept_classes > 0
            && shown.units <= self.wishes.max_units
            && most(self.wishes.max_loss)
            && self
                .wishes
                .max_height
                .is_none_or(|most| shown.height <= most)
    }

    fn measure(&self, shown: &Shown) -> f64 {
        match self.wishes.by {
            By::Loss(loss) => shown.losses[loss],
            By::Height => f64::from(shown.height),
            By::Suppression => shown.units as f64,
        }
    }

    fn order(&self, a: &Shown, b: &Shown) -> Ordering {
        let loss = if near(a.losses[0], b.losses[0]) {
            Ordering::Equal
        } else {
            a.losses[0].total_cmp(&b.losses[0])
        };
        let (height, units) = (a.height.cmp(&b.height), a.units.cmp(&b.units));
        let order = match self.wishes.by {
            By::Loss(_) => [loss, height, units],
            By::Height => [height, units, loss],
            By::Suppression => [units, loss, height],
        };
        order[0]
            .then(order[1])
            .then(order[2])
            .then(a.levels.cmp(&b.levels))
    }

    /// The best nodes, the best of all first.
    fn best(&self) -> Vec<&Shown> {
        let feasible: Vec<&Shown> = self
            .nodes
            .iter()
            .filter(|s| self.within(s, &[]) && self.meets(s))
            .collect();
        let least = feasible
            .iter()
            .map(|s| self.measure(s))
            .fold(f64::INFINITY, f64::min);
        let mut best: Vec<&Shown> = feasible
            .into_iter()
            .filter(|s| near(self.measure(s), least))
            .collect();
        best.sort_by(|a, b| self.order(a, b));
        best
    }

    /// The least value of the measure with some levels held.
    fn least(&self, links: &[usize], held: &[(usize, u8)]) -> f64 {
        let leaders: Vec<usize> = held.iter().map(|h| links[h.0]).collect();
        let free: Vec<usize> = (0..links.len())
            .filter(|&a| leaders.contains(&links[a]))
            .collect();
        let is_held = |s: &Shown| held.iter().all(|&(a, level)| s.levels[a] == level);
        let nodes = self
            .nodes
            .iter()
            .filter(|s| is_held(s) && self.within(s, &free) && self.meets(s));
        nodes.map(|s| self.measure(s)).fold(f64::INFINITY, f64::min)
    }
}

/// A node without its index, which is another one in another lattice.
fn told(shown: &Shown) -> (Vec<u8>, u32, u64, u64, u64, Vec<f64>) {
    (
        shown.levels.clone(),
        shown.height,
        shown.units,
        shown.rows,
        shown.kept_classes,
        shown.losses.clone(),
    )
}

fn check(place: &str, found: &Answer, expected: &Agreeing, free: &Explorer<'_>, chart: &Chart) {
    let best = expected.best();
    let nodes: Vec<_> = found.best.iter().chain(&found.ties).map(told).collect();
    assert_eq!(
        nodes,
        best.iter().map(|s| told(s)).collect::<Vec<_>>(),
        "{place}"
    );
    let Some(suggestions) = &found.suggestions else {
        return assert!(!best.is_empty(), "{place}");
    };
    let settled = expected.wishes.settled(chart.lattice());

    let wider = |wishes: Wishes| Agreeing {
        nodes: expected.nodes.clone(),
        wishes,
    };
    let more = wider(Wishes {
        max_units: u64::MAX,
        by: By::Suppression,
        ..expected.wishes.clone()
    });
    let fewest = more.best();
    let at_vmax = fewest.iter().find(|s| s.levels == settled.high);
    let fewest = at_vmax.or_else(|| fewest.iter().min_by(|a, b| expected.order(a, b)));
    assert_eq!(
        suggestions.suppression.as_ref().ok().map(told),
        fewest.map(|s| told(s)),
        "{place}"
    );

    let high = chart.lattice().top().to_vec();
    let coarser = wider(Wishes {
        high,
        max_height: None,
        by: By::Height,
        ..expected.wishes.clone()
    });
    assert_eq!(
        suggestions.height.as_ref().ok().map(told),
        coarser.best().first().map(|s| told(s)),
        "{place}"
    );

    // A threshold is relaxed at vmax, which is a node of the free lattice too.
    let vmax = Wishes {
        low: settled.high.clone(),
        ..settled.into_owned()
    };
    let of_free = free.ask(&vmax).unwrap().suggestions.unwrap();
    let relaxed = |r: &equipoise_explore::Relaxed| (r.axis, r.grade, told(&r.shown));
    let all = |s: &equipoise_explore::Suggestions| {
        s.threshold
            .iter()
            .chain(&s.other_thresholds)
            .map(relaxed)
            .collect::<Vec<_>>()
    };
    assert_eq!(all(suggestions), all(&of_free), "{place}");
}

/// Hands the explorer of all nodes of the free lattice, and an atlas with links of the nodes that
/// `wanted` picks, to `run`.
fn with_both(
    (case, prepared, links): (&Case, &Prepared, &Links),
    wanted: impl Fn(u64) -> bool,
    run: impl FnOnce(&Explorer<'_>, &Atlas, &dyn equipoise_search::Annotator),
) {
    let tables = || tables(case);
    with_whole_atlas(case, prepared, |free| {
        let free = Explorer::new(free, None);
        with_linked_atlas(case, prepared, links, tables, wanted, |atlas, live| {
            run(&free, atlas, live)
        });
    });
}

#[test]
fn answers_are_those_of_nodes_in_which_linked_columns_agree() {
    let (mut asked, mut answered) = (0, 0);
    for (seed, case, prepared, links) in cases(0, CASES) {
        with_both(
            (&case, &prepared, &links),
            |_| true,
            |free, atlas, _| {
                let explorer = Explorer::new(atlas, None);
                for (i, request) in requests(&case, seed, 4).iter().enumerate() {
                    let Some(wishes) = possible(wishes(&explorer, request), &explorer, i % 2 == 0)
                    else {
                        continue;
                    };
                    let found = explorer.ask(&wishes).unwrap();
                    assert!(found.proved);
                    let expected = Agreeing::new(free, &wishes, &links);
                    check(
                        &format!("seed {seed} {links:?} {wishes:?}"),
                        &found,
                        &expected,
                        free,
                        atlas.chart(),
                    );
                    asked += 1;
                    answered += u64::from(found.best.is_some());
                }
            },
        );
    }
    assert!(
        asked > 1_500 && answered * 10 > asked * 2 && answered * 10 < asked * 9,
        "{answered} of {asked}"
    );
}

#[test]
fn views_are_those_of_nodes_in_which_linked_columns_agree() {
    let mut stops = 0;
    for (seed, case, prepared, links) in cases(1_000_000, CASES / 3) {
        with_both(
            (&case, &prepared, &links),
            |_| true,
            |free, atlas, _| {
                let (explorer, lattice) = (Explorer::new(atlas, None), atlas.chart().lattice());
                for (i, request) in requests(&case, seed, 2).iter().enumerate() {
                    let Some(wishes) = possible(wishes(&explorer, request), &explorer, i % 2 == 0)
                    else {
                        continue;
                    };
                    let (view, expected) = (
                        explorer.view(&wishes.thresholds),
                        Agreeing::new(free, &wishes, &links),
                    );
                    let place = format!("seed {seed} {links:?} {wishes:?}");
                    let mut same = |stop: &equipoise_explore::Stop, held: &[(usize, u8)]| {
                        let value = stop.found().map_or(f64::INFINITY, |found| found.0);
                        assert!(
                            near(value, expected.least(&links, held)),
                            "{place}: {stop:?} at {held:?}"
                        );
                        stops += 1;
                    };
                    for ladder in ladders(&view, &wishes) {
                        let a = ladder.attribute;
                        ladder
                            .stops
                            .iter()
                            .zip(ladder.first..)
                            .for_each(|(stop, level)| same(stop, &[(a, level)]));
                    }
                    for map in pair_maps(&view, &wishes) {
                        assert_ne!(links[map.a], links[map.b], "{place}");
                        for (cell, stop) in map.stops.iter().enumerate() {
                            let level =
                                |a: usize, step: usize| (a, lattice.bottom()[a] + step as u8);
                            same(
                                stop,
                                &[
                                    level(map.a, cell / map.size.1),
                                    level(map.b, cell % map.size.1),
                                ],
                            );
                        }
                    }
                    for row in by_height(&view, &wishes).rows {
                        let nodes: Vec<&Shown> = expected
                            .nodes
                            .iter()
                            .filter(|s| s.height == row.height)
                            .collect();
                        let inside: Vec<&&Shown> =
                            nodes.iter().filter(|s| expected.within(s, &[])).collect();
                        let feasible = inside.iter().filter(|s| expected.meets(s)).count() as u64;
                        assert_eq!(
                            (row.nodes, row.outside),
                            (nodes.len() as u64, (nodes.len() - inside.len()) as u64),
                            "{place}"
                        );
                        assert_eq!((row.feasible, row.unknown), (feasible, 0), "{place}");
                    }
                    let counted = hexagons(&view, &wishes, (8, 8));
                    let inside = expected
                        .nodes
                        .iter()
                        .filter(|s| expected.within(s, &[]))
                        .count() as u64;
                    assert_eq!(
                        (counted.counted + counted.empty, counted.missing),
                        (inside, 0),
                        "{place}"
                    );
                    let node = seed % lattice.nodes();
                    for (a, step) in one_step(&view, &wishes, node).steps.iter().enumerate() {
                        assert!(
                            lattice.leads(a) || (step.finer.is_none() && step.coarser.is_none()),
                            "{place}"
                        );
                        for neighbour in step.finer.iter().chain(&step.coarser) {
                            let truth = expected
                                .nodes
                                .iter()
                                .find(|s| s.levels == neighbour.levels)
                                .unwrap();
                            assert_eq!(
                                neighbour.figures.as_ref().map(|f| f.units),
                                Some(truth.units),
                                "{place}"
                            );
                            assert_eq!(
                                neighbour.feasible,
                                Some(expected.within(truth, &[]) && expected.meets(truth)),
                                "{place}"
                            );
                        }
                    }
                }
            },
        );
    }
    assert!(stops > 5_000, "{stops}");
}

/// A share of the nodes, always the same.
fn picked(node: u64, share: u64) -> bool {
    (node.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & 127 < share
}

#[test]
fn a_partial_atlas_with_its_table_gives_the_same_answers() {
    let mut asked = 0;
    for (seed, case, prepared, links) in cases(2_000_000, CASES / 2) {
        with_both(
            (&case, &prepared, &links),
            |node| picked(node, seed * 7 % 100),
            |free, atlas, live| {
                let explorer =
                    Explorer::new(atlas, Some(live)).with_patience(Duration::from_secs(1000));
                for (i, request) in requests(&case, seed, 3).iter().enumerate() {
                    let Some(wishes) = possible(wishes(&explorer, request), &explorer, i % 2 == 0)
                    else {
                        continue;
                    };
                    let found = explorer.ask(&wishes).unwrap();
                    let place = format!("seed {seed} {links:?} {wishes:?}");
                    assert!(found.proved, "{place}");
                    check(
                        &place,
                        &found,
                        &Agreeing::new(free, &wishes, &links),
                        free,
                        atlas.chart(),
                    );
                    asked += 1;
                }
                assert!(explorer.annotated() <= atlas.chart().lattice().nodes());
            },
        );
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn a_partial_atlas_alone_never_claims_too_much() {
    let (mut proved, mut found_only) = (0, 0);
    for (seed, case, prepared, links) in cases(3_000_000, CASES / 2) {
        with_both(
            (&case, &prepared, &links),
            |node| picked(node, seed * 7 % 128),
            |free, atlas, _| {
                let explorer = Explorer::new(atlas, None);
                for (i, request) in requests(&case, seed, 3).iter().enumerate() {
                    let Some(wishes) = possible(wishes(&explorer, request), &explorer, i % 2 == 0)
                    else {
                        continue;
                    };
                    let found = explorer.ask(&wishes).unwrap();
                    let expected = Agreeing::new(free, &wishes, &links);
                    let place = format!("seed {seed} {links:?} {wishes:?}");
                    if found.proved {
                        assert_eq!(
                            found.best.as_ref().map(told),
                            expected.best().first().map(|s| told(s)),
                            "{place}"
                        );
                        proved += 1;
                    } else if let Some(best) = &found.best {
                        let truth = expected
                            .nodes
                            .iter()
                            .find(|s| s.levels == best.levels)
                            .unwrap();
                        assert!(
                            told(best) == told(truth)
                                && expected.within(truth, &[])
                                && expected.meets(truth),
                            "{place}"
                        );
                        found_only += 1;
                    }
                }
            },
        );
    }
    assert!(proved > 100 && found_only > 50, "{proved} {found_only}");
}

#[test]
fn nodes_are_chosen_within_the_budget_and_lead_to_the_same_answers() {
    let mut asked = 0;
    for (seed, case, prepared, links) in cases(4_000_000, CASES / 4) {
        with_both(
            (&case, &prepared, &links),
            |_| false,
            |free, empty, live| {
                let (chart, all) = (empty.chart(), empty.chart().lattice().nodes());
                for most in [2 + all / 10, all / 2 + 1, all] {
                    let records = Mutex::new(Vec::<(u64, Arc<[u8]>)>::new());
                    let take = |node: u64, record: &[u8]| {
                        records.lock().unwrap().push((node, record.into()))
                    };
                    let budget = Budget {
                        nodes: Some(most),
                        ..Budget::default()
                    };
                    let told = choose(chart, live, &[], &budget, &|| false, &take);
                    let records = records.into_inner().unwrap();
                    assert_eq!(
                        (told.nodes, records.len() as u64),
                        (most.min(all), most.min(all)),
                        "seed {seed} {links:?}"
                    );
                    let explorer =
                        Explorer::new(empty, Some(live)).with_patience(Duration::from_secs(1000));
                    explorer.add(records);
                    let Some(wishes) = possible(
                        wishes(&explorer, &requests(&case, seed + most, 1)[0]),
                        &explorer,
                        true,
                    ) else {
                        continue;
                    };
                    let found = explorer.ask(&wishes).unwrap();
                    assert!(found.proved);
                    check(
                        &format!("seed {seed} {links:?} {wishes:?}"),
                        &found,
                        &Agreeing::new(free, &wishes, &links),
                        free,
                        chart,
                    );
                    asked += 1;
                }
            },
        );
    }
    assert!(asked > 200, "{asked}");
}

/// A table with more nodes than can be listed, 3^13, and two columns that follow others.
fn wide_and_linked(rows: usize) -> (Case, Links) {
    let mut links: Links = (0..15).collect();
    (links[4], links[9]) = (1, 6);
    (wide(7, 15, rows), links)
}

#[test]
fn answers_on_wide_tables_come_close_to_the_optimum() {
    let (case, links) = wide_and_linked(300);
    let prepared = Prepared::try_new(&case).unwrap();
    let encoded = prepared.encoded();
    with_linked_atlas(
        &case,
        &prepared,
        &links,
        Vec::new,
        |_| false,
        |empty, live| {
            let chart = empty.chart();
            assert_eq!(chart.lattice().nodes(), 3u64.pow(13));
            let explorer =
                Explorer::new(empty, Some(live)).with_patience(Duration::from_secs(1000));
            let records = Mutex::new(Vec::<(u64, Arc<[u8]>)>::new());
            let take =
                |node: u64, record: &[u8]| records.lock().unwrap().push((node, record.into()));
            choose(
                chart,
                live,
                &[],
                &Budget {
                    nodes: Some(250),
                    ..Budget::default()
                },
                &|| false,
                &take,
            );
            explorer.add(records.into_inner().unwrap());
            let wishes = whole(chart);
            let best = explorer.ask(&wishes).unwrap().best.unwrap();
            assert!(agree(&best.levels, &links) && best.units <= wishes.max_units);
            let task = Task {
                lattice: chart.lattice(),
                ..prepared.task(&encoded)
            };
            let least = optimal(&task, &Limits::default(), &UnwatchedSearch)
                .unwrap()
                .best
                .unwrap()
                .loss;
            assert!(
                best.losses[0] >= least - 1e-9 && best.losses[0] <= least * 1.1,
                "{} is far from {least}",
                best.losses[0]
            );
            let view = explorer.view(&wishes.thresholds);
            let ladders = ladders(&view, &wishes);
            assert_eq!(ladders[4].stops, ladders[1].stops);
        },
    );
}

/// A chart of three columns with the same levels, of which the last follows the first.
fn three() -> (Case, Prepared, Links) {
    let (mut case, _) = wide_and_linked(20);
    case.quasi.truncate(3);
    let prepared = Prepared::try_new(&case).unwrap();
    (case, prepared, vec![0, 1, 0])
}

#[test]
fn levels_and_bounds_that_contradict_a_link_are_refused_by_name() {
    let (case, prepared, links) = three();
    with_linked_atlas(
        &case,
        &prepared,
        &links,
        Vec::new,
        |_| true,
        |atlas, _| {
            let (chart, explorer) = (atlas.chart(), Explorer::new(atlas, None));
            assert_eq!(
                chart.node(&[1, 2, 1]).unwrap(),
                chart.lattice().index(&[1, 2, 1])
            );
            let refusal = |levels: &[u8]| chart.node(levels).unwrap_err().message();
            assert_eq!(
                refusal(&[1, 2, 2]),
                "`c0` and `c2` are linked and always have the same level; these are 1 and 2"
            );
            assert_eq!(
                refusal(&[1, 3, 1]),
                "the level of `c1` is 3; the atlas has levels 0 to 2"
            );
            assert_eq!(
                refusal(&[1, 1]),
                "a node has 3 levels, one per quasi-identifier; these are 2"
            );
            let mut wishes = whole(chart);
            (wishes.high[0], wishes.low[2]) = (1, 2);
            let error = explorer.ask(&wishes).unwrap_err();
            let expected = "`c2` and `c0` are linked and always have the same level; the levels wished for are at least 2 for `c2` and at most 1 for `c0`";
            assert_eq!(error.message(), expected);
            wishes.high[0] = 2;
            assert_eq!(explorer.ask(&wishes).unwrap().best.unwrap().levels[0], 2);
        },
    );
}

/// Links that no build writes must neither open nor panic.
#[test]
fn links_that_were_tampered_with_are_refused() {
    let (case, prepared, links) = three();
    let head = || {
        linked_chart(&case, &prepared, Vec::new(), &links)
            .head()
            .clone()
    };
    assert!(Chart::new(head(), Vec::new()).is_ok());
    let altered = |alter: &dyn Fn(&mut Head)| {
        let mut head = head();
        alter(&mut head);
        Chart::new(head, Vec::new()).is_err()
    };
    assert!(altered(&|h| h.attributes[2].linked = Some(2)), "to itself");
    assert!(
        altered(&|h| h.attributes[0].linked = Some(1)),
        "to one that comes later"
    );
    assert!(altered(&|h| h.attributes[0].linked = Some(0)), "the first");
    assert!(
        altered(&|h| h.attributes[1].linked = Some(usize::MAX)),
        "to none"
    );
    assert!(
        altered(&|h| (h.attributes[1].linked, h.attributes[2].linked) = (Some(0), Some(1))),
        "to one that follows"
    );
    assert!(altered(&|h| h.attributes[2].high = 1), "other levels");
    assert!(altered(&|h| h.attributes[0].low = 1), "other levels");
}
