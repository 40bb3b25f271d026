//! The values that a distance is measured over: where each of them lies, and how far apart they
//! are.

use super::evidence::Cell;
use super::smoothing::{Kernel, Line, Smoothed};
use crate::emd::Reference;
use crate::float::float;
use crate::ground::{Ground, Tree};
use crate::measured::Value;
use crate::parameters::{Distance, Neighbours};
use crate::ratio::decimal;
use crate::tally::{self, Counts};
use crate::{Error, Ratio, Result};
use hashbrown::HashMap;

/// The positions of the values of a domain, and what lies between them.
pub(super) struct Domain<'a> {
    metric: Metric,
    places: HashMap<&'a [u8], u32>,
    size: usize,
}

/// The comparison of distributions over the positions.
#[derive(Clone)]
enum Metric {
    Emd(Ground),
    Smoothed(Kernel),
}

impl<'a> Domain<'a> {
    /// The domain made of `values`, which differ, and of "missing" where that occurs. The distance
    /// may know more values than occur: on a line only those that occur are positions, in a tree
    /// the others are leaves without mass. A value that the distance does not know has no place.
    pub(super) fn new(
        distance: &'a Distance,
        values: impl Iterator<Item = &'a [u8]> + Clone,
        has_missing: bool,
    ) -> Result<Self> {
        match distance {
            Distance::Equal => Ok(Self::apart(values)),
            Distance::Ordered { ranks } => Self::on_a_line(ranks, values),
            // Where all values are missing, a certificate lists no lines. A value would then have
            // no place.
            Distance::Hierarchical { lines } if lines.is_empty() => {
                Ok(Self::apart(std::iter::empty()))
            }
            Distance::Hierarchical { lines } => Self::in_a_tree(lines),
            Distance::Smoothed { bandwidth, by } => {
                let (domain, line) = match by {
                    Neighbours::Equal => (Self::apart(values.clone()), Line::Apart),
                    Neighbours::Ranks(ranks) => {
                        let domain = Self::on_a_line(ranks, values.clone())?;
                        let steps = domain.size.saturating_sub(1).max(1) as f64;
                        let points = (0..domain.size).map(|i| i as f64 / steps).collect();
                        (domain, Line::Points(points))
                    }
                    Neighbours::Numbers(numbers) => Self::at_numbers(numbers, values.clone())?,
                    Neighbours::Lines(lines) if lines.is_empty() => {
                        (Self::apart(std::iter::empty()), Line::Apart)
                    }
                    Neighbours::Lines(lines) => {
                        let domain = Self::in_a_tree(lines)?;
                        let Metric::Emd(Ground::Hierarchical(tree)) = domain.metric.clone() else {
                            return Err(Error::internal("the lines of a hierarchy gave no tree"));
                        };
                        (domain, Line::Tree(tree))
                    }
                };
                domain.smoothed(bandwidth, line, values, has_missing)
            }
        }
    }

    fn apart(values: impl Iterator<Item = &'a [u8]>) -> Self {
        let places: HashMap<_, _> = values
            .enumerate()
            .map(|(i, value)| (value, i as u32))
            .collect();
        Domain {
            metric: Metric::Emd(Ground::Equal),
            size: places.len(),
            places,
        }
    }

    fn in_a_tree(lines: &'a [Vec<String>]) -> Result<Self> {
        let (tree, positions) = Tree::new(lines)?;
        let places = lines
            .iter()
            .zip(positions)
            .map(|(line, position)| (line[0].as_bytes(), position))
            .collect();
        Ok(Domain {
            metric: Metric::Emd(Ground::Hierarchical(tree)),
            places,
            size: lines.len(),
        })
    }

    fn on_a_line(
        ranks: &'a [(String, u32)],
        values: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Self> {
        Ok(Self::by_rank(&known_once(ranks)?, values).0)
    }

    fn at_numbers(
        numbers: &'a [(String, String)],
        values: impl Iterator<Item = &'a [u8]>,
    ) -> Result<(Self, Line)> {
        let numbers = whole_numbers(numbers)?;
        let (domain, present) = Self::by_rank(&known_once(&numbers)?, values);
        let (low, high) = (
            present.first().copied().unwrap_or(0),
            present.last().copied().unwrap_or(0),
        );
        let range = high
            .checked_sub(low)
            .ok_or_else(|| Error::data("the numbers of a column are too far apart"))?
            .max(1) as f64;
        let points = present
            .iter()
            .map(|number| (number - low) as f64 / range)
            .collect();
        Ok((domain, Line::Points(points)))
    }

    /// Positions in ascending order, one for all values of equal rank; also the ranks that occur.
    fn by_rank<T: Ord + Copy>(
        rank_of: &HashMap<&[u8], T>,
        values: impl Iterator<Item = &'a [u8]>,
    ) -> (Self, Vec<T>) {
        let ranked: Vec<_> = values
            .filter_map(|value| Some((value, *rank_of.get(value)?)))
            .collect();
        let mut present: Vec<T> = ranked.iter().map(|(_, rank)| *rank).collect();
        present.sort_unstable();
        present.dedup();
        let places = ranked
            .into_iter()
            .filter_map(|(value, rank)| Some((value, present.binary_search(&rank).ok()? as u32)));
        (
            Domain {
                metric: Metric::Emd(Ground::Ordered),
                places: places.collect(),
                size: present.len(),
            },
            present,
        )
    }

    /// The same positions, compared by smoothing. A position counts as often as values lie there.
    fn smoothed(
        mut self,
        bandwidth: &str,
        line: Line,
        values: impl Iterator<Item = &'a [u8]>,
        has_missing: bool,
    ) -> Result<Self> {
        let bandwidth = float(decimal(bandwidth)?);
        if bandwidth <= 0.0 {
            return Err(Error::usage(
                "the bandwidth of a smoothed distance is 0; it must be above 0",
            ));
        }
        let mut values_at = vec![0u32; self.size];
        values
            .filter_map(|value| self.places.get(value))
            .for_each(|place| values_at[*place as usize] += 1);
        self.metric = Metric::Smoothed(Kernel::new(bandwidth, line, values_at, has_missing));
        Ok(self)
    }

    pub(super) fn place(&self, value: &[u8]) -> Option<u32> {
        self.places.get(value).copied()
    }

    /// A yardstick for distances from these units of each value; `None` is "missing".
    pub(super) fn yardstick<'b>(
        &self,
        column: &str,
        units: impl Iterator<Item = (Option<&'b [u8]>, u64)>,
    ) -> Result<Yardstick> {
        let (mut by_place, mut missing) = (vec![0u64; self.size], 0);
        for (value, units) in units {
            let slot = match value {
                None => &mut missing,
                Some(value) => {
                    let place = self.place(value);
                    let place = place.ok_or_else(|| {
                        Error::data(format!(
                            "the reference of column `{column}` has a value without a place"
                        ))
                    })?;
                    &mut by_place[place as usize]
                }
            };
            *slot = slot
                .checked_add(units)
                .ok_or_else(|| Error::internal("a reference count does not fit 64 bits"))?;
        }
        Ok(match &self.metric {
            Metric::Emd(ground) => {
                Yardstick::Emd(Reference::new(ground.clone(), by_place, missing)?)
            }
            Metric::Smoothed(kernel) => {
                Yardstick::Smoothed(Smoothed::new(kernel.clone(), by_place, missing)?)
            }
        })
    }
}

/// A reference distribution that classes are compared with.
pub(super) enum Yardstick {
    Emd(Reference),
    Smoothed(Smoothed),
}

impl Yardstick {
    /// The distance of a class: (position, units), each position once and in ascending order, and
    /// the units without a value.
    pub(super) fn distance(&self, class: &[(u32, u64)], missing: u64) -> Result<Value> {
        match self {
            Yardstick::Emd(reference) => Ok(Value::Exact(reference.emd(class, missing)?)),
            Yardstick::Smoothed(reference) => reference.divergence(class, missing),
        }
    }
}

/// The place of each value of the file in a domain; values that are not in it came from elsewhere.
pub(super) struct Positions(Vec<u32>);

impl Positions {
    pub(super) fn new(
        column: &str,
        counts: &Counts,
        place: impl Fn(&[u8]) -> Option<u32>,
        allows_missing: bool,
    ) -> Result<Self> {
        if !allows_missing && counts.whole[tally::MISSING as usize] > 0 {
            return Err(foreign(column, counts.first_line[tally::MISSING as usize]));
        }
        let mut positions = vec![0];
        for value in counts.values() {
            let place = place(counts.text(value));
            positions
                .push(place.ok_or_else(|| foreign(column, counts.first_line[value as usize]))?);
        }
        Ok(Positions(positions))
    }

    /// The cells of a class as (position, units) and the units without a value.
    pub(super) fn of_class(&self, cells: &[Cell]) -> (Vec<(u32, u64)>, u64) {
        let missing = cells
            .iter()
            .find(|cell| cell.1 == tally::MISSING)
            .map_or(0, |cell| cell.2);
        let mut placed: Vec<(u32, u64)> = cells
            .iter()
            .filter(|cell| cell.1 != tally::MISSING)
            .map(|cell| (self.0[cell.1 as usize], cell.2))
            .collect();
        placed.sort_unstable();
        let merged = placed
            .chunk_by(|a, b| a.0 == b.0)
            .map(|tied| (tied[0].0, tied.iter().map(|(_, units)| units).sum()));
        (merged.collect(), missing)
    }
}

pub(super) fn foreign(column: &str, line: u64) -> Error {
    Error::data(format!(
        "line {line}: a value of column `{column}` is not among the values it was released with"
    ))
    .hint("the file was altered after its release, or it belongs to another record")
}

fn known_once<T: Copy>(ranks: &[(String, T)]) -> Result<HashMap<&[u8], T>> {
    let rank_of: HashMap<&[u8], T> = ranks
        .iter()
        .map(|(text, rank)| (text.as_bytes(), *rank))
        .collect();
    if rank_of.len() != ranks.len() {
        return Err(Error::data("an order gives two ranks to one value"));
    }
    Ok(rank_of)
}

/// Decimals with a sign as whole numbers of their smallest common unit, so that equal numbers are
/// equal however written.
fn whole_numbers(numbers: &[(String, String)]) -> Result<Vec<(String, i128)>> {
    let places = numbers
        .iter()
        .map(|(_, number)| number.split_once('.').map_or(0, |(_, part)| part.len()))
        .max()
        .unwrap_or(0);
    let whole = |number: &str| -> Result<i128> {
        let (sign, digits) = number
            .strip_prefix('-')
            .map_or((1, number), |digits| (-1, digits));
        let ratio: Ratio = decimal(digits)?;
        let unit = 10u128.checked_pow(places as u32);
        // The denominator is a divisor of the unit, because no number has more places.
        let scaled = unit
            .and_then(|unit| ratio.num().checked_mul(unit / ratio.den()))
            .and_then(|scaled| i128::try_from(scaled).ok());
        scaled
            .map(|scaled| sign * scaled)
            .ok_or_else(|| Error::data("the numbers of a column have too many digits"))
    };
    numbers
        .iter()
        .map(|(text, number)| Ok((text.clone(), whole(number)?)))
        .collect()
}
