//! Supersets of classes: the large classes of all nodes, for models that compare a class with those
//! it is a part of.

use crate::Task;
use equipoise_data::{Classes, Error, Key, Lattice, Remap, Result, Steps, height};
use equipoise_privacy::Supersets;

/// More nodes than this are not kept at hand.
const MOST_NODES: u64 = 1 << 18;

/// Per node from the bottom to the top of all hierarchies the classes that are large enough for
/// some model.
///
/// A table of N units has at most N / n disjoint classes of n units, so what is kept is small
/// however many classes a node has.
pub(crate) struct Above<const W: usize> {
    pub(crate) lattice: Lattice,
    /// By the number of the node, in the order of their keys.
    pub(crate) large: Vec<Vec<Large<W>>>,
}

/// A large class.
pub(crate) struct Large<const W: usize> {
    pub(crate) key: Key<W>,
    pub(crate) size: u64,
    /// Per sensitive column the units of each value.
    pub(crate) values: Vec<Vec<u64>>,
}

/// The lattice up to the top of all hierarchies: a superset counts whether or not it could be
/// released.
pub(crate) fn lattice(task: &Task<'_>, bottom: &[u8]) -> Result<Lattice> {
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
    /// The supersets of the classes of one node.
    pub(crate) fn of<'s>(
        &'s self,
        steps: &'s Steps,
        levels: &[u8],
        classes: &'s Classes<W>,
    ) -> AboveNode<'s, W> {
        let mut nodes = Vec::new();
        let mut at = levels.to_vec();
        loop {
            let large = &self.large[self.lattice.index(&at) as usize];
            if !large.is_empty() {
                nodes.push((height(&at), steps.remap::<W>(levels, &at), large.as_slice()));
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
