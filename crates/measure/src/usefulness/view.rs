//! What is compared: a table as codes, and a release of it.

use super::entries::Entries;
use equipoise_data::{Error, Region, Result};
use equipoise_release::{LEFT_OUT, Recoding};

/// A column as codes.
///
/// Codes of a quasi-identifier are the leaves of its hierarchy, in its order, so that a released
/// cell is a run of codes.
#[derive(Clone, Debug, PartialEq)]
pub struct CodedColumn {
    /// The code of each row.
    pub codes: Vec<u32>,
    /// Number of values: codes are below it.
    pub values: u32,
    /// For a column of numbers the number of each value; NaN for a value that is none, such as
    /// missing.
    pub numbers: Option<Vec<f64>>,
}

impl CodedColumn {
    fn fits(&self, rows: usize) -> bool {
        let numbers = self
            .numbers
            .as_ref()
            .is_none_or(|numbers| numbers.len() == self.values as usize);
        numbers && self.codes.len() == rows && self.codes.iter().all(|&code| code < self.values)
    }

    /// The least and the greatest number of a run; `None` when no value of it is a number.
    pub(super) fn span(&self, region: Region) -> Option<(f64, f64)> {
        let of_run = self.numbers.as_ref()?[region.first as usize..=region.last as usize]
            .iter()
            .filter(|number| !number.is_nan());
        of_run.fold(None, |span, &number| {
            Some(span.map_or((number, number), |(low, high): (f64, f64)| {
                (low.min(number), high.max(number))
            }))
        })
    }

    /// The region of all values.
    pub(super) fn all(&self) -> Region {
        Region {
            first: 0,
            last: self.values.saturating_sub(1),
        }
    }
}

/// Which column is meant: one that is recoded or one that is released as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColumnPlace {
    /// A quasi-identifier, by its place among them.
    Quasi(usize),
    /// A column that is released as it is, by its place among them.
    Plain(usize),
    /// A column of which each class shows one number, by its place among them. It forms no classes,
    /// and only its means and its squared error are measured.
    Aggregated(usize),
}

/// The original table.
///
/// ```
/// use equipoise_measure::usefulness::{CodedColumn, Original};
/// let age = CodedColumn { codes: vec![0, 1, 1, 2], values: 3, numbers: Some(vec![20.0, 30.0, 50.0]) };
/// let job = CodedColumn { codes: vec![0, 1, 0, 1], values: 2, numbers: None };
/// let original = Original::new(vec![age], vec![job])?;
/// assert_eq!(original.rows(), 4);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Original {
    rows: usize,
    quasi: Vec<CodedColumn>,
    plain: Vec<CodedColumn>,
    aggregated: Vec<CodedColumn>,
}

impl Original {
    /// A table of quasi-identifiers, and of columns that are released as they are.
    ///
    /// # Errors
    /// No quasi-identifier; columns of different lengths, codes that are no values, numbers not one
    /// per value.
    pub fn new(quasi: Vec<CodedColumn>, plain: Vec<CodedColumn>) -> Result<Self> {
        let Some(rows) = quasi.first().map(|column| column.codes.len()) else {
            return Err(Error::usage(
                "no quasi-identifier is given; usefulness needs at least one",
            ));
        };
        if u32::try_from(rows).is_err() {
            return Err(Error::limit(format!(
                "{rows} rows are given; at most 4,294,967,295 are possible"
            )));
        }
        if !quasi.iter().chain(&plain).all(|column| column.fits(rows)) {
            return Err(Error::internal(
                "a column has another length than the others, a code that is no value, or not one number per value",
            ));
        }
        Ok(Original {
            rows,
            quasi,
            plain,
            aggregated: Vec::new(),
        })
    }

    /// The same table with columns of numbers of which a release shows one per class.
    ///
    /// # Errors
    /// As for [`Original::new`]; a column without numbers.
    pub fn with_aggregated(mut self, columns: Vec<CodedColumn>) -> Result<Self> {
        if !columns
            .iter()
            .all(|column| column.numbers.is_some() && column.fits(self.rows))
        {
            return Err(Error::internal(
                "an aggregated column has no numbers, or does not fit the others",
            ));
        }
        self.aggregated = columns;
        Ok(self)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The quasi-identifiers.
    pub fn quasi(&self) -> &[CodedColumn] {
        &self.quasi
    }

    /// The columns that are released as they are.
    pub fn plain(&self) -> &[CodedColumn] {
        &self.plain
    }

    /// The columns of which each class shows one number.
    pub fn aggregated(&self) -> &[CodedColumn] {
        &self.aggregated
    }

    /// A column.
    ///
    /// # Errors
    /// There is no such column.
    pub fn column(&self, place: ColumnPlace) -> Result<&CodedColumn> {
        let column = match place {
            ColumnPlace::Quasi(at) => self.quasi.get(at),
            ColumnPlace::Plain(at) => self.plain.get(at),
            ColumnPlace::Aggregated(at) => self.aggregated.get(at),
        };
        column.ok_or_else(|| Error::internal(format!("there is no column {place:?}")))
    }

    /// Distinct rows by all quasi-identifiers and then some other columns.
    pub(super) fn entries(&self, plain: &[usize]) -> Entries {
        let columns: Vec<&CodedColumn> = self
            .quasi
            .iter()
            .chain(plain.iter().map(|&at| &self.plain[at]))
            .collect();
        let sizes: Vec<u32> = columns.iter().map(|column| column.values).collect();
        let codes: Vec<&[u32]> = columns
            .iter()
            .map(|column| column.codes.as_slice())
            .collect();
        Entries::of_rows(&codes, &sizes, self.rows)
    }
}

/// The cells of one quasi-identifier in a release.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// The different regions, sorted.
    pub(super) regions: Vec<Region>,
    /// For each class which of them it shows.
    pub(super) of_class: Vec<u32>,
}

impl Cells {
    pub(super) fn region(&self, class: usize) -> Region {
        self.regions[self.of_class[class] as usize]
    }
}

/// A release of an [`Original`]: what each class shows of every quasi-identifier, and rows of
/// classes.
#[derive(Clone, Debug)]
pub struct ReleasedView {
    pub(super) cells: Vec<Cells>,
    /// The class of each released row.
    pub(super) class_of_row: Vec<u32>,
    /// The columns that are released as they are, by released row.
    pub(super) plain: Vec<Vec<u32>>,
    /// The original of each released row, where that is known.
    pub(super) source: Option<Vec<u32>>,
    /// Rows of each class.
    pub(super) sizes: Vec<u64>,
    /// For each aggregated column the number of each class.
    pub(super) aggregated: Vec<Vec<f64>>,
    left_out: u64,
}

impl ReleasedView {
    /// A release whose rows are known by their originals: `recoding` has a class, or none, for each
    /// row of the original.
    ///
    /// ```
    /// use equipoise_data::Region;
    /// use equipoise_release::{LEFT_OUT, Recoding};
    /// use equipoise_measure::usefulness::{CodedColumn, Original, ReleasedView};
    /// let age = CodedColumn { codes: vec![0, 1, 1, 2], values: 3, numbers: None };
    /// let original = Original::new(vec![age], vec![])?;
    /// let young = Region { first: 0, last: 1 };
    /// let released = ReleasedView::linked(&original, &Recoding::new(vec![0, 0, 0, LEFT_OUT], vec![young], 1))?;
    /// assert_eq!((released.rows(), released.left_out(), released.classes()), (3, 1, 1));
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    ///
    /// # Errors
    /// A recoding of other rows or columns, or with regions beyond the values.
    pub fn linked(original: &Original, recoding: &Recoding) -> Result<Self> {
        if recoding.class_of_row.len() != original.rows {
            return Err(Error::internal(format!(
                "a release of {} rows is compared with {}",
                recoding.class_of_row.len(),
                original.rows
            )));
        }
        let kept = || (0..original.rows).filter(|&row| recoding.class_of_row[row] != LEFT_OUT);
        let class_of_row = kept().map(|row| recoding.class_of_row[row]).collect();
        let plain = original
            .plain
            .iter()
            .map(|column| kept().map(|row| column.codes[row]).collect())
            .collect();
        Self::new(
            original,
            recoding,
            class_of_row,
            plain,
            Some(kept().map(|row| row as u32).collect()),
        )
    }

    /// A release read from elsewhere: `recoding` has a class for each released row, `plain` the
    /// codes of the other columns by released row. Which original a row comes from is not known.
    ///
    /// # Errors
    /// As for [`ReleasedView::linked`]; a row without a class, more rows than the original has, columns
    /// of different lengths.
    pub fn unlinked(
        original: &Original,
        recoding: &Recoding,
        plain: Vec<Vec<u32>>,
    ) -> Result<Self> {
        let rows = recoding.class_of_row.len();
        let fits = |(codes, column): (&Vec<u32>, &CodedColumn)| {
            codes.len() == rows && codes.iter().all(|&code| code < column.values)
        };
        if rows > original.rows
            || plain.len() != original.plain.len()
            || !plain.iter().zip(&original.plain).all(fits)
        {
            return Err(Error::internal(
                "a release has more rows than its original, or other columns",
            ));
        }
        Self::new(
            original,
            recoding,
            recoding.class_of_row.clone(),
            plain,
            None,
        )
    }

    fn new(
        original: &Original,
        recoding: &Recoding,
        class_of_row: Vec<u32>,
        plain: Vec<Vec<u32>>,
        source: Option<Vec<u32>>,
    ) -> Result<Self> {
        let inside = |(at, region): (usize, &Region)| {
            region.first <= region.last
                && region.last < original.quasi[at % recoding.attributes].values
        };
        if recoding.attributes != original.quasi.len()
            || !recoding.regions.iter().enumerate().all(inside)
        {
            return Err(Error::internal(
                "a release has other columns than its original, or regions beyond their values",
            ));
        }
        let mut sizes = vec![0; recoding.classes()];
        for &class in &class_of_row {
            *sizes
                .get_mut(class as usize)
                .ok_or_else(|| Error::internal("a released row has no class"))? += 1;
        }
        let cells = (0..recoding.attributes).map(|at| {
            let (regions, of_class) = recoding.column(at);
            Cells { regions, of_class }
        });
        let left_out = (original.rows - class_of_row.len()) as u64;
        Ok(ReleasedView {
            cells: cells.collect(),
            class_of_row,
            plain,
            source,
            sizes,
            aggregated: Vec::new(),
            left_out,
        })
    }

    /// The same release with the number that each class shows of each aggregated column; NaN where
    /// it shows none.
    ///
    /// # Errors
    /// Not as many columns as the original has aggregated ones, or not one number per class.
    pub fn with_aggregated(mut self, original: &Original, numbers: Vec<Vec<f64>>) -> Result<Self> {
        if numbers.len() != original.aggregated.len()
            || numbers
                .iter()
                .any(|of_class| of_class.len() != self.classes())
        {
            return Err(Error::internal(
                "an aggregated column needs one number per class",
            ));
        }
        self.aggregated = numbers;
        Ok(self)
    }

    /// Released rows.
    pub fn rows(&self) -> usize {
        self.class_of_row.len()
    }

    /// Rows of the original that are not in the release.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.sizes.len()
    }

    /// Whether it is known which original each row comes from.
    pub fn is_linked(&self) -> bool {
        self.source.is_some()
    }

    /// Distinct rows by class and then some of the columns that are released as they are.
    pub(super) fn by_class(&self, original: &Original, plain: &[usize]) -> Entries {
        let sizes: Vec<u32> = std::iter::once(self.classes() as u32)
            .chain(plain.iter().map(|&at| original.plain[at].values))
            .collect();
        let codes = std::iter::once(self.class_of_row.as_slice())
            .chain(plain.iter().map(|&at| self.plain[at].as_slice()));
        Entries::of_rows(&codes.collect::<Vec<_>>(), &sizes, self.rows())
    }

    /// As [`Original::entries`], with the places of regions for codes of quasi-identifiers.
    pub(super) fn entries(&self, original: &Original, plain: &[usize]) -> Entries {
        let mut entries = self.by_class(original, plain);
        let classes = entries.columns.remove(0);
        entries.sizes.remove(0);
        let regions = |cells: &Cells| {
            classes
                .iter()
                .map(|&class| cells.of_class[class as usize])
                .collect()
        };
        entries.columns.splice(0..0, self.cells.iter().map(regions));
        entries.sizes.splice(
            0..0,
            self.cells.iter().map(|cells| cells.regions.len() as u32),
        );
        entries
    }
}
