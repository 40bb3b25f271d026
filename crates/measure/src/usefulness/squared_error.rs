//! How far numbers are from the middle of what is shown of them.

use super::view::{Column, Original, Released};

/// The squared error of one column of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredError {
    /// The place of the column among quasi-identifiers.
    pub quasi: usize,
    /// Rows that have a number.
    pub rows: u64,
    /// The mean squared distance of a number from the middle of what is shown.
    pub mean: f64,
    /// The same divided by the variance of the column: 1 is what showing its mean everywhere would cost. 0 when all numbers are equal.
    pub relative: f64,
}

/// The squared error of each quasi-identifier that has numbers; `None` when it is not known which original a released row comes from.
///
/// # Formula
/// Mean over rows of (x - m)^2, where m is the number that is released, or the middle between the least and the greatest number of the cell;
/// divided by the mean of (x - mean of x)^2. A row that is left out is shown as the whole range. Rows without a number do not count.
///
/// # Cost
/// O(rows + values x classes at most).
///
/// # Example
/// 20, 30 and 50 shown as 20-30, 20-30 and 50: (25 + 25 + 0) / 3 = 16.7 of a variance of 155.6, so 0.107.
pub fn squared_error(original: &Original, released: &Released) -> Option<Vec<SquaredError>> {
    let source = released.source.as_ref()?;
    let mut class_of_row = vec![None; original.rows()];
    for (&row, &class) in source.iter().zip(&released.class_of_row) {
        class_of_row[row as usize] = Some(class as usize);
    }
    let errors = original.quasi().iter().enumerate().filter(|(_, column)| column.numbers.is_some());
    Some(errors.filter_map(|(quasi, column)| of_column(quasi, column, released, &class_of_row)).collect())
}

fn of_column(quasi: usize, column: &Column, released: &Released, class_of_row: &[Option<usize>]) -> Option<SquaredError> {
    let cells = &released.cells[quasi];
    let middle = |region| column.span(region).map(|(low, high)| low + (high - low) / 2.0);
    let middles: Vec<Option<f64>> = cells.regions.iter().map(|&region| middle(region)).collect();
    let of_all = middle(column.all())?;
    let shown = |class: Option<usize>| match (class, &cells.numbers) {
        (None, _) => of_all,
        (Some(class), Some(numbers)) => numbers[class],
        (Some(class), None) => middles[cells.of_class[class] as usize].unwrap_or(of_all),
    };
    let numbers = column.numbers.as_ref()?;
    let known = || (0..column.codes.len()).map(|row| (row, numbers[column.codes[row] as usize])).filter(|(_, x)| !x.is_nan());
    let rows = Some(known().count()).filter(|rows| *rows > 0)? as f64;
    let average = known().map(|(_, x)| x).sum::<f64>() / rows;
    let variance = known().map(|(_, x)| (x - average).powi(2)).sum::<f64>() / rows;
    let mean = known().map(|(row, x)| (x - shown(class_of_row[row])).powi(2)).sum::<f64>() / rows;
    Some(SquaredError { quasi, rows: rows as u64, mean, relative: if variance > 0.0 { mean / variance } else { 0.0 } })
}
