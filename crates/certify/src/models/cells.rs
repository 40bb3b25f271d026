//! k-anonymity of tables with suppressed cells.
//!
//! Cautious: a suppressed cell is a value of its own, and classes are rows with equal cells.
//! Wildcard: it matches anything, and a row is counted with all rows that on every column are equal
//! to it or suppressed, or where it is suppressed itself. Either is looked at on all
//! quasi-identifiers, or on every set of m of them, and the smallest number of units is k.

use super::evidence::{Evidence, of_class};
use crate::classes::{ClassSizes, Extreme};
use crate::measured::{MeasuredModel, Value};
use crate::parameters::CellReading;
use crate::{Ratio, Result};
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;

/// The number of a suppressed cell, and that of a missing one.
const SUPPRESSED: u32 = u32::MAX;
const MISSING: u32 = u32::MAX - 1;

pub(super) fn judge(
    k: u64,
    reading: CellReading,
    label: &str,
    subsets: Option<u64>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let tuples = Tuples::new(evidence.classes, label);
    let columns = tuples.cells.first().map_or(0, Vec::len);
    let sets = sets(
        columns,
        subsets.map_or(columns, |m| (m as usize).clamp(1, columns.max(1))),
    );
    let worst = |reading: CellReading| {
        let mut worst = Extreme::new(&evidence.classes.keys);
        for set in &sets {
            for (tuple, units) in tuples.units(set, reading).into_iter().enumerate() {
                worst.offer(Reverse(units), tuple as u32);
            }
        }
        worst
    };
    let (own, other) = (worst(reading), worst(reading.other()));
    let value = own.value().map(|units| Value::whole(units.0));
    let measured = of_class(value, own.witness(), |value| {
        value.at_least(Ratio::whole(k))
    });
    Ok(MeasuredModel {
        other_reading: other.value().map(|units| units.0),
        ..measured
    })
}

/// All sets of `size` of so many columns.
fn sets(columns: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size.min(columns) {
        let longer = |set: Vec<usize>| {
            (set.last().map_or(0, |last| last + 1)..columns)
                .map(move |next| [&set[..], &[next]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The distinct rows of a table, as numbers.
struct Tuples<'a> {
    cells: Vec<Vec<u32>>,
    sizes: &'a [u64],
    /// For each tuple its persons; none where rows are counted.
    persons: Option<Vec<Vec<u32>>>,
}

impl<'a> Tuples<'a> {
    fn new(classes: &'a ClassSizes, label: &str) -> Self {
        let mut numbers: HashMap<(usize, Vec<u8>), u32> = HashMap::new();
        let mut number = |(column, text): (usize, Option<&[u8]>)| match text {
            None => MISSING,
            Some(text) if text == label.as_bytes() => SUPPRESSED,
            Some(text) => {
                let next = numbers.len() as u32;
                *numbers.entry((column, text.to_vec())).or_insert(next)
            }
        };
        let cells = (0..classes.keys.len() as u32).map(|tuple| {
            classes
                .keys
                .labels(tuple)
                .enumerate()
                .map(&mut number)
                .collect()
        });
        let cells: Vec<Vec<u32>> = cells.collect();
        let persons = (!classes.members.is_empty()).then(|| {
            let mut persons = vec![Vec::new(); cells.len()];
            classes
                .members
                .iter()
                .for_each(|(class, person)| persons[*class as usize].push(*person));
            persons
        });
        Tuples {
            cells,
            sizes: &classes.sizes,
            persons,
        }
    }

    /// How many units each tuple is counted with, on some columns.
    fn units(&self, set: &[usize], reading: CellReading) -> Vec<u64> {
        let shown = |tuple: usize| {
            set.iter()
                .map(|&column| self.cells[tuple][column])
                .collect::<Vec<u32>>()
        };
        let mut kinds: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
        (0..self.cells.len())
            .for_each(|tuple| kinds.entry(shown(tuple)).or_default().push(tuple as u32));
        let counted = match reading {
            CellReading::Cautious => kinds
                .iter()
                .map(|(cells, members)| (cells, self.together([members].into_iter())))
                .collect(),
            CellReading::Wildcard => self.matching(&kinds),
        };
        let counted: HashMap<&Vec<u32>, u64> = counted;
        (0..self.cells.len())
            .map(|tuple| counted[&shown(tuple)])
            .collect()
    }

    /// The units of tuples together.
    fn together<'t>(&self, lists: impl Iterator<Item = &'t Vec<u32>>) -> u64 {
        let tuples = lists.flatten().map(|&tuple| tuple as usize);
        match &self.persons {
            None => tuples.map(|tuple| self.sizes[tuple]).sum(),
            Some(persons) => tuples
                .flat_map(|tuple| &persons[tuple])
                .collect::<HashSet<_>>()
                .len() as u64,
        }
    }

    /// For each kind of row the units of all kinds that match it.
    fn matching<'k>(&self, kinds: &'k HashMap<Vec<u32>, Vec<u32>>) -> HashMap<&'k Vec<u32>, u64> {
        let pattern = |cells: &[u32]| {
            cells
                .iter()
                .map(|&cell| cell == SUPPRESSED)
                .collect::<Vec<bool>>()
        };
        let mut by_pattern: HashMap<Vec<bool>, Vec<&'k Vec<u32>>> = HashMap::new();
        kinds
            .keys()
            .for_each(|cells| by_pattern.entry(pattern(cells)).or_default().push(cells));
        let mut counted = HashMap::new();
        for (own, cells) in &by_pattern {
            // For every pattern of others the lists of tuples by the cells that neither suppresses.
            let mut matches: HashMap<&Vec<u32>, Vec<&'k Vec<u32>>> = HashMap::new();
            for (others, theirs) in &by_pattern {
                let both = |cells: &[u32]| {
                    let open = cells
                        .iter()
                        .zip(own.iter().zip(others))
                        .filter(|(_, (a, b))| !**a && !**b);
                    open.map(|(cell, _)| *cell).collect::<Vec<u32>>()
                };
                let mut groups: HashMap<Vec<u32>, Vec<&'k Vec<u32>>> = HashMap::new();
                theirs
                    .iter()
                    .for_each(|cells| groups.entry(both(cells)).or_default().push(&kinds[*cells]));
                for mine in cells {
                    if let Some(lists) = groups.get(&both(mine)) {
                        matches.entry(mine).or_default().extend(lists);
                    }
                }
            }
            counted.extend(
                matches
                    .into_iter()
                    .map(|(cells, lists)| (cells, self.together(lists.into_iter()))),
            );
        }
        counted
    }
}
