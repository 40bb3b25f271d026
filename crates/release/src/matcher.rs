//! Finds the buckets of a release that fit a person.

use crate::entries::Entries;
use crate::published::{Cells, Published};
use crate::value_set::ValueSet;
use equipoise_data::Result;

/// A bucket that fits a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittingBucket {
    /// The bucket.
    pub bucket: usize,
    /// The rows of the bucket times the product over blocks of the share of tuples that can be the
    /// person. A region with n values that occur in the original counts 1/n.
    pub weight: f64,
}

/// Finds the buckets of a release that fit a person, from known values of the person.
///
/// The person need not be in the original: a value that occurs only outside it is matched like any
/// other. A number that is not a value of its column matches nothing.
///
/// # Cost
/// Where no two regions of a column overlap, a search for the only bucket that fits. Otherwise one
/// bit per tuple and column, 64 at a time.
///
/// # Example
/// With one class for the ages 0 to 1 and one for 1 to 3, a person aged 1 fits both.
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::{ClassColumn, ShownClasses, FittingBucket, Matcher, Published};
/// let regions = vec![Region { first: 0, last: 1 }.into(), Region { first: 1, last: 3 }.into()];
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
    /// One part for each block that has some of the columns.
    parts: Vec<Part<'p>>,
}

/// The tuples of one block.
#[derive(Debug)]
struct Part<'p> {
    /// The places of its columns among the known columns.
    places: Vec<usize>,
    tuples: Tuples<'p>,
    index: Index,
}

#[derive(Debug)]
enum Tuples<'p> {
    /// One tuple per bucket. The numbers are the rows of each bucket, divided by the number of
    /// value combinations that the tuple stands for.
    OfBuckets(Vec<Cells<'p>>, Vec<f64>),
    /// Tuples by bucket and then by columns. Columns have regions, or codes that are values. The
    /// numbers are the rows of each tuple, divided by the number of value combinations that it
    /// stands for.
    Listed(Entries, Vec<Option<&'p [ValueSet]>>, Vec<f64>),
}

/// The cell of a tuple.
enum TupleCell<'t> {
    Region(&'t ValueSet),
    Value(u32),
}

#[derive(Debug)]
enum Index {
    /// For each column and value, the only region that contains it. Tuples are in the order of
    /// regions.
    Disjoint(Vec<Vec<Option<u32>>>),
    /// For each column, the tuples that touch each run of neighbouring values.
    Bits(Vec<Runs>),
}

/// For each run of neighbouring values of a column, the tuples that touch it, as one bit each.
#[derive(Debug)]
struct Runs {
    /// Values per run.
    len: u32,
    bits: Vec<u64>,
}

/// The most runs per column. In a column with more values, a run has several values, and the tuples
/// found are checked again.
const MOST_RUNS: u32 = 1024;

impl Published<'_> {
    /// Finds the buckets that fit a person with these values in these columns.
    ///
    /// For many people, create one [`Matcher`].
    ///
    /// # Errors
    /// As for [`Matcher::new`].
    pub fn matching(&self, columns: &[usize], values: &[u32]) -> Result<Vec<FittingBucket>> {
        Ok(Matcher::new(self, columns)?.matching(values))
    }
}

impl<'p> Matcher<'p> {
    /// Creates a matcher for people whose values in these columns are known. Each column may be
    /// named only once.
    ///
    /// # Errors
    /// None if the columns exist.
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

    /// Finds the buckets that fit a person with these values, in the order of buckets.
    pub fn matching(&self, values: &[u32]) -> Vec<FittingBucket> {
        let mut found = Vec::new();
        self.for_each(values, &mut Vec::new(), |fit| found.push(fit));
        found
    }

    /// Estimates the rows with these values: the sum of all weights.
    ///
    /// `scratch` is a buffer that can be reused for the next person.
    pub fn rows_at(&self, values: &[u32], scratch: &mut Vec<u64>) -> f64 {
        let mut rows = 0.0;
        self.for_each(values, scratch, |fit| rows += fit.weight);
        rows
    }

    fn for_each(&self, values: &[u32], scratch: &mut Vec<u64>, mut add: impl FnMut(FittingBucket)) {
        let Some((first, others)) = self.parts.split_first() else {
            // Nothing is known, so everybody fits everywhere.
            let buckets = self.sizes.iter().enumerate();
            let with_rows = buckets.filter(|(_, size)| **size > 0);
            return with_rows.for_each(|(bucket, &size)| {
                add(FittingBucket {
                    bucket,
                    weight: size as f64,
                });
            });
        };
        if others.is_empty() {
            let mut last: Option<FittingBucket> = None;
            first.for_each(values, scratch, |bucket, weight| {
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
            part.for_each(values, scratch, |bucket, weight| {
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
        let values: Vec<u32> = known.iter().map(|&c| released.domain(c).values()).collect();
        let disjoint: Option<Vec<_>> = cells.as_ref().and_then(|cells| {
            let of_value = cells.iter().zip(&values);
            of_value
                .map(|(cells, &values)| region_of_value(cells.regions, values))
                .collect()
        });
        // Buckets are sorted by all columns of their block.
        let is_sorted = released.block(block) == known;
        let tuples = Tuples::new(released, known, cells)?;
        let index = match disjoint.filter(|_| is_sorted) {
            Some(disjoint) => Index::Disjoint(disjoint),
            None => Index::Bits(
                (0..known.len())
                    .map(|at| Runs::new(&tuples, at, values[at]))
                    .collect(),
            ),
        };
        Ok(Part {
            places,
            tuples,
            index,
        })
    }

    /// Passes on the bucket and the weight of each tuple that fits a person with these values.
    fn for_each(&self, values: &[u32], scratch: &mut Vec<u64>, mut add: impl FnMut(usize, f64)) {
        let mut add = |tuple: usize| match &self.tuples {
            Tuples::OfBuckets(_, weights) => add(tuple, weights[tuple]),
            Tuples::Listed(tuples, _, weights) => {
                add(tuples.columns[0][tuple] as usize, weights[tuple]);
            }
        };
        match &self.index {
            Index::Disjoint(region_of) => {
                let Tuples::OfBuckets(cells, _) = &self.tuples else {
                    unreachable!("only tuples of buckets are distinguished by their regions");
                };
                let known: Option<Vec<u32>> = region_of
                    .iter()
                    .zip(&self.places)
                    .map(|(region_of, &place)| *region_of.get(values[place] as usize)?)
                    .collect();
                let Some(known) = known else { return };
                let shown = |bucket: usize| cells.iter().map(move |cells| cells.of_bucket[bucket]);
                let (mut low, mut high) = (0, self.tuples.len());
                while low < high {
                    let middle = low + (high - low) / 2;
                    match shown(middle).cmp(known.iter().copied()) {
                        std::cmp::Ordering::Less => low = middle + 1,
                        _ => high = middle,
                    }
                }
                // Several buckets can show the same regions with different texts.
                (low..self.tuples.len())
                    .take_while(|&bucket| shown(bucket).eq(known.iter().copied()))
                    .for_each(&mut add);
            }
            Index::Bits(runs) => {
                let words = self.tuples.len().div_ceil(64);
                scratch.clear();
                scratch.resize(words, u64::MAX);
                for (runs, &place) in runs.iter().zip(&self.places) {
                    let run = (values[place] / runs.len) as usize;
                    let Some(bits) = runs.bits.get(run * words..(run + 1) * words) else {
                        return;
                    };
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

    fn can_be(&self, runs: &[Runs], tuple: usize, values: &[u32]) -> bool {
        runs.iter()
            .zip(&self.places)
            .enumerate()
            .all(|(at, (runs, &place))| {
                runs.len == 1 || self.tuples.can_show(tuple, at, values[place])
            })
    }
}

impl<'p> Tuples<'p> {
    /// Lists the tuples of some columns of a block. `cells` has the cells of these columns if each
    /// of them shows one region per bucket.
    fn new(
        released: &'p Published<'_>,
        known: &[usize],
        cells: Option<Vec<Cells<'p>>>,
    ) -> Result<Self> {
        // A region without values that occur in the original counts like a single value.
        let size = |size: u32| f64::from(size.max(1));
        if let Some(cells) = cells {
            let combinations = |bucket: usize| {
                cells
                    .iter()
                    .map(|of| size(of.size(bucket)))
                    .product::<f64>()
            };
            let weights = released.sizes().iter().enumerate();
            let weights = weights.map(|(bucket, &rows)| rows as f64 / combinations(bucket));
            let weights = weights.collect();
            return Ok(Tuples::OfBuckets(cells, weights));
        }
        let tuples = released.tuples(known)?;
        let sizes: Vec<_> = known.iter().map(|&c| released.region_sizes(c)).collect();
        let combinations = |tuple: usize| {
            let of_columns = tuples.columns[1..].iter().zip(&sizes);
            of_columns
                .map(|(codes, sizes)| sizes.map_or(1.0, |of| size(of[codes[tuple] as usize])))
                .product::<f64>()
        };
        let weights = tuples.weights.iter().enumerate();
        let weights = weights.map(|(tuple, &rows)| rows as f64 / combinations(tuple));
        let weights = weights.collect();
        let regions = known.iter().map(|&c| released.regions(c)).collect();
        Ok(Tuples::Listed(tuples, regions, weights))
    }

    fn len(&self) -> usize {
        match self {
            Tuples::OfBuckets(_, weights) | Tuples::Listed(_, _, weights) => weights.len(),
        }
    }

    /// The cell of a tuple in a column: a region or a value.
    fn cell(&self, tuple: usize, at: usize) -> TupleCell<'_> {
        match self {
            Tuples::OfBuckets(cells, _) => TupleCell::Region(cells[at].region(tuple)),
            Tuples::Listed(tuples, regions, _) => {
                let code = tuples.columns[at + 1][tuple];
                match regions[at] {
                    None => TupleCell::Value(code),
                    Some(regions) => TupleCell::Region(&regions[code as usize]),
                }
            }
        }
    }

    /// Whether a tuple fits a person with this value in a column.
    fn can_show(&self, tuple: usize, at: usize, value: u32) -> bool {
        match self.cell(tuple, at) {
            TupleCell::Region(region) => region.contains(value),
            TupleCell::Value(shown) => shown == value,
        }
    }

    /// Passes on the first and the last value of each run that a tuple shows in a column.
    fn for_each_run(&self, tuple: usize, at: usize, mut add: impl FnMut(u32, u32)) {
        match self.cell(tuple, at) {
            TupleCell::Region(region) => region.runs().for_each(|run| add(run.first, run.last)),
            TupleCell::Value(value) => add(value, value),
        }
    }
}

impl Runs {
    fn new(tuples: &Tuples<'_>, at: usize, values: u32) -> Self {
        let words = tuples.len().div_ceil(64);
        let len = values.div_ceil(MOST_RUNS).max(1);
        let mut bits = vec![0; values.div_ceil(len) as usize * words];
        for tuple in 0..tuples.len() {
            tuples.for_each_run(tuple, at, |first, last| {
                for run in first / len..=last / len {
                    bits[run as usize * words + tuple / 64] |= 1 << (tuple % 64);
                }
            });
        }
        Runs { len, bits }
    }
}

/// For each value, the only region that contains it; `None` where regions overlap.
fn region_of_value(regions: &[ValueSet], values: u32) -> Option<Vec<Option<u32>>> {
    let mut of_value = vec![None; values as usize];
    for (number, region) in (0..).zip(regions) {
        for run in region.runs() {
            for value in &mut of_value[run.first as usize..=run.last as usize] {
                if value.replace(number).is_some() {
                    return None;
                }
            }
        }
    }
    Some(of_value)
}
