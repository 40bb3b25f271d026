//! Local recoding: labels of the hierarchies, chosen for each class by itself.

mod borrow;
mod exchange;
pub(crate) mod forest;
mod ground;
mod refine;
mod start;
mod state;

use super::items::{Items, Part};
use super::judge::Judge;
use super::partition::Partition;
use super::yardsticks::Yardsticks;
use crate::{Limits, SearchWatch, Task};
use equipoise_data::{Region, Result};
use equipoise_release::{LEFT_OUT, Recoding};
use ground::Ground;
use start::Rounds;
use state::State;

/// A local recoding, and how it came about.
#[derive(Clone, Debug)]
pub struct LocalRecoding {
    /// The classes.
    pub partition: Partition,
    /// Nodes of the lattice whose classes were formed.
    pub nodes_evaluated: u64,
}

/// Finds labels for each class by itself that lose little; `None` when the models do not even hold
/// with all rows in one class.
///
/// # Method
/// The best levels for all rows leave some rows out; for these the best levels are looked for
/// again, and so on. Rows that cannot be a class by any levels join the class where that costs
/// least. Then classes are divided, and rows move between classes, as long as the loss falls. The
/// result is never worse than the best levels within the task's limit. Nobody is left out unless no
/// model lets them in, or the limit allows it and it loses less.
///
/// # Loss
/// `weights` are those of quasi-identifiers; what is made small is the weighted mean of their
/// `loss` values.
///
/// # Source
/// The rounds: Prasser and others' local recoding by repeated search. The rest is ours.
///
/// # Errors
/// As [`optimal`](crate::optimal()), and models that cannot judge one class at a time.
///
/// # Cost
/// The searches; then a few rounds of O(items x quasi-identifiers x (quasi-identifiers + classes /
/// 64)). One thread but for the searches; the answer does not depend on the number of threads.
pub fn local_recoding(
    task: &Task<'_>,
    weights: &[f64],
    limits: &Limits,
    seed: u64,
    watch: &dyn SearchWatch,
) -> Result<Option<LocalRecoding>> {
    let items = Items::new(task.encoded)?;
    let judge = Judge::new(task.panel, task.encoded, &items)?;
    let mut ground = Ground::new(task, weights, &items, &judge);
    ground.yardsticks = yardsticks(task, &items, &judge);
    let rounds = Rounds {
        task,
        weights,
        limits,
        seed,
        watch,
    };
    let everyone = rows_of(task);
    let first = rounds.run(&ground, everyone)?;
    let (baseline, mut nodes) = (first.first_cost, first.nodes_evaluated);
    let mut best = improve(&ground, first.clusters, first.left_out, Rest::Joins, watch);
    let is_good = |found: &Option<State<'_>>| {
        found
            .as_ref()
            .is_some_and(|s| s.cost() <= baseline && s.left_out.is_empty())
    };
    if !is_good(&best) {
        // Rows that found no good place can make the whole worse than levels that leave nobody out,
        // or that leave them out.
        let strict = rounds.run(&ground, 0)?;
        nodes += strict.nodes_evaluated;
        best = better(
            best,
            improve(
                &ground,
                strict.clusters,
                strict.left_out,
                Rest::Joins,
                watch,
            ),
            task,
        );
        if task.allowed_units > 0 {
            let again = rounds.run(&ground, task.allowed_units)?;
            nodes += again.nodes_evaluated;
            best = better(
                best,
                improve(
                    &ground,
                    again.clusters.clone(),
                    again.left_out.clone(),
                    Rest::Joins,
                    watch,
                ),
                task,
            );
            best = better(
                best,
                improve(
                    &ground,
                    again.clusters,
                    again.left_out,
                    Rest::StaysOut,
                    watch,
                ),
                task,
            );
        }
    }
    let Some(best) = best.or_else(|| one_class(&ground, watch)) else {
        return Ok(None);
    };
    let regions: Vec<Region> = best
        .clusters
        .iter()
        .flat_map(|c| ground.regions(&c.nodes))
        .collect();
    let parts: Vec<Vec<Part>> = best.clusters.into_iter().map(|c| c.parts).collect();
    let recoding = Recoding::new(
        items.group_of_row(&parts, LEFT_OUT),
        regions,
        ground.trees.len(),
    );
    let supersets = ground
        .yardsticks
        .as_ref()
        .map_or_else(Vec::new, Yardsticks::regions);
    Ok(Some(LocalRecoding {
        partition: Partition {
            recoding,
            supersets,
            runs: None,
        },
        nodes_evaluated: nodes,
    }))
}

fn rows_of(task: &Task<'_>) -> u64 {
    task.encoded.rows as u64
}

/// The better of two: within the limit, then cheaper, then with fewer left out; the first of equal
/// ones.
fn better<'a>(
    held: Option<State<'a>>,
    found: Option<State<'a>>,
    task: &Task<'_>,
) -> Option<State<'a>> {
    let rank = |s: &State<'_>| {
        (
            s.units_left_out() > task.allowed_units,
            s.cost(),
            super::judge::rows(&s.left_out),
        )
    };
    match (held, found) {
        (Some(held), Some(found)) => Some(if rank(&found) < rank(&held) {
            found
        } else {
            held
        }),
        (held, found) => held.or(found),
    }
}

/// What becomes of rows that cannot be a class by any levels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// They join other classes.
    Joins,
    /// They are left out.
    StaysOut,
}

/// From a start to a recoding that no step of ours makes better; none where it has no class.
fn improve<'a>(
    ground: &'a Ground<'a>,
    clusters: Vec<ground::Cluster>,
    left_out: Vec<Part>,
    rest: Rest,
    watch: &'a dyn SearchWatch,
) -> Option<State<'a>> {
    // A search may have compared a class with sets that are not at hand here.
    let mut counters = super::judge::Counters::default();
    let (clusters, refused): (Vec<_>, Vec<_>) = clusters
        .into_iter()
        .partition(|cluster| ground.is_class(cluster, &mut counters));
    let left_out = left_out
        .into_iter()
        .chain(refused.into_iter().flat_map(|cluster| cluster.parts))
        .collect();
    let mut state = State::new(ground, clusters, left_out, watch);
    if state.clusters.is_empty() || !state.coarsen() {
        return None;
    }
    if rest == Rest::Joins {
        state.join_left_out();
    }
    for _ in 0..MOST_ROUNDS {
        state.refine();
        if !state.exchange() || watch.stopped() {
            break;
        }
    }
    state.settle();
    Some(state)
}

/// Dividing and moving take turns at most so often; each turn brings much less than the one before.
const MOST_ROUNDS: usize = 2;

/// All rows in one class, divided from there.
fn one_class<'a>(ground: &'a Ground<'a>, watch: &'a dyn SearchWatch) -> Option<State<'a>> {
    let all = ground.cluster(ground.items.all())?;
    improve(ground, vec![all], Vec::new(), Rest::Joins, watch)
}

/// The sets that models compare classes with: the large classes of the nodes on a way from the
/// bottom of the lattice to its top.
pub(crate) fn yardsticks(task: &Task<'_>, items: &Items, judge: &Judge<'_>) -> Option<Yardsticks> {
    let least = task.panel.supersets().iter().map(|s| s.1).min()?;
    let quasi = &task.encoded.quasi;
    let mut levels: Vec<usize> = task.lattice.bottom().iter().map(|&l| l.into()).collect();
    let mut regions = std::collections::BTreeSet::new();
    loop {
        let region = |a: usize, item: usize| {
            let level = &quasi[a].hierarchy.levels[levels[a]];
            level.region_of(items.leaves[a][item])
        };
        let mut rows: std::collections::BTreeMap<Vec<Region>, u64> =
            std::collections::BTreeMap::new();
        for item in 0..items.len() {
            *rows
                .entry((0..quasi.len()).map(|a| region(a, item)).collect())
                .or_insert(0) += u64::from(items.rows[item]);
        }
        regions.extend(
            rows.into_iter()
                .filter(|(_, rows)| *rows >= least)
                .map(|(regions, _)| regions),
        );
        // The attribute that has most of its way before it goes on.
        let ahead = |a: usize| {
            (quasi[a].hierarchy.height() - levels[a]) * 100 / quasi[a].hierarchy.height().max(1)
        };
        let Some(next) = (0..quasi.len())
            .filter(|&a| ahead(a) > 0)
            .max_by_key(|&a| (ahead(a), std::cmp::Reverse(a)))
        else {
            break;
        };
        levels[next] += 1;
    }
    Some(Yardsticks::new(
        regions.into_iter().collect(),
        least,
        items,
        judge,
    ))
}
