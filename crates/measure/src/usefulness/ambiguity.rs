//! Measures how many combinations of values a released row could be.

use super::view::Original;
use equipoise_release::{Cells, Published};

/// The number of combinations of values that a released row could be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ambiguity {
    /// Its mean over rows.
    pub mean: f64,
    /// The mean of its base-2 logarithm: the missing bits per row.
    pub mean_bits: f64,
}

/// Computes the ambiguity of a release.
///
/// # Formula
/// For each row, the product over quasi-identifiers of the number of values that its cell stands
/// for, counting only values that occur in the original. A few rows that could be nearly anything
/// dominate the mean, so the mean of logarithms is given as well. A row that is left out could be
/// any combination.
///
/// # Source
/// Goldberger and Tassa, Efficient anonymizations with enhanced utility, 2010.
///
/// # Cost
/// O(classes x quasi-identifiers).
///
/// # Example
/// If three rows show 2 ages and 3 jobs each, and a fourth is unchanged: (3 x 6 + 1) / 4 = 4.75.
pub fn ambiguity(original: &Original, released: &Published<'_>) -> Ambiguity {
    let (mut sum, mut bits) = (0.0, 0.0);
    let mut add = |rows: u64, lens: &mut dyn Iterator<Item = f64>| {
        let (product, log) = lens.fold((1.0, 0.0), |(product, log), len| {
            (product * len, log + len.log2())
        });
        sum += rows as f64 * product;
        bits += rows as f64 * log;
    };
    let cells: Vec<Cells<'_>> = (0..original.quasi().len())
        .filter_map(|column| released.cells(column))
        .collect();
    for (bucket, &size) in released.sizes().iter().enumerate() {
        // A label of another tool can stand only for values that nobody has.
        let sizes = cells
            .iter()
            .map(|cells| f64::from(cells.size(bucket).max(1)));
        add(size, &mut { sizes });
    }
    if released.left_out() > 0 {
        add(
            released.left_out(),
            &mut (0..original.quasi().len())
                .map(|column| f64::from(released.domain(column).occurring())),
        );
    }
    let rows = original.rows().max(1) as f64;
    Ambiguity {
        mean: sum / rows,
        mean_bits: bits / rows,
    }
}
