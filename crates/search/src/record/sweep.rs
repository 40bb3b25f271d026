//! Whole tables, node by node.
//!
//! Where crowds are classes, forming the classes of a node once tells the crowds of all records
//! there. Sensitivity and utility are sums over attributes, so they are looked up for groups of
//! attributes of which there are few distinct tuples. Each record keeps the best node it has seen.

use super::crowds::{among, count, value, values};
use super::form::{EQUAL, Form, compare};
use super::solutions::RecordSolutions;
use super::task::{RecordTask, finest};
use crate::{Limits, SearchWatch};
use equipoise_data::{Error, Levels, Random, Result};
use equipoise_measure::disclosure::{
    AttributeTuples, CrowdScratch, Crowds, Phi, Record, RiskModel,
};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Mutex;
use std::time::Instant;

/// Lattices with more nodes are not gone through as a whole.
const MOST_NODES: u128 = 1 << 22;

/// Nodes times records; more are not gone through as a whole.
const MOST_WORK: u128 = 1 << 36;

/// Sums are worked out for so many distinct tuples of a group of attributes.
const MOST_TUPLES: usize = 1 << 14;

/// Whether all nodes can be gone through.
pub(super) fn fits(task: &RecordTask<'_>) -> bool {
    let nodes = task.levels.iter().fold(1u128, |n, (low, high)| {
        n.saturating_mul((high - low + 1) as u128)
    });
    // Records that weigh by themselves have no sums to look up.
    let most = if task.records.factors.is_some() {
        MOST_WORK / 32
    } else {
        MOST_WORK
    };
    nodes <= MOST_NODES && nodes.saturating_mul(task.records.len() as u128) <= most
}

/// What a record has found so far.
#[derive(Clone, Copy)]
struct Held {
    risk: f64,
    utility: f64,
    node: u32,
    crowd: u32,
}

const NONE: u32 = u32::MAX;

/// Goes through all nodes, or those of a pool, and keeps the best for each record.
///
/// # Errors
/// Records for which no node keeps to the threshold, or a stop.
pub(super) fn run(
    task: &RecordTask<'_>,
    crowds: &[Crowds],
    pool: Option<&[Levels]>,
    limits: &Limits,
    watch: &dyn SearchWatch,
) -> Result<RecordSolutions> {
    let sums = Sums::new(task);
    let mut all = match pool {
        Some(pool) => pool.iter().map(|levels| clamped(task, levels)).collect(),
        None => all_nodes(task),
    };
    // In lexicographic order, of equally good nodes the first is kept.
    all.sort_unstable();
    let thresholds: Vec<Form> = (0..task.records.len())
        .into_par_iter()
        .map(|record| task.form_of(record))
        .collect();
    let (last, is_limited) = (all.len() - 1, limits.deadline.is_some());
    let is_wanted = |at: usize, levels: &Levels| {
        pool.is_some()
            || is_limited && (at == 0 || at == last)
            || sums.is_candidate(levels, &thresholds)
    };
    let nodes: Vec<Levels> = all
        .into_iter()
        .enumerate()
        .filter(|(at, levels)| is_wanted(*at, levels))
        .map(|n| n.1)
        .collect();
    let order = if is_limited {
        ends_first(nodes.len())
    } else {
        (0..nodes.len() as u32).collect()
    };
    let mut held = vec![
        Held {
            risk: 0.0,
            utility: 0.0,
            node: NONE,
            crowd: 0
        };
        task.records.len()
    ];
    let scratches: Vec<Mutex<CrowdScratch>> = (0..rayon::current_num_threads() + 1)
        .map(|_| Mutex::default())
        .collect();
    let (batch, mut late) = (rayon::current_num_threads() * 4, false);
    for (b, nodes_of) in order.chunks(batch).enumerate() {
        if watch.stopped() {
            return Err(Error::stopped());
        }
        if b > 0
            && limits
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
            && held.iter().all(|h| h.node != NONE)
        {
            late = true;
            break;
        }
        let counted: Vec<(Vec<Vec<u32>>, NodeSums)> = nodes_of
            .par_iter()
            .map(|&node| {
                let levels = &nodes[node as usize];
                let thread = rayon::current_thread_index().map_or(0, |i| i + 1);
                let mut scratch = scratches[thread]
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
                let mut found = Vec::new();
                count(task, crowds, levels, &mut scratch, &mut found);
                (found, sums.at(levels))
            })
            .collect();
        held.par_chunks_mut(CHUNK)
            .enumerate()
            .for_each(|(chunk, held)| {
                for (&node, (crowds, of_node)) in nodes_of.iter().zip(&counted) {
                    update(
                        task,
                        &sums,
                        of_node,
                        crowds,
                        &thresholds,
                        held,
                        chunk * CHUNK,
                        node,
                    );
                }
            });
        let done = ((b + 1) * batch).min(nodes.len()) as u64;
        watch.progress(done, done, nodes.len() as u64, None);
    }
    let without: Vec<usize> = (0..held.len())
        .filter(|&record| held[record].node == NONE)
        .collect();
    if !without.is_empty() {
        let nearest = nearest(
            task,
            crowds,
            pool.map(|_| &nodes[..]),
            &thresholds,
            &without,
        );
        return Err(task.infeasible(without.into_iter().zip(nearest).collect()));
    }
    Ok(answer(task, &nodes, held, pool.is_none() && !late, late))
}

/// An order in which time may end the sweep: the finest and the coarsest node, one of which every
/// record can have, and then nodes from everywhere.
fn ends_first(nodes: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..nodes as u32).collect();
    if nodes > 1 {
        order.swap(1, nodes - 1);
    }
    let mut random = Random::new(nodes as u64);
    for at in (3..nodes).rev() {
        order.swap(at, 2 + random.place(at - 1));
    }
    order
}

/// Records that are updated together.
const CHUNK: usize = 1 << 12;

#[expect(
    clippy::too_many_arguments,
    reason = "the inner loop borrows from everywhere"
)]
fn update(
    task: &RecordTask<'_>,
    sums: &Sums<'_>,
    of_node: &NodeSums,
    crowds: &[Vec<u32>],
    thresholds: &[Form],
    held: &mut [Held],
    first: usize,
    node: u32,
) {
    let simple = task.risks.model == RiskModel::Expected
        && crowds.len() == 1
        && matches!(task.threshold.form, Form::LeastRisk { .. });
    for (i, held) in held.iter_mut().enumerate() {
        let record = first + i;
        let form = &thresholds[record];
        let utility = of_node
            .utility
            .unwrap_or_else(|| sums.utility(of_node, record));
        if !form.is_enough(utility) {
            continue;
        }
        let weight = sums.weight(of_node, record);
        let risk = if simple {
            task.risks.phi.of(weight) / f64::from(crowds[0][record].max(1))
        } else {
            let crowd = |(c, d): (
                &Vec<u32>,
                &equipoise_measure::disclosure::AdversaryDictionary,
            )| { (u64::from(c[record]), d.units()) };
            task.risks
                .of(weight, crowds.iter().zip(task.dictionaries).map(crowd))
        };
        // Most nodes are clearly worse than what is held.
        if simple && held.node != NONE && risk > held.risk * (1.0 + EQUAL) {
            continue;
        }
        let is_better = held.node == NONE
            || match form.compare_values((risk, utility), (held.risk, held.utility)) {
                Ordering::Less => true,
                Ordering::Equal => node < held.node,
                Ordering::Greater => false,
            };
        if is_better && is_bearable(task, form, record, of_node, crowds, risk) {
            let crowd = crowds.iter().map(|c| c[record]).min().unwrap_or(0);
            *held = Held {
                risk,
                utility,
                node,
                crowd,
            };
        }
    }
}

/// Whether a risk is small enough. Sums by groups round differently, so at the cap the sum is
/// worked out as everywhere.
fn is_bearable(
    task: &RecordTask<'_>,
    form: &Form,
    record: usize,
    of_node: &NodeSums,
    crowds: &[Vec<u32>],
    risk: f64,
) -> bool {
    match form {
        Form::MostUtility { max_risk } if compare(risk, *max_risk) == Ordering::Equal => {
            let steps = task.steps(record, &of_node.levels);
            form.is_bearable(
                value(
                    task,
                    &(record as u32, steps),
                    &among(task, crowds, record as u32),
                )
                .0,
            )
        }
        _ => form.is_bearable(risk),
    }
}

fn answer(
    task: &RecordTask<'_>,
    nodes: &[Levels],
    held: Vec<Held>,
    proved: bool,
    out_of_time: bool,
) -> RecordSolutions {
    let mut answer = RecordSolutions {
        proved,
        out_of_time,
        visited: nodes.len() as u64 * held.len() as u64,
        ..RecordSolutions::empty(task.attributes.len())
    };
    for (record, held) in held.iter().enumerate() {
        let steps = task.steps(record, &nodes[held.node as usize]);
        let leaves = task.records.leaves_of(record);
        let land = Record::unknown(
            task.attributes,
            &leaves,
            task.records.factors_of(record),
            task.risks,
        );
        // Sums by groups round differently; what is told is summed as everywhere.
        let exact = match task.dictionaries {
            [one] => land.risk_among(
                &steps,
                std::iter::once((u64::from(held.crowd), one.units())),
            ),
            _ => held.risk,
        };
        answer.risk.push(exact);
        answer.utility.push(land.utility(&steps));
        answer.crowd.push(u64::from(held.crowd));
        answer.nodes.extend(steps);
    }
    answer
}

/// What is nearest to the threshold for each of some records: among the nodes of a pool, or among
/// all.
fn nearest(
    task: &RecordTask<'_>,
    crowds: &[Crowds],
    pool: Option<&[Levels]>,
    thresholds: &[Form],
    records: &[usize],
) -> Vec<Option<f64>> {
    let top: Levels = task.levels.iter().map(|l| l.1 as u8).collect();
    let mut nearest = vec![None; records.len()];
    for levels in pool.unwrap_or(std::slice::from_ref(&top)) {
        let pairs: Vec<(u32, Vec<u8>)> = records
            .iter()
            .map(|&record| (record as u32, task.steps(record, levels)))
            .collect();
        for ((nearest, &record), (risk, utility, _)) in nearest
            .iter_mut()
            .zip(records)
            .zip(values(task, crowds, levels, &pairs))
        {
            *nearest = match thresholds[record] {
                _ if risk == f64::INFINITY => *nearest,
                Form::MostUtility { .. } => Some(nearest.map_or(risk, |held: f64| held.min(risk))),
                // Of all nodes the finest is worth most.
                _ if pool.is_none() => {
                    Some(value(task, &(record as u32, finest(task, record)), &[]).1)
                }
                _ => Some(nearest.map_or(utility, |held| held.max(utility))),
            };
        }
    }
    nearest
}

/// Levels within the bounds of the columns.
fn clamped(task: &RecordTask<'_>, levels: &[u8]) -> Levels {
    levels
        .iter()
        .zip(task.levels)
        .map(|(&level, &(low, high))| level.clamp(low as u8, high as u8))
        .collect()
}

/// All nodes between the bounds of the columns.
fn all_nodes(task: &RecordTask<'_>) -> Vec<Levels> {
    let heights: Vec<u8> = task
        .levels
        .iter()
        .map(|&(low, high)| (high - low) as u8)
        .collect();
    let mut all = Vec::new();
    super::nodes::for_each(&heights, |node| {
        all.push(
            node.iter()
                .zip(task.levels)
                .map(|(&n, &(low, _))| n + low as u8)
                .collect(),
        )
    });
    all
}

/// Weights and utilities, summed for groups of attributes.
struct Sums<'a> {
    task: &'a RecordTask<'a>,
    groups: Vec<AttributeTuples>,
    /// `[attribute][level]`: the least and the largest utility of its leaves that occur.
    range: Vec<Vec<(f64, f64)>>,
    /// Whether every step up lowers the risk by more than rounding does.
    is_strict: bool,
}

/// The sums of a node.
struct NodeSums {
    /// Where it is the same for all records.
    utility: Option<f64>,
    /// Per group and tuple weight and utility.
    of_group: Vec<Vec<(f64, f64)>>,
    levels: Levels,
}

impl<'a> Sums<'a> {
    fn new(task: &'a RecordTask<'a>) -> Self {
        let attributes: Vec<usize> = (0..task.attributes.len()).collect();
        let groups = match &task.records.factors {
            // Each record weighs by itself.
            Some(_) => Vec::new(),
            None => AttributeTuples::group(&attributes, task.records.len(), MOST_TUPLES, |a| {
                &task.records.leaves[a]
            }),
        };
        let range = attributes.iter().map(|&a| range(task, a)).collect();
        Sums {
            task,
            groups,
            range,
            is_strict: is_strict(task),
        }
    }

    /// Whether a node can be the best of some record: not worth too little for all, and, where each
    /// step up lowers the risk, not such that a step up is worth enough for all.
    fn is_candidate(&self, levels: &[u8], thresholds: &[Form]) -> bool {
        let needs = thresholds.iter().filter_map(|form| match form {
            Form::LeastRisk { min_utility } => Some(*min_utility),
            _ => None,
        });
        let (least, most) = needs.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), c| {
            (a.min(c), b.max(c))
        });
        if least > most {
            return true;
        }
        let slack = |c: f64| c.abs() * 1e-9;
        let sum = |levels: &[u8], of: &dyn Fn((f64, f64)) -> f64| {
            levels
                .iter()
                .enumerate()
                .map(|(a, &level)| of(self.range[a][usize::from(level)]))
                .sum::<f64>()
        };
        if sum(levels, &|r| r.1) < least - slack(least) {
            return false;
        }
        let mut above = levels.to_vec();
        let is_worse = (0..levels.len()).any(|a| {
            if usize::from(levels[a]) >= self.task.levels[a].1 {
                return false;
            }
            above[a] += 1;
            let enough = sum(&above, &|r| r.0) >= most + slack(most);
            let exactly = sum(&above, &|r| r.0) == most;
            above[a] -= 1;
            enough || exactly
        });
        !(self.is_strict && is_worse)
    }

    fn at(&self, levels: &[u8]) -> NodeSums {
        let (low, high) = levels
            .iter()
            .enumerate()
            .map(|(a, &l)| self.range[a][usize::from(l)])
            .fold((0.0, 0.0), |s, r| (s.0 + r.0, s.1 + r.1));
        let of_group = |tuples: &AttributeTuples| {
            let steps: Vec<Vec<(f64, f64)>> = tuples
                .attributes
                .iter()
                .map(|&a| self.of_leaf(a, levels[a]))
                .collect();
            let one = |leaves: &[u32]| {
                leaves
                    .iter()
                    .zip(&steps)
                    .fold((0.0, 0.0), |(w, u), (&leaf, of)| {
                        (w + of[leaf as usize].0, u + of[leaf as usize].1)
                    })
            };
            tuples.iter().map(one).collect()
        };
        NodeSums {
            utility: (low == high).then_some(low),
            of_group: self.groups.iter().map(of_group).collect(),
            levels: levels.to_vec(),
        }
    }

    /// Weight and utility of every leaf at a level.
    fn of_leaf(&self, attribute: usize, level: u8) -> Vec<(f64, f64)> {
        let of = &self.task.attributes[attribute];
        let one = |leaf: u32| {
            let step = of
                .chains
                .of(leaf)
                .partition_point(|step| step.level <= level)
                - 1;
            (of.weights(leaf)[step], of.utilities(leaf)[step])
        };
        (0..of.chains.leaves() as u32).map(one).collect()
    }

    fn utility(&self, node: &NodeSums, record: usize) -> f64 {
        if self.groups.is_empty() {
            let leaves = self.task.records.leaves_of(record);
            return Record::unknown(self.task.attributes, &leaves, None, self.task.risks)
                .utility(&self.task.steps(record, &node.levels));
        }
        self.groups
            .iter()
            .zip(&node.of_group)
            .map(|(g, of)| of[g.of_item[record] as usize].1)
            .sum()
    }

    fn weight(&self, node: &NodeSums, record: usize) -> f64 {
        if self.groups.is_empty() {
            let leaves = self.task.records.leaves_of(record);
            let land = Record::unknown(
                self.task.attributes,
                &leaves,
                self.task.records.factors_of(record),
                self.task.risks,
            );
            return land.weight(&self.task.steps(record, &node.levels));
        }
        self.groups
            .iter()
            .zip(&node.of_group)
            .map(|(g, of)| of[g.of_item[record] as usize].0)
            .sum()
    }
}

/// Per level the least and the largest utility of the leaves that occur.
fn range(task: &RecordTask<'_>, attribute: usize) -> Vec<(f64, f64)> {
    let of = &task.attributes[attribute];
    let mut occurs = vec![false; of.chains.leaves()];
    task.records.leaves[attribute]
        .iter()
        .for_each(|&leaf| occurs[leaf as usize] = true);
    let (low, high) = task.levels[attribute];
    let mut range = vec![(0.0, 0.0); high + 1];
    for (level, range) in range.iter_mut().enumerate().skip(low) {
        let utility = |leaf: u32| {
            of.utilities(leaf)[of
                .chains
                .of(leaf)
                .partition_point(|step| usize::from(step.level) <= level)
                - 1]
        };
        let all = (0..occurs.len() as u32)
            .filter(|&leaf| occurs[leaf as usize])
            .map(utility);
        *range = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), u| {
            (a.min(u), b.max(u))
        });
    }
    range
}

/// Whether every step up lowers the sensitivity, and with it the risk, by much more than rounding
/// does.
fn is_strict(task: &RecordTask<'_>) -> bool {
    if task.risks.model != RiskModel::Expected || task.records.factors.is_some() {
        return false;
    }
    let heaviest = |a: usize| {
        task.attributes[a]
            .weights_of_all()
            .iter()
            .copied()
            .fold(0.0, f64::max)
    };
    let most: f64 = (0..task.attributes.len()).map(heaviest).sum();
    let scale = match task.risks.phi {
        Phi::Additive { base } => base + most,
        // The relative change of e to a sum is the change of the sum.
        Phi::Multiplicative => 1.0,
    };
    let falls = |a: usize| {
        let of = &task.attributes[a];
        (0..of.chains.leaves() as u32).all(|leaf| {
            of.weights(leaf)
                .windows(2)
                .all(|pair| pair[0] - pair[1] > scale * 1e-9)
        })
    };
    scale.is_finite() && (0..task.attributes.len()).all(falls)
}
