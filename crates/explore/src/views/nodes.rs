//! Walking over nodes without allocating for each.

use crate::{Known, Wishes};
use equipoise_data::{Lattice, Levels};

/// Lattices up to this many nodes are walked over whole where nodes are missing in an atlas. Beyond it missing nodes are only
/// counted.
pub(crate) const SMALL: u64 = 1 << 18;

/// Tells the levels of nodes. Divisions are what costs most in a view, so there are none where many nodes are asked for.
pub(crate) struct Decoder<'a> {
    lattice: &'a Lattice,
    /// The levels of all nodes, if they are worth a list.
    flat: Vec<u8>,
    /// The levels of one node otherwise.
    levels: Levels,
}

impl<'a> Decoder<'a> {
    /// A decoder that will be asked about so many nodes.
    pub(crate) fn new(lattice: &'a Lattice, asked: usize) -> Self {
        let mut flat = Vec::new();
        if lattice.nodes() <= 2 * asked as u64 {
            flat.reserve_exact(lattice.nodes() as usize * lattice.attributes());
            lattice.for_each(|levels| flat.extend_from_slice(levels));
        }
        Decoder { lattice, flat, levels: lattice.bottom().to_vec() }
    }

    /// The levels of a node.
    pub(crate) fn levels(&mut self, mut node: u64) -> &[u8] {
        if !self.flat.is_empty() {
            return &self.flat[node as usize * self.levels.len()..][..self.levels.len()];
        }
        for (attribute, level) in self.levels.iter_mut().enumerate() {
            let stride = self.lattice.stride(attribute);
            *level = self.lattice.bottom()[attribute] + (node / stride) as u8;
            node %= stride;
        }
        &self.levels
    }
}

/// The sum of levels.
pub(crate) fn height(levels: &[u8]) -> u32 {
    levels.iter().map(|&l| u32::from(l)).sum()
}

/// Whether all levels are within the wished bounds.
pub(crate) fn within(wishes: &Wishes, levels: &[u8]) -> bool {
    levels.iter().zip(&wishes.low).zip(&wishes.high).all(|((l, low), high)| low <= l && l <= high)
}

/// Calls `visit` with the index and the levels of each node of which the atlas knows nothing by itself.
///
/// Returns false, without any call, where there are too many nodes in the lattice to walk over.
pub(crate) fn for_each_missing(known: &dyn Known, listed: &[u64], mut visit: impl FnMut(u64, &[u8])) -> bool {
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

/// How many nodes there are of each height, from 0 on, with the levels of each attribute within `ranges`.
pub(crate) fn count_by_height(ranges: impl Iterator<Item = (u8, u8)>) -> Vec<u64> {
    let mut counts = vec![1u64];
    for (low, high) in ranges {
        let mut next = vec![0; counts.len() + usize::from(high)];
        for (height, &count) in counts.iter().enumerate() {
            for level in low..=high {
                next[height + usize::from(level)] += count;
            }
        }
        counts = next;
    }
    counts
}

/// The levels of an attribute that both the lattice and the wishes have. The first is above the second where there are none.
pub(crate) fn wished(lattice: &Lattice, wishes: &Wishes, attribute: usize) -> (u8, u8) {
    (lattice.bottom()[attribute].max(wishes.low[attribute]), lattice.top()[attribute].min(wishes.high[attribute]))
}

/// How many levels [`wished`] has.
pub(crate) fn choices(lattice: &Lattice, wishes: &Wishes, attribute: usize) -> u64 {
    let (low, high) = wished(lattice, wishes, attribute);
    (u64::from(high) + 1).saturating_sub(u64::from(low))
}

/// Calls `visit` with the levels between `low` and `high` of each node of a height, in lexicographic order, until it says false.
pub(crate) fn for_each_at_height(low: &[u8], high: &[u8], height: u32, mut visit: impl FnMut(&[u8]) -> bool) {
    let (least, most) = (self::height(low), self::height(high));
    if least <= height && height <= most && low.iter().zip(high).all(|(l, h)| l <= h) {
        let mut levels = low.to_vec();
        place(&mut levels, high, 0, height - least, &mut visit);
    }
}

/// Spreads `rest` steps over the attributes from `first` on. False stops it.
fn place(levels: &mut [u8], high: &[u8], first: usize, rest: u32, visit: &mut impl FnMut(&[u8]) -> bool) -> bool {
    if first == levels.len() {
        return visit(levels);
    }
    let low = levels[first];
    let later: u32 = levels[first + 1..].iter().zip(&high[first + 1..]).map(|(&l, &h)| u32::from(h - l)).sum();
    let most = rest.min(u32::from(high[first] - low));
    let on = (rest.saturating_sub(later)..=most).all(|step| {
        levels[first] = low + step as u8;
        place(levels, high, first + 1, rest - step, visit)
    });
    levels[first] = low;
    on
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_a_height_are_those_of_the_lattice_in_order() {
        let ranges = [(1, 2), (0, 3), (2, 2), (0, 2)];
        let lattice = Lattice::new(&ranges).unwrap();
        let counts = count_by_height(ranges.iter().map(|&(low, high)| (low as u8, high as u8)));
        for at in 0..=10u32 {
            let mut expected = Vec::new();
            lattice.for_each(|levels| expected.extend((height(levels) == at).then(|| levels.to_vec())));
            let mut found = Vec::new();
            for_each_at_height(lattice.bottom(), lattice.top(), at, |levels| {
                found.push(levels.to_vec());
                true
            });
            assert_eq!(found, expected);
            assert_eq!(counts.get(at as usize).copied().unwrap_or(0), expected.len() as u64);
            let mut calls = 0;
            for_each_at_height(lattice.bottom(), lattice.top(), at, |_| {
                calls += 1;
                calls < 2
            });
            assert_eq!(calls, expected.len().min(2));
        }
        for asked in [0, 1_000] {
            let mut decoder = Decoder::new(&lattice, asked);
            assert_eq!(decoder.flat.is_empty(), asked == 0);
            assert!((0..lattice.nodes()).all(|node| decoder.levels(node) == lattice.levels(node)));
        }
    }
}
