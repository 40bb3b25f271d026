//! Regions with many rows, counted: what models compare the classes inside them with.
//!
//! For (n,t)-closeness, Mondrian takes all rows of the table in the region of a group that the
//! class was cut from (`lineage.rs`). Local recoding takes the large classes on a path up the
//! lattice. The independent judge is handed the regions and the raw input, and counts for itself
//! who is in them (`models/nt_regions.rs` in `equipoise-certify`).

use super::items::{Items, Part};
use super::judge::{Counters, Judge};
use equipoise_data::Region;
use equipoise_privacy::Supersets;

/// All rows of the table in a region.
#[derive(Debug)]
pub(crate) struct Yardstick {
    pub(crate) regions: Vec<Region>,
    pub(crate) size: u64,
    /// Per sensitive column the units of each value.
    pub(crate) values: Vec<Vec<u64>>,
}

impl Yardstick {
    /// # Cost
    /// One pass over all items.
    pub(crate) fn new(regions: Vec<Region>, items: &Items, judge: &Judge<'_>) -> Self {
        let is_in = |item: usize| {
            items
                .leaves
                .iter()
                .zip(&regions)
                .all(|(leaves, region)| region.contains(leaves[item]))
        };
        let part = |item: usize| Part {
            item: item as u32,
            rows: items.rows[item],
        };
        let parts: Vec<Part> = (0..items.len())
            .filter(|&item| is_in(item))
            .map(part)
            .collect();
        let mut counters = Counters::default();
        let dense = |(column, &values): (usize, &usize)| {
            let (mut units, mut pairs) = (vec![0; values], Vec::new());
            judge.count(&parts, column, &mut counters, &mut pairs);
            pairs
                .iter()
                .for_each(|&(value, count)| units[value as usize] = count);
            units
        };
        let values = judge.values().iter().enumerate().map(dense).collect();
        Yardstick {
            regions,
            size: judge.size(&parts, &mut Counters::default()),
            values,
        }
    }
}

/// Regions that are large enough, the smallest first: they are the most like a class in them.
#[derive(Debug)]
pub(crate) struct Yardsticks(Vec<Yardstick>);

impl Yardsticks {
    pub(crate) fn new(
        regions: Vec<Vec<Region>>,
        least: u64,
        items: &Items,
        judge: &Judge<'_>,
    ) -> Self {
        let mut all: Vec<Yardstick> = regions
            .into_iter()
            .map(|r| Yardstick::new(r, items, judge))
            .filter(|y| y.size >= least)
            .collect();
        all.sort_by(|a, b| a.size.cmp(&b.size).then_with(|| a.regions.cmp(&b.regions)));
        all.dedup_by(|a, b| a.regions == b.regions);
        Yardsticks(all)
    }

    /// The regions.
    pub(crate) fn regions(&self) -> Vec<Vec<Region>> {
        self.0.iter().map(|y| y.regions.clone()).collect()
    }

    /// Those that a class is in, as a model sees them.
    pub(crate) fn above<'s>(&'s self, class: &'s dyn Fn(usize) -> &'s [Region]) -> Above<'s> {
        Above { all: self, class }
    }
}

/// The yardsticks of classes.
pub(crate) struct Above<'s> {
    all: &'s Yardsticks,
    /// The regions of a class by its number.
    class: &'s dyn Fn(usize) -> &'s [Region],
}

impl Supersets for Above<'_> {
    fn visit(&self, class: usize, column: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool) {
        let regions = (self.class)(class);
        let covers = |y: &&Yardstick| {
            y.regions
                .iter()
                .zip(regions)
                .all(|(large, &small)| large.covers(small))
        };
        for yardstick in self.all.0.iter().filter(covers) {
            if visit(yardstick.size, &yardstick.values[column]) {
                return;
            }
        }
    }
}
