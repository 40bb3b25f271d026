//! Which of many least nodes lie at or below a step, marked bit by bit.
//!
//! A node and an exchange of it (one attribute a step up, another a step down) share all rows of
//! bits but two, so exchanges are counted from the intersection of the other rows of bits.

/// Least nodes, each with a number of people: for each attribute and step a row of bits that tells
/// whose step there is at or below it.
///
/// Who fits a node is what the rows of its steps have in common, so that one instruction compares
/// many. Numbers of people are kept by their binary digits, the largest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    heights: Vec<u8>,
    /// The people of each least node.
    people: Vec<u64>,
    /// Words of a row.
    words: usize,
    /// A bit for each least node.
    everyone: Vec<u64>,
    /// Per attribute where its rows begin, one for each step below its height: at its height
    /// everyone fits. None where everyone fits at every step.
    first_row: Vec<Option<usize>>,
    rows: Vec<u64>,
    /// Per binary digit who has it in their number of people. Behind the end of the first, all
    /// numbers are 1; behind the end of others, nobody has the digit.
    digits: Vec<Vec<u64>>,
}

/// So many words of a row are looked at together.
const CHUNK: usize = 64;

impl Marks {
    /// Least nodes with these numbers of people, the largest first. Everyone fits everywhere until
    /// steps are marked.
    pub(super) fn new(heights: &[u8], people: Vec<u64>) -> Self {
        let words = people.len().div_ceil(64);
        let mut everyone = vec![0; words];
        (0..people.len()).for_each(|at| set(&mut everyone, at));
        let several = people.partition_point(|&number| number > 1);
        let most = people[..several].first().copied().unwrap_or(0);
        let digit = |digit: u32| {
            let end = people
                .partition_point(|&number| number >= 1 << digit)
                .min(several);
            let mut row = vec![0; end.div_ceil(64)];
            let covered = (row.len() * 64).min(people.len());
            (0..covered)
                .filter(|&at| people[at] >> digit & 1 == 1)
                .for_each(|at| set(&mut row, at));
            row
        };
        let digits = (0..64 - most.leading_zeros()).map(digit).collect();
        Marks {
            heights: heights.to_vec(),
            people,
            words,
            everyone,
            first_row: vec![None; heights.len()],
            rows: Vec::new(),
            digits,
        }
    }

    /// Marks the least steps of all nodes on an attribute.
    pub(super) fn mark(&mut self, attribute: usize, steps: &[u8]) {
        let (height, words, first) = (
            usize::from(self.heights[attribute]),
            self.words,
            self.rows.len(),
        );
        self.rows.resize(first + height * words, 0);
        let rows = &mut self.rows[first..];
        let mut at_step = [0u64; 256];
        for (word, steps) in steps.chunks(64).enumerate() {
            steps
                .iter()
                .enumerate()
                .for_each(|(bit, &step)| at_step[usize::from(step)] |= 1 << bit);
            let mut up_to = 0;
            for (step, &here) in at_step[..height].iter().enumerate() {
                up_to |= here;
                rows[step * words + word] = up_to;
            }
            at_step[..=height].fill(0);
        }
        self.first_row[attribute] = Some(first);
    }

    /// The people of each least node, the most first.
    pub(super) fn people(&self) -> &[u64] {
        &self.people
    }

    /// Who fits a step; none where everyone does.
    pub(super) fn row(&self, attribute: usize, step: u8) -> Option<&[u64]> {
        let first = self.first_row[attribute].filter(|_| step < self.heights[attribute])?
            + usize::from(step) * self.words;
        Some(&self.rows[first..first + self.words])
    }

    /// How many people fit a node.
    pub(super) fn count(&self, node: &[u8]) -> u64 {
        let mut sum = 0;
        let mut mask = [0u64; CHUNK];
        for from in (0..self.words).step_by(CHUNK) {
            let mask = &mut mask[..CHUNK.min(self.words - from)];
            mask.copy_from_slice(&self.everyone[from..from + mask.len()]);
            for (a, &step) in node.iter().enumerate() {
                if let Some(row) = self.row(a, step) {
                    keep(mask, &row[from..]);
                }
            }
            sum += self.weigh_from(mask, from);
        }
        sum
    }

    /// Per attribute who fits a node with this one a step up; nothing where it is at its height.
    pub(super) fn ups(&self, node: &[u8]) -> Vec<Vec<u64>> {
        let row = |a: usize, step: u8| self.row(a, step).unwrap_or(&self.everyone);
        // Who fits all attributes before each; then, from the last on, who fits all behind it.
        let mut masks: Vec<Vec<u64>> = Vec::with_capacity(node.len());
        let mut before = self.everyone.clone();
        for (a, &step) in node.iter().enumerate() {
            masks.push(before.clone());
            keep(&mut before, row(a, step));
        }
        let mut behind = self.everyone.clone();
        for (a, mask) in masks.iter_mut().enumerate().rev() {
            if node[a] == self.heights[a] {
                mask.clear();
            } else {
                keep(mask, &behind);
                keep(mask, row(a, node[a] + 1));
            }
            keep(&mut behind, row(a, node[a]));
        }
        masks
    }

    /// How many people these are.
    pub(super) fn weigh(&self, mask: &[u64]) -> u64 {
        self.weigh_from(mask, 0)
    }

    /// How many people are in both of two sets.
    pub(super) fn weigh_both(&self, one: &[u64], other: &[u64]) -> u64 {
        let mut sum = 0;
        let mut mask = [0u64; CHUNK];
        for (chunk, (one, other)) in one.chunks(CHUNK).zip(other.chunks(CHUNK)).enumerate() {
            let mask = &mut mask[..one.len()];
            mask.copy_from_slice(one);
            keep(mask, other);
            sum += self.weigh_from(mask, chunk * CHUNK);
        }
        sum
    }

    /// How many people are in a part of a set, from a word on.
    fn weigh_from(&self, mask: &[u64], from: usize) -> u64 {
        let mut sum = 0;
        for (digit, row) in self.digits.iter().enumerate() {
            let row = row.get(from..).unwrap_or_default();
            sum += mask
                .iter()
                .zip(row)
                .map(|(mask, row)| u64::from((mask & row).count_ones()))
                .sum::<u64>()
                << digit;
        }
        let single = self
            .digits
            .first()
            .map_or(0, Vec::len)
            .saturating_sub(from)
            .min(mask.len());
        sum + mask[single..]
            .iter()
            .map(|mask| u64::from(mask.count_ones()))
            .sum::<u64>()
    }
}

/// Keeps who is in both sets.
fn keep(mask: &mut [u64], row: &[u64]) {
    mask.iter_mut()
        .zip(row)
        .for_each(|(mask, row)| *mask &= row);
}

fn set(row: &mut [u64], at: usize) {
    row[at / 64] |= 1 << (at % 64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    /// Numbers of people from one to very many, and more nodes than fit into a chunk of words.
    #[test]
    fn counts_are_those_of_the_definition() {
        let mut random = Random::new(8);
        for (nodes, most) in [
            (0, 1),
            (1, 1),
            (63, 3),
            (64, 1),
            (65, 1 << 40),
            (700, 9),
            (5000, 2),
            (9000, 1 << 33),
        ] {
            let heights: Vec<u8> = vec![3, 0, 1, 5];
            let mut people: Vec<u64> = (0..nodes).map(|_| 1 + random.below(most)).collect();
            people.sort_unstable_by_key(|&number| std::cmp::Reverse(number));
            let least: Vec<Vec<u8>> = (0..nodes)
                .map(|_| {
                    heights
                        .iter()
                        .map(|&h| random.place(usize::from(h) + 1) as u8)
                        .collect()
                })
                .collect();
            let mut marks = Marks::new(&heights, people.clone());
            // The last attribute is not marked: everyone fits it.
            (0..3).for_each(|a| {
                marks.mark(a, &least.iter().map(|node| node[a]).collect::<Vec<u8>>())
            });
            let fits = |node: &[u8], least: &Vec<u8>| {
                node[..3]
                    .iter()
                    .zip(least)
                    .all(|(node, least)| node >= least)
            };
            let count = |node: &[u8]| {
                people
                    .iter()
                    .zip(&least)
                    .filter(|(_, least)| fits(node, least))
                    .map(|(number, _)| number)
                    .sum::<u64>()
            };
            for _ in 0..20 {
                let node: Vec<u8> = heights
                    .iter()
                    .map(|&h| random.place(usize::from(h) + 1) as u8)
                    .collect();
                assert_eq!(marks.count(&node), count(&node), "{nodes} {node:?}");
                for (a, mask) in marks
                    .ups(&node)
                    .iter()
                    .enumerate()
                    .filter(|(a, _)| node[*a] < heights[*a])
                {
                    let mut up = node.clone();
                    up[a] += 1;
                    assert_eq!(marks.weigh(mask), count(&up), "{nodes} {up:?}");
                    for b in (0..4).filter(|&b| b != a && node[b] > 0) {
                        let mut both = up.clone();
                        both[b] -= 1;
                        let row = marks.row(b, node[b] - 1).unwrap_or(&marks.everyone);
                        assert_eq!(
                            marks.weigh_both(mask, row),
                            count(&both),
                            "{nodes} {both:?}"
                        );
                    }
                }
            }
        }
    }
}
