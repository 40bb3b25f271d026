//! Tables that the user asks for: counts and means by columns, from the original and from the
//! release.

use super::view::{ColumnPlace, Original};
use equipoise_data::{Error, Result};
use equipoise_release::{Domain, Entries, Published, ValueSet};

/// A table of counts, or of means of a column of numbers, by combinations of values.
///
/// # Formula
/// A cell is a combination of values of the columns in `by`. Each row of the release is spread
/// evenly over the combinations that its cells stand for. Only combinations of values that occur in
/// the original count. A mean is the sum of the numbers spread this way, divided by the rows spread
/// this way. In a mean, a region of a quasi-identifier counts as the mean of the numbers that it
/// stands for. Rows without a number do not count in means. Rows that are left out do not count.
///
/// # Cost
/// O(cells + released combinations x cells that each is spread over).
///
/// # Numerics
/// Counts of the original are exact. Everything else is floating point in a fixed order.
///
/// # Example
/// If the ages 20, 20, 30 are all shown as 20-30, the counts 2 and 1 are estimated as 1.5 and 1.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The columns whose combinations are the cells. Without columns, there is one cell.
    pub by: Vec<ColumnPlace>,
    /// The column of numbers to take means of. Without it, rows are counted.
    pub mean: Option<ColumnPlace>,
}

/// One cell of a [`CrossTable`].
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value of each column in `by`.
    pub codes: Vec<u32>,
    /// The figure from the original; `None` for a mean of no rows.
    pub original: Option<f64>,
    /// The figure from the release; `None` for a mean of no rows.
    pub estimate: Option<f64>,
    /// Number of rows of the original in the cell; for a mean, of those with a number.
    pub rows: u64,
}

/// A table from the original, compared with the same table from the release.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The cells that have rows in the original or in the release, sorted by their codes.
    pub cells: Vec<Cell>,
    /// Mean over cells of |estimate - original|; cells where one of them is absent do not count.
    pub mean_absolute: Option<f64>,
    /// Mean over cells of |estimate - original| / |original|; cells whose original is 0 or absent
    /// do not count.
    pub mean_relative: Option<f64>,
    /// The sum of the absolute errors of all cells, divided by the sum of the absolute originals;
    /// for means, cells are weighted by their rows. Small cells matter little here.
    pub overall: Option<f64>,
    /// Number of cells of the original that the release says nothing about, because they would be a
    /// mean of no rows.
    pub without_estimate: u64,
}

/// The maximum number of cells of a table.
const MOST_CELLS: u64 = 1 << 22;

impl CrossTable {
    /// Fills the table from the original and from the release.
    ///
    /// # Errors
    /// A column that does not exist, a mean of a column without numbers, a table of more than
    /// 4,194,304 cells.
    pub fn compare(&self, original: &Original, released: &Published<'_>) -> Result<Comparison> {
        let sizes = self.check(original, released)?;
        let cells = sizes.iter().map(|&size| size as usize).product();
        let truth = self.fill(&self.sheet_of_original(original), cells);
        let shown = self.fill(&self.sheet_of_release(original, released)?, cells);
        Ok(self.summary(&sizes, &truth, &shown))
    }

    /// Checks the table, and returns the number of values of each column in `by`.
    fn check(&self, original: &Original, released: &Published<'_>) -> Result<Vec<u32>> {
        let sizes: Vec<u32> = self
            .by
            .iter()
            .map(|&place| original.column(place).map(|c| c.values))
            .collect::<Result<_>>()?;
        let fits = |cells: u64, &size: &u32| {
            cells
                .checked_mul(size.into())
                .filter(|cells| *cells <= MOST_CELLS)
        };
        if sizes.iter().try_fold(1, fits).is_none() {
            return Err(Error::limit(format!(
                "a table of {} columns has more than {MOST_CELLS} cells",
                self.by.len()
            ))
            .hint("name fewer columns, or columns with fewer values"));
        }
        if let Some(mean) = self.mean
            && original.column(mean)?.numbers.is_none()
        {
            return Err(Error::usage(
                "a mean is asked of a column that is not of numbers",
            ));
        }
        let is_aggregated = |place: &ColumnPlace| matches!(place, ColumnPlace::Aggregated(_));
        if self.by.iter().any(is_aggregated) {
            return Err(Error::usage(
                "a table is asked for by a column of which each class shows one number; only its mean can be taken",
            ));
        }
        if self.mean.iter().any(is_aggregated) && released.aggregated(0).is_none() {
            return Err(Error::internal(
                "the numbers of aggregated columns are not given",
            ));
        }
        Ok(sizes)
    }

    fn sheet_of_original<'o>(&self, original: &'o Original) -> Sheet<'o> {
        let column = |place: ColumnPlace| original.column(place).expect("columns were checked");
        let places: Vec<ColumnPlace> = self.by.iter().copied().chain(self.mean).collect();
        let codes: Vec<&[u32]> = places
            .iter()
            .map(|&place| column(place).codes.as_slice())
            .collect();
        let sizes: Vec<u32> = places.iter().map(|&place| column(place).values).collect();
        let numbers = self.mean.and_then(|mean| column(mean).numbers.as_ref());
        Sheet {
            entries: Entries::of_rows(&codes, &sizes, original.rows()),
            regions: self
                .by
                .iter()
                .map(|&place| leaves(column(place).values))
                .collect(),
            values: numbers.map(|numbers| numbers.iter().map(|&x| known([x])).collect()),
            domains: self.domains(original),
        }
    }

    /// The domain of each column in `by`.
    fn domains<'o>(&self, original: &'o Original) -> Vec<&'o Domain> {
        let domain = |&place: &ColumnPlace| original.domain(place).expect("columns were checked");
        self.by.iter().map(domain).collect()
    }

    fn sheet_of_release<'o>(
        &self,
        original: &'o Original,
        released: &Published<'_>,
    ) -> Result<Sheet<'o>> {
        let places: Vec<ColumnPlace> = self.by.iter().copied().chain(self.mean).collect();
        let numbers: Vec<usize> = places
            .iter()
            .filter_map(|&place| original.number(place))
            .collect();
        let tuples = released.tuples(&numbers)?;
        // An aggregated column has one number for each bucket.
        let mut listed = 1..;
        let of_place = places.iter().map(|&place| match original.number(place) {
            Some(_) => listed.next().unwrap_or(0),
            None => 0,
        });
        let of_place: Vec<usize> = of_place.collect();
        let regions = |place: ColumnPlace| {
            let shown = original.number(place).and_then(|at| released.regions(at));
            shown.map_or_else(
                || leaves(original.column(place).expect("columns were checked").values),
                <[ValueSet]>::to_vec,
            )
        };
        let values = |place: ColumnPlace| {
            if let ColumnPlace::Aggregated(at) = place {
                let of_bucket = released.aggregated(at)?.iter();
                return Some(of_bucket.map(|&x| known([x])).collect());
            }
            let numbers = original.column(place).ok()?.numbers.as_ref()?;
            let domain = original.domain(place).ok()?;
            let of_region = |region: &ValueSet| {
                known(
                    domain
                        .values_of(region)
                        .map(|value| numbers[value as usize]),
                )
            };
            Some(regions(place).iter().map(of_region).collect())
        };
        Ok(Sheet {
            entries: tuples.project(&of_place),
            regions: self.by.iter().map(|&place| regions(place)).collect(),
            values: self.mean.and_then(values),
            domains: self.domains(original),
        })
    }

    /// Computes the rows and the sum of numbers of every cell.
    fn fill(&self, sheet: &Sheet<'_>, cells: usize) -> Filled {
        let mut filled = Filled {
            rows: vec![0.0; cells],
            sums: vec![0.0; if self.mean.is_some() { cells } else { 0 }],
        };
        for entry in 0..sheet.entries.len() {
            let rows = sheet.entries.weights[entry] as f64;
            let value = sheet
                .values
                .as_ref()
                .map(|values| values[sheet.entries.columns[self.by.len()][entry] as usize]);
            sheet.spread(&mut filled, entry, 0, 0, (rows, value));
        }
        filled
    }

    fn summary(&self, sizes: &[u32], truth: &Filled, shown: &Filled) -> Comparison {
        let value = |filled: &Filled, at: usize| match self.mean {
            None => Some(filled.rows[at]),
            Some(_) => (filled.rows[at] > 0.0).then(|| filled.sums[at] / filled.rows[at]),
        };
        let used = (0..truth.rows.len()).filter(|&at| truth.rows[at] > 0.0 || shown.rows[at] > 0.0);
        let cell = |at: usize| {
            let (original, estimate) = (value(truth, at), value(shown, at));
            Cell {
                codes: codes_of(at, sizes),
                original,
                estimate,
                rows: truth.rows[at] as u64,
            }
        };
        let cells: Vec<Cell> = used.map(cell).collect();
        let pairs = || {
            cells
                .iter()
                .filter_map(|cell| Some((cell.original?, cell.estimate?, cell.rows)))
        };
        let mean = |errors: Vec<f64>| {
            (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
        };
        let weight = |rows: u64| {
            if self.mean.is_some() {
                rows as f64
            } else {
                1.0
            }
        };
        let (errors, whole) =
            pairs().fold((0.0, 0.0), |(errors, whole), (original, estimate, rows)| {
                (
                    errors + weight(rows) * (estimate - original).abs(),
                    whole + weight(rows) * original.abs(),
                )
            });
        Comparison {
            mean_absolute: mean(
                pairs()
                    .map(|(original, estimate, _)| (estimate - original).abs())
                    .collect(),
            ),
            mean_relative: mean(
                pairs()
                    .filter(|p| p.0 != 0.0)
                    .map(|(o, e, _)| (e - o).abs() / o.abs())
                    .collect(),
            ),
            overall: (whole > 0.0).then(|| errors / whole),
            without_estimate: cells
                .iter()
                .filter(|cell| cell.original.is_some() && cell.estimate.is_none())
                .count() as u64,
            cells,
        }
    }
}

/// The input for filling a table: combinations of regions with their rows, and the numbers of the
/// last column if a mean is taken.
struct Sheet<'o> {
    entries: Entries,
    /// For each column in `by` and each of its codes, the values that it stands for.
    regions: Vec<Vec<ValueSet>>,
    /// For each code of the column of numbers, the mean of its numbers and the share of its values
    /// that are numbers.
    values: Option<Vec<(f64, f64)>>,
    /// The domain of each column in `by`.
    domains: Vec<&'o Domain>,
}

struct Filled {
    rows: Vec<f64>,
    sums: Vec<f64>,
}

impl Sheet<'_> {
    /// Spreads the rows of an entry evenly over its cells, column by column.
    fn spread(
        &self,
        filled: &mut Filled,
        entry: usize,
        column: usize,
        cell: usize,
        what: (f64, Option<(f64, f64)>),
    ) {
        let (rows, value) = what;
        if column == self.regions.len() {
            let (number, share) = value.unwrap_or((0.0, 1.0));
            filled.rows[cell] += rows * share;
            if let Some(sum) = filled.sums.get_mut(cell) {
                *sum += rows * share * number;
            }
            return;
        }
        let domain = self.domains[column];
        let region = &self.regions[column][self.entries.columns[column][entry] as usize];
        let part = rows / f64::from(domain.size(region));
        for code in domain.values_of(region) {
            self.spread(
                filled,
                entry,
                column + 1,
                cell * domain.values() as usize + code as usize,
                (part, value),
            );
        }
    }
}

/// The mean of those values that are numbers, and their share.
fn known(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let add = |(all, count, sum): (f64, f64, f64), x: f64| match x.is_nan() {
        true => (all + 1.0, count, sum),
        false => (all + 1.0, count + 1.0, sum + x),
    };
    let (all, count, sum) = numbers.into_iter().fold((0.0, 0.0, 0.0), add);
    if count > 0.0 {
        (sum / count, count / all)
    } else {
        (0.0, 0.0)
    }
}

fn leaves(values: u32) -> Vec<ValueSet> {
    (0..values).map(ValueSet::leaf).collect()
}

/// The codes of a cell.
fn codes_of(mut cell: usize, sizes: &[u32]) -> Vec<u32> {
    let mut codes = vec![0; sizes.len()];
    for (code, &size) in codes.iter_mut().zip(sizes).rev() {
        *code = (cell % size as usize) as u32;
        cell /= size as usize;
    }
    codes
}
