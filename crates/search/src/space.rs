//! A task with its rows counted: what all searches share.

use crate::above::Above;
use crate::key_width::key_words;
use crate::{Limits, Task};
use equipoise_data::{Buffer, Classes, Hashing, Hierarchy, Layout, Levels, Quasi, Result, Steps};
use std::sync::Arc;

/// Counted tuples and the means to roll them up to any node.
pub(crate) struct Space<'a, const W: usize> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) steps: Steps,
    /// The classes of the bottom node, or of the one node that is looked at.
    pub(crate) base: Arc<Classes<W>>,
    bottom: Levels,
    /// Where a model looks at supersets, those that are large enough.
    pub(crate) above: Option<Above<W>>,
    /// Attributes by how much generalizing them shrinks the classes, strongest first.
    pub(crate) order: Vec<usize>,
    hashing: Hashing,
}

/// How keys are laid out for a task.
pub(crate) struct Plan {
    pub(crate) layout: Layout,
    /// Attributes by how much generalizing them shrinks the classes, strongest first.
    order: Vec<usize>,
}

impl Plan {
    pub(crate) fn new(task: &Task<'_>) -> Self {
        let order = strongest_first(task);
        Plan {
            layout: Layout::new(task.encoded, task.lattice.bottom(), &order),
            order,
        }
    }
}

/// The key width to use, in words: the narrowest compiled one that fits.
pub(crate) fn words(plan: &Plan, limits: &Limits) -> Result<usize> {
    key_words(plan.layout.words().max(limits.words.unwrap_or(1)))
}

fn hierarchies<'a>(task: &Task<'a>) -> Vec<&'a Hierarchy> {
    task.encoded.quasi.iter().map(|q| q.hierarchy).collect()
}

impl<'a, const W: usize> Space<'a, W> {
    /// The space from the classes of a node on, without supersets.
    pub(crate) fn without_supersets(
        task: &'a Task<'a>,
        plan: Plan,
        base: Classes<W>,
        levels: &[u8],
        limits: &Limits,
    ) -> Self {
        Space {
            task,
            steps: Steps::new(&hierarchies(task), plan.layout),
            base: Arc::new(base),
            bottom: levels.to_vec(),
            above: None,
            order: plan.order,
            hashing: limits.hashing,
        }
    }

    /// The classes of node `to`, from those of `from`.
    pub(crate) fn roll_up(
        &self,
        classes: &Classes<W>,
        from: &[u8],
        to: &[u8],
        buffer: &mut Buffer,
    ) -> Classes<W> {
        classes.roll_up(
            &self.steps.remap::<W>(from, to),
            self.most_classes(to),
            self.hashing,
            buffer,
        )
    }

    /// A node has no more classes than combinations of labels.
    fn most_classes(&self, levels: &[u8]) -> usize {
        let labels = |(q, &l): (&Quasi<'_>, &u8)| q.hierarchy.levels[usize::from(l)].labels.len();
        self.task
            .encoded
            .quasi
            .iter()
            .zip(levels)
            .map(labels)
            .fold(1, usize::saturating_mul)
    }

    /// The bottom node.
    pub(crate) fn bottom(&self) -> Levels {
        self.bottom.clone()
    }
}

/// Rows that are looked at to find the strongest attributes.
const SAMPLE_ROWS: usize = 1 << 14;

/// Attributes by the entropy of their codes at the bottom node, highest first: generalizing such an
/// attribute first leaves the fewest classes for all later roll-ups. An evenly spaced sample of
/// rows is enough to order them.
///
/// The least significant field is special: a sorted list stays in order when it changes. So that
/// place goes to an attribute that changes often (many levels) and shrinks the lists little.
fn strongest_first(task: &Task<'_>) -> Vec<usize> {
    let step = task.encoded.rows.div_ceil(SAMPLE_ROWS).max(1);
    let entropy = |attribute: usize| {
        let quasi = &task.encoded.quasi[attribute];
        let level = &quasi.hierarchy.levels[usize::from(task.lattice.bottom()[attribute])];
        let mut rows = vec![0u64; level.labels.len()];
        for &code in quasi.codes.iter().step_by(step) {
            rows[level.of_leaf[quasi.hierarchy.leaf_of[code as usize] as usize] as usize] += 1;
        }
        let n = rows.iter().sum::<u64>() as f64;
        rows.iter()
            .filter(|&&r| r > 0)
            .map(|&r| r as f64 / n * (n / r as f64).log2())
            .sum::<f64>()
    };
    let mut order: Vec<(f64, usize)> = (0..task.encoded.quasi.len())
        .map(|a| (entropy(a), a))
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let lattice = task.lattice;
    let per_step =
        |&(entropy, a): &(f64, usize)| entropy / f64::from(lattice.top()[a] - lattice.bottom()[a]);
    if let Some(last) =
        (0..order.len()).min_by(|&i, &j| per_step(&order[i]).total_cmp(&per_step(&order[j])))
    {
        let last = order.remove(last);
        order.push(last);
    }
    order.into_iter().map(|(_, a)| a).collect()
}
