//! Looks for better nodes by steps around the best that are known.

use super::Seen;
use super::recall::Centers;
use super::steps::Around;
use crate::ask::Hunt;
use crate::known::Known;
use crate::wishes::By;
use std::time::Instant;

/// Nodes per thread that are annotated together.
const PER_THREAD: usize = 4;

/// True when the coarsest node that is accepted is known to suppress too much, and so all others are: under monotone models only.
pub(super) fn is_vmax_beyond(hunt: &mut Hunt<'_>) -> bool {
    if !hunt.explorer.atlas().chart().is_monotone() {
        return false;
    }
    let vmax = hunt.view.lattice().index(&hunt.wishes.high);
    // One node is looked at even if patience is over: without it there would be no answer at all.
    let is_known = hunt.view.figures(vmax).is_some();
    hunt.visited += 1;
    is_known && hunt.consider(vmax).is_some_and(|center| center.seen.units > hunt.wishes.max_units || center.seen.loss == f64::INFINITY)
}

/// Looks at promising neighbours of the best nodes, makes their records, and goes on from better ones.
pub(super) fn improve(hunt: &mut Hunt<'_>, mut centers: Centers) {
    let now = Instant::now();
    let left = hunt.deadline.saturating_duration_since(now);
    // Where a proof is possible, half of the time is kept for it.
    let end = now + if hunt.view.is_complete() { left / 2 } else { left };
    if centers.0.is_empty() {
        start(hunt, &mut centers);
    }
    while Instant::now() < end {
        let Some(nodes) = next(hunt, &mut centers) else { return };
        hunt.explorer.make_records(&nodes, end);
        hunt.visited += nodes.len() as u64;
        for node in nodes {
            if let Some(center) = hunt.consider(node) {
                centers.add(center);
            }
        }
    }
}

/// Where no node within the wishes is known: the coarsest that is accepted, and the finest that is wanted.
fn start(hunt: &mut Hunt<'_>, centers: &mut Centers) {
    let lattice = hunt.view.lattice();
    let ends = [lattice.index(&hunt.wishes.high), lattice.index(&hunt.wishes.low)];
    hunt.explorer.make_records(&ends, hunt.deadline);
    for node in ends {
        if let Some(center) = hunt.consider(node) {
            centers.add(center);
        }
    }
}

/// The next nodes to look at.
fn next(hunt: &Hunt<'_>, centers: &mut Centers) -> Option<Vec<u64>> {
    let chart = hunt.explorer.atlas().chart();
    let thresholds = &hunt.wishes.thresholds;
    let look = |node: u64| {
        let levels = chart.lattice().levels(node);
        let figures = hunt.explorer.with_record(node, |record| chart.figures(&levels, record, thresholds))?;
        let loss = if figures.kept_classes == 0 { f64::INFINITY } else { figures.losses[hunt.wishes.loss()] };
        Some(Seen { units: figures.units, rows: figures.rows, loss })
    };
    let least = centers.0.first().filter(|best| best.standing.is_within()).map_or(f64::INFINITY, |best| best.standing.measure);
    for center in centers.0.iter_mut().filter(|center| !center.is_done) {
        let around = Around { chart, wishes: hunt.wishes, levels: &center.levels, seen: center.seen, least, look: &look };
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
        || hunt.wishes.by == By::Height && hunt.best.iter().any(|best| best.levels == hunt.wishes.low)
}
