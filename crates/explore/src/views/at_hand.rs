//! Views that cost no work.

use crate::{Figures, KnownNodes};
use equipoise_data::Lattice;

/// What is known without resolving a node: figures that are not at hand cannot be had.
///
/// Views drawn from it are there at once even where resolving takes a roll-up; what is not known is
/// open in them.
pub struct AtHand<'a>(pub &'a dyn KnownNodes);

impl std::fmt::Debug for AtHand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AtHand({} nodes)", self.0.lattice().nodes())
    }
}

impl KnownNodes for AtHand<'_> {
    fn lattice(&self) -> &Lattice {
        self.0.lattice()
    }

    fn all_levels(&self) -> &[u8] {
        self.0.all_levels()
    }

    fn all_units(&self) -> u64 {
        self.0.all_units()
    }

    fn has_persons(&self) -> bool {
        self.0.has_persons()
    }

    fn nodes(&self, loss: usize) -> Vec<u64> {
        self.0.nodes(loss)
    }

    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    fn units(&self, node: u64) -> (u64, u64) {
        self.0.units(node)
    }

    fn loss_bound(&self, node: u64, loss: usize) -> f64 {
        self.0.loss_bound(node, loss)
    }

    fn figures(&self, node: u64) -> Option<Figures> {
        self.0.at_hand(node)
    }

    fn spot(&self, node: u64, loss: usize) -> Option<(u64, f64)> {
        self.0.spot(node, loss)
    }

    fn at_hand(&self, node: u64) -> Option<Figures> {
        self.0.at_hand(node)
    }
}
