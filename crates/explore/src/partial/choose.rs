//! Picks the nodes that are worth a record when not all can have one.

use super::goals::{Goals, thresholds};
use super::memory::{Memory, Summary};
use super::rank::{chains, single_node, singles};
use crate::atlas::Chart;
use equipoise_data::Random;
use equipoise_search::Annotator;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What choosing nodes may cost. What is not given is not limited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Nodes with a record, those that had one before included.
    pub nodes: Option<u64>,
    /// Bytes of all their records.
    pub bytes: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Nodes with a record, those that had one before included.
    pub nodes: u64,
    /// Bytes of all their records.
    pub bytes: u64,
    /// True when every node has one.
    pub is_complete: bool,
    /// Nodes with an earlier record that this choice does not need, rising.
    pub unused: Vec<u64>,
}

/// Nodes that are annotated together. It is the same on every machine, and so are the nodes that
/// are chosen.
const BATCH: usize = 64;

/// One in so many nodes may be one of the first, which are chosen without a goal.
const SEEDS: u64 = 10;

/// Goals with random bounds that are looked after at a time.
const BOXES: usize = 8;

/// Nodes that are listed together when all the rest is annotated.
const SWEPT: u64 = 1 << 18;

/// Annotates nodes of a lattice that cannot be annotated as a whole: as many as the budget allows,
/// and those first from which most questions can be answered. Where the budget allows all nodes,
/// all are annotated.
///
/// It begins with the bottom, the top, every level of every attribute by itself, and chains that
/// follow the strongest of these. Then it plays through wishes that a curator may have: thresholds
/// from lax to strict, limits from none to all, each level of each attribute required, bounds drawn
/// at random. Around the best nodes known for each wish the most promising neighbours are
/// annotated, and a record made for one wish counts for all others too.
///
/// `earlier` are records that exist already. `take` gets every new record. Without a deadline the
/// nodes are the same in every run, whatever the number of threads and whatever records exist:
/// these only spare the work of making them again. A limit of bytes that only shows at the very end
/// is the exception. With a deadline, earlier records count and guide the choice.
pub fn choose(
    chart: &Chart,
    annotator: &dyn Annotator,
    earlier: &[(u64, Arc<[u8]>)],
    budget: &Budget,
    stop: &(dyn Fn() -> bool + Sync),
    take: &(dyn Fn(u64, &[u8]) + Sync),
) -> Chosen {
    let goals = Goals::new(chart);
    let memory = Memory::new(chart, thresholds(chart));
    let mut chooser = Chooser {
        chart,
        annotator,
        budget,
        stop,
        take,
        memory,
        goals,
        earlier: HashMap::new(),
        bytes: 0,
        random: Random::new(1),
        pace: None,
        is_full: false,
    };
    if budget.deadline.is_none() {
        chooser.earlier = earlier
            .iter()
            .map(|(node, record)| (*node, &**record))
            .collect();
    } else {
        for (node, record) in earlier {
            let summary = chooser
                .memory
                .summary(&chart.lattice().levels(*node), record);
            chooser.learn(*node, summary, record.len());
        }
    }
    let nodes = chooser.run();
    let mut unused: Vec<u64> = chooser.earlier.into_keys().collect();
    unused.sort_unstable();
    Chosen {
        nodes,
        bytes: chooser.bytes,
        is_complete: nodes == chart.lattice().nodes(),
        unused,
    }
}

struct Chooser<'c> {
    chart: &'c Chart,
    annotator: &'c dyn Annotator,
    budget: &'c Budget,
    stop: &'c (dyn Fn() -> bool + Sync),
    take: &'c (dyn Fn(u64, &[u8]) + Sync),
    memory: Memory<'c>,
    goals: Goals,
    /// Records that need not be made; each is taken out when its node is chosen.
    earlier: HashMap<u64, &'c [u8]>,
    bytes: u64,
    random: Random,
    /// When the first batch began, and how many nodes there were then.
    pace: Option<(Instant, u64)>,
    /// True when a record did not fit.
    is_full: bool,
}

impl Chooser<'_> {
    /// Returns how many nodes have a record in the end.
    fn run(&mut self) -> u64 {
        if self.can_sweep() {
            return self.sweep();
        }
        self.seed();
        while !self.is_over() {
            if self.can_sweep() {
                return self.sweep();
            }
            let batch = self.next_batch();
            self.annotate(&batch);
        }
        self.memory.len() as u64
    }

    fn is_over(&self) -> bool {
        self.is_full
            || self.room() == 0
            || self.memory.len() as u64 == self.chart.lattice().nodes()
            || self.is_stopped()
    }

    fn is_stopped(&self) -> bool {
        (self.stop)()
            || self
                .budget
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Nodes that may still be annotated.
    fn room(&self) -> u64 {
        self.budget
            .nodes
            .unwrap_or(u64::MAX)
            .saturating_sub(self.memory.len() as u64)
    }

    /// True when all nodes that are left fit the budget, by the pace and the bytes of those before.
    fn can_sweep(&self) -> bool {
        let (nodes, known) = (self.chart.lattice().nodes(), self.memory.len() as u64);
        let left = nodes - known;
        if left > self.room() {
            return false;
        }
        let fits_bytes = self.budget.bytes.is_none_or(|most| {
            known > 0 && most.saturating_sub(self.bytes) / left.max(1) > self.bytes / known
        });
        let fits_time = self.budget.deadline.is_none_or(|deadline| {
            let time_left = deadline.saturating_duration_since(Instant::now());
            let per_node = self.pace.map(|(start, before)| {
                start.elapsed().as_secs_f64() / (known - before).max(1) as f64
            });
            per_node.is_some_and(|per_node| per_node * left as f64 <= time_left.as_secs_f64())
        });
        fits_bytes && fits_time
    }

    /// Annotates all that is left.
    fn sweep(&mut self) -> u64 {
        let lattice = self.chart.lattice();
        let (bytes, made) = (
            AtomicU64::new(self.bytes),
            AtomicU64::new(self.memory.len() as u64),
        );
        let is_full = AtomicBool::new(false);
        let earlier = std::mem::take(&mut self.earlier);
        let earlier: HashMap<u64, &[u8]> = earlier
            .into_iter()
            .filter(|(node, _)| !self.memory.has(*node))
            .collect();
        bytes.fetch_add(
            earlier.values().map(|record| record.len() as u64).sum(),
            Ordering::Relaxed,
        );
        made.fetch_add(earlier.len() as u64, Ordering::Relaxed);
        let stop = || self.is_stopped() || is_full.load(Ordering::Relaxed);
        let mut start = 0;
        while start < lattice.nodes() && !stop() {
            let end = lattice.nodes().min(start + SWEPT);
            let nodes = (start..end).filter(|n| !self.memory.has(*n) && !earlier.contains_key(n));
            let nodes = nodes.map(|n| lattice.levels(n)).collect();
            self.annotator
                .annotate_all(nodes, &stop, &|levels, annotation| {
                    let record = self.chart.record(levels, &annotation);
                    let before = bytes.fetch_add(record.len() as u64, Ordering::Relaxed);
                    if self
                        .budget
                        .bytes
                        .is_some_and(|most| before + record.len() as u64 > most)
                    {
                        is_full.store(true, Ordering::Relaxed);
                        bytes.fetch_sub(record.len() as u64, Ordering::Relaxed);
                        return;
                    }
                    made.fetch_add(1, Ordering::Relaxed);
                    (self.take)(lattice.index(levels), &record);
                });
            start = end;
        }
        self.bytes = bytes.into_inner();
        made.into_inner()
    }

    /// The nodes to begin with.
    fn seed(&mut self) {
        let lattice = self.chart.lattice();
        let most = usize::try_from(self.budget.nodes.unwrap_or(u64::MAX) / SEEDS)
            .unwrap_or(usize::MAX)
            .max(2);
        let singles: Vec<u64> = singles(lattice)
            .into_iter()
            .map(|s| single_node(lattice, s))
            .collect();
        let mut first = vec![lattice.nodes() - 1, 0];
        first.extend(spaced(&singles, most.saturating_sub(2)));
        self.annotate_new(first);
        if singles.iter().any(|&single| !self.memory.has(single)) {
            // Too few records for a ranking.
            return;
        }
        let chains: Vec<u64> = chains(self.chart, |single| {
            let node = single.map_or(0, |single| single_node(lattice, single));
            self.memory.classes(node)
        })
        .iter()
        .map(|levels| lattice.index(levels))
        .collect();
        self.annotate_new(spaced(&chains, most.saturating_sub(self.memory.len())));
    }

    fn annotate_new(&mut self, mut nodes: Vec<u64>) {
        let mut taken = HashSet::new();
        nodes.retain(|&node| !self.memory.has(node) && taken.insert(node));
        for batch in nodes.chunks(BATCH) {
            if self.is_over() {
                return;
            }
            self.annotate(batch);
        }
    }

    /// The most promising nodes of all goals.
    fn next_batch(&mut self) -> Vec<u64> {
        let (mut batch, mut taken) = (Vec::new(), HashSet::new());
        for node in self.goals.draw(&self.memory, &mut self.random, BOXES) {
            if !self.memory.has(node) && taken.insert(node) {
                batch.push(node);
            }
        }
        // Each kind of goals has its share, and takes over what others leave.
        for (kind, share) in [(0, 5), (1, 7), (2, 8), (0, 8), (1, 8)] {
            self.goals.propose(
                kind,
                &self.memory,
                &mut batch,
                &mut taken,
                BATCH * share / 8,
            );
        }
        if batch.is_empty() {
            self.wander(&mut batch);
        }
        batch.truncate(BATCH);
        batch
    }

    /// Where no goal has a proposal: nodes a few random steps away from good ones, or else the
    /// first that have no record.
    fn wander(&mut self, batch: &mut Vec<u64>) {
        let lattice = self.chart.lattice();
        let leaders: Vec<usize> = lattice.leaders().collect();
        let mut taken = HashSet::new();
        for _ in 0..BATCH * 4 {
            let goal = self.random.below(self.goals.open.len() as u64) as usize;
            let Some(best) = self.goals.open[goal].best() else {
                continue;
            };
            let mut levels = lattice.levels(best);
            for _ in 0..2 + self.random.below(3) {
                let a = self.random.pick(&leaders);
                let room = u64::from(lattice.top()[a] - lattice.bottom()[a]) + 1;
                levels[a] = lattice.bottom()[a] + self.random.below(room) as u8;
            }
            let node = lattice.index(&levels);
            if !self.memory.has(node) && taken.insert(node) {
                batch.push(node);
            }
        }
        let left = BATCH.saturating_sub(batch.len());
        batch.extend(
            (0..lattice.nodes())
                .filter(|&n| !self.memory.has(n) && !taken.contains(&n))
                .take(left),
        );
    }

    /// Annotates nodes on all threads and learns from them in their order.
    fn annotate(&mut self, nodes: &[u64]) {
        if nodes.iter().any(|node| !self.earlier.contains_key(node)) {
            self.pace
                .get_or_insert((Instant::now(), self.memory.len() as u64));
        }
        let nodes = &nodes[..nodes
            .len()
            .min(usize::try_from(self.room()).unwrap_or(usize::MAX))];
        let (chart, memory) = (self.chart, &self.memory);
        let make = |&node: &u64| {
            let levels = chart.lattice().levels(node);
            if let Some(record) = self.earlier.get(&node) {
                return Some((node, record.to_vec(), memory.summary(&levels, record)));
            }
            if self.is_stopped() {
                return None;
            }
            let record = chart.record(&levels, &self.annotator.annotate(&levels));
            let summary = memory.summary(&levels, &record);
            Some((node, record, summary))
        };
        let made: Vec<_> = nodes.par_iter().with_max_len(1).map(make).collect();
        for (node, record, summary) in made.into_iter().flatten() {
            if self
                .budget
                .bytes
                .is_some_and(|most| self.bytes + record.len() as u64 > most)
            {
                self.is_full = true;
                return;
            }
            if self.earlier.remove(&node).is_none() {
                (self.take)(node, &record);
            }
            self.learn(node, summary, record.len());
        }
    }

    fn learn(&mut self, node: u64, summary: Summary, bytes: usize) {
        let levels = self.chart.lattice().levels(node);
        if self.memory.add(node, &levels, summary) {
            self.bytes += bytes as u64;
            self.goals.offer(&self.memory, self.memory.len() - 1);
        }
    }
}

/// At most so many of a list, evenly spaced.
fn spaced(list: &[u64], most: usize) -> Vec<u64> {
    let most = most.min(list.len());
    (0..most).map(|i| list[i * list.len() / most]).collect()
}
