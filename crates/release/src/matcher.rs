//! Which buckets of a release somebody can be in.

use crate::entries::Entries;
use crate::published::{Cells, Published};
use equipoise_data::{Region, Result};

/// A bucket that somebody can be in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittingBucket {
    /// The bucket.
    pub bucket: usize,
    /// Its rows times the product over blocks of the share of tuples that can be the person, where a
    /// region of n values counts 1/n.
    pub weight: f64,
}

/// Finds the buckets of a release that people can be in, by what is known of them.
///
/// # Cost
/// Where no two regions of a column overlap, a search for the one bucket. Elsewhere one bit per
/// tuple and column, 64 at a time.
///
/// # Example
/// Classes of the ages 0 to 1 and 1 to 3: who is 1 can be in both.
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::{ClassColumn, ShownClasses, FittingBucket, Matcher, Published};
/// let regions = vec![Region { first: 0, last: 1 }, Region { first: 1, last: 3 }];
/// let age = ClassColumn { values: 4, regions, of_class: vec![0, 1] };
/// let released = Published::of_classes(ShownClasses::new(vec![0, 0, 1], vec![age]));
/// let matcher = Matcher::new(&released, &[0])?;
/// let third = FittingBucket { bucket: 1, weight: 1.0 / 3.0 };
/// assert_eq!(matcher.matching(&[1]), [FittingBucket { bucket: 0, weight: 1.0 }, third]);
/// assert_eq!(matcher.matching(&[2]), [third]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Debug)]
pub struct Matcher<'p> {
    sizes: &'p [u64],
    /// One per block that has some of the columns.
    parts: Vec<Part<'p>>,
}

/// The tuples of one block.
#[derive(Debug)]
struct Part<'p> {
    /// The places of its columns among those that are known.
    places: Vec<usize>,
    tuples: Tuples<'p>,
    index: Index,
}

#[derive(Debug)]
enum Tuples<'p> {
    /// One for each bucket, with the rows of the bucket over the combinations of values that it
    /// stands for.
    OfBuckets(Vec<Cells<'p>>, Vec<f64>),
    /// By bucket and then the columns.
    Listed(Entries),
}

#[derive(Debug)]
enum Index {
    /// For each column and value the one region that has it. Tuples are in the order of regions.
    Apart(Vec<Vec<Option<u32>>>),
    /// For each column the tuples that touch each run of neighbouring values.
    Bits(Vec<Runs>),
}

/// For each run of neighbouring values of a column the tuples that touch it, one bit each.
#[derive(Debug)]
struct Runs {
    /// Values per run.
    len: u32,
    bits: Vec<u64>,
}

/// Runs per column at most: columns with more values have several values in one, and tuples are
/// looked at again.
const MOST_RUNS: u32 = 1024;

impl Published<'_> {
    /// The buckets that somebody can be in who has these values of some columns.
    ///
    /// To ask for many people, make a [`Matcher`] once.
    ///
    /// # Errors
    /// As for [`Matcher::new`].
    pub fn matching(&self, columns: &[usize], values: &[u32]) -> Result<Vec<FittingBucket>> {
        Ok(Matcher::new(self, columns)?.matching(values))
    }
}

impl<'p> Matcher<'p> {
    /// For people of whom the values of these columns are known.
    ///
    /// # Errors
    /// None where the columns exist.
    pub fn new(released: &'p Published<'_>, columns: &[usize]) -> Result<Self> {
        let mut blocks: Vec<usize> = columns.iter().map(|&c| released.block_of(c)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let part = |block: usize| {
            let is_in = |at: &usize| released.block_of(columns[*at]) == block;
            let places: Vec<usize> = (0..columns.len()).filter(is_in).collect();
            let known: Vec<usize> = places.iter().map(|&at| columns[at]).collect();
            Part::new(released, block, places, &known)
        };
        Ok(Matcher {
            sizes: released.sizes(),
            parts: blocks.into_iter().map(part).collect::<Result<_>>()?,
        })
    }

    /// The buckets that somebody with these values can be in, in their order.
    pub fn matching(&self, values: &[u32]) -> Vec<FittingBucket> {
        let mut found = Vec::new();
        self.for_each(values, &mut Vec::new(), |fit| found.push(fit));
        found
    }

    /// The rows that the release suggests for these values: the sum of all weights.
    ///
    /// `scratch` is memory to be used again for the next person.
    pub fn rows_at(&self, values: &[u32], scratch: &mut Vec<u64>) -> f64 {
        let mut rows = 0.0;
        self.for_each(values, scratch, |fit| rows += fit.weight);
        rows
    }

    fn for_each(&self, values: &[u32], scratch: &mut Vec<u64>, mut add: impl FnMut(FittingBucket)) {
        let (first, others) = match self.parts.split_first() {
            Some(parts) => parts,
            None => return,
        };
        if others.is_empty() {
            let mut last: Option<FittingBucket> = None;
            first.for_each(self.sizes, values, scratch, |bucket, weight| {
                match last.as_mut().filter(|last| last.bucket == bucket) {
                    Some(last) => last.weight += weight,
                    None => {
                        if let Some(fit) = last.replace(FittingBucket { bucket, weight }) {
                            add(fit);
                        }
                    }
                }
            });
            last.into_iter().for_each(add);
            return;
        }
        // Shares of the blocks, bucket by bucket. A bucket that one block rules out stays out.
        let mut shares: Vec<(usize, f64)> = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let mut of_part: Vec<(usize, f64)> = Vec::new();
            part.for_each(self.sizes, values, scratch, |bucket, weight| {
                let share = weight / self.sizes[bucket] as f64;
                match of_part.last_mut().filter(|last| last.0 == bucket) {
                    Some(last) => last.1 += share,
                    None => of_part.push((bucket, share)),
                }
            });
            shares = if number == 0 {
                of_part
            } else {
                both(&shares, &of_part)
            };
        }
        for (bucket, share) in shares {
            add(FittingBucket {
                bucket,
                weight: self.sizes[bucket] as f64 * share,
            });
        }
    }
}

/// The buckets that are in both lists, with the product of their shares.
fn both(left: &[(usize, f64)], right: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let mut right = right.iter().peekable();
    let mut found = Vec::new();
    for &(bucket, share) in left {
        while right.next_if(|other| other.0 < bucket).is_some() {}
        if let Some(other) = right.next_if(|other| other.0 == bucket) {
            found.push((bucket, share * other.1));
        }
    }
    found
}

impl<'p> Part<'p> {
    fn new(
        released: &'p Published<'_>,
        block: usize,
        places: Vec<usize>,
        known: &[usize],
    ) -> Result<Self> {
        let cells: Option<Vec<Cells<'p>>> =
            known.iter().map(|&column| released.cells(column)).collect();
        let values: Vec<u32> = known.iter().map(|&c| released.values(c)).collect();
        let apart: Option<Vec<_>> = cells.as_ref().and_then(|cells| {
            let of_value = cells.iter().zip(&values);
            of_value
                .map(|(cells, &values)| region_of_value(cells.regions, values))
                .collect()
        });
        // Buckets are in the order of all columns of their block.
        let is_sorted = released.block(block).eq(known.iter().copied());
        let tuples = match cells {
            Some(cells) => {
                let weights = weights(&cells, released.sizes());
                Tuples::OfBuckets(cells, weights)
            }
            None => Tuples::Listed(released.tuples(known)?),
        };
        let index = match apart.filter(|_| is_sorted) {
            Some(apart) => Index::Apart(apart),
            None => Index::Bits(
                (0..known.len())
                    .map(|at| Runs::new(&tuples, released.buckets(), at, values[at]))
                    .collect(),
            ),
        };
        Ok(Part {
            places,
            tuples,
            index,
        })
    }

    /// Each tuple that can be somebody with these values: its bucket, and its weight.
    fn for_each(
        &self,
        sizes: &[u64],
        values: &[u32],
        scratch: &mut Vec<u64>,
        mut add: impl FnMut(usize, f64),
    ) {
        let mut add = |tuple: usize| match &self.tuples {
            Tuples::OfBuckets(_, weights) => add(tuple, weights[tuple]),
            Tuples::Listed(tuples) => add(
                tuples.columns[0][tuple] as usize,
                tuples.weights[tuple] as f64,
            ),
        };
        match &self.index {
            Index::Apart(region_of) => {
                let Tuples::OfBuckets(cells, _) = &self.tuples else {
                    unreachable!("only tuples of buckets are told apart by their regions");
                };
                let known: Option<Vec<u32>> = region_of
                    .iter()
                    .zip(&self.places)
                    .map(|(region_of, &place)| region_of[values[place] as usize])
                    .collect();
                let shown = |bucket: usize| cells.iter().map(move |cells| cells.of_bucket[bucket]);
                let Some(known) = known else { return };
                let (mut low, mut high) = (0, sizes.len());
                while low < high {
                    let middle = low + (high - low) / 2;
                    match shown(middle).cmp(known.iter().copied()) {
                        std::cmp::Ordering::Less => low = middle + 1,
                        std::cmp::Ordering::Equal => return add(middle),
                        std::cmp::Ordering::Greater => high = middle,
                    }
                }
            }
            Index::Bits(runs) => {
                let words = self.len(sizes.len()).div_ceil(64);
                scratch.clear();
                scratch.resize(words, u64::MAX);
                for (runs, &place) in runs.iter().zip(&self.places) {
                    let bits = &runs.bits[(values[place] / runs.len) as usize * words..][..words];
                    scratch
                        .iter_mut()
                        .zip(bits)
                        .for_each(|(found, bits)| *found &= bits);
                }
                for (word, &bits) in scratch.iter().enumerate() {
                    let mut bits = bits;
                    while bits != 0 {
                        let tuple = word * 64 + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        if self.can_be(runs, tuple, values) {
                            add(tuple);
                        }
                    }
                }
            }
        }
    }

    fn len(&self, buckets: usize) -> usize {
        self.tuples.len(buckets)
    }

    fn can_be(&self, runs: &[Runs], tuple: usize, values: &[u32]) -> bool {
        runs.iter()
            .zip(&self.places)
            .enumerate()
            .all(|(at, (runs, &place))| {
                runs.len == 1 || self.tuples.region(tuple, at).contains(values[place])
            })
    }
}

impl Tuples<'_> {
    fn len(&self, buckets: usize) -> usize {
        match self {
            Tuples::OfBuckets(..) => buckets,
            Tuples::Listed(tuples) => tuples.len(),
        }
    }

    /// What a tuple shows of a column. Columns that are listed with rows show values.
    fn region(&self, tuple: usize, at: usize) -> Region {
        match self {
            Tuples::OfBuckets(cells, _) => cells[at].region(tuple),
            Tuples::Listed(tuples) => Region::leaf(tuples.columns[at + 1][tuple]),
        }
    }
}

/// For each bucket its rows over the combinations of values that it stands for.
fn weights(cells: &[Cells<'_>], sizes: &[u64]) -> Vec<f64> {
    let combinations = |bucket: usize| {
        cells
            .iter()
            .map(|cells| cells.region(bucket).len() as f64)
            .product::<f64>()
    };
    (0..sizes.len())
        .map(|bucket| sizes[bucket] as f64 / combinations(bucket))
        .collect()
}

impl Runs {
    fn new(tuples: &Tuples<'_>, buckets: usize, at: usize, values: u32) -> Self {
        let words = tuples.len(buckets).div_ceil(64);
        let len = values.div_ceil(MOST_RUNS).max(1);
        let mut bits = vec![0; values.div_ceil(len) as usize * words];
        for tuple in 0..tuples.len(buckets) {
            let region = tuples.region(tuple, at);
            for run in region.first / len..=region.last / len {
                bits[run as usize * words + tuple / 64] |= 1 << (tuple % 64);
            }
        }
        Runs { len, bits }
    }
}

/// For each value the one region that has it; `None` where regions overlap.
fn region_of_value(regions: &[Region], values: u32) -> Option<Vec<Option<u32>>> {
    let mut of_value = vec![None; values as usize];
    for (number, region) in (0..).zip(regions) {
        for value in &mut of_value[region.first as usize..=region.last as usize] {
            if value.replace(number).is_some() {
                return None;
            }
        }
    }
    Some(of_value)
}
