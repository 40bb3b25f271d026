//! Builds a view from buckets and blocks, and gives access to its parts.

use super::bucket_rows::BucketRows;
use super::classes::ShownClasses;
use super::column::{Cells, Codes, Column, Dictionary, RowCells};
use crate::domain::Domain;
use crate::recoding::LEFT_OUT;
use crate::value_set::ValueSet;
use equipoise_data::{Error, Result};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A release of any form, as its readers see it.
///
/// A release is a list of *buckets*. A bucket has rows and *blocks*. A block is a group of columns
/// whose values are linked: within a block, it is known which values belong to one row; between the
/// blocks of a bucket, it is not. In a table of classes, each class is a bucket of two blocks: the
/// quasi-identifiers, shown once for all rows of the class, and all other columns, shown row by
/// row. Where several blocks show columns unchanged, each block has its own rows, and the order of
/// rows within a bucket means nothing.
///
/// A cell is a *region*: a set of values of its column, usually a run in the order that values have
/// in the view. Columns are numbered across all blocks, in the order in which they were added or in
/// the order given to [`Published::in_order`].
///
/// Row codes are borrowed. Rows are grouped only when a caller asks for counts.
///
/// # Example
/// Two people aged 20 or 30 and one aged 50, each with a job:
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::{ClassColumn, ShownClasses, Published, ValueSet};
/// let young = ValueSet::from(Region { first: 0, last: 1 });
/// let age = ClassColumn { values: 3, regions: vec![young.clone(), ValueSet::leaf(2)], of_class: vec![0, 1] };
/// let jobs = [0, 1, 1];
/// let released = Published::of_classes(ShownClasses::new(vec![0, 0, 1], vec![age]))
///     .with_rows([(2, jobs.as_slice())])?;
/// assert_eq!((released.buckets(), released.rows(), released.size(0)), (2, 3, 2));
/// assert_eq!(released.region(0, 0), Some(&young));
/// // The jobs of each bucket, with their numbers of rows: 0 and 1 in the first, 1 in the second.
/// let found = released.tuples(&[1])?;
/// assert_eq!((found.columns, found.weights), (vec![vec![0, 0, 1], vec![0, 1, 1]], vec![1, 1, 1]));
/// // A person aged 30 can only be in the first bucket.
/// assert_eq!(released.matching(&[0], &[1])?.iter().map(|fit| fit.bucket).collect::<Vec<_>>(), [0]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Published<'a> {
    pub(super) columns: Vec<Column<'a>>,
    /// The columns of each block.
    blocks: Vec<Vec<usize>>,
    /// The bucket of each row of the table, or [`LEFT_OUT`].
    pub(super) bucket_of_row: Cow<'a, [u32]>,
    pub(super) sizes: Vec<u64>,
    /// Number of original rows that are not in the release.
    left_out: u64,
    /// The bucket of marked rows.
    pub(super) marked: Option<usize>,
    /// The person of each row of the table, where persons are the unit of protection.
    pub(super) persons: Option<Cow<'a, [u32]>>,
    /// For each aggregated column, the number that each bucket shows; NaN where it shows none.
    aggregated: Vec<Vec<f64>>,
    is_linked: bool,
    /// Filled when the rows of a bucket are first asked for.
    rows_by_bucket: OnceLock<BucketRows>,
}

/// Builds a view.
impl<'a> Published<'a> {
    /// A release of classes. Each class is a bucket, and the regions that it shows are the first
    /// block.
    pub fn of_classes(classes: ShownClasses) -> Self {
        let buckets = classes.len();
        let (columns, class_of_row) = classes.into_parts();
        let columns = columns.into_iter().map(|of| {
            let domain = Domain::new(of.values);
            Column {
                dictionary: Some(Dictionary::new(of.regions, &domain)),
                domain,
                block: 0,
                codes: Codes::OfBucket(of.of_class),
            }
        });
        let columns: Vec<Column<'a>> = columns.collect();
        let mut released = Published::of_buckets(class_of_row);
        released.sizes.resize(buckets, 0);
        Published {
            blocks: vec![(0..columns.len()).collect()],
            columns,
            ..released
        }
    }

    /// A release of buckets without blocks. `bucket_of_row` has the bucket of each row of the
    /// table, or [`LEFT_OUT`].
    pub fn of_buckets(bucket_of_row: impl Into<Cow<'a, [u32]>>) -> Self {
        let bucket_of_row = bucket_of_row.into();
        let mut sizes = Vec::new();
        for &bucket in bucket_of_row.iter().filter(|bucket| **bucket != LEFT_OUT) {
            if sizes.len() <= bucket as usize {
                sizes.resize(bucket as usize + 1, 0);
            }
            sizes[bucket as usize] += 1;
        }
        let left_out = bucket_of_row.len() as u64 - sizes.iter().sum::<u64>();
        Published {
            columns: Vec::new(),
            blocks: Vec::new(),
            bucket_of_row,
            sizes,
            left_out,
            marked: None,
            persons: None,
            aggregated: Vec::new(),
            is_linked: true,
            rows_by_bucket: OnceLock::new(),
        }
    }

    /// Adds a block of columns with one cell per row. A column is given by its number of values and
    /// the value of each row of the table, or as a [`RowCells`].
    ///
    /// # Errors
    /// A column with the wrong number of rows, with a code out of range, or with a region beyond
    /// its values.
    pub fn with_rows<C: Into<RowCells<'a>>>(
        mut self,
        columns: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        let block = self.blocks.len();
        self.blocks.push(Vec::new());
        for column in columns {
            let column: RowCells<'a> = column.into();
            if !column.fits(self.bucket_of_row.len()) {
                return Err(Error::internal(
                    "a released column has a different length from the others, or a cell out of range",
                ));
            }
            let domain = Domain::new(column.values);
            self.blocks[block].push(self.columns.len());
            self.columns.push(Column {
                dictionary: column.regions.map(|sets| Dictionary::new(sets, &domain)),
                domain,
                block,
                codes: Codes::OfRow(column.codes),
            });
        }
        Ok(self)
    }

    /// Renumbers the columns: the first column of the result is the column `order[0]`. Blocks keep
    /// their columns.
    ///
    /// # Errors
    /// An order that does not contain each column exactly once.
    pub fn in_order(mut self, order: &[usize]) -> Result<Self> {
        let mut place = vec![usize::MAX; self.columns.len()];
        (0..)
            .zip(order)
            .for_each(|(at, &column)| place.get_mut(column).into_iter().for_each(|of| *of = at));
        if order.len() != place.len() || place.contains(&usize::MAX) {
            return Err(Error::internal(
                "a column order does not contain each column exactly once",
            ));
        }
        let mut columns: Vec<(usize, Column<'a>)> =
            place.iter().copied().zip(self.columns).collect();
        columns.sort_by_key(|&(at, _)| at);
        self.columns = columns.into_iter().map(|(_, column)| column).collect();
        let blocks = self.blocks.iter_mut().flatten();
        blocks.for_each(|column| *column = place[*column]);
        Ok(self)
    }

    /// Sets the values of each column that occur in the original. By default, all values occur.
    ///
    /// # Errors
    /// Anything but one domain per column, with as many values as the column.
    pub fn with_domains(mut self, domains: impl IntoIterator<Item = Domain>) -> Result<Self> {
        let domains: Vec<Domain> = domains.into_iter().collect();
        let fits =
            |(column, domain): (&Column<'_>, &Domain)| column.domain.values() == domain.values();
        if domains.len() != self.columns.len() || !self.columns.iter().zip(&domains).all(fits) {
            return Err(Error::internal("a release needs the domain of each column"));
        }
        for (column, domain) in self.columns.iter_mut().zip(domains) {
            if let Some(dictionary) = &mut column.dictionary {
                dictionary.measure(&domain);
            }
            column.domain = domain;
        }
        Ok(self)
    }

    /// Sets the person of each row of the table, which makes persons the unit of protection.
    ///
    /// # Errors
    /// Anything but one person per row.
    pub fn with_persons(mut self, persons: impl Into<Cow<'a, [u32]>>) -> Result<Self> {
        let persons = persons.into();
        if persons.len() != self.bucket_of_row.len() {
            return Err(Error::internal("a release needs one person per row"));
        }
        self.persons = Some(persons);
        Ok(self)
    }

    /// Sets the bucket of marked rows, which are in the release and show nothing.
    #[must_use]
    pub fn with_marked(mut self, bucket: Option<usize>) -> Self {
        self.marked = bucket;
        self
    }

    /// Sets the number that each bucket shows in each aggregated column; NaN where it shows none.
    ///
    /// # Errors
    /// Anything but one number per bucket.
    pub fn with_aggregated(mut self, numbers: Vec<Vec<f64>>) -> Result<Self> {
        if numbers
            .iter()
            .any(|of_bucket| of_bucket.len() != self.buckets())
        {
            return Err(Error::internal(
                "an aggregated column needs one number per bucket",
            ));
        }
        self.aggregated = numbers;
        Ok(self)
    }

    /// Separates the release from its original: it is not known which of `original` rows each
    /// released row comes from. The rows of the table are those of the release itself, and rows
    /// that are missing count as left out.
    ///
    /// # Errors
    /// More rows than the original has.
    pub fn unlinked(mut self, original: usize) -> Result<Self> {
        let left_out = original.checked_sub(self.rows());
        self.left_out = left_out
            .ok_or_else(|| Error::internal("a release has more rows than its original"))?
            as u64;
        self.is_linked = false;
        Ok(self)
    }

    /// Clones borrowed data, so that the release borrows nothing.
    pub fn into_owned(self) -> Published<'static> {
        let owned = |codes: Cow<'_, [u32]>| Cow::Owned(codes.into_owned());
        Published {
            columns: self.columns.into_iter().map(Column::into_owned).collect(),
            blocks: self.blocks,
            bucket_of_row: owned(self.bucket_of_row),
            sizes: self.sizes,
            left_out: self.left_out,
            marked: self.marked,
            persons: self.persons.map(owned),
            aggregated: self.aggregated,
            is_linked: self.is_linked,
            rows_by_bucket: self.rows_by_bucket,
        }
    }
}

/// Gives access to the parts of a view.
impl Published<'_> {
    /// Number of buckets.
    pub fn buckets(&self) -> usize {
        self.sizes.len()
    }

    /// Number of released rows.
    pub fn rows(&self) -> usize {
        self.sizes.iter().sum::<u64>() as usize
    }

    /// Number of rows of the original that are not in the release.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Number of rows of a bucket.
    pub fn size(&self, bucket: usize) -> u64 {
        self.sizes[bucket]
    }

    /// Number of rows of each bucket.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The bucket of marked rows, if rows are marked.
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// Whether the rows of the table are those of the original, so that the original row of each
    /// released row is known.
    pub fn is_linked(&self) -> bool {
        self.is_linked
    }

    /// The person of each row of the table, where persons are the unit of protection.
    pub fn persons(&self) -> Option<&[u32]> {
        self.persons.as_deref()
    }

    /// Number of rows of the table: released rows, and rows that are left out if the table has
    /// them.
    pub fn table_rows(&self) -> usize {
        self.bucket_of_row.len()
    }

    /// The bucket of each row of the table, or [`LEFT_OUT`].
    pub fn bucket_of_row(&self) -> &[u32] {
        &self.bucket_of_row
    }

    /// The rows of each bucket.
    pub(super) fn rows_by_bucket(&self) -> &BucketRows {
        let rows = || BucketRows::new(&self.bucket_of_row, &self.sizes);
        self.rows_by_bucket.get_or_init(rows)
    }

    /// The bucket of a row of the table; none if the row is left out.
    pub fn bucket_of(&self, row: usize) -> Option<usize> {
        match self.bucket_of_row[row] {
            LEFT_OUT => None,
            bucket => Some(bucket as usize),
        }
    }

    /// The released rows of the table, each with its bucket.
    pub fn released_rows(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = self.bucket_of_row.iter().enumerate();
        rows.filter(|(_, bucket)| **bucket != LEFT_OUT)
            .map(|(row, &bucket)| (row, bucket as usize))
    }

    /// Number of columns of all blocks. Aggregated columns are in no block.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The columns of a block.
    pub fn block(&self, block: usize) -> &[usize] {
        &self.blocks[block]
    }

    /// The block of a column.
    pub fn block_of(&self, column: usize) -> usize {
        self.columns[column].block
    }

    /// The values of a column, and which of them occur in the original.
    pub fn domain(&self, column: usize) -> &Domain {
        &self.columns[column].domain
    }

    /// The distinct regions of a column, to which the codes of [`Published::tuples`] refer; none
    /// where codes are values.
    pub fn regions(&self, column: usize) -> Option<&[ValueSet]> {
        let dictionary = self.columns[column].dictionary.as_ref();
        dictionary.map(|of| of.regions.as_slice())
    }

    /// For each region of a column, the number of its values that occur; none where codes are
    /// values.
    pub fn region_sizes(&self, column: usize) -> Option<&[u32]> {
        let dictionary = self.columns[column].dictionary.as_ref();
        dictionary.map(|of| of.sizes.as_slice())
    }

    /// The cells of a column, if it shows one region per bucket.
    pub fn cells(&self, column: usize) -> Option<Cells<'_>> {
        self.columns[column].cells()
    }

    /// The region that a bucket shows in a column, if the column shows one region per bucket.
    pub fn region(&self, bucket: usize, column: usize) -> Option<&ValueSet> {
        self.cells(column).map(|cells| cells.region(bucket))
    }

    /// The number that each bucket shows in an aggregated column; NaN where it shows none.
    pub fn aggregated(&self, at: usize) -> Option<&[f64]> {
        self.aggregated.get(at).map(Vec::as_slice)
    }
}
