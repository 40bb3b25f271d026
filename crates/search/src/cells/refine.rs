//! Finer classes than a list of masks allows, for tables that are too wide to look at every mask.
//!
//! Where the rows of a class agree on a suppressed column, it is shown. And from a class of 2k or
//! more, k rows that differ little are taken out and form a class of their own, as long as this
//! saves something: the nearest to one of them, then the nearest to both, and so on (Byun, Kamra,
//! Bertino and Li, DASFAA 2007, build classes in this way).

use super::ground::Ground;
use super::prints::{Ranks, bits};
use rayon::prelude::*;

/// Members of a class that are looked at.
const SIGHT: usize = 512;

/// Members that are tried as the one to start with.
const SEEDS: usize = 6;

/// A tuple in a class, with the rows that it has there.
type Member = (u32, Vec<u32>);

/// Shows again what classes need not suppress, and divides them; the rows in order of their tuples,
/// per row the suppressed columns.
pub(super) fn refine(ground: &Ground<'_>, masks: &mut [u64]) {
    let refined: Vec<(u64, Vec<u32>)> = classes(ground, masks)
        .into_par_iter()
        .flat_map_iter(|class| divide(ground, class))
        .collect();
    for (mask, rows) in refined {
        rows.into_iter().for_each(|row| masks[row as usize] = mask);
    }
}

/// The classes of a release.
fn classes(ground: &Ground<'_>, masks: &[u64]) -> Vec<Vec<Member>> {
    let mut ranks = Ranks::with_capacity(ground.tuples());
    let mut classes: Vec<Vec<Member>> = Vec::new();
    for kind in &ground.kinds {
        for &row in &ground.rows[kind.start as usize..][..kind.rows as usize] {
            let mask = masks[row as usize];
            let star = bits(mask).fold(0, |sum, c| sum ^ ground.of_value.suppressed(c));
            let class = ranks.number(ground.masked(kind.tuple as usize, mask) ^ star) as usize;
            if class == classes.len() {
                classes.push(Vec::new());
            }
            match classes[class].last_mut() {
                Some((tuple, rows)) if *tuple == kind.tuple => rows.push(row),
                _ => classes[class].push((kind.tuple, vec![row])),
            }
        }
    }
    classes
}

/// Where two tuples differ.
pub(super) fn difference(ground: &Ground<'_>, a: u32, b: u32) -> u64 {
    let (a, b) = (
        ground.example[a as usize] as usize,
        ground.example[b as usize] as usize,
    );
    ground
        .columns
        .iter()
        .enumerate()
        .fold(0, |mask, (c, column)| {
            mask | u64::from(column[a] != column[b]) << c
        })
}

/// The columns in which members of a class differ.
fn spread(ground: &Ground<'_>, class: &[Member]) -> u64 {
    class.iter().fold(0, |mask, member| {
        mask | difference(ground, class[0].0, member.0)
    })
}

fn rows_of(class: &[Member]) -> u64 {
    class.iter().map(|m| m.1.len() as u64).sum()
}

fn divide(ground: &Ground<'_>, mut class: Vec<Member>) -> Vec<(u64, Vec<u32>)> {
    let mut parts = Vec::new();
    // Persons with several rows do not add up: their classes stay whole.
    while ground.counts_rows && rows_of(&class) >= 2 * ground.k {
        let Some((mask, part)) = take_out(ground, &mut class) else {
            break;
        };
        parts.push((mask, part));
    }
    let mask = spread(ground, &class);
    parts.push((mask, class.into_iter().flat_map(|m| m.1).collect()));
    parts
}

/// Takes members out of a class that differ little, if this saves something; the rest has at least
/// k rows.
fn take_out(ground: &Ground<'_>, class: &mut Vec<Member>) -> Option<(u64, Vec<u32>)> {
    let whole = ground.cost(spread(ground, class));
    let step = class.len().div_ceil(SEEDS);
    let best = (0..class.len())
        .step_by(step)
        .map(|seed| nearest(ground, class, seed))
        .min_by_key(|&mask| ground.cost(mask.0))?;
    let (mask, seed) = best;
    if ground.cost(mask) >= whole {
        return None;
    }
    let first = class[seed].0;
    let (mut part, mut rest): (Vec<Member>, Vec<Member>) = std::mem::take(class)
        .into_iter()
        .partition(|m| difference(ground, first, m.0) & !mask == 0);
    // The rest must be a class too.
    while rows_of(&rest) > 0 && rows_of(&rest) < ground.k && rows_of(&part) > ground.k {
        let mut last = part.pop().expect("the part has rows");
        let needed = (ground.k - rows_of(&rest))
            .min(rows_of(&part) + last.1.len() as u64 - ground.k)
            .min(last.1.len() as u64);
        let kept = last.1.split_off(needed as usize);
        if !kept.is_empty() {
            part.push((last.0, kept));
        }
        rest.push(last);
    }
    *class = rest;
    Some((mask, part.into_iter().flat_map(|m| m.1).collect()))
}

/// The mask of k rows near a member, and the member.
fn nearest(ground: &Ground<'_>, class: &[Member], seed: usize) -> (u64, usize) {
    let step = class.len().div_ceil(SIGHT);
    let others = class
        .iter()
        .step_by(step)
        .filter(|m| m.0 != class[seed].0)
        .map(|m| (m.0, m.1.len() as u64));
    (
        tightest(ground, class[seed].0, class[seed].1.len() as u64, others),
        seed,
    )
}

/// The union of differences of a tuple with others that are near, until there are k rows.
pub(super) fn tightest(
    ground: &Ground<'_>,
    seed: u32,
    rows: u64,
    others: impl Iterator<Item = (u32, u64)>,
) -> u64 {
    let mut open: Vec<(u64, u64)> = others
        .map(|(tuple, rows)| (difference(ground, seed, tuple), rows))
        .collect();
    let (mut mask, mut together) = (0, rows);
    while together < ground.k {
        let Some(at) = (0..open.len()).min_by_key(|&i| ground.cost(open[i].0 | mask)) else {
            return u64::MAX >> (64 - ground.columns.len());
        };
        let (differs, rows) = open.swap_remove(at);
        mask |= differs;
        together += rows;
    }
    mask
}
