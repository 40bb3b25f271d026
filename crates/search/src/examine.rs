//! A closer look at one node: verdicts, class sizes, and which rows stay.

use crate::evaluate::{Scratch, evaluate};
use crate::space::{Plan, Space};
use crate::{Found, Limits, Task, words};
use equipoise_data::{Result, assign};
use equipoise_privacy::{Judgement, Verdict};
use std::collections::BTreeMap;

/// All that a release and its report need to know of a node.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The node, its facts and its loss.
    pub found: Found,
    /// What each model measures on the kept classes.
    pub verdicts: Vec<Verdict>,
    /// Per model the units that it alone would suppress.
    pub blocked_units: Vec<u64>,
    /// Kept classes by size in units of protection.
    pub kept_sizes: BTreeMap<u64, u64>,
    /// All classes of this node by size.
    pub all_sizes: BTreeMap<u64, u64>,
    /// Per row whether it stays.
    pub kept_rows: Vec<bool>,
}

/// Looks closely at the node `levels`, which may lie outside the lattice's bounds but not below its bottom.
///
/// # Cost
/// One pass over the rows.
pub fn examine(task: &Task<'_>, levels: &[u8], limits: &Limits) -> Result<Examined> {
    let plan = Plan::new(task);
    Ok(at_width!(words(&plan, limits)?, W => look::<W>(task, plan, levels, limits)))
}

fn look<const W: usize>(task: &Task<'_>, plan: Plan, levels: &[u8], limits: &Limits) -> Examined {
    let (classes, class_of_row) = assign::<W>(task.encoded, &plan.layout, levels);
    let space = Space::of_classes(task, plan, classes, limits);
    let classes = &space.base;
    let (facts, loss) = evaluate(&space, levels, classes, &mut Scratch::default());
    let mut judgements = Vec::new();
    task.panel.judge(classes, &mut judgements);
    let kept = |class: usize| judgements[class] == Judgement::Kept;
    let sizes = |wanted: &dyn Fn(usize) -> bool| {
        let mut sizes = BTreeMap::new();
        for class in (0..classes.len()).filter(|&c| wanted(c)) {
            *sizes.entry(classes.size(class)).or_insert(0) += 1;
        }
        sizes
    };
    Examined {
        found: Found { levels: levels.to_vec(), facts, loss },
        verdicts: task.panel.verdicts(classes, kept),
        blocked_units: task.panel.failing_units(classes),
        kept_sizes: sizes(&kept),
        all_sizes: sizes(&|_| true),
        kept_rows: class_of_row.iter().map(|&c| kept(c as usize)).collect(),
    }
}
