//! Moving about in the box of nodes of a record.

/// Calls `visit` with every node, in lexicographic order.
pub(super) fn for_each(heights: &[u8], mut visit: impl FnMut(&[u8])) {
    let mut node = vec![0; heights.len()];
    loop {
        visit(&node);
        let Some(a) = (0..node.len()).rfind(|&a| node[a] < heights[a]) else {
            return;
        };
        node[a] += 1;
        node[a + 1..].fill(0);
    }
}

/// Number of nodes.
pub(super) fn count(heights: &[u8]) -> u128 {
    heights.iter().fold(1, |nodes: u128, &height| {
        nodes.saturating_mul(u128::from(height) + 1)
    })
}

/// The immediate generalizations of a node.
pub(super) fn above<'a>(node: &'a [u8], heights: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
    (0..node.len())
        .filter(|&a| node[a] < heights[a])
        .map(|a| moved(node, a, 1))
}

/// The immediate specializations of a node.
pub(super) fn below(node: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (0..node.len())
        .filter(|&a| node[a] > 0)
        .map(|a| moved(node, a, -1))
}

/// A node with one attribute moved.
pub(super) fn moved(node: &[u8], attribute: usize, by: i8) -> Vec<u8> {
    let mut node = node.to_vec();
    node[attribute] = node[attribute].wrapping_add_signed(by);
    node
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The record (Chinese, Dayton) of the source, whose chains are Chinese, Asian, any and Dayton,
    /// Tippecanoe, Indiana, any: oracle O2.
    #[test]
    fn the_lattice_of_a_record() {
        let heights = [2, 3];
        assert_eq!(count(&heights), 12);
        let mut all = Vec::new();
        for_each(&heights, |node| all.push(node.to_vec()));
        assert_eq!(all.len(), 12);
        assert!(all.is_sorted());
        let tippecanoe = [0, 1];
        assert_eq!(
            above(&tippecanoe, &heights).collect::<Vec<_>>(),
            [[1, 1], [0, 2]]
        );
        assert_eq!(
            below(&tippecanoe).collect::<Vec<_>>(),
            [[0, 0]],
            "fewer than attributes: it lies on the border"
        );
        let inner = [1, 2];
        assert_eq!(
            (above(&inner, &heights).count(), below(&inner).count()),
            (2, 2)
        );
    }
}
