//! What the distributions of classes are compared with, and how far two distributions are from each
//! other.

use crate::case::line_of;
use crate::emd::emd;
use crate::{Case, OracleDistance, OracleMeasured, OracleModel, SensitiveColumn, smooth};
use std::collections::BTreeMap;

/// The values of a sensitive column that occur, how often, and how far they are from each other.
pub(crate) struct Reference<'a> {
    values: Vec<Option<&'a str>>,
    /// Units of the whole input by value.
    pub(crate) counts: Vec<u64>,
    ground: Ground,
    /// Distances computed before: most classes are seen at many nodes.
    known: BTreeMap<(Vec<u64>, Vec<u64>), OracleMeasured>,
}

/// How far values are from each other.
enum Ground {
    /// The model compares no distributions.
    None,
    /// The distance of two values is the integer over the scale.
    Moving(Vec<Vec<i128>>, i128),
    /// The kernel weights of two values.
    Smoothing(Vec<Vec<f64>>),
}

impl<'a> Reference<'a> {
    pub(crate) fn new(
        case: &Case,
        model: &OracleModel,
        input: BTreeMap<Option<&'a str>, u64>,
    ) -> Self {
        let (values, counts): (Vec<_>, Vec<_>) = input.into_iter().unzip();
        let ground = match *model.inner() {
            OracleModel::T {
                column, distance, ..
            }
            | OracleModel::NtCloseness {
                column, distance, ..
            } => match distance {
                OracleDistance::Smoothed { bandwidth } => Ground::Smoothing(smooth::weights(
                    &differences(case.sensitive_column(column), &values),
                    bandwidth.to_f64(),
                )),
                distance => {
                    let (ground, scale) = ground(case, column, distance, &values);
                    Ground::Moving(ground, scale)
                }
            },
            _ => Ground::None,
        };
        Reference {
            values,
            counts,
            ground,
            known: BTreeMap::new(),
        }
    }

    /// The counts of a class in the order of the reference.
    pub(crate) fn counts_of(&self, class: &BTreeMap<Option<&'a str>, u64>) -> Vec<u64> {
        self.values
            .iter()
            .map(|value| class.get(value).copied().unwrap_or(0))
            .collect()
    }

    /// How far two distributions are from each other.
    pub(crate) fn distance(&mut self, p: Vec<u64>, q: Vec<u64>) -> OracleMeasured {
        let ground = &self.ground;
        *self
            .known
            .entry((p, q))
            .or_insert_with_key(|(p, q)| match ground {
                Ground::Moving(ground, scale) => OracleMeasured::Exact(emd(p, q, ground, *scale)),
                Ground::Smoothing(weights) => match smooth::distance(p, q, weights) {
                    0.0 => OracleMeasured::whole(0),
                    distance => OracleMeasured::Float(distance),
                },
                Ground::None => unreachable!("only closeness compares distributions"),
            })
    }
}

/// Integer distances between `values`, and the number to divide them by. Missing is at distance 1
/// from all others.
fn ground(
    case: &Case,
    column: usize,
    distance: OracleDistance,
    values: &[Option<&str>],
) -> (Vec<Vec<i128>>, i128) {
    let sensitive = case.sensitive_column(column);
    let lines = sensitive.lines.as_deref().unwrap_or_default();
    let ranked: Vec<&str> = sensitive
        .order
        .iter()
        .map(String::as_str)
        .filter(|v| values.contains(&Some(v)))
        .collect();
    let rank = |value: &str| {
        ranked
            .iter()
            .position(|v| *v == value)
            .expect("the order names every value")
    };
    let scale = match distance {
        OracleDistance::Equal => 1,
        OracleDistance::Ordered => (ranked.len() as i128 - 1).max(1),
        OracleDistance::Hierarchical => (lines[0].len() as i128 - 1).max(1),
        OracleDistance::Smoothed { .. } => unreachable!("smoothing has distances of its own"),
    };
    let between = |a: Option<&str>, b: Option<&str>| match (a, b) {
        _ if a == b => 0,
        (Some(a), Some(b)) => match distance {
            OracleDistance::Equal | OracleDistance::Smoothed { .. } => 1,
            OracleDistance::Ordered => rank(a).abs_diff(rank(b)) as i128,
            OracleDistance::Hierarchical => {
                lowest_common_level(line_of(lines, a), line_of(lines, b))
            }
        },
        _ => scale,
    };
    (
        values
            .iter()
            .map(|&a| values.iter().map(|&b| between(a, b)).collect())
            .collect(),
        scale,
    )
}

fn lowest_common_level(a: &[String], b: &[String]) -> i128 {
    a.iter()
        .zip(b)
        .position(|(a, b)| a == b)
        .expect("two lines of a hierarchy meet at the top") as i128
}

/// How far values are from each other before smoothing: differences of numbers over the range, else
/// levels of the hierarchy over its height, else differences of ranks over the greatest. Missing is
/// at distance 1 from all others.
fn differences(column: &SensitiveColumn, values: &[Option<&str>]) -> Vec<Vec<f64>> {
    let position = |value: &str| -> f64 {
        if column.numbers {
            return value.parse().expect("a column of numbers holds numbers");
        }
        let mut occurring = column.order.iter().filter(|v| values.contains(&Some(v)));
        occurring
            .position(|v| v == value)
            .expect("the order names every value") as f64
    };
    let positions: Vec<f64> = values
        .iter()
        .flatten()
        .map(|value| position(value))
        .collect();
    let range = positions.iter().fold(0.0, |range: f64, a| {
        positions.iter().fold(range, |range, b| range.max(a - b))
    });
    let between = |a: &str, b: &str| match &column.lines {
        Some(lines) if !column.numbers => {
            lowest_common_level(line_of(lines, a), line_of(lines, b)) as f64
                / (lines[0].len() as f64 - 1.0).max(1.0)
        }
        _ if range == 0.0 => 0.0,
        _ => (position(a) - position(b)).abs() / range,
    };
    let distance = |a: Option<&str>, b: Option<&str>| match (a, b) {
        _ if a == b => 0.0,
        (Some(a), Some(b)) => between(a, b),
        _ => 1.0,
    };
    values
        .iter()
        .map(|&a| values.iter().map(|&b| distance(a, b)).collect())
        .collect()
}
