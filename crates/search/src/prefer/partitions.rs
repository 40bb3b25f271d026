//! The best free ordered partition that can be found.

use super::achievement::{Aspiration, RatedRelease, Ties, near};
use super::bounded_search::BoundedSearch;
use super::encoding::{Boundaries, Chromosome, Encoding, put};
use super::evaluator::Evaluator;
use super::gauge::Gauge;
use super::improve::{disturb, improve};
use super::nsga2::{Habits, chance, live};
use crate::{Partition, SearchWatch, Stopped, Task};
use equipoise_data::{Levels, Random, Region, Result};
use std::time::Instant;

/// How partitions are looked for.
#[derive(Clone, Debug)]
pub struct PartitionOptions {
    /// Per quasi-identifier where its values may be separated.
    pub boundaries: Vec<Boundaries>,
    /// What decides between equal achievements.
    pub ties: Ties,
    /// Partitions in a generation. The source has 100.
    pub population: usize,
    /// Partitions that are evaluated at most, all different. The source has 50,000.
    pub evaluations: u64,
    /// How often two partitions are crossed. The source has 0.8.
    pub crossover: f64,
    /// How often a boundary changes. The source has 0.001.
    pub mutation: f64,
    /// Whether the last part of the budget is used for local search.
    pub polish: bool,
    /// Where chance begins.
    pub seed: u64,
}

impl PartitionOptions {
    /// The source's settings, with local search.
    pub fn new(boundaries: Vec<Boundaries>, seed: u64) -> Self {
        PartitionOptions {
            boundaries,
            ties: Ties::Deviation,
            population: 100,
            evaluations: 50_000,
            crossover: 0.8,
            mutation: 0.001,
            polish: true,
            seed,
        }
    }
}

/// The best partition that was found.
#[derive(Clone, Debug)]
pub struct BestPartition {
    /// The partition, if one may be released.
    pub partition: Option<Partition>,
    /// Where it is, or where the one is that comes nearest to a release.
    pub place: RatedRelease,
    /// Units of protection that lose a row.
    pub suppressed_units: u64,
    /// Units too many that the nearest one would leave out; 0 where one may be released.
    pub violation: u64,
    /// Per quasi-identifier its runs of leaves.
    pub regions: Vec<Vec<Region>>,
    /// Every feasible place that was seen and is not dominated by another, by rising first measure.
    pub front: Vec<RatedRelease>,
    /// Places where values may be separated, of all columns.
    pub bits: usize,
    /// Partitions that were evaluated.
    pub evaluations: u64,
    /// Partitions that may be released among them.
    pub feasible: u64,
    /// Those of these whose achievement is the best there is: 1 where the minimum is unique.
    pub minima: u64,
    /// True when every partition there is was evaluated.
    pub proved: bool,
    /// Why it ended before it had used its budget.
    pub stopped: Option<Stopped>,
}

/// The share of the budget that the population uses where local search follows.
const SHARE: f64 = 0.6;

/// With more places than this, partitions are not gone through one by one, whatever the budget.
const MOST_BITS: usize = 22;

/// Disturbed starts without anything new to evaluate before it is given up.
const IDLE_STARTS: usize = 200;

/// Looks for the free ordered partition with the best achievement that meets the task's models
/// within its limit on suppression.
///
/// `seeds` are nodes of the lattice, the best first: those that boundaries can express are
/// evaluated before anything else, so the answer is never worse than the best of them.
///
/// # Method
/// NSGA-II on Iyengar's encoding; then the best partition is improved boundary by boundary,
/// disturbed and improved again until the budget is used. Where there are no more partitions than
/// the budget allows, all of them are evaluated.
///
/// # Source
/// `publisher-preferences` section 6.
///
/// # Errors
/// Rows wider than 4,096 bits when packed.
///
/// # Cost
/// A few nanoseconds per distinct tuple and evaluation, on all threads; the same answer on any
/// number of them unless time is limited.
pub fn partitions(
    task: &Task<'_>,
    gauges: &[Gauge<'_>; 2],
    aspiration: &Aspiration,
    options: &PartitionOptions,
    seeds: &[Levels],
    deadline: Option<Instant>,
    watch: &dyn SearchWatch,
) -> Result<BestPartition> {
    let hierarchies: Vec<_> = task.encoded.quasi.iter().map(|q| q.hierarchy).collect();
    let encoding = Encoding::new(&hierarchies, &options.boundaries);
    let evaluator = Evaluator::new(task, gauges, &encoding)?;
    let mut search = BoundedSearch::new(
        &evaluator,
        &encoding,
        (aspiration, options.ties),
        (options.evaluations.max(1), deadline),
        watch,
    );
    let proved = all_there_are(&mut search, options.evaluations);
    if !proved {
        search_partitions(&mut search, options, seeds);
    }
    let stopped = search.over().filter(|_| !proved);
    Ok(told(&search, &evaluator, proved, stopped))
}

/// Evaluates all partitions, if these are few.
fn all_there_are(search: &mut BoundedSearch<'_>, most: u64) -> bool {
    let bits = search.encoding().bits();
    if bits > MOST_BITS || 1u64 << bits > most {
        return false;
    }
    let settled = |number: u64| {
        let mut all = search.encoding().coarsest();
        (0..bits).for_each(|at| put(&mut all, at, number >> at & 1 == 1));
        search.encoding().settle(&mut all);
        all
    };
    let all: Vec<Chromosome> = (0..1u64 << bits).map(settled).collect();
    search.evaluate(&all).iter().all(Option::is_some)
}

fn search_partitions(search: &mut BoundedSearch<'_>, options: &PartitionOptions, seeds: &[Levels]) {
    let mut random = Random::new(options.seed);
    let first = first_population(search, options, seeds, &mut random);
    let habits = Habits {
        population: options.population,
        crossover: options.crossover,
        mutation: options.mutation,
    };
    let until = if options.polish {
        (options.evaluations as f64 * SHARE) as u64
    } else {
        options.evaluations
    };
    live(search, first, &habits, until, &mut random);
    if !options.polish {
        return;
    }
    let Some(mut held) = search
        .foremost()
        .cloned()
        .and_then(|best| improve(search, best.0))
    else {
        return;
    };
    let mut idle = 0;
    while !search.is_over() && idle < IDLE_STARTS {
        let before = search.evaluations();
        let start = disturb(search, &held.0, &mut random);
        if let Some(found) = improve(search, start)
            && !search.is_better(&held.1, &found.1)
        {
            held = found;
        }
        idle = if search.evaluations() == before {
            idle + 1
        } else {
            0
        };
    }
}

/// Nodes of the lattice, changes of them, and partitions drawn at random.
fn first_population(
    search: &BoundedSearch<'_>,
    options: &PartitionOptions,
    seeds: &[Levels],
    random: &mut Random,
) -> Vec<Chromosome> {
    let encoding = search.encoding();
    // The best node comes first: whatever the budget, it is evaluated.
    let mut first: Vec<Chromosome> = seeds
        .iter()
        .filter_map(|levels| encoding.of_levels(levels))
        .take(options.population / 2)
        .collect();
    first.push(encoding.coarsest());
    let known = first.len();
    while first.len() < options.population.max(known) {
        let mut bits = first[random.place(known)].clone();
        if first.len().is_multiple_of(2) {
            // As many boundaries as a column drawn at random has on average somewhere between none
            // and all of its places.
            for column in 0..encoding.columns() {
                let likely = random.below(1000) as f64 / 1000.0;
                encoding
                    .of_column(column)
                    .for_each(|at| put(&mut bits, at, chance(random, likely * likely)));
            }
        } else {
            (0..=random.place(4)).for_each(|_| {
                if encoding.bits() > 0 {
                    encoding.flip(&mut bits, random.place(encoding.bits()))
                }
            });
        }
        encoding.settle(&mut bits);
        first.push(bits);
    }
    first
}

fn told(
    search: &BoundedSearch<'_>,
    evaluator: &Evaluator<'_>,
    proved: bool,
    stopped: Option<Stopped>,
) -> BestPartition {
    let encoding = search.encoding();
    let (bits, score) = search
        .foremost()
        .cloned()
        .expect("the first population is never empty");
    let regions: Vec<Vec<Region>> = (0..encoding.columns())
        .map(|column| encoding.regions(column, &bits))
        .collect();
    let mut places: Vec<RatedRelease> = search.feasible().map(|score| score.place).collect();
    // Of equal points the one with the larger classes, whatever the order in which they were kept.
    places.sort_by(|a, b| {
        a.point[0]
            .total_cmp(&b.point[0])
            .then(a.point[1].total_cmp(&b.point[1]))
            .then(b.least.cmp(&a.least))
    });
    let points: Vec<_> = places.iter().map(|p| p.point).collect();
    BestPartition {
        partition: search.best().map(|_| evaluator.partition(&bits, &regions)),
        place: score.place,
        suppressed_units: score.suppressed_units,
        violation: score.violation,
        regions,
        front: super::front(&points)
            .into_iter()
            .map(|i| places[i])
            .collect(),
        bits: encoding.bits(),
        evaluations: search.evaluations(),
        feasible: places.len() as u64,
        minima: search
            .feasible()
            .filter(|other| near(other.achievement, score.achievement))
            .count() as u64,
        proved,
        stopped,
    }
}
