//! Access to single buckets.

use super::column::Codes;
use super::view::Published;
use crate::value_set::ValueSet;

/// A bucket of a release: its number, with access to its rows and cells.
///
/// ```
/// use equipoise_release::{ClassColumn, LEFT_OUT, Published, ShownClasses, ValueSet};
/// let age = ClassColumn { values: 2, regions: vec![ValueSet::all(2)], of_class: vec![0] };
/// let jobs = [4, 1, 0, 4];
/// let released = Published::of_classes(ShownClasses::new(vec![0, LEFT_OUT, 0, 0], vec![age]))
///     .with_rows([(5, jobs.as_slice())])?;
/// let bucket = released.bucket(0);
/// assert_eq!((bucket.size(), bucket.region(0)), (3, Some(&ValueSet::all(2))));
/// assert_eq!(bucket.rows(), [0, 2, 3]);
/// assert_eq!(bucket.codes(1).collect::<Vec<_>>(), [4, 0, 4]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bucket<'p> {
    released: &'p Published<'p>,
    number: usize,
}

impl<'p> Published<'p> {
    /// A bucket. Its methods panic if the release has no bucket with this number.
    pub fn bucket(&'p self, number: usize) -> Bucket<'p> {
        Bucket {
            released: self,
            number,
        }
    }

    /// All buckets, in their order.
    pub fn each_bucket(&'p self) -> impl Iterator<Item = Bucket<'p>> {
        (0..self.buckets()).map(|number| self.bucket(number))
    }
}

impl<'p> Bucket<'p> {
    /// Its number.
    pub fn number(self) -> usize {
        self.number
    }

    /// Number of its rows.
    pub fn size(self) -> u64 {
        self.released.size(self.number)
    }

    /// Whether its rows are marked.
    pub fn is_marked(self) -> bool {
        self.released.marked() == Some(self.number)
    }

    /// The region that it shows in a column, if the column shows one region per bucket.
    pub fn region(self, column: usize) -> Option<&'p ValueSet> {
        self.released.region(self.number, column)
    }

    /// Its rows in the table, in their order.
    ///
    /// # Cost
    /// The first call on a release sorts its rows by bucket: 4 bytes per row and per bucket.
    pub fn rows(self) -> &'p [u32] {
        self.released.rows_by_bucket().of(self.number)
    }

    /// The code of a column in each of its rows: a value, or the index of a region.
    ///
    /// Codes of columns in different blocks are not linked, although rows have the same order in
    /// all columns.
    pub fn codes(self, column: usize) -> impl Iterator<Item = u32> + 'p {
        let codes = &self.released.columns[column].codes;
        let code = move |&row: &u32| match codes {
            Codes::OfBucket(of_bucket) => of_bucket[self.number],
            Codes::OfRow(codes) => codes[row as usize],
        };
        self.rows().iter().map(code)
    }
}
