//! Errors of answers from the release to random COUNT queries.

use super::view::{ColumnPlace, Original};
use equipoise_data::{Error, Random, Result};
use equipoise_release::{Accepted, Estimator, PreparedQueries, Published};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The number of values that a query accepts in each column, where |D| values of the column occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A number drawn uniformly from 0 to `selectivity` times |D|. More columns make the region
    /// smaller.
    Uniform,
    /// |D| times the n-th root of `selectivity` for n columns, rounded up. The region has the same
    /// size for any number of columns.
    Fixed,
}

/// Random queries `SELECT COUNT(*) WHERE A1 IN V1 AND ... AND S IN VS`.
///
/// # Formula
/// Each query draws `dimensions` quasi-identifiers. It always includes the sensitive column, if one
/// is given. In each column, it accepts a random set of values, whose size depends on [`Mode`]. The
/// answer from the original is a count, act. The answer from the release assumes that rows are
/// spread evenly over the values that their cells stand for: rec = sum over classes of (rows with S
/// in VS) times the product of |V and region| / |region|, counting only values that occur in the
/// original. The error is |rec - act| / act, in percent. Rows that are left out do not count.
///
/// # Source
/// Xiao and Tao 2006 (fixed), LeFevre, DeWitt, Ramakrishnan 2006; Li's thesis on publishing,
/// section 1.2.3 (uniform).
///
/// # Departs
/// Queries that accept no value of a column, and queries that no row of the original satisfies,
/// have no relative error. They are excluded and counted. With `sanity`, queries that no row
/// satisfies stay in, and the divisor is at least a thousandth of the rows.
///
/// # Cost
/// Queries on the same columns share counts of combinations and take some microseconds each.
///
/// # Numerics
/// Counts are exact. Estimates are sums of floating-point products in a fixed order: the same on
/// any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// Number of queries.
    pub queries: usize,
    /// Number of quasi-identifiers in each query; all of them if there are fewer.
    pub dimensions: usize,
    /// The selectivity, above 0 and at most 1.
    pub selectivity: f64,
    /// The meaning of the selectivity.
    pub mode: Mode,
    /// The sensitive column that every query includes, by its place among the columns that are
    /// released unchanged.
    pub sensitive: Option<usize>,
    /// Whether the divisor of errors is at least a thousandth of the rows.
    pub sanity: bool,
    /// The seed of the queries.
    pub seed: u64,
}

impl Default for Workload {
    /// 1,000 queries on two quasi-identifiers, of fixed selectivity 0.05.
    fn default() -> Self {
        Workload {
            queries: 1000,
            dimensions: 2,
            selectivity: 0.05,
            mode: Mode::Fixed,
            sensitive: None,
            sanity: false,
            seed: 0,
        }
    }
}

/// A query and its two answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryAnswer {
    /// The count in the original.
    pub actual: u64,
    /// The estimate from the release.
    pub estimate: f64,
}

/// A query: its columns, and the values that it accepts in each, sorted. A set can be empty; no row
/// satisfies such a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Quasi-identifiers in their order, then the sensitive column.
    pub accepts: Vec<(ColumnPlace, Vec<u32>)>,
}

/// The errors of the answers to a workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryErrors {
    /// Number of queries with an error.
    pub answered: u64,
    /// Number of queries excluded because a set of values was empty.
    pub without_values: u64,
    /// Number of queries excluded because no row satisfies them.
    pub without_rows: u64,
    /// Mean relative error in percent; `None` if no query has one.
    pub mean_percent: Option<f64>,
    /// The median of relative errors in percent.
    pub median_percent: Option<f64>,
}

/// One query: its columns among the quasi-identifiers and the sensitive column, and the generator
/// of their values.
struct Query {
    columns: Vec<usize>,
    values: Random,
}

impl Workload {
    /// Answers all queries and summarizes their errors.
    ///
    /// # Errors
    /// A selectivity or a number of columns out of range; a sensitive column that does not exist.
    pub fn run(&self, original: &Original, released: &Published<'_>) -> Result<QueryErrors> {
        Ok(self.errors(&self.answers(original, released)?, original.rows()))
    }

    /// The answers, in the order in which the queries are drawn; `None` for a query that accepts no
    /// value of some column.
    ///
    /// # Errors
    /// As for [`Workload::run`].
    pub fn answers(
        &self,
        original: &Original,
        released: &Published<'_>,
    ) -> Result<Vec<Option<QueryAnswer>>> {
        self.check(original)?;
        // All quasi-identifiers, followed by the sensitive column.
        let quasi = original.quasi().len();
        let sensitive = self.sensitive.map(|at| quasi + at);
        let columns: Vec<usize> = (0..quasi).chain(sensitive).collect();
        let (truth, shown) = rayon::join(
            || Estimator::new(&original.published()?, &columns),
            || Estimator::new(released, &columns),
        );
        let estimators = [truth?, shown?];
        let mut sets: BTreeMap<Vec<usize>, Vec<(usize, Random)>> = BTreeMap::new();
        for (number, query) in self.draw(original.quasi().len()).into_iter().enumerate() {
            sets.entry(query.columns)
                .or_default()
                .push((number, query.values));
        }
        let sets: Vec<_> = sets.into_iter().collect();
        let found = sets.into_par_iter().flat_map(|(columns, queries)| {
            let asked = Asked {
                workload: self,
                original,
                columns: &columns,
                estimators: &estimators,
                prepared: estimators
                    .each_ref()
                    .map(|estimator| estimator.prepare(&columns, queries.len())),
            };
            queries
                .into_par_iter()
                .map(|(number, values)| (number, asked.answer(values)))
                .collect::<Vec<_>>()
        });
        let mut answers = vec![None; self.queries];
        for (number, answer) in found.collect::<Vec<_>>() {
            answers[number] = answer;
        }
        Ok(answers)
    }

    /// The queries themselves, in the order of [`Workload::answers`].
    ///
    /// # Errors
    /// As for [`Workload::run`].
    pub fn questions(&self, original: &Original) -> Result<Vec<Question>> {
        self.check(original)?;
        let question = |query: Query| {
            let values = self.values(original, &query.columns, query.values);
            let sorted = values.into_iter().map(|mut values| {
                values.sort_unstable();
                values
            });
            Question {
                accepts: query
                    .columns
                    .iter()
                    .map(|&column| self.place(original, column))
                    .zip(sorted)
                    .collect(),
            }
        };
        Ok(self
            .draw(original.quasi().len())
            .into_iter()
            .map(question)
            .collect())
    }

    fn check(&self, original: &Original) -> Result<()> {
        if !(self.selectivity > 0.0 && self.selectivity <= 1.0) {
            return Err(Error::usage(format!(
                "selectivity is {}; it must be above 0 and at most 1",
                self.selectivity
            )));
        }
        if self.dimensions == 0 && self.sensitive.is_none() {
            return Err(Error::usage(
                "queries on 0 columns are asked for; it must be at least 1",
            ));
        }
        if self
            .sensitive
            .is_some_and(|at| at >= original.plain().len())
        {
            return Err(Error::internal(
                "the sensitive column of the queries does not exist",
            ));
        }
        Ok(())
    }

    /// Draws the columns of each query. Every query has its own generator, so that queries can be
    /// answered in any order.
    fn draw(&self, quasi: usize) -> Vec<Query> {
        let mut seeds = Random::new(self.seed);
        let draw = || {
            let mut values = Random::new(seeds.below(u64::MAX));
            let mut columns = sample(&mut values, quasi as u32, self.dimensions.min(quasi) as u32);
            columns.sort_unstable();
            let columns = columns
                .into_iter()
                .map(|c| c as usize)
                .chain(self.sensitive.map(|_| quasi))
                .collect();
            Query { columns, values }
        };
        std::iter::repeat_with(draw).take(self.queries).collect()
    }

    /// Draws the values that a query accepts in each of its columns.
    fn values(&self, original: &Original, columns: &[usize], mut random: Random) -> Vec<Vec<u32>> {
        let of_column = |&column: &usize| {
            let domain = original.domain(self.place(original, column));
            let domain = domain.expect("columns were checked");
            let number = self.accepted(domain.occurring(), columns.len(), &mut random);
            let places = sample(&mut random, domain.occurring(), number);
            places.into_iter().map(|place| domain.nth(place)).collect()
        };
        columns.iter().map(of_column).collect()
    }

    /// The column of a query with this number: a quasi-identifier, or the sensitive column, which
    /// follows them.
    fn place(&self, original: &Original, column: usize) -> ColumnPlace {
        match original.quasi().get(column) {
            Some(_) => ColumnPlace::Quasi(column),
            None => ColumnPlace::Plain(self.sensitive.unwrap_or(0)),
        }
    }

    /// The number of values that a query on this many columns accepts in one of them.
    fn accepted(&self, domain: u32, columns: usize, random: &mut Random) -> u32 {
        // Keeps a product such as 8 x 0.125^(1/3) from being rounded up to 5 because the root is
        // inexact.
        const SLACK: f64 = 1e-9;
        let domain = f64::from(domain);
        match self.mode {
            Mode::Uniform => random.below((domain * self.selectivity + SLACK) as u64 + 1) as u32,
            Mode::Fixed => (domain * self.selectivity.powf(1.0 / columns as f64) - SLACK)
                .ceil()
                .clamp(0.0, domain) as u32,
        }
    }

    /// Mean and median of the relative errors of answers about a table with this many rows.
    pub fn errors(&self, answers: &[Option<QueryAnswer>], rows: usize) -> QueryErrors {
        let least = if self.sanity {
            rows as f64 / 1000.0
        } else {
            0.0
        };
        let divisor = |answer: &QueryAnswer| (answer.actual as f64).max(least);
        let percent = |answer: &QueryAnswer| {
            100.0 * (answer.estimate - answer.actual as f64).abs() / divisor(answer)
        };
        let asked = || answers.iter().flatten();
        let mut errors: Vec<f64> = asked()
            .filter(|answer| divisor(answer) > 0.0)
            .map(percent)
            .collect();
        let mean_percent =
            (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64);
        errors.sort_unstable_by(f64::total_cmp);
        let median =
            |errors: &[f64]| (errors[(errors.len() - 1) / 2] + errors[errors.len() / 2]) / 2.0;
        QueryErrors {
            answered: errors.len() as u64,
            without_values: (answers.len() - asked().count()) as u64,
            without_rows: (asked().count() - errors.len()) as u64,
            mean_percent,
            median_percent: mean_percent.map(|_| median(&errors)),
        }
    }
}

/// State shared by queries on the same columns.
struct Asked<'a> {
    workload: &'a Workload,
    original: &'a Original,
    columns: &'a [usize],
    /// The estimators of the original and of the release.
    estimators: &'a [Estimator; 2],
    prepared: [PreparedQueries<'a>; 2],
}

impl Asked<'_> {
    /// Both answers to a query; `None` if it accepts no value of some column.
    fn answer(&self, values: Random) -> Option<QueryAnswer> {
        let values = self.workload.values(self.original, self.columns, values);
        if values.iter().any(Vec::is_empty) {
            return None;
        }
        let query = |which: usize| -> Vec<Accepted> {
            let of_column = self.columns.iter().zip(&values);
            of_column
                .map(|(&column, values)| self.estimators[which].accepting(column, values.clone()))
                .collect()
        };
        Some(QueryAnswer {
            actual: self.prepared[0].estimate(&query(0)) as u64,
            estimate: self.prepared[1].estimate(&query(1)),
        })
    }
}

/// Draws a random set of `number` values below `end`.
fn sample(random: &mut Random, end: u32, number: u32) -> Vec<u32> {
    let mut values: Vec<u32> = (0..end).collect();
    for at in 0..number as usize {
        let other = at + random.place(values.len() - at);
        values.swap(at, other);
    }
    values.truncate(number as usize);
    values
}
