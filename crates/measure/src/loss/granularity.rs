//! `loss` and `nwp`: how much of its domain a released value covers.

use super::cells::{CellCosts, LeastSums};
use super::interface::{EarlyBounds, Loss};
use super::shape::Shape;
use super::weighing::Weighing;
use crate::facts::Facts;
use equipoise_data::{Hierarchy, Level, Region};

/// What the domain of an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// The lines of its hierarchy.
    Lines,
    /// The values that occur in the table. What is missing is none of them.
    Values,
}

/// Per leaf how many values that occur come before it; the last number is of all.
fn values_before(hierarchy: &Hierarchy, leaf_rows: &[u64]) -> Vec<u64> {
    let occurs = |leaf: usize| leaf_rows[leaf] > 0 && hierarchy.missing != Some(leaf as u32);
    let mut before = vec![0];
    (0..hierarchy.leaves()).for_each(|leaf| before.push(before[leaf] + u64::from(occurs(leaf))));
    before
}

/// The values of a run. What is missing, or does not occur, has the share of a single value.
fn values_within(before: &[u64], from: usize, to: usize) -> u64 {
    (before[to] - before[from]).max(1)
}

impl Domain {
    fn size(self, hierarchy: &Hierarchy, before: &[u64]) -> u64 {
        match self {
            Domain::Lines => hierarchy.domain,
            Domain::Values => values_within(before, 0, hierarchy.leaves()),
        }
    }

    /// What each label of a level covers.
    fn covered(self, level: &Level, before: &[u64]) -> Vec<u64> {
        match self {
            Domain::Lines => level.lines.clone(),
            Domain::Values => level
                .regions()
                .iter()
                .map(|of| values_within(before, of.first as usize, of.last as usize + 1))
                .collect(),
        }
    }
}

/// The default loss: the mean share of the domain that released values cover, scaled to 0 (raw) and
/// 1 (all suppressed).
///
/// # Formula
/// Per attribute with D lines: a kept cell costs the lines below its label over D, a suppressed
/// cell 1; S is the sum over n rows; the value is max(0, (S - n/D) / (n - n/D)). D = 1 or height 0
/// gives 0. Values are combined by geometric mean of 1 + v, less 1.
///
/// # Source
/// Iyengar 2002 as used by ARX; `oracles.md`, `semantics.md`. With values that occur as the domain
/// and an arithmetic mean it is the normalized weighted penalty (NWP) of `publisher-preferences`
/// section 2; rows that are left out cost 1 there too.
///
/// # Numerics
/// Lines and rows are summed as integers; one division per attribute.
#[derive(Debug)]
pub(super) struct Granularity {
    rows: f64,
    counts: Domain,
    /// Per attribute the values before each leaf.
    values: Vec<Vec<u64>>,
    /// D per attribute; 1 where the attribute cannot lose anything.
    domain: Vec<f64>,
    /// n (D - 1) per attribute: from all raw to all suppressed; 0 where the attribute cannot lose
    /// anything.
    span: Vec<f64>,
    cells: CellCosts,
    least: LeastSums,
    weighing: Weighing,
    /// `[attribute][level]`: the term when nothing is suppressed.
    free: Vec<Vec<f64>>,
}

impl Granularity {
    pub(super) fn new(shape: &Shape<'_>, counts: Domain, weighing: Weighing) -> Self {
        let values: Vec<Vec<u64>> = shape
            .hierarchies
            .iter()
            .zip(&shape.leaf_rows)
            .map(|(h, rows)| values_before(h, rows))
            .collect();
        let known = || shape.hierarchies.iter().zip(&values);
        let domain: Vec<u64> = known()
            .map(|(h, before)| {
                if h.height() == 0 {
                    1
                } else {
                    counts.size(h, before)
                }
            })
            .collect();
        let costs = known()
            .map(|(h, before)| h.levels.iter().map(|l| counts.covered(l, before)).collect())
            .collect();
        let cells = CellCosts::new(costs, shape.rows);
        let least = LeastSums::new(shape, &cells, &domain, &vec![0; domain.len()], &weighing);
        let rows = shape.rows as f64;
        let span = domain.iter().map(|&d| rows * (d - 1) as f64).collect();
        let domain = domain.iter().map(|&d| d as f64).collect();
        let mut this = Granularity {
            rows,
            counts,
            values,
            domain,
            span,
            cells,
            least,
            weighing,
            free: Vec::new(),
        };
        this.free = shape
            .hierarchies
            .iter()
            .enumerate()
            .map(|(a, h)| {
                (0..=h.height())
                    .map(|l| this.least_term(a, l as u8, 0))
                    .collect()
            })
            .collect();
        this
    }

    #[inline]
    fn scaled(&self, span: f64, sum: f64) -> f64 {
        if span == 0.0 {
            0.0
        } else {
            ((sum - self.rows) / span).max(0.0)
        }
    }

    /// The value of each attribute.
    #[inline]
    fn values(&self, facts: &Facts) -> impl Iterator<Item = f64> {
        let (generalization, suppression) =
            (self.weighing.generalization, self.weighing.suppression);
        let suppressed_rows = facts.suppressed_rows as f64;
        facts.cells.iter().zip(&self.domain).zip(&self.span).map(
            move |((&cells, &domain), &span)| {
                // Rounded once, as the product of the integers would be.
                let suppressed = suppressed_rows * domain;
                self.scaled(
                    span,
                    nearest(cells) * generalization + suppressed * suppression,
                )
            },
        )
    }

    fn least_term(&self, attribute: usize, level: u8, suppressed_rows: u64) -> f64 {
        self.weighing.term(
            attribute,
            self.scaled(
                self.span[attribute],
                self.least.at(attribute, level, suppressed_rows),
            ),
        )
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

    fn bound(&self, levels: &[u8], known: EarlyBounds) -> f64 {
        let suppressed_rows = known.suppressed_rows;
        let least_term = |a, l| self.least_term(a, l, suppressed_rows);
        self.weighing
            .bound(levels, &self.free, suppressed_rows, least_term)
    }

    fn cell_costs(&self) -> Option<&CellCosts> {
        Some(&self.cells)
    }

    fn region_cost(&self, attribute: usize, hierarchy: &Hierarchy, low: u8, region: Region) -> u64 {
        match self.counts {
            Domain::Lines => hierarchy.lines_of(region, low.into()),
            Domain::Values => values_within(
                &self.values[attribute],
                region.first as usize,
                region.last as usize + 1,
            ),
        }
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
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 29) >> (u64::BITS - bits)
        };
        for round in 0..20_000 {
            let bits = round % 53 + 1;
            let (rows, domain) = (next(bits), next(54 - bits.min(40)));
            assert_eq!(
                rows as f64 * domain as f64,
                (u128::from(rows) * u128::from(domain)) as f64,
                "{rows} x {domain}"
            );
            let number = u128::from(next(bits + 11)) << (round % 64);
            assert_eq!(nearest(number), number as f64, "{number}");
        }
    }
}
