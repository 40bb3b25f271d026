//! Which levels group strongly, and ways through the lattice that follow this.

use crate::atlas::Chart;
use equipoise_data::{Lattice, Levels};
use equipoise_measure::EarlyBounds;

/// Nodes in which one attribute alone is generalized, with those that move with it, and the levels
/// it has there.
pub(super) fn singles(lattice: &Lattice) -> Vec<(usize, u8)> {
    let of_attribute =
        |a: usize| (lattice.bottom()[a] + 1..=lattice.top()[a]).map(move |level| (a, level));
    lattice.leaders().flat_map(of_attribute).collect()
}

/// The node of one of [`singles`].
pub(super) fn single_node(lattice: &Lattice, (attribute, level): (usize, u8)) -> u64 {
    u64::from(level - lattice.bottom()[attribute]) * lattice.stride(attribute)
}

/// A single step and what it does when it is taken alone.
struct Step {
    attribute: usize,
    /// How much smaller the number of classes gets, as a logarithm.
    power: f64,
    /// How much larger the bound on the loss gets.
    price: f64,
}

/// Two ways from the bottom to the top, without these two: the strongest steps first, and the
/// cheapest for their strength first. `classes` tells the classes of a node where one attribute is
/// generalized to a level, `None` those of the bottom.
pub(super) fn chains(chart: &Chart, classes: impl Fn(Option<(usize, u8)>) -> u64) -> Vec<Levels> {
    let lattice = chart.lattice();
    let of = |single: Option<(usize, u8)>| {
        let mut levels = lattice.bottom().to_vec();
        if let Some((attribute, level)) = single {
            levels[attribute] = level;
            lattice.settle(&mut levels);
        }
        let bound = chart.losses()[0].bound(
            &levels,
            EarlyBounds {
                suppressed_rows: 0,
                kept_classes: u64::MAX,
            },
        );
        ((classes(single).max(1) as f64).ln(), bound)
    };
    let steps: Vec<Step> = singles(lattice)
        .into_iter()
        .map(|(attribute, level)| {
            let before =
                of((level > lattice.bottom()[attribute] + 1).then(|| (attribute, level - 1)));
            let after = of(Some((attribute, level)));
            Step {
                attribute,
                power: before.0 - after.0,
                price: after.1 - before.1,
            }
        })
        .collect();
    let mut nodes = chain(lattice, &steps, |step| step.power);
    nodes.extend(chain(lattice, &steps, |step| {
        step.power / step.price.max(1e-9)
    }));
    nodes
}

/// Takes the steps one after the other, the one with the greatest `worth` first; those of one
/// attribute in their order.
fn chain(lattice: &Lattice, steps: &[Step], worth: impl Fn(&Step) -> f64) -> Vec<Levels> {
    let mut next: Vec<usize> = (0..lattice.attributes())
        .filter_map(|a| steps.iter().position(|s| s.attribute == a))
        .collect();
    let mut levels = lattice.bottom().to_vec();
    let mut nodes = Vec::new();
    while !next.is_empty() {
        let best = (0..next.len()).max_by(|&i, &j| {
            worth(&steps[next[i]])
                .total_cmp(&worth(&steps[next[j]]))
                .then(j.cmp(&i))
        });
        let best = best.unwrap_or(0);
        let attribute = steps[next[best]].attribute;
        levels[attribute] += 1;
        lattice.settle(&mut levels);
        nodes.push(levels.clone());
        if steps
            .get(next[best] + 1)
            .is_some_and(|s| s.attribute == attribute)
        {
            next[best] += 1;
        } else {
            next.remove(best);
        }
    }
    nodes.pop();
    nodes
}
