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
    domain: Vec<u64>,
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
        let mut this = Granularity { rows: shape.rows as f64, domain, cells, least, weighing, free: Vec::new() };
        this.free =
            shape.hierarchies.iter().enumerate().map(|(a, h)| (0..=h.height()).map(|l| this.least_term(a, l as u8, 0)).collect()).collect();
        this
    }

    fn scaled(&self, attribute: usize, sum: f64) -> f64 {
        let domain = self.domain[attribute];
        if domain == 1 {
            return 0.0;
        }
        ((sum - self.rows) / (self.rows * (domain - 1) as f64)).max(0.0)
    }

    fn least_term(&self, attribute: usize, level: u8, suppressed_rows: u64) -> f64 {
        self.weighing.term(attribute, self.scaled(attribute, self.least.at(attribute, level, suppressed_rows)))
    }
}

impl Loss for Granularity {
    fn value(&self, levels: &[u8], facts: &Facts) -> f64 {
        let values = self.attributes(levels, facts).expect("made of attributes");
        self.weighing.combine(values.iter().enumerate().map(|(a, &v)| self.weighing.term(a, v)))
    }

    fn attributes(&self, _: &[u8], facts: &Facts) -> Option<Vec<f64>> {
        let sum = |a: usize| {
            facts.cells[a] as f64 * self.weighing.generalization
                + (u128::from(facts.suppressed_rows) * u128::from(self.domain[a])) as f64 * self.weighing.suppression
        };
        Some((0..self.domain.len()).map(|a| self.scaled(a, sum(a))).collect())
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
