//! What a search for a partition found, and a closer look at it.

use super::items::Items;
use super::judge::Judge;
use super::yardsticks::Yardsticks;
use crate::examine::by_number;
use crate::key_width::{at_width, key_words};
use crate::{Examined, Found, Judged, Task};
use equipoise_data::{
    Classes, Encoded, Hierarchy, Layout, Quasi, Region, Result, Sensitive, assign,
};
use equipoise_measure::Facts;
use equipoise_privacy::{Alone, Supersets};
use equipoise_release::{Assignment, LEFT_OUT, Published, Recoding, ShownClasses};
use std::collections::{BTreeMap, HashSet};

/// A partition of the rows into classes with labels of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The classes.
    pub recoding: Recoding,
    /// The regions that classes are compared with, where a model looks at supersets.
    pub supersets: Vec<Vec<Region>>,
    /// Per column the runs that all of its values are divided into, where these are the same for
    /// all classes. Labels do not overlap then, and models that look across classes, or for classes
    /// of the population that no row is in, can judge it.
    pub runs: Option<Vec<Vec<Region>>>,
}

/// Looks closely at a partition: counts its classes anew, from the rows, and judges them.
///
/// [`Found::levels`] is empty: a partition has none. So the loss of the task must be one of labels
/// or of class sizes.
///
/// # Errors
/// As the search for the partition.
///
/// # Cost
/// One pass over the rows.
pub fn examine_partition(task: &Task<'_>, partition: &Partition) -> Result<Examined> {
    let recoding = &partition.recoding;
    let kept: Vec<usize> = (0..task.encoded.rows)
        .filter(|&row| recoding.class_of_row[row] != LEFT_OUT)
        .collect();
    let pick = |codes: &[u32]| kept.iter().map(|&row| codes[row]).collect::<Vec<u32>>();
    let numbers = pick(&recoding.class_of_row);
    let keys = match &partition.runs {
        Some(runs) => Keys::of_runs(task.encoded, runs, &kept),
        None => Keys::of_classes(task.encoded, recoding, &numbers),
    };
    let sensitive: Vec<Vec<u32>> = task
        .encoded
        .sensitive
        .iter()
        .map(|s| pick(s.codes))
        .collect();
    let persons = task.encoded.persons.map(pick);
    let encoded = Encoded {
        rows: kept.len(),
        quasi: keys
            .codes
            .iter()
            .zip(&keys.hierarchies)
            .map(|(codes, hierarchy)| Quasi { codes, hierarchy })
            .collect(),
        sensitive: task
            .encoded
            .sensitive
            .iter()
            .zip(&sensitive)
            .map(|(s, codes)| Sensitive { codes, ..*s })
            .collect(),
        persons: persons.as_deref(),
        amounts: Vec::new(),
        weights: None,
        population: keys.population.as_deref(),
    };
    let (levels, order): (Vec<u8>, Vec<usize>) = (
        vec![0; encoded.quasi.len()],
        (0..encoded.quasi.len()).collect(),
    );
    let layout = Layout::new(&encoded, &levels, &order);
    at_width!(key_words(layout.words())?, W => look::<W>(task, partition, &kept, &numbers, assign::<W>(&encoded, &layout, &levels)))
}

fn look<const W: usize>(
    task: &Task<'_>,
    partition: &Partition,
    kept: &[usize],
    numbers: &[u32],
    (classes, class_of_row): (Classes<W>, Vec<u32>),
) -> Result<Examined> {
    let recoding = &partition.recoding;
    // Classes are in the order of first sight; this is the number that a class has in the recoding.
    let mut number = vec![0; classes.len()];
    class_of_row
        .iter()
        .zip(numbers)
        .for_each(|(&class, &n)| number[class as usize] = n as usize);

    let items = Items::new(task.encoded)?;
    let judge = match partition.runs {
        Some(_) => Judge::of_classes(task.panel, task.encoded, &items),
        None => Judge::new(task.panel, task.encoded, &items)?,
    };
    let least = task.panel.supersets().iter().map(|s| s.1).min();
    let yardsticks =
        least.map(|least| Yardsticks::new(partition.supersets.clone(), least, &items, &judge));
    let regions = |class: usize| recoding.class(number[class]);
    let above = yardsticks.as_ref().map(|y| y.above(&regions));
    let above: &dyn Supersets = above.as_ref().map_or(&Alone, |above| above);
    let facts = facts(task, recoding, kept);
    let mut sizes = BTreeMap::new();
    (0..classes.len()).for_each(|class| *sizes.entry(classes.size(class)).or_insert(0) += 1);
    let judged = Judged {
        found: Found {
            levels: Vec::new(),
            loss: task.loss.value(&[], &facts),
            facts,
        },
        verdicts: task.panel.verdicts(&classes, above, |_| true),
        blocked_units: task.panel.failing_units(&classes, above),
        all_sizes: sizes.clone(),
        kept_sizes: sizes,
    };
    Ok(Examined {
        judged,
        rows: Assignment::new(recoding.class_of_row.clone()),
    })
}

/// What rows that stay, and the population, are told apart by.
struct Keys {
    /// `[column][row that stays]`.
    codes: Vec<Vec<u32>>,
    hierarchies: Vec<Hierarchy>,
    /// `[column][person]`.
    population: Option<Vec<Vec<u32>>>,
}

impl Keys {
    /// The number of the class. Who of the population is in several regions is counted in each of
    /// them.
    fn of_classes(encoded: &Encoded<'_>, recoding: &Recoding, numbers: &[u32]) -> Self {
        let repeated = |class: usize| {
            std::iter::repeat_n(class as u32, population(encoded, recoding.class(class)))
        };
        Keys {
            codes: vec![numbers.to_vec()],
            hierarchies: vec![by_number(recoding.classes())],
            population: encoded
                .population
                .map(|_| vec![(0..recoding.classes()).flat_map(repeated).collect()]),
        }
    }

    /// The run of each column.
    fn of_runs(encoded: &Encoded<'_>, runs: &[Vec<Region>], kept: &[usize]) -> Self {
        let run_of = |(q, runs): (&Quasi<'_>, &Vec<Region>)| -> Vec<u32> {
            let run = |leaf: u32| runs.partition_point(|run| run.last < leaf) as u32;
            q.hierarchy.leaf_of.iter().map(|&leaf| run(leaf)).collect()
        };
        let run_of: Vec<Vec<u32>> = encoded.quasi.iter().zip(runs).map(run_of).collect();
        let told = |codes: &[u32], run_of: &[u32]| {
            codes
                .iter()
                .map(|&code| run_of[code as usize])
                .collect::<Vec<u32>>()
        };
        let of_row = |(q, run_of): (&Quasi<'_>, &Vec<u32>)| {
            kept.iter()
                .map(|&row| run_of[q.codes[row] as usize])
                .collect()
        };
        Keys {
            codes: encoded.quasi.iter().zip(&run_of).map(of_row).collect(),
            hierarchies: runs.iter().map(|runs| by_number(runs.len())).collect(),
            population: encoded.population.map(|columns| {
                columns
                    .iter()
                    .zip(&run_of)
                    .map(|(codes, run_of)| told(codes, run_of))
                    .collect()
            }),
        }
    }
}

/// The units of the population in a region.
fn population(encoded: &Encoded<'_>, regions: &[Region]) -> usize {
    let columns = encoded.population.unwrap_or_default();
    let leaf = |a: usize, row: usize| encoded.quasi[a].hierarchy.leaf_of[columns[a][row] as usize];
    let is_in = |row: &usize| {
        regions
            .iter()
            .enumerate()
            .all(|(a, region)| region.contains(leaf(a, *row)))
    };
    (0..columns.first().map_or(0, Vec::len))
        .filter(is_in)
        .count()
}

/// The figures from which the loss of a partition is computed.
fn facts(task: &Task<'_>, recoding: &Recoding, kept: &[usize]) -> Facts {
    let quasi = &task.encoded.quasi;
    let values: Vec<u32> = quasi.iter().map(|q| q.hierarchy.leaves() as u32).collect();
    let released = Published::of_classes(ShownClasses::of_recoding(recoding, &values));
    let gone = (task.encoded.rows - kept.len()) as u64;
    let gone_units = match task.encoded.persons {
        None => gone,
        Some(persons) => {
            let left_out =
                (0..task.encoded.rows).filter(|&row| recoding.class_of_row[row] == LEFT_OUT);
            left_out
                .map(|row| persons[row])
                .collect::<HashSet<u32>>()
                .len() as u64
        }
    };
    let cells = |(a, q): (usize, &Quasi<'_>)| -> u128 {
        let low = task.lattice.bottom()[a];
        let cells = released.cells(a).expect("classes show regions");
        let runs = cells.regions.iter().map(|region| {
            let run = region.as_run().expect("regions of a recoding are runs");
            u128::from(task.loss.region_cost(a, q.hierarchy, low, run))
        });
        let costs: Vec<u128> = runs.collect();
        let of_buckets = cells.of_bucket.iter().zip(released.sizes());
        of_buckets
            .map(|(&region, &rows)| costs[region as usize] * u128::from(rows))
            .sum()
    };
    Facts {
        classes: recoding.classes() as u64,
        kept_classes: recoding.classes() as u64,
        suppressed_rows: gone,
        suppressed_units: gone_units,
        lost_rows: 0,
        lost_units: 0,
        cells: quasi.iter().enumerate().map(cells).collect(),
        amounts: Vec::new(),
        squares: released
            .sizes()
            .iter()
            .map(|&rows| u128::from(rows).pow(2))
            .sum(),
    }
}
