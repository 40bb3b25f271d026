//! Hexagons: where do all the nodes lie, as a picture shows it?

use super::nodes::{Decoder, count_wished, within};
use crate::{KnownNodes, Wishes};
use rayon::prelude::*;

/// Answers "how special are the nodes of the front?": how many nodes lie where, between suppression
/// and loss.
///
/// Hexagons lie over the unit square of the root of the share of units left out, and the loss from
/// its smallest to its greatest value. Odd rows are shifted by half a column. The centre of a
/// hexagon is at ((column + shift) / columns, row / (rows - 1)).
#[derive(Clone, Debug, PartialEq)]
pub struct Hexagons {
    /// Columns and rows.
    pub size: (usize, usize),
    /// Column, row and number of nodes of hexagons that are not empty, row by row.
    pub cells: Vec<(u32, u32, u64)>,
    /// The smallest and the greatest loss of the nodes counted.
    pub losses: (f64, f64),
    /// Nodes counted: those that leave something.
    pub counted: u64,
    /// Nodes that would leave out everything. They are no release and lie nowhere.
    pub empty: u64,
    /// Nodes within the wished levels whose figures are not at hand.
    pub missing: u64,
}

/// How many nodes within the wished levels lie where, by the figures that are at hand and the loss
/// that counts. Nothing is resolved for it. There are at least one column and two rows.
///
/// # Cost
/// A look at the record of every node within the wished levels.
pub fn hexagons(known: &dyn KnownNodes, wishes: &Wishes, size: (usize, usize)) -> Hexagons {
    let size = (size.0.max(1), size.1.max(2));
    let lattice = known.lattice();
    let wishes = &*wishes.settled(lattice);
    let listed = known.nodes(wishes.loss());
    let mut decoder = Decoder::new(known, listed.len());
    let wished: Vec<u64> = listed
        .into_iter()
        .filter(|&node| within(wishes, decoder.levels(node)))
        .collect();
    let place = |&node: &u64| {
        let (units, loss) = known.spot(node, wishes.loss())?;
        Some((units as f64 / known.all_units() as f64, loss))
    };
    let mut places: Vec<(f64, f64)> = wished
        .par_iter()
        .with_min_len(256)
        .filter_map(place)
        .collect();
    let at_hand = places.len() as u64;
    places.retain(|place| place.1.is_finite());
    let range = |(low, high): (f64, f64), &(_, loss): &(f64, f64)| (low.min(loss), high.max(loss));
    let losses = places
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), range);
    let losses = if places.is_empty() {
        (0.0, 0.0)
    } else {
        losses
    };
    let mut counts = vec![0u64; (size.0 + 1) * size.1];
    for &(share, loss) in &places {
        // Where all losses are equal the quotient is not a number; then all lie in the lowest row.
        let height = ((loss - losses.0) / (losses.1 - losses.0)).max(0.0);
        let (column, row) = nearest(share.sqrt(), height, size);
        counts[row * (size.0 + 1) + column] += 1;
    }
    let cell = |(at, &count): (usize, &u64)| {
        (
            (at % (size.0 + 1)) as u32,
            (at / (size.0 + 1)) as u32,
            count,
        )
    };
    let cells = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(cell)
        .collect();
    let all = count_wished(lattice, wishes, &[]);
    let counted = places.len() as u64;
    Hexagons {
        size,
        cells,
        losses,
        counted,
        empty: at_hand - counted,
        missing: all - at_hand,
    }
}

/// The hexagon whose centre is nearest to a point of the unit square: one of those in the two rows
/// around it.
fn nearest(x: f64, y: f64, (columns, rows): (usize, usize)) -> (usize, usize) {
    let (across, down) = (x * columns as f64, y * (rows - 1) as f64);
    // Rows of regular hexagons are this many columns apart.
    let apart = 3f64.sqrt() / 2.0;
    let below = (down as usize).min(rows - 1);
    let candidates = [below, (below + 1).min(rows - 1)].map(|row| {
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        let column = (across - shift).round().clamp(0.0, columns as f64);
        let distance = (across - shift - column).powi(2) + (apart * (down - row as f64)).powi(2);
        (distance, column as usize, row)
    });
    let best = if candidates[1].0 < candidates[0].0 {
        candidates[1]
    } else {
        candidates[0]
    };
    (best.1, best.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_belongs_to_the_nearest_of_all_centres() {
        let size = (7, 5);
        let centre = |column: usize, row: usize| {
            (
                column as f64 + if row % 2 == 1 { 0.5 } else { 0.0 },
                row as f64,
            )
        };
        for i in 0..=50 {
            for j in 0..=50 {
                let (x, y) = (f64::from(i) / 50.0, f64::from(j) / 50.0);
                let distance = |column: usize, row: usize| {
                    let at = centre(column, row);
                    (x * 7.0 - at.0).powi(2) + 0.75 * (y * 4.0 - at.1).powi(2)
                };
                let (column, row) = nearest(x, y, size);
                let least = (0..5)
                    .flat_map(|r| (0..=7).map(move |c| (c, r)))
                    .map(|(c, r)| distance(c, r))
                    .fold(f64::INFINITY, f64::min);
                assert!(
                    distance(column, row) <= least + 1e-12,
                    "{x} {y}: {column} {row}"
                );
            }
        }
    }
}
