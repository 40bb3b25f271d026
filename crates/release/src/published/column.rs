//! Columns of a view.

use crate::domain::Domain;
use crate::value_set::ValueSet;
use std::borrow::Cow;

/// A column of a view.
#[derive(Clone, Debug)]
pub(super) struct Column<'a> {
    pub(super) domain: Domain,
    pub(super) block: usize,
    /// The regions that codes refer to. Without it, codes are values.
    pub(super) dictionary: Option<Dictionary>,
    pub(super) codes: Codes<'a>,
}

/// The distinct regions of a column.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    pub(super) regions: Vec<ValueSet>,
    /// Number of values of each region that occur.
    pub(super) sizes: Vec<u32>,
}

/// The codes of a column: regions, or values.
#[derive(Clone, Debug)]
pub(super) enum Codes<'a> {
    /// A region for each bucket, the same in all of its rows.
    OfBucket(Vec<u32>),
    /// A code for each row.
    OfRow(Cow<'a, [u32]>),
}

/// A column with one cell per row.
#[derive(Clone, Debug)]
pub struct RowCells<'a> {
    /// Number of values of the column.
    pub values: u32,
    /// The distinct regions that codes refer to; without them, codes are values.
    pub regions: Option<Vec<ValueSet>>,
    /// The code of each row of the table.
    pub codes: Cow<'a, [u32]>,
}

impl<'a, C: Into<Cow<'a, [u32]>>> From<(u32, C)> for RowCells<'a> {
    fn from((values, codes): (u32, C)) -> Self {
        RowCells {
            values,
            regions: None,
            codes: codes.into(),
        }
    }
}

impl RowCells<'_> {
    pub(super) fn fits(&self, rows: usize) -> bool {
        let codes = match &self.regions {
            None => self.values as usize,
            Some(regions) => regions.len(),
        };
        let mut regions = self.regions.iter().flatten();
        self.codes.len() == rows
            && self.codes.iter().all(|&code| (code as usize) < codes)
            && regions.all(|region| region.last() < self.values)
    }
}

/// The cells of a column that shows one region per bucket.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'p> {
    /// The distinct regions, sorted.
    pub regions: &'p [ValueSet],
    /// The number of values of each region that occur in the original.
    pub sizes: &'p [u32],
    /// The index of the region that each bucket shows.
    pub of_bucket: &'p [u32],
}

impl<'p> Cells<'p> {
    /// The region that a bucket shows.
    pub fn region(&self, bucket: usize) -> &'p ValueSet {
        &self.regions[self.of_bucket[bucket] as usize]
    }

    /// The number of values that occur in the region that a bucket shows.
    pub fn size(&self, bucket: usize) -> u32 {
        self.sizes[self.of_bucket[bucket] as usize]
    }
}

impl Dictionary {
    pub(super) fn new(regions: Vec<ValueSet>, domain: &Domain) -> Self {
        let mut dictionary = Dictionary {
            regions,
            sizes: Vec::new(),
        };
        dictionary.measure(domain);
        dictionary
    }

    /// Counts the values of each region that occur.
    pub(super) fn measure(&mut self, domain: &Domain) {
        let size = |region| domain.size(region);
        self.sizes = self.regions.iter().map(size).collect();
    }
}

impl Column<'_> {
    pub(super) fn cells(&self) -> Option<Cells<'_>> {
        match (&self.dictionary, &self.codes) {
            (Some(dictionary), Codes::OfBucket(of_bucket)) => Some(Cells {
                regions: &dictionary.regions,
                sizes: &dictionary.sizes,
                of_bucket,
            }),
            _ => None,
        }
    }

    /// Exclusive upper bound on the codes.
    pub(super) fn code_limit(&self) -> u32 {
        match &self.dictionary {
            Some(dictionary) => dictionary.regions.len() as u32,
            None => self.domain.values(),
        }
    }

    pub(super) fn into_owned(self) -> Column<'static> {
        Column {
            domain: self.domain,
            block: self.block,
            dictionary: self.dictionary,
            codes: match self.codes {
                Codes::OfBucket(of_bucket) => Codes::OfBucket(of_bucket),
                Codes::OfRow(codes) => Codes::OfRow(Cow::Owned(codes.into_owned())),
            },
        }
    }
}
