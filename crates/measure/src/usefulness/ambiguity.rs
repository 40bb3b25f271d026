//! How many original rows a released one could be.

use super::view::Original;
use equipoise_release::{Cells, Published};

/// The number of combinations of values that a row could be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ambiguity {
    /// Its mean over rows.
    pub mean: f64,
    /// The mean of its logarithm to base 2: the bits that are missing per row.
    pub mean_bits: f64,
}

/// The ambiguity of a release.
///
/// # Formula
/// For each row the product over quasi-identifiers of the number of values that its cell stands
/// for, of those that occur in the original. Its mean is dominated by few rows that could be nearly anything, so the mean of logarithms
/// stands beside it. A row that is left out could be any combination.
///
/// # Source
/// Goldberger and Tassa, Efficient anonymizations with enhanced utility, 2010.
///
/// # Cost
/// O(classes x quasi-identifiers).
///
/// # Example
/// Three rows shown as one of 2 ages and one of 3 jobs, a fourth as it is: (3 x 6 + 1) / 4 = 4.75.
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
        // A label of another tool can stand for values that nobody has.
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
