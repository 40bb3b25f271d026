//! The genetic algorithm.

use super::form::{Form, Infeasible, RatedNode, compare, point};
use super::landscape::{Landscape, exchanged};
use super::optimizer::{Optimizer, Solved, does_not_admit, needs_monotone};
use super::{greedy, ties};
use equipoise_data::Random;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Lets ways from the top down compete. A way is a row of attributes, each taken one step down; it
/// ends at the first node that is worth enough, which lies on the frontier.
///
/// # Source
/// §4.6, Algorithm 4. Fitness is the risk (E12: the text ranks by utility once); genes that would
/// take an attribute below its raw value are dropped, a case the source does not mention. It gives
/// no sizes or rates; those here are ours.
///
/// # Departs
/// In the end the best ways, and the greedy one, go on by exchanges of steps as long as that lowers
/// the risk. That brings more than further generations, so it ends after few idle ones: 6, where 30
/// would be usual without exchanges.
///
/// # Exact
/// No: best found. The same seed gives the same answer.
///
/// # Cost
/// Generations x ways x their length, and a risk for each different end.
#[derive(Clone, Copy, Debug)]
pub struct Genetic {
    /// Ways in each generation.
    pub population: usize,
    /// The share of fresh random ways in each generation, in hundredths.
    pub immigrants: usize,
    /// How many ways of a hundred change a gene.
    pub mutation: u64,
    /// A parent is the best of so many.
    pub tournament: usize,
    /// So many of the best stay.
    pub elite: usize,
    /// Ends after so many generations without a better answer.
    pub patience: usize,
    /// Ends after so many generations.
    pub generations: usize,
    /// Begins with random ways; else with one greedy way and immigrants.
    pub probing: bool,
}

impl Default for Genetic {
    fn default() -> Self {
        Genetic {
            population: 50,
            immigrants: 10,
            mutation: 20,
            tournament: 3,
            elite: 2,
            patience: 6,
            generations: 60,
            probing: true,
        }
    }
}

/// A way down and the place of its end among all ends.
#[derive(Clone, Debug)]
struct Way {
    genes: Vec<u8>,
    end: u32,
}

/// So many of the best ends go on by exchanges.
const STARTS: usize = 12;

struct Race<'a> {
    land: &'a dyn Landscape,
    form: &'a Form,
    random: Random,
    /// All ends so far, each looked at once, and the place of the best.
    ends: Vec<RatedNode>,
    best: u32,
    place: HashMap<Vec<u8>, u32>,
    /// Ends from which a descent went on.
    left: HashSet<u32>,
    /// Steps that an attribute could go, attribute by attribute: what random genes are drawn from.
    steps: Vec<u8>,
}

impl Optimizer for Genetic {
    fn name(&self) -> &'static str {
        "genetic"
    }

    fn admits(&self, form: &Form, is_monotone: bool) -> Result<(), String> {
        match form {
            Form::LeastRisk { .. } => needs_monotone(self.name(), is_monotone),
            _ => does_not_admit(self.name(), form),
        }
    }

    fn solve(&self, land: &dyn Landscape, form: &Form, seed: u64) -> Result<Solved, Infeasible> {
        let heights = land.heights();
        if !form.is_enough(land.utility(&land.finest())) {
            return Err(form.nearest(land));
        }
        if form.is_enough(land.utility(heights)) {
            let (point, proved) = ties::settle(land, form, vec![point(land, heights)])
                .ok_or_else(|| form.nearest(land))?;
            return Ok(Solved {
                point,
                visited: 1,
                proved,
            });
        }
        let steps = heights
            .iter()
            .zip(0u8..)
            .flat_map(|(&height, a)| std::iter::repeat_n(a, height.into()))
            .collect();
        let mut race = Race {
            land,
            form,
            random: Random::new(seed),
            ends: Vec::new(),
            best: 0,
            place: HashMap::new(),
            left: HashSet::new(),
            steps,
        };
        let mut ways: Vec<Way> = Vec::with_capacity(self.population);
        if !self.probing {
            ways.extend(greedy::start(land, form).map(|start| race.way_to(&start.node)));
        }
        while ways.len() < self.population.max(2) {
            ways.push(race.way(Vec::new()));
        }
        let mut best = race.best;
        let mut idle = 0;
        for _ in 0..self.generations {
            ways = self.next(&mut race, ways);
            let now = race.best;
            idle = if now == best { idle + 1 } else { 0 };
            best = now;
            if idle >= self.patience {
                break;
            }
        }
        // What was found goes on by itself, and mostly meets; the greedy way is of another kind.
        let mut starts: Vec<u32> = (0..race.ends.len() as u32).collect();
        starts.sort_by(|&a, &b| race.compare(a, b));
        starts.truncate(STARTS);
        starts.extend(greedy::start(land, form).map(|start| race.way_to(&start.node).end));
        starts.into_iter().for_each(|start| race.descend(start));
        let best = race.best;
        let visited = race.ends.len() as u64;
        let (point, _) = ties::settle(land, form, vec![race.ends[best as usize].clone()])
            .ok_or_else(|| form.nearest(land))?;
        Ok(Solved {
            point,
            visited,
            proved: false,
        })
    }
}

impl Genetic {
    fn next(&self, race: &mut Race<'_>, mut ways: Vec<Way>) -> Vec<Way> {
        ways.sort_by(|a, b| race.compare(a.end, b.end));
        let mut next: Vec<Way> = ways.iter().take(self.elite).cloned().collect();
        for _ in 0..self.population * self.immigrants / 100 {
            next.push(race.way(Vec::new()));
        }
        while next.len() < self.population {
            // Sorted by fitness, the best of a few is the first of them.
            let parent = |race: &mut Race<'_>| {
                (0..self.tournament.max(1))
                    .map(|_| race.random.place(ways.len()))
                    .min()
                    .unwrap_or(0)
            };
            let (one, other) = (parent(race), parent(race));
            let (a, b) = (&ways[one].genes, &ways[other].genes);
            let mut genes: Vec<u8> = a[..a.len() / 2]
                .iter()
                .chain(&b[b.len() / 2..])
                .copied()
                .collect();
            if race.random.below(100) < self.mutation && !genes.is_empty() {
                let middle = genes.len() / 2;
                genes[middle] = race.random.pick(&race.steps);
            }
            next.push(race.way(genes));
        }
        next
    }
}

impl Race<'_> {
    /// The way that follows genes as far as they go, then random ones, to the first node that is
    /// worth enough.
    fn way(&mut self, genes: Vec<u8>) -> Way {
        let mut node = self.land.heights().to_vec();
        let mut kept = Vec::with_capacity(self.steps.len());
        let mut genes = genes.into_iter();
        while !self.form.is_enough(self.land.utility(&node)) {
            let gene = genes
                .next()
                .unwrap_or_else(|| self.random.pick(&self.steps));
            if node[usize::from(gene)] > 0 {
                node[usize::from(gene)] -= 1;
                kept.push(gene);
            }
        }
        Way {
            genes: kept,
            end: self.end(node),
        }
    }

    /// Goes from an end to the least risky one next to it, until none is less risky: one attribute
    /// a step up, and maybe another a step down.
    fn descend(&mut self, mut from: u32) {
        loop {
            if !self.left.insert(from) {
                return;
            }
            let held = self.ends[from as usize].clone();
            let mut around = self.land.exchange_risks(&held.node, held.risk);
            around.retain(|near| compare(near.2, held.risk) == Ordering::Less);
            around.sort_by(|a, b| a.2.total_cmp(&b.2).then((a.0, a.1).cmp(&(b.0, b.1))));
            let is_enough = |node: &[u8]| self.form.is_enough(self.land.utility(node));
            let next = around
                .into_iter()
                .map(|(up, down, _)| exchanged(&held.node, up, down))
                .find(|node| is_enough(node));
            match next {
                Some(node) => from = self.end(node),
                None => return,
            }
        }
    }

    /// The way to a node, attribute by attribute.
    fn way_to(&mut self, node: &[u8]) -> Way {
        let down =
            |a: usize| std::iter::repeat_n(a as u8, usize::from(self.land.heights()[a] - node[a]));
        let genes = (0..node.len()).flat_map(down).collect();
        self.way(genes)
    }

    fn end(&mut self, node: Vec<u8>) -> u32 {
        if let Some(&place) = self.place.get(&node) {
            return place;
        }
        let place = self.ends.len() as u32;
        self.ends.push(point(self.land, &node));
        self.place.insert(node, place);
        if self.compare(place, self.best) == Ordering::Less {
            self.best = place;
        }
        place
    }

    fn compare(&self, a: u32, b: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        // Transitive, as sorting needs.
        let (a, b) = (&self.ends[a as usize], &self.ends[b as usize]);
        a.risk
            .total_cmp(&b.risk)
            .then_with(|| b.utility.total_cmp(&a.utility))
            .then_with(|| a.node.cmp(&b.node))
    }
}
