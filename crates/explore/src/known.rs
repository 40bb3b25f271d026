//! What is known of the nodes under given thresholds.

use equipoise_data::Lattice;

/// What a node comes to under given thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Units of protection that lose a row.
    pub units: u64,
    /// Rows that go.
    pub rows: u64,
    /// Classes that stay.
    pub kept_classes: u64,
    /// Per loss of the atlas its value.
    pub losses: Vec<f64>,
}

/// What is known of the nodes of a lattice under given thresholds. Views are drawn from it.
///
/// Numbers of nodes may be known exactly, or within brackets until somebody looks closer.
pub trait KnownNodes: Sync {
    /// The nodes.
    fn lattice(&self) -> &Lattice;

    /// The levels of all nodes, one node after the other, where somebody keeps them; else empty.
    fn all_levels(&self) -> &[u8] {
        &[]
    }

    /// Units of protection in the table.
    fn all_units(&self) -> u64;

    /// Whether persons are the unit. Then all of them may lose a row while others of their rows
    /// stay, so that all units are suppressed does not say that nothing is left.
    fn has_persons(&self) -> bool {
        false
    }

    /// Whether a node with these figures leaves anything: if not, it is no release.
    fn leaves_something(&self, figures: &Figures) -> bool {
        if self.has_persons() {
            figures.kept_classes > 0
        } else {
            figures.units < self.all_units()
        }
    }

    /// Whether a node that suppresses so many units at least may leave anything.
    fn may_leave_something(&self, least_units: u64) -> bool {
        self.has_persons() || least_units < self.all_units()
    }

    /// The nodes of which something is known, by rising [`KnownNodes::loss_bound`] of the loss.
    fn nodes(&self, loss: usize) -> Vec<u64>;

    /// True when [`KnownNodes::nodes`] are all nodes of the lattice.
    fn is_complete(&self) -> bool;

    /// The least and the most units that a node may suppress.
    fn units(&self, node: u64) -> (u64, u64);

    /// No less than this is the loss of a node.
    fn loss_bound(&self, node: u64, loss: usize) -> f64;

    /// The exact figures of a node, looked up or computed now; none when that is not possible here.
    fn figures(&self, node: u64) -> Option<Figures>;

    /// The exact figures of a node if they are at hand already, without any work worth mentioning.
    fn at_hand(&self, node: u64) -> Option<Figures>;

    /// Where a node lies between suppression and a loss, if its figures are at hand: units, and the
    /// loss, infinite where nothing stays. For when all nodes are looked at and other figures do
    /// not matter.
    fn spot(&self, node: u64, loss: usize) -> Option<(u64, f64)> {
        self.at_hand(node).map(|figures| {
            let loss = if self.leaves_something(&figures) {
                figures.losses[loss]
            } else {
                f64::INFINITY
            };
            (figures.units, loss)
        })
    }
}
