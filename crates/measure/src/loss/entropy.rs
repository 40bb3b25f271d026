//! `entropy`: bits lost.

use super::cells::LeastSums;
use super::weighing::Weighing;
use super::{CellCosts, EarlyBounds, Loss, Shape, level_rows};
use crate::Facts;

/// Binary digits behind the point of a fixed-point logarithm: sums of 2^64 of them are exact in 128
/// bits.
const FRACTION_BITS: u32 = 48;

/// Non-uniform entropy: how many bits of each raw value the released label leaves open.
///
/// # Formula
/// Per attribute the sum over rows of -log2(rows with the raw value / rows with the released label
/// at that level), both counted in the input; a suppressed cell has n in the denominator.
/// Attributes are added up. D = 1 or height 0 gives 0.
///
/// # Source
/// Gionis and Tassa 2009; `semantics.md`.
///
/// # Numerics
/// Logarithms are rounded once to fixed point (2^-48), then added as integers.
#[derive(Debug)]
pub(super) struct Entropy {
    rows: u64,
    /// log2 n, fixed point.
    all: u64,
    /// Attributes with D = 1 or height 0: they have nothing to lose and their value is 0.
    idle: Vec<bool>,
    cells: CellCosts,
    /// `[attribute][leaf]`: log2 of the rows with the raw value.
    raw: Vec<Vec<u64>>,
    /// Per attribute their sum over all rows.
    raw_total: Vec<u128>,
    least: LeastSums,
    weighing: Weighing,
}

impl Entropy {
    pub(super) fn new(shape: &Shape<'_>, weighing: Weighing) -> Self {
        let costs = shape
            .hierarchies
            .iter()
            .zip(&shape.leaf_rows)
            .map(|(h, rows)| {
                (0..=h.height())
                    .map(|l| level_rows(h, rows, l).into_iter().map(fixed_log2).collect())
                    .collect()
            })
            .collect();
        let cells = CellCosts::new(costs, shape.rows);
        let raw: Vec<Vec<u64>> = shape
            .leaf_rows
            .iter()
            .map(|rows| rows.iter().map(|&r| fixed_log2(r)).collect())
            .collect();
        let raw_total: Vec<u128> = raw
            .iter()
            .zip(&shape.leaf_rows)
            .map(|(raw, rows)| {
                raw.iter()
                    .zip(rows)
                    .map(|(&l, &r)| u128::from(l) * u128::from(r))
                    .sum()
            })
            .collect();
        let all = fixed_log2(shape.rows);
        let least = LeastSums::new(
            shape,
            &cells,
            &vec![all; shape.hierarchies.len()],
            &raw_total,
            &weighing,
        );
        let idle = shape
            .hierarchies
            .iter()
            .map(|h| h.domain == 1 || h.height() == 0)
            .collect();
        Entropy {
            rows: shape.rows,
            all,
            idle,
            cells,
            raw,
            raw_total,
            least,
            weighing,
        }
    }

    /// The two factors differ, so raw values of kept and suppressed rows must be told apart.
    fn uneven(&self) -> bool {
        self.weighing.generalization != self.weighing.suppression
    }
}

impl Loss for Entropy {
    fn value(&self, levels: &[u8], facts: &Facts) -> f64 {
        let values = self.attributes(levels, facts).expect("made of attributes");
        self.weighing.combine(
            values
                .iter()
                .enumerate()
                .map(|(a, &v)| self.weighing.term(a, v)),
        )
    }

    fn attributes(&self, _: &[u8], facts: &Facts) -> Option<Vec<f64>> {
        let suppressed = u128::from(facts.suppressed_rows) * u128::from(self.all);
        let (g, s) = (self.weighing.generalization, self.weighing.suppression);
        let value = |a: usize| {
            if self.idle[a] {
                return 0.0;
            }
            if !self.uneven() {
                return bits(facts.cells[a] + suppressed - self.raw_total[a]) * g;
            }
            let raw_kept = facts.amounts[a];
            bits(facts.cells[a] - raw_kept) * g
                + bits(suppressed - (self.raw_total[a] - raw_kept)) * s
        };
        Some((0..self.raw.len()).map(value).collect())
    }

    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64 {
        let least = |a: usize, l: u8| {
            if self.idle[a] {
                return 0.0;
            }
            let sum = self.least.at(a, l, known.suppressed_rows.min(self.rows));
            (sum / (1u64 << FRACTION_BITS) as f64).max(0.0)
        };
        self.weighing.combine(
            levels
                .iter()
                .enumerate()
                .map(|(a, &l)| self.weighing.term(a, least(a, l))),
        )
    }

    fn cell_costs(&self) -> Option<&CellCosts> {
        Some(&self.cells)
    }

    fn leaf_amounts(&self) -> Option<&[Vec<u64>]> {
        self.uneven().then_some(&self.raw)
    }
}

fn fixed_log2(rows: u64) -> u64 {
    if rows <= 1 {
        0
    } else {
        ((rows as f64).log2() * (1u64 << FRACTION_BITS) as f64).round() as u64
    }
}

fn bits(fixed: u128) -> f64 {
    fixed as f64 / (1u64 << FRACTION_BITS) as f64
}
