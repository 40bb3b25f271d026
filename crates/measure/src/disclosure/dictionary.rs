//! People that an attacker knows.

use super::chain::{ChainLabel, Chains};
use super::jaro;
use super::tuples::AttributeTuples;
use equipoise_data::{Error, Hierarchy, Region, Result};
use std::collections::HashMap;

/// When an entry of a dictionary fits a shown record.
///
/// All three are tested attribute by attribute, and every step up lets no entry go that fitted
/// before. The top fits everything.
///
/// # Source
/// §5 (covered), §2.5 (compatible; the proof of Theorem 2.5.1 needs it, E3), §3.1 (fuzzy; on
/// leaves, because the similarity of labels is not monotone, E5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Consistency {
    /// What the entry says is among what is shown.
    Covered,
    /// One of them is among the other: an entry may be coarser than what is shown.
    Compatible,
    /// Some value among what is shown is so similar to the entry, by [`jaro`]. The thesis takes
    /// 0.8.
    Fuzzy(f64),
}

/// What a dictionary knows of one attribute of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownValue {
    /// One of these values: a value or a label of the hierarchy.
    Region(Region),
    /// A text that is similar to these values.
    Similar(Vec<u32>),
    /// Nothing, or something that the hierarchy does not know: it fits the top alone.
    Nothing,
    /// Nothing, and that fits everything.
    Anything,
}

/// Tells what texts mean in a column.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    hierarchy: &'a Hierarchy,
    missing: &'a [String],
    consistency: Consistency,
    /// Values and labels, each by its lowest level, but the top by its own.
    labels: HashMap<&'a str, (usize, u32)>,
}

impl<'a> Reader<'a> {
    /// A reader of the texts of a dictionary.
    pub fn new(hierarchy: &'a Hierarchy, missing: &'a [String], consistency: Consistency) -> Self {
        let mut labels = HashMap::new();
        // The top first: short branches show its label further down, where it stands for few
        // values.
        let top = hierarchy.height();
        for level in std::iter::once(top).chain(0..top) {
            let of = &hierarchy.levels[level];
            of.labels.iter().zip(0..).for_each(|(label, code)| {
                labels.entry(label.as_str()).or_insert((level, code));
            });
        }
        Reader {
            hierarchy,
            missing,
            consistency,
            labels,
        }
    }

    /// What a text means.
    ///
    /// A missing value is one of its own where the table has it. It fits everything where entries
    /// may be coarser than what is shown.
    pub fn known(&self, text: &str) -> KnownValue {
        let Reader {
            hierarchy,
            missing,
            consistency,
            ..
        } = *self;
        if missing.iter().any(|m| m == text) {
            return match (consistency, hierarchy.missing) {
                (Consistency::Compatible, _) => KnownValue::Anything,
                (_, Some(leaf)) => KnownValue::Region(Region::leaf(leaf)),
                (_, None) => KnownValue::Nothing,
            };
        }
        let values = &hierarchy.levels[0].labels;
        if let Consistency::Fuzzy(least) = consistency {
            let is_similar = |leaf: &usize| {
                hierarchy.missing != Some(*leaf as u32) && jaro(&values[*leaf], text) >= least
            };
            return KnownValue::Similar(
                (0..values.len())
                    .filter(is_similar)
                    .map(|leaf| leaf as u32)
                    .collect(),
            );
        }
        let Some(&(level, code)) = self.labels.get(text) else {
            return KnownValue::Nothing;
        };
        KnownValue::Region(hierarchy.levels[level].region(code))
    }
}

/// The least step of a chain that an entry fits; as many as the chain has steps when it fits none.
pub fn least_step(chain: &[ChainLabel], known: &KnownValue, consistency: Consistency) -> u8 {
    let fits = |step: &ChainLabel| match known {
        _ if step.is_top => true,
        KnownValue::Anything => true,
        KnownValue::Nothing => false,
        KnownValue::Similar(leaves) => leaves.iter().any(|&leaf| step.region.contains(leaf)),
        KnownValue::Region(region) => {
            step.region.covers(*region)
                || (consistency == Consistency::Compatible && region.covers(step.region))
        }
    };
    chain.iter().position(fits).unwrap_or(chain.len()) as u8
}

/// People that an attacker knows, as counted distinct entries.
///
/// Entries are kept in a form that makes it cheap to compare all of them with a record: attributes
/// are put together into groups of which there are few distinct tuples, a record is compared with
/// each of these once, and an entry then costs one look-up per group.
#[derive(Clone, Debug)]
pub struct AdversaryDictionary {
    /// When an entry fits.
    pub consistency: Consistency,
    /// Per attribute of the table what its distinct values mean; none where the dictionary does not
    /// have the attribute.
    pub(super) known: Vec<Option<Vec<KnownValue>>>,
    pub(super) groups: Vec<AttributeTuples>,
    /// People with each entry.
    pub(super) counts: Vec<u32>,
    /// Per entry the person, where a person can have several entries.
    pub(super) persons: Option<Vec<u32>>,
    /// All people.
    units: u64,
}

/// A record is compared with so many distinct tuples of a group of attributes; what is found must
/// stay in the nearest cache.
const MOST_TUPLES: usize = 1 << 12;

impl AdversaryDictionary {
    /// A dictionary of rows. `columns` has, per attribute of the table, what the distinct values
    /// mean and for each row which of them it has; none for attributes that the dictionary lacks.
    /// `persons` tells whom a row belongs to where people may have several.
    ///
    /// # Errors
    /// No attribute in common, or no row.
    ///
    /// # Cost
    /// O(rows x attributes), memory of four bytes per distinct row and group.
    pub fn new(
        consistency: Consistency,
        rows: usize,
        columns: Vec<Option<(Vec<KnownValue>, Vec<u32>)>>,
        persons: Option<&[u32]>,
    ) -> Result<Self> {
        if columns.iter().all(Option::is_none) {
            return Err(Error::data(
                "a dictionary shares no quasi-identifier with the table",
            ));
        }
        if rows == 0 {
            return Err(Error::data(
                "a dictionary has no rows; nobody could be found in it",
            ));
        }
        let shared: Vec<usize> = (0..columns.len())
            .filter(|&a| columns[a].is_some())
            .collect();
        let code = |a: usize, row: usize| columns[a].as_ref().map_or(0, |c| c.1[row]);
        // Distinct rows first: everything after works on them.
        let mut seen: HashMap<(Vec<u32>, u32), u32> = HashMap::new();
        let (mut first_row, mut counts, mut of_person) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..rows {
            let person = persons.map_or(0, |p| p[row]);
            let next = counts.len() as u32;
            let entry = *seen
                .entry((shared.iter().map(|&a| code(a, row)).collect(), person))
                .or_insert(next);
            if entry == next {
                first_row.push(row);
                counts.push(0u32);
                of_person.push(person);
            }
            // A person is one however many rows say the same.
            counts[entry as usize] = if persons.is_some() {
                1
            } else {
                counts[entry as usize].saturating_add(1)
            };
        }
        drop(seen);
        let distinct: Vec<Vec<u32>> = (0..columns.len())
            .map(|a| first_row.iter().map(|&row| code(a, row)).collect())
            .collect();
        let groups =
            AttributeTuples::group(&shared, first_row.len(), MOST_TUPLES, |a| &distinct[a]);
        let units = persons.map_or(rows as u64, |p| {
            p.iter().collect::<std::collections::HashSet<_>>().len() as u64
        });
        let known = columns.into_iter().map(|c| c.map(|c| c.0)).collect();
        Ok(AdversaryDictionary {
            consistency,
            known,
            groups,
            counts,
            persons: persons.map(|_| of_person),
            units,
        })
    }

    /// All people in it.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Distinct entries.
    pub fn entries(&self) -> usize {
        self.counts.len()
    }

    /// Whether it knows an attribute of the table.
    pub fn has(&self, attribute: usize) -> bool {
        self.known[attribute].is_some()
    }

    /// What the entries know of an attribute, as places among [`AdversaryDictionary::values`].
    pub fn value_of(&self, attribute: usize, entry: usize) -> Option<u32> {
        let (group, at) = self
            .groups
            .iter()
            .find_map(|g| Some((g, g.attributes.iter().position(|&a| a == attribute)?)))?;
        Some(group.codes[group.of_item[entry] as usize * group.attributes.len() + at])
    }

    /// What the distinct values of an attribute mean.
    pub fn values(&self, attribute: usize) -> Option<&[KnownValue]> {
        self.known[attribute].as_deref()
    }

    /// People with an entry, and whose it is where people may have several.
    pub fn count(&self, entry: usize) -> (u32, Option<u32>) {
        (self.counts[entry], self.persons.as_ref().map(|p| p[entry]))
    }

    /// How many people fit a node of a record.
    ///
    /// # Cost
    /// O(entries x groups of attributes): for single nodes; many nodes of one record are cheaper by
    /// [`Dominance`](super::Dominance).
    pub fn crowd(
        &self,
        chains: &[&Chains],
        leaves: &[u32],
        node: &[u8],
        scratch: &mut Scratch,
    ) -> u64 {
        self.compare(chains, leaves, scratch);
        let of_tuples = |(group, steps): (&AttributeTuples, &Vec<u8>)| -> Vec<bool> {
            let fits = |steps: &[u8]| {
                group
                    .attributes
                    .iter()
                    .zip(steps)
                    .all(|(&a, &step)| step <= node[a])
            };
            steps
                .chunks_exact(group.attributes.len())
                .map(fits)
                .collect()
        };
        let fits: Vec<Vec<bool>> = self
            .groups
            .iter()
            .zip(&scratch.steps)
            .map(of_tuples)
            .collect();
        let fitting = |entry: &usize| {
            self.groups
                .iter()
                .zip(&fits)
                .all(|(group, fits)| fits[group.of_item[*entry] as usize])
        };
        let entries = (0..self.entries()).filter(fitting);
        match &self.persons {
            None => entries.map(|entry| u64::from(self.counts[entry])).sum(),
            Some(persons) => entries
                .map(|entry| persons[entry])
                .collect::<std::collections::HashSet<u32>>()
                .len() as u64,
        }
    }

    /// For each group of attributes the least steps of its distinct tuples, into `scratch.steps`:
    /// tuple by tuple, in the order of the group's attributes.
    pub(super) fn compare(&self, chains: &[&Chains], leaves: &[u32], scratch: &mut Scratch) {
        scratch.least.resize(self.known.len(), Vec::new());
        for (a, known) in self.known.iter().enumerate() {
            let Some(known) = known else { continue };
            let chain = chains[a].of(leaves[a]);
            let least = &mut scratch.least[a];
            least.clear();
            least.extend(known.iter().map(|k| least_step(chain, k, self.consistency)));
        }
        scratch.steps.resize(self.groups.len(), Vec::new());
        for (group, steps) in self.groups.iter().zip(&mut scratch.steps) {
            steps.clear();
            for tuple in group.iter() {
                steps.extend(
                    group
                        .attributes
                        .iter()
                        .zip(tuple)
                        .map(|(&a, &value)| scratch.least[a][value as usize]),
                );
            }
        }
    }
}

/// Memory that is used again from record to record.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Per attribute the least step of each value of the dictionary.
    least: Vec<Vec<u8>>,
    /// Per group of attributes the least steps of its tuples, one after the other.
    pub(super) steps: Vec<Vec<u8>>,
}
