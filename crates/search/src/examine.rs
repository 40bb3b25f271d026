//! A closer look at one node: verdicts, class sizes, and which rows stay.

use crate::evaluate::{Scratch, evaluate, judge};
use crate::key_width::{at_width, key_words};
use crate::space::{Plan, Space, words};
use crate::{Found, Limits, Task, above};
use equipoise_data::{
    Classes, Encoded, Hierarchy, Layout, Level, Quasi, Result, Sensitive, assign, count,
};
use equipoise_privacy::{Alone, Judgement, Panel, Supersets, Verdict};
use equipoise_release::{Assignment, LEFT_OUT};
use std::collections::BTreeMap;

/// A decision about a table, counted and judged anew.
#[derive(Clone, Debug)]
pub struct Examined {
    /// Verdicts, sizes and loss of its classes.
    pub judged: Judged,
    /// The class of each row.
    pub rows: Assignment,
}

/// Verdicts, sizes and loss of a decision.
#[derive(Clone, Debug)]
pub struct Judged {
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
}

/// Looks closely at the node `levels`, which may lie outside the lattice's bounds but not below its
/// bottom.
///
/// # Cost
/// One pass over the rows.
pub fn examine(task: &Task<'_>, levels: &[u8], limits: &Limits) -> Result<Examined> {
    above::check(task)?;
    let plan = Plan::new(task);
    Ok(at_width!(words(&plan, limits)?, W => look::<W>(task, plan, levels, limits)))
}

fn look<const W: usize>(task: &Task<'_>, plan: Plan, levels: &[u8], limits: &Limits) -> Examined {
    let (classes, mut class_of_row) = assign::<W>(task.encoded, &plan.layout, levels);
    let space = Space::of_classes(task, plan, classes, levels, limits);
    let classes = &space.base;
    let (facts, loss) = evaluate(&space, levels, classes, &mut Scratch::default());
    let mut judgements = Vec::new();
    judge(&space, levels, classes, &mut judgements);
    let kept = |class: usize| judgements[class] == Judgement::Kept;
    let sizes = |wanted: &dyn Fn(usize) -> bool| {
        let mut sizes = BTreeMap::new();
        for class in (0..classes.len()).filter(|&c| wanted(c)) {
            *sizes.entry(classes.size(class)).or_insert(0) += 1;
        }
        sizes
    };
    let above = space
        .above
        .as_ref()
        .map(|above| above.of(&space.steps, levels, classes));
    let above: &dyn Supersets = above.as_ref().map_or(&Alone, |above| above);
    let judged = Judged {
        found: Found {
            levels: levels.to_vec(),
            facts,
            loss,
        },
        verdicts: task.panel.verdicts(classes, above, kept),
        blocked_units: task.panel.failing_units(classes, above),
        kept_sizes: sizes(&kept),
        all_sizes: sizes(&|_| true),
    };
    class_of_row
        .iter_mut()
        .filter(|class| !kept(**class as usize))
        .for_each(|class| *class = LEFT_OUT);
    Examined {
        judged,
        rows: Assignment::new(class_of_row),
    }
}

/// Verdicts of a panel on a table as a release shows it: `rows` of the input, all of them kept,
/// with `labels[column]` for each of these rows. Also the classes by size.
///
/// Not for panels that compare with a population or with supersets: labels do not say which part of
/// these they cover.
///
/// # Errors
/// Keys wider than 1,024 bits.
///
/// # Cost
/// One pass over the rows.
pub fn judge_labels(
    panel: &Panel,
    encoded: &Encoded<'_>,
    rows: &[usize],
    labels: &[Vec<u32>],
) -> Result<(Vec<Verdict>, BTreeMap<u64, u64>)> {
    let pick = |codes: &[u32]| rows.iter().map(|&row| codes[row]).collect::<Vec<u32>>();
    let sensitive: Vec<Vec<u32>> = encoded.sensitive.iter().map(|s| pick(s.codes)).collect();
    let persons = encoded.persons.map(pick);
    let different =
        |labels: &Vec<u32>| by_number(labels.iter().max().map_or(0, |&label| label as usize + 1));
    let hierarchies: Vec<Hierarchy> = labels.iter().map(different).collect();
    let quasi = labels
        .iter()
        .zip(&hierarchies)
        .map(|(codes, hierarchy)| Quasi { codes, hierarchy })
        .collect();
    let shown = Encoded {
        rows: rows.len(),
        quasi,
        sensitive: encoded
            .sensitive
            .iter()
            .zip(&sensitive)
            .map(|(s, codes)| Sensitive { codes, ..*s })
            .collect(),
        persons: persons.as_deref(),
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    let (levels, order): (Vec<u8>, Vec<usize>) =
        (vec![0; labels.len()], (0..labels.len()).collect());
    let layout = Layout::new(&shown, &levels, &order);
    Ok(
        at_width!(key_words(layout.words())?, W => judged::<W>(panel, &count(&shown, &layout, &levels))),
    )
}

/// A hierarchy of numbers that are nothing but themselves.
pub(crate) fn by_number(classes: usize) -> Hierarchy {
    let all: Vec<u32> = (0..classes as u32).collect();
    let level = Level {
        labels: vec![String::new(); classes],
        of_leaf: all.clone(),
        lines: vec![1; classes],
    };
    Hierarchy {
        levels: vec![level],
        domain: classes as u64,
        leaf_of: all,
        missing: None,
    }
}

fn judged<const W: usize>(
    panel: &Panel,
    classes: &Classes<W>,
) -> (Vec<Verdict>, BTreeMap<u64, u64>) {
    let mut sizes = BTreeMap::new();
    (0..classes.len()).for_each(|class| *sizes.entry(classes.size(class)).or_insert(0) += 1);
    (panel.verdicts(classes, &Alone, |_| true), sizes)
}
