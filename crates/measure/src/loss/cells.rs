//! Losses that are sums over cells: a cost per released label, another per suppressed cell.

use super::shape::{Shape, level_rows};
use crate::loss::weighing::Weighing;

/// Integer costs of released labels, so that sums do not depend on their order.
#[derive(Clone, Debug)]
pub struct CellCosts {
    /// `[attribute][level][code]`.
    pub costs: Vec<Vec<Vec<u64>>>,
    /// Whether the sum over all rows cannot pass 64 bits.
    pub sums_fit_64_bits: bool,
    /// `[attribute][level]`: the cost of every label, where all cost the same.
    even: Vec<Vec<Option<u64>>>,
}

impl CellCosts {
    pub(super) fn new(costs: Vec<Vec<Vec<u64>>>, rows: u64) -> Self {
        let largest = costs.iter().flatten().flatten().max().copied().unwrap_or(0);
        let even = |costs: &Vec<u64>| {
            costs
                .first()
                .copied()
                .filter(|first| costs.iter().all(|cost| cost == first))
        };
        let even = costs
            .iter()
            .map(|levels: &Vec<Vec<u64>>| levels.iter().map(even).collect())
            .collect();
        CellCosts {
            costs,
            sums_fit_64_bits: largest.checked_mul(rows).is_some(),
            even,
        }
    }

    /// What every label of an attribute costs at a level, where all cost the same, as raw values
    /// and the top do: no need then to look at any key.
    pub fn even(&self, attribute: usize, level: u8) -> Option<u64> {
        self.even[attribute][usize::from(level)]
    }
}

/// Per attribute and level: the least numerator when at least so many rows are suppressed.
///
/// Suppressing a row changes the weighted sum by (suppressed cost - kept cost). These changes in
/// rising order, summed up, bound from below what any choice of rows can give.
#[derive(Clone, Debug)]
pub(super) struct LeastSums {
    /// `[attribute][level]`.
    sums: Vec<Vec<LeastSum>>,
}

#[derive(Clone, Debug)]
struct LeastSum {
    /// The weighted sum with no row suppressed.
    all_kept: f64,
    /// Rising changes: (rows so far, sum of changes so far, change per row).
    steps: Vec<(u64, f64, f64)>,
    /// Below this many suppressed rows, suppressing one more lowers the sum.
    cheapest: u64,
}

impl LeastSums {
    /// `suppressed[attribute]` is the cost of a suppressed cell; `offset[attribute]` is taken off
    /// the sum, in integers where generalization counts in full, so that a small difference of
    /// large numbers stays exact.
    pub(super) fn new(
        shape: &Shape<'_>,
        cells: &CellCosts,
        suppressed: &[u64],
        offset: &[u128],
        weighing: &Weighing,
    ) -> Self {
        let sums = shape
            .hierarchies
            .iter()
            .enumerate()
            .map(|(a, hierarchy)| {
                (0..=hierarchy.height())
                    .map(|level| {
                        let rows = level_rows(hierarchy, &shape.leaf_rows[a], level);
                        LeastSum::new(
                            &rows,
                            &cells.costs[a][level],
                            suppressed[a] as f64 * weighing.suppression,
                            weighing,
                            offset[a],
                        )
                    })
                    .collect()
            })
            .collect();
        LeastSums { sums }
    }

    pub(super) fn at(&self, attribute: usize, level: u8, suppressed_rows: u64) -> f64 {
        self.sums[attribute][usize::from(level)].at(suppressed_rows)
    }
}

impl LeastSum {
    fn new(
        rows: &[u64],
        costs: &[u64],
        suppressed: f64,
        weighing: &Weighing,
        offset: u128,
    ) -> Self {
        let generalization = weighing.generalization;
        let mut changes: Vec<(u64, u64)> = costs
            .iter()
            .copied()
            .zip(rows.iter().copied())
            .filter(|c| c.1 > 0)
            .collect();
        changes.sort_unstable_by(|a, b| b.cmp(a));
        let all_kept: u128 = changes
            .iter()
            .map(|&(cost, rows)| u128::from(cost) * u128::from(rows))
            .sum();
        let (mut count, mut sum, mut cheapest) = (0, 0.0, 0);
        let mut steps = Vec::with_capacity(changes.len());
        for run in changes.chunk_by(|a, b| a.0 == b.0) {
            let rows: u64 = run.iter().map(|c| c.1).sum();
            let change = suppressed - generalization * run[0].0 as f64;
            steps.push((count, sum, change));
            count += rows;
            sum += change * rows as f64;
            if change < 0.0 {
                cheapest = count;
            }
        }
        let all_kept = if generalization == 1.0 && offset <= all_kept {
            (all_kept - offset) as f64
        } else {
            all_kept as f64 * generalization
                - offset as f64 * generalization.max(weighing.suppression)
        };
        LeastSum {
            all_kept,
            steps,
            cheapest,
        }
    }

    fn at(&self, suppressed_rows: u64) -> f64 {
        let rows = suppressed_rows.max(self.cheapest);
        if rows == 0 {
            return self.all_kept;
        }
        let i = self.steps.partition_point(|s| s.0 < rows) - 1;
        let (before, sum, change) = self.steps[i];
        self.all_kept + sum + (rows - before) as f64 * change
    }
}
