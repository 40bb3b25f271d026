//! A sample of a population, as its estimators see it.

use std::collections::BTreeMap;

/// A sample and what it was drawn from.
pub(super) struct Sample<'a> {
    /// For each class size the number of classes.
    pub(super) sizes: &'a BTreeMap<u64, u64>,
    /// Units.
    pub(super) n: f64,
    /// Classes.
    pub(super) classes: f64,
    /// Units of the population.
    pub(super) population: f64,
    /// The sampling fraction.
    pub(super) fraction: f64,
}

impl Sample<'_> {
    pub(super) fn of_size(&self, size: u64) -> f64 {
        self.sizes.get(&size).map_or(0.0, |classes| *classes as f64)
    }

    /// The sum over classes of a function of their size.
    pub(super) fn sum(&self, term: impl Fn(f64) -> f64) -> f64 {
        self.sizes
            .iter()
            .map(|(size, classes)| *classes as f64 * term(*size as f64))
            .sum()
    }
}

/// A zero of a function that changes its sign between two points.
pub(super) fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let rises = f(low) < 0.0;
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if (f(middle) < 0.0) == rises {
            low = middle
        } else {
            high = middle
        }
    }
    low + (high - low) / 2.0
}
