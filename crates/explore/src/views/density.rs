//! Density: where do all the nodes lie?

use super::nodes::{Decoder, count_wished, within};
use crate::{Known, Wishes};

/// Answers "how special are the nodes of the front?": how many nodes lie where, between suppression and loss.
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    /// How many bins there are: along the share of units left out, on a square-root scale from none to all, and along the loss.
    pub bins: (usize, usize),
    /// Nodes per bin, row by row from the smallest loss on.
    pub counts: Vec<u64>,
    /// The smallest and the greatest loss of the nodes counted: the first bin begins and the last one ends here.
    pub losses: (f64, f64),
    /// Nodes counted.
    pub counted: u64,
    /// Nodes within the wished levels whose figures are not at hand.
    pub missing: u64,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// How many nodes within the wished levels lie where, by the figures that are at hand and the loss that counts. Nothing is
/// resolved for it. A number of bins of 0 is taken as 1.
pub fn density(known: &dyn Known, wishes: &Wishes, bins_x: usize, bins_y: usize) -> Density {
    let bins = (bins_x.max(1), bins_y.max(1));
    let lattice = known.lattice();
    let wishes = &*wishes.settled(lattice);
    let listed = known.nodes(wishes.loss());
    let mut decoder = Decoder::new(lattice, listed.len());
    let mut places = Vec::new();
    for node in listed {
        if within(wishes, decoder.levels(node))
            && let Some(figures) = known.at_hand(node)
        {
            places.push((figures.units as f64 / known.all_units() as f64, figures.losses[wishes.loss()]));
        }
    }
    let all = count_wished(lattice, wishes, &[]);
    let range = |(low, high): (f64, f64), &(_, loss): &(f64, f64)| (low.min(loss), high.max(loss));
    let losses = places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), range);
    let losses = if places.is_empty() { (0.0, 0.0) } else { losses };
    let mut counts = vec![0; bins.0 * bins.1];
    for &(share, loss) in &places {
        // Where all losses are equal the quotient is not a number, which is bin 0 too.
        let row = bin((loss - losses.0) / (losses.1 - losses.0), bins.1);
        counts[row * bins.0 + bin(share.sqrt(), bins.0)] += 1;
    }
    let counted = places.len() as u64;
    let missing = all - counted;
    Density { bins, counts, losses, counted, missing, complete: known.is_complete() && missing == 0 }
}

/// The bin of a share of the range; its end belongs to the last bin.
fn bin(share: f64, bins: usize) -> usize {
    ((share * bins as f64) as usize).min(bins - 1)
}
