//! What a node's classes come to: judged by the panel, summed for the loss.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Field};
use equipoise_measure::{CellCosts, Facts};
use equipoise_privacy::Judgement;

/// Buffers that one thread uses again and again.
#[derive(Default)]
pub(crate) struct Scratch<const W: usize> {
    pub(crate) buffer: Buffer<W>,
    judgements: Vec<Judgement>,
    kept: Vec<u32>,
}

/// Judges the classes of node `levels` and counts what the loss needs.
pub(crate) fn evaluate<const W: usize>(
    space: &Space<'_, W>,
    levels: &[u8],
    classes: &Classes<W>,
    scratch: &mut Scratch<W>,
) -> (Facts, f64) {
    let Scratch { judgements, kept, .. } = scratch;
    let loss = space.task.loss;
    let mut facts = match space.task.panel.only_size() {
        Some(least) if classes.persons().is_none() => count_by_size(classes, least, kept),
        _ => {
            space.task.panel.judge(classes, judgements);
            count(classes, judgements, kept)
        }
    };
    if let Some(cells) = loss.cell_costs() {
        facts.cells = sum_cells(space, levels, classes, kept, cells);
    }
    let kept = kept.iter().map(|&c| c as usize);
    if loss.leaf_amounts().is_some() {
        facts.amounts = (0..levels.len()).map(|a| kept.clone().map(|c| classes.amounts(a)[c]).sum()).collect();
    }
    if loss.needs_squares() {
        facts.squares = kept.map(|c| u128::from(classes.rows(c)).pow(2)).sum();
    }
    let value = loss.value(levels, &facts);
    (facts, value)
}

/// Puts the numbers of the classes that `keep` picks into `kept`, without a branch that is hard to predict.
fn collect_kept(classes: usize, kept: &mut Vec<u32>, keep: impl Fn(usize) -> bool) {
    kept.resize(classes + 1, 0);
    let mut count = 0;
    for class in 0..classes {
        kept[count] = class as u32;
        count += usize::from(keep(class));
    }
    kept.truncate(count);
}

/// The usual case: rows are the unit and nothing but the size of a class decides.
fn count_by_size<const W: usize>(classes: &Classes<W>, least: u64, kept: &mut Vec<u32>) -> Facts {
    let entries = classes.entries();
    collect_kept(entries.len(), kept, |class| entries[class].1 >= least);
    let lost: u64 = entries.iter().map(|e| if e.1 < least { e.1 } else { 0 }).sum();
    Facts {
        classes: entries.len() as u64,
        kept_classes: kept.len() as u64,
        suppressed_rows: lost,
        suppressed_units: lost,
        lost_rows: lost,
        lost_units: lost,
        ..Facts::default()
    }
}

fn count<const W: usize>(classes: &Classes<W>, judgements: &[Judgement], kept: &mut Vec<u32>) -> Facts {
    collect_kept(judgements.len(), kept, |class| judgements[class] == Judgement::Kept);
    let sum = |wanted: fn(Judgement) -> bool| classes.entries().iter().zip(judgements).map(|(e, &j)| if wanted(j) { e.1 } else { 0 }).sum();
    let suppressed_rows = sum(|j| j != Judgement::Kept);
    let lost_rows = sum(|j| j == Judgement::FailsForGood);
    let (suppressed_units, lost_units) = match classes.persons() {
        None => (suppressed_rows, lost_rows),
        Some(persons) => {
            (persons.distinct(|c| judgements[c] != Judgement::Kept), persons.distinct(|c| judgements[c] == Judgement::FailsForGood))
        }
    };
    Facts {
        classes: classes.len() as u64,
        kept_classes: kept.len() as u64,
        suppressed_rows,
        suppressed_units,
        lost_rows,
        lost_units,
        ..Facts::default()
    }
}

/// Per attribute the costs of all kept cells.
fn sum_cells<const W: usize>(space: &Space<'_, W>, levels: &[u8], classes: &Classes<W>, kept: &[u32], cells: &CellCosts) -> Vec<u128> {
    let layout = space.steps.layout();
    let attribute = |(a, &level): (usize, &u8)| {
        let (field, costs) = (layout.field(a), cells.costs[a][usize::from(level)].as_slice());
        match costs {
            // One label for all: no need to look at any key.
            [cost] => u128::from(*cost) * kept.iter().map(|&c| u128::from(classes.rows(c as usize))).sum::<u128>(),
            _ if cells.sums_fit_64_bits => u128::from(sum_attribute::<W, u64>(classes, kept, field, costs)),
            _ => sum_attribute::<W, u128>(classes, kept, field, costs),
        }
    };
    levels.iter().enumerate().map(attribute).collect()
}

fn sum_attribute<const W: usize, N>(classes: &Classes<W>, kept: &[u32], field: Field, costs: &[u64]) -> N
where
    N: From<u64> + std::ops::Mul<Output = N> + std::iter::Sum,
{
    let word = if W == 1 { 0 } else { field.word };
    let cost = |&class: &u32| {
        let (key, rows) = &classes.entries()[class as usize];
        N::from(costs[(key[word] >> field.shift & field.mask) as usize]) * N::from(*rows)
    };
    kept.iter().map(cost).sum()
}
