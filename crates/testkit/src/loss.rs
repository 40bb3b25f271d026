//! The losses. They count rows, also where persons are the unit.

use crate::evaluate::{Oracle, OracleClass};
use crate::{Case, OracleAggregation, OracleLoss, OracleQuasiColumn};
use std::collections::BTreeSet;

/// The factors of the generalization terms and of the suppression terms.
fn factors(case: &Case) -> (f64, f64) {
    let g = case.suppression_weight;
    ((2.0 * (1.0 - g)).min(1.0), (2.0 * g).min(1.0))
}

/// The loss of a node.
pub(crate) fn loss(
    case: &Case,
    levels: &[usize],
    classes: &[OracleClass],
    attributes: &[f64],
) -> f64 {
    let n = case.rows.len() as f64;
    let kept: Vec<&OracleClass> = classes.iter().filter(|c| c.kept).collect();
    let s = n - kept.iter().map(|c| c.rows.len()).sum::<usize>() as f64;
    let default = match case.loss {
        OracleLoss::Aecs => return n / (kept.len() as f64 + if s > 0.0 { 1.0 } else { 0.0 }),
        OracleLoss::Discernibility => {
            let (generalization, suppression) = factors(case);
            let squares = kept
                .iter()
                .map(|c| c.rows.len() * c.rows.len())
                .sum::<usize>() as f64;
            return generalization * squares + suppression * s * n;
        }
        OracleLoss::Height => return levels.iter().sum::<usize>() as f64,
        OracleLoss::Loss => OracleAggregation::Geometric,
        OracleLoss::Nwp | OracleLoss::Precision => OracleAggregation::Arithmetic,
        OracleLoss::Entropy => OracleAggregation::Sum,
    };
    let weights: Vec<f64> = case.quasi.iter().map(|q| q.weight).collect();
    aggregate(case.aggregation.unwrap_or(default), attributes, &weights)
}

fn aggregate(aggregation: OracleAggregation, values: &[f64], weights: &[f64]) -> f64 {
    let pairs = || values.iter().zip(weights);
    let all: f64 = weights.iter().sum();
    match aggregation {
        OracleAggregation::Geometric => {
            pairs()
                .map(|(v, w)| (1.0 + v).powf(w / all))
                .product::<f64>()
                - 1.0
        }
        OracleAggregation::Arithmetic => pairs().map(|(v, w)| w * v).sum::<f64>() / all,
        OracleAggregation::Sum => pairs().map(|(v, w)| w * v).sum(),
        OracleAggregation::Max => pairs().map(|(v, w)| w * v).fold(0.0, f64::max),
    }
}

/// The value of each attribute, for the losses that have one.
pub(crate) fn attribute_values(
    oracle: &Oracle<'_>,
    levels: &[usize],
    suppressed: &[usize],
) -> Vec<f64> {
    let value = match oracle.case.loss {
        OracleLoss::Loss => loss_of,
        OracleLoss::Nwp => nwp_of,
        OracleLoss::Precision => precision_of,
        OracleLoss::Entropy => entropy_of,
        OracleLoss::Aecs | OracleLoss::Discernibility | OracleLoss::Height => return Vec::new(),
    };
    let suppressed: BTreeSet<usize> = suppressed.iter().copied().collect();
    // D = 1 or height 0 gives 0, whatever the loss.
    let nothing_to_lose = |q: &OracleQuasiColumn| q.lines.len() == 1 || q.height() == 0;
    let quasi = oracle.case.quasi.iter().enumerate();
    quasi
        .map(|(q, column)| {
            if nothing_to_lose(column) {
                0.0
            } else {
                value(oracle, q, levels[q], &suppressed)
            }
        })
        .collect()
}

/// S = sum over rows of the share of the label in the domain (kept) or 1 (suppressed); max(0, (S -
/// n/D) / (n - n/D)).
///
/// Everything is multiplied by D, so that the shares are whole numbers of lines and a loss of 0 is
/// exactly 0.
fn loss_of(oracle: &Oracle<'_>, q: usize, level: usize, suppressed: &BTreeSet<usize>) -> f64 {
    let (generalization, suppression) = factors(oracle.case);
    let n = oracle.case.rows.len();
    let d = oracle.case.quasi[q].lines.len() as f64;
    let lines: u64 = (0..n)
        .filter(|row| !suppressed.contains(row))
        .map(|row| oracle.cells[q][level][row].lines)
        .sum();
    let s_times_d = generalization * lines as f64 + suppression * (suppressed.len() as f64 * d);
    ((s_times_d - n as f64) / (n as f64 * d - n as f64)).max(0.0)
}

/// The sum over kept cells of (values under the label - 1) / (values - 1), and 1 for a suppressed
/// one, over n.
fn nwp_of(oracle: &Oracle<'_>, q: usize, level: usize, suppressed: &BTreeSet<usize>) -> f64 {
    let (generalization, suppression) = factors(oracle.case);
    let n = oracle.case.rows.len();
    let occurring: BTreeSet<&str> = (0..n)
        .filter_map(|row| oracle.case.label(q, 0, row))
        .collect();
    if occurring.len() < 2 {
        return 0.0;
    }
    // The factors scale what is covered, as in `loss`, so everything is multiplied by the number of
    // values.
    let kept: u64 = (0..n)
        .filter(|row| !suppressed.contains(row))
        .map(|row| oracle.cells[q][level][row].values)
        .sum();
    let covered =
        generalization * kept as f64 + suppression * (suppressed.len() * occurring.len()) as f64;
    ((covered - n as f64) / (n as f64 * (occurring.len() as f64 - 1.0))).max(0.0)
}

/// ((n - s) x level / height + s) / n.
fn precision_of(oracle: &Oracle<'_>, q: usize, level: usize, suppressed: &BTreeSet<usize>) -> f64 {
    let (generalization, suppression) = factors(oracle.case);
    let (n, s) = (oracle.case.rows.len() as f64, suppressed.len() as f64);
    let height = oracle.case.quasi[q].height() as f64;
    (generalization * ((n - s) * level as f64 / height) + suppression * s) / n
}

/// Minus the sum over rows of log2(rows with the raw value / rows with the released label);
/// suppressed: over all rows.
fn entropy_of(oracle: &Oracle<'_>, q: usize, level: usize, suppressed: &BTreeSet<usize>) -> f64 {
    let (generalization, suppression) = factors(oracle.case);
    let n = oracle.case.rows.len();
    let (mut kept_bits, mut suppressed_bits) = (0.0, 0.0);
    for row in 0..n {
        let raw = oracle.cells[q][0][row].rows as f64;
        if suppressed.contains(&row) {
            suppressed_bits -= (raw / n as f64).log2();
        } else {
            kept_bits -= (raw / oracle.cells[q][level][row].rows as f64).log2();
        }
    }
    generalization * kept_bits + suppression * suppressed_bits
}
