//! Looks for better nodes by steps around the best that are known.

use super::rating::Seen;
use super::recall::{Center, Centers};
use super::steps::Around;
use crate::known::KnownNodes;
use crate::node_search::NodeSearch;
use crate::wishes::By;
use equipoise_data::Random;
use std::time::Instant;

/// Nodes per thread that are annotated together.
const PER_THREAD: usize = 4;

/// So many new starts in a row that come to nothing are enough.
const STARTS: usize = 24;

/// True when the coarsest node that is accepted is known to suppress too much, and so all others
/// are: under monotone models only.
pub(super) fn is_vmax_beyond(search: &mut NodeSearch<'_>) -> bool {
    if !search.records.atlas().chart().is_monotone() {
        return false;
    }
    let vmax = search.view.lattice().index(&search.wishes.high);
    // One node is looked at even if patience is over: without it there would be no answer at all.
    let is_known = search.view.figures(vmax).is_some();
    search.visited += 1;
    is_known
        && search.consider(vmax).is_some_and(|center| {
            center.seen.units > search.wishes.max_units || center.seen.loss == f64::INFINITY
        })
}

/// Looks at promising neighbours of the best nodes, makes their records, and goes on from better
/// ones. When nothing around them is promising, it starts anew from a node above the best one: a
/// few attributes as coarse as accepted make room for others to get finer.
pub(super) fn improve(search: &mut NodeSearch<'_>, mut centers: Centers) {
    let now = Instant::now();
    let left = search.deadline.saturating_duration_since(now);
    // Where a proof is possible, half of the time is kept for it.
    let end = now
        + if search.view.is_complete() {
            left / 2
        } else {
            left
        };
    if centers.0.is_empty() {
        let lattice = search.view.lattice();
        start(
            search,
            &mut centers,
            &[
                lattice.index(&search.wishes.high),
                lattice.index(&search.wishes.low),
            ],
            end,
        );
    }
    walk(search, &mut centers, end);
    if search.view.is_complete() {
        return;
    }
    let mut random = Random::new(2);
    let mut in_vain = 0;
    while in_vain < STARTS && Instant::now() < end {
        let Some(best) = centers.0.first() else {
            return;
        };
        let (before, node) = (best.rating, above(search, best, &mut random));
        let mut anew = Centers::default();
        start(search, &mut anew, &[node], end);
        walk(search, &mut anew, end);
        anew.0.into_iter().for_each(|center| centers.add(center));
        in_vain += 1;
        if centers
            .0
            .first()
            .is_some_and(|best| best.rating.compare(&before).is_lt())
        {
            in_vain = 0;
            walk(search, &mut centers, end);
        }
    }
}

/// A node above one, with some attributes as coarse as accepted.
fn above(search: &NodeSearch<'_>, center: &Center, random: &mut Random) -> u64 {
    let (lattice, mut levels) = (search.view.lattice(), center.levels.clone());
    let mut lower: Vec<usize> = lattice
        .leaders()
        .filter(|&a| levels[a] < search.wishes.high[a])
        .collect();
    for _ in 0..(1 + random.below(3)).min(lower.len() as u64) {
        let a = lower.swap_remove(random.below(lower.len() as u64) as usize);
        levels[a] = search.wishes.high[a];
    }
    lattice.index(&levels)
}

fn start(search: &mut NodeSearch<'_>, centers: &mut Centers, nodes: &[u64], end: Instant) {
    search.records.make_records(nodes, end);
    for &node in nodes {
        if let Some(center) = search.consider(node) {
            centers.add(center);
        }
    }
}

/// Goes by steps from the centers until nothing around any of them is promising.
fn walk(search: &mut NodeSearch<'_>, centers: &mut Centers, end: Instant) {
    while Instant::now() < end {
        cross_known(search, centers);
        let Some(nodes) = next(search, centers) else {
            return;
        };
        search.visited += nodes.len() as u64;
        start(search, centers, &nodes, end);
    }
}

/// Where neighbours of a center have a record, they become centers themselves if they are good
/// enough: else a way would end where an earlier one has been.
fn cross_known(search: &mut NodeSearch<'_>, centers: &mut Centers) {
    while let Some(center) = centers.0.iter_mut().find(|center| !center.is_crossed) {
        center.is_crossed = true;
        let (lattice, wishes) = (search.view.lattice(), search.wishes);
        let finer = lattice
            .leaders()
            .filter(|&a| center.levels[a] > wishes.low[a])
            .map(|a| center.node - lattice.stride(a));
        let coarser = lattice
            .leaders()
            .filter(|&a| center.levels[a] < wishes.high[a])
            .map(|a| center.node + lattice.stride(a));
        let around: Vec<u64> = finer.chain(coarser).collect();
        for node in around {
            if let Some(known) = search.consider(node) {
                centers.add(known);
            }
        }
    }
}

/// The next nodes to look at.
fn next(search: &NodeSearch<'_>, centers: &mut Centers) -> Option<Vec<u64>> {
    let chart = search.records.atlas().chart();
    let thresholds = &search.wishes.thresholds;
    let look = |node: u64| {
        let levels = chart.lattice().levels(node);
        let figures = search
            .records
            .with_record(node, |record| chart.figures(&levels, record, thresholds))?;
        let loss = if figures.kept_classes == 0 {
            f64::INFINITY
        } else {
            figures.losses[search.wishes.loss()]
        };
        Some(Seen {
            units: figures.units,
            rows: figures.rows,
            loss,
        })
    };
    let least = centers
        .0
        .first()
        .filter(|best| best.rating.is_within())
        .map_or(f64::INFINITY, |best| best.rating.measure);
    for center in centers.0.iter_mut().filter(|center| !center.is_done) {
        let around = Around {
            chart,
            wishes: search.wishes,
            levels: &center.levels,
            seen: center.seen,
            least,
            look: &look,
        };
        let mut nodes = around.promising();
        center.is_done = nodes.is_empty();
        if !center.is_done {
            nodes.truncate(PER_THREAD * rayon::current_num_threads());
            return Some(nodes);
        }
    }
    None
}

/// True when no node can be better although not all were looked at.
pub(super) fn is_lowest(search: &NodeSearch<'_>) -> bool {
    search.wishes.low == search.wishes.high && search.considered.len() == 1
        || search.wishes.by == By::Height
            && search
                .best
                .iter()
                .any(|best| best.levels == search.wishes.low)
}
