//! Answers COUNT queries from a release.

use crate::accepted::Accepted;
use crate::domain::Domain;
use crate::entries::Entries;
use crate::published::Published;
use crate::sums::{Sums, scan};
use crate::value_set::ValueSet;
use equipoise_data::Result;

/// Estimates from a release how many rows of the original satisfy a query.
///
/// # Formula
/// A query accepts a set of values in each of its columns. The estimate is the sum over buckets of
/// their rows times the product over blocks of the share of the block's tuples that satisfy the
/// query. A tuple contributes the product over columns of |accepted values in the region| /
/// |region|. Only values that occur in the original count: rows are assumed to be spread evenly
/// over the values that their cells stand for. Rows that are left out do not count.
///
/// # Source
/// Xiao and Tao 2006 (buckets); LeFevre, DeWitt, Ramakrishnan 2006 (regions); Li's thesis on
/// publishing, section 8.4 (slicing).
///
/// # Cost
/// One pass over the rows prepares a set of columns. [`Estimator::prepare`] prepares them further
/// for many queries, which then take some microseconds each.
///
/// # Numerics
/// Sums of floating-point products in a fixed order. Exact where all shares are 0 or 1 and the
/// columns with one cell per row are in one block.
///
/// ```
/// use equipoise_release::{ClassColumn, ShownClasses, Estimator, Published, ValueSet};
/// let age = ClassColumn { values: 3, regions: vec![ValueSet::all(3)], of_class: vec![0] };
/// let jobs = [0, 1, 1];
/// let released = Published::of_classes(ShownClasses::new(vec![0; 3], vec![age]))
///     .with_rows([(2, jobs.as_slice())])?;
/// let estimator = Estimator::new(&released, &[0, 1])?;
/// let query = [estimator.accepting(0, vec![0]), estimator.accepting(1, vec![1])];
/// // A third of each of the two rows with job 1.
/// assert_eq!(estimator.estimate(&[0, 1], &query), 2.0 * (1.0 / 3.0));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Debug)]
pub struct Estimator {
    columns: Vec<AskedColumn>,
    counts: Counts,
}

#[derive(Debug)]
struct AskedColumn {
    domain: Domain,
    /// The regions that codes refer to; `None` where codes are values.
    regions: Option<Vec<ValueSet>>,
}

/// Rows by combination of codes.
#[derive(Debug)]
enum Counts {
    /// All columns are linked: each row has one combination.
    Linked(Entries),
    /// The columns are in several blocks. The numbers are the rows of each bucket.
    PerBlock(Vec<Part>, Vec<f64>),
}

/// The tuples of one block.
#[derive(Debug)]
struct Part {
    /// The places of its columns among the queried columns.
    columns: Vec<usize>,
    /// By bucket and then by these columns.
    tuples: Entries,
}

/// Queries on the same columns, prepared for repeated use.
#[derive(Debug)]
pub enum PreparedQueries<'e> {
    /// Answered from prepared sums.
    Summed(Box<Sums>),
    /// Answered by the estimator, without further preparation.
    Direct(&'e Estimator, &'e [usize]),
}

impl Estimator {
    /// Prepares queries on these columns of a release.
    ///
    /// # Errors
    /// None if the columns exist.
    pub fn new(released: &Published<'_>, columns: &[usize]) -> Result<Self> {
        let asked = columns.iter().map(|&column| AskedColumn {
            domain: released.domain(column).clone(),
            regions: released.regions(column).map(<[ValueSet]>::to_vec),
        });
        let asked = asked.collect();
        // A block that shows one tuple per bucket can be joined with any other block.
        let mut blocks: Vec<usize> = columns
            .iter()
            .filter(|&&column| released.cells(column).is_none())
            .map(|&column| released.block_of(column))
            .collect();
        blocks.sort_unstable();
        blocks.dedup();
        if blocks.len() <= 1 {
            let mut entries = released.tuples(columns)?;
            entries.columns.remove(0);
            entries.sizes.remove(0);
            return Ok(Estimator {
                columns: asked,
                counts: Counts::Linked(entries),
            });
        }
        let part = |block: usize| {
            let is_in = |at: &usize| released.block_of(columns[*at]) == block;
            let places: Vec<usize> = (0..columns.len()).filter(is_in).collect();
            let of_block: Vec<usize> = places.iter().map(|&at| columns[at]).collect();
            Ok(Part {
                tuples: released.tuples(&of_block)?,
                columns: places,
            })
        };
        let mut all: Vec<usize> = columns.iter().map(|&c| released.block_of(c)).collect();
        all.sort_unstable();
        all.dedup();
        let parts = all.into_iter().map(part).collect::<Result<_>>()?;
        let sizes = released.sizes().iter().map(|&size| size as f64).collect();
        Ok(Estimator {
            columns: asked,
            counts: Counts::PerBlock(parts, sizes),
        })
    }

    /// Prepares the values that a query accepts in one of the columns. `at` is the place of the
    /// column among them. Values that the column does not have are ignored.
    pub fn accepting(&self, at: usize, mut values: Vec<u32>) -> Accepted {
        let column = &self.columns[at];
        let mut is_accepted = vec![false; column.domain.values() as usize];
        values.retain(|&value| {
            let is_accepted = is_accepted.get_mut(value as usize);
            is_accepted.is_some_and(|is_accepted| !std::mem::replace(is_accepted, true))
        });
        Accepted {
            values,
            shares: match &column.regions {
                None => is_accepted
                    .iter()
                    .map(|&is| f64::from(u8::from(is)))
                    .collect(),
                Some(regions) => shares_of(&is_accepted, regions, &column.domain),
            },
            is_accepted,
        }
    }

    /// Estimates the rows that satisfy a query on some of the columns, given by their places. Each
    /// column may be named only once.
    pub fn estimate(&self, columns: &[usize], query: &[Accepted]) -> f64 {
        match &self.counts {
            Counts::Linked(entries) => scan(entries, columns, query),
            Counts::PerBlock(parts, sizes) => estimate_per_block(parts, sizes, columns, query),
        }
    }

    /// Prepares some of the columns for `queries` queries. Each column may be named only once.
    pub fn prepare<'e>(&'e self, columns: &'e [usize], queries: usize) -> PreparedQueries<'e> {
        /// The number of queries from which preparing sums pays off.
        const PREPARE_FROM: usize = 12;
        match &self.counts {
            Counts::Linked(entries) if queries >= PREPARE_FROM && !columns.is_empty() => {
                let regions: Vec<Option<&[ValueSet]>> = columns
                    .iter()
                    .map(|&at| self.columns[at].regions.as_deref())
                    .collect();
                let domains: Vec<&Domain> =
                    columns.iter().map(|&at| &self.columns[at].domain).collect();
                PreparedQueries::Summed(Box::new(Sums::new(
                    &entries.project(columns),
                    &regions,
                    &domains,
                )))
            }
            _ => PreparedQueries::Direct(self, columns),
        }
    }
}

impl PreparedQueries<'_> {
    /// Estimates the rows that satisfy a query.
    pub fn estimate(&self, query: &[Accepted]) -> f64 {
        match self {
            PreparedQueries::Summed(sums) => sums.sum(query),
            PreparedQueries::Direct(estimator, columns) => estimator.estimate(columns, query),
        }
    }
}

/// The sum over buckets of rows times the product of the shares of all blocks.
fn estimate_per_block(parts: &[Part], sizes: &[f64], columns: &[usize], query: &[Accepted]) -> f64 {
    let mut rows = sizes.to_vec();
    for part in parts {
        // The queried columns of this block. They follow the column of buckets.
        let asked: Vec<(usize, &Accepted)> = (1..)
            .zip(&part.columns)
            .filter_map(|(at, column)| {
                let place = columns.iter().position(|asked| asked == column)?;
                Some((at, &query[place]))
            })
            .collect();
        if asked.is_empty() {
            continue;
        }
        let mut found = vec![0.0; sizes.len()];
        for tuple in 0..part.tuples.len() {
            let share: f64 = asked
                .iter()
                .map(|&(at, accepted)| accepted.shares[part.tuples.columns[at][tuple] as usize])
                .product();
            found[part.tuples.columns[0][tuple] as usize] +=
                share * part.tuples.weights[tuple] as f64;
        }
        for ((rows, found), size) in rows.iter_mut().zip(found).zip(sizes) {
            *rows *= if *size > 0.0 { found / size } else { 0.0 };
        }
    }
    rows.iter().sum()
}

/// For each region, the accepted share of its values that occur; 0 where none occurs.
fn shares_of(is_accepted: &[bool], regions: &[ValueSet], domain: &Domain) -> Vec<f64> {
    // Prefix counts of the values that are accepted and occur.
    let mut before = Vec::with_capacity(is_accepted.len() + 1);
    let mut number = 0_u32;
    before.push(number);
    before.extend((0..).zip(is_accepted).map(|(value, &is_accepted)| {
        number += u32::from(is_accepted && domain.occurs(value));
        number
    }));
    let share = |region: &ValueSet| {
        let accepted: u32 = region
            .runs()
            .map(|run| before[run.last as usize + 1] - before[run.first as usize])
            .sum();
        match domain.size(region) {
            0 => 0.0,
            size => f64::from(accepted) / f64::from(size),
        }
    };
    regions.iter().map(share).collect()
}
