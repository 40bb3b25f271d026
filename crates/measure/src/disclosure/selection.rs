//! The entries of a dictionary that count for the nodes of a record.

use super::dictionary::AdversaryDictionary;
use super::tuples::AttributeTuples;

/// A utility that is enough, as a whole number; less where there are so many groups that a sum
/// would not fit into 16 bits.
const ENOUGH: usize = 1 << 13;

/// Entries are looked at in blocks, whose sums stay in the nearest cache.
const BLOCK: usize = 1 << 11;

/// The entries that fit some node which is worth at least so much, and maybe a few more; `steps`
/// has the least steps of all tuples, by group.
///
/// An entry that fits only nodes of less worth does not count for others, because the utility of a
/// node that dominates another is no larger.
///
/// # Cost
/// O(entries x groups of attributes), about a nanosecond each: one pass without branches.
pub(super) fn select(
    dictionary: &AdversaryDictionary,
    steps: &[Vec<u8>],
    utilities: &[&[f64]],
    at_least: Option<f64>,
) -> Vec<u32> {
    let absent: f64 = (0..utilities.len())
        .filter(|&a| !dictionary.has(a))
        .map(|a| utilities[a][0])
        .sum();
    let mut selected = match at_least
        .map(|least| least - absent)
        .filter(|needed| *needed > 0.0)
    {
        Some(needed) => {
            let enough = ENOUGH.min(usize::from(u16::MAX) / dictionary.groups.len());
            worth_enough(
                dictionary,
                &rounded_up(
                    dictionary,
                    steps,
                    utilities,
                    enough as f64 / needed,
                    enough as f64,
                ),
                enough as u16,
            )
        }
        None => (0..dictionary.entries() as u32).collect(),
    };
    // Where levels are bounded, an entry may fit no node at all.
    let fits = |group: &AttributeTuples, steps: &[u8]| {
        group
            .attributes
            .iter()
            .zip(steps)
            .all(|(&a, &step)| usize::from(step) < utilities[a].len())
    };
    for (group, steps) in dictionary.groups.iter().zip(steps) {
        let fits: Vec<bool> = steps
            .chunks_exact(group.attributes.len())
            .map(|steps| fits(group, steps))
            .collect();
        if fits.contains(&false) {
            selected.retain(|&entry| fits[group.of_item[entry as usize] as usize]);
        }
    }
    selected
}

/// Per group what its tuples are worth, times `scale` and rounded up, so that nobody is left out by
/// rounding; at most `most`.
fn rounded_up(
    dictionary: &AdversaryDictionary,
    steps: &[Vec<u8>],
    utilities: &[&[f64]],
    scale: f64,
    most: f64,
) -> Vec<Vec<u16>> {
    let of_group = |(group, steps): (&AttributeTuples, &Vec<u8>)| -> Vec<u16> {
        let worth = |steps: &[u8]| {
            let of = |(&a, &step): (&usize, &u8)| {
                utilities[a].get(usize::from(step)).copied().unwrap_or(0.0)
            };
            let worth: f64 = group.attributes.iter().zip(steps).map(of).sum();
            (worth * scale).ceil().min(most) as u16
        };
        steps
            .chunks_exact(group.attributes.len())
            .map(worth)
            .collect()
    };
    dictionary.groups.iter().zip(steps).map(of_group).collect()
}

/// The entries whose tuples are worth enough together.
fn worth_enough(dictionary: &AdversaryDictionary, worth: &[Vec<u16>], enough: u16) -> Vec<u32> {
    // The sum of what was rounded may be a little less than the rounded sum.
    let enough = enough - 1;
    let entries = dictionary.entries();
    let (mut selected, mut number) = (Vec::new(), 0);
    let mut sums = [0u16; BLOCK];
    for first in (0..entries).step_by(BLOCK) {
        let sums = &mut sums[..BLOCK.min(entries - first)];
        sums.fill(0);
        for (group, worth) in dictionary.groups.iter().zip(worth) {
            let tuples = &group.of_item[first..first + sums.len()];
            sums.iter_mut()
                .zip(tuples)
                .for_each(|(sum, &tuple)| *sum += worth[tuple as usize]);
        }
        // Every entry is written; those that are not worth enough are written over.
        selected.resize(number + sums.len(), 0);
        for (entry, &sum) in (first as u32..).zip(sums.iter()) {
            selected[number] = entry;
            number += usize::from(sum >= enough);
        }
    }
    selected.truncate(number);
    selected
}
