//! Special uniques (SUDA2): records that stand out already by few columns.
//!
//! A record that is unique by all nine columns may be so by chance. One that is unique by age and
//! marital status alone (the widower of sixteen) is unique in almost any larger table too, and
//! whoever knows two harmless facts finds it. The search is for *minimal sample uniques* (MSUs):
//! sets of columns in which the record is unique, while it is not in any smaller part of the set.

use super::Tuples;
use super::partition::{Totals, Visitor, largest_size, walk};
use equipoise_data::{Error, Result};
use rayon::prelude::*;

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpecialUniqueOptions {
    /// The most columns of a minimal sample unique, M. More than there are columns means all.
    pub largest: usize,
    /// The disclosure intensity f of the DIS-SUDA score: the share of the population in the sample,
    /// 0 < f < 1.
    pub intensity: f64,
    /// The most sets of columns to look at; M becomes smaller if there are more.
    pub budget: u64,
}

impl Default for SpecialUniqueOptions {
    /// M = 3, f = 0.01, a million sets.
    fn default() -> Self {
        SpecialUniqueOptions {
            largest: 3,
            intensity: 0.01,
            budget: 1_000_000,
        }
    }
}

/// The minimal sample uniques of a table, and how much they expose each record.
///
/// # Promise
/// Every set of at most M columns in which a record is unique contains one of its MSUs, and no MSU
/// contains another of the same record. With A columns the *SUDA score* of a record is the sum over
/// its MSUs of (A - k)(A - k - 1) .. (A - M), k being the size of the MSU (the last factor is 1
/// where M = A): small MSUs and many MSUs make it large.
///
/// The *DIS-SUDA score* turns that into a chance that a match with the record is right. DIS, the
/// chance over all uniques, is f u / (f u + (1 - f) 2 p) for u records that are unique by all
/// columns and p pairs of equal records. It is spread over the records by their scores s: 1 / (1 +
/// u (1/DIS - 1) / (s^Q sum of 1/s^Q)), Q = 1 + (8 - A) / 20; 0 where s = 0.
///
/// # Assumes
/// One row per person, drawn with equal chances. A missing value counts as one more value. A row
/// that stands for several is not unique.
///
/// # Source
/// Manning, Haglin, Keane 2008, "A recursive search algorithm for statistical disclosure
/// assessment" (SUDA2, the search); Elliot, Manning, Ford 2002 and Elliot, Manning, Mayes, Gurd,
/// Bane 2005 (scores); Skinner and Elliot 2002 (DIS). The exact form of the spread is that of the
/// International Household Survey Network's program.
///
/// # Cost
/// For each size up to M one walk over the sets of that size: a pass over the records that are not
/// told apart yet per set.
///
/// # Numerics
/// MSUs are exact. Scores are exact as long as they are below 2^53 (A up to 18 or so), DIS-SUDA
/// scores are rounded.
///
/// # Departs
/// SUDA2 recurses on values, rarest first, and checks every candidate against a second row. Here
/// sets of columns are refined, records that are already unique are left out below as in the
/// source, and a candidate of size k is minimal if no MSU of a smaller size lies in it, which are
/// all known by then. The MSUs are the same.
///
/// Tools differ in the scores. sdcMicro has by default the factors above with M = A, so the same
/// MSUs score (A - M - 1)! times as much there when M < A; its other variant, from the older
/// program, counts the sets that contain an MSU, (2^(A-k) - 1) k! (A-k)! / A!.
///
/// # Example
/// ```
/// use equipoise_measure::risk::{Tuples, special_uniques::{SpecialUniqueOptions, SpecialUniques}};
/// // Only the last record is unique by its first column; the third is unique by both together.
/// let table = Tuples::new(&[&[0, 0, 0, 1], &[0, 0, 1, 1]], None).unwrap();
/// let found = SpecialUniques::new(&table, SpecialUniqueOptions::default()).unwrap();
/// assert_eq!(found.msus(3).collect::<Vec<_>>(), [0b01]);
/// assert_eq!(found.msus(2).collect::<Vec<_>>(), [0b11]);
/// assert_eq!((found.score(3), found.score(2), found.score(0)), (1.0, 1.0, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SpecialUniques {
    columns: usize,
    largest: usize,
    /// The records that have MSUs, rising, each with its sets sorted by size and mask.
    records: Vec<Record>,
    uniques: u64,
    pairs: u64,
    intensity: f64,
    /// The sum of 1/s^Q over records.
    spread: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Record {
    row: usize,
    msus: Vec<u64>,
    score: f64,
}

impl SpecialUniques {
    /// Finds all minimal sample uniques. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// M = 0, an intensity that is not between 0 and 1, a budget below the number of columns.
    pub fn new(tuples: &Tuples, options: SpecialUniqueOptions) -> Result<Self> {
        let columns = tuples.columns();
        let SpecialUniqueOptions {
            largest,
            intensity,
            budget,
        } = options;
        if largest == 0 {
            return Err(Error::usage(
                "the largest minimal sample unique has 0 columns; it must have at least 1",
            ));
        }
        if !(intensity > 0.0 && intensity < 1.0) {
            return Err(Error::usage(format!(
                "the disclosure intensity is {intensity}; it must be above 0 and below 1"
            )));
        }
        let (largest, _) = largest_size(columns, largest, budget);
        if largest == 0 {
            return Err(Error::usage(format!(
                "the budget is {budget} sets of columns; it must be at least {columns}, the number of columns"
            )));
        }
        let of_size = scores(columns, largest);
        let records: Vec<Record> = minimal_uniques(tuples, largest)
            .into_par_iter()
            .map(|(row, msus)| Record {
                row,
                score: msus
                    .iter()
                    .map(|msu| of_size[msu.count_ones() as usize])
                    .sum(),
                msus,
            })
            .collect();
        let exponent = exponent(columns);
        let spread = records
            .iter()
            .map(|record| record.score.powf(-exponent))
            .sum();
        let count = |rows| {
            tuples
                .weights()
                .iter()
                .filter(|&&weight| weight == rows)
                .count() as u64
        };
        Ok(SpecialUniques {
            columns,
            largest,
            records,
            uniques: count(1),
            pairs: count(2),
            intensity,
            spread,
        })
    }

    /// M: the number of columns up to which MSUs were looked for.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Records that are unique by all columns.
    pub fn uniques(&self) -> u64 {
        self.uniques
    }

    /// The rows that have minimal sample uniques, rising.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.records.iter().map(|record| record.row)
    }

    fn record(&self, row: usize) -> Option<&Record> {
        self.records
            .binary_search_by_key(&row, |record| record.row)
            .ok()
            .map(|at| &self.records[at])
    }

    /// The MSUs of a row: sets of columns (bit i is column i), small ones first.
    pub fn msus(&self, row: usize) -> impl Iterator<Item = u64> + '_ {
        self.record(row)
            .into_iter()
            .flat_map(|record| record.msus.iter().copied())
    }

    /// The SUDA score of a row; 0 without MSUs.
    pub fn score(&self, row: usize) -> f64 {
        self.record(row).map_or(0.0, |record| record.score)
    }

    /// The chance that a match with a record that is unique by all columns is right (DIS); `None`
    /// if no record is.
    pub fn dis(&self) -> Option<f64> {
        let (uniques, pairs) = (
            self.intensity * self.uniques as f64,
            (1.0 - self.intensity) * 2.0 * self.pairs as f64,
        );
        (self.uniques > 0).then(|| uniques / (uniques + pairs))
    }

    /// The DIS-SUDA score of a row; 0 without MSUs.
    pub fn dis_score(&self, row: usize) -> f64 {
        let (Some(record), Some(dis)) = (self.record(row), self.dis()) else {
            return 0.0;
        };
        let share = record.score.powf(exponent(self.columns)) * self.spread;
        1.0 / (1.0 + self.uniques as f64 * (1.0 / dis - 1.0) / share)
    }

    /// How many MSUs have 1, 2, .. M columns.
    pub fn by_size(&self) -> Vec<u64> {
        let mut counts = vec![0; self.largest];
        for msu in self.records.iter().flat_map(|record| &record.msus) {
            counts[msu.count_ones() as usize - 1] += 1;
        }
        counts
    }

    /// How many MSUs each column belongs to.
    pub fn by_column(&self) -> Vec<u64> {
        let mut counts = vec![0; self.columns];
        for msu in self.records.iter().flat_map(|record| &record.msus) {
            counts
                .iter_mut()
                .enumerate()
                .for_each(|(c, count)| *count += msu >> c & 1);
        }
        counts
    }

    /// The share of the sum of all scores that comes from MSUs with each column. A set of two
    /// columns counts for both, so the shares may add up to more than 1.
    pub fn contributions(&self) -> Vec<f64> {
        let of_size = scores(self.columns, self.largest);
        let mut sums = vec![0.0; self.columns];
        let mut all = 0.0;
        for msu in self.records.iter().flat_map(|record| &record.msus) {
            let score = of_size[msu.count_ones() as usize];
            all += score;
            (0..self.columns)
                .filter(|c| msu >> c & 1 == 1)
                .for_each(|c| sums[c] += score);
        }
        sums.into_iter()
            .map(|sum| if all > 0.0 { sum / all } else { 0.0 })
            .collect()
    }
}

fn exponent(columns: usize) -> f64 {
    1.0 + (8.0 - columns as f64) / 20.0
}

/// For each size of an MSU what it adds to the score.
fn scores(columns: usize, largest: usize) -> Vec<f64> {
    let last = largest.min(columns - 1);
    (0..=largest)
        .map(|size| (size..=last).map(|i| (columns - i) as f64).product())
        .collect()
}

/// For each row that has any its MSUs by size and mask, rows rising.
fn minimal_uniques(tuples: &Tuples, largest: usize) -> Vec<(usize, Vec<u64>)> {
    let mut known: Vec<Vec<u64>> = vec![Vec::new(); tuples.len()];
    for size in 1..=largest {
        let mut search = Search {
            tuples,
            known: &known,
            size: size as u32,
            found: Vec::new(),
            confused: false,
        };
        walk(tuples, size, &mut search);
        let Search {
            mut found,
            confused,
            ..
        } = search;
        found.sort_unstable();
        found
            .into_iter()
            .for_each(|(tuple, mask)| known[tuple as usize].push(mask));
        // Where every set of this size tells all tuples apart, nothing is unique for the first time
        // in a larger one.
        if !confused {
            break;
        }
    }
    let with_rows = (0..).zip(known).filter(|(_, msus)| !msus.is_empty());
    let mut rows: Vec<(usize, Vec<u64>)> = with_rows
        .map(|(tuple, msus)| (tuples.first_row(tuple), msus))
        .collect();
    rows.sort_unstable_by_key(|&(row, _)| row);
    debug_assert!(
        rows.last()
            .is_none_or(|&(row, _)| row < tuples.table_rows())
    );
    rows
}

/// Looks for MSUs of one size when all smaller ones are known.
struct Search<'a> {
    tuples: &'a Tuples,
    known: &'a [Vec<u64>],
    size: u32,
    found: Vec<(u32, u64)>,
    confused: bool,
}

impl Visitor for Search<'_> {
    const LEAVES_OUT: bool = true;

    fn fresh(&self) -> Self {
        Search {
            found: Vec::new(),
            confused: false,
            ..*self
        }
    }

    fn absorb(&mut self, part: Self) {
        self.found.extend(part.found);
        self.confused |= part.confused;
    }

    fn alone(&mut self, mask: u64, tuple: u32) {
        let is_candidate = mask.count_ones() == self.size && self.tuples.weight(tuple) == 1;
        if is_candidate
            && self.known[tuple as usize]
                .iter()
                .all(|&msu| msu & mask != msu)
        {
            self.found.push((tuple, mask));
        }
    }

    fn set(&mut self, mask: u64, _: Totals, confused: bool) {
        self.confused |= confused && mask.count_ones() == self.size;
    }
}
