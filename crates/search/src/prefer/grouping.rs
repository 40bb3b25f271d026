//! The classes of a partition, counted on distinct tuples.
//!
//! Attributes are divided into two halves. A tuple is a pair of half tuples, of which there are far
//! fewer, so a key is worked out once per half tuple and a class is found by one sum. Where keys
//! are few, classes are counted in a table of all keys, else by hashing.

use equipoise_data::{Encoded, Fate, Ranked, Result, distinct_rows};
use hashbrown::HashMap;

/// The distinct tuples of a table.
#[derive(Debug)]
pub(crate) struct Tuples {
    halves: [Half; 2],
    /// Per tuple its half tuples and its rows.
    pairs: Vec<(u32, u32, u32)>,
    /// Per row its tuple.
    of_row: Vec<u32>,
}

/// Some attributes, and the distinct tuples of these.
#[derive(Debug, Default)]
struct Half {
    attributes: Vec<usize>,
    /// `[attribute of the half][half tuple]`: the leaf.
    leaves: Vec<Vec<u32>>,
}

impl Half {
    fn len(&self) -> usize {
        self.leaves.first().map_or(1, Vec::len)
    }
}

/// Buffers that a thread uses again and again.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    keys: [Vec<u64>; 2],
    /// Rows of each key; all 0 between uses.
    rows: Vec<u32>,
    /// Keys with rows.
    seen: Vec<u32>,
    /// Classes by key, where keys are many.
    classes: HashMap<u64, u32>,
    /// Per class its rows.
    pub(crate) sizes: Vec<u32>,
    /// Per tuple its class, where that was asked for.
    pub(crate) of_tuple: Vec<u32>,
}

/// More keys than this are hashed.
const MOST_KEYS: u64 = 1 << 21;

/// Keys of a half are numbered anew when they could be more than this: two of them fit a word.
const MOST_HALF_KEYS: u64 = 1 << 31;

impl Tuples {
    /// # Errors
    /// Rows wider than 4,096 bits when packed.
    pub(crate) fn new(encoded: &Encoded<'_>) -> Result<Self> {
        let columns: Vec<Ranked<'_>> = encoded
            .quasi
            .iter()
            .map(|q| Ranked {
                codes: q.codes,
                rank_of: q.hierarchy.leaf_of.clone(),
                marked_rank: None,
                ranks: q.hierarchy.leaves().max(1),
            })
            .collect();
        let distinct = distinct_rows(&columns, encoded.rows, |_| Fate::Kept)?;
        let width = columns.len().max(1);
        let tuples = if columns.is_empty() {
            Vec::new()
        } else {
            distinct.tuples
        };
        let mut halves: [Half; 2] = std::array::from_fn(|_| Half::default());
        // The attribute with the most values goes to the half that has the fewer combinations so
        // far.
        let mut by_values: Vec<usize> = (0..columns.len()).collect();
        by_values.sort_by_key(|&a| std::cmp::Reverse(columns[a].ranks));
        let mut combinations = [1f64; 2];
        for a in by_values {
            let half = usize::from(combinations[1] < combinations[0]);
            combinations[half] *= columns[a].ranks as f64;
            halves[half].attributes.push(a);
        }
        let of_half: Vec<Vec<u32>> = halves
            .iter_mut()
            .map(|half| half.fill(&tuples, width, distinct.counts.len()))
            .collect();
        let mut pairs: Vec<(u32, u32, u32)> = distinct
            .counts
            .iter()
            .enumerate()
            .map(|(i, &rows)| (of_half[0][i], of_half[1][i], rows as u32))
            .collect();
        // In the order of halves, so that keys of one half are read one after the other.
        let mut order: Vec<u32> = (0..pairs.len() as u32).collect();
        order.sort_unstable_by_key(|&i| pairs[i as usize]);
        let mut place = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(to, &from)| place[from as usize] = to as u32);
        pairs.sort_unstable();
        let of_row = distinct
            .of_row
            .iter()
            .map(|&tuple| place[tuple as usize])
            .collect();
        Ok(Tuples {
            halves,
            pairs,
            of_row,
        })
    }

    /// Number of tuples.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The rows of a tuple.
    pub(crate) fn rows(&self, tuple: usize) -> u32 {
        self.pairs[tuple].2
    }

    /// The leaf of a tuple, for each attribute in the order of the table.
    pub(crate) fn leaves(&self, tuple: usize, mut visit: impl FnMut(usize, u32)) {
        let (first, second, _) = self.pairs[tuple];
        for (half, place) in self.halves.iter().zip([first, second]) {
            half.attributes
                .iter()
                .zip(&half.leaves)
                .for_each(|(&a, leaves)| visit(a, leaves[place as usize]));
        }
    }

    /// Per row its tuple.
    pub(crate) fn of_row(&self) -> &[u32] {
        &self.of_row
    }

    /// Counts the classes of runs: `run_of_leaf[attribute][leaf]`, and how many runs each attribute
    /// has. Sizes are in the order of first sight; the class of each tuple is told where asked for.
    ///
    /// # Cost
    /// O(tuples): two to three nanoseconds each where keys are few.
    pub(crate) fn count(
        &self,
        run_of_leaf: &[Vec<u32>],
        runs: &[u32],
        buffers: &mut Buffers,
        tell_tuples: bool,
    ) {
        let Buffers {
            keys,
            rows,
            seen,
            classes,
            sizes,
            of_tuple,
        } = buffers;
        let [first, second] = keys;
        let counts = [
            self.halves[0].keys(run_of_leaf, runs, first, classes),
            self.halves[1].keys(run_of_leaf, runs, second, classes),
        ];
        sizes.clear();
        of_tuple.clear();
        let key = |a: u32, b: u32, (first, second): (&[u64], &[u64])| {
            first[a as usize] * counts[1] + second[b as usize]
        };
        if counts[0] * counts[1] > MOST_KEYS {
            classes.clear();
            for &(a, b, n) in &self.pairs {
                let next = sizes.len() as u32;
                let class = *classes.entry(key(a, b, (first, second))).or_insert(next);
                if class == next {
                    sizes.push(0);
                }
                sizes[class as usize] += n;
                if tell_tuples {
                    of_tuple.push(class);
                }
            }
            return;
        }
        let all = (counts[0] * counts[1]) as usize;
        if rows.len() < all {
            rows.resize(all, 0);
        }
        seen.clear();
        for &(a, b, n) in &self.pairs {
            let at = key(a, b, (first, second)) as usize;
            if rows[at] == 0 {
                seen.push(at as u32);
            }
            rows[at] += n;
        }
        sizes.extend(seen.iter().map(|&at| rows[at as usize]));
        if tell_tuples {
            seen.iter()
                .zip(0..)
                .for_each(|(&at, class)| rows[at as usize] = class);
            of_tuple.extend(
                self.pairs
                    .iter()
                    .map(|&(a, b, _)| rows[key(a, b, (first, second)) as usize]),
            );
        }
        seen.iter().for_each(|&at| rows[at as usize] = 0);
    }
}

impl Half {
    /// Finds the half tuples, and says of each tuple which it has.
    fn fill(&mut self, tuples: &[u32], width: usize, len: usize) -> Vec<u32> {
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        self.leaves = vec![Vec::new(); self.attributes.len()];
        let of_tuple = |i: usize| {
            let half: Vec<u32> = self
                .attributes
                .iter()
                .map(|&a| tuples[i * width + a])
                .collect();
            let next = known.len() as u32;
            *known.entry(half).or_insert_with_key(|half| {
                self.leaves
                    .iter_mut()
                    .zip(half)
                    .for_each(|(leaves, &leaf)| leaves.push(leaf));
                next
            })
        };
        (0..len).map(of_tuple).collect()
    }

    /// A key for each half tuple, and how many keys there are at most.
    fn keys(
        &self,
        run_of_leaf: &[Vec<u32>],
        runs: &[u32],
        keys: &mut Vec<u64>,
        known: &mut HashMap<u64, u32>,
    ) -> u64 {
        keys.clear();
        keys.resize(self.len(), 0);
        let mut count = 1u64;
        for (&a, leaves) in self
            .attributes
            .iter()
            .zip(&self.leaves)
            .filter(|(a, _)| runs[**a] > 1)
        {
            let (of_leaf, runs) = (&run_of_leaf[a], u64::from(runs[a]));
            keys.iter_mut()
                .zip(leaves)
                .for_each(|(key, &leaf)| *key = *key * runs + u64::from(of_leaf[leaf as usize]));
            count *= runs;
            if count > MOST_HALF_KEYS {
                known.clear();
                for key in keys.iter_mut() {
                    let next = known.len() as u32;
                    *key = u64::from(*known.entry(*key).or_insert(next));
                }
                count = known.len() as u64;
            }
        }
        count
    }
}
