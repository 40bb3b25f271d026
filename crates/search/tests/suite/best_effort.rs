//! The best-effort search against full enumeration, and what it promises of budgets, threads and
//! links.

use crate::common::Prepared;
use equipoise_data::{Lattice, Levels};
use equipoise_measure::Facts;
use equipoise_search::{
    Limits, SearchOutcome, SearchWatch, Stopped, Task, UnwatchedSearch, all_nodes, best_effort,
};
use equipoise_testkit::{Case, CaseShape, best, equal};
use std::sync::atomic::{AtomicU64, Ordering};

const CASES: u64 = 800;

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}

/// Cases with k-anonymity, distinct l-diversity and t-closeness, and as many again with all models
/// there are.
fn cases(first: u64, count: u64) -> impl Iterator<Item = (u64, Case, Prepared)> {
    let shapes = [CaseShape::default(), CaseShape::all_models()];
    (first..first + 2 * count).filter_map(move |seed| {
        let case = Case::random(seed, &shapes[(seed % 2) as usize]);
        let prepared = Prepared::try_new(&case)?;
        Some((seed, case, prepared))
    })
}

fn of_nodes(max_nodes: u64) -> Limits {
    Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    }
}

fn is_feasible(task: &Task<'_>, facts: &Facts) -> bool {
    facts.suppressed_units <= task.allowed_units && facts.kept_classes > 0
}

/// What must hold of every outcome, whatever the budget: nothing is returned that was not looked
/// at, and nothing infeasible as the best.
fn check(task: &Task<'_>, nodes: &[(Facts, f64)], outcome: &SearchOutcome, place: &str) {
    let of = |levels: &[u8]| &nodes[task.lattice.index(levels) as usize];
    for found in outcome.best.iter().chain(&outcome.nearest) {
        let mut settled = found.levels.clone();
        task.lattice.settle(&mut settled);
        assert_eq!(
            settled, found.levels,
            "{place}: linked attributes have one level"
        );
        assert_eq!(
            (&found.facts, found.loss),
            (&of(&found.levels).0, of(&found.levels).1),
            "{place}: as evaluated by itself"
        );
    }
    assert!(
        outcome
            .best
            .iter()
            .all(|found| is_feasible(task, &found.facts)),
        "{place}: the best is feasible"
    );
    assert!(
        outcome
            .nearest
            .iter()
            .all(|found| !is_feasible(task, &found.facts)),
        "{place}: the nearest is not"
    );
    assert!(
        outcome.best.is_none() || outcome.nearest.is_none(),
        "{place}"
    );
    assert!(
        !(outcome.proved && outcome.stopped.is_some()),
        "{place}: a proof is no early end"
    );
    let least = nodes
        .iter()
        .filter(|(facts, _)| is_feasible(task, facts))
        .map(|n| n.1)
        .min_by(f64::total_cmp);
    if outcome.proved {
        match (&outcome.best, least) {
            (Some(best), Some(least)) => assert!(
                equal(best.loss, least),
                "{place}: {} is not {least}",
                best.loss
            ),
            (None, None) => assert!(outcome.nearest.is_some(), "{place}: the nearest is given"),
            _ => panic!("{place}: feasible or not"),
        }
    }
}

#[test]
fn small_lattices_are_closed_and_the_optimum_is_the_one_of_full_enumeration() {
    let mut feasible = 0;
    for (seed, case, prepared) in cases(0, CASES) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let outcome = best_effort(&task, &Limits::default(), seed, &UnwatchedSearch).unwrap();
        assert!(outcome.proved && outcome.stopped.is_none(), "seed {seed}");
        check(
            &task,
            &all_nodes(&task, &Limits::default()).unwrap(),
            &outcome,
            &format!("seed {seed}"),
        );
        let expected = best(&case);
        assert_eq!(outcome.best.is_some(), expected.is_some(), "seed {seed}");
        let (Some(found), Some(expected)) = (outcome.best, expected) else {
            continue;
        };
        feasible += 1;
        if !expected.doubtful {
            let levels: Vec<usize> = found.levels.iter().map(|&l| usize::from(l)).collect();
            assert_eq!(
                levels, expected.levels,
                "seed {seed}: of equal nodes the same one"
            );
        }
    }
    assert!(
        feasible > CASES / 3,
        "the cases are worth something: {feasible}"
    );
}

#[test]
fn a_budget_of_nodes_is_kept_and_what_comes_of_it_does_not_depend_on_threads() {
    let pools = [pool(1), pool(2), pool(3)];
    let (mut best, mut feasible, mut stopped) = (0, 0, 0);
    for (seed, _, prepared) in cases(1_000_000, CASES / 2) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let least = nodes
            .iter()
            .filter(|(facts, _)| is_feasible(&task, facts))
            .map(|n| n.1)
            .min_by(f64::total_cmp);
        for max_nodes in [1, 2, 5, task.lattice.nodes() / 2 + 2] {
            let place = format!("seed {seed}, {max_nodes} nodes");
            let run = |pool: &rayon::ThreadPool| {
                pool.install(|| best_effort(&task, &of_nodes(max_nodes), seed, &UnwatchedSearch))
                    .unwrap()
            };
            let [one, two, three] = [run(&pools[0]), run(&pools[1]), run(&pools[2])];
            check(&task, &nodes, &one, &place);
            assert!(
                one.nodes_evaluated <= max_nodes,
                "{place}: {} nodes",
                one.nodes_evaluated
            );
            assert!(
                one.best.is_some() || one.nearest.is_some(),
                "{place}: there is always an answer"
            );
            assert!(
                one.proved || one.stopped == Some(Stopped::MaxNodes),
                "{place}: {:?}",
                one.stopped
            );
            for other in [two, three] {
                assert_eq!(
                    (&one.best, &one.nearest),
                    (&other.best, &other.nearest),
                    "{place}"
                );
                assert_eq!(
                    (one.proved, one.stopped, one.nodes_evaluated),
                    (other.proved, other.stopped, other.nodes_evaluated),
                    "{place}"
                );
            }
            stopped += u64::from(one.stopped.is_some());
            if let Some(least) = least.filter(|_| max_nodes > 5) {
                feasible += 1;
                best += u64::from(one.best.is_some_and(|found| equal(found.loss, least)));
            }
        }
    }
    assert!(stopped > CASES / 2, "budgets ended {stopped} searches");
    assert!(
        best * 100 >= feasible * 90,
        "{best} of {feasible} found the optimum with half of the nodes"
    );
}

/// A lattice in which each attribute follows the first before it that has the same levels.
fn linked(lattice: &Lattice) -> Option<Lattice> {
    let ranges: Vec<(usize, usize)> = lattice
        .bottom()
        .iter()
        .zip(lattice.top())
        .map(|(&low, &high)| (usize::from(low), usize::from(high)))
        .collect();
    let leaders: Vec<usize> = (0..ranges.len())
        .map(|a| ranges.iter().position(|r| *r == ranges[a]).unwrap())
        .collect();
    (leaders != (0..ranges.len()).collect::<Vec<_>>())
        .then(|| Lattice::linked(&ranges, &leaders).unwrap())
}

#[test]
fn linked_attributes_move_together() {
    let mut feasible = 0;
    for (seed, _, prepared) in cases(2_000_000, CASES / 2) {
        let encoded = prepared.encoded();
        let all = prepared.task(&encoded);
        let Some(lattice) = linked(all.lattice) else {
            continue;
        };
        let task = Task {
            lattice: &lattice,
            ..all
        };
        let free = all_nodes(&all, &Limits::default()).unwrap();
        let mut nodes = Vec::new();
        lattice.for_each(|levels| nodes.push(free[all.lattice.index(levels) as usize].clone()));
        for limits in [Limits::default(), of_nodes(lattice.nodes() / 2 + 2)] {
            let outcome = best_effort(&task, &limits, seed, &UnwatchedSearch).unwrap();
            assert!(outcome.proved || limits.max_nodes.is_some());
            assert_eq!(outcome.nodes_total, lattice.nodes());
            check(&task, &nodes, &outcome, &format!("seed {seed}"));
            feasible += u64::from(outcome.best.is_some());
        }
    }
    assert!(feasible > 50, "{feasible}");
}

#[test]
fn where_the_top_suppresses_too_much_nothing_is_feasible_and_that_is_proved_at_once() {
    let mut hopeless = 0;
    for (seed, _, prepared) in cases(3_000_000, CASES) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let top = &nodes[nodes.len() - 1].0;
        if top.lost_units <= task.allowed_units {
            continue;
        }
        hopeless += 1;
        let outcome = best_effort(&task, &of_nodes(3), seed, &UnwatchedSearch).unwrap();
        assert!(
            outcome.proved && outcome.best.is_none() && outcome.stopped.is_none(),
            "seed {seed}"
        );
        check(&task, &nodes, &outcome, &format!("seed {seed}"));
    }
    assert!(hopeless > 20, "{hopeless}");
}

#[test]
fn one_node_is_proved() {
    for (seed, _, prepared) in cases(4_000_000, 50) {
        let encoded = prepared.encoded();
        let all = prepared.task(&encoded);
        let at: Vec<(usize, usize)> = all
            .lattice
            .top()
            .iter()
            .map(|&l| (usize::from(l), usize::from(l)))
            .collect();
        let lattice = Lattice::new(&at).unwrap();
        let task = Task {
            lattice: &lattice,
            ..all
        };
        let outcome = best_effort(&task, &of_nodes(1), seed, &UnwatchedSearch).unwrap();
        assert!(outcome.proved, "seed {seed}");
        assert_eq!((outcome.nodes_total, outcome.nodes_evaluated), (1, 1));
        check(
            &task,
            &all_nodes(&task, &Limits::default()).unwrap(),
            &outcome,
            &format!("seed {seed}"),
        );
    }
}

/// Stops when it has been asked so many times.
struct After(AtomicU64);

impl SearchWatch for After {
    fn progress(&self, _: u64, _: u64, _: u64, _: Option<f64>) {}

    fn stopped(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_err()
    }
}

#[test]
fn who_stops_it_gets_what_there_is() {
    let mut with_best = 0;
    for (seed, _, prepared) in cases(5_000_000, 100) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let at_once = best_effort(&task, &Limits::default(), seed, &After(0.into())).unwrap();
        assert_eq!(
            (at_once.stopped, at_once.proved),
            (Some(Stopped::ByUser), false)
        );
        assert!(at_once.best.is_none() && at_once.nearest.is_none());
        let soon = best_effort(&task, &Limits::default(), seed, &After(8.into())).unwrap();
        check(&task, &nodes, &soon, &format!("seed {seed}"));
        with_best += u64::from(soon.best.is_some() && soon.stopped == Some(Stopped::ByUser));
        let late = Limits {
            deadline: Some(std::time::Instant::now()),
            ..Limits::default()
        };
        let late = best_effort(&task, &late, seed, &UnwatchedSearch).unwrap();
        check(&task, &nodes, &late, &format!("seed {seed}"));
        assert!(
            late.best.is_some() || late.nearest.is_some(),
            "seed {seed}: even when the time is over, there is an answer"
        );
        assert!(
            late.proved || late.stopped == Some(Stopped::TimeLimit),
            "seed {seed}"
        );
    }
    assert!(with_best > 10, "{with_best}");
}

/// With hardly any memory lists and nodes are forgotten all the time, and a proof is out of reach
/// of a large lattice.
#[test]
fn little_memory_changes_no_promise() {
    for (seed, _, prepared) in cases(6_000_000, 100) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let nodes = all_nodes(&task, &Limits::default()).unwrap();
        let limits = Limits {
            memory_bytes: 64,
            ..of_nodes(2 * task.lattice.nodes() + 10)
        };
        let outcome = best_effort(&task, &limits, seed, &UnwatchedSearch).unwrap();
        check(&task, &nodes, &outcome, &format!("seed {seed}"));
    }
}

/// Levels of nodes are vectors; a seed leads to the same one again.
#[test]
fn a_seed_leads_to_the_same_node_again() {
    for (seed, _, prepared) in cases(7_000_000, 20) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let run = || {
            best_effort(&task, &of_nodes(6), seed, &UnwatchedSearch)
                .unwrap()
                .best
                .map(|found| found.levels)
        };
        let first: Option<Levels> = run();
        assert_eq!(first, run());
    }
}
