//! Measures how much of its domain a released cell covers, and how large classes are.

use super::view::{CodedColumn, Original};
use equipoise_release::{Domain, Published, ValueSet};

/// Normalized certainty penalty, discernibility and average class size.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// For each quasi-identifier, the mean penalty of its cells.
    pub penalties: Vec<f64>,
    /// The global certainty penalty: the sum over all cells.
    pub gcp: f64,
    /// The global certainty penalty divided by the number of cells: 0 if everything is shown, 1 if
    /// nothing is.
    pub gcp_share: f64,
    /// The sum of squared class sizes, plus the number of rows for each row that is left out.
    pub discernibility: u128,
    /// Released rows divided by classes; `None` if no row is released.
    pub average_class: Option<f64>,
}

/// Measures a release cell by cell.
///
/// # Formula
/// The penalty of a cell with numbers is its range divided by the range of the column. The penalty
/// of any other cell is the share of the values of the column that it stands for, counting only
/// values that occur in the original. It is 0 for one value. Columns that are released unchanged
/// have no penalty. GCP is the sum over rows and quasi-identifiers. A row that is left out has the
/// penalty 1 in each quasi-identifier. Discernibility is the sum of squared class sizes, plus n for
/// each row that is left out, where n is the number of rows.
///
/// # Source
/// Xu, Wang, Pei and others 2006 (NCP); Ghinita and others 2007 (GCP, divided by cells); Bayardo
/// and Agrawal 2005.
///
/// # Cost
/// O(classes x quasi-identifiers).
///
/// # Example
/// In a column of the ages 20, 30 and 50, the cell 20-30 covers a third of the range. In a column
/// of three categories, a cell that shows two of them covers two thirds.
pub fn spread(original: &Original, released: &Published<'_>) -> Spread {
    let rows = original.rows() as f64;
    let quasi = original.quasi().iter().enumerate();
    let sums = quasi.map(|(at, column): (usize, &CodedColumn)| {
        let penalty = |region| penalty(column, released.domain(at), region);
        let shown: f64 = released.cells(at).map_or(0.0, |cells| {
            let penalties: Vec<f64> = cells.regions.iter().map(penalty).collect();
            let of_buckets = cells.of_bucket.iter().zip(released.sizes());
            of_buckets
                .map(|(&at, &size)| penalties[at as usize] * size as f64)
                .sum()
        });
        shown + penalty(&column.all()) * released.left_out() as f64
    });
    let sums: Vec<f64> = sums.collect();
    let gcp = sums.iter().sum::<f64>();
    let classes = released.sizes().iter().filter(|&&size| size > 0).count();
    let squares: u128 = released
        .sizes()
        .iter()
        .map(|&size| u128::from(size) * u128::from(size))
        .sum();
    Spread {
        penalties: sums.iter().map(|sum| sum / rows.max(1.0)).collect(),
        gcp,
        gcp_share: gcp / (rows * sums.len() as f64).max(1.0),
        discernibility: squares + u128::from(released.left_out()) * original.rows() as u128,
        average_class: (released.rows() > 0).then(|| released.rows() as f64 / classes as f64),
    }
}

fn penalty(column: &CodedColumn, domain: &Domain, region: &ValueSet) -> f64 {
    if column.numbers.is_some() {
        let range = |region: &ValueSet| column.span(region).map_or(0.0, |(low, high)| high - low);
        let whole = range(&column.all());
        return if whole > 0.0 {
            range(region) / whole
        } else {
            0.0
        };
    }
    match domain.size(region) {
        0 | 1 => 0.0,
        size => f64::from(size) / f64::from(domain.occurring()),
    }
}
