//! Ladders, pair maps, heights, and columns that stand in the way.

use super::mock::{Knowledge, Mock};
use super::naive::{best, fits_height, height, least_value, may_meet, meets, value, within};
use equipoise_data::Lattice;
use equipoise_explore::{
    AtHand, Figures, Ladder, PairMap, Stop, Wishes, by_height, ladders, pair_map, pair_maps,
    without_column,
};
use equipoise_testkit::Seeded;

const CASES: u64 = 2_000;
const KINDS: [Knowledge; 3] = [Knowledge::Tight, Knowledge::Vague, Knowledge::Partial];

fn each(first: u64, mut run: impl FnMut(&Mock, &Wishes, &str)) {
    for seed in first..first + CASES {
        let mut random = Seeded::new(seed);
        let knowledge = KINDS[(seed % 3) as usize];
        let mock = Mock::random(&mut random, knowledge);
        let wishes = mock.wishes(&mut random);
        run(
            &mock,
            &wishes,
            &format!("seed {seed}, {knowledge:?}, {wishes:?}"),
        );
    }
}

/// The nodes with some levels held, and the others within the wishes.
fn held(mock: &Mock, wishes: &Wishes, levels: &[(usize, u8)]) -> Vec<u64> {
    // What is linked with them has their levels, whatever is wished for it.
    let free: Vec<usize> = levels
        .iter()
        .flat_map(|l| mock.lattice.group(l.0))
        .collect();
    let is_held = |at: &[u8]| levels.iter().all(|&(a, level)| at[a] == level);
    let is_in = |at: Vec<u8>| is_held(&at) && within(wishes, &at, &free);
    (0..mock.lattice.nodes())
        .filter(|&n| is_in(mock.lattice.levels(n)))
        .collect()
}

/// Whether the figures of a node can be had by a view.
fn is_sure(mock: &Mock, node: u64) -> bool {
    mock.listed[node as usize] && mock.resolvable[node as usize]
}

/// Checks a stop against the truth and against what can be known of it.
fn check(mock: &Mock, wishes: &Wishes, nodes: &[u64], stop: &Stop, reasons: bool, what: &str) {
    let truth = best(mock, wishes, nodes);
    let open: Vec<u64> = nodes
        .iter()
        .copied()
        .filter(|&n| !is_sure(mock, n) && may_meet(mock, wishes, n))
        .collect();
    let bound = open
        .iter()
        .map(|&n| least_value(mock, wishes, n))
        .fold(f64::INFINITY, f64::min);
    match *stop {
        Stop::Reached { value: found, node } => {
            let truth = truth.unwrap_or_else(|| panic!("{what}: nothing is reachable"));
            assert_eq!(found, value(mock, wishes, truth), "{what}");
            assert!(nodes.contains(&node) && meets(mock, wishes, node), "{what}");
            if open.is_empty() {
                assert_eq!(node, truth, "{what}");
            }
        }
        Stop::Unreachable { nearest } => {
            assert_eq!((truth, open.len()), (None, 0), "{what}");
            let units = |&n: &u64| mock.truth[n as usize].units;
            let low_enough: Vec<u64> = nodes
                .iter()
                .copied()
                .filter(|&n| fits_height(mock, wishes, n))
                .collect();
            let fewest = low_enough.iter().map(units).min();
            assert_eq!(nearest.is_some(), reasons && fewest.is_some(), "{what}");
            if let (Some(nearest), Some(fewest)) = (nearest, fewest) {
                assert!(
                    nearest.least <= fewest && fewest <= nearest.most,
                    "{what}: {nearest:?} {fewest}"
                );
                assert!(
                    low_enough.contains(&nearest.node) && units(&nearest.node) <= nearest.most,
                    "{what}"
                );
                if low_enough.iter().all(|&n| is_sure(mock, n)) {
                    assert_eq!(nearest.least, nearest.most, "{what}");
                }
            }
        }
        Stop::Open {
            found,
            bound: reported,
        } => {
            assert!(
                !open.is_empty() && reported >= bound * (1.0 - 2e-9) && reported <= bound,
                "{what}: {reported} {bound}"
            );
            let truth = truth.map(|n| value(mock, wishes, n));
            assert!(truth.is_none_or(|truth| reported <= truth), "{what}");
            let sure: Vec<u64> = nodes
                .iter()
                .copied()
                .filter(|&n| is_sure(mock, n))
                .collect();
            let among_sure = best(mock, wishes, &sure).map(|n| value(mock, wishes, n));
            assert!(
                among_sure.is_none_or(|best| found.is_some_and(|(found, _)| found <= best)),
                "{what}"
            );
            if let Some((found, node)) = found {
                assert!(nodes.contains(&node) && meets(mock, wishes, node), "{what}");
                assert!(
                    truth.unwrap() <= found
                        && value(mock, wishes, node) <= found
                        && reported < found,
                    "{what}"
                );
            }
        }
    }
}

fn nodes_of(mock: &Mock, wishes: &Wishes, ladder: &Ladder, at: usize) -> Vec<u64> {
    held(mock, wishes, &[(ladder.attribute, ladder.first + at as u8)])
}

#[test]
fn ladders_are_the_best_of_each_level() {
    let mut kinds = [0; 3];
    each(0, |mock, wishes, what| {
        let ladders = ladders(mock, wishes);
        assert_eq!(ladders.len(), mock.lattice.attributes());
        let mut is_open = false;
        for ladder in &ladders {
            let a = ladder.attribute;
            assert_eq!(
                (ladder.first, ladder.stops.len()),
                (
                    mock.lattice.bottom()[a],
                    usize::from(mock.lattice.top()[a] - ladder.first) + 1
                )
            );
            for (at, stop) in ladder.stops.iter().enumerate() {
                check(
                    mock,
                    wishes,
                    &nodes_of(mock, wishes, ladder, at),
                    stop,
                    true,
                    what,
                );
                kinds[match stop {
                    Stop::Reached { .. } => 0,
                    Stop::Unreachable { .. } => 1,
                    Stop::Open { .. } => 2,
                }] += 1;
                is_open |= stop.is_open();
            }
            assert_eq!(
                ladder.complete,
                mock.listed.iter().all(|&l| l) && !ladder.stops.iter().any(Stop::is_open)
            );
            assert_eq!(
                ladder.stops,
                ladders[mock.lattice.leader_of(a)].stops,
                "{what}: linked attributes have the same stops"
            );
        }
        assert!(
            !is_open || mock.resolvable.contains(&false) || mock.listed.contains(&false),
            "{what}"
        );
    });
    assert!(
        kinds.iter().all(|&n| n > 500),
        "the cases are worth something: {kinds:?}"
    );
}

#[test]
fn only_nodes_that_could_win_a_level_are_resolved() {
    let (mut resolved, mut all) = (0, 0);
    each(10_000, |mock, wishes, what| {
        let ladders = ladders(mock, wishes);
        all += mock.listed.iter().filter(|&&l| l).count();
        for node in mock.resolved() {
            resolved += 1;
            assert!(
                mock.listed[node as usize],
                "{what}: views leave nodes alone that are not listed"
            );
            let levels = mock.lattice.levels(node);
            let could_win = ladders.iter().any(|ladder| {
                let at = usize::from(levels[ladder.attribute] - ladder.first);
                let is_in = nodes_of(mock, wishes, ladder, at).contains(&node);
                let lost = |&(value, _): &(f64, u64)| {
                    least_value(mock, wishes, node) * (1.0 - 2e-9) > value
                };
                is_in && ladder.stops[at].found().filter(lost).is_none()
            });
            assert!(could_win, "{what}: node {node}");
        }
    });
    assert!(resolved * 3 < all * 2, "{resolved} of {all}");
}

#[test]
fn with_tight_bounds_a_ladder_resolves_hardly_any_node() {
    let mut random = Seeded::new(5);
    let lattice = Lattice::new(&[(0, 4), (0, 4), (0, 4), (0, 4)]).unwrap();
    let units = |levels: &[u8]| u64::from(16 - levels.iter().sum::<u8>()).min(11);
    let mut truth = Vec::new();
    lattice.for_each(|levels| {
        let losses =
            vec![f64::from(levels.iter().sum::<u8>()) + random.below(1_000_000) as f64 / 1e7; 2];
        truth.push(Figures {
            units: units(levels),
            rows: 0,
            kept_classes: 1,
            losses,
        });
    });
    let mock = Mock::new(lattice, truth, &mut random, Knowledge::Tight);
    let wishes = Wishes {
        max_units: 6,
        ..mock.without_limits()
    };
    ladders(&mock, &wishes);
    assert!(
        mock.resolved().len() <= 20,
        "{} of 625 nodes for 20 stops",
        mock.resolved().len()
    );
    pair_maps(&mock, &wishes);
    assert!(
        mock.resolved().len() <= 150 + 20,
        "{} of 625 nodes for 150 cells",
        mock.resolved().len()
    );
}

/// The strength by its definition.
fn strength(map: &PairMap) -> f64 {
    let value = |i: usize, j: usize| map.stop(i, j).found().map(|f| f.0);
    let (rows, columns) = map.size;
    let least = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
        cells
            .filter_map(|(i, j)| value(i, j))
            .fold(f64::INFINITY, f64::min)
    };
    let mut strength = 0.0f64;
    for i in 0..rows {
        for j in 0..columns {
            let Some(here) = value(i, j) else { continue };
            let row = least(&mut (0..columns).map(|j| (i, j)));
            let column = least(&mut (0..rows).map(|i| (i, j)));
            let all = least(&mut (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))));
            strength = strength.max((here - (all + (row - all) + (column - all))).abs());
        }
    }
    strength
}

#[test]
fn pair_maps_are_the_best_of_each_pair_of_levels() {
    each(20_000, |mock, wishes, what| {
        let maps = pair_maps(mock, wishes);
        let attributes = mock.lattice.attributes();
        let is_linked = |a: usize, b: usize| mock.lattice.leader_of(a) == mock.lattice.leader_of(b);
        let pairs = (0..attributes).flat_map(|a| (a + 1..attributes).map(move |b| (a, b)));
        let (linked, free): (Vec<_>, Vec<_>) = pairs.partition(|&(a, b)| is_linked(a, b));
        let mut told: Vec<(usize, usize)> = maps.iter().map(|m| (m.a, m.b)).collect();
        told.sort_unstable();
        assert_eq!(told, free);
        for (a, b) in linked {
            let map = pair_map(mock, wishes, a, b);
            for (cell, stop) in map.stops.iter().enumerate() {
                let level = |a: usize, step: usize| (a, mock.lattice.bottom()[a] + step as u8);
                let nodes = held(
                    mock,
                    wishes,
                    &[level(a, cell / map.size.1), level(b, cell % map.size.1)],
                );
                check(mock, wishes, &nodes, stop, true, what);
            }
        }
        assert!(
            maps.windows(2).all(|w| w[0].strength >= w[1].strength),
            "{what}"
        );
        for map in &maps {
            assert!(map.a < map.b);
            for (cell, stop) in map.stops.iter().enumerate() {
                let level = |a: usize, step: usize| (a, mock.lattice.bottom()[a] + step as u8);
                let nodes = held(
                    mock,
                    wishes,
                    &[
                        level(map.a, cell / map.size.1),
                        level(map.b, cell % map.size.1),
                    ],
                );
                check(mock, wishes, &nodes, stop, true, what);
            }
            assert!((map.strength - strength(map)).abs() < 1e-9, "{what}");
            assert_eq!(&pair_map(mock, wishes, map.a, map.b), map, "{what}");
            let turned = pair_map(mock, wishes, map.b, map.a);
            assert_eq!(
                turned.stop(0, map.size.0 - 1),
                map.stop(map.size.0 - 1, 0),
                "{what}"
            );
        }
    });
}

#[test]
fn attributes_that_do_not_interact_have_no_strength() {
    let lattice = Lattice::new(&[(0, 2), (0, 2), (0, 1)]).unwrap();
    let mut truth = Vec::new();
    // The prices of the first two add up; the last one makes the second one dear.
    lattice.for_each(|l| {
        let loss = 0.25 * f64::from(l[0]) + 0.5 * f64::from(l[1]) + 2.0 * f64::from(l[1] * l[2]);
        truth.push(Figures {
            units: 0,
            rows: 0,
            kept_classes: 1,
            losses: vec![loss],
        });
    });
    let mock = Mock::new(lattice, truth, &mut Seeded::new(0), Knowledge::Tight);
    let maps = pair_maps(&mock, &mock.without_limits());
    let strengths: Vec<(usize, usize, f64)> = maps.iter().map(|m| (m.a, m.b, m.strength)).collect();
    assert_eq!(strengths, [(1, 2, 4.0), (0, 1, 0.0), (0, 2, 0.0)]);
}

#[test]
fn heights_count_every_node_once() {
    each(30_000, |mock, wishes, what| {
        let view = by_height(mock, wishes);
        let is_at = |n: u64, at: u32| height(&mock.lattice.levels(n)) == at;
        assert_eq!(view.rows[0].height, height(mock.lattice.bottom()));
        assert_eq!(view.rows.last().unwrap().height, height(mock.lattice.top()));
        assert_eq!(
            view.rows.iter().map(|row| row.nodes).sum::<u64>(),
            mock.lattice.nodes(),
            "{what}"
        );
        for row in &view.rows {
            assert!(row.nodes > 0, "{what}");
            let nodes: Vec<u64> = (0..mock.lattice.nodes())
                .filter(|&n| is_at(n, row.height))
                .collect();
            let inside: Vec<u64> = nodes
                .iter()
                .copied()
                .filter(|&n| within(wishes, &mock.lattice.levels(n), &[]))
                .collect();
            assert_eq!(
                (row.nodes, row.outside),
                (nodes.len() as u64, (nodes.len() - inside.len()) as u64),
                "{what}"
            );
            assert_eq!(
                row.feasible + row.infeasible + row.unknown,
                inside.len() as u64,
                "{what}"
            );
            let feasible = inside.iter().filter(|&&n| meets(mock, wishes, n)).count() as u64;
            assert!(
                row.feasible <= feasible && feasible <= row.feasible + row.unknown,
                "{what}"
            );
            if inside.iter().all(|&n| mock.at_hand[n as usize]) {
                assert_eq!((row.feasible, row.unknown), (feasible, 0), "{what}");
            }
            check(mock, wishes, &inside, &row.best, false, what);
        }
        let is_open = view
            .rows
            .iter()
            .any(|row| row.unknown > 0 || row.best.is_open());
        assert_eq!(view.complete, !mock.listed.contains(&false) && !is_open);
    });
}

#[test]
fn without_a_column_the_wishes_are_met_or_not() {
    let mut met = 0;
    each(40_000, |mock, wishes, what| {
        let view = without_column(mock, wishes);
        let told = view
            .met
            .iter()
            .map(|m| m.0)
            .chain(view.unknown.iter().copied());
        assert!(
            told.into_iter().all(|a| mock.lattice.leads(a)),
            "{what}: linked columns are told of once"
        );
        for a in mock.lattice.leaders() {
            let nodes = held(mock, wishes, &[(a, mock.lattice.top()[a])]);
            let truth = best(mock, wishes, &nodes);
            let shown = view.met.iter().find(|m| m.0 == a).map(|m| &m.1);
            if let Some(shown) = shown {
                met += 1;
                assert!(
                    nodes.contains(&shown.node) && meets(mock, wishes, shown.node),
                    "{what}"
                );
                assert_eq!(shown.losses, mock.truth[shown.node as usize].losses);
            }
            if nodes.iter().all(|&n| is_sure(mock, n)) {
                assert_eq!(shown.map(|s| s.node), truth, "{what}");
            } else if shown.is_none() {
                assert!(
                    truth.is_none() || view.unknown.contains(&a),
                    "{what}: not known is not impossible"
                );
            }
        }
    });
    assert!(met > 500, "{met}");
}

#[test]
fn what_is_at_hand_is_shown_without_resolving_anything() {
    each(50_000, |mock, wishes, what| {
        let view = AtHand(mock);
        let stops: Vec<Stop> = ladders(&view, wishes)
            .into_iter()
            .flat_map(|l| l.stops)
            .collect();
        by_height(&view, wishes);
        assert!(mock.resolved().is_empty(), "{what}");
        let exact = ladders(mock, wishes).into_iter().flat_map(|l| l.stops);
        for (stop, exact) in stops.iter().zip(exact) {
            if let (Stop::Reached { value, .. }, Stop::Reached { value: exact, .. }) =
                (stop, &exact)
            {
                assert_eq!(value, exact, "{what}");
            }
            assert!(
                !matches!(
                    (stop, exact),
                    (Stop::Unreachable { .. }, Stop::Reached { .. })
                ),
                "{what}"
            );
        }
    });
}
