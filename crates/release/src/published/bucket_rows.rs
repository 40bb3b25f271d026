//! The rows of each bucket.

use crate::recoding::LEFT_OUT;

/// The rows of all buckets, one bucket after the other.
#[derive(Clone, Debug)]
pub(super) struct BucketRows {
    /// Where the rows of each bucket begin, then the number of released rows.
    offsets: Vec<u32>,
    rows: Vec<u32>,
}

impl BucketRows {
    /// Sorts rows by bucket. `bucket_of_row` has the bucket of each row, or [`LEFT_OUT`], and
    /// `sizes` the number of rows of each bucket.
    pub(super) fn new(bucket_of_row: &[u32], sizes: &[u64]) -> Self {
        let mut offsets = Vec::with_capacity(sizes.len() + 1);
        let mut offset = 0;
        offsets.push(offset);
        offsets.extend(sizes.iter().map(|&size| {
            offset += size as u32;
            offset
        }));
        let (mut next, mut rows) = (offsets.clone(), vec![0; offset as usize]);
        for (row, &bucket) in (0..).zip(bucket_of_row) {
            if bucket != LEFT_OUT {
                let next = &mut next[bucket as usize];
                rows[*next as usize] = row;
                *next += 1;
            }
        }
        BucketRows { offsets, rows }
    }

    /// The rows of a bucket, in their order.
    pub(super) fn of(&self, bucket: usize) -> &[u32] {
        &self.rows[self.offsets[bucket] as usize..self.offsets[bucket + 1] as usize]
    }
}
