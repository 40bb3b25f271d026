//! The lattice of nodes: one level per quasi-identifier, within minimum and maximum levels.

use crate::error::{Error, Result};

/// Levels of one node, in the order of the quasi-identifiers.
pub type Levels = Vec<u8>;

/// The height of a node: the sum of its levels. Linked attributes each count, both in searches and
/// in atlases.
pub fn height(levels: &[u8]) -> u32 {
    levels.iter().map(|&l| u32::from(l)).sum()
}

/// All nodes between a lowest and a highest one.
///
/// A node is a vector of levels, and also a mixed-radix index in which the last attribute varies
/// fastest, so the order of indices is the lexicographic order of level vectors.
///
/// ```
/// use equipoise_data::Lattice;
/// let lattice = Lattice::new(&[(0, 1), (0, 4)])?;
/// assert_eq!(lattice.nodes(), 10);
/// assert_eq!(lattice.index(&[1, 3]), 8);
/// assert_eq!(lattice.levels(8), [1, 3]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
///
/// Attributes can be linked: they have the same level at every node, the level of the first of
/// them, the leader. Code that steps through a lattice moves leaders only; the others have stride
/// 0.
///
/// ```
/// use equipoise_data::Lattice;
/// let lattice = Lattice::linked(&[(0, 2), (0, 1), (0, 2)], &[0, 1, 0])?;
/// assert_eq!(lattice.nodes(), 6);
/// assert_eq!(lattice.levels(3), [1, 1, 1]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    low: Levels,
    high: Levels,
    /// 0 for an attribute that follows another.
    strides: Vec<u64>,
    leader_of: Vec<usize>,
    nodes: u64,
}

impl Lattice {
    /// The lattice of all level vectors with `low <= level <= high` per attribute.
    ///
    /// # Errors
    /// A level above 255, a lowest level above the highest, or 2^63 nodes and more.
    pub fn new(ranges: &[(usize, usize)]) -> Result<Self> {
        Lattice::linked(ranges, &(0..ranges.len()).collect::<Vec<_>>())
    }

    /// A lattice in which each attribute has the level of its leader: itself, or an attribute
    /// before it that leads itself.
    ///
    /// # Errors
    /// As [`Lattice::new`], and a leader that comes later, follows another, or has other levels.
    pub fn linked(ranges: &[(usize, usize)], leader_of: &[usize]) -> Result<Self> {
        let is_sound = |a: usize| {
            leader_of[a] <= a
                && leader_of[leader_of[a]] == leader_of[a]
                && ranges[leader_of[a]] == ranges[a]
        };
        if leader_of.len() != ranges.len() || !(0..ranges.len()).all(is_sound) {
            return Err(Error::internal(
                "an attribute of a lattice is linked to one that cannot lead it",
            ));
        }
        let mut low = Vec::new();
        let mut high = Vec::new();
        for &(from, to) in ranges {
            if from > to || to > usize::from(u8::MAX) {
                return Err(Error::usage(format!(
                    "level range {from} to {to} is not a range within 0 to 255"
                )));
            }
            low.push(from as u8);
            high.push(to as u8);
        }
        let mut nodes = 1u64;
        let mut strides = vec![0; ranges.len()];
        for i in (0..ranges.len()).rev().filter(|&i| leader_of[i] == i) {
            strides[i] = nodes;
            nodes = nodes
                .checked_mul(u64::from(high[i] - low[i]) + 1)
                .filter(|&n| n < 1 << 63)
                .ok_or_else(|| {
                    Error::limit("the lattice has 2^63 nodes or more")
                        .hint("bound the levels with min-level and max-level")
                })?;
        }
        Ok(Lattice {
            low,
            high,
            strides,
            leader_of: leader_of.to_vec(),
            nodes,
        })
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of attributes.
    pub fn attributes(&self) -> usize {
        self.low.len()
    }

    /// The node with every attribute at its lowest level.
    pub fn bottom(&self) -> &[u8] {
        &self.low
    }

    /// The node with every attribute at its highest level.
    pub fn top(&self) -> &[u8] {
        &self.high
    }

    /// The attributes that move by themselves: all but those that follow another.
    pub fn leaders(&self) -> impl Iterator<Item = usize> {
        (0..self.leader_of.len()).filter(|&a| self.leads(a))
    }

    /// Whether an attribute moves by itself.
    pub fn leads(&self, attribute: usize) -> bool {
        self.leader_of[attribute] == attribute
    }

    /// The attribute whose level `attribute` has: itself, unless it is linked to another.
    pub fn leader_of(&self, attribute: usize) -> usize {
        self.leader_of[attribute]
    }

    /// The attributes that have the level of `attribute` at every node, itself among them.
    pub fn group(&self, attribute: usize) -> impl Iterator<Item = usize> {
        let leader = self.leader_of[attribute];
        (leader..self.leader_of.len()).filter(move |&a| self.leader_of[a] == leader)
    }

    /// Gives linked attributes the levels of those that lead them.
    pub fn settle(&self, levels: &mut [u8]) {
        for (attribute, &leader) in self.leader_of.iter().enumerate() {
            levels[attribute] = levels[leader];
        }
    }

    /// How far the index moves when `attribute` goes up one level; 0 for one that follows another.
    pub fn stride(&self, attribute: usize) -> u64 {
        self.strides[attribute]
    }

    /// The index of a node.
    pub fn index(&self, levels: &[u8]) -> u64 {
        levels
            .iter()
            .zip(&self.low)
            .zip(&self.strides)
            .map(|((&l, &low), &s)| u64::from(l - low) * s)
            .sum()
    }

    /// The levels of an index.
    pub fn levels(&self, mut index: u64) -> Levels {
        let mut levels = self.low.clone();
        for attribute in 0..levels.len() {
            let (leader, stride) = (self.leader_of[attribute], self.strides[attribute]);
            if leader == attribute {
                levels[attribute] += (index / stride) as u8;
                index %= stride;
            } else {
                levels[attribute] = levels[leader];
            }
        }
        levels
    }

    /// Calls `visit` with the levels of every node, in index order.
    pub fn for_each(&self, mut visit: impl FnMut(&[u8])) {
        let mut levels = self.low.clone();
        loop {
            visit(&levels);
            let Some(i) = (0..levels.len()).rfind(|&i| self.leads(i) && levels[i] < self.high[i])
            else {
                return;
            };
            levels[i] += 1;
            levels[i + 1..].copy_from_slice(&self.low[i + 1..]);
            self.settle(&mut levels);
        }
    }

    /// Calls `visit` with the index of `from` and of the nodes above it, each once. Where `visit`
    /// says that a node is no news, nodes above that one are left out, so it must be no news for
    /// these either.
    ///
    /// # Cost
    /// O(nodes with news x attributes).
    pub fn spread_up(&self, from: &[u8], mut visit: impl FnMut(usize) -> bool) {
        let mut room = self.room(|a| self.high[a] - from[a]);
        spread(
            self.index(from),
            &mut room,
            0,
            &mut |node, attribute| node + self.strides[attribute],
            &mut visit,
        );
    }

    /// Like [`Lattice::spread_up`], for the nodes below.
    pub fn spread_down(&self, from: &[u8], mut visit: impl FnMut(usize) -> bool) {
        let mut room = self.room(|a| from[a] - self.low[a]);
        spread(
            self.index(from),
            &mut room,
            0,
            &mut |node, attribute| node - self.strides[attribute],
            &mut visit,
        );
    }

    /// The steps that each attribute can go by itself.
    fn room(&self, steps: impl Fn(usize) -> u8) -> Levels {
        (0..self.low.len())
            .map(|a| if self.leads(a) { steps(a) } else { 0 })
            .collect()
    }
}

/// Visits `node`, then the nodes that can be reached from it by steps of attributes from `first`
/// on, of each as many as there is room for. As steps are taken in the order of the attributes,
/// there is one way to each node.
fn spread(
    node: u64,
    room: &mut [u8],
    first: usize,
    step: &mut impl FnMut(u64, usize) -> u64,
    visit: &mut impl FnMut(usize) -> bool,
) {
    if !visit(node as usize) {
        return;
    }
    for attribute in first..room.len() {
        if room[attribute] > 0 {
            room[attribute] -= 1;
            spread(step(node, attribute), room, attribute, step, visit);
            room[attribute] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_levels_are_inverse_and_news_reaches_every_node_above_or_below_once() {
        check_moves(&Lattice::new(&[(1, 2), (0, 0), (0, 3), (2, 4)]).unwrap());
        check_moves(
            &Lattice::linked(&[(1, 2), (0, 3), (1, 2), (0, 3), (2, 4)], &[0, 1, 0, 1, 4]).unwrap(),
        );
    }

    /// Checks a lattice of 24 nodes.
    fn check_moves(lattice: &Lattice) {
        assert_eq!(lattice.nodes(), 24);
        for i in 0..24 {
            assert_eq!(lattice.index(&lattice.levels(i)), i);
        }
        for top in 0..24 {
            let top = lattice.levels(top);
            let mut seen = Vec::new();
            lattice.spread_down(&top, |i| {
                seen.push(i as u64);
                true
            });
            seen.sort_unstable();
            let expected: Vec<u64> = (0..24)
                .filter(|&i| lattice.levels(i).iter().zip(&top).all(|(a, b)| a <= b))
                .collect();
            assert_eq!(seen, expected);
            let mut seen = Vec::new();
            lattice.spread_up(&top, |i| {
                seen.push(i as u64);
                true
            });
            seen.sort_unstable();
            let expected: Vec<u64> = (0..24)
                .filter(|&i| lattice.levels(i).iter().zip(&top).all(|(a, b)| a >= b))
                .collect();
            assert_eq!(seen, expected);
        }
        let mut all = Vec::new();
        lattice.for_each(|levels| all.push(levels.to_vec()));
        assert_eq!(all, (0..24).map(|i| lattice.levels(i)).collect::<Vec<_>>());
    }

    #[test]
    fn impossible_lattices_are_refused() {
        assert!(Lattice::new(&[(2, 1)]).is_err());
        assert!(Lattice::new(&[(0, 255); 8]).is_err());
        assert!(
            Lattice::linked(&[(0, 1), (0, 2)], &[0, 0]).is_err(),
            "other levels"
        );
        assert!(
            Lattice::linked(&[(0, 1), (0, 1)], &[1, 1]).is_err(),
            "a leader that comes later"
        );
        assert!(
            Lattice::linked(&[(0, 1), (0, 1), (0, 1)], &[0, 0, 1]).is_err(),
            "a leader that follows"
        );
        assert_eq!(Lattice::new(&[]).unwrap().nodes(), 1);
    }

    #[test]
    fn a_group_is_an_attribute_and_all_that_move_with_it() {
        let lattice = Lattice::linked(&[(0, 1), (0, 2), (0, 1), (0, 1)], &[0, 1, 0, 0]).unwrap();
        let groups: Vec<Vec<usize>> = (0..4).map(|a| lattice.group(a).collect()).collect();
        assert_eq!(
            groups,
            [vec![0, 2, 3], vec![1], vec![0, 2, 3], vec![0, 2, 3]]
        );
    }
}
