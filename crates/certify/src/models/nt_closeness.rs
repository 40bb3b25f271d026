//! (n,t)-closeness: a class is large, or close to a large set of input rows that contains it.
//!
//! The sets are the rows of the whole input whose labels agree with those of the class after one or
//! more of them were raised along the hierarchies, all rows of the input by as many levels. All
//! such sets are looked at, in the order of the levels.

use super::domain::{Domain, Positions, Yardstick};
use super::evidence::{Evidence, greatest};
use crate::class_counts::{InputClasses, Labels, Units};
use crate::measured::{MeasuredModel, Value};
use crate::parameters::Distance;
use crate::texts::Texts;
use crate::{Error, Ratio, Result};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

pub(super) fn judge(
    column: &str,
    n: u64,
    t: Ratio,
    distance: &Distance,
    input: &InputClasses,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let all = Input::new(input, evidence.quasi_identifiers)?;
    let values: HashSet<&[u8]> = all.values.iter().filter_map(|value| *value).collect();
    let has_missing = all.values.contains(&None);
    let domain = Domain::new(distance, values.iter().copied(), has_missing)?;
    let place = |text: &[u8]| values.contains(text).then(|| domain.place(text)).flatten();
    let positions = Positions::new(column, counts, place, has_missing)?;

    let mut nearest = Nearest {
        distances: HashMap::new(),
        n,
    };
    let small = counts
        .classes()
        .filter(|(class, _)| evidence.classes.sizes[*class as usize] < n);
    let mut ladders = all.ladders;
    let small: Vec<Small> = small
        .map(|(class, cells)| {
            let steps = ladders.steps(&evidence.classes.keys.witness(class))?;
            let (units, missing) = positions.of_class(cells);
            Ok(Small {
                class,
                steps,
                units,
                missing,
            })
        })
        .collect::<Result<_>>()?;
    if !small.is_empty() {
        for levels in ladders.raises() {
            nearest.look(column, &domain, &all.classes, &levels, &small)?;
        }
    }
    let (value, witness) = greatest(evidence, |class, _| {
        let large = evidence.classes.sizes[class as usize] >= n;
        Ok(if large {
            Value::Exact(Ratio::ZERO)
        } else {
            nearest
                .distances
                .get(&class)
                .copied()
                .unwrap_or(Value::Infinite)
        })
    })?;
    Ok(MeasuredModel {
        value: Some(value),
        met: value.at_most(t),
        witness: Some(witness),
        ..MeasuredModel::default()
    })
}

/// A released class below n, prepared for comparison.
struct Small {
    class: u32,
    /// Its labels on each level, from its own upwards.
    steps: Vec<Vec<u32>>,
    units: Vec<(u32, u64)>,
    missing: u64,
}

/// The least distance found for each small class.
struct Nearest {
    distances: HashMap<u32, Value>,
    n: u64,
}

impl Nearest {
    /// Compares the small classes with the sets that contain them when labels are raised by these
    /// levels.
    fn look(
        &mut self,
        column: &str,
        domain: &Domain<'_>,
        input: &[Class<'_>],
        levels: &[usize],
        small: &[Small],
    ) -> Result<()> {
        let key = |steps: &[Vec<u32>]| {
            steps
                .iter()
                .zip(levels.iter().copied().chain(std::iter::repeat(0)))
                .map(|(labels, level)| labels[level])
                .collect::<Vec<_>>()
        };
        let mut sets: HashMap<Vec<u32>, (Vec<&Small>, Vec<&Class<'_>>)> = HashMap::new();
        for class in small
            .iter()
            .filter(|class| self.distances.get(&class.class) != Some(&Value::Exact(Ratio::ZERO)))
        {
            sets.entry(key(&class.steps)).or_default().0.push(class);
        }
        for class in input {
            if let Some(set) = sets.get_mut(&key(&class.steps)) {
                set.1.push(class);
            }
        }
        for (members, rows) in sets.values() {
            let values = rows.iter().map(|class| class.values);
            let Some(yardstick) = yardstick(column, domain, values, self.n)? else {
                continue;
            };
            for class in members {
                let distance = yardstick.distance(&class.units, class.missing)?;
                let held = self.distances.entry(class.class).or_insert(distance);
                *held = distance.min(*held);
            }
        }
        Ok(())
    }
}

/// The values of a class of the input with their units; none is "missing".
pub(super) type Values<'v> = &'v [(Option<String>, Units)];

/// The values of a set of input rows; none when it has fewer than n units.
pub(super) fn yardstick<'v>(
    column: &str,
    domain: &Domain<'_>,
    rows: impl Iterator<Item = Values<'v>>,
    n: u64,
) -> Result<Option<Yardstick>> {
    let mut counts: BTreeMap<Option<&[u8]>, u64> = BTreeMap::new();
    let mut persons: HashMap<Option<&[u8]>, HashSet<u32>> = HashMap::new();
    let mut size = 0u64;
    for (value, units) in rows.flatten() {
        let value = value.as_ref().map(|value| value.as_bytes());
        match units {
            Units::Rows(rows) => {
                size = size.saturating_add(*rows);
                let count = counts.entry(value).or_default();
                *count = count.saturating_add(*rows);
            }
            Units::Persons(list) => persons.entry(value).or_default().extend(&list.0),
        }
    }
    let everyone: HashSet<&u32> = persons.values().flatten().collect();
    if size.saturating_add(everyone.len() as u64) < n.max(1) {
        return Ok(None);
    }
    counts.extend(
        persons
            .iter()
            .map(|(value, persons)| (*value, persons.len() as u64)),
    );
    domain.yardstick(column, counts.into_iter()).map(Some)
}

/// The whole input, with numbers for labels.
struct Input<'a> {
    ladders: Ladders,
    classes: Vec<Class<'a>>,
    /// The values that occur; none is "missing".
    values: HashSet<Option<&'a [u8]>>,
}

struct Class<'a> {
    steps: Vec<Vec<u32>>,
    values: Values<'a>,
}

impl<'a> Input<'a> {
    fn new(input: &'a InputClasses, quasi_identifiers: usize) -> Result<Self> {
        if input.lines.len() != quasi_identifiers {
            return Err(Error::internal(
                "the classes of the input have lines for another number of quasi-identifiers",
            ));
        }
        let mut ladders = Ladders::new(&input.lines)?;
        let mut classes = Vec::new();
        let mut values = HashSet::new();
        for class in &input.classes {
            classes.push(Class {
                steps: ladders.steps(&class.labels)?,
                values: &class.values,
            });
            values.extend(
                class
                    .values
                    .iter()
                    .map(|(value, _)| value.as_ref().map(|value| value.as_bytes())),
            );
        }
        Ok(Input {
            ladders,
            classes,
            values,
        })
    }
}

/// The labels above each label, for each quasi-identifier.
struct Ladders {
    texts: Texts,
    columns: Vec<Ladder>,
}

struct Ladder {
    height: usize,
    top: Option<u32>,
    above: HashMap<u32, Vec<u32>>,
}

impl Ladders {
    fn new(lines: &[Vec<Vec<String>>]) -> Result<Self> {
        let mut texts = Texts::default();
        let mut columns = Vec::new();
        for lines in lines {
            let width = lines.first().map_or(1, Vec::len);
            let mut ladder = Ladder {
                height: width.saturating_sub(1),
                top: None,
                above: HashMap::new(),
            };
            for line in lines {
                let numbers = line
                    .iter()
                    .map(|label| texts.number(label_key(Some(label)).as_bytes()))
                    .collect::<Result<Vec<_>>>()?;
                let agrees = ladder
                    .above
                    .get(&numbers.first().copied().unwrap_or(0))
                    .is_none_or(|known| *known == numbers);
                let top = numbers.last().copied();
                // Only where there is something above the labels do all lines end in one.
                let same_top = width == 1 || ladder.top.is_none_or(|known| Some(known) == top);
                if width == 0 || numbers.len() != width || !agrees || !same_top {
                    return Err(Error::data(
                        "the labels above a released label are not those of a hierarchy",
                    ));
                }
                ladder.top = top;
                ladder.above.insert(numbers[0], numbers);
            }
            columns.push(ladder);
        }
        Ok(Ladders { texts, columns })
    }

    /// The labels of a class on each level. Columns beyond the quasi-identifiers have no level
    /// above their own.
    fn steps(&mut self, labels: &Labels) -> Result<Vec<Vec<u32>>> {
        let mut steps = Vec::with_capacity(labels.len());
        for (i, label) in labels.iter().enumerate() {
            let number = self.texts.number(label_key(label.as_deref()).as_bytes())?;
            steps.push(match self.columns.get(i) {
                None => vec![number],
                Some(ladder) => ladder.above.get(&number).cloned().unwrap_or_else(|| {
                    let mut same = vec![number; ladder.height + 1];
                    if let (Some(last), Some(top), true) =
                        (same.last_mut(), ladder.top, ladder.height > 0)
                    {
                        *last = top;
                    }
                    same
                }),
            });
        }
        Ok(steps)
    }

    /// All ways to raise at least one quasi-identifier, the lowest first. The level of other
    /// columns is not listed: it is 0.
    fn raises(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for ladder in &self.columns {
            all = all
                .into_iter()
                .flat_map(|low| (0..=ladder.height).map(move |level| [&low[..], &[level]].concat()))
                .collect();
        }
        all.retain(|levels| levels.iter().any(|level| *level > 0));
        all.sort_by_key(|levels| levels.iter().sum::<usize>());
        all
    }
}

/// A text that tells a missing label from every other.
fn label_key(label: Option<&str>) -> String {
    label.map_or_else(String::new, |label| format!("={label}"))
}
