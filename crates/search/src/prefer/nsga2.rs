//! NSGA-II with a selection that leads into what may be released first.
//!
//! # Source
//! Deb and others 2002; the selection and both objectives from `publisher-preferences` section 6.
//!
//! # Departs
//! The second objective of a partition that may not be released is how many units too many would
//! have to be left out, not how far the smallest class is from k: most changes leave the smallest
//! class as it is, and say nothing then. A child that was seen before gets one more change, so that
//! no evaluation is spent twice.

use super::bounded_search::BoundedSearch;
use super::encoding::{Chromosome, is_set, put};
use super::evaluator::Score;
use equipoise_data::Random;
use hashbrown::HashSet;
use std::cmp::Ordering;

/// How a population lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub(super) population: usize,
    /// How often two parents are crossed; else a child is like one of them.
    pub(super) crossover: f64,
    /// How often a bit changes.
    pub(super) mutation: f64,
}

/// One of a population.
#[derive(Clone, Debug)]
struct Individual {
    bits: Chromosome,
    score: Score,
    /// How many fronts are before its own.
    rank: usize,
    /// How much room it has on its front.
    room: f64,
}

/// Evolves a population until this many evaluations are used, nothing new appears, or the search is
/// over.
pub(super) fn live(
    search: &mut BoundedSearch<'_>,
    first: Vec<Chromosome>,
    habits: &Habits,
    until: u64,
    random: &mut Random,
) {
    let mut population = born(search, first);
    rank(&mut population);
    while search.evaluations() < until && !search.is_over() && population.len() > 1 {
        let mut children: Vec<Chromosome> = Vec::with_capacity(habits.population);
        let mut siblings = HashSet::new();
        for _ in 0..habits.population {
            let parents = [select(&population, random), select(&population, random)]
                .map(|i| &population[i].bits);
            let child = child(search, parents, habits, &siblings, random);
            siblings.extend(child.clone());
            children.extend(child);
        }
        let children = born(search, children);
        if children.is_empty() {
            return;
        }
        population.extend(children);
        rank(&mut population);
        population.sort_by(|a, b| a.rank.cmp(&b.rank).then(b.room.total_cmp(&a.room)));
        population.truncate(habits.population);
    }
}

fn born(search: &mut BoundedSearch<'_>, bits: Vec<Chromosome>) -> Vec<Individual> {
    let scores = search.evaluate(&bits);
    let individual = |(bits, score): (Chromosome, Option<Score>)| {
        Some(Individual {
            bits,
            score: score?,
            rank: 0,
            room: 0.0,
        })
    };
    bits.into_iter()
        .zip(scores)
        .filter_map(individual)
        .collect()
}

/// A child that was not seen before; none when that is hard to find.
fn child(
    search: &BoundedSearch<'_>,
    parents: [&Chromosome; 2],
    habits: &Habits,
    siblings: &HashSet<Chromosome>,
    random: &mut Random,
) -> Option<Chromosome> {
    const TRIES: usize = 20;
    let bits = search.encoding().bits();
    let mut child = parents[0].clone();
    if chance(random, habits.crossover) {
        let cut = random.place(bits);
        (cut..bits).for_each(|at| put(&mut child, at, is_set(parents[1], at)));
    }
    for at in 0..bits {
        if chance(random, habits.mutation) {
            search.encoding().flip(&mut child, at);
        }
    }
    for _ in 0..TRIES {
        search.encoding().settle(&mut child);
        if !search.has_seen(&child) && !siblings.contains(&child) {
            return Some(child);
        }
        search.encoding().flip(&mut child, random.place(bits));
    }
    None
}

/// Whether something happens that is this likely.
pub(super) fn chance(random: &mut Random, likely: f64) -> bool {
    const STEPS: u64 = 1 << 53;
    (random.below(STEPS) as f64) < likely * STEPS as f64
}

/// The better of two that are drawn.
fn select(population: &[Individual], random: &mut Random) -> usize {
    let drawn = [
        random.place(population.len()),
        random.place(population.len()),
    ];
    let [a, b] = drawn.map(|i| &population[i]);
    let crowded = || a.rank.cmp(&b.rank).then(b.room.total_cmp(&a.room));
    let order = match (a.score.is_feasible(), b.score.is_feasible()) {
        (true, true) => crowded(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => {
            let lack = a.score.lack().cmp(&b.score.lack());
            lack.then(a.score.achievement.total_cmp(&b.score.achievement))
                .then(b.room.total_cmp(&a.room))
        }
    };
    match order {
        Ordering::Less => drawn[0],
        Ordering::Greater => drawn[1],
        Ordering::Equal => drawn[random.place(2)],
    }
}

/// Gives everyone a front, and room on it.
///
/// # Cost
/// O(n log n): with two objectives, whoever comes later in the order of the first is compared with
/// the last of each front.
fn rank(population: &mut [Individual]) {
    let objectives = |i: &Individual| (i.score.achievement, i.score.lack());
    let mut order: Vec<usize> = (0..population.len()).collect();
    let by_first = |&a: &usize, &b: &usize| {
        let (a, b) = (objectives(&population[a]), objectives(&population[b]));
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
    };
    order.sort_by(by_first);
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for i in order {
        let own = objectives(&population[i]);
        let is_behind = |front: &Vec<usize>| {
            let last = objectives(&population[*front.last().expect("no front is empty")]);
            last.1 <= own.1 && last != own
        };
        let at = fronts.partition_point(is_behind);
        if at == fronts.len() {
            fronts.push(Vec::new());
        }
        fronts[at].push(i);
    }
    for (rank, front) in fronts.iter().enumerate() {
        for (place, &i) in front.iter().enumerate() {
            population[i].rank = rank;
            population[i].room = room(population, front, place);
        }
    }
}

/// How far apart the neighbours on a front are, in both objectives; without end for those at its
/// ends.
fn room(population: &[Individual], front: &[usize], place: usize) -> f64 {
    if place == 0 || place + 1 == front.len() {
        return f64::INFINITY;
    }
    let objectives = |at: usize| {
        (
            population[front[at]].score.achievement,
            population[front[at]].score.lack() as f64,
        )
    };
    let (first, last, before, behind) = (
        objectives(0),
        objectives(front.len() - 1),
        objectives(place - 1),
        objectives(place + 1),
    );
    let share = |near: f64, far: f64| if far == 0.0 { 0.0 } else { (near / far).abs() };
    share(behind.0 - before.0, last.0 - first.0) + share(behind.1 - before.1, last.1 - first.1)
}
