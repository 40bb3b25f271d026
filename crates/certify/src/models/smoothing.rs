//! The Jensen-Shannon divergence of distributions that were smoothed over neighbouring values (T.
//! Li, 2010, section 2.6).
//!
//! Each value takes the mean of its neighbours, weighted by the Epanechnikov kernel of their
//! distance. The smoothed vector is divided by its sum, which the source forgets. Values at
//! distance 0 from each other are one position that counts several times.

use crate::ground::Tree;
use crate::measured::Value;
use crate::{Error, Ratio, Result, float};
use std::sync::Arc;

/// Where positions lie, between 0 and 1.
#[derive(Clone)]
pub(super) enum Line {
    /// Different positions are 1 apart.
    Apart,
    /// On a line.
    Points(Vec<f64>),
    /// Leaves of a tree.
    Tree(Tree),
}

impl Line {
    fn distance(&self, a: usize, b: usize) -> f64 {
        match self {
            _ if a == b => 0.0,
            Line::Apart => 1.0,
            Line::Points(points) => (points[a] - points[b]).abs(),
            Line::Tree(tree) => {
                let levels = tree.levels();
                let common = levels
                    .iter()
                    .position(|of_leaf| of_leaf[a] == of_leaf[b])
                    .unwrap_or(levels.len());
                common as f64 / levels.len() as f64
            }
        }
    }
}

/// A kernel over the positions of a domain.
#[derive(Clone)]
pub(super) struct Kernel(Arc<Inner>);

struct Inner {
    bandwidth: f64,
    line: Line,
    /// How many values of the domain lie at each position, the missing one last.
    values_at: Vec<f64>,
    /// For each position the sum of the kernel over all values.
    sums: Vec<f64>,
}

impl Kernel {
    pub(super) fn new(bandwidth: f64, line: Line, values_at: Vec<u32>, has_missing: bool) -> Self {
        let values_at: Vec<f64> = values_at
            .into_iter()
            .map(f64::from)
            .chain([f64::from(u8::from(has_missing))])
            .collect();
        let mut inner = Inner {
            bandwidth,
            line,
            values_at,
            sums: Vec::new(),
        };
        // A tree may have far more leaves than values occur.
        let occupied: Vec<usize> = (0..inner.values_at.len())
            .filter(|i| inner.values_at[*i] > 0.0)
            .collect();
        inner.sums = vec![0.0; inner.values_at.len()];
        for &i in &occupied {
            inner.sums[i] = occupied
                .iter()
                .map(|&j| inner.values_at[j] * inner.weight(i, j))
                .sum();
        }
        Kernel(Arc::new(inner))
    }

    /// The smoothed shares of a class: (position, units), where the last position is "missing". A
    /// share belongs to each of the values at its position.
    fn smooth(&self, class: &[(usize, u64)]) -> Vec<f64> {
        let Inner {
            values_at, sums, ..
        } = &*self.0;
        let total = class.iter().map(|(_, units)| *units as f64).sum::<f64>();
        let mut smoothed: Vec<f64> = (0..values_at.len())
            .map(|i| {
                if values_at[i] == 0.0 {
                    return 0.0;
                }
                class
                    .iter()
                    .map(|(j, units)| self.0.weight(i, *j) * (*units as f64 / total))
                    .sum::<f64>()
                    / sums[i]
            })
            .collect();
        let sum: f64 = smoothed
            .iter()
            .zip(values_at)
            .map(|(share, values)| share * values)
            .sum();
        smoothed.iter_mut().for_each(|share| *share /= sum);
        smoothed
    }
}

impl Inner {
    /// The kernel without its constant factor, which cancels.
    fn weight(&self, i: usize, j: usize) -> f64 {
        let missing = self.values_at.len() - 1;
        let distance = match (i == missing, j == missing) {
            (true, true) => 0.0,
            (false, false) => self.line.distance(i, j),
            _ => 1.0,
        };
        let x = distance / self.bandwidth;
        if x < 1.0 { 1.0 - x * x } else { 0.0 }
    }
}

/// A reference distribution, smoothed.
pub(super) struct Smoothed {
    kernel: Kernel,
    /// Units at each position, the missing one last.
    units: Vec<u64>,
    total: u64,
    shares: Vec<f64>,
}

impl Smoothed {
    pub(super) fn new(kernel: Kernel, mut units: Vec<u64>, missing: u64) -> Result<Self> {
        units.push(missing);
        let total = units
            .iter()
            .try_fold(0u64, |sum, units| sum.checked_add(*units));
        let total = total.filter(|total| *total > 0);
        let total = total.ok_or_else(|| {
            Error::data("the reference distribution is empty; closeness needs at least one unit")
        })?;
        let occupied: Vec<(usize, u64)> = units
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, units)| *units > 0)
            .collect();
        let shares = kernel.smooth(&occupied);
        Ok(Smoothed {
            kernel,
            units,
            total,
            shares,
        })
    }

    /// The divergence of a class in natural units, between 0 and ln 2. It is exactly 0 for a class
    /// with the same shares.
    pub(super) fn divergence(&self, class: &[(u32, u64)], missing: u64) -> Result<Value> {
        let mut class: Vec<(usize, u64)> = class
            .iter()
            .map(|(position, units)| (*position as usize, *units))
            .collect();
        if missing > 0 {
            class.push((self.units.len() - 1, missing));
        }
        if self.has_the_shares_of(&class) {
            return Ok(Value::Exact(Ratio::ZERO));
        }
        let smoothed = self.kernel.smooth(&class);
        let terms = smoothed
            .iter()
            .zip(&self.shares)
            .zip(&self.kernel.0.values_at);
        float::over(
            terms
                .map(|((p, q), values)| values * divergence_term(*p, *q))
                .sum(),
        )
    }

    fn has_the_shares_of(&self, class: &[(usize, u64)]) -> bool {
        let size: u128 = class.iter().map(|(_, units)| u128::from(*units)).sum();
        let occupied = self.units.iter().filter(|units| **units > 0).count();
        let same = |(place, units): &(usize, u64)| {
            u128::from(*units) * u128::from(self.total) == u128::from(self.units[*place]) * size
        };
        occupied == class.len() && class.iter().all(same)
    }
}

/// Half of p ln(p/m) + q ln(q/m) with m the mean of p and q, written so that it is never negative
/// and nothing cancels.
fn divergence_term(p: f64, q: f64) -> f64 {
    let sum = p + q;
    if sum == 0.0 {
        return 0.0;
    }
    let part = |x: f64| {
        if x <= -1.0 {
            0.0
        } else {
            (1.0 + x) * x.ln_1p()
        }
    };
    let x = (p - q) / sum;
    sum / 4.0 * (part(x) + part(-x)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_those_of_the_definition() {
        for (p, q) in [(0.3, 0.1), (1.0, 0.0), (0.0, 0.7), (0.2, 0.2)] {
            let m: f64 = (p + q) / 2.0;
            let term = |x: f64| if x == 0.0 { 0.0 } else { x * (x / m).ln() };
            assert!((divergence_term(p, q) - (term(p) + term(q)) / 2.0).abs() < 1e-15);
        }
        assert_eq!(divergence_term(0.0, 0.0), 0.0);
    }
}
