//! Cell suppression against brute force over all masks of tiny tables, and by properties.
#![allow(clippy::print_stdout)]

use equipoise_search::cells::{CellTask, Reading, SuppressedCells, suppress_cells};
use equipoise_search::{Limits, Unwatched};
use equipoise_testkit::Seeded;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
struct Tiny {
    columns: Vec<Vec<u32>>,
    persons: Option<Vec<u32>>,
    k: u64,
    subset: Option<usize>,
    importance: Vec<u64>,
}

impl Tiny {
    /// A table with at most 15 cells.
    fn random(seed: u64) -> Tiny {
        let mut random = Seeded::new(seed);
        let columns = 1 + random.below(4);
        let rows = 2 + random.below((15 / columns).clamp(3, 6) - 1);
        let column = |random: &mut Seeded| {
            let values = 1 + random.below(4);
            (0..rows).map(|_| random.below(values) as u32).collect()
        };
        Tiny {
            columns: (0..columns).map(|_| column(&mut random)).collect(),
            persons: random.chance(30).then(|| (0..rows).map(|_| random.below(rows) as u32).collect()),
            k: 2 + random.below(3) as u64,
            subset: random.chance(50).then(|| 1 + random.below(columns)),
            importance: (0..columns).map(|_| if random.chance(50) { 1 } else { 1 + random.below(3) as u64 }).collect(),
        }
    }

    fn rows(&self) -> usize {
        self.columns[0].len()
    }

    fn solve(&self, reading: Reading) -> Option<SuppressedCells> {
        let task = CellTask {
            columns: self.columns.iter().map(Vec::as_slice).collect(),
            persons: self.persons.as_deref(),
            k: self.k,
            subset: self.subset,
            importance: self.importance.clone(),
            reading,
        };
        suppress_cells(&task, &Limits::default(), &Unwatched).unwrap()
    }

    /// All sets of columns that count.
    fn sets(&self) -> Vec<Vec<usize>> {
        let all = self.columns.len();
        let size = self.subset.unwrap_or(all);
        (0..1usize << all).map(|m| (0..all).filter(|c| m >> c & 1 == 1).collect::<Vec<_>>()).filter(|set| set.len() == size).collect()
    }

    fn units(&self, rows: impl Iterator<Item = usize>) -> u64 {
        match &self.persons {
            None => rows.count() as u64,
            Some(persons) => rows.map(|r| persons[r]).collect::<BTreeSet<_>>().len() as u64,
        }
    }

    fn cell(&self, masks: &[u64], column: usize, row: usize) -> Option<u32> {
        (masks[row] >> column & 1 == 0).then(|| self.columns[column][row])
    }

    /// k of a release, by its definition, row by row.
    fn k_of(&self, reading: Reading, masks: &[u64]) -> u64 {
        let like = |a: usize, b: usize, set: &[usize]| {
            set.iter().all(|&c| match (reading, self.cell(masks, c, a), self.cell(masks, c, b)) {
                (Reading::Cautious, a, b) => a == b,
                (Reading::Fitting, a, _) => a.is_none_or(|a| a == self.columns[c][b]),
                (Reading::Wildcard, a, b) => a.is_none() || b.is_none() || a == b,
            })
        };
        let of_row = |a: usize, set: &[usize]| self.units((0..self.rows()).filter(|&b| like(a, b, set)));
        self.sets().iter().flat_map(|set| (0..self.rows()).map(move |a| of_row(a, set))).min().unwrap()
    }

    fn cost(&self, masks: &[u64]) -> u64 {
        masks.iter().map(|&m| (0..self.columns.len()).filter(|c| m >> c & 1 == 1).map(|c| self.importance[c]).sum::<u64>()).sum()
    }

    /// The least cost over all masks of all rows.
    fn optimum(&self, reading: Reading) -> u64 {
        let cells = self.columns.len() * self.rows();
        let masks = |code: u64| -> Vec<u64> {
            (0..self.rows()).map(|r| code >> (r * self.columns.len()) & ((1 << self.columns.len()) - 1)).collect()
        };
        // The cheap ones first: the first one that will do is the best.
        let mut by_cost: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for code in 0..1u64 << cells {
            by_cost.entry(self.cost(&masks(code))).or_default().push(code);
        }
        let (cost, _) = by_cost.iter().find(|(_, codes)| codes.iter().any(|&c| self.k_of(reading, &masks(c)) >= self.k)).unwrap();
        *cost
    }
}

const READINGS: [Reading; 3] = [Reading::Cautious, Reading::Fitting, Reading::Wildcard];

#[test]
fn brute_force_bounds_the_distance_from_the_optimum() {
    for reading in READINGS {
        for with_subset in [false, true] {
            let (mut ratios, mut hits, mut worst) = (Vec::new(), 0, (1.0, 0));
            for seed in (0..400).filter(|&s| Tiny::random(s).subset.is_some() == with_subset) {
                let tiny = Tiny::random(seed);
                let Some(found) = tiny.solve(reading) else {
                    assert!(tiny.units(0..tiny.rows()) < tiny.k);
                    continue;
                };
                assert!(tiny.k_of(reading, &found.masks) >= tiny.k, "{reading:?} {seed} {tiny:?} {found:?}");
                assert_eq!(found.cost, tiny.cost(&found.masks));
                let optimum = tiny.optimum(reading);
                assert!(found.bound <= optimum, "{reading:?} {seed}: {} is no bound of {optimum}", found.bound);
                assert!(!found.proved || found.cost == optimum, "{reading:?} {seed}");
                if optimum == 0 {
                    assert_eq!(found.cost, 0, "{reading:?} {seed}");
                    continue;
                }
                let ratio = found.cost as f64 / optimum as f64;
                hits += u32::from(found.cost == optimum);
                ratios.push(ratio);
                if ratio > worst.0 {
                    worst = (ratio, seed);
                }
            }
            let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
            println!(
                "{reading:?}, {}: {} tables, {hits} optimal, mean ratio {mean:.4}, worst {:.3} (seed {})",
                if with_subset { "sets of m" } else { "all columns" },
                ratios.len(),
                worst.0,
                worst.1
            );
            assert!(mean < 1.1);
        }
    }
}
