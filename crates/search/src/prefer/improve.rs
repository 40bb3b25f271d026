//! Local search: one boundary more or less, or one in the place of another.

use super::bounded_search::BoundedSearch;
use super::encoding::{Chromosome, is_set};
use super::evaluator::Score;
use equipoise_data::Random;

/// Exchanges that are evaluated before the best of them is taken.
const BATCH: usize = 128;

/// What all exchanges that are looked at may take together: 32 megabytes.
const MOST_WORDS: usize = 1 << 22;

/// An achievement this much above another is worse, whatever rounding did.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Takes changes that make a chromosome better until there is none, or the search is over.
pub(super) fn improve(
    search: &mut BoundedSearch<'_>,
    start: Chromosome,
) -> Option<(Chromosome, Score)> {
    let score = search.evaluate(std::slice::from_ref(&start))[0]?;
    let mut at = (start, score);
    while !search.is_over() {
        let Some(next) = better_flip(search, &at).or_else(|| better_exchange(search, &at)) else {
            break;
        };
        at = next;
    }
    Some(at)
}

/// Changes a few boundaries of a chromosome, more of those that are set.
pub(super) fn disturb(
    search: &BoundedSearch<'_>,
    bits: &Chromosome,
    random: &mut Random,
) -> Chromosome {
    let mut bits = bits.clone();
    let set: Vec<usize> = (0..search.encoding().bits())
        .filter(|&at| is_set(&bits, at))
        .collect();
    for _ in 0..=random.place(4) {
        if !set.is_empty() {
            search.encoding().flip(&mut bits, random.pick(&set));
        }
    }
    for _ in 0..random.place(3) {
        search
            .encoding()
            .flip(&mut bits, random.place(search.encoding().bits()));
    }
    search.encoding().settle(&mut bits);
    bits
}

/// The best with one boundary more or less.
fn better_flip(
    search: &mut BoundedSearch<'_>,
    at: &(Chromosome, Score),
) -> Option<(Chromosome, Score)> {
    let flips = (0..search.encoding().bits())
        .map(|i| changed(search, &at.0, &[i]))
        .collect();
    let flips: Vec<Chromosome> = promising(search, at, flips)
        .into_iter()
        .map(|f| f.1)
        .collect();
    best_of(search, at, &flips)
}

/// One boundary in the place of another: the best of the first batch, in the order of what could be
/// achieved, that has a better one.
fn better_exchange(
    search: &mut BoundedSearch<'_>,
    at: &(Chromosome, Score),
) -> Option<(Chromosome, Score)> {
    let pairs = exchanges(&at.0, search.encoding().bits())
        .map(|pair| changed(search, &at.0, &pair))
        .collect();
    let mut pairs = promising(search, at, pairs);
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let pairs: Vec<Chromosome> = pairs.into_iter().map(|p| p.1).collect();
    for batch in pairs.chunks(BATCH) {
        if search.is_over() {
            return None;
        }
        if let Some(better) = best_of(search, at, batch) {
            return Some(better);
        }
    }
    None
}

/// Boundaries with places for them, near places first, as many as fit into some megabytes.
fn exchanges(bits: &Chromosome, places: usize) -> impl Iterator<Item = [usize; 2]> {
    let set: Vec<usize> = (0..places).filter(|&i| is_set(bits, i)).collect();
    let near = move |by: usize| {
        let pairs = |&i: &usize| {
            [i.checked_sub(by), Some(i + by).filter(|&j| j < places)].map(|j| j.map(|j| [i, j]))
        };
        set.iter()
            .flat_map(pairs)
            .flatten()
            .collect::<Vec<[usize; 2]>>()
    };
    let most = MOST_WORDS / bits.len().max(1);
    (1..places)
        .flat_map(near)
        .filter(|pair| !is_set(bits, pair[1]))
        .take(most)
}

fn changed(search: &BoundedSearch<'_>, bits: &Chromosome, places: &[usize]) -> Chromosome {
    let mut bits = bits.clone();
    places
        .iter()
        .for_each(|&place| search.encoding().flip(&mut bits, place));
    search.encoding().settle(&mut bits);
    bits
}

/// Those that were not seen and may be better, with a bound on their achievement.
fn promising(
    search: &BoundedSearch<'_>,
    at: &(Chromosome, Score),
    mut all: Vec<Chromosome>,
) -> Vec<(f64, Chromosome)> {
    all.retain(|bits| !search.has_seen(bits));
    let most = if at.1.is_feasible() {
        at.1.achievement * ROUNDING
    } else {
        f64::INFINITY
    };
    let bounds = search.bounds(&all);
    bounds
        .into_iter()
        .zip(all)
        .filter(|(bound, _)| *bound <= most)
        .collect()
}

fn best_of(
    search: &mut BoundedSearch<'_>,
    at: &(Chromosome, Score),
    all: &[Chromosome],
) -> Option<(Chromosome, Score)> {
    let scores = search.evaluate(all);
    let mut best: Option<(Chromosome, Score)> = None;
    for (bits, score) in all
        .iter()
        .zip(scores)
        .filter_map(|(bits, score)| Some((bits, score?)))
    {
        if search.is_better(&score, best.as_ref().map_or(&at.1, |b| &b.1)) {
            best = Some((bits.clone(), score));
        }
    }
    best
}
