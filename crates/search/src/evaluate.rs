//! What a node's classes come to: judged by the panel, summed for the loss.

use crate::space::Space;
use equipoise_data::Classes;
use equipoise_measure::Facts;
use equipoise_privacy::Judgement;

/// Buffers that one thread uses again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    judgements: Vec<Judgement>,
}

/// Judges the classes of node `levels` and counts what the loss needs.
pub(crate) fn evaluate<const W: usize>(space: &Space<'_, W>, levels: &[u8], classes: &Classes<W>, scratch: &mut Scratch) -> (Facts, f64) {
    let judgements = &mut scratch.judgements;
    space.task.panel.judge(classes, judgements);
    let mut facts = count(classes, judgements);
    sum_costs(space, levels, classes, judgements, &mut facts);
    let loss = space.task.loss.value(levels, &facts);
    (facts, loss)
}

fn count<const W: usize>(classes: &Classes<W>, judgements: &[Judgement]) -> Facts {
    let mut facts = Facts { classes: classes.len() as u64, ..Facts::default() };
    for (&rows, &judgement) in classes.rows().iter().zip(judgements) {
        facts.kept_classes += u64::from(judgement == Judgement::Kept);
        facts.suppressed_rows += if judgement == Judgement::Kept { 0 } else { rows };
        facts.lost_rows += if judgement == Judgement::FailsForGood { rows } else { 0 };
    }
    match classes.persons() {
        None => {
            facts.suppressed_units = facts.suppressed_rows;
            facts.lost_units = facts.lost_rows;
        }
        Some(persons) => {
            facts.suppressed_units = persons.distinct(|c| judgements[c] != Judgement::Kept);
            facts.lost_units = persons.distinct(|c| judgements[c] == Judgement::FailsForGood);
        }
    }
    facts
}

/// The classes that stay. Few of many do at fine nodes, so they are skipped eight at a time.
fn kept(judgements: &[Judgement]) -> impl Iterator<Item = usize> {
    judgements.chunks(8).enumerate().filter(|(_, chunk)| chunk.contains(&Judgement::Kept)).flat_map(|(i, chunk)| {
        chunk.iter().enumerate().filter(|(_, j)| **j == Judgement::Kept).map(move |(c, _)| i * 8 + c)
    })
}

fn sum_costs<const W: usize>(space: &Space<'_, W>, levels: &[u8], classes: &Classes<W>, judgements: &[Judgement], facts: &mut Facts) {
    let loss = space.task.loss;
    let kept = || kept(judgements);
    if let Some(cells) = loss.cell_costs() {
        let layout = space.steps.layout();
        let tables: Vec<_> = levels.iter().enumerate().map(|(a, &l)| (layout.field(a), cells.costs[a][usize::from(l)].as_slice())).collect();
        let mut sums = vec![0u128; levels.len()];
        for class in kept() {
            let (key, rows) = (&classes.keys()[class], u128::from(classes.rows()[class]));
            for (sum, (field, costs)) in sums.iter_mut().zip(&tables) {
                *sum += u128::from(costs[(key[field.word] >> field.shift & field.mask) as usize]) * rows;
            }
        }
        facts.cells = sums;
    }
    if loss.leaf_amounts().is_some() {
        facts.amounts = (0..levels.len()).map(|a| kept().map(|c| classes.amounts(a)[c]).sum()).collect();
    }
    if loss.needs_squares() {
        facts.squares = kept().map(|c| u128::from(classes.rows()[c]).pow(2)).sum();
    }
}
