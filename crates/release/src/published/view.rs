//! Buckets of blocks.

use super::classes::ShownClasses;
use crate::entries::Entries;
use crate::recoding::LEFT_OUT;
use equipoise_data::{Error, Region, Result};
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
/// A cell is a *region*: a run of values of its column, in the order that the column has here.
/// Columns are numbered through all blocks, in the order in which they were added.
///
/// Row codes are borrowed. Nothing is grouped before it is asked for.
///
/// # Example
/// Two people of 20 or 30 and one of 50, each with a job:
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_release::{ClassColumn, ShownClasses, Published};
/// let regions = vec![Region { first: 0, last: 1 }, Region::leaf(2)];
/// let age = ClassColumn { values: 3, regions, of_class: vec![0, 1] };
/// let jobs = [0, 1, 1];
/// let released = Published::of_classes(ShownClasses::new(vec![0, 0, 1], vec![age]))
///     .with_rows([(2, jobs.as_slice())])?;
/// assert_eq!((released.buckets(), released.rows(), released.size(0)), (2, 3, 2));
/// assert_eq!(released.region(0, 0), Some(Region { first: 0, last: 1 }));
/// // Jobs of each bucket, with their number of rows: 0 and 1 in the first, 1 in the second.
/// let found = released.tuples(&[1])?;
/// assert_eq!((found.columns, found.weights), (vec![vec![0, 0, 1], vec![0, 1, 1]], vec![1, 1, 1]));
/// // Who is 30 can be in the first bucket only.
/// assert_eq!(released.matching(&[0], &[1])?.iter().map(|fit| fit.bucket).collect::<Vec<_>>(), [0]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Published<'a> {
    columns: Vec<Column<'a>>,
    /// Columns of each block: where they begin.
    blocks: Vec<usize>,
    /// Per row of the table its bucket, or [`LEFT_OUT`].
    bucket_of_row: Cow<'a, [u32]>,
    sizes: Vec<u64>,
    /// Rows that the release does not have.
    left_out: u64,
    /// The bucket of rows that are marked.
    marked: Option<usize>,
    /// Per row of the table its person, where persons are the unit of protection.
    persons: Option<Cow<'a, [u32]>>,
    /// For each aggregated column the number of each bucket; NaN where it shows none.
    aggregated: Vec<Vec<f64>>,
    is_linked: bool,
}

#[derive(Clone, Debug)]
struct Column<'a> {
    values: u32,
    block: usize,
    cells: StoredCells<'a>,
}

#[derive(Clone, Debug)]
enum StoredCells<'a> {
    /// All rows of a bucket show the same region.
    OfBucket {
        regions: Vec<Region>,
        of_bucket: Vec<u32>,
    },
    /// Each row shows a value.
    OfRow(Cow<'a, [u32]>),
}

/// What buckets show of a column: different regions, and which of them each bucket has.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'p> {
    /// The different regions, sorted.
    pub regions: &'p [Region],
    /// For each bucket which of them it shows.
    pub of_bucket: &'p [u32],
}

impl Cells<'_> {
    /// The region that a bucket shows.
    pub fn region(&self, bucket: usize) -> Region {
        self.regions[self.of_bucket[bucket] as usize]
    }
}

impl<'a> Published<'a> {
    /// A release of classes: each is a bucket, and what it shows is the first block.
    pub fn of_classes(classes: ShownClasses) -> Self {
        let (columns, class_of_row) = classes.into_parts();
        let columns = columns.into_iter().map(|of| Column {
            values: of.values,
            block: 0,
            cells: StoredCells::OfBucket {
                regions: of.regions,
                of_bucket: of.of_class,
            },
        });
        Published {
            columns: columns.collect(),
            blocks: vec![0],
            ..Published::of_buckets(class_of_row)
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

    /// The same release with a further block, of columns whose values are released as they are: for
    /// each column its number of values, and the code of each row of the table.
    ///
    /// # Errors
    /// A column with another number of rows, or with a code that is no value.
    pub fn with_rows<C: Into<Cow<'a, [u32]>>>(
        mut self,
        columns: impl IntoIterator<Item = (u32, C)>,
    ) -> Result<Self> {
        let block = self.blocks.len();
        self.blocks.push(self.columns.len());
        for (values, codes) in columns {
            let codes = codes.into();
            if codes.len() != self.bucket_of_row.len() || codes.iter().any(|&code| code >= values) {
                return Err(Error::internal(
                    "a released column has another length than the others, or a code that is no value",
                ));
            }
            self.columns.push(Column {
                values,
                block,
                cells: StoredCells::OfRow(codes),
            });
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
        let column = |column: Column<'_>| Column {
            values: column.values,
            block: column.block,
            cells: match column.cells {
                StoredCells::OfBucket { regions, of_bucket } => {
                    StoredCells::OfBucket { regions, of_bucket }
                }
                StoredCells::OfRow(codes) => StoredCells::OfRow(owned(codes)),
            },
        };
        Published {
            columns: self.columns.into_iter().map(column).collect(),
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
    pub fn block(&self, block: usize) -> std::ops::Range<usize> {
        let end = self.blocks.get(block + 1);
        self.blocks[block]..end.copied().unwrap_or(self.columns.len())
    }

    /// The block of a column.
    pub fn block_of(&self, column: usize) -> usize {
        self.columns[column].block
    }

    /// Number of values of a column.
    pub fn values(&self, column: usize) -> u32 {
        self.columns[column].values
    }

    /// The different regions of a column, to which codes of [`Published::tuples`] refer; none where
    /// codes are values.
    pub fn regions(&self, column: usize) -> Option<&[Region]> {
        self.cells(column).map(|cells| cells.regions)
    }

    /// What buckets show of a column, where all rows of a bucket show the same.
    pub fn cells(&self, column: usize) -> Option<Cells<'_>> {
        match &self.columns[column].cells {
            StoredCells::OfBucket { regions, of_bucket } => Some(Cells { regions, of_bucket }),
            StoredCells::OfRow(_) => None,
        }
    }

    /// What a bucket shows of a column, where all rows of a bucket show the same.
    pub fn region(&self, bucket: usize, column: usize) -> Option<Region> {
        self.cells(column).map(|cells| cells.region(bucket))
    }

    /// The number that each bucket shows of an aggregated column; NaN where it shows none.
    pub fn aggregated(&self, at: usize) -> Option<&[f64]> {
        self.aggregated.get(at).map(Vec::as_slice)
    }

    /// The code of a column in each released row, in the order of the table: a value, or the number
    /// of a region.
    pub fn codes(&self, column: usize) -> Vec<u32> {
        let rows = self.released_rows();
        match &self.columns[column].cells {
            StoredCells::OfBucket { of_bucket, .. } => {
                rows.map(|(_, bucket)| of_bucket[bucket]).collect()
            }
            StoredCells::OfRow(codes) => rows.map(|(row, _)| codes[row]).collect(),
        }
    }

    /// Units of protection in a bucket, for all buckets: rows, or different persons.
    pub fn units(&self) -> Vec<u64> {
        let Some(persons) = &self.persons else {
            return self.sizes.clone();
        };
        let mut units = vec![0; self.buckets()];
        let entries = self.grouped(&[(persons, after_largest(persons))]);
        let buckets = entries.columns[0].iter();
        buckets.for_each(|&bucket| units[bucket as usize] += 1);
        units
    }

    /// Units of protection of all released rows, or of those that are not marked.
    pub fn all_units(&self, with_marked: bool) -> u64 {
        let is_counted = |bucket: usize| with_marked || Some(bucket) != self.marked;
        match &self.persons {
            None => {
                let sizes = self.sizes.iter().enumerate();
                sizes.filter(|(b, _)| is_counted(*b)).map(|(_, n)| n).sum()
            }
            Some(persons) => {
                let mut is_in = vec![false; after_largest(persons) as usize];
                self.released_rows()
                    .filter(|(_, bucket)| is_counted(*bucket))
                    .for_each(|(row, _)| is_in[persons[row] as usize] = true);
                is_in.iter().filter(|is_in| **is_in).count() as u64
            }
        }
    }

    /// The values that each bucket shows of a column, each with the units of protection that have
    /// it, sorted by value. A person counts once for each value.
    ///
    /// # Errors
    /// A column of which buckets show regions.
    pub fn value_units(&self, column: usize) -> Result<Vec<Vec<(u32, u64)>>> {
        let StoredCells::OfRow(codes) = &self.columns[column].cells else {
            return Err(Error::internal(
                "regions of a column have no counts of values",
            ));
        };
        let of_values: (&[u32], u32) = (codes, self.values(column));
        let entries = match &self.persons {
            None => self.grouped(&[of_values]),
            Some(persons) => {
                let of_persons = (persons.as_ref(), after_largest(persons));
                self.grouped(&[of_values, of_persons])
            }
        };
        let mut of_bucket: Vec<Vec<(u32, u64)>> = vec![Vec::new(); self.buckets()];
        for entry in 0..entries.len() {
            let (bucket, value) = (entries.columns[0][entry], entries.columns[1][entry]);
            let units = match self.persons {
                None => entries.weights[entry],
                Some(_) => 1,
            };
            let values = &mut of_bucket[bucket as usize];
            match values.last_mut().filter(|last| last.0 == value) {
                Some(last) => last.1 += units,
                None => values.push((value, units)),
            }
        }
        Ok(of_bucket)
    }

    /// The different tuples of each bucket with their rows: the first column of the result is the
    /// bucket, and the others are codes of these columns.
    ///
    /// # Errors
    /// Columns of several blocks that show more than one tuple per bucket: nobody knows which of
    /// their values belong together.
    ///
    /// # Cost
    /// One pass over the rows.
    pub fn tuples(&self, columns: &[usize]) -> Result<Entries> {
        let of_rows: Vec<usize> = columns
            .iter()
            .copied()
            .filter(|&column| self.cells(column).is_none())
            .collect();
        if of_rows
            .windows(2)
            .any(|pair| self.block_of(pair[0]) != self.block_of(pair[1]))
        {
            return Err(Error::internal(
                "tuples of several blocks are asked for, between which nothing is linked",
            ));
        }
        let codes = |&column: &usize| match &self.columns[column].cells {
            StoredCells::OfRow(codes) => (codes.as_ref(), self.values(column)),
            StoredCells::OfBucket { .. } => unreachable!("only columns with rows are listed"),
        };
        let mut grouped = if of_rows.is_empty() {
            self.one_per_bucket()
        } else {
            self.grouped(&of_rows.iter().map(codes).collect::<Vec<_>>())
        };
        let buckets = std::mem::take(&mut grouped.columns[0]);
        let mut of_rows = grouped.columns.into_iter().zip(grouped.sizes).skip(1);
        let (mut all, mut sizes) = (Vec::new(), vec![self.buckets() as u32]);
        for &column in columns {
            let (codes, size) = match self.cells(column) {
                Some(cells) => (
                    buckets
                        .iter()
                        .map(|&bucket| cells.of_bucket[bucket as usize])
                        .collect(),
                    cells.regions.len() as u32,
                ),
                None => of_rows.next().expect("every column with rows was grouped"),
            };
            all.push(codes);
            sizes.push(size);
        }
        all.insert(0, buckets);
        Ok(Entries {
            columns: all,
            sizes,
            weights: grouped.weights,
        })
    }

    /// Released rows by bucket and some codes of rows.
    fn grouped(&self, columns: &[(&[u32], u32)]) -> Entries {
        let buckets = self.buckets() as u32;
        let sizes: Vec<u32> = std::iter::once(buckets)
            .chain(columns.iter().map(|&(_, values)| values))
            .collect();
        if self.rows() == self.table_rows() {
            let codes: Vec<&[u32]> = std::iter::once(self.bucket_of_row.as_ref())
                .chain(columns.iter().map(|&(codes, _)| codes))
                .collect();
            return Entries::of_rows(&codes, &sizes, self.rows());
        }
        let pick = |codes: &[u32]| -> Vec<u32> {
            self.released_rows().map(|(row, _)| codes[row]).collect()
        };
        let codes: Vec<Vec<u32>> = std::iter::once(pick(&self.bucket_of_row))
            .chain(columns.iter().map(|&(codes, _)| pick(codes)))
            .collect();
        let codes: Vec<&[u32]> = codes.iter().map(Vec::as_slice).collect();
        Entries::of_rows(&codes, &sizes, self.rows())
    }

    fn one_per_bucket(&self) -> Entries {
        let (buckets, weights) = (0..)
            .zip(&self.sizes)
            .filter(|(_, size)| **size > 0)
            .unzip();
        Entries {
            columns: vec![buckets],
            sizes: vec![self.buckets() as u32],
            weights,
        }
    }
}

/// One more than the largest code.
fn after_largest(codes: &[u32]) -> u32 {
    codes.iter().max().map_or(0, |&code| code + 1)
}
