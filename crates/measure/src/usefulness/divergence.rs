//! Measures how far the rows of a table are from the distribution that its release suggests.

use super::view::Original;
use equipoise_data::Result;
use equipoise_release::{Matcher, Published};
use rayon::prelude::*;
use std::f64::consts::LN_2;

/// A Kullback-Leibler divergence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Divergence {
    /// The divergence in nats; infinite if rows are not covered.
    pub nats: f64,
    /// Number of rows of the original that no class covers although nothing is left out. The
    /// release rules them out.
    pub uncovered: u64,
}

impl Divergence {
    /// The divergence in bits.
    pub fn bits(self) -> f64 {
        self.nats / LN_2
    }
}

/// Computes KL(P, Q), where P is the distribution of the quasi-identifiers, and Q spreads each
/// class evenly over the values that its cells stand for.
///
/// # Formula
/// Sum over distinct rows t of p(t) ln(p(t) / q(t)), with q(t) = 1/n times the sum over classes
/// that cover t of |E| divided by the number of combinations that the class stands for. Regions of
/// a local recoding overlap, so several classes can cover t. Rows that are left out are spread over
/// all combinations. Only combinations of values that occur in the original count.
///
/// # Source
/// Kifer and Gehrke, Injecting utility into anonymized datasets, 2006.
///
/// # Cost
/// For each distinct row, one bit per class and quasi-identifier, 64 at a time.
///
/// # Numerics
/// Sums in a fixed order, the same on any number of threads. Exactly 0 if the release is the
/// original.
///
/// # Example
/// Ages 20, 20 and 30 shown as 20-30: p = (2/3, 1/3), q = (1/2, 1/2), KL = 2/3 ln(4/3) + 1/3
/// ln(2/3) = 0.0566.
///
/// # Errors
/// A release with other columns.
pub fn divergence(original: &Original, released: &Published<'_>) -> Result<Divergence> {
    const CHUNK: usize = 512;
    let truth = original.distinct();
    let known: Vec<usize> = (0..original.quasi().len()).collect();
    let matcher = Matcher::new(released, &known)?;
    let everywhere = known
        .iter()
        .fold(released.left_out() as f64, |rows, &column| {
            rows / f64::from(released.domain(column).occurring())
        });
    let parts: Vec<(f64, u64)> = (0..truth.len().div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let (mut codes, mut found, mut sum) =
                (vec![0; truth.columns.len()], Vec::new(), (0.0, 0));
            for e in chunk * CHUNK..truth.len().min((chunk + 1) * CHUNK) {
                codes
                    .iter_mut()
                    .zip(&truth.columns)
                    .for_each(|(code, column)| *code = column[e]);
                let (rows, shown) = (
                    truth.weights[e] as f64,
                    matcher.rows_at(&codes, &mut found) + everywhere,
                );
                if shown > 0.0 {
                    sum.0 += rows * (rows / shown).ln()
                } else {
                    sum.1 += truth.weights[e]
                }
            }
            sum
        })
        .collect();
    let (sum, uncovered) = parts
        .iter()
        .fold((0.0, 0), |(sum, rows), part| (sum + part.0, rows + part.1));
    let nats = if uncovered > 0 {
        f64::INFINITY
    } else {
        (sum / original.rows().max(1) as f64).max(0.0)
    };
    Ok(Divergence { nats, uncovered })
}
