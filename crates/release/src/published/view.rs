//! Buckets of blocks: how a view is put together, and its parts.

use super::classes::ShownClasses;
use super::column::{Cells, Codes, Column, Dictionary, RowColumn};
use crate::domain::Domain;
use crate::recoding::LEFT_OUT;
use crate::value_set::ValueSet;
use equipoise_data::{Error, Result};
use std::borrow::Cow;

/// A release as anybody sees it, whatever its form.
///
/// It is a list of *buckets*. A bucket has rows and *blocks*: groups of columns whose values belong
/// together. Within a block the values of a row are known to belong to one row; between the blocks
/// of a bucket they are not. In a table of classes, a class is a bucket of two blocks: what it shows
/// of the quasi-identifiers, once for all of its rows, and everything else, row by row. Where
/// columns are released as they are in several blocks, each block has rows, and their order within a
/// bucket means nothing.
///
/// A cell is a *region*: a set of values of its column, usually a run in the order that the column
/// has here. Columns are numbered through all blocks, in the order in which they were added or as
/// [`Published::in_order`] says.
///
/// Row codes are borrowed. Nothing is grouped before it is asked for.
///
/// # Example
/// Two people of 20 or 30 and one of 50, each with a job:
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
/// // Jobs of each bucket, with their number of rows: 0 and 1 in the first, 1 in the second.
/// let found = released.tuples(&[1])?;
/// assert_eq!((found.columns, found.weights), (vec![vec![0, 0, 1], vec![0, 1, 1]], vec![1, 1, 1]));
/// // Somebody who is 30 can only be in the first bucket.
/// assert_eq!(released.matching(&[0], &[1])?.iter().map(|fit| fit.bucket).collect::<Vec<_>>(), [0]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Published<'a> {
    pub(super) columns: Vec<Column<'a>>,
    /// The columns of each block.
    blocks: Vec<Vec<usize>>,
    /// Per row of the table its bucket, or [`LEFT_OUT`].
    pub(super) bucket_of_row: Cow<'a, [u32]>,
    pub(super) sizes: Vec<u64>,
    /// Rows that the release does not have.
    left_out: u64,
    /// The bucket of rows that are marked.
    pub(super) marked: Option<usize>,
    /// Per row of the table its person, where persons are the unit of protection.
    pub(super) persons: Option<Cow<'a, [u32]>>,
    /// For each aggregated column the number of each bucket; NaN where it shows none.
    aggregated: Vec<Vec<f64>>,
    is_linked: bool,
}

/// Putting a view together.
impl<'a> Published<'a> {
    /// A release of classes: each is a bucket, and what it shows is the first block.
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

    /// A release of buckets without blocks: `bucket_of_row` has for each row of the table its
    /// bucket, or [`LEFT_OUT`].
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
        }
    }

    /// The same release with a further block of columns that each row has a cell of: for each
    /// column its number of values and the value of each row of the table, or a [`RowColumn`].
    ///
    /// # Errors
    /// A column with another number of rows, with a code that is no value, or with a region beyond
    /// its values.
    pub fn with_rows<C: Into<RowColumn<'a>>>(
        mut self,
        columns: impl IntoIterator<Item = C>,
    ) -> Result<Self> {
        let block = self.blocks.len();
        self.blocks.push(Vec::new());
        for column in columns {
            let column: RowColumn<'a> = column.into();
            if !column.fits(self.bucket_of_row.len()) {
                return Err(Error::internal(
                    "a released column has another length than the others, or a cell beyond its values",
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

    /// The same release with its columns numbered in another order: the first column of the result
    /// is the column `order[0]`. Blocks keep their columns.
    ///
    /// # Errors
    /// Not each column once.
    pub fn in_order(mut self, order: &[usize]) -> Result<Self> {
        let mut place = vec![usize::MAX; self.columns.len()];
        (0..)
            .zip(order)
            .for_each(|(at, &column)| place.get_mut(column).into_iter().for_each(|of| *of = at));
        if order.len() != place.len() || place.contains(&usize::MAX) {
            return Err(Error::internal(
                "an order of columns does not have each of them once",
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

    /// The same release with the values of each column that occur in the original. Without this,
    /// all of them do.
    ///
    /// # Errors
    /// Not one domain per column, with the values of the column.
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

    /// The same release with the person of each row of the table: persons are the unit of
    /// protection.
    ///
    /// # Errors
    /// Not one person per row.
    pub fn with_persons(mut self, persons: impl Into<Cow<'a, [u32]>>) -> Result<Self> {
        let persons = persons.into();
        if persons.len() != self.bucket_of_row.len() {
            return Err(Error::internal("a release needs one person per row"));
        }
        self.persons = Some(persons);
        Ok(self)
    }

    /// The same release with the bucket of marked rows: rows that are in it and show nothing.
    #[must_use]
    pub fn with_marked(mut self, bucket: Option<usize>) -> Self {
        self.marked = bucket;
        self
    }

    /// The same release with the number that each bucket shows of each aggregated column; NaN where
    /// it shows none.
    ///
    /// # Errors
    /// Not one number per bucket.
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

    /// The same release, read from elsewhere: its rows are those of its own table, which one of
    /// `original` rows each comes from is not known, and what is missing was left out.
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

    /// The same release, which borrows nothing.
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
        }
    }
}

/// Its parts.
impl Published<'_> {
    /// Number of buckets.
    pub fn buckets(&self) -> usize {
        self.sizes.len()
    }

    /// Released rows.
    pub fn rows(&self) -> usize {
        self.sizes.iter().sum::<u64>() as usize
    }

    /// Rows of the original that are not in the release.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Rows of a bucket.
    pub fn size(&self, bucket: usize) -> u64 {
        self.sizes[bucket]
    }

    /// Rows of each bucket.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The bucket of marked rows, where rows are marked.
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// Whether rows of the table are those of the original: it is known which original each released
    /// row comes from.
    pub fn is_linked(&self) -> bool {
        self.is_linked
    }

    /// Per row of the table its person, where persons are the unit of protection.
    pub fn persons(&self) -> Option<&[u32]> {
        self.persons.as_deref()
    }

    /// Rows of the table: released ones, and those that are left out where it has them.
    pub fn table_rows(&self) -> usize {
        self.bucket_of_row.len()
    }

    /// Per row of the table its bucket, or [`LEFT_OUT`].
    pub fn bucket_of_row(&self) -> &[u32] {
        &self.bucket_of_row
    }

    /// The bucket of a row of the table; none where it is left out.
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

    /// Number of columns of all blocks. Aggregated ones are in none.
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

    /// The different regions of a column, to which codes of [`Published::tuples`] refer; none where
    /// codes are values.
    pub fn regions(&self, column: usize) -> Option<&[ValueSet]> {
        let dictionary = self.columns[column].dictionary.as_ref();
        dictionary.map(|of| of.regions.as_slice())
    }

    /// For each region of a column the number of its values that occur; none where codes are values.
    pub fn region_sizes(&self, column: usize) -> Option<&[u32]> {
        let dictionary = self.columns[column].dictionary.as_ref();
        dictionary.map(|of| of.sizes.as_slice())
    }

    /// The cells of a column of which all rows of a bucket show the same.
    pub fn cells(&self, column: usize) -> Option<Cells<'_>> {
        self.columns[column].cells()
    }

    /// The region that a bucket shows of a column, where all rows of a bucket show the same.
    pub fn region(&self, bucket: usize, column: usize) -> Option<&ValueSet> {
        self.cells(column).map(|cells| cells.region(bucket))
    }

    /// The number that each bucket shows of an aggregated column; NaN where it shows none.
    pub fn aggregated(&self, at: usize) -> Option<&[f64]> {
        self.aggregated.get(at).map(Vec::as_slice)
    }
}
