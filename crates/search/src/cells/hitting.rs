//! What every row must give up when k shall hold on every set of m columns, whatever the other rows
//! do.
//!
//! A set of at most m columns is *rare* for a row when less than k units have its values there. A
//! released row fits k units of the input on every m columns exactly when it has a suppressed cell
//! in each of its rare sets: the cheapest mask is a smallest weighted hitting set, found per row by
//! branch and bound. In the cautious reading rows of a class agree in the input too, so the sum is
//! a bound there.

use super::ground::{Ground, every};
use super::judge::subsets;
use super::prints::bits;
use super::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// Minimal rare sets that are kept per tuple.
const KEPT: usize = 512;

/// Branches that are looked at per tuple.
const BRANCHES: u32 = 4096;

/// Sets of columns that are grouped at a time.
const BATCH: usize = 64;

/// Per row the cheapest mask that hits all rare sets of at most so many columns, and what such
/// masks cost at least.
pub(super) fn masks(
    ground: &Ground<'_>,
    size: usize,
    progress: &mut Progress<'_>,
) -> (Vec<u64>, u64) {
    let (families, is_complete) = rare_sets(ground, size, progress);
    let mut known: HashMap<&[u64], Hit> = HashMap::new();
    let mut masks = vec![0; ground.columns[0].len()];
    let mut bound = 0;
    for kind in &ground.kinds {
        let family = families[kind.tuple as usize].as_slice();
        let hit = known
            .entry(family)
            .or_insert_with(|| smallest(ground, family));
        let rows = kind.rows as usize;
        bound += hit.least * rows as u64;
        for &row in &ground.rows[kind.start as usize..][..rows] {
            // Where not all rare sets were kept, only a wholly suppressed row is certain to hit
            // them.
            masks[row as usize] = if is_complete && family.len() < KEPT {
                hit.mask
            } else {
                every(ground.columns.len())
            };
        }
    }
    (masks, bound)
}

/// Per tuple the minimal rare sets, and whether there was time for all.
fn rare_sets(
    ground: &Ground<'_>,
    size: usize,
    progress: &mut Progress<'_>,
) -> (Vec<Vec<u64>>, bool) {
    let columns = ground.columns.len();
    let mut families = vec![Vec::new(); ground.tuples()];
    for of_size in 1..=size {
        let sets: Vec<u64> = subsets(columns, Some(of_size)).collect();
        for batch in sets.chunks(BATCH) {
            if progress.is_stopped() {
                return (families, false);
            }
            let rare: Vec<Vec<u32>> = batch
                .par_iter()
                .map(|&set| rare_tuples(ground, set))
                .collect();
            for (&set, tuples) in batch.iter().zip(rare) {
                for tuple in tuples {
                    let family: &mut Vec<u64> = &mut families[tuple as usize];
                    if family.len() < KEPT && family.iter().all(|known| known & !set != 0) {
                        family.push(set);
                    }
                }
            }
        }
    }
    (families, true)
}

/// Tuples for which a set of columns is rare.
fn rare_tuples(ground: &Ground<'_>, set: u64) -> Vec<u32> {
    let (of_tuple, units) = ground.groups(every(ground.columns.len()) & !set);
    (0..ground.tuples() as u32)
        .filter(|&t| units[of_tuple[t as usize] as usize] < ground.k)
        .collect()
}

/// A mask that hits all sets of a family, what it costs, and what every such mask costs at least.
#[derive(Clone, Copy, Debug)]
struct Hit {
    mask: u64,
    cost: u64,
    least: u64,
}

fn smallest(ground: &Ground<'_>, family: &[u64]) -> Hit {
    let full = family.iter().fold(0, |all, set| all | set);
    let mut search = Branching {
        ground,
        family,
        best: Hit {
            mask: full,
            cost: ground.cost(full),
            least: 0,
        },
        left: BRANCHES,
    };
    search.branch(0, 0, 0);
    let least = if search.left > 0 {
        search.best.cost
    } else {
        packed(ground, family)
    };
    Hit {
        least,
        ..search.best
    }
}

/// Sets without a common column need a cell each.
fn packed(ground: &Ground<'_>, family: &[u64]) -> u64 {
    let mut taken = 0;
    let mut cost = 0;
    for &set in family {
        if set & taken == 0 {
            taken |= set;
            cost += bits(set).map(|c| ground.importance[c]).min().unwrap_or(0);
        }
    }
    cost
}

struct Branching<'f> {
    ground: &'f Ground<'f>,
    family: &'f [u64],
    best: Hit,
    left: u32,
}

impl Branching<'_> {
    /// Hits the first set that is not hit by each of its columns in turn; a column that was tried
    /// is not tried again below.
    fn branch(&mut self, mask: u64, cost: u64, barred: u64) {
        if self.left == 0 || cost >= self.best.cost {
            return;
        }
        self.left -= 1;
        let open = self
            .family
            .iter()
            .filter(|&&set| set & mask == 0)
            .min_by_key(|&&set| (set & !barred).count_ones());
        let Some(&set) = open else {
            self.best = Hit {
                mask,
                cost,
                least: 0,
            };
            return;
        };
        let mut barred = barred;
        let mut choices: Vec<usize> = bits(set & !barred).collect();
        let hits = |c: usize| {
            self.family
                .iter()
                .filter(|&&s| s & mask == 0 && s >> c & 1 == 1)
                .count()
        };
        choices.sort_by_key(|&c| (std::cmp::Reverse(hits(c)), self.ground.importance[c], c));
        for c in choices {
            self.branch(mask | 1 << c, cost + self.ground.importance[c], barred);
            barred |= 1 << c;
        }
    }
}
