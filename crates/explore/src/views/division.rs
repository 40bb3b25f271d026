//! Divisions of nodes into cells.

/// A division of nodes into cells. A node may be in several cells, or in none.
pub(crate) trait Division {
    /// Number of cells.
    fn len(&self) -> usize;

    /// Replaces `cells` by the cells of a node.
    fn cells(&self, levels: &[u8], cells: &mut Vec<usize>);

    /// How many nodes of the lattice are in a cell.
    fn size(&self, cell: usize) -> u64;

    /// The lowest height in a cell.
    fn lowest(&self, cell: usize) -> u32;
}
