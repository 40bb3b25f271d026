//! Partitions for several values of n and t, and what is said of several numbers.

use super::setting::Run;
use crate::value::Expected;

/// Values of n, and of t in hundredths, where one of them is varied.
pub(super) const NS: [u64; 5] = [500, 1000, 2000, 5000, 10_000];

pub(super) const TS: [u128; 5] = [5, 10, 15, 20, 25];

/// (n,t)-close partitions.
pub(super) struct Series {
    pub(super) by_n: Vec<Run>,
    pub(super) by_t: Vec<Run>,
}

/// How much more each is than the one before.
pub(super) fn factors(numbers: &[f64]) -> Vec<f64> {
    numbers.windows(2).map(|pair| pair[1] / pair[0]).collect()
}

/// So many numbers above 1.
pub(super) fn above(number: usize) -> Expected {
    Expected::List(vec![Expected::Above(1.0); number])
}

/// Several things in a row.
pub(super) fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}
