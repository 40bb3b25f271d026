//! What losses need, summed per group.

use super::group::Grouping;
use super::{Annotation, Wanted};
use crate::space::Space;
use equipoise_data::{Classes, Field, Key};
use equipoise_measure::CellCosts;

/// Counts rows, squares, costs and amounts of all groups.
pub(super) fn fill<const W: usize>(
    annotation: &mut Annotation,
    space: &Space<'_, W>,
    wanted: &Wanted<'_>,
    levels: &[u8],
    classes: &Classes<W>,
    grouping: &Grouping<W>,
) {
    let groups = Groups { keys: &grouping.keys, ends: &grouping.ends };
    annotation.group_classes = groups.map(|run| run.len() as u64);
    annotation.group_rows = groups.map(|run| run.iter().map(|e| e.1).sum());
    if wanted.losses.iter().any(|l| l.needs_squares()) {
        annotation.group_squares = groups.map(|run| run.iter().map(|e| u128::from(e.1).pow(2)).sum());
    }
    for costs in wanted.losses.iter().filter_map(|l| l.cell_costs()) {
        let of_attribute = |(a, &level): (usize, &u8)| {
            let field = space.steps.layout().field(a);
            cells(&groups, &annotation.group_rows, field, costs, &costs.costs[a][usize::from(level)])
        };
        let sums: Vec<Vec<u128>> = levels.iter().enumerate().map(of_attribute).collect();
        annotation.group_cells.extend(sums);
    }
    if wanted.losses.iter().any(|l| l.leaf_amounts().is_some()) {
        let of_group = |a: usize| {
            let amounts = classes.amounts(a);
            let mut start = 0;
            let sum = |&end: &u32| {
                let run = &grouping.order[std::mem::replace(&mut start, end as usize)..end as usize];
                run.iter().map(|&c| amounts[c as usize]).sum()
            };
            grouping.ends.iter().map(sum).collect()
        };
        annotation.group_amounts = (0..levels.len()).map(of_group).collect();
    }
}

/// Keys and rows of classes, group after group.
struct Groups<'g, const W: usize> {
    keys: &'g [(Key<W>, u64)],
    ends: &'g [u32],
}

impl<const W: usize> Groups<'_, W> {
    #[inline(always)]
    fn map<T>(&self, mut of_group: impl FnMut(&[(Key<W>, u64)]) -> T) -> Vec<T> {
        let mut start = 0;
        self.ends.iter().map(|&end| of_group(&self.keys[std::mem::replace(&mut start, end as usize)..end as usize])).collect()
    }
}

/// Per group the costs of an attribute's cells.
fn cells<const W: usize>(groups: &Groups<'_, W>, rows: &[u64], field: Field, all: &CellCosts, costs: &[u64]) -> Vec<u128> {
    let word = if W == 1 { 0 } else { field.word };
    let code = |key: &Key<W>| (key[word] >> field.shift & field.mask) as usize;
    match costs {
        // One label for all: no need to look at any key.
        [cost] => rows.iter().map(|&rows| u128::from(*cost) * u128::from(rows)).collect(),
        _ if all.sums_fit_64_bits => groups.map(|run| u128::from(run.iter().map(|(key, rows)| costs[code(key)] * rows).sum::<u64>())),
        _ => groups.map(|run| run.iter().map(|(key, rows)| u128::from(costs[code(key)]) * u128::from(*rows)).sum()),
    }
}
