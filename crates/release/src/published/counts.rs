//! Counts rows and units of protection by bucket and by cell.

use super::column::Codes;
use super::view::Published;
use crate::entries::Entries;
use equipoise_data::{Error, Result};

impl Published<'_> {
    /// The code of a column in each released row, in the order of the table: a value, or the index
    /// of a region.
    ///
    /// Codes of columns in different blocks are not linked, although this method returns them in
    /// the order of the table.
    pub fn codes(&self, column: usize) -> Vec<u32> {
        let rows = self.released_rows();
        match &self.columns[column].codes {
            Codes::OfBucket(of_bucket) => rows.map(|(_, bucket)| of_bucket[bucket]).collect(),
            Codes::OfRow(codes) => rows.map(|(row, _)| codes[row]).collect(),
        }
    }

    /// Number of units of protection in each bucket: rows, or distinct persons.
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

    /// Number of units of protection in all released rows, or in those that are not marked.
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

    /// The values that each bucket shows in a column, sorted, each with the number of units of
    /// protection that have it. A person counts once for each value.
    ///
    /// # Errors
    /// A column that shows regions.
    pub fn value_units(&self, column: usize) -> Result<Vec<Vec<(u32, u64)>>> {
        let column = &self.columns[column];
        let (Codes::OfRow(codes), None) = (&column.codes, &column.dictionary) else {
            return Err(Error::internal(
                "regions of a column have no counts of values",
            ));
        };
        let of_values: (&[u32], u32) = (codes, column.domain.values());
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

    /// The distinct tuples of each bucket with their numbers of rows. The first column of the
    /// result is the bucket; the others are the codes of these columns.
    ///
    /// # Errors
    /// Columns of several blocks that show more than one tuple per bucket: it is not known which of
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
                "tuples of several blocks were requested, but nothing links their values",
            ));
        }
        let codes = |&column: &usize| match &self.columns[column].codes {
            Codes::OfRow(codes) => (codes.as_ref(), self.columns[column].code_limit()),
            Codes::OfBucket(_) => unreachable!("only columns with rows are listed"),
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

    /// Groups released rows by bucket and by these codes.
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
