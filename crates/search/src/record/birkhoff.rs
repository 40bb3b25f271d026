//! Nodes as sets, and points between nodes: what methods that relax the box of nodes need.
//!
//! A step (attribute, l) is an element, with l from 1 to the height; a node is the set of the steps
//! below it. Sets of this kind are closed: with a step they have all below it on the same chain. A
//! point between nodes has a weight for each element, and is rounded to a node by taking all
//! elements whose weight reaches a threshold.
//!
//! # Source
//! §5.2: Birkhoff's encoding, the closure, and the rounding RR of the Lovász extension. What is
//! built on it, an approximation for large thresholds, is not here yet; it would begin in this file.

/// The steps of a box of nodes as elements, attribute by attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Birkhoff {
    heights: Vec<u8>,
}

impl Birkhoff {
    /// The encoding of nodes with these heights.
    pub fn new(heights: &[u8]) -> Self {
        Birkhoff {
            heights: heights.to_vec(),
        }
    }

    /// Number of elements: the sum of heights.
    pub fn elements(&self) -> usize {
        self.heights.iter().map(|&h| usize::from(h)).sum()
    }

    /// The set of a node.
    pub fn set(&self, node: &[u8]) -> Vec<bool> {
        node.iter()
            .zip(&self.heights)
            .flat_map(|(&step, &height)| (1..=height).map(move |l| l <= step))
            .collect()
    }

    /// The node of the least closed set that has all elements of a set.
    ///
    /// ```
    /// use equipoise_search::record::Birkhoff;
    /// let encoding = Birkhoff::new(&[3, 2]);
    /// assert_eq!(encoding.set(&[1, 2]), [true, false, false, true, true]);
    /// assert_eq!(encoding.node(&[false, true, false, false, false]), [2, 0]);
    /// ```
    pub fn node(&self, set: &[bool]) -> Vec<u8> {
        let mut from = 0;
        let mut highest = |height: &u8| {
            let chain = &set[from..from + usize::from(*height)];
            from += usize::from(*height);
            chain
                .iter()
                .rposition(|&is_in| is_in)
                .map_or(0, |l| l as u8 + 1)
        };
        self.heights.iter().map(&mut highest).collect()
    }

    /// All sets that rounding a point can give, each with its probability, from the empty set up.
    /// Elements of equal weight come and go together.
    ///
    /// ```
    /// use equipoise_search::record::Birkhoff;
    /// let sets = Birkhoff::new(&[5]).roundings(&[0.7, 0.5, 0.4, 0.1, 0.0]);
    /// let sizes: Vec<(usize, f64)> = sets.iter().map(|(set, p)| (set.iter().filter(|x| **x).count(), (p * 10.0).round() / 10.0)).collect();
    /// assert_eq!(sizes, [(0, 0.3), (1, 0.2), (2, 0.1), (3, 0.3), (4, 0.1), (5, 0.0)]);
    /// ```
    pub fn roundings(&self, point: &[f64]) -> Vec<(Vec<bool>, f64)> {
        let mut weights: Vec<f64> = point.to_vec();
        weights.sort_by(|a, b| b.total_cmp(a));
        weights.dedup();
        let mut held = 1.0;
        let mut sets = vec![(vec![false; point.len()], 0.0)];
        for weight in weights {
            sets.last_mut().expect("it begins with the empty set").1 = held - weight;
            sets.push((point.iter().map(|&w| w >= weight).collect(), 0.0));
            held = weight;
        }
        sets.last_mut().expect("it begins with the empty set").1 = held;
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cities with three steps and races with two: oracle O7.
    #[test]
    fn a_point_between_three_nodes_is_rounded_to_a_chain_of_sets() {
        let encoding = Birkhoff::new(&[3, 2]);
        assert_eq!(encoding.elements(), 5);
        let parts = [(0.2, [1, 0]), (0.1, [2, 1]), (0.4, [1, 2])];
        let mut point = vec![0.0f64; 5];
        for (share, node) in parts {
            point
                .iter_mut()
                .zip(encoding.set(&node))
                .for_each(|(weight, is_in)| *weight += if is_in { share } else { 0.0 });
        }
        let expected = [0.7, 0.1, 0.0, 0.5, 0.4];
        assert!(
            point
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-12),
            "{point:?}"
        );
        let sets = encoding.roundings(&expected);
        let names = |set: &[bool]| {
            "abcde"
                .chars()
                .zip(set)
                .filter(|(_, is_in)| **is_in)
                .map(|(name, _)| name)
                .collect::<String>()
        };
        assert_eq!(
            sets.iter().map(|(set, _)| names(set)).collect::<Vec<_>>(),
            ["", "a", "ad", "ade", "abde", "abcde"]
        );
        let probabilities = sets.iter().map(|s| s.1);
        assert!(
            probabilities
                .zip([0.3, 0.2, 0.1, 0.3, 0.1, 0.0])
                .all(|(p, q)| (p - q).abs() < 1e-12)
        );
        assert_eq!(encoding.node(&sets[3].0), [1, 2], "Tippecanoe, any");
        // The rounded sets have the weights of the point on average.
        for (element, weight) in expected.iter().enumerate() {
            let mean: f64 = sets
                .iter()
                .filter(|(set, _)| set[element])
                .map(|s| s.1)
                .sum();
            assert!((mean - weight).abs() < 1e-12);
        }
    }
}
