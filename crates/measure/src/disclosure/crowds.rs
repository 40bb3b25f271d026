//! Crowds of all records of a table at one node.

use super::tuples::AttributeTuples;
use super::{AdversaryDictionary, Consistency, KnownValue};
use equipoise_data::Hierarchy;
use std::collections::HashMap;

/// Counts, for one node, how many people of a dictionary fit each record of a table.
///
/// Where what an entry says must be among what is shown, and entries are raw values, the people who
/// fit a record at a node are those with the same labels at its levels: a class. So the classes of
/// a node tell the crowd of every record at once. Entries and records are points; attributes are
/// grouped as in [`AdversaryDictionary`], and a node's classes are formed from few distinct tuples per
/// group.
#[derive(Clone, Debug)]
pub struct Crowds {
    groups: Vec<AttributeTuples>,
    /// Per point the people with it.
    people: Vec<u32>,
    /// Points with their person, by person, where people may have several.
    persons: Option<Vec<(u32, u32)>>,
    point_of_record: Vec<u32>,
}

/// Classes of a node are formed from so many distinct tuples of a group of attributes.
const MOST_TUPLES: usize = 1 << 15;

/// Labels of so many tuples are kept for later nodes: 64 MB.
const MOST_KEPT: usize = 1 << 24;

/// Memory that is used again from node to node, and labels of groups at levels that were met
/// before.
#[derive(Debug, Default)]
pub struct CrowdScratch {
    /// Per group the class of each tuple at levels of its attributes, and how many classes there
    /// are.
    labels: HashMap<(usize, Vec<u8>), (Vec<u32>, u64)>,
    class: Vec<u64>,
    slots: Vec<u64>,
    place: Vec<u32>,
    counts: Vec<u32>,
    last: Vec<u32>,
}

impl Crowds {
    /// Prepares counting; `leaves` has those of the records, attribute by attribute. None where
    /// crowds are not classes: entries that are coarser than values, or similar to them.
    pub fn new(dictionary: &AdversaryDictionary, leaves: &[Vec<u32>]) -> Option<Self> {
        if dictionary.consistency != Consistency::Covered {
            return None;
        }
        let shared: Vec<usize> = (0..leaves.len()).filter(|&a| dictionary.has(a)).collect();
        let leaf_of = |known: &KnownValue| match known {
            KnownValue::Region(region) if region.first == region.last => Some(region.first),
            _ => None,
        };
        let of_value: Vec<Vec<u32>> = shared
            .iter()
            .map(|&a| {
                dictionary
                    .values(a)
                    .unwrap_or_default()
                    .iter()
                    .map(leaf_of)
                    .collect::<Option<Vec<u32>>>()
            })
            .collect::<Option<_>>()?;
        let entry_codes: Vec<Vec<u32>> = shared
            .iter()
            .zip(&of_value)
            .map(|(&a, of)| {
                (0..dictionary.entries())
                    .map(|e| of[dictionary.value_of(a, e).unwrap_or(0) as usize])
                    .collect()
            })
            .collect();
        let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut points: Vec<Vec<u32>> = vec![Vec::new(); shared.len()];
        let mut point = |tuple: Vec<u32>| {
            let next = seen.len() as u32;
            *seen.entry(tuple).or_insert_with_key(|tuple| {
                points
                    .iter_mut()
                    .zip(tuple)
                    .for_each(|(column, &leaf)| column.push(leaf));
                next
            })
        };
        let of_entry: Vec<u32> = (0..dictionary.entries())
            .map(|e| point(entry_codes.iter().map(|c| c[e]).collect()))
            .collect();
        let records = leaves.first().map_or(0, Vec::len);
        let point_of_record = (0..records)
            .map(|r| point(shared.iter().map(|&a| leaves[a][r]).collect()))
            .collect();
        drop(seen);
        let mut people = vec![0u32; points[0].len()];
        let persons = dictionary.persons.as_ref().map(|persons| {
            let mut pairs: Vec<(u32, u32)> = persons
                .iter()
                .copied()
                .zip(of_entry.iter().copied())
                .collect();
            pairs.sort_unstable();
            pairs
        });
        of_entry
            .iter()
            .zip(&dictionary.counts)
            .for_each(|(&p, &count)| people[p as usize] = people[p as usize].saturating_add(count));
        let at = |a: usize| shared.iter().position(|&s| s == a).unwrap_or(0);
        let groups = AttributeTuples::group(&shared, people.len(), MOST_TUPLES, |a| &points[at(a)]);
        Some(Crowds {
            groups,
            people,
            persons,
            point_of_record,
        })
    }

    /// The crowd of each record at the levels of a node, into `crowds`.
    ///
    /// # Cost
    /// O(points x groups).
    pub fn at(
        &self,
        hierarchies: &[&Hierarchy],
        levels: &[u8],
        scratch: &mut CrowdScratch,
        crowds: &mut Vec<u32>,
    ) {
        let classes = self.classify(hierarchies, levels, scratch);
        scratch.counts.clear();
        scratch.counts.resize(classes, 0);
        match &self.persons {
            None => scratch
                .place
                .iter()
                .zip(&self.people)
                .for_each(|(&class, &people)| {
                    let count = &mut scratch.counts[class as usize];
                    *count = count.saturating_add(people);
                }),
            Some(pairs) => {
                // Pairs come person by person, so who was counted last in a class tells whether
                // this person was counted there.
                scratch.last.clear();
                scratch.last.resize(classes, u32::MAX);
                for &(person, point) in pairs {
                    let class = scratch.place[point as usize] as usize;
                    if scratch.last[class] != person {
                        scratch.last[class] = person;
                        scratch.counts[class] += 1;
                    }
                }
            }
        }
        crowds.clear();
        crowds.extend(
            self.point_of_record
                .iter()
                .map(|&p| scratch.counts[scratch.place[p as usize] as usize]),
        );
    }

    /// Gives each point the number of its class, and says how many classes there are.
    fn classify(
        &self,
        hierarchies: &[&Hierarchy],
        levels: &[u8],
        scratch: &mut CrowdScratch,
    ) -> usize {
        if scratch
            .labels
            .values()
            .map(|(of_tuple, _)| of_tuple.len())
            .sum::<usize>()
            > MOST_KEPT
        {
            scratch.labels.clear();
        }
        for (g, group) in self.groups.iter().enumerate() {
            let key = (
                g,
                group
                    .attributes
                    .iter()
                    .map(|&a| levels[a])
                    .collect::<Vec<u8>>(),
            );
            scratch
                .labels
                .entry(key)
                .or_insert_with_key(|key| labels(group, hierarchies, &key.1));
        }
        let CrowdScratch {
            labels,
            class,
            slots,
            place,
            ..
        } = scratch;
        class.clear();
        class.resize(self.people.len(), 0);
        let mut classes = 1u64;
        for (g, group) in self.groups.iter().enumerate() {
            let key = (
                g,
                group
                    .attributes
                    .iter()
                    .map(|&a| levels[a])
                    .collect::<Vec<u8>>(),
            );
            let (of_tuple, number) = &labels[&key];
            if classes.checked_mul(*number).is_none() {
                classes = number_classes(class, classes, slots, place) as u64;
                class
                    .iter_mut()
                    .zip(place.iter())
                    .for_each(|(class, &small)| *class = u64::from(small));
            }
            class
                .iter_mut()
                .zip(&group.of_item)
                .for_each(|(class, &tuple)| {
                    *class = *class * number + u64::from(of_tuple[tuple as usize])
                });
            classes *= number;
        }
        number_classes(class, classes, slots, place)
    }
}

/// The class of each tuple of a group at levels of its attributes, and how many there are.
fn labels(group: &AttributeTuples, hierarchies: &[&Hierarchy], levels: &[u8]) -> (Vec<u32>, u64) {
    let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
    let of_leaf: Vec<&[u32]> = group
        .attributes
        .iter()
        .zip(levels)
        .map(|(&a, &level)| hierarchies[a].levels[usize::from(level)].of_leaf.as_slice())
        .collect();
    let class = |tuple: &[u32]| {
        let next = seen.len() as u32;
        *seen
            .entry(
                tuple
                    .iter()
                    .zip(&of_leaf)
                    .map(|(&leaf, of)| of[leaf as usize])
                    .collect(),
            )
            .or_insert(next)
    };
    let of_tuple: Vec<u32> = group.iter().map(class).collect();
    (of_tuple, seen.len() as u64)
}

/// No class has this number.
const EMPTY: u64 = u64::MAX;

/// Gives each class a small number, with gaps, into `place`, and says how many numbers there may
/// be. `slots` tells how many there were before: mostly as many do again.
fn number_classes(
    class: &[u64],
    classes: u64,
    slots: &mut Vec<u64>,
    place: &mut Vec<u32>,
) -> usize {
    place.clear();
    place.reserve(class.len());
    // Few possible classes are numbered as they are.
    if classes <= 4 * class.len() as u64 {
        place.extend(class.iter().map(|&c| c as u32));
        return classes as usize;
    }
    let mut bits = slots
        .len()
        .max(1 << 10)
        .next_power_of_two()
        .trailing_zeros();
    loop {
        let (mask, shift, most) = ((1usize << bits) - 1, 64 - bits, (3usize << bits) / 4);
        slots.clear();
        slots.resize(1 << bits, EMPTY);
        place.clear();
        let mut distinct = 0;
        for &key in class {
            let product = u128::from(key ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
            let mut at = (((product >> 64) as u64 ^ product as u64) >> shift) as usize;
            while slots[at & mask] != key && slots[at & mask] != EMPTY {
                at += 1;
            }
            let slot = &mut slots[at & mask];
            distinct += usize::from(*slot == EMPTY);
            *slot = key;
            place.push((at & mask) as u32);
            if distinct > most {
                break;
            }
        }
        if distinct <= most {
            slots.truncate((2 * distinct).next_power_of_two());
            return 1 << bits;
        }
        bits += if place.len() < class.len() / 2 { 2 } else { 1 };
    }
}
