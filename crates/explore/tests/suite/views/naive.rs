//! The definitions, written out over all nodes.

use super::mock::Mock;
use equipoise_explore::{By, Wishes};
use std::cmp::Ordering;

pub(crate) fn height(levels: &[u8]) -> u32 {
    levels.iter().map(|&l| u32::from(l)).sum()
}

/// Whether the levels are within the wishes, attributes in `free` aside.
pub(crate) fn within(wishes: &Wishes, levels: &[u8], free: &[usize]) -> bool {
    (0..levels.len())
        .all(|a| free.contains(&a) || (wishes.low[a] <= levels[a] && levels[a] <= wishes.high[a]))
}

/// Whether a node truly meets the wishes, level bounds aside.
pub(crate) fn meets(mock: &Mock, wishes: &Wishes, node: u64) -> bool {
    let f = &mock.truth[node as usize];
    f.units <= wishes.max_units
        && f.units < mock.all_units
        && wishes
            .max_loss
            .is_none_or(|most| f.losses[wishes.loss()] <= most)
        && fits_height(mock, wishes, node)
}

pub(crate) fn fits_height(mock: &Mock, wishes: &Wishes, node: u64) -> bool {
    wishes
        .max_height
        .is_none_or(|most| height(&mock.lattice.levels(node)) <= most)
}

/// Whether a node could meet them by its brackets.
pub(crate) fn may_meet(mock: &Mock, wishes: &Wishes, node: u64) -> bool {
    let least = mock.brackets[node as usize].0;
    least <= wishes.max_units
        && least < mock.all_units
        && wishes
            .max_loss
            .is_none_or(|most| mock.bounds[node as usize][wishes.loss()] <= most * (1.0 + 2e-9))
        && fits_height(mock, wishes, node)
}

/// The true value of the measure that is asked by.
pub(crate) fn value(mock: &Mock, wishes: &Wishes, node: u64) -> f64 {
    let f = &mock.truth[node as usize];
    match wishes.by {
        By::Loss(loss) => f.losses[loss],
        By::Height => f64::from(height(&mock.lattice.levels(node))),
        By::Suppression => f.units as f64,
    }
}

/// The least value that is possible by the brackets.
pub(crate) fn least_value(mock: &Mock, wishes: &Wishes, node: u64) -> f64 {
    match wishes.by {
        By::Loss(loss) => mock.bounds[node as usize][loss],
        By::Height => f64::from(height(&mock.lattice.levels(node))),
        By::Suppression => mock.brackets[node as usize].0 as f64,
    }
}

fn prefer(mock: &Mock, wishes: &Wishes, a: u64, b: u64) -> Ordering {
    let (one, two) = (&mock.truth[a as usize], &mock.truth[b as usize]);
    let loss = one.losses[wishes.loss()].total_cmp(&two.losses[wishes.loss()]);
    let heights = height(&mock.lattice.levels(a)).cmp(&height(&mock.lattice.levels(b)));
    let units = one.units.cmp(&two.units);
    let order = match wishes.by {
        By::Loss(_) => [loss, heights, units],
        By::Height => [heights, units, loss],
        By::Suppression => [units, loss, heights],
    };
    order[0]
        .then(order[1])
        .then(order[2])
        .then(mock.lattice.levels(a).cmp(&mock.lattice.levels(b)))
}

/// The best of some nodes.
pub(crate) fn best(mock: &Mock, wishes: &Wishes, nodes: &[u64]) -> Option<u64> {
    let feasible = nodes.iter().copied().filter(|&n| meets(mock, wishes, n));
    feasible.min_by(|&a, &b| prefer(mock, wishes, a, b))
}
