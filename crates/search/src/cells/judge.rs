//! What a release with suppressed cells really has, counted from the cells themselves.

use super::ground::every;
use super::prints::{Ranks, bits};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Numbers released rows such that equal ones, and no others, have equal numbers.
///
/// Three columns fit one key, then two more together with the number so far, and so on: no two
/// different rows ever share a key.
fn numbers(columns: &[&[u32]], masks: &[u64], set: u64) -> (Vec<u32>, usize) {
    let mut of_row = vec![0; masks.len()];
    let mut count = usize::from(!masks.is_empty());
    let set: Vec<usize> = bits(set).collect();
    let (first, others) = set.split_at(set.len().min(3));
    for pass in std::iter::once(first).chain(others.chunks(2)) {
        let mut ranks = Ranks::with_capacity(count * 2);
        for (row, number) in of_row.iter_mut().enumerate() {
            let cell = |c: usize| {
                if masks[row] >> c & 1 == 1 {
                    0
                } else {
                    u128::from(columns[c][row]) + 1
                }
            };
            *number = ranks.number(
                pass.iter()
                    .fold(u128::from(*number), |key, &c| key << 33 | cell(c)),
            );
        }
        count = ranks.len();
    }
    (of_row, count)
}

/// Per number its rows, or its distinct persons.
fn units_of(of_row: &[u32], count: usize, persons: Option<&[u32]>) -> Vec<u64> {
    let mut units = vec![0; count];
    match persons {
        None => of_row.iter().for_each(|&n| units[n as usize] += 1),
        Some(persons) => {
            let mut pairs: Vec<(u32, u32)> = of_row
                .iter()
                .copied()
                .zip(persons.iter().copied())
                .collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs.iter().for_each(|p| units[p.0 as usize] += 1);
        }
    }
    units
}

/// The released cells of a table: rows that are equal, with how many units, or which persons.
struct Released {
    /// Per released row which columns are suppressed, and the leaves of all columns, 0 where
    /// suppressed.
    tuples: Vec<(u64, Box<[u32]>)>,
    units: Vec<u64>,
    persons: Option<Vec<Vec<u32>>>,
}

impl Released {
    fn new(columns: &[&[u32]], persons: Option<&[u32]>, masks: &[u64], set: u64) -> Self {
        let (of_row, count) = numbers(columns, masks, set);
        let mut tuples: Vec<(u64, Box<[u32]>)> = Vec::with_capacity(count);
        let mut of_tuple: Vec<Vec<u32>> = vec![Vec::new(); persons.map_or(0, |_| count)];
        for (row, (&number, &mask)) in of_row.iter().zip(masks).enumerate() {
            if number as usize == tuples.len() {
                tuples.push((
                    mask & set,
                    bits(set)
                        .map(|c| {
                            if mask >> c & 1 == 1 {
                                0
                            } else {
                                columns[c][row]
                            }
                        })
                        .collect(),
                ));
            }
            if let Some(persons) = persons {
                of_tuple[number as usize].push(persons[row]);
            }
        }
        Released {
            tuples,
            units: units_of(&of_row, count, persons),
            persons: persons.map(|_| of_tuple),
        }
    }
}

/// The smallest class when a suppressed cell is a value of its own; with a subset, over all sets of
/// so many columns. No rows give 0.
///
/// ```
/// use equipoise_search::cells::{cautious_k, wildcard_k};
/// let (age, sex) = ([1, 1, 2, 2, 3], [0, 0, 0, 0, 1]);
/// // The third row is suppressed wholly, the last one its sex.
/// let masks = [0, 0, 0b11, 0, 0b10];
/// assert_eq!(cautious_k(&[&age, &sex], None, &masks, None), 1);
/// // (1,0), (1,0), (*,*), (2,0), (3,*): the last two are like no other row but the suppressed one.
/// assert_eq!(wildcard_k(&[&age, &sex], None, &masks, None), 2);
/// ```
pub fn cautious_k(
    columns: &[&[u32]],
    persons: Option<&[u32]>,
    masks: &[u64],
    subset: Option<usize>,
) -> u64 {
    let smallest = |set: u64| {
        let (of_row, count) = numbers(columns, masks, set);
        units_of(&of_row, count, persons)
            .into_iter()
            .min()
            .unwrap_or(0)
    };
    subsets(columns.len(), subset)
        .par_bridge()
        .map(smallest)
        .min()
        .unwrap_or(0)
}

/// The fewest units that match a row when a suppressed cell matches anything; with a subset, over
/// all sets of so many columns. No rows give 0.
///
/// Row i is counted with row j, and j with i, if on every column of the set they are equal or at
/// least one of the two is suppressed. A row is counted with itself.
///
/// # Cost
/// O(distinct masks x distinct released rows), or O(rare rows x distinct released rows) where that
/// is less.
pub fn wildcard_k(
    columns: &[&[u32]],
    persons: Option<&[u32]>,
    masks: &[u64],
    subset: Option<usize>,
) -> u64 {
    let smallest = |set: u64| matching(&Released::new(columns, persons, masks, set), set, u64::MAX);
    subsets(columns.len(), subset)
        .par_bridge()
        .map(smallest)
        .min()
        .unwrap_or(0)
}

/// What is known of a released row while masks are gone through.
#[derive(Clone, Default)]
struct Matched {
    units: u64,
    persons: HashSet<u32>,
}

/// Whether every row is matched by at least k units, on all sets of columns.
pub(super) fn is_wildcard(
    columns: &[&[u32]],
    persons: Option<&[u32]>,
    masks: &[u64],
    subset: Option<usize>,
    k: u64,
) -> bool {
    subsets(columns.len(), subset)
        .par_bridge()
        .all(|set| matching(&Released::new(columns, persons, masks, set), set, k) >= k)
}

/// Released rows that are looked at first.
const FIRST: usize = 16;

/// A hash map of one mask takes as long as looking at so many rows.
const LOOKS_PER_MASK: usize = 32;

/// The fewest units that match a released row; `most` where all have at least that many.
fn matching(released: &Released, set: u64, most: u64) -> u64 {
    let mut by_mask: BTreeMap<(Reverse<u32>, u64), Vec<usize>> = BTreeMap::new();
    for (t, (mask, _)) in released.tuples.iter().enumerate() {
        by_mask
            .entry((Reverse(mask.count_ones()), *mask))
            .or_default()
            .push(t);
    }
    // Those with many suppressed cells come first: they match the most.
    let with_mask: Vec<(u64, Vec<usize>)> = by_mask
        .into_iter()
        .map(|((_, mask), tuples)| (mask, tuples))
        .collect();
    let order: Vec<usize> = with_mask
        .iter()
        .flat_map(|(_, tuples)| tuples.iter().copied())
        .collect();
    let mut smallest: Vec<usize> = (0..released.units.len()).collect();
    smallest.sort_by_key(|&t| released.units[t]);
    let first = smallest
        .iter()
        .take(FIRST)
        .map(|&t| matches_of(released, t, set, &order, most))
        .min();
    // Whoever has as many equals as another one has matches cannot be the one with the fewest.
    let enough = first.unwrap_or(0).min(most);
    let rare: Vec<usize> = smallest
        .into_iter()
        .filter(|&t| released.units[t] < enough)
        .collect();
    if with_mask.len() * LOOKS_PER_MASK > rare.len() {
        return rare
            .par_iter()
            .map(|&t| matches_of(released, t, set, &order, enough))
            .min()
            .unwrap_or(enough);
    }
    let rare_with = |tuples: &[usize]| -> Vec<usize> {
        tuples
            .iter()
            .copied()
            .filter(|&t| released.units[t] < enough)
            .collect()
    };
    with_mask
        .par_iter()
        .map(|(mask, tuples)| fewest(released, *mask, &rare_with(tuples), &with_mask, enough, set))
        .min()
        .unwrap_or(enough)
}

/// Units that match one released row, by looking at others in an order until there are enough.
fn matches_of(released: &Released, tuple: usize, set: u64, order: &[usize], enough: u64) -> u64 {
    let (mask, cells) = &released.tuples[tuple];
    let fits = |other: &(u64, Box<[u32]>)| {
        bits(set)
            .enumerate()
            .all(|(at, c)| (mask | other.0) >> c & 1 == 1 || cells[at] == other.1[at])
    };
    let mut units = 0;
    let mut seen: HashSet<u32> = HashSet::new();
    for &t in order.iter().filter(|&&t| fits(&released.tuples[t])) {
        units = match &released.persons {
            None => units + released.units[t],
            Some(persons) => {
                seen.extend(&persons[t]);
                seen.len() as u64
            }
        };
        if units >= enough {
            return enough;
        }
    }
    units
}

/// The fewest units that match one of some released rows with the same mask; `enough` where all
/// have at least that many.
fn fewest(
    released: &Released,
    mask: u64,
    rare: &[usize],
    with_mask: &[(u64, Vec<usize>)],
    enough: u64,
    set: u64,
) -> u64 {
    if rare.is_empty() {
        return enough;
    }
    let mut open: Vec<(usize, Matched)> = rare.iter().map(|&t| (t, Matched::default())).collect();
    for (other, tuples) in with_mask {
        let visible: Vec<usize> = bits(set)
            .enumerate()
            .filter(|(_, c)| (mask | other) >> c & 1 == 0)
            .map(|(at, _)| at)
            .collect();
        let shown =
            |t: usize| -> Vec<u32> { visible.iter().map(|&at| released.tuples[t].1[at]).collect() };
        let mut asked: HashMap<Vec<u32>, Matched> = open
            .iter()
            .map(|(t, _)| (shown(*t), Matched::default()))
            .collect();
        for &t in tuples {
            if let Some(matched) = asked.get_mut(&shown(t)) {
                match &released.persons {
                    None => matched.units += released.units[t],
                    Some(persons) => matched.persons.extend(&persons[t]),
                }
            }
        }
        for (t, matched) in &mut open {
            let more = &asked[&shown(*t)];
            matched.units += more.units;
            matched.persons.extend(&more.persons);
        }
        open.retain(|(_, m)| m.units.max(m.persons.len() as u64) < enough);
        if open.is_empty() {
            return enough;
        }
    }
    open.iter()
        .map(|(_, m)| m.units.max(m.persons.len() as u64))
        .min()
        .unwrap_or(enough)
}

/// The sets of columns on which k shall hold: all together, or all of a size.
pub(super) fn subsets(columns: usize, size: Option<usize>) -> impl Iterator<Item = u64> + Send {
    let all = every(columns);
    let size = size.unwrap_or(columns).min(columns) as u32;
    let mut next = Some(if size == 64 { all } else { (1u64 << size) - 1 });
    std::iter::from_fn(move || {
        let set = next?;
        // The next larger number with as many bits (Warren, Hacker's Delight, section 2-1).
        let lowest = set & set.wrapping_neg();
        next = set
            .checked_add(lowest)
            .filter(|_| set != 0)
            .map(|up| up | (((set ^ up) >> 2) / lowest))
            .filter(|&n| n & !all == 0);
        Some(set)
    })
}
