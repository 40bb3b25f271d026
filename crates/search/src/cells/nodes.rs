//! Which masks are considered, and which classes they could form.

use super::ground::{Ground, every};
use super::prints::NONE;
use crate::Limits;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Masks that are considered at least, however little memory there is, and at most.
const MASKS: (usize, usize) = (4, 4096);

/// Passes over a tuple that the choice of masks may take in all.
const PASSES: usize = 1 << 28;

/// Masks that a wide table keeps on each level.
const BEAM: usize = 16;

/// The classes that could be formed: tuples that are equal outside a mask, with at least k units.
#[derive(Debug)]
pub(super) struct Nodes {
    /// The masks by what they cost, the last one suppresses everything.
    pub(super) masks: Vec<u64>,
    /// What each mask costs in a row.
    pub(super) costs: Vec<u64>,
    /// Tuples x masks: the node, or [`NONE`] where less than k units would be together.
    of_tuple: Vec<u32>,
    /// Per node the place of its mask.
    pub(super) mask_of: Vec<u32>,
    starts: Vec<u32>,
    tuples: Vec<u32>,
    /// Every mask that costs less than this is among the masks.
    complete_below: u64,
}

impl Nodes {
    /// Forms groups under all masks, or under a choice of them where there are too many.
    ///
    /// # Cost
    /// O(tuples x masks) time and memory.
    pub(super) fn new(ground: &Ground<'_>, limits: &Limits) -> Self {
        let (masks, complete_below) = choose(ground, limits);
        let costs: Vec<u64> = masks.iter().map(|&m| ground.cost(m)).collect();
        let groups: Vec<(Vec<u32>, u32)> = masks
            .par_iter()
            .map(|&mask| feasible(ground, mask))
            .collect();
        let mut of_tuple = vec![NONE; ground.tuples() * masks.len()];
        let mut mask_of = Vec::new();
        for (j, (groups, count)) in groups.into_iter().enumerate() {
            let first = mask_of.len() as u32;
            mask_of.resize(mask_of.len() + count as usize, j as u32);
            for (t, group) in groups
                .into_iter()
                .enumerate()
                .filter(|(_, group)| *group != NONE)
            {
                of_tuple[t * masks.len() + j] = first + group;
            }
        }
        let (starts, tuples) = invert(&of_tuple, masks.len(), mask_of.len());
        Nodes {
            masks,
            costs,
            of_tuple,
            mask_of,
            starts,
            tuples,
            complete_below,
        }
    }

    /// Whether all masks are there.
    pub(super) fn is_complete(&self) -> bool {
        self.complete_below == u64::MAX
    }

    /// How many nodes.
    pub(super) fn len(&self) -> usize {
        self.mask_of.len()
    }

    /// What a row of the node costs.
    pub(super) fn cost(&self, node: u32) -> u64 {
        self.costs[self.mask_of[node as usize] as usize]
    }

    /// The nodes a tuple could be in, the cheapest first.
    pub(super) fn of(&self, tuple: u32) -> impl Iterator<Item = u32> {
        let width = self.masks.len();
        self.of_tuple[tuple as usize * width..][..width]
            .iter()
            .copied()
            .filter(|&n| n != NONE)
    }

    /// The tuples that could be in a node.
    pub(super) fn tuples(&self, node: u32) -> &[u32] {
        &self.tuples[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// What a row of each tuple costs at least, in every release whose classes have k units.
    ///
    /// Rows of one class agree outside their common mask; so a row costs at least what the cheapest
    /// mask costs under which k units agree with it.
    pub(super) fn least(&self, tuple: u32) -> u64 {
        self.of(tuple)
            .next()
            .map_or(u64::MAX, |n| self.cost(n))
            .min(self.complete_below)
    }
}

/// Groups of at least k units, numbered from 0.
fn feasible(ground: &Ground<'_>, mask: u64) -> (Vec<u32>, u32) {
    let (mut of_tuple, units) = ground.groups(mask);
    let mut count = 0;
    let number = |&units: &u64| {
        let large = units >= ground.k;
        count += u32::from(large);
        if large { count - 1 } else { NONE }
    };
    let numbers: Vec<u32> = units.iter().map(number).collect();
    of_tuple.iter_mut().for_each(|g| *g = numbers[*g as usize]);
    (of_tuple, count)
}

fn invert(of_tuple: &[u32], width: usize, nodes: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; nodes + 1];
    of_tuple
        .iter()
        .filter(|&&n| n != NONE)
        .for_each(|&n| starts[n as usize + 1] += 1);
    (0..nodes).for_each(|n| starts[n + 1] += starts[n]);
    let mut next = starts.clone();
    let mut tuples = vec![0; starts[nodes] as usize];
    for (at, &node) in of_tuple.iter().enumerate().filter(|(_, n)| **n != NONE) {
        tuples[next[node as usize] as usize] = (at / width) as u32;
        next[node as usize] += 1;
    }
    (starts, tuples)
}

/// The masks to consider, by cost, and a cost below which none is left out.
fn choose(ground: &Ground<'_>, limits: &Limits) -> (Vec<u64>, u64) {
    let columns = ground.columns.len();
    // Four bytes per tuple and mask.
    let room = (limits.memory_bytes / 4 / ground.tuples().max(1)).clamp(MASKS.0, MASKS.1);
    let (cheap, complete_below) = if columns < 16 && 1 << columns <= room {
        ((0..1 << columns).collect(), u64::MAX)
    } else {
        cheapest(ground, room / 2)
    };
    let mut masks: BTreeSet<(u64, u64)> = cheap.iter().map(|&m| (ground.cost(m), m)).collect();
    if complete_below < u64::MAX {
        masks.extend(
            beam(ground, room / 2)
                .into_iter()
                .map(|m| (ground.cost(m), m)),
        );
    }
    let full = every(columns);
    masks.insert((ground.cost(full), full));
    (masks.into_iter().map(|(_, m)| m).collect(), complete_below)
}

/// The cheapest masks, and what the next one costs.
fn cheapest(ground: &Ground<'_>, wanted: usize) -> (Vec<u64>, u64) {
    let mut order: Vec<usize> = (0..ground.columns.len()).collect();
    order.sort_by_key(|&c| ground.importance[c]);
    let mut heap = BinaryHeap::from([Reverse((ground.importance[order[0]], 1u64 << order[0], 0))]);
    let mut masks = vec![0];
    // A mask is followed by two: one more column, and the last column exchanged for the next.
    while let Some(Reverse((cost, mask, last))) = heap.pop() {
        if masks.len() >= wanted {
            return (masks, cost);
        }
        masks.push(mask);
        if let Some(&next) = order.get(last + 1) {
            heap.push(Reverse((
                cost + ground.importance[next],
                mask | 1 << next,
                last + 1,
            )));
            let instead = cost - ground.importance[order[last]] + ground.importance[next];
            heap.push(Reverse((
                instead,
                mask & !(1 << order[last]) | 1 << next,
                last + 1,
            )));
        }
    }
    (masks, u64::MAX)
}

/// Masks under which many rows have k units, level by level: the best ones of a level, with one
/// more column each.
fn beam(ground: &Ground<'_>, wanted: usize) -> Vec<u64> {
    let columns = ground.columns.len();
    let tried = columns * columns * ground.tuples().max(1);
    let width = (PASSES / tried)
        .clamp(1, BEAM)
        .min((wanted / columns).max(1));
    let mut level = vec![0u64];
    let mut masks = Vec::new();
    for _ in 1..columns {
        let next: BTreeSet<u64> = level
            .iter()
            .flat_map(|&m| {
                (0..columns)
                    .map(move |c| m | 1 << c)
                    .filter(move |&wider| wider != m)
            })
            .collect();
        let next: Vec<u64> = next.into_iter().collect();
        let mut scored: Vec<(Reverse<u128>, u64)> = next
            .par_iter()
            .map(|&mask| (Reverse(saved(ground, mask)), mask))
            .collect();
        scored.sort_unstable();
        level = scored
            .into_iter()
            .take(width)
            .map(|(_, mask)| mask)
            .collect();
        masks.extend_from_slice(&level);
    }
    masks
}

/// What a mask would save against suppressing everything.
fn saved(ground: &Ground<'_>, mask: u64) -> u128 {
    let (of_tuple, units) = ground.groups(mask);
    let fits =
        |kind: &&super::ground::Kind| units[of_tuple[kind.tuple as usize] as usize] >= ground.k;
    let kept: u64 = ground
        .kinds
        .iter()
        .filter(fits)
        .map(|kind| u64::from(kind.rows))
        .sum();
    u128::from(kept) * u128::from(ground.cost(every(ground.columns.len())) - ground.cost(mask))
}
