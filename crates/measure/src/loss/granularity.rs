//! `loss`: how much of its domain a released value covers.

use super::cells::LeastSums;
use super::weighing::Weighing;
use super::{CellCosts, Known, Loss, Shape};
use crate::Facts;

/// The default loss: the mean share of the domain that released values cover, scaled to 0 (raw) and 1 (all suppressed).
///
/// # Formula
/// Per attribute with D lines: a kept cell costs the lines below its label over D, a suppressed cell 1; S is the sum over n
/// rows; the value is max(0, (S - n/D) / (n - n/D)). D = 1 or height 0 gives 0. Values are combined by geometric mean of
/// 1 + v, less 1.
///
/// # Source
/// Iyengar 2002 as used by ARX; `oracles.md`, `semantics.md`.
///
/// # Numerics
/// Lines and rows are summed as integers; one division per attribute.
#[derive(Debug)]
pub(super) struct Granularity {
    rows: f64,
    /// D per attribute; 1 where the attribute cannot lose anything.
    domain: Vec<f64>,
    /// n (D - 1) per attribute: from all raw to all suppressed; 0 where the attribute cannot lose anything.
    span: Vec<f64>,
    cells: CellCosts,
    least: LeastSums,
    weighing: Weighing,
    /// `[attribute][level]`: the term when nothing is suppressed.
    free: Vec<Vec<f64>>,
}

impl Granularity {
    pub(super) fn new(shape: &Shape<'_>, weighing: Weighing) -> Self {
        let domain: Vec<u64> = shape.hierarchies.iter().map(|h| if h.height() == 0 { 1 } else { h.domain }).collect();
        let costs = shape.hierarchies.iter().map(|h| h.levels.iter().map(|l| l.lines.clone()).collect()).collect();
        let cells = CellCosts::new(costs, shape.rows);
        let least = LeastSums::new(shape, &cells, &domain, &vec![0; domain.len()], &weighing);
        let rows = shape.rows as f64;
        let span = domain.iter().map(|&d| rows * (d - 1) as f64).collect();
        let domain = domain.iter().map(|&d| d as f64).collect();
        let mut this = Granularity { rows, domain, span, cells, least, weighing, free: Vec::new() };
        this.free =
            shape.hierarchies.iter().enumerate().map(|(a, h)| (0..=h.height()).map(|l| this.least_term(a, l as u8, 0)).collect()).collect();
        this
    }

    #[inline]
    fn scaled(&self, span: f64, sum: f64) -> f64 {
        if span == 0.0 { 0.0 } else { ((sum - self.rows) / span).max(0.0) }
    }

    /// The value of each attribute.
    #[inline]
    fn values(&self, facts: &Facts) -> impl Iterator<Item = f64> {
        let (generalization, suppression) = (self.weighing.generalization, self.weighing.suppression);
        let suppressed_rows = facts.suppressed_rows as f64;
        facts.cells.iter().zip(&self.domain).zip(&self.span).map(move |((&cells, &domain), &span)| {
            // Rounded once, as the product of the integers would be.
            let suppressed = suppressed_rows * domain;
            self.scaled(span, nearest(cells) * generalization + suppressed * suppression)
        })
    }

    fn least_term(&self, attribute: usize, level: u8, suppressed_rows: u64) -> f64 {
        self.weighing.term(attribute, self.scaled(self.span[attribute], self.least.at(attribute, level, suppressed_rows)))
    }
}

impl Loss for Granularity {
    fn value(&self, _: &[u8], facts: &Facts) -> f64 {
        // All attributes at their finest level have this value.
        let share = facts.suppressed_rows as f64 / self.rows;
        self.weighing.combine_values(self.values(facts), share)
    }

    fn attributes(&self, _: &[u8], facts: &Facts) -> Option<Vec<f64>> {
        Some(self.values(facts).collect())
    }

    fn bound(&self, levels: &[u8], known: Known) -> f64 {
        if known.suppressed_rows == 0 {
            return self.weighing.combine(levels.iter().zip(&self.free).map(|(&l, free)| free[usize::from(l)]));
        }
        self.weighing.combine(levels.iter().enumerate().map(|(a, &l)| self.least_term(a, l, known.suppressed_rows)))
    }

    fn cell_costs(&self) -> Option<&CellCosts> {
        Some(&self.cells)
    }
}

/// The nearest floating-point number. Most numbers fit a word, for which one instruction does it.
#[inline]
fn nearest(number: u128) -> f64 {
    #[cold]
    #[inline(never)]
    fn of_wide(number: u128) -> f64 {
        number as f64
    }
    match i64::try_from(number) {
        Ok(number) => number as f64,
        Err(_) => of_wide(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_once() {
        let mut state = 3u64;
        let mut next = |bits: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 29) >> (u64::BITS - bits)
        };
        for round in 0..20_000 {
            let bits = round % 53 + 1;
            let (rows, domain) = (next(bits), next(54 - bits.min(40)));
            assert_eq!(rows as f64 * domain as f64, (u128::from(rows) * u128::from(domain)) as f64, "{rows} x {domain}");
            let number = u128::from(next(bits + 11)) << (round % 64);
            assert_eq!(nearest(number), number as f64, "{number}");
        }
    }
}
