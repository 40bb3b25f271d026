//! Rows divided by more and more columns: the machine under [`subsets`](super::subsets) and
//! [`special_uniques`](super::special_uniques).
//!
//! A set of columns divides the rows into classes of equal values. One more column divides each
//! class further, and a row that is alone stays alone whatever is added. So the sets of columns are
//! walked as a tree in which every set is refined from a smaller one, and what is alone is left out
//! from there on (a *stripped* partition: Huhtala, Kärkkäinen, Porkka, Toivonen 1999, TANE).
//! Columns with many values come first, so most of the tree works on short lists. No keys are
//! packed and nothing is hashed: the width of the table does not matter.

use super::refine::{List, Scratch, Totals};
use super::tuples::Tuples;
use rayon::prelude::*;

/// Who looks at the sets of columns. A walk may be divided among threads, each with a visitor of
/// its own.
pub(super) trait Visitor: Send + Sync + Sized {
    /// Whether sets below one that already tells all tuples apart are left out: nothing is alone
    /// there for the first time.
    const LEAVES_OUT: bool;
    /// A visitor for a part of the walk.
    fn fresh(&self) -> Self;
    /// Takes over what a part has seen.
    fn absorb(&mut self, part: Self);
    /// A tuple is alone among the columns of `mask`, and was not so in the set that this one was
    /// refined from.
    fn alone(&mut self, mask: u64, tuple: u32);
    /// What the set does as a whole, and whether there are tuples that it does not tell apart.
    fn set(&mut self, mask: u64, totals: Totals, confused: bool);
}

/// A set of columns and the tuples that it does not tell apart.
#[derive(Debug, Default)]
struct Node {
    mask: u64,
    /// The totals of all tuples that are alone, and so not in the list.
    stripped: Totals,
    list: List,
}

/// Shows `visitor` every non-empty set of at most `largest` columns, once.
pub(super) fn walk<V: Visitor>(tuples: &Tuples, largest: usize, visitor: &mut V) {
    // Columns with many values get high places: the sets that contain them hang below them.
    let mut order: Vec<usize> = (0..tuples.columns()).collect();
    order.sort_by_key(|&c| tuples.dense()[c].values);
    let root = Node {
        list: List::one_class((0..tuples.len() as u32).collect()),
        ..Node::default()
    };
    Walk {
        tuples,
        order,
        largest: largest as u32,
    }
    .fork(&root, tuples.columns(), visitor);
}

struct Walk<'a> {
    tuples: &'a Tuples,
    /// Columns, from few values to many.
    order: Vec<usize>,
    largest: u32,
}

/// From this many sets below a node on, its branches are worth a thread each.
const BRANCHES_TO_FORK: usize = 6;

impl Walk<'_> {
    /// Walks the sets that add columns below `lowest` to a node, branch by branch on all threads.
    fn fork<V: Visitor>(&self, node: &Node, lowest: usize, visitor: &mut V) {
        if lowest < BRANCHES_TO_FORK || node.mask.count_ones() >= 2 {
            let mut levels: Vec<Node> = (0..=lowest).map(|_| Node::default()).collect();
            return self.descend(
                node,
                lowest,
                visitor,
                &mut Scratch::new(self.tuples.dense()),
                &mut levels,
            );
        }
        let shared: &V = visitor;
        let parts: Vec<V> = (0..lowest)
            .into_par_iter()
            .map(|c| {
                let (mut part, mut child) = (shared.fresh(), Node::default());
                if self.refine(
                    node,
                    c,
                    &mut part,
                    &mut Scratch::new(self.tuples.dense()),
                    &mut child,
                ) {
                    self.fork(&child, c, &mut part);
                }
                part
            })
            .collect();
        parts.into_iter().for_each(|part| visitor.absorb(part));
    }

    /// The same on one thread, with one list per depth that is used again and again.
    fn descend<V: Visitor>(
        &self,
        node: &Node,
        lowest: usize,
        visitor: &mut V,
        scratch: &mut Scratch,
        levels: &mut [Node],
    ) {
        let Some((child, deeper)) = levels.split_first_mut() else {
            return;
        };
        for c in 0..lowest {
            if self.refine(node, c, visitor, scratch, child) {
                self.descend(child, c, visitor, scratch, deeper);
            }
        }
    }

    /// Adds a column to a node and shows the visitor what comes of it. False when nothing below has
    /// to be looked at.
    fn refine<V: Visitor>(
        &self,
        node: &Node,
        c: usize,
        visitor: &mut V,
        scratch: &mut Scratch,
        child: &mut Node,
    ) -> bool {
        let column = self.order[c];
        let codes = &self.tuples.dense()[column].codes;
        let weight = |tuple: u32| self.tuples.weight(tuple);
        child.mask = node.mask | 1 << column;
        let mask = child.mask;
        let mut alone = |tuple| visitor.alone(mask, tuple);
        if c == 0 || mask.count_ones() >= self.largest {
            let (totals, confused) = scratch.tally(&node.list, codes, weight, &mut alone);
            visitor.set(mask, plus(node.stripped, totals), confused);
            return false;
        }
        let (shared, stripped) =
            scratch.split(&node.list, codes, weight, &mut alone, &mut child.list);
        child.stripped = plus(node.stripped, stripped);
        visitor.set(
            mask,
            plus(child.stripped, shared),
            !child.list.items.is_empty(),
        );
        !(V::LEAVES_OUT && child.list.items.is_empty())
    }
}

fn plus(a: Totals, b: Totals) -> Totals {
    Totals {
        distinct: a.distinct + b.distinct,
        unique: a.unique + b.unique,
        squares: a.squares + b.squares,
    }
}

/// The largest size such that there are at most `budget` non-empty sets of that many columns or
/// fewer, and their number.
pub(super) fn largest_size(columns: usize, wanted: usize, budget: u64) -> (usize, u64) {
    let (mut sets, mut of_size) = (0u128, 1u128);
    for size in 1..=wanted.min(columns) {
        of_size = of_size * (columns - size + 1) as u128 / size as u128;
        if sets + of_size > u128::from(budget) {
            return (size - 1, sets as u64);
        }
        sets += of_size;
    }
    (wanted.min(columns), sets as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_size_within_a_budget() {
        assert_eq!(largest_size(9, 9, 511), (9, 511));
        assert_eq!(largest_size(9, 9, 510), (8, 510));
        assert_eq!(largest_size(9, 3, u64::MAX), (3, 129));
        assert_eq!(largest_size(40, 40, 1000), (2, 820));
        assert_eq!(largest_size(40, 40, 39), (0, 0));
        assert_eq!(largest_size(64, 64, u64::MAX), (64, u64::MAX));
    }
}
