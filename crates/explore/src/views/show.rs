//! Nodes as they are shown.

use super::nodes::height;
use crate::{Figures, KnownNodes, Shown};

/// A node with its exact figures, if they can be had.
pub(super) fn show(known: &dyn KnownNodes, node: u64) -> Option<Shown> {
    known
        .figures(node)
        .map(|figures| with_figures(known, node, figures))
}

/// A node with these figures.
pub(super) fn with_figures(known: &dyn KnownNodes, node: u64, figures: Figures) -> Shown {
    let levels = known.lattice().levels(node);
    let height = height(&levels);
    let Figures {
        units,
        rows,
        kept_classes,
        losses,
    } = figures;
    Shown {
        node,
        levels,
        height,
        units,
        rows,
        kept_classes,
        losses,
    }
}
