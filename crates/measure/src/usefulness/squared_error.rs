//! How far numbers are from the middle of what is shown of them.

use super::view::{CodedColumn, ColumnPlace, Original};
use equipoise_release::{Published, ValueSet};

/// The squared error of one column of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredError {
    /// The column: a quasi-identifier or an aggregated one.
    pub place: ColumnPlace,
    /// Rows that have a number.
    pub rows: u64,
    /// The mean squared distance of a number from the middle of what is shown.
    pub mean: f64,
    /// The same divided by the variance of the column: 1 is what showing its mean everywhere would
    /// cost. 0 when all numbers are equal.
    pub relative: f64,
}

/// The squared error of each quasi-identifier and each aggregated column that has numbers; `None`
/// when it is not known which original a released row comes from.
///
/// # Formula
/// Mean over rows of (x - m)^2, where m is the number that is released, or the middle between the
/// least and the greatest number of the cell; divided by the mean of (x - mean of x)^2. A row that
/// is left out is shown as the whole range. Rows without a number do not count.
///
/// # Cost
/// O(rows + values x regions) per column.
///
/// # Example
/// 20, 30 and 50 shown as 20-30, 20-30 and 50: (25 + 25 + 0) / 3 = 16.7 of a variance of 155.6, so
/// 0.107.
pub fn squared_error(original: &Original, released: &Published<'_>) -> Option<Vec<SquaredError>> {
    if !released.is_linked() {
        return None;
    }
    let quasi = original
        .quasi()
        .iter()
        .enumerate()
        .filter_map(|(at, column)| Some((at, column, released.cells(at)?)))
        .filter_map(|(at, column, cells)| {
            let middles: Vec<f64> = cells
                .regions
                .iter()
                .map(|region| middle(column, region).unwrap_or(f64::NAN))
                .collect();
            let of_bucket: Vec<f64> = cells
                .of_bucket
                .iter()
                .map(|&region| middles[region as usize])
                .collect();
            of_column(ColumnPlace::Quasi(at), column, &of_bucket, released)
        });
    let aggregated = original
        .aggregated()
        .iter()
        .enumerate()
        .filter_map(|(at, column)| Some((at, column, released.aggregated(at)?)));
    let aggregated = aggregated.filter_map(|(at, column, of_bucket)| {
        of_column(ColumnPlace::Aggregated(at), column, of_bucket, released)
    });
    Some(quasi.chain(aggregated).collect())
}

fn middle(column: &CodedColumn, region: &ValueSet) -> Option<f64> {
    column
        .span(region)
        .map(|(low, high)| low + (high - low) / 2.0)
}

/// The error of a column of which each bucket shows a number, or NaN.
fn of_column(
    place: ColumnPlace,
    column: &CodedColumn,
    of_bucket: &[f64],
    released: &Published<'_>,
) -> Option<SquaredError> {
    let numbers = column.numbers.as_ref()?;
    let of_all = middle(column, &column.all())?;
    let shown = |bucket: Option<usize>| {
        bucket
            .map(|bucket| of_bucket[bucket])
            .filter(|number| !number.is_nan())
            .unwrap_or(of_all)
    };
    let known = || {
        (0..column.codes.len())
            .map(|row| (row, numbers[column.codes[row] as usize]))
            .filter(|(_, x)| !x.is_nan())
    };
    let rows = Some(known().count()).filter(|rows| *rows > 0)? as f64;
    let average = known().map(|(_, x)| x).sum::<f64>() / rows;
    let variance = known().map(|(_, x)| (x - average).powi(2)).sum::<f64>() / rows;
    let mean = known()
        .map(|(row, x)| (x - shown(released.bucket_of(row))).powi(2))
        .sum::<f64>()
        / rows;
    Some(SquaredError {
        place,
        rows: rows as u64,
        mean,
        relative: if variance > 0.0 { mean / variance } else { 0.0 },
    })
}
