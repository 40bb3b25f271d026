//! The models once more, as slow and obvious definitions on rows.

use crate::counting::Case;
use crate::naive::{self, Cell, Row};
use equipoise_certify::*;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Counts = BTreeMap<Cell, u64>;

/// A value as a number; infinity where there is none.
pub(crate) fn number(value: Value) -> f64 {
    value.ratio().map_or(f64::INFINITY, |ratio| {
        ratio.num() as f64 / ratio.den() as f64
    })
}

/// What a definition gives, and whether it is met: "at most", "below" or "at least" the parameter.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    AtMost,
    Below,
    AtLeast,
}

pub(crate) struct Tables<'a> {
    pub(crate) case: &'a Case,
    pub(crate) released: &'a [Row],
    pub(crate) population: &'a [Row],
    pub(crate) by_person: bool,
}

impl Tables<'_> {
    fn classes(&self) -> Vec<Vec<Row>> {
        naive::classes(self.released).into_values().collect()
    }

    fn counts(&self, rows: &[Row]) -> Counts {
        naive::distribution(rows, self.by_person)
    }

    fn units(&self, rows: &[Row]) -> f64 {
        naive::units(rows, self.by_person) as f64
    }

    /// Units of the known values, the most frequent first.
    fn known(&self, rows: &[Row]) -> Vec<f64> {
        let mut known: Vec<u64> = self
            .counts(rows)
            .into_iter()
            .filter(|(value, _)| value.is_some())
            .map(|(_, units)| units)
            .collect();
        known.sort_by(|a, b| b.cmp(a));
        known.into_iter().map(|units| units as f64).collect()
    }

    fn worst(&self, greatest: bool, score: impl Fn(&[Row]) -> f64) -> f64 {
        let scores = self.classes().into_iter().map(|rows| score(&rows));
        if greatest {
            scores.fold(f64::NEG_INFINITY, f64::max)
        } else {
            scores.fold(f64::INFINITY, f64::min)
        }
    }

    /// The definition of each model; the parameter that it is compared with.
    pub(crate) fn definition(&self, ask: &Ask) -> (f64, Bound, f64) {
        let parse = |text: &str| text.parse::<f64>().unwrap();
        match ask {
            Ask::KAnonymity { k } | Ask::BucketSize { k } => (
                self.worst(false, |rows| self.units(rows)),
                Bound::AtLeast,
                *k as f64,
            ),
            Ask::DistinctDiversity { l, .. } => (
                self.worst(false, |rows| self.known(rows).len() as f64),
                Bound::AtLeast,
                *l as f64,
            ),
            Ask::ProbabilisticDiversity { l, .. } => {
                let score = |rows: &[Row]| {
                    self.known(rows)
                        .first()
                        .map_or(0.0, |most| self.units(rows) / most)
                };
                (self.worst(false, score), Bound::AtLeast, parse(l))
            }
            Ask::EntropyDiversity { l, estimator, .. } => (
                self.worst(false, |rows| entropy(&self.known(rows), *estimator)),
                Bound::AtLeast,
                parse(l),
            ),
            Ask::RecursiveDiversity { c, l, .. } => {
                let score = |rows: &[Row]| {
                    let known = self.known(rows);
                    if known.len() < *l as usize {
                        f64::INFINITY
                    } else {
                        known[0] / known[*l as usize - 1..].iter().sum::<f64>()
                    }
                };
                (self.worst(true, score), Bound::Below, parse(c))
            }
            Ask::AlphaK {
                alpha, k, values, ..
            } => {
                let score = |rows: &[Row]| {
                    let meant = |value: &Cell| {
                        value.as_ref().is_some_and(|value| {
                            values.as_ref().is_none_or(|values| values.contains(value))
                        })
                    };
                    let most = self
                        .counts(rows)
                        .into_iter()
                        .filter(|(value, _)| meant(value))
                        .map(|(_, units)| units)
                        .max()
                        .unwrap_or(0);
                    if self.units(rows) < *k as f64 {
                        f64::INFINITY
                    } else {
                        most as f64 / self.units(rows)
                    }
                };
                (self.worst(true, score), Bound::AtMost, parse(alpha))
            }
            Ask::TCloseness { t, distance, .. } => {
                let reference = self.counts(&self.case.rows);
                (
                    self.worst(true, |rows| {
                        self.distance(distance, &self.counts(rows), &reference)
                    }),
                    Bound::AtMost,
                    parse(t),
                )
            }
            Ask::SemanticPrivacy { delta, log, .. } => {
                let score = |p: f64, q: f64| {
                    if p == 0.0 {
                        f64::INFINITY
                    } else {
                        logarithm(p / q, *log).abs()
                    }
                };
                (self.gains(score), Bound::AtMost, parse(delta))
            }
            Ask::DeltaDisclosure { delta, log, .. } => {
                let score = |p: f64, q: f64| {
                    if p == 0.0 {
                        0.0
                    } else {
                        logarithm(p / q, *log).abs()
                    }
                };
                (self.gains(score), Bound::Below, parse(delta))
            }
            Ask::BetaLikeness { beta, likeness, .. } => {
                let score = |p: f64, q: f64| {
                    let gain = ((p - q) / q).max(0.0);
                    if *likeness == Likeness::Enhanced && gain > -q.ln() && gain > 1e-12 {
                        f64::INFINITY
                    } else {
                        gain
                    }
                };
                (self.gains(score), Bound::AtMost, parse(beta))
            }
            Ask::SampleUniqueness { threshold } => {
                let sizes: Vec<f64> = self.classes().iter().map(|rows| self.units(rows)).collect();
                let alone: f64 = sizes.iter().filter(|size| **size == 1.0).sum();
                (
                    alone / sizes.iter().sum::<f64>(),
                    Bound::AtMost,
                    parse(threshold),
                )
            }
            Ask::AverageRisk { threshold } => {
                let sizes: Vec<f64> = self.classes().iter().map(|rows| self.units(rows)).collect();
                (
                    sizes.len() as f64 / sizes.iter().sum::<f64>(),
                    Bound::AtMost,
                    parse(threshold),
                )
            }
            Ask::KMap { k, .. } => (
                self.worst(false, |rows| self.in_population(rows)),
                Bound::AtLeast,
                *k as f64,
            ),
            Ask::DeltaPresence { max, .. } => (
                self.worst(true, |rows| self.units(rows) / self.in_population(rows)),
                Bound::AtMost,
                parse(max),
            ),
            Ask::NtCloseness { n, t, distance, .. } => (
                self.worst(true, |rows| self.nearest(rows, *n, distance)),
                Bound::AtMost,
                parse(t),
            ),
            Ask::LkcPrivacy { l, k, c, .. } => {
                (self.lkc(*l as usize, *k as f64), Bound::AtMost, parse(c))
            }
            Ask::PopulationUniqueness { .. }
            | Ask::KmAnonymity { .. }
            | Ask::CellAnonymity { .. } => panic!("tested elsewhere"),
        }
    }

    fn in_population(&self, class: &[Row]) -> f64 {
        let rows: Vec<Row> = self
            .population
            .iter()
            .filter(|row| row.key == class[0].key)
            .cloned()
            .collect();
        self.units(&rows)
    }

    /// The worst of a score of the shares of a value in a class and in the input, over all values
    /// of the input.
    fn gains(&self, score: impl Fn(f64, f64) -> f64) -> f64 {
        let share = |counts: &Counts, value: &Cell| {
            counts.get(value).copied().unwrap_or(0) as f64 / counts.values().sum::<u64>() as f64
        };
        let input = self.counts(&self.case.rows);
        self.worst(true, |rows| {
            let class = self.counts(rows);
            input
                .keys()
                .map(|value| score(share(&class, value), share(&input, value)))
                .fold(0.0, f64::max)
        })
    }

    fn distance(&self, distance: &Distance, class: &Counts, reference: &Counts) -> f64 {
        match distance {
            Distance::Smoothed { bandwidth, by } => {
                smoothed(bandwidth.parse().unwrap(), by, class, reference)
            }
            moved => number(Value::Exact(
                self.case.naive_distance(moved, class, reference),
            )),
        }
    }

    /// The least distance from rows of the input that agree after raising labels.
    fn nearest(&self, class: &[Row], n: u64, distance: &Distance) -> f64 {
        if self.units(class) >= n as f64 {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for levels in [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            let raised = |row: &Row| {
                (
                    raise(&A, &row.key[0], levels.0),
                    raise(&B, &row.key[1], levels.1),
                )
            };
            let set: Vec<Row> = self
                .case
                .rows
                .iter()
                .filter(|row| raised(row) == raised(&class[0]))
                .cloned()
                .collect();
            if self.units(&set) >= n as f64 {
                // The domain is that of the input, whatever the set has.
                let mut reference: Counts = self
                    .counts(&self.case.rows)
                    .into_keys()
                    .map(|value| (value, 0))
                    .collect();
                reference.extend(self.counts(&set));
                least = least.min(self.distance(distance, &self.counts(class), &reference));
            }
        }
        least
    }

    fn lkc(&self, l: usize, k: f64) -> f64 {
        let subsets: &[&[usize]] = match l {
            1 => &[&[0], &[1]],
            _ => &[&[0, 1]],
        };
        let mut worst: f64 = 0.0;
        for subset in subsets {
            let mut groups: BTreeMap<Vec<Cell>, Vec<Row>> = BTreeMap::new();
            for row in self.released {
                groups
                    .entry(subset.iter().map(|place| row.key[*place].clone()).collect())
                    .or_default()
                    .push(row.clone());
            }
            for rows in groups.values() {
                let share = self
                    .known(rows)
                    .first()
                    .map_or(0.0, |most| most / self.units(rows));
                worst = worst.max(if self.units(rows) < k {
                    f64::INFINITY
                } else {
                    share
                });
            }
        }
        worst
    }
}

pub(crate) const A: [&[&str]; 2] = [&["x", "*"], &["y", "*"]];
pub(crate) const B: [&[&str]; 3] = [&["p", "m", "all"], &["xp", "m", "all"], &["q", "n", "all"]];

fn raise(lines: &[&[&str]], label: &Cell, level: usize) -> Cell {
    let top = lines[0].len() - 1;
    match label {
        Some(label) => Some(lines.iter().find(|line| line[0] == label).unwrap()[level].into()),
        None if level == top => Some(lines[0][top].into()),
        None => None,
    }
}

fn logarithm(x: f64, log: LogBase) -> f64 {
    if log == LogBase::Binary {
        x.log2()
    } else {
        x.ln()
    }
}

/// The exponential of the entropy, by the published formulas.
fn entropy(units: &[f64], estimator: EntropyEstimator) -> f64 {
    const EULER: f64 = 0.577_215_664_901_532_9;
    let n: f64 = units.iter().sum();
    if units.is_empty() {
        return 0.0;
    }
    match estimator {
        EntropyEstimator::Shannon => units
            .iter()
            .map(|r| -r / n * (r / n).ln())
            .sum::<f64>()
            .exp(),
        EntropyEstimator::Grassberger => {
            // G(1) = G(0) = -euler - ln 2, then G(2m + 1) = G(2m) and G(2m + 2) = G(2m) + 2 / (2m +
            // 1).
            let g = |r: f64| {
                -EULER - 2f64.ln()
                    + (0..(r as u64 / 2))
                        .map(|m| 2.0 / (2 * m + 1) as f64)
                        .sum::<f64>()
            };
            (n.ln() - units.iter().map(|r| r * g(*r)).sum::<f64>() / n).exp()
        }
    }
}

/// The smoothed divergence, with a matrix of distances between all values.
fn smoothed(bandwidth: f64, by: &Neighbours, class: &Counts, reference: &Counts) -> f64 {
    let values: Vec<&Cell> = reference.keys().collect();
    let present: Vec<&String> = values.iter().filter_map(|value| value.as_ref()).collect();
    let numbers: Vec<f64> = present
        .iter()
        .map(|value| match by {
            Neighbours::Numbers(numbers) => numbers
                .iter()
                .find(|(text, _)| text == *value)
                .unwrap()
                .1
                .parse()
                .unwrap(),
            Neighbours::Ranks(ranks) => {
                let rank = |value: &String| ranks.iter().find(|(text, _)| text == value).unwrap().1;
                present
                    .iter()
                    .map(|other| rank(other))
                    .filter(|other| *other < rank(value))
                    .collect::<BTreeSet<_>>()
                    .len() as f64
            }
            _ => 0.0,
        })
        .collect();
    let range = numbers.iter().fold(0.0f64, |range, a| {
        numbers.iter().fold(range, |range, b| range.max(a - b))
    });
    let place = |value: &String| present.iter().position(|other| *other == value).unwrap();
    let distance = |a: &Cell, b: &Cell| match (a, b) {
        _ if a == b => 0.0,
        (Some(a), Some(b)) => match by {
            Neighbours::Equal => 1.0,
            Neighbours::Lines(lines) => {
                let line = |value: &String| lines.iter().find(|line| line[0] == *value).unwrap();
                naive::common_level(line(a), line(b)) as f64 / (lines[0].len() - 1) as f64
            }
            _ if range == 0.0 => 0.0,
            _ => (numbers[place(a)] - numbers[place(b)]).abs() / range,
        },
        _ => 1.0,
    };
    let kernel = |a: &Cell, b: &Cell| {
        let x = distance(a, b) / bandwidth;
        if x < 1.0 {
            0.75 / bandwidth * (1.0 - x * x)
        } else {
            0.0
        }
    };
    let smooth = |counts: &Counts| {
        let total = counts.values().sum::<u64>() as f64;
        let smoothed: Vec<f64> = values
            .iter()
            .map(|a| {
                let sum: f64 = values.iter().map(|b| kernel(a, b)).sum();
                values
                    .iter()
                    .map(|b| counts.get(*b).copied().unwrap_or(0) as f64 / total * kernel(a, b))
                    .sum::<f64>()
                    / sum
            })
            .collect();
        let sum: f64 = smoothed.iter().sum();
        smoothed
            .into_iter()
            .map(|share| share / sum)
            .collect::<Vec<_>>()
    };
    let (p, q) = (smooth(class), smooth(reference));
    let part = |x: f64, m: f64| if x == 0.0 { 0.0 } else { x * (x / m).ln() };
    p.iter()
        .zip(&q)
        .map(|(p, q)| (part(*p, (p + q) / 2.0) + part(*q, (p + q) / 2.0)) / 2.0)
        .sum()
}
