//! Supersets of classes: the large classes of all nodes, for models that compare a class with those
//! it is a part of.

use crate::Task;
use crate::space::Space;
use crate::visit::visit;
use equipoise_data::{Classes, Error, Key, Lattice, Remap, Result};
use equipoise_privacy::Supersets;
use std::sync::OnceLock;

/// More nodes than this are not kept at hand.
const MOST_NODES: u64 = 1 << 18;

/// Per node from the bottom to the top of all hierarchies the classes that are large enough for
/// some model.
///
/// A table of N units has at most N / n disjoint classes of n units, so what is kept is small
/// however many classes a node has.
pub(crate) struct Above<const W: usize> {
    lattice: Lattice,
    large: Vec<Vec<Large<W>>>,
}

struct Large<const W: usize> {
    key: Key<W>,
    size: u64,
    /// Per sensitive column the units of each value.
    values: Vec<Vec<u64>>,
}

/// The lattice up to the top of all hierarchies: a superset counts whether or not it could be
/// released.
fn lattice(task: &Task<'_>, bottom: &[u8]) -> Result<Lattice> {
    let height = |a: usize| task.encoded.quasi[a].hierarchy.height();
    Lattice::new(
        &bottom
            .iter()
            .enumerate()
            .map(|(a, &low)| (usize::from(low), height(a)))
            .collect::<Vec<_>>(),
    )
}

/// # Errors
/// A lattice too large to keep the supersets of.
pub(crate) fn check(task: &Task<'_>) -> Result<()> {
    if task.panel.supersets().is_empty() {
        return Ok(());
    }
    let nodes = lattice(task, task.lattice.bottom())?.nodes();
    if nodes > MOST_NODES {
        return Err(Error::limit(format!(
            "a model looks at supersets at {nodes} nodes; at most {MOST_NODES} are possible"
        ))
        .hint(
            "raise `min-level` of quasi-identifiers, or give them hierarchies with fewer levels",
        ));
    }
    Ok(())
}

impl<const W: usize> Above<W> {
    pub(crate) fn new(space: &Space<'_, W>) -> Self {
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
            &|levels, classes, _| {
                let _ = large[lattice.index(levels) as usize]
                    .set(large_classes(classes, least, &columns));
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

    /// The supersets of the classes of one node.
    pub(crate) fn of<'s>(
        &'s self,
        space: &'s Space<'_, W>,
        levels: &[u8],
        classes: &'s Classes<W>,
    ) -> AboveNode<'s, W> {
        let mut nodes = Vec::new();
        let mut at = levels.to_vec();
        loop {
            let large = &self.large[self.lattice.index(&at) as usize];
            if !large.is_empty() {
                let height: u32 = at.iter().map(|&l| u32::from(l)).sum();
                nodes.push((
                    height,
                    space.steps.remap::<W>(levels, &at),
                    large.as_slice(),
                ));
            }
            let Some(next) = (0..at.len()).rev().find(|&a| at[a] < self.lattice.top()[a]) else {
                break;
            };
            at[next] += 1;
            at[next + 1..].copy_from_slice(&levels[next + 1..]);
        }
        // The nearest come first: they are the most like the class.
        nodes.sort_by_key(|node| node.0);
        AboveNode { classes, nodes }
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

/// The classes of one node and the large classes of all nodes above it.
pub(crate) struct AboveNode<'s, const W: usize> {
    classes: &'s Classes<W>,
    nodes: Vec<(u32, Remap<'s>, &'s [Large<W>])>,
}

impl<const W: usize> Supersets for AboveNode<'_, W> {
    fn visit(&self, class: usize, column: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool) {
        let key = self.classes.key(class);
        for (_, remap, large) in &self.nodes {
            if let Ok(at) = large.binary_search_by_key(&remap.apply(&key), |l| l.key)
                && visit(large[at].size, &large[at].values[column])
            {
                return;
            }
        }
    }
}
