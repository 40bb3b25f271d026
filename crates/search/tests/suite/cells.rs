//! Cell suppression against brute force over all masks of tiny tables, and by properties.
#![allow(clippy::print_stdout)]

use equipoise_data::ErrorKind;
use equipoise_search::cells::{
    CellTask, Reading, SuppressedCells, cautious_k, suppress_cells, wildcard_k,
};
use equipoise_search::{Limits, SearchWatch, Stopped, UnwatchedSearch};
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
            persons: random
                .chance(30)
                .then(|| (0..rows).map(|_| random.below(rows) as u32).collect()),
            k: 2 + random.below(3) as u64,
            subset: random.chance(50).then(|| 1 + random.below(columns)),
            importance: (0..columns)
                .map(|_| {
                    if random.chance(50) {
                        1
                    } else {
                        1 + random.below(3) as u64
                    }
                })
                .collect(),
        }
    }

    fn rows(&self) -> usize {
        self.columns[0].len()
    }

    fn task(&self, reading: Reading) -> CellTask<'_> {
        CellTask {
            columns: self.columns.iter().map(Vec::as_slice).collect(),
            persons: self.persons.as_deref(),
            k: self.k,
            subset: self.subset,
            importance: self.importance.clone(),
            reading,
        }
    }

    fn solve(&self, reading: Reading) -> Option<SuppressedCells> {
        suppress_cells(&self.task(reading), &Limits::default(), &UnwatchedSearch).unwrap()
    }

    /// All sets of columns that count.
    fn sets(&self) -> Vec<Vec<usize>> {
        let all = self.columns.len();
        let size = self.subset.unwrap_or(all);
        (0..1usize << all)
            .map(|m| (0..all).filter(|c| m >> c & 1 == 1).collect::<Vec<_>>())
            .filter(|set| set.len() == size)
            .collect()
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
            set.iter().all(
                |&c| match (reading, self.cell(masks, c, a), self.cell(masks, c, b)) {
                    (Reading::Cautious, a, b) => a == b,
                    (Reading::Fitting, a, _) => a.is_none_or(|a| a == self.columns[c][b]),
                    (Reading::Wildcard, a, b) => a.is_none() || b.is_none() || a == b,
                },
            )
        };
        let of_row =
            |a: usize, set: &[usize]| self.units((0..self.rows()).filter(|&b| like(a, b, set)));
        self.sets()
            .iter()
            .flat_map(|set| (0..self.rows()).map(move |a| of_row(a, set)))
            .min()
            .unwrap()
    }

    fn cost(&self, masks: &[u64]) -> u64 {
        masks
            .iter()
            .map(|&m| {
                (0..self.columns.len())
                    .filter(|c| m >> c & 1 == 1)
                    .map(|c| self.importance[c])
                    .sum::<u64>()
            })
            .sum()
    }

    /// The least cost over all masks of all rows.
    fn optimum(&self, reading: Reading) -> u64 {
        let cells = self.columns.len() * self.rows();
        let masks = |code: u64| -> Vec<u64> {
            (0..self.rows())
                .map(|r| code >> (r * self.columns.len()) & ((1 << self.columns.len()) - 1))
                .collect()
        };
        // The cheap ones first: the first one that will do is the best.
        let mut by_cost: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for code in 0..1u64 << cells {
            by_cost
                .entry(self.cost(&masks(code)))
                .or_default()
                .push(code);
        }
        let (cost, _) = by_cost
            .iter()
            .find(|(_, codes)| {
                codes
                    .iter()
                    .any(|&c| self.k_of(reading, &masks(c)) >= self.k)
            })
            .unwrap();
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
                assert!(
                    tiny.k_of(reading, &found.masks) >= tiny.k,
                    "{reading:?} {seed} {tiny:?} {found:?}"
                );
                assert_eq!(found.cost, tiny.cost(&found.masks));
                let optimum = tiny.optimum(reading);
                assert!(
                    found.bound <= optimum,
                    "{reading:?} {seed}: {} is no bound of {optimum}",
                    found.bound
                );
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
                if with_subset {
                    "sets of m"
                } else {
                    "all columns"
                },
                ratios.len(),
                worst.0,
                worst.1
            );
            assert!(mean < 1.1);
        }
    }
}

/// As little memory as a table with very many columns has for each mask: only some masks are
/// considered, and bounds are still bounds.
#[test]
fn few_masks_at_a_time_are_enough_for_k() {
    for reading in [Reading::Cautious, Reading::Fitting] {
        let (mut found_cost, mut optimal_cost) = (0, 0);
        for seed in (0..400).filter(|&s| Tiny::random(s).columns.len() > 2) {
            let tiny = Tiny {
                subset: None,
                ..Tiny::random(seed)
            };
            let little = Limits {
                memory_bytes: 0,
                ..Limits::default()
            };
            let Some(found) =
                suppress_cells(&tiny.task(reading), &little, &UnwatchedSearch).unwrap()
            else {
                continue;
            };
            let optimum = tiny.optimum(reading);
            assert!(
                tiny.k_of(reading, &found.masks) >= tiny.k,
                "{reading:?} {seed} {found:?}"
            );
            assert!(
                found.bound <= optimum && (!found.proved || found.cost == optimum),
                "{reading:?} {seed} {found:?}: {optimum}"
            );
            (found_cost, optimal_cost) = (found_cost + found.cost, optimal_cost + optimum);
        }
        println!(
            "{reading:?}, few masks: {:.4} times the optimal cost",
            found_cost as f64 / optimal_cost as f64
        );
        assert!(found_cost * 4 < optimal_cost * 5);
    }
}

/// Masks that nobody chose: both judges against the definitions, on every kind of table.
#[test]
fn both_k_are_what_the_definitions_say() {
    for seed in 0..600 {
        let tiny = Tiny::random(seed);
        let mut random = Seeded::new(seed + 1);
        let masks: Vec<u64> = (0..tiny.rows())
            .map(|_| {
                if random.chance(40) {
                    0
                } else {
                    random.below(1 << tiny.columns.len()) as u64
                }
            })
            .collect();
        let columns: Vec<&[u32]> = tiny.columns.iter().map(Vec::as_slice).collect();
        let persons = tiny.persons.as_deref();
        assert_eq!(
            cautious_k(&columns, persons, &masks, tiny.subset),
            tiny.k_of(Reading::Cautious, &masks),
            "{seed}"
        );
        assert_eq!(
            wildcard_k(&columns, persons, &masks, tiny.subset),
            tiny.k_of(Reading::Wildcard, &masks),
            "{seed}"
        );
    }
}

/// A table with some structure: the last column follows the first.
fn table(seed: u64, rows: usize, values: &[usize]) -> Vec<Vec<u32>> {
    let mut random = Seeded::new(seed);
    let mut columns: Vec<Vec<u32>> = values
        .iter()
        .map(|&v| {
            (0..rows)
                .map(|_| (random.below(v) * random.below(v) / v) as u32)
                .collect()
        })
        .collect();
    let (first, last) = (columns[0].clone(), columns.last_mut().unwrap());
    for (cell, leads) in last.iter_mut().zip(first) {
        if random.chance(80) {
            *cell = leads % values[values.len() - 1] as u32;
        }
    }
    columns
}

fn asked(columns: Vec<Vec<u32>>, k: u64, subset: Option<usize>) -> Tiny {
    let importance = vec![1; columns.len()];
    Tiny {
        columns,
        persons: None,
        k,
        subset,
        importance,
    }
}

#[test]
fn one_unit_needs_no_suppression() {
    for reading in READINGS {
        for subset in [None, Some(2)] {
            let found = asked(table(1, 60, &[5, 4, 6]), 1, subset)
                .solve(reading)
                .unwrap();
            assert!(found.proved && found.cells == 0 && found.masks.iter().all(|&m| m == 0));
        }
    }
}

#[test]
fn too_few_units_have_no_answer() {
    let mut few = asked(vec![vec![1, 1, 1]], 4, None);
    assert_eq!(few.solve(Reading::Cautious), None);
    few.k = 2;
    assert!(few.solve(Reading::Cautious).unwrap().proved);
    few.persons = Some(vec![7, 7, 7]);
    for reading in READINGS {
        assert_eq!(
            few.solve(reading),
            None,
            "three rows of one person are one unit"
        );
    }
}

/// Two rows of one person look alike, but are one unit: somebody else must look like them.
#[test]
fn rows_of_one_person_protect_nobody() {
    let mut rows = asked(vec![vec![1, 1, 2, 2]], 2, None);
    assert_eq!(rows.solve(Reading::Cautious).unwrap().cells, 0);
    rows.persons = Some(vec![1, 1, 2, 2]);
    let found = rows.solve(Reading::Cautious).unwrap();
    assert_eq!(
        (found.cells, rows.k_of(Reading::Cautious, &found.masks)),
        (4, 2)
    );
}

#[test]
fn important_columns_are_spared() {
    for (reading, subset) in [
        (Reading::Cautious, None),
        (Reading::Cautious, Some(2)),
        (Reading::Fitting, None),
        (Reading::Fitting, Some(2)),
    ] {
        let mut tiny = asked(table(2, 200, &[6, 6, 6]), 4, subset);
        let even = tiny.solve(reading).unwrap();
        for dear in 0..3 {
            tiny.importance = vec![1; 3];
            tiny.importance[dear] = 10;
            let found = tiny.solve(reading).unwrap();
            let (before, after) = (even.cells_of[dear], found.cells_of[dear]);
            assert!(
                after * 2 <= before,
                "{reading:?} {subset:?}: {after} instead of {before} cells of column {dear}"
            );
        }
    }
}

/// Larger tables: k holds, nothing is below the bound, and threads make no difference.
#[test]
fn any_number_of_threads_suppresses_the_same_cells() {
    for (reading, subset) in READINGS.into_iter().flat_map(|r| [(r, None), (r, Some(2))]) {
        let mut tiny = asked(table(3, 250, &[9, 5, 4, 12]), 3, subset);
        for persons in [None, Some((0..250).map(|row| row % 220).collect())] {
            tiny.persons = persons;
            let on = |threads| {
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap()
                    .install(|| tiny.solve(reading).unwrap())
            };
            let found = on(1);
            assert_eq!(found, on(3), "{reading:?} {subset:?}");
            assert!(
                found.cost >= found.bound && tiny.k_of(reading, &found.masks) >= 3,
                "{reading:?} {subset:?}"
            );
        }
    }
}

/// Too many masks to look at all of them.
#[test]
fn wide_tables_are_suppressed_too() {
    let values: Vec<usize> = (0..24).map(|c| 2 + c % 5).collect();
    for (reading, subset) in READINGS.into_iter().flat_map(|r| [(r, None), (r, Some(2))]) {
        let mut tiny = asked(table(4, 90, &values), 3, subset);
        tiny.importance = (0..24).map(|c| 1 + c % 3).collect();
        let task = tiny.task(reading);
        let found = suppress_cells(
            &task,
            &Limits {
                max_nodes: Some(500),
                ..Limits::default()
            },
            &UnwatchedSearch,
        )
        .unwrap()
        .unwrap();
        let k = match reading {
            Reading::Cautious => cautious_k(&task.columns, None, &found.masks, subset),
            _ => wildcard_k(&task.columns, None, &found.masks, subset),
        };
        assert!(
            k >= 3 && found.cost >= found.bound && found.cells < 24 * 90,
            "{reading:?} {subset:?}: {k}"
        );
    }
}

struct Impatient;

impl SearchWatch for Impatient {
    fn progress(&self, _: u64, _: u64, _: u64, _: Option<f64>) {}

    fn stopped(&self) -> bool {
        true
    }
}

#[test]
fn who_is_stopped_at_once_still_meets_k() {
    for (reading, subset) in READINGS.into_iter().flat_map(|r| [(r, None), (r, Some(2))]) {
        let tiny = asked(table(5, 120, &[9, 5, 4]), 3, subset);
        let task = tiny.task(reading);
        let over = Limits {
            deadline: Some(std::time::Instant::now()),
            ..Limits::default()
        };
        let by_user = suppress_cells(&task, &Limits::default(), &Impatient)
            .unwrap()
            .unwrap();
        let by_time = suppress_cells(&task, &over, &UnwatchedSearch)
            .unwrap()
            .unwrap();
        for found in [&by_user, &by_time] {
            assert!(
                tiny.k_of(reading, &found.masks) >= 3,
                "{reading:?} {subset:?}"
            );
        }
        if reading != Reading::Fitting {
            assert_eq!(
                (by_user.stopped, by_time.stopped),
                (Some(Stopped::ByUser), Some(Stopped::TimeLimit)),
                "{reading:?} {subset:?}"
            );
        }
    }
}

#[test]
fn wrong_questions_are_refused() {
    let kind = |tiny: &Tiny| {
        suppress_cells(
            &tiny.task(Reading::Cautious),
            &Limits::default(),
            &UnwatchedSearch,
        )
        .unwrap_err()
        .kind()
    };
    let mut tiny = asked(vec![vec![1, 2]; 65], 2, None);
    assert_eq!(kind(&tiny), ErrorKind::Limit);
    tiny.columns.truncate(64);
    tiny.importance = vec![1; 64];
    assert!(tiny.solve(Reading::Cautious).is_some());
    tiny.importance[0] = 0;
    assert_eq!(kind(&tiny), ErrorKind::Usage);
    tiny.importance[0] = 1;
    tiny.k = 0;
    assert_eq!(kind(&tiny), ErrorKind::Usage);
}
