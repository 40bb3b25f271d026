//! Which columns tell people apart: distinction and separation of every set of columns.
//!
//! Before somebody decides which columns are quasi-identifiers, it helps to see what each set of
//! columns can do alone. A set of columns that takes many different values, or that differs between
//! most pairs of rows, lets an attacker who knows just these columns narrow down the table.

use super::fraction::Fraction;
use super::partition::{Visitor, largest_size, walk};
use super::refine::Totals;
use super::tuples::Tuples;
use equipoise_data::{Error, Result};

/// How well each set of columns tells rows apart.
///
/// # Promise
/// For a set of columns with d different combinations among n rows: *distinction* d / n;
/// *separation*, the share of the n (n - 1) / 2 pairs of rows that differ in at least one of the
/// columns; and the share of rows whose combination occurs once. All of them can only grow when a
/// column is added.
///
/// # Assumes
/// An attacker who knows exactly the columns of the set, for everybody. A missing value counts as
/// one more value.
///
/// # Source
/// Motwani and Xu 2007, "Efficient algorithms for masking and finding quasi-identifiers", section
/// 2.
///
/// # Cost
/// One pass over the rows that are not alone yet for each set. All 511 sets of nine columns and
/// 30,162 rows take tens of milliseconds.
///
/// # Numerics
/// Exact.
///
/// # Departs
/// The source calls a set "alpha-distinct" when *some* part alpha of the rows can be kept such that
/// all combinations differ; the largest such part is d / n, which is what is reported.
///
/// # Example
/// ```
/// use equipoise_measure::risk::{Fraction, Tuples, subsets::Subsets};
/// let (age, sex) = ([30, 30, 41, 30], [0, 0, 1, 1]);
/// let table = Tuples::new(&[&age, &sex], None).unwrap();
/// let subsets = Subsets::new(&table, Subsets::BUDGET).unwrap();
/// let both = subsets.get(0b11).unwrap();
/// assert_eq!(both.distinction(), Fraction::new(3, 4));
/// assert_eq!(both.separation(), Some(Fraction::new(5, 6))); // of six pairs only the first two rows are equal
/// assert_eq!(both.unique_share(), Fraction::new(2, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subsets {
    /// By size, then by mask.
    list: Vec<Subset>,
    columns: usize,
    largest: usize,
}

/// What one set of columns does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subset {
    /// Bit i is set when column i belongs to the set.
    pub mask: u64,
    /// Number of different combinations.
    pub distinct: u64,
    /// Number of rows whose combination occurs once.
    pub unique: u64,
    /// Number of pairs of rows that are equal in all columns of the set.
    pub equal_pairs: u128,
    rows: u64,
}

impl Subset {
    /// Different combinations / rows.
    pub fn distinction(&self) -> Fraction {
        Fraction::new(u128::from(self.distinct), u128::from(self.rows))
    }

    /// Rows whose combination occurs once / rows.
    pub fn unique_share(&self) -> Fraction {
        Fraction::new(u128::from(self.unique), u128::from(self.rows))
    }

    /// The share of pairs of rows that differ; `None` for a single row, which has no pair.
    pub fn separation(&self) -> Option<Fraction> {
        let rows = u128::from(self.rows);
        let pairs = rows * (rows - 1) / 2;
        (pairs > 0).then(|| Fraction::new(pairs - self.equal_pairs, pairs))
    }

    /// The columns of the set, rising.
    pub fn columns(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask;
        (0..64).filter(move |c| mask >> c & 1 == 1)
    }
}

impl Subsets {
    /// A budget for all sets of 16 columns: some seconds for tens of thousands of rows.
    pub const BUDGET: u64 = (1 << 16) - 1;

    /// Looks at every non-empty set of columns, if there are at most `budget`; else at all sets up
    /// to the largest size that stays within the budget, which [`Subsets::largest`] tells.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// # Errors
    /// A budget below the number of columns.
    pub fn new(tuples: &Tuples, budget: u64) -> Result<Self> {
        let columns = tuples.columns();
        let (largest, sets) = largest_size(columns, columns, budget);
        if largest == 0 {
            return Err(Error::usage(format!(
                "the budget is {budget} sets of columns; it must be at least {columns}, the number of columns"
            )));
        }
        let mut list = Collect {
            rows: tuples.rows(),
            list: Vec::new(),
        };
        if !tuples.is_empty() {
            list.list.reserve(usize::try_from(sets).unwrap_or(0));
            walk(tuples, largest, &mut list);
        }
        let mut list = list.list;
        list.sort_unstable_by_key(|set| (set.mask.count_ones(), set.mask));
        Ok(Subsets {
            list,
            columns,
            largest,
        })
    }

    /// All sets that were looked at: small ones first, then by mask. Empty for a table without
    /// rows.
    pub fn list(&self) -> &[Subset] {
        &self.list
    }

    /// The set with exactly these columns, if it was looked at.
    pub fn get(&self, mask: u64) -> Option<&Subset> {
        let found = self
            .list
            .binary_search_by_key(&(mask.count_ones(), mask), |set| {
                (set.mask.count_ones(), set.mask)
            });
        found.ok().map(|at| &self.list[at])
    }

    /// The number of columns up to which all sets were looked at.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Whether every set was looked at.
    pub fn is_complete(&self) -> bool {
        self.largest == self.columns
    }
}

struct Collect {
    rows: u64,
    list: Vec<Subset>,
}

impl Visitor for Collect {
    const LEAVES_OUT: bool = false;

    fn fresh(&self) -> Self {
        Collect {
            rows: self.rows,
            list: Vec::new(),
        }
    }

    fn absorb(&mut self, part: Self) {
        self.list.extend(part.list);
    }

    fn alone(&mut self, _: u64, _: u32) {}

    fn set(&mut self, mask: u64, totals: Totals, _: bool) {
        let equal_pairs = (totals.squares - u128::from(self.rows)) / 2;
        self.list.push(Subset {
            mask,
            distinct: totals.distinct,
            unique: totals.unique,
            equal_pairs,
            rows: self.rows,
        });
    }
}
