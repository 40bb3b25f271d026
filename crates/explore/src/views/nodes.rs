//! Walking over nodes without allocating for each.

use crate::{KnownNodes, Wishes};
use equipoise_data::{Lattice, Levels, height};
use std::borrow::Cow;

/// Lattices up to this many nodes are walked over whole where nodes are missing in an atlas. Beyond
/// it missing nodes are only counted.
pub(crate) const SMALL: u64 = 1 << 18;

/// Tells the levels of nodes. Divisions are what costs most in a view, so there are none where many
/// nodes are asked for.
pub(crate) struct Decoder<'a> {
    lattice: &'a Lattice,
    /// The levels of all nodes, if they are kept or worth a list.
    flat: Cow<'a, [u8]>,
    /// The levels of one node otherwise.
    levels: Levels,
}

impl<'a> Decoder<'a> {
    /// A decoder that will be asked about so many nodes.
    pub(crate) fn new(known: &'a dyn KnownNodes, asked: usize) -> Self {
        Decoder::of(known.lattice(), known.all_levels(), asked)
    }

    fn of(lattice: &'a Lattice, kept: &'a [u8], asked: usize) -> Self {
        let mut flat = Cow::Borrowed(kept);
        if flat.is_empty() && lattice.nodes() <= 2 * asked as u64 {
            let mut list = Vec::with_capacity(lattice.nodes() as usize * lattice.attributes());
            lattice.for_each(|levels| list.extend_from_slice(levels));
            flat = Cow::Owned(list);
        }
        Decoder {
            lattice,
            flat,
            levels: lattice.bottom().to_vec(),
        }
    }

    /// The levels of a node.
    pub(crate) fn levels(&mut self, mut node: u64) -> &[u8] {
        if !self.flat.is_empty() {
            return &self.flat[node as usize * self.levels.len()..][..self.levels.len()];
        }
        for (attribute, level) in self.levels.iter_mut().enumerate() {
            if self.lattice.leads(attribute) {
                let stride = self.lattice.stride(attribute);
                *level = self.lattice.bottom()[attribute] + (node / stride) as u8;
                node %= stride;
            }
        }
        self.lattice.settle(&mut self.levels);
        &self.levels
    }
}

/// Whether all levels are within the wished bounds.
pub(crate) fn within(wishes: &Wishes, levels: &[u8]) -> bool {
    levels
        .iter()
        .zip(&wishes.low)
        .zip(&wishes.high)
        .all(|((l, low), high)| low <= l && l <= high)
}

/// Calls `visit` with the index and the levels of each node of which the atlas knows nothing by
/// itself.
///
/// Returns false, without any call, where there are too many nodes in the lattice to walk over.
pub(crate) fn for_each_missing(
    known: &dyn KnownNodes,
    listed: &[u64],
    mut visit: impl FnMut(u64, &[u8]),
) -> bool {
    let lattice = known.lattice();
    if known.is_complete() {
        return true;
    }
    if lattice.nodes() > SMALL {
        return false;
    }
    let mut seen = vec![false; lattice.nodes() as usize];
    for &node in listed {
        seen[node as usize] = true;
    }
    let mut node = 0;
    lattice.for_each(|levels| {
        if !seen[node as usize] {
            visit(node, levels);
        }
        node += 1;
    });
    true
}

/// How many nodes there are of each height, from 0 on, with the levels of each attribute that leads
/// within its range.
pub(crate) fn count_by_height(lattice: &Lattice, range: impl Fn(usize) -> (u8, u8)) -> Vec<u64> {
    let mut counts = vec![1u64];
    for attribute in lattice.leaders() {
        let (low, high) = range(attribute);
        let columns = lattice.group(attribute).count();
        let mut next = vec![0; counts.len() + columns * usize::from(high)];
        for (height, &count) in counts.iter().enumerate() {
            for level in low..=high {
                next[height + columns * usize::from(level)] += count;
            }
        }
        counts = next;
    }
    counts
}

/// The levels of an attribute that both the lattice and the wishes have. The first is above the
/// second where there are none.
pub(crate) fn wished(lattice: &Lattice, wishes: &Wishes, attribute: usize) -> (u8, u8) {
    (
        lattice.bottom()[attribute].max(wishes.low[attribute]),
        lattice.top()[attribute].min(wishes.high[attribute]),
    )
}

/// How many nodes have wished levels, if those of the attributes in `held` and of what is linked
/// with them are given.
pub(crate) fn count_wished(lattice: &Lattice, wishes: &Wishes, held: &[usize]) -> u64 {
    let choices = |a: usize| {
        let (low, high) = wished(lattice, wishes, a);
        (u64::from(high) + 1).saturating_sub(u64::from(low))
    };
    free(lattice, held)
        .filter(|&a| lattice.leads(a))
        .map(choices)
        .product()
}

/// The lowest height of such nodes, without the levels that are given.
pub(crate) fn lowest_wished(lattice: &Lattice, wishes: &Wishes, held: &[usize]) -> u32 {
    free(lattice, held)
        .map(|a| u32::from(wished(lattice, wishes, a).0))
        .sum()
}

/// The attributes that do not move with any of `held`.
fn free(lattice: &Lattice, held: &[usize]) -> impl Iterator<Item = usize> {
    (0..lattice.attributes()).filter(|&a| {
        held.iter()
            .all(|&h| lattice.leader_of(h) != lattice.leader_of(a))
    })
}

/// Calls `visit` with the levels between `low` and `high` of each node of a height, in
/// lexicographic order, until it says false.
pub(crate) fn for_each_at_height(
    lattice: &Lattice,
    low: &[u8],
    high: &[u8],
    height: u32,
    mut visit: impl FnMut(&[u8]) -> bool,
) {
    let (least, most) = (self::height(low), self::height(high));
    if least <= height && height <= most && low.iter().zip(high).all(|(l, h)| l <= h) {
        let columns = |a: usize| {
            if lattice.leads(a) {
                lattice.group(a).count() as u32
            } else {
                0
            }
        };
        let columns: Vec<u32> = (0..low.len()).map(columns).collect();
        let mut levels = low.to_vec();
        let mut settled = low.to_vec();
        let mut visit = |levels: &[u8]| {
            settled.copy_from_slice(levels);
            lattice.settle(&mut settled);
            visit(&settled)
        };
        place(&mut levels, high, &columns, 0, height - least, &mut visit);
    }
}

/// Spreads `rest` steps over the attributes from `first` on, where a step of an attribute counts
/// for all `columns` that move with it, and one that moves with another stays. False stops it.
fn place(
    levels: &mut [u8],
    high: &[u8],
    columns: &[u32],
    first: usize,
    rest: u32,
    visit: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    if first == levels.len() {
        return rest > 0 || visit(levels);
    }
    let low = levels[first];
    let room = |a: usize| columns[a] * u32::from(high[a] - levels[a]);
    let later: u32 = (first + 1..levels.len()).map(room).sum();
    let step = columns[first];
    let (least, most) = if step == 0 {
        (0, 0)
    } else {
        (
            rest.saturating_sub(later).div_ceil(step),
            rest.min(room(first)) / step,
        )
    };
    let on = (least..=most).all(|steps| {
        levels[first] = low + steps as u8;
        place(levels, high, columns, first + 1, rest - steps * step, visit)
    });
    levels[first] = low;
    on
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_a_height_are_those_of_the_lattice_in_order() {
        check(&Lattice::new(&[(1, 2), (0, 3), (2, 2), (0, 2)]).unwrap());
        check(
            &Lattice::linked(
                &[(1, 3), (0, 2), (1, 3), (2, 2), (1, 3), (0, 2)],
                &[0, 1, 0, 3, 0, 1],
            )
            .unwrap(),
        );
        // Every second height has no node.
        check(&Lattice::linked(&[(1, 3), (0, 2), (1, 3), (0, 2)], &[0, 1, 0, 1]).unwrap());
    }

    fn check(lattice: &Lattice) {
        let counts = count_by_height(lattice, |a| (lattice.bottom()[a], lattice.top()[a]));
        for at in 0..=20u32 {
            let mut expected = Vec::new();
            lattice.for_each(|levels| {
                expected.extend((height(levels) == at).then(|| levels.to_vec()))
            });
            let mut found = Vec::new();
            for_each_at_height(lattice, lattice.bottom(), lattice.top(), at, |levels| {
                found.push(levels.to_vec());
                true
            });
            assert_eq!(found, expected);
            assert_eq!(
                counts.get(at as usize).copied().unwrap_or(0),
                expected.len() as u64
            );
            let mut calls = 0;
            for_each_at_height(lattice, lattice.bottom(), lattice.top(), at, |_| {
                calls += 1;
                calls < 2
            });
            assert_eq!(calls, expected.len().min(2));
        }
        for asked in [0, 1_000] {
            let mut decoder = Decoder::of(lattice, &[], asked);
            assert_eq!(decoder.flat.is_empty(), asked == 0);
            assert!((0..lattice.nodes()).all(|node| decoder.levels(node) == lattice.levels(node)));
            let kept = Decoder::of(lattice, &[], 1_000).flat.into_owned();
            let mut decoder = Decoder::of(lattice, &kept, asked);
            assert!(matches!(decoder.flat, Cow::Borrowed(_)));
            assert!((0..lattice.nodes()).all(|node| decoder.levels(node) == lattice.levels(node)));
        }
    }
}
