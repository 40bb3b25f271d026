//! Counts the rows of a task, and the large classes of all nodes where a model looks at supersets.

use crate::above::{Above, Large, lattice};
use crate::space::{Plan, Space};
use crate::visit::visit;
use crate::{Limits, Task};
use equipoise_data::{Classes, count};
use std::sync::OnceLock;

impl<'a, const W: usize> Space<'a, W> {
    pub(crate) fn new(task: &'a Task<'a>, plan: Plan, limits: &Limits) -> Self {
        let base = count(task.encoded, &plan.layout, task.lattice.bottom());
        Space::of_classes(task, plan, base, task.lattice.bottom(), limits)
    }

    /// A space from the classes of a node on.
    pub(crate) fn of_classes(
        task: &'a Task<'a>,
        plan: Plan,
        base: Classes<W>,
        levels: &[u8],
        limits: &Limits,
    ) -> Self {
        let mut space = Space::without_supersets(task, plan, base, levels, limits);
        if !task.panel.supersets().is_empty() {
            space.above = Some(above(&space));
        }
        space
    }
}

/// The large classes of all nodes.
fn above<const W: usize>(space: &Space<'_, W>) -> Above<W> {
    let task = space.task;
    let lattice = lattice(task, &space.bottom()).expect("was checked");
    let least = task
        .panel
        .supersets()
        .iter()
        .map(|s| s.1)
        .min()
        .unwrap_or(u64::MAX);
    let columns: Vec<usize> = task
        .encoded
        .sensitive
        .iter()
        .map(|s| s.value_of.iter().max().map_or(0, |&v| v as usize + 1))
        .collect();
    let large: Vec<OnceLock<Vec<Large<W>>>> =
        (0..lattice.nodes()).map(|_| OnceLock::new()).collect();
    visit(
        space,
        (0..lattice.nodes()).map(|i| lattice.levels(i)).collect(),
        &|| false,
        &|levels, classes, _: &mut ()| {
            let _ =
                large[lattice.index(levels) as usize].set(large_classes(classes, least, &columns));
        },
    );
    Above {
        large: large
            .into_iter()
            .map(|l| l.into_inner().expect("every node is visited"))
            .collect(),
        lattice,
    }
}

fn large_classes<const W: usize>(
    classes: &Classes<W>,
    least: u64,
    columns: &[usize],
) -> Vec<Large<W>> {
    let mut scratch = Vec::new();
    let mut values = |class: usize| {
        let mut all: Vec<Vec<u64>> = columns.iter().map(|&values| vec![0; values]).collect();
        for (column, counts) in all.iter_mut().enumerate() {
            classes
                .values(column, class, &mut scratch)
                .iter()
                .for_each(|&(value, units)| counts[value as usize] = units);
        }
        all
    };
    let large = (0..classes.len()).filter(|&c| classes.size(c) >= least);
    let mut large: Vec<Large<W>> = large
        .map(|c| Large {
            key: classes.key(c),
            size: classes.size(c),
            values: values(c),
        })
        .collect();
    large.sort_unstable_by_key(|l| l.key);
    large
}
