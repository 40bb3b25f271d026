//! How many entries of a dictionary fit each node of a record.

use super::Chains;
use super::dictionary::{Dictionary, Scratch};
use std::collections::HashMap;

/// For one record and one dictionary: the least node that each entry fits, counted.
///
/// An entry fits a node exactly when its least steps are all at or below those of the node, so |rho| of a node is the number of entries whose least node it dominates. That
/// makes |rho| monotone and supermodular (§5.2), whatever the consistency. Where people have several entries a person is counted once.
///
/// Nodes are packed into words with a spare bit above each step, so that one subtraction compares all attributes.
#[derive(Clone, Debug)]
pub struct Dominance {
    /// Per attribute its word and shift.
    fields: Vec<(usize, u32)>,
    words: usize,
    /// The spare bits.
    guards: Vec<u64>,
    /// Least nodes, packed, one after the other.
    least: Vec<u64>,
    counts: Vec<u32>,
    /// The least nodes of people who have several that no other of theirs dominates: all of them, and where each person's begin.
    several: Vec<u64>,
    several_starts: Vec<u32>,
    /// |rho| of every node by its index, once that was worked out.
    table: Option<(Vec<usize>, Vec<u32>)>,
}

impl Dominance {
    /// Compares a record with all entries; `utilities` has what its labels are worth, by attribute and step. Entries that fit only nodes which are worth less than `at_least` are left out: counts of other nodes do not
    /// need them, because the utility of a node that dominates another is no larger.
    ///
    /// # Cost
    /// O(entries x groups of attributes).
    pub fn new(
        dictionary: &Dictionary,
        chains: &[&Chains],
        leaves: &[u32],
        utilities: &[&[f64]],
        at_least: Option<f64>,
        scratch: &mut Scratch,
    ) -> Self {
        let heights: Vec<u8> = chains.iter().zip(leaves).map(|(c, &leaf)| (c.of(leaf).len() - 1) as u8).collect();
        let (fields, words) = layout(&heights);
        let mut guards = vec![0; words];
        fields.iter().zip(&heights).for_each(|(&(word, shift), &height)| guards[word] |= 1 << (shift + bits(height)));
        let groups = dictionary.groups.len();
        let (mut worth, mut packed) = (std::mem::take(&mut scratch.worth), std::mem::take(&mut scratch.packed));
        worth.resize(groups, Vec::new());
        packed.resize(groups, Vec::new());
        for (g, group) in dictionary.groups.iter().enumerate() {
            worth[g].clear();
            packed[g].clear();
            worth[g].resize(group.len(), 0.0);
            packed[g].resize(group.len() * words, 0);
        }
        dictionary.compare(chains, leaves, utilities, scratch, |g, t, steps, value| {
            // Rounded up: nobody is left out by rounding.
            worth[g][t] = if value == f64::NEG_INFINITY { f32::NEG_INFINITY } else { (value * (1.0 + 1e-6)) as f32 };
            for (&a, &step) in dictionary.groups[g].attributes.iter().zip(steps) {
                let (word, shift) = fields[a];
                packed[g][t * words + word] |= u64::from(step) << shift;
            }
        });
        let absent: f64 = (0..leaves.len()).filter(|&a| !dictionary.has(a)).map(|a| utilities[a][0]).sum();
        let needed = at_least.map_or(f32::MIN, |least| ((least - absent) * (1.0 - 1e-6) - 1e-6) as f32);
        let mut dominance = Dominance {
            fields,
            words,
            guards,
            least: Vec::new(),
            counts: Vec::new(),
            several: Vec::new(),
            several_starts: vec![0],
            table: None,
        };
        dominance.collect(dictionary, &worth, &packed, needed);
        (scratch.worth, scratch.packed) = (worth, packed);
        dominance
    }

    /// Puts equal least nodes together.
    fn collect(&mut self, dictionary: &Dictionary, worth: &[Vec<f32>], packed: &[Vec<u64>], needed: f32) {
        let words = self.words;
        let of_entry: Vec<&[u32]> = dictionary.groups.iter().map(|g| g.of_item.as_slice()).collect();
        // What the groups behind each can add at most: most entries are out before all of their groups were looked at.
        let most = |worth: &Vec<f32>| worth.iter().copied().fold(0.0f32, f32::max);
        let mut rest = vec![0.0f32; worth.len()];
        for g in (1..worth.len()).rev() {
            rest[g - 1] = (rest[g] + most(&worth[g])) * (1.0 + 1e-6);
        }
        let mut fitting: Vec<u32> = Vec::new();
        'entries: for entry in 0..dictionary.entries() {
            let mut sum = 0.0f32;
            for ((of_entry, worth), rest) in of_entry.iter().zip(worth).zip(&rest) {
                sum += worth[of_entry[entry] as usize];
                if sum + rest < needed {
                    continue 'entries;
                }
            }
            fitting.push(entry as u32);
        }
        let key = |entry: u32| {
            let mut key = vec![0; words];
            for (of_entry, packed) in of_entry.iter().zip(packed) {
                let at = of_entry[entry as usize] as usize * words;
                key.iter_mut().zip(&packed[at..at + words]).for_each(|(word, part)| *word |= part);
            }
            key
        };
        if let Some(persons) = &dictionary.persons {
            return self.collect_persons(&fitting, persons, key);
        }
        if words == 1 {
            let one = |entry: u32| of_entry.iter().zip(packed).fold(0, |key, (of, packed)| key | packed[of[entry as usize] as usize]);
            let mut keys: Vec<(u64, u32)> = fitting.iter().map(|&entry| (one(entry), dictionary.counts[entry as usize])).collect();
            keys.sort_unstable_by_key(|k| k.0);
            for (key, count) in keys {
                self.add(&[key], count);
            }
            return;
        }
        let mut keys: Vec<(Vec<u64>, u32)> = fitting.iter().map(|&entry| (key(entry), dictionary.counts[entry as usize])).collect();
        keys.sort_unstable();
        keys.iter().for_each(|(key, count)| self.add(key, *count));
    }

    /// One more entry; keys come sorted.
    fn add(&mut self, key: &[u64], count: u32) {
        let words = self.words;
        match self.counts.last_mut() {
            Some(last) if self.least[self.least.len() - words..] == *key => *last += count,
            _ => {
                self.least.extend(key);
                self.counts.push(count);
            }
        }
    }

    /// People are counted once: by their one least node, or by any of several.
    fn collect_persons(&mut self, fitting: &[u32], persons: &[u32], key: impl Fn(u32) -> Vec<u64>) {
        let mut of_person: HashMap<u32, Vec<Vec<u64>>> = HashMap::new();
        for &entry in fitting {
            of_person.entry(persons[entry as usize]).or_default().push(key(entry));
        }
        let (mut alone, mut several) = (Vec::new(), Vec::new());
        for mut keys in of_person.into_values() {
            keys.sort_unstable();
            keys.dedup();
            let is_least = |key: &&Vec<u64>| !keys.iter().any(|other| other != *key && self.dominates(key, other));
            let least: Vec<Vec<u64>> = keys.iter().filter(is_least).cloned().collect();
            match least.len() {
                1 => alone.extend(least),
                _ => several.push(least),
            }
        }
        alone.sort_unstable();
        alone.iter().for_each(|key| self.add(key, 1));
        several.sort_unstable();
        for keys in several {
            self.several.extend(keys.iter().flatten());
            self.several_starts.push((self.several.len() / self.words) as u32);
        }
    }

    /// Whether `node` is at or above `least` on every attribute.
    #[inline(always)]
    fn dominates(&self, node: &[u64], least: &[u64]) -> bool {
        node.iter().zip(least).zip(&self.guards).all(|((node, least), guard)| ((node | guard) - least) & guard == *guard)
    }

    fn pack(&self, node: &[u8]) -> Vec<u64> {
        let mut packed = vec![0; self.words];
        for (&(word, shift), &step) in self.fields.iter().zip(node) {
            packed[word] |= u64::from(step) << shift;
        }
        packed
    }

    /// |rho|: how many people fit a node.
    ///
    /// # Cost
    /// O(1) where all nodes were [worked out](Dominance::tabulate), else O(distinct least nodes).
    pub fn count(&self, node: &[u8]) -> u64 {
        if let Some((strides, table)) = &self.table {
            let index: usize = node.iter().zip(strides).map(|(&step, stride)| usize::from(step) * stride).sum();
            return u64::from(table[index]);
        }
        let single: u64 = if self.words == 1 {
            let (mut node_bits, guard) = (0, self.guards[0]);
            for (&(_, shift), &step) in self.fields.iter().zip(node) {
                node_bits |= u64::from(step) << shift;
            }
            let node_bits = node_bits | guard;
            let fits = |(&least, &count): (&u64, &u32)| if (node_bits - least) & guard == guard { u64::from(count) } else { 0 };
            self.least.iter().zip(&self.counts).map(fits).sum()
        } else {
            let node = self.pack(node);
            let fits = |(least, &count): (&[u64], &u32)| if self.dominates(&node, least) { u64::from(count) } else { 0 };
            self.least.chunks_exact(self.words).zip(&self.counts).map(fits).sum()
        };
        single + self.count_several(node)
    }

    /// |rho| of all nodes that are one step up on an attribute and, except on the diagonal, one step down on another: `[up * attributes + down]`. None where a node takes several words, or
    /// people have several entries.
    ///
    /// An entry fits such a node if it exceeds `node` nowhere, or by one step on the attribute that goes up, and is below it on the one that goes down. So one pass counts for all of them.
    ///
    /// # Cost
    /// O(distinct least nodes + fitting ones x attributes).
    pub fn count_exchanges(&self, node: &[u8]) -> Option<Vec<u64>> {
        if self.words != 1 || !self.several.is_empty() {
            return None;
        }
        let attributes = node.len();
        let guard = self.guards[0];
        let packed = self.pack(node)[0] | guard;
        // Which attribute a spare bit belongs to.
        let mut of_bit = [0u8; 64];
        for (a, &(_, shift)) in self.fields.iter().enumerate() {
            let bit = (guard >> shift).trailing_zeros() + shift;
            of_bit[bit as usize] = a as u8;
        }
        let ones: u64 = self.fields.iter().map(|&(_, shift)| 1u64 << shift).sum();
        let (mut fitting, mut fitting_tight) = (0u64, vec![0u64; attributes]);
        let (mut above, mut above_tight) = (vec![0u64; attributes], vec![0u64; attributes * attributes]);
        for (&least, &count) in self.least.iter().zip(&self.counts) {
            let room = packed - least;
            let beyond = !room & guard;
            if beyond & beyond.wrapping_sub(1) != 0 {
                continue;
            }
            // An entry is tight where it has no room for a step down: with one step less the spare bit goes.
            let mut tight = !(room
                .wrapping_sub(ones & !(if beyond == 0 { 0 } else { self.low_bit(of_bit[beyond.trailing_zeros() as usize]) })))
                & guard
                & !beyond;
            let (sum, of_attribute) = match beyond {
                0 => (&mut fitting, &mut fitting_tight[..]),
                _ => {
                    let up = of_bit[beyond.trailing_zeros() as usize] as usize;
                    if !self.is_one_beyond(node, least, up) {
                        continue;
                    }
                    (&mut above[up], &mut above_tight[up * attributes..][..attributes])
                }
            };
            *sum += u64::from(count);
            while tight != 0 {
                of_attribute[of_bit[tight.trailing_zeros() as usize] as usize] += u64::from(count);
                tight &= tight - 1;
            }
        }
        let mut counts = vec![0; attributes * attributes];
        for up in 0..attributes {
            for down in 0..attributes {
                let lost = if up == down { 0 } else { fitting_tight[down] + above_tight[up * attributes + down] };
                counts[up * attributes + down] = fitting + above[up] - lost;
            }
        }
        Some(counts)
    }

    fn low_bit(&self, attribute: u8) -> u64 {
        1 << self.fields[usize::from(attribute)].1
    }

    /// Whether an entry that exceeds a node on one attribute does so by one step.
    fn is_one_beyond(&self, node: &[u8], least: u64, attribute: usize) -> bool {
        let shift = self.fields[attribute].1;
        let width = (self.guards[0] >> shift).trailing_zeros();
        least >> shift & ((1 << width) - 1) == u64::from(node[attribute]) + 1
    }

    fn count_several(&self, node: &[u8]) -> u64 {
        if self.several.is_empty() {
            return 0;
        }
        let node = self.pack(node);
        let of_person = |pair: &[u32]| {
            let keys = &self.several[pair[0] as usize * self.words..pair[1] as usize * self.words];
            u64::from(keys.chunks_exact(self.words).any(|least| self.dominates(&node, least)))
        };
        self.several_starts.windows(2).map(of_person).sum()
    }

    /// Distinct least nodes.
    pub fn distinct(&self) -> usize {
        self.counts.len() + self.several_starts.len() - 1
    }

    /// Works out |rho| of every node of a record with these heights by running sums, attribute by attribute, where there are at most `most` nodes.
    ///
    /// # Cost
    /// O(nodes x attributes), four bytes per node.
    pub fn tabulate(&mut self, heights: &[u8], most: usize) {
        let mut strides = vec![1usize; heights.len()];
        let mut nodes = 1usize;
        for a in (0..heights.len()).rev() {
            strides[a] = nodes;
            nodes = nodes.saturating_mul(usize::from(heights[a]) + 1);
        }
        if nodes > most || !self.several.is_empty() {
            return;
        }
        let mut table = vec![0u32; nodes];
        for (least, &count) in self.least.chunks_exact(self.words).zip(&self.counts) {
            let step =
                |(a, &(word, shift)): (usize, &(usize, u32))| (least[word] >> shift & ((1 << bits(heights[a])) - 1)) as usize * strides[a];
            table[self.fields.iter().enumerate().map(step).sum::<usize>()] += count;
        }
        for (&stride, &height) in strides.iter().zip(heights) {
            let block = stride * (usize::from(height) + 1);
            for start in (0..nodes).step_by(block) {
                for i in start + stride..start + block {
                    table[i] += table[i - stride];
                }
            }
        }
        self.table = Some((strides, table));
    }
}

/// The bits of a step, without the spare one.
fn bits(height: u8) -> u32 {
    (8 - height.leading_zeros()).max(1)
}

/// Where each attribute lies, and how many words that takes.
fn layout(heights: &[u8]) -> (Vec<(usize, u32)>, usize) {
    let (mut word, mut shift) = (0, 0);
    let mut fields = Vec::with_capacity(heights.len());
    for &height in heights {
        let width = bits(height) + 1;
        if shift + width > 64 {
            (word, shift) = (word + 1, 0);
        }
        fields.push((word, shift));
        shift += width;
    }
    (fields, word + 1)
}
