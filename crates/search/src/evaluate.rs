//! What a node's classes come to: judged by the panel, summed for the loss.

use crate::space::Space;
use equipoise_data::{Buffer, Classes, Field, Key};
use equipoise_measure::{CellCosts, Facts, Loss, Tally};
use equipoise_privacy::{Alone, Judgement};

/// Buffers that one thread uses again and again.
#[derive(Default)]
pub(crate) struct Scratch<const W: usize> {
    pub(crate) buffer: Buffer,
    judgements: Vec<Judgement>,
    /// Keys and rows of the kept classes.
    kept: Vec<(Key<W>, u64)>,
}

/// Judges the classes of node `levels` and counts what the loss needs.
pub(crate) fn evaluate<const W: usize>(
    space: &Space<'_, W>,
    levels: &[u8],
    classes: &Classes<W>,
    scratch: &mut Scratch<W>,
) -> (Facts, f64) {
    evaluate_by(space, space.task.loss, levels, classes, scratch)
}

/// The same for another loss than the task's.
pub(crate) fn evaluate_by<const W: usize>(
    space: &Space<'_, W>,
    loss: &dyn Loss,
    levels: &[u8],
    classes: &Classes<W>,
    scratch: &mut Scratch<W>,
) -> (Facts, f64) {
    let Scratch {
        judgements, kept, ..
    } = scratch;
    let (mut facts, kept) = match space.task.panel.only_size() {
        Some(least) if classes.persons().is_none() && loss.leaf_amounts().is_none() => {
            count_by_size(classes, least, kept)
        }
        _ => {
            let lost_rows = judge(space, levels, classes, judgements);
            count(classes, judgements, lost_rows, kept)
        }
    };
    if let Some(cells) = loss.cell_costs() {
        facts.cells = sum_cells(space, levels, kept, cells);
    }
    if loss.leaf_amounts().is_some() {
        let amounts = |a: usize| {
            classes
                .amounts(a)
                .iter()
                .zip(&*judgements)
                .filter(|(_, j)| **j == Judgement::Kept)
                .map(|(n, _)| n)
                .sum()
        };
        facts.amounts = (0..levels.len()).map(amounts).collect();
    }
    if loss.needs_squares() {
        facts.squares = kept.iter().map(|&(_, rows)| u128::from(rows).pow(2)).sum();
    }
    let value = loss.value(levels, &facts);
    (facts, value)
}

/// The sizes of the classes that stay, with units that lose a row as counted.
pub(crate) fn tally<const W: usize>(
    space: &Space<'_, W>,
    levels: &[u8],
    classes: &Classes<W>,
    facts: &Facts,
    units: u64,
    scratch: &mut Scratch<W>,
) -> Tally {
    let mut tally = Tally {
        suppressed_units: facts.suppressed_units,
        ..Tally::new(units)
    };
    match space.task.panel.only_size() {
        Some(least) => (0..classes.len())
            .map(|c| classes.size(c))
            .filter(|&size| size >= least)
            .for_each(|size| tally.add(size, 1)),
        None => {
            judge(space, levels, classes, &mut scratch.judgements);
            let kept = scratch
                .judgements
                .iter()
                .enumerate()
                .filter(|(_, j)| **j == Judgement::Kept);
            kept.for_each(|(class, _)| tally.add(classes.size(class), 1));
        }
    }
    tally
}

/// Judges the classes of a node, also by their supersets where a model asks for them. Returns the
/// rows lost for good.
pub(crate) fn judge<const W: usize>(
    space: &Space<'_, W>,
    levels: &[u8],
    classes: &Classes<W>,
    out: &mut Vec<Judgement>,
) -> u64 {
    match &space.above {
        None => space.task.panel.judge(classes, &Alone, out),
        Some(above) => {
            space
                .task
                .panel
                .judge(classes, &above.of(&space.steps, levels, classes), out)
        }
    }
}

/// Collects the classes that `keep` picks; also returns the rows of the others. No branch, because
/// it would be hard to predict. The buffer never shrinks: to fill it anew each time would cost as
/// much as the rest.
fn collect_kept<'k, const W: usize>(
    classes: &Classes<W>,
    kept: &'k mut Vec<(Key<W>, u64)>,
    mut keep: impl FnMut(u64) -> bool,
) -> (&'k [(Key<W>, u64)], u64) {
    if kept.len() <= classes.len() {
        kept.resize(classes.len() + 1, ([0; W], 0));
    }
    let (mut count, mut lost) = (0, 0);
    classes.for_each(|key, rows| {
        let is_kept = keep(rows);
        kept[count] = (key, rows);
        count += usize::from(is_kept);
        lost += if is_kept { 0 } else { rows };
    });
    (&kept[..count], lost)
}

/// The usual case: rows are the unit, nothing but the size of a class decides, and no further
/// amounts are summed.
fn count_by_size<'k, const W: usize>(
    classes: &Classes<W>,
    least: u64,
    kept: &'k mut Vec<(Key<W>, u64)>,
) -> (Facts, &'k [(Key<W>, u64)]) {
    let (kept, lost) = collect_kept(classes, kept, |rows| rows >= least);
    let facts = Facts {
        classes: classes.len() as u64,
        kept_classes: kept.len() as u64,
        suppressed_rows: lost,
        suppressed_units: lost,
        lost_rows: lost,
        lost_units: lost,
        ..Facts::default()
    };
    (facts, kept)
}

fn count<'k, const W: usize>(
    classes: &Classes<W>,
    judgements: &[Judgement],
    lost_rows: u64,
    kept: &'k mut Vec<(Key<W>, u64)>,
) -> (Facts, &'k [(Key<W>, u64)]) {
    let mut next = judgements.iter();
    let (kept, suppressed_rows) =
        collect_kept(classes, kept, |_| next.next() == Some(&Judgement::Kept));
    let (suppressed_units, lost_units) = match classes.persons() {
        None => (suppressed_rows, lost_rows),
        Some(persons) => (
            persons.distinct(|c| judgements[c] != Judgement::Kept),
            persons.distinct(|c| judgements[c] == Judgement::FailsForGood),
        ),
    };
    let facts = Facts {
        classes: classes.len() as u64,
        kept_classes: kept.len() as u64,
        suppressed_rows,
        suppressed_units,
        lost_rows,
        lost_units,
        ..Facts::default()
    };
    (facts, kept)
}

/// Per attribute the costs of all kept cells.
fn sum_cells<const W: usize>(
    space: &Space<'_, W>,
    levels: &[u8],
    kept: &[(Key<W>, u64)],
    cells: &CellCosts,
) -> Vec<u128> {
    let layout = space.steps.layout();
    let kept_rows: u64 = kept.iter().map(|e| e.1).sum();
    let attribute = |(a, &level): (usize, &u8)| {
        let (field, costs) = (
            layout.field(a),
            cells.costs[a][usize::from(level)].as_slice(),
        );
        match cells.even(a, level) {
            // All labels cost the same: no need to look at any key.
            Some(cost) => u128::from(cost) * u128::from(kept_rows),
            _ if cells.sums_fit_64_bits => u128::from(sum_attribute::<W, u64>(kept, field, costs)),
            _ => sum_attribute::<W, u128>(kept, field, costs),
        }
    };
    levels.iter().enumerate().map(attribute).collect()
}

fn sum_attribute<const W: usize, N>(kept: &[(Key<W>, u64)], field: Field, costs: &[u64]) -> N
where
    N: From<u64> + std::ops::Mul<Output = N> + std::iter::Sum,
{
    let word = if W == 1 { 0 } else { field.word };
    kept.iter()
        .map(|(key, rows)| {
            N::from(costs[(key[word] >> field.shift & field.mask) as usize]) * N::from(*rows)
        })
        .sum()
}
