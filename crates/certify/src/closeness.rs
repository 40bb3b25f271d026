//! The greatest distance of a class from the input and from the released table.

use crate::emd::Reference;
use crate::ground::{Ground, Tree};
use crate::key::KeyTable;
use crate::measure::Extreme;
use crate::measured::{DistanceKind, MeasuredCloseness};
use crate::question::{Closeness, Distance};
use crate::tally::{self, Counts};
use crate::{Error, Ratio, Result};
use hashbrown::HashMap;

pub(crate) fn judge(column: &str, closeness: &Closeness, counts: &Counts, keys: &KeyTable) -> Result<MeasuredCloseness> {
    let kind = closeness.distance.kind();
    if counts.by_class.is_empty() {
        return Ok(MeasuredCloseness::unknown(kind));
    }
    let input = closeness.reference.as_ref().map(|reference| Yardstick::of_input(column, &closeness.distance, reference, counts));
    let input = input.transpose()?.map(|input| input.worst(counts, keys)).transpose()?;
    let release = Yardstick::of_release(column, &closeness.distance, counts)?.worst(counts, keys)?;
    Ok(MeasuredCloseness {
        distance: kind,
        against_input: input.as_ref().and_then(Extreme::value),
        input_witness: input.as_ref().and_then(Extreme::witness),
        against_release: release.value(),
    })
}

impl Distance {
    /// The name of the distance.
    pub fn kind(&self) -> DistanceKind {
        match self {
            Distance::Equal => DistanceKind::Equal,
            Distance::Ordered { .. } => DistanceKind::Ordered,
            Distance::Hierarchical { .. } => DistanceKind::Hierarchical,
        }
    }
}

/// The positions of the values of a domain, and the ground they lie on.
struct Domain<'a> {
    ground: Ground,
    places: HashMap<&'a [u8], u32>,
    size: usize,
}

impl<'a> Domain<'a> {
    /// The domain made of `values`. The distance may know more values than occur: on a line only those that occur are
    /// positions, in a tree the others are leaves without mass. A value that the distance does not know has no place.
    fn new(distance: &'a Distance, values: impl Iterator<Item = &'a [u8]>) -> Result<Self> {
        match distance {
            Distance::Equal => {
                let places: HashMap<_, _> = values.enumerate().map(|(i, value)| (value, i as u32)).collect();
                Ok(Domain { ground: Ground::Equal, size: places.len(), places })
            }
            Distance::Ordered { ranks } => Self::on_a_line(ranks, values),
            // Where all values are missing, a certificate lists no lines. A value would then have no place.
            Distance::Hierarchical { lines } if lines.is_empty() => Ok(Domain { ground: Ground::Equal, places: HashMap::new(), size: 0 }),
            Distance::Hierarchical { lines } => {
                let (tree, positions) = Tree::new(lines)?;
                let places = lines.iter().zip(positions).map(|(line, position)| (line[0].as_bytes(), position)).collect();
                Ok(Domain { ground: Ground::Hierarchical(tree), places, size: lines.len() })
            }
        }
    }

    fn on_a_line(ranks: &'a [(String, u32)], values: impl Iterator<Item = &'a [u8]>) -> Result<Self> {
        let rank_of: HashMap<&[u8], u32> = ranks.iter().map(|(text, rank)| (text.as_bytes(), *rank)).collect();
        if rank_of.len() != ranks.len() {
            return Err(Error::data("an order gives two ranks to one value"));
        }
        let ranked: Vec<_> = values.filter_map(|value| Some((value, *rank_of.get(value)?))).collect();
        let mut present: Vec<u32> = ranked.iter().map(|(_, rank)| *rank).collect();
        present.sort_unstable();
        present.dedup();
        let places = ranked.into_iter().filter_map(|(value, rank)| Some((value, present.binary_search(&rank).ok()? as u32)));
        Ok(Domain { ground: Ground::Ordered, places: places.collect(), size: present.len() })
    }
}

/// A reference distribution and the position of each value of the file in it.
struct Yardstick {
    reference: Reference,
    /// By value number; that of the missing value is not used.
    position: Vec<u32>,
}

impl Yardstick {
    fn of_release(column: &str, distance: &Distance, counts: &Counts) -> Result<Self> {
        let domain = Domain::new(distance, counts.values().map(|value| counts.text(value)))?;
        let position = positions(column, counts, |text| domain.places.get(text).copied())?;
        let mut units = vec![0; domain.size];
        for value in counts.values() {
            units[position[value as usize] as usize] += counts.whole[value as usize];
        }
        let missing = counts.whole[tally::MISSING as usize];
        Ok(Yardstick { reference: Reference::new(domain.ground, units, missing)?, position })
    }

    fn of_input(column: &str, distance: &Distance, reference: &[(Option<String>, u64)], counts: &Counts) -> Result<Self> {
        let mut known: HashMap<Option<&[u8]>, u64> = HashMap::new();
        for (text, units) in reference.iter().filter(|(_, units)| *units > 0) {
            if known.insert(text.as_ref().map(|text| text.as_bytes()), *units).is_some() {
                return Err(Error::data(format!("the reference of column `{column}` lists one value twice")));
            }
        }
        if counts.whole[tally::MISSING as usize] > 0 && !known.contains_key(&None) {
            return Err(foreign(column, counts.first_line[tally::MISSING as usize]));
        }
        let domain = Domain::new(distance, known.keys().filter_map(|text| *text))?;
        let position =
            positions(column, counts, |text| known.contains_key(&Some(text)).then(|| domain.places.get(text).copied()).flatten())?;
        let mut units = vec![0u64; domain.size];
        for (text, count) in known.iter().filter_map(|(text, count)| Some(((*text)?, *count))) {
            let place = domain.places.get(text);
            let place = place.ok_or_else(|| Error::data(format!("the reference of column `{column}` has a value without a place")))?;
            let sum = units[*place as usize].checked_add(count);
            units[*place as usize] = sum.ok_or_else(|| Error::internal("a reference count does not fit 64 bits"))?;
        }
        let missing = known.get(&None).copied().unwrap_or(0);
        Ok(Yardstick { reference: Reference::new(domain.ground, units, missing)?, position })
    }

    /// The class that is farthest away.
    fn worst<'k>(&self, counts: &Counts, keys: &'k KeyTable) -> Result<Extreme<'k, Ratio>> {
        let mut worst = Extreme::new(keys);
        let (mut placed, mut class_units) = (Vec::new(), Vec::new());
        for (class, cells) in counts.classes() {
            let missing = cells.iter().find(|(_, value, _)| *value == tally::MISSING).map_or(0, |cell| cell.2);
            placed.clear();
            placed.extend(cells.iter().filter(|cell| cell.1 != tally::MISSING).map(|cell| (self.position[cell.1 as usize], cell.2)));
            placed.sort_unstable();
            class_units.clear();
            class_units.extend(placed.chunk_by(|a, b| a.0 == b.0).map(|tied| (tied[0].0, tied.iter().map(|(_, units)| units).sum())));
            worst.offer(self.reference.emd(&class_units, missing)?, class);
        }
        Ok(worst)
    }
}

fn positions(column: &str, counts: &Counts, place: impl Fn(&[u8]) -> Option<u32>) -> Result<Vec<u32>> {
    let mut positions = vec![0];
    for value in counts.values() {
        let place = place(counts.text(value));
        positions.push(place.ok_or_else(|| foreign(column, counts.first_line[value as usize]))?);
    }
    Ok(positions)
}

fn foreign(column: &str, line: u64) -> Error {
    Error::data(format!("line {line}: a value of column `{column}` is not among the values it was released with"))
        .hint("the file was altered after its release, or it belongs to another record")
}
