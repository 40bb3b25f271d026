//! Nodes as they are shown.

use crate::{Figures, KnownNodes, Shown};

/// A node with its exact figures, if they can be had.
pub(super) fn show(known: &dyn KnownNodes, node: u64) -> Option<Shown> {
    known
        .figures(node)
        .map(|figures| with_figures(known, node, figures))
}

/// A node with these figures.
pub(super) fn with_figures(known: &dyn KnownNodes, node: u64, figures: Figures) -> Shown {
    Shown::new(known.lattice(), node, figures)
}
