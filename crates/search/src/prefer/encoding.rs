//! Ordered partitions of the values of all attributes, as bits.
//!
//! # Source
//! Iyengar's encoding, `publisher-preferences` section 6: a bit between neighbouring values, 0
//! joins them and 1 separates.
//!
//! # Departs
//! There are bits between values that occur and nowhere else: a boundary among values that no row
//! has separates nobody. Adult has 157 such places; the source's age has all hundred values from 0
//! to 99, which makes 185.

use equipoise_data::{Hierarchy, Region};

/// Where the values of a column may be separated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundaries {
    /// Levels that bound it: no label of the lower one is divided, no two labels of the upper one
    /// are joined.
    pub levels: (usize, usize),
    /// Only labels of the hierarchy are released: where a label is divided, all labels right below
    /// it are told apart.
    pub respects_taxonomy: bool,
    /// Leaves that may not be the first of a run: they are in one granule with the leaf before.
    pub granulated: Vec<u32>,
}

/// A bit for each place where values may be separated.
pub(crate) type Chromosome = Box<[u64]>;

/// Whether a bit is set.
pub(crate) fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// Sets a bit, or takes it out.
pub(crate) fn put(bits: &mut [u64], at: usize, value: bool) {
    let mask = 1 << (at % 64);
    if value {
        bits[at / 64] |= mask;
    } else {
        bits[at / 64] &= !mask;
    }
}

/// How chromosomes and partitions belong together.
#[derive(Debug)]
pub(crate) struct Encoding<'a> {
    columns: Vec<Column<'a>>,
    /// Per column its first bit, and the end of the last.
    first: Vec<usize>,
}

/// A column with its places.
#[derive(Debug)]
struct Column<'a> {
    hierarchy: &'a Hierarchy,
    leaves: u32,
    /// The leaf of what is missing: it is by itself, or everything is one run.
    missing: Option<u32>,
    /// Leaves before which there may be a boundary: those of bits.
    places: Vec<u32>,
    /// Leaves before which there always is one.
    fixed: Vec<u32>,
    /// Where only labels are released: levels from the upper one down, per level its boundaries.
    taxonomy: Option<Vec<Vec<u32>>>,
}

/// The leaves before which a level has a boundary.
fn boundaries(hierarchy: &Hierarchy, level: usize) -> Vec<u32> {
    let starts = hierarchy.levels[level].starts();
    starts[..starts.len() - 1].iter().copied().skip(1).collect()
}

impl<'a> Column<'a> {
    fn new(hierarchy: &'a Hierarchy, bounds: &Boundaries) -> Self {
        let (low, high) = bounds.levels;
        let fixed = boundaries(hierarchy, high);
        let may = boundaries(hierarchy, low);
        let is_place =
            |leaf: &u32| fixed.binary_search(leaf).is_err() && !bounds.granulated.contains(leaf);
        let taxonomy = bounds.respects_taxonomy.then(|| {
            (low..high)
                .rev()
                .map(|level| boundaries(hierarchy, level))
                .collect()
        });
        Column {
            hierarchy,
            leaves: hierarchy.leaves() as u32,
            missing: hierarchy.missing.filter(|&leaf| leaf > 0),
            places: may.into_iter().filter(is_place).collect(),
            fixed,
            taxonomy,
        }
    }

    /// The bits as they are meant: two chromosomes that mean the same become the same.
    fn settle(&self, bits: &mut [u64], first: usize) {
        if let Some(levels) = &self.taxonomy {
            self.settle_taxonomy(levels, bits, first);
        }
        let Some(missing) = self
            .missing
            .and_then(|leaf| self.places.binary_search(&leaf).ok())
        else {
            return;
        };
        // What is missing goes with all values or with none.
        let others = (0..self.places.len()).filter(|&i| i != missing);
        if !self.fixed.is_empty() || others.clone().any(|i| is_set(bits, first + i)) {
            put(bits, first + missing, true);
        }
    }

    /// The places that go with one where boundaries are taken out: those within the label that it
    /// divides, where only labels are released.
    fn goes_with(&self, place: usize) -> std::ops::Range<usize> {
        let leaf = self.places[place];
        let Some(at) = self.taxonomy.as_ref().and_then(|levels| {
            levels
                .iter()
                .position(|level| level.binary_search(&leaf).is_ok())
        }) else {
            return place..place + 1;
        };
        let above = if at == 0 {
            &self.fixed
        } else {
            &self.taxonomy.as_ref().expect("it has levels")[at - 1]
        };
        let next = above.partition_point(|&boundary| boundary <= leaf);
        let start = if next == 0 { 0 } else { above[next - 1] };
        let end = above.get(next).copied().unwrap_or(self.leaves);
        self.places.partition_point(|&p| p <= start)..self.places.partition_point(|&p| p < end)
    }

    /// A label is divided into all labels right below it if one boundary among these is set, and
    /// into none if not. Nor is a label divided where granules join values of two labels below it.
    fn settle_taxonomy(&self, levels: &[Vec<u32>], bits: &mut [u64], first: usize) {
        let place = |leaf: u32| self.places.binary_search(&leaf).ok();
        let mut starts: Vec<u32> = [0].into_iter().chain(self.fixed.iter().copied()).collect();
        let mut settled = vec![false; self.places.len()];
        for level in levels {
            let mut next = starts.clone();
            for (i, &start) in starts.iter().enumerate() {
                let end = starts.get(i + 1).copied().unwrap_or(self.leaves);
                let within: Vec<u32> = level
                    .iter()
                    .copied()
                    .filter(|&leaf| start < leaf && leaf < end)
                    .collect();
                // A label that was not divided further up stays whole.
                let places: Option<Vec<usize>> = within.iter().map(|&leaf| place(leaf)).collect();
                let wanted = places.filter(|places| places.iter().any(|i| is_set(bits, first + i)));
                if let Some(places) = wanted {
                    next.extend(&within);
                    places.iter().for_each(|&i| settled[i] = true);
                }
            }
            next.sort_unstable();
            next.dedup();
            starts = next;
        }
        settled
            .iter()
            .enumerate()
            .for_each(|(i, &value)| put(bits, first + i, value));
    }

    /// The first leaf of each run.
    fn starts(&self, bits: &[u64], first: usize, out: &mut Vec<u32>) {
        out.clear();
        out.push(0);
        let set = self
            .places
            .iter()
            .enumerate()
            .filter(|(i, _)| is_set(bits, first + i))
            .map(|(_, &leaf)| leaf);
        if self.fixed.is_empty() {
            out.extend(set);
        } else {
            out.extend(set.chain(self.fixed.iter().copied()));
            out.sort_unstable();
        }
    }
}

impl<'a> Encoding<'a> {
    pub(crate) fn new(hierarchies: &[&'a Hierarchy], bounds: &[Boundaries]) -> Self {
        let columns: Vec<Column<'a>> = hierarchies
            .iter()
            .zip(bounds)
            .map(|(h, b)| Column::new(h, b))
            .collect();
        let mut first = vec![0];
        columns
            .iter()
            .for_each(|c| first.push(first[first.len() - 1] + c.places.len()));
        Encoding { columns, first }
    }

    /// Number of bits.
    pub(crate) fn bits(&self) -> usize {
        self.first[self.columns.len()]
    }

    /// Number of columns.
    pub(crate) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The bits of a column.
    pub(crate) fn of_column(&self, column: usize) -> std::ops::Range<usize> {
        self.first[column]..self.first[column + 1]
    }

    /// All values of every column together, as far as that may be.
    pub(crate) fn coarsest(&self) -> Chromosome {
        let mut bits = vec![0; self.bits().div_ceil(64).max(1)].into_boxed_slice();
        self.settle(&mut bits);
        bits
    }

    /// Makes a chromosome the one that stands for all that mean the same.
    pub(crate) fn settle(&self, bits: &mut [u64]) {
        self.columns
            .iter()
            .zip(&self.first)
            .for_each(|(column, &first)| column.settle(bits, first));
    }

    /// Sets a boundary that is not set. Takes one out that is, with all that make no sense without
    /// it.
    pub(crate) fn flip(&self, bits: &mut [u64], at: usize) {
        if !is_set(bits, at) {
            return put(bits, at, true);
        }
        let column = self.first.partition_point(|&first| first <= at) - 1;
        let first = self.first[column];
        self.columns[column]
            .goes_with(at - first)
            .for_each(|place| put(bits, first + place, false));
    }

    /// The first leaf of each run of a column.
    pub(crate) fn starts(&self, column: usize, bits: &[u64], out: &mut Vec<u32>) {
        self.columns[column].starts(bits, self.first[column], out);
    }

    /// A node of the lattice; none where granules cannot express it.
    pub(crate) fn of_levels(&self, levels: &[u8]) -> Option<Chromosome> {
        let mut bits = vec![0; self.bits().div_ceil(64).max(1)].into_boxed_slice();
        let mut starts = Vec::new();
        for (c, (column, &level)) in self.columns.iter().zip(levels).enumerate() {
            let wanted = boundaries(column.hierarchy, usize::from(level));
            for leaf in &wanted {
                if let Ok(i) = column.places.binary_search(leaf) {
                    put(&mut bits, self.first[c] + i, true);
                }
            }
            self.starts(c, &bits, &mut starts);
            if starts[1..] != wanted {
                return None;
            }
        }
        let as_meant = bits.clone();
        self.settle(&mut bits);
        (bits == as_meant).then_some(bits)
    }

    /// The runs of a column.
    pub(crate) fn regions(&self, column: usize, bits: &[u64]) -> Vec<Region> {
        let mut starts = Vec::new();
        self.starts(column, bits, &mut starts);
        let ends = starts
            .iter()
            .skip(1)
            .copied()
            .chain([self.columns[column].leaves]);
        starts
            .iter()
            .zip(ends)
            .map(|(&first, end)| Region {
                first,
                last: end - 1,
            })
            .collect()
    }
}
