//! Looks for better nodes by steps around the best that are known.

use super::Seen;
use super::recall::{Center, Centers};
use super::steps::Around;
use crate::ask::Hunt;
use crate::known::KnownNodes;
use crate::wishes::By;
use equipoise_data::Random;
use std::time::Instant;

/// Nodes per thread that are annotated together.
const PER_THREAD: usize = 4;

/// So many new starts in a row that come to nothing are enough.
const STARTS: usize = 24;

/// True when the coarsest node that is accepted is known to suppress too much, and so all others
/// are: under monotone models only.
pub(super) fn is_vmax_beyond(hunt: &mut Hunt<'_>) -> bool {
    if !hunt.explorer.atlas().chart().is_monotone() {
        return false;
    }
    let vmax = hunt.view.lattice().index(&hunt.wishes.high);
    // One node is looked at even if patience is over: without it there would be no answer at all.
    let is_known = hunt.view.figures(vmax).is_some();
    hunt.visited += 1;
    is_known
        && hunt.consider(vmax).is_some_and(|center| {
            center.seen.units > hunt.wishes.max_units || center.seen.loss == f64::INFINITY
        })
}

/// Looks at promising neighbours of the best nodes, makes their records, and goes on from better
/// ones. When nothing around them is promising, it starts anew from a node above the best one: a
/// few attributes as coarse as accepted make room for others to get finer.
pub(super) fn improve(hunt: &mut Hunt<'_>, mut centers: Centers) {
    let now = Instant::now();
    let left = hunt.deadline.saturating_duration_since(now);
    // Where a proof is possible, half of the time is kept for it.
    let end = now
        + if hunt.view.is_complete() {
            left / 2
        } else {
            left
        };
    if centers.0.is_empty() {
        let lattice = hunt.view.lattice();
        start(
            hunt,
            &mut centers,
            &[
                lattice.index(&hunt.wishes.high),
                lattice.index(&hunt.wishes.low),
            ],
            end,
        );
    }
    walk(hunt, &mut centers, end);
    if hunt.view.is_complete() {
        return;
    }
    let mut random = Random::new(2);
    let mut in_vain = 0;
    while in_vain < STARTS && Instant::now() < end {
        let Some(best) = centers.0.first() else {
            return;
        };
        let (before, node) = (best.standing, above(hunt, best, &mut random));
        let mut anew = Centers::default();
        start(hunt, &mut anew, &[node], end);
        walk(hunt, &mut anew, end);
        anew.0.into_iter().for_each(|center| centers.add(center));
        in_vain += 1;
        if centers
            .0
            .first()
            .is_some_and(|best| best.standing.compare(&before).is_lt())
        {
            in_vain = 0;
            walk(hunt, &mut centers, end);
        }
    }
}

/// A node above one, with some attributes as coarse as accepted.
fn above(hunt: &Hunt<'_>, center: &Center, random: &mut Random) -> u64 {
    let (lattice, mut levels) = (hunt.view.lattice(), center.levels.clone());
    let mut lower: Vec<usize> = lattice
        .leaders()
        .filter(|&a| levels[a] < hunt.wishes.high[a])
        .collect();
    for _ in 0..(1 + random.below(3)).min(lower.len() as u64) {
        let a = lower.swap_remove(random.below(lower.len() as u64) as usize);
        levels[a] = hunt.wishes.high[a];
    }
    lattice.index(&levels)
}

fn start(hunt: &mut Hunt<'_>, centers: &mut Centers, nodes: &[u64], end: Instant) {
    hunt.explorer.make_records(nodes, end);
    for &node in nodes {
        if let Some(center) = hunt.consider(node) {
            centers.add(center);
        }
    }
}

/// Goes by steps from the centers until nothing around any of them is promising.
fn walk(hunt: &mut Hunt<'_>, centers: &mut Centers, end: Instant) {
    while Instant::now() < end {
        cross_known(hunt, centers);
        let Some(nodes) = next(hunt, centers) else {
            return;
        };
        hunt.visited += nodes.len() as u64;
        start(hunt, centers, &nodes, end);
    }
}

/// Where neighbours of a center have a record, they become centers themselves if they are good
/// enough: else a way would end where an earlier one has been.
fn cross_known(hunt: &mut Hunt<'_>, centers: &mut Centers) {
    while let Some(center) = centers.0.iter_mut().find(|center| !center.is_crossed) {
        center.is_crossed = true;
        let (lattice, wishes) = (hunt.view.lattice(), hunt.wishes);
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
            if let Some(known) = hunt.consider(node) {
                centers.add(known);
            }
        }
    }
}

/// The next nodes to look at.
fn next(hunt: &Hunt<'_>, centers: &mut Centers) -> Option<Vec<u64>> {
    let chart = hunt.explorer.atlas().chart();
    let thresholds = &hunt.wishes.thresholds;
    let look = |node: u64| {
        let levels = chart.lattice().levels(node);
        let figures = hunt
            .explorer
            .with_record(node, |record| chart.figures(&levels, record, thresholds))?;
        let loss = if figures.kept_classes == 0 {
            f64::INFINITY
        } else {
            figures.losses[hunt.wishes.loss()]
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
        .filter(|best| best.standing.is_within())
        .map_or(f64::INFINITY, |best| best.standing.measure);
    for center in centers.0.iter_mut().filter(|center| !center.is_done) {
        let around = Around {
            chart,
            wishes: hunt.wishes,
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
pub(super) fn is_lowest(hunt: &Hunt<'_>) -> bool {
    hunt.wishes.low == hunt.wishes.high && hunt.considered.len() == 1
        || hunt.wishes.by == By::Height
            && hunt.best.iter().any(|best| best.levels == hunt.wishes.low)
}
