//! Requests as in the source: k, the greatest level of each attribute, and how many tuples may go.
//! And their answers by a scan.

use equipoise_data::Lattice;
use equipoise_explore::{Answer, Atlas, By, Chart, Shown, Thresholds, Wishes};
use equipoise_testkit::Seeded;

/// A request; the answer is the lowest node, as in the source.
pub(super) fn request(chart: &Chart, k: u64, high: &[u8], max_units: u64) -> Wishes {
    let mut thresholds = chart.thresholds();
    *thresholds.of(0) = k;
    let low = chart.lattice().bottom().to_vec();
    Wishes {
        thresholds,
        low,
        high: high.to_vec(),
        max_units,
        max_loss: None,
        max_height: None,
        by: By::Height,
    }
}

/// Random requests: k from 2 to 50, any heights, up to a tenth of all tuples.
pub(super) fn random(chart: &Chart, number: usize) -> Vec<Wishes> {
    let mut r = Seeded::new(2012);
    let tenth = chart.head().rows as usize / 10;
    let mut draw = || {
        let high: Vec<u8> = chart
            .lattice()
            .top()
            .iter()
            .map(|&top| r.below(usize::from(top) + 1) as u8)
            .collect();
        request(
            chart,
            2 + r.below(49) as u64,
            &high,
            r.below(tenth + 1) as u64,
        )
    };
    (0..number).map(|_| draw()).collect()
}

/// The largest k below the one that was asked for that a node reaches within the limit, by trying
/// each.
pub(super) fn largest_k(atlas: &Atlas, wishes: &Wishes, node: u64) -> Option<u64> {
    (2..wishes.thresholds.axes[0]).rev().find(|&k| {
        let mut thresholds = wishes.thresholds.clone();
        *thresholds.of(0) = k;
        meets(atlas, wishes, suppressed(atlas, &thresholds, node))
    })
}

/// Whether an answer is what a scan of all nodes gives: the lowest node, or the best of each
/// suggestion.
pub(super) fn is_right(atlas: &Atlas, wishes: &Wishes, answer: &Answer) -> bool {
    let lattice = atlas.chart().lattice();
    let units: Vec<u64> = (0..lattice.nodes())
        .map(|node| suppressed(atlas, &wishes.thresholds, node))
        .collect();
    let nodes =
        || (0..lattice.nodes()).map(|node| (height(lattice, node), units[node as usize], node));
    let is_below = |node: u64| {
        lattice
            .levels(node)
            .iter()
            .zip(&wishes.high)
            .all(|(level, high)| level <= high)
    };
    let lowest = |below: bool| {
        let found = nodes()
            .filter(|&(_, units, node)| meets(atlas, wishes, units) && (!below || is_below(node)))
            .min();
        found.map(|(height, units, _)| (height, units))
    };
    let shown = |shown: &Shown| (shown.height, shown.units);
    let best = answer.best.as_ref().map(shown);
    let Some(suggestions) = &answer.suggestions else {
        return best.is_some() && best == lowest(true);
    };
    let all = atlas.chart().head().units;
    let fewest = nodes()
        .filter(|&(_, units, node)| units < all && is_below(node))
        .map(|(_, units, _)| units)
        .min();
    let vmax = lattice.index(&wishes.high);
    best.is_none()
        && lowest(true).is_none()
        && suggestions.suppression.as_ref().ok().map(|s| s.units) == fewest
        && suggestions.height.as_ref().ok().map(shown) == lowest(false)
        && suggestions.threshold.as_ref().ok().map(|t| t.grade) == largest_k(atlas, wishes, vmax)
}

fn height(lattice: &Lattice, node: u64) -> u32 {
    lattice
        .levels(node)
        .iter()
        .map(|&level| u32::from(level))
        .sum()
}

fn suppressed(atlas: &Atlas, thresholds: &Thresholds, node: u64) -> u64 {
    let chart = atlas.chart();
    let record = atlas.record(node).expect("an atlas of all nodes");
    chart
        .figures(&chart.lattice().levels(node), record, thresholds)
        .units
}

fn meets(atlas: &Atlas, wishes: &Wishes, units: u64) -> bool {
    units <= wishes.max_units && units < atlas.chart().head().units
}
