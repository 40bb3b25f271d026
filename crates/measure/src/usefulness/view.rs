//! The table that releases are compared with, as codes.

use equipoise_data::{Error, Result};
use equipoise_release::{Domain, Entries, Published, Recoding, ShownClasses, ValueSet};

/// A column as codes.
///
/// The codes of a quasi-identifier are the leaves of its hierarchy, in hierarchy order, so that a
/// released cell is usually a run of codes. A hierarchy can have leaves that no row has.
#[derive(Clone, Debug, PartialEq)]
pub struct CodedColumn {
    /// The code of each row.
    pub codes: Vec<u32>,
    /// Number of values. All codes are below it.
    pub values: u32,
    /// For a column of numbers, the number of each value; NaN for a value that is not a number,
    /// such as a missing one.
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

    /// The least and the greatest number of a region; `None` if none of its values is a number.
    pub(super) fn span(&self, region: &ValueSet) -> Option<(f64, f64)> {
        let numbers = self.numbers.as_ref()?;
        let of_region = region
            .runs()
            .flat_map(|run| &numbers[run.first as usize..=run.last as usize])
            .filter(|number| !number.is_nan());
        of_region.fold(None, |span, &number| {
            Some(span.map_or((number, number), |(low, high): (f64, f64)| {
                (low.min(number), high.max(number))
            }))
        })
    }

    /// The region of all values.
    pub(super) fn all(&self) -> ValueSet {
        ValueSet::all(self.values)
    }
}

/// The place of a column: among those that are recoded, released unchanged or aggregated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColumnPlace {
    /// A quasi-identifier, by its place among them.
    Quasi(usize),
    /// A column that is released unchanged, by its place among them.
    Plain(usize),
    /// A column that shows one number per class, by its place among them. It does not form classes,
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
    /// The domains of the quasi-identifiers, then of the columns that are released unchanged.
    domains: Vec<Domain>,
}

impl Original {
    /// A table of quasi-identifiers and columns that are released unchanged.
    ///
    /// # Errors
    /// No quasi-identifier; columns of different lengths; codes out of range; anything but one
    /// number per value.
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
        let columns = quasi.iter().chain(&plain);
        let domains = columns.map(|column| Domain::of_codes(column.values, &column.codes));
        Ok(Original {
            rows,
            domains: domains.collect(),
            quasi,
            plain,
            aggregated: Vec::new(),
        })
    }

    /// Adds columns of numbers. A release shows one number per class for each of them.
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

    /// The columns that are released unchanged.
    pub fn plain(&self) -> &[CodedColumn] {
        &self.plain
    }

    /// The columns that show one number per class.
    pub fn aggregated(&self) -> &[CodedColumn] {
        &self.aggregated
    }

    /// A column.
    ///
    /// # Errors
    /// A column that does not exist.
    pub fn column(&self, place: ColumnPlace) -> Result<&CodedColumn> {
        let column = match place {
            ColumnPlace::Quasi(at) => self.quasi.get(at),
            ColumnPlace::Plain(at) => self.plain.get(at),
            ColumnPlace::Aggregated(at) => self.aggregated.get(at),
        };
        column.ok_or_else(|| Error::internal(format!("there is no column {place:?}")))
    }

    /// The table itself as a release: one bucket that shows all rows unchanged.
    ///
    /// # Errors
    /// None: columns were checked.
    pub fn published(&self) -> Result<Published<'_>> {
        let columns = self.quasi.iter().chain(&self.plain);
        Published::of_buckets(vec![0; self.rows])
            .with_rows(columns.map(|column| (column.values, column.codes.as_slice())))?
            .with_domains(self.domains.iter().cloned())
    }

    /// A release whose rows are linked to their originals: `classes` has a class, or none, for each
    /// row of the table.
    ///
    /// ```
    /// use equipoise_data::Region;
    /// use equipoise_measure::usefulness::{CodedColumn, Original};
    /// use equipoise_release::{ClassColumn, ShownClasses, LEFT_OUT};
    /// let age = CodedColumn { codes: vec![0, 1, 1, 2], values: 3, numbers: None };
    /// let original = Original::new(vec![age], vec![])?;
    /// let young = Region { first: 0, last: 1 };
    /// let shown = ClassColumn { values: 3, regions: vec![young.into()], of_class: vec![0] };
    /// let released = original.released(ShownClasses::new(vec![0, 0, 0, LEFT_OUT], vec![shown]))?;
    /// assert_eq!((released.rows(), released.left_out(), released.buckets()), (3, 1, 1));
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    ///
    /// # Errors
    /// Classes with a different number of rows or columns, or with regions beyond the values.
    pub fn released(&self, classes: ShownClasses) -> Result<Published<'_>> {
        self.check_classes(&classes)?;
        if classes.class_of_row().len() != self.rows {
            return Err(Error::internal(format!(
                "a release of {} rows is compared with {}",
                classes.class_of_row().len(),
                self.rows
            )));
        }
        let plain = self.plain.iter();
        Published::of_classes(classes)
            .with_rows(plain.map(|column| (column.values, column.codes.as_slice())))?
            .with_domains(self.domains.iter().cloned())
    }

    /// A release with the classes of a recoding of the quasi-identifiers.
    ///
    /// # Errors
    /// As for [`Original::released`].
    pub fn recoded(&self, recoding: &Recoding) -> Result<Published<'_>> {
        if recoding.attributes != self.quasi.len() {
            return Err(Error::internal(
                "a release has different columns from its original",
            ));
        }
        let values: Vec<u32> = self.quasi.iter().map(|column| column.values).collect();
        self.released(ShownClasses::of_recoding(recoding, &values))
    }

    /// A release without links to its original: `classes` has a class for each released row, and
    /// `plain` the codes of the other columns by released row. It is not known which original row a
    /// released row comes from.
    ///
    /// # Errors
    /// As for [`Original::released`]; more rows than the original has; columns of different
    /// lengths.
    pub fn read_back(
        &self,
        classes: ShownClasses,
        plain: Vec<Vec<u32>>,
    ) -> Result<Published<'static>> {
        self.check_classes(&classes)?;
        if plain.len() != self.plain.len() {
            return Err(Error::internal(
                "a release has different columns from its original",
            ));
        }
        let values = self.plain.iter().map(|column| column.values);
        Published::of_classes(classes)
            .with_rows(values.zip(plain))?
            .with_domains(self.domains.iter().cloned())?
            .unlinked(self.rows)
    }

    fn check_classes(&self, classes: &ShownClasses) -> Result<()> {
        let fits = |(at, column): (usize, &CodedColumn)| {
            let found = classes.columns().get(at);
            found.is_some_and(|of| {
                let is_inside = |region: &ValueSet| region.last() < column.values;
                of.values == column.values && of.regions.iter().all(is_inside)
            })
        };
        match classes.columns().len() == self.quasi.len() && self.quasi.iter().enumerate().all(fits)
        {
            true => Ok(()),
            false => Err(Error::internal(
                "a release has different columns from its original, or regions beyond their values",
            )),
        }
    }

    /// The number of a column in [`Original::published`] and in releases; none for aggregated
    /// columns, which are in no block.
    pub(super) fn number(&self, place: ColumnPlace) -> Option<usize> {
        match place {
            ColumnPlace::Quasi(at) => Some(at),
            ColumnPlace::Plain(at) => Some(self.quasi.len() + at),
            ColumnPlace::Aggregated(_) => None,
        }
    }

    /// The domain of a column that is recoded or released unchanged.
    ///
    /// # Errors
    /// A column that does not exist or is aggregated.
    pub(super) fn domain(&self, place: ColumnPlace) -> Result<&Domain> {
        let domain = self
            .number(place)
            .and_then(|number| self.domains.get(number));
        domain.ok_or_else(|| Error::internal(format!("there is no column {place:?}")))
    }

    /// Distinct rows by all quasi-identifiers.
    pub(super) fn distinct(&self) -> Entries {
        let sizes: Vec<u32> = self.quasi.iter().map(|column| column.values).collect();
        let codes: Vec<&[u32]> = self
            .quasi
            .iter()
            .map(|column| column.codes.as_slice())
            .collect();
        Entries::of_rows(&codes, &sizes, self.rows)
    }
}
