//! Rows of numbers: as text, and how they go up and down.

/// Several numbers in a row.
pub(super) fn list(numbers: &[f64]) -> String {
    let text = |number: &f64| match number.abs() {
        large if large >= 100.0 => format!("{number:.0}"),
        middle if middle >= 0.1 => format!("{number:.2}"),
        _ => format!("{number:.5}"),
    };
    numbers.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// How many of the steps from one number to the next go up.
pub(super) fn rising(numbers: &[f64]) -> u64 {
    numbers.windows(2).filter(|pair| pair[1] > pair[0]).count() as u64
}

/// How many of the steps from one number to the next go down by more than rounding.
pub(super) fn falling(numbers: &[f64]) -> u64 {
    numbers
        .windows(2)
        .filter(|pair| pair[1] < pair[0] - pair[0].abs() * 1e-12)
        .count() as u64
}

pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
