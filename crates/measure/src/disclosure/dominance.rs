//! How many entries of a dictionary fit each node of a record.

use super::dictionary::{AdversaryDictionary, Scratch};
use super::marks::Marks;
use super::selection::select;
use super::{AttributeTuples, Chains};
use hashbrown::HashMap;

/// For one record and one dictionary: the least node that each entry fits, counted.
///
/// An entry fits a node exactly when its least steps are all at or below those of the node, so
/// |rho| of a node is the number of entries whose least node it dominates. That makes |rho|
/// monotone and supermodular (§5.2), whatever the consistency. Where people have several entries a
/// person is counted once.
#[derive(Clone, Debug)]
pub struct Dominance {
    heights: Vec<u8>,
    /// The different least nodes of people who have one.
    alone: Marks,
    /// Their indexes, where nodes have any.
    indexes: Vec<u64>,
    /// The least nodes of people who have several that no other of theirs dominates: the steps of
    /// all of them, and where each person's begin.
    several: Vec<u8>,
    several_starts: Vec<u32>,
    /// |rho| of every node by its index, once that was worked out, and what a step adds to the index.
    table: Option<(Vec<u64>, Vec<u32>)>,
}

/// A least node of some entries.
struct Kept {
    /// The first of them, among those that were selected.
    at: usize,
    index: u64,
    people: u64,
}

/// Who fits where the steps of a node go up one by one.
#[derive(Clone, Debug)]
pub struct Ups<'a> {
    of: &'a Dominance,
    node: Vec<u8>,
    /// Per attribute who fits with this one a step up; nothing where that is not known.
    masks: Vec<Vec<u64>>,
    counts: Vec<u64>,
}

impl Dominance {
    /// Compares a record with all entries; `utilities` has what its labels are worth, by attribute
    /// and step. Entries that fit only nodes which are worth less than `at_least` are left out:
    /// counts of other nodes do not need them.
    ///
    /// # Cost
    /// O(entries x groups of attributes + those that are not left out x attributes).
    pub fn new(
        dictionary: &AdversaryDictionary,
        chains: &[&Chains],
        leaves: &[u32],
        utilities: &[&[f64]],
        at_least: Option<f64>,
        scratch: &mut Scratch,
    ) -> Self {
        dictionary.compare(chains, leaves, scratch);
        let selected = select(dictionary, &scratch.steps, utilities, at_least);
        let heights: Vec<u8> = chains
            .iter()
            .zip(leaves)
            .map(|(c, &leaf)| (c.of(leaf).len() - 1) as u8)
            .collect();
        let mut dominance = Dominance {
            alone: Marks::default(),
            indexes: Vec::new(),
            several: Vec::new(),
            several_starts: vec![0],
            table: None,
            heights,
        };
        match &dictionary.persons {
            None => dominance.count_entries(dictionary, &scratch.steps, &selected),
            Some(persons) => {
                dominance.count_persons(dictionary, &scratch.steps, &selected, persons)
            }
        }
        dominance
    }

    /// Puts equal least nodes together; those of many people come first.
    fn count_entries(
        &mut self,
        dictionary: &AdversaryDictionary,
        steps: &[Vec<u8>],
        selected: &[u32],
    ) {
        // What is selected lies far apart, so its tuples are fetched once.
        let fetch = |group: &AttributeTuples| -> Vec<u32> {
            selected
                .iter()
                .map(|&entry| group.of_item[entry as usize])
                .collect()
        };
        let tuples: Vec<Vec<u32>> = dictionary.groups.iter().map(fetch).collect();
        let people = |at: usize| u64::from(dictionary.counts[selected[at] as usize]);
        let mut kept: Vec<Kept> = Vec::with_capacity(selected.len());
        match strides(&self.heights) {
            // Too many nodes to have an index: then hardly any are equal.
            None => kept.extend((0..selected.len()).map(|at| Kept {
                at,
                index: 0,
                people: people(at),
            })),
            Some(strides) => {
                let mut indexes = vec![0u64; selected.len()];
                for ((group, steps), tuples) in dictionary.groups.iter().zip(steps).zip(&tuples) {
                    // Tuples that fit no node are not selected, and have no index.
                    let add = |sum: u64, (&a, &step): (&usize, &u8)| {
                        sum.wrapping_add(u64::from(step).wrapping_mul(strides[a]))
                    };
                    let part = |steps: &[u8]| group.attributes.iter().zip(steps).fold(0, add);
                    let parts: Vec<u64> = steps
                        .chunks_exact(group.attributes.len())
                        .map(part)
                        .collect();
                    indexes
                        .iter_mut()
                        .zip(tuples)
                        .for_each(|(index, &tuple)| *index += parts[tuple as usize]);
                }
                let mut place: HashMap<u64, u32> = HashMap::with_capacity(selected.len());
                for (at, index) in indexes.into_iter().enumerate() {
                    let held = *place.entry(index).or_insert(kept.len() as u32) as usize;
                    match kept.get_mut(held) {
                        Some(held) => held.people += people(at),
                        None => kept.push(Kept {
                            at,
                            index,
                            people: people(at),
                        }),
                    }
                }
            }
        }
        kept.sort_by_key(|kept| std::cmp::Reverse(kept.people));
        self.alone = Marks::new(&self.heights, kept.iter().map(|kept| kept.people).collect());
        for ((group, steps), tuples) in dictionary.groups.iter().zip(steps).zip(&tuples) {
            let first: Vec<usize> = kept
                .iter()
                .map(|kept| tuples[kept.at] as usize * group.attributes.len())
                .collect();
            for (place, &a) in group.attributes.iter().enumerate() {
                self.alone.mark(
                    a,
                    &first
                        .iter()
                        .map(|first| steps[first + place])
                        .collect::<Vec<u8>>(),
                );
            }
        }
        self.indexes = kept.iter().map(|kept| kept.index).collect();
    }

    /// People are counted once: by their one least node, or by any of several.
    fn count_persons(
        &mut self,
        dictionary: &AdversaryDictionary,
        steps: &[Vec<u8>],
        selected: &[u32],
        persons: &[u32],
    ) {
        let attributes = self.heights.len();
        let mut of_person: HashMap<u32, Vec<Vec<u8>>> = HashMap::new();
        for &entry in selected {
            let mut node = vec![0; attributes];
            for (group, steps) in dictionary.groups.iter().zip(steps) {
                let first = group.of_item[entry as usize] as usize * group.attributes.len();
                group
                    .attributes
                    .iter()
                    .zip(&steps[first..])
                    .for_each(|(&a, &step)| node[a] = step);
            }
            of_person
                .entry(persons[entry as usize])
                .or_default()
                .push(node);
        }
        let mut alone: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut several: Vec<Vec<Vec<u8>>> = Vec::new();
        for mut nodes in of_person.into_values() {
            nodes.sort_unstable();
            nodes.dedup();
            let is_least = |node: &&Vec<u8>| {
                !nodes
                    .iter()
                    .any(|other| other != *node && dominates(node, other))
            };
            let mut least: Vec<Vec<u8>> = nodes.iter().filter(is_least).cloned().collect();
            match least.pop() {
                Some(one) if least.is_empty() => *alone.entry(one).or_default() += 1,
                last => several.push(least.into_iter().chain(last).collect()),
            }
        }
        let mut alone: Vec<(Vec<u8>, u64)> = alone.into_iter().collect();
        alone.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let strides = strides(&self.heights).unwrap_or_else(|| vec![0; attributes]);
        self.indexes = alone
            .iter()
            .map(|(node, _)| index(node, &strides))
            .collect();
        self.alone = Marks::new(&self.heights, alone.iter().map(|a| a.1).collect());
        (0..attributes).for_each(|a| {
            self.alone.mark(
                a,
                &alone.iter().map(|(node, _)| node[a]).collect::<Vec<u8>>(),
            )
        });
        several.sort_unstable();
        for nodes in several {
            self.several.extend(nodes.iter().flatten());
            self.several_starts
                .push((self.several.len() / attributes) as u32);
        }
    }

    /// |rho|: how many people fit a node.
    ///
    /// # Cost
    /// O(1) where all nodes were [worked out](Dominance::tabulate), else O(distinct least nodes x
    /// attributes / 64).
    pub fn count(&self, node: &[u8]) -> u64 {
        match &self.table {
            Some((strides, table)) => u64::from(table[index(node, strides) as usize]),
            None => self.alone.count(node) + self.count_several(node),
        }
    }

    fn count_several(&self, node: &[u8]) -> u64 {
        let attributes = self.heights.len();
        let of_person = |pair: &[u32]| {
            let nodes = &self.several[pair[0] as usize * attributes..pair[1] as usize * attributes];
            u64::from(
                nodes
                    .chunks_exact(attributes)
                    .any(|least| dominates(node, least)),
            )
        };
        self.several_starts.windows(2).map(of_person).sum()
    }

    /// Prepares counting nodes that are one step up on an attribute and maybe one step down on
    /// another.
    ///
    /// # Cost
    /// That of about as many counts as there are attributes.
    pub fn ups(&self, node: &[u8]) -> Ups<'_> {
        let is_marked = self.table.is_none() && self.several.is_empty();
        let masks = if is_marked {
            self.alone.ups(node)
        } else {
            vec![Vec::new(); node.len()]
        };
        let can_rise = |a: usize| node[a] < self.heights[a];
        let counts = (0..node.len()).map(|a| match can_rise(a) {
            true if is_marked => self.alone.weigh(&masks[a]),
            true => self.count(&moved(node, a, a)),
            false => 0,
        });
        Ups {
            of: self,
            node: node.to_vec(),
            counts: counts.collect(),
            masks,
        }
    }

    /// Works out |rho| of every node by running sums, attribute by attribute, where there are at
    /// most `most` nodes.
    ///
    /// # Cost
    /// O(nodes x attributes), four bytes per node.
    pub fn tabulate(&mut self, most: usize) {
        let Some(strides) = strides(&self.heights) else {
            return;
        };
        let nodes: u64 = self
            .heights
            .iter()
            .fold(1, |n: u64, &h| n.saturating_mul(u64::from(h) + 1));
        let people: u64 = self.alone.people().iter().sum();
        if nodes > most as u64 || people > u64::from(u32::MAX) || !self.several.is_empty() {
            return;
        }
        let mut table = vec![0u32; nodes as usize];
        self.indexes
            .iter()
            .zip(self.alone.people())
            .for_each(|(&index, &people)| table[index as usize] += people as u32);
        for (&stride, &height) in strides.iter().zip(&self.heights) {
            let (stride, block) = (stride as usize, stride as usize * (usize::from(height) + 1));
            for start in (0..nodes as usize).step_by(block) {
                for i in start + stride..start + block {
                    table[i] += table[i - stride];
                }
            }
        }
        self.table = Some((strides, table));
    }
}

impl Ups<'_> {
    /// |rho| with an attribute a step up.
    pub fn count(&self, up: usize) -> u64 {
        self.counts[up]
    }

    /// |rho| with an attribute a step up and another a step down; at most [`Ups::count`].
    pub fn count_down(&self, up: usize, down: usize) -> u64 {
        if self.masks[up].is_empty() {
            return self.of.count(&moved(&self.node, up, down));
        }
        match self.of.alone.row(down, self.node[down] - 1) {
            Some(row) => self.of.alone.weigh_both(&self.masks[up], row),
            None => self.counts[up],
        }
    }
}

/// A node with one attribute a step up and, where it is another, one a step down.
fn moved(node: &[u8], up: usize, down: usize) -> Vec<u8> {
    let mut moved = node.to_vec();
    moved[up] += 1;
    moved[down] -= u8::from(up != down);
    moved
}

fn dominates(node: &[u8], least: &[u8]) -> bool {
    node.iter().zip(least).all(|(node, least)| node >= least)
}

/// What a step of each attribute adds to the index of a node; none where there are too many nodes.
fn strides(heights: &[u8]) -> Option<Vec<u64>> {
    let mut strides = vec![0; heights.len()];
    let mut nodes = 1u64;
    for (stride, &height) in strides.iter_mut().zip(heights).rev() {
        *stride = nodes;
        nodes = nodes.checked_mul(u64::from(height) + 1)?;
    }
    Some(strides)
}

fn index(node: &[u8], strides: &[u64]) -> u64 {
    node.iter()
        .zip(strides)
        .map(|(&step, stride)| u64::from(step) * stride)
        .sum()
}
