//! Whole tables, record by record.

use super::form::Form;
use super::{Exhaustive, Infeasible, MinRisk, Optimizer, RatedNode, Solved, greedy};
use super::{nodes, sweep};
use crate::{Limits, SearchWatch};
use equipoise_data::{Encoded, Error, Fate, Hierarchy, Levels, Ranked, Result, distinct_rows};
use equipoise_measure::disclosure::{
    AdversaryDictionary, Attribute, Chains, CrowdScratch, Crowds, Record, Risks, Scratch,
};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The distinct records of a table: rows that are alike in all quasi-identifiers and in what their
/// persons' data weigh.
#[derive(Clone, Debug)]
pub struct Records {
    /// `[attribute][record]`: the leaf.
    pub leaves: Vec<Vec<u32>>,
    /// Per record its rows.
    pub rows: Vec<u64>,
    /// What weights are multiplied by: for each record, attribute by attribute.
    pub factors: Option<Vec<f64>>,
    /// Per row its record.
    pub of_row: Vec<u32>,
}

impl Records {
    /// `factors` has, for each row, what the weights of its attributes are multiplied by.
    ///
    /// # Errors
    /// Rows wider than 4,096 bits when packed.
    pub fn new(encoded: &Encoded<'_>, factors: Option<&[f64]>) -> Result<Self> {
        let width = encoded.quasi.len();
        let mut kinds: HashMap<Vec<u64>, u32> = HashMap::new();
        let of_row: Option<Vec<u32>> = factors.map(|factors| {
            let kind = |of: &[f64]| {
                let next = kinds.len() as u32;
                *kinds
                    .entry(of.iter().map(|f| f.to_bits()).collect())
                    .or_insert(next)
            };
            factors.chunks_exact(width.max(1)).map(kind).collect()
        });
        let ranked = |codes, rank_of: Vec<u32>| Ranked {
            codes,
            ranks: rank_of.iter().max().map_or(1, |&rank| rank as usize + 1),
            rank_of,
            marked_rank: None,
        };
        let quasi = encoded
            .quasi
            .iter()
            .map(|q| ranked(q.codes, q.hierarchy.leaf_of.clone()));
        let all: Vec<u32> = (0..kinds.len().max(1) as u32).collect();
        let columns: Vec<Ranked<'_>> = quasi
            .chain(of_row.as_deref().map(|kinds| ranked(kinds, all)))
            .collect();
        let distinct = distinct_rows(&columns, encoded.rows, |_| Fate::Kept)?;
        let column = |at: usize| {
            distinct
                .tuples
                .iter()
                .skip(at)
                .step_by(columns.len().max(1))
                .copied()
                .collect::<Vec<u32>>()
        };
        let mut of_kind = vec![Vec::new(); kinds.len()];
        kinds.into_iter().for_each(|(bits, kind)| {
            of_kind[kind as usize] = bits.into_iter().map(f64::from_bits).collect::<Vec<f64>>()
        });
        let factors = factors.map(|_| {
            column(width)
                .into_iter()
                .flat_map(|kind| of_kind[kind as usize].iter().copied())
                .collect()
        });
        Ok(Records {
            leaves: (0..width).map(column).collect(),
            rows: distinct.counts.clone(),
            factors,
            of_row: distinct.of_row,
        })
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Some of the records, as a table of their own without rows.
    #[must_use]
    pub fn subset(&self, records: &[usize]) -> Self {
        let factors = self.factors.as_ref().map(|_| {
            records
                .iter()
                .flat_map(|&r| self.factors_of(r).unwrap_or_default())
                .copied()
                .collect()
        });
        Records {
            leaves: self
                .leaves
                .iter()
                .map(|column| records.iter().map(|&r| column[r]).collect())
                .collect(),
            rows: records.iter().map(|&r| self.rows[r]).collect(),
            factors,
            of_row: Vec::new(),
        }
    }

    /// The leaves of a record.
    pub fn leaves_of(&self, record: usize) -> Vec<u32> {
        self.leaves.iter().map(|column| column[record]).collect()
    }

    /// What the weights of a record are multiplied by.
    pub fn factors_of(&self, record: usize) -> Option<&[f64]> {
        self.factors
            .as_ref()
            .map(|all| &all[record * self.leaves.len()..][..self.leaves.len()])
    }
}

/// What is asked of each record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The form.
    pub form: Form,
    /// True where the required utility is a share of what the raw record is worth.
    pub is_share: bool,
}

impl Threshold {
    /// The form for a record that is worth so much when raw.
    pub fn of(&self, most_utility: f64) -> Form {
        match self.form {
            Form::LeastRisk { min_utility } if self.is_share => Form::LeastRisk {
                min_utility: min_utility * most_utility,
            },
            form => form,
        }
    }
}

/// A table whose records are to be disclosed.
#[derive(Clone, Copy, Debug)]
pub struct RecordTask<'a> {
    /// The quasi-identifiers.
    pub attributes: &'a [Attribute],
    /// Their hierarchies.
    pub hierarchies: &'a [&'a Hierarchy],
    /// Per attribute the lowest and the highest level.
    pub levels: &'a [(usize, usize)],
    /// The records.
    pub records: &'a Records,
    /// Whom attackers know.
    pub dictionaries: &'a [AdversaryDictionary],
    /// What a risk is.
    pub risks: &'a Risks,
    /// What is asked.
    pub threshold: Threshold,
}

/// How a table is solved.
pub enum RecordMethod<'a> {
    /// Each record by itself.
    Each(&'a dyn Optimizer),
    /// The best of all nodes for every record, going through the nodes where that is possible.
    All,
    /// The best of these nodes, given by their levels, for every record.
    Pool(&'a [Levels]),
}

/// What was found for each record of a table.
#[derive(Clone, Debug)]
pub struct RecordSolutions {
    /// Steps of all records, one record after the other.
    pub nodes: Vec<u8>,
    /// Number of attributes.
    pub attributes: usize,
    /// Per record its risk.
    pub risk: Vec<f64>,
    /// Per record its utility.
    pub utility: Vec<f64>,
    /// Per record |rho|, the least over all dictionaries.
    pub crowd: Vec<u64>,
    /// Nodes looked at, over all records.
    pub visited: u64,
    /// Whether no record has a better node.
    pub proved: bool,
    /// Whether time was over before all records were solved; the others have a quick answer.
    pub out_of_time: bool,
}

impl RecordSolutions {
    /// The node of a record.
    pub fn node(&self, record: usize) -> &[u8] {
        &self.nodes[record * self.attributes..][..self.attributes]
    }

    /// The mean risk and the mean utility of rows.
    pub fn means(&self, records: &Records) -> (f64, f64) {
        let rows: f64 = records.rows.iter().map(|&r| r as f64).sum();
        let mean = |values: &[f64]| {
            values
                .iter()
                .zip(&records.rows)
                .map(|(v, &r)| v * r as f64)
                .sum::<f64>()
                / rows.max(1.0)
        };
        (mean(&self.risk), mean(&self.utility))
    }
}

/// Nodes that records which are late can choose from.
const MOST_QUICK: usize = 30;

/// One record's share of an answer.
struct One {
    solved: Solved,
    crowd: u64,
}

/// Crowds of all nodes of a record are worked out beforehand where there are no more than this.
const MOST_TABULATED: usize = 1 << 20;

impl RecordTask<'_> {
    /// Solves all records.
    ///
    /// Records that are alike are solved once. All cores are used; the answer does not depend on
    /// their number, unless time ends it.
    ///
    /// # Errors
    /// An optimizer that does not admit the form or the risk, records that cannot keep to the
    /// threshold, a stop.
    ///
    /// # Cost
    /// By records: O(records x (entries of dictionaries + what the optimizer looks at)). By nodes:
    /// O(nodes x records), see `sweep.rs`.
    pub fn solve(
        &self,
        method: &RecordMethod<'_>,
        limits: &Limits,
        seed: u64,
        watch: &dyn SearchWatch,
    ) -> Result<RecordSolutions> {
        let (form, monotone) = (&self.threshold.form, self.risks.is_monotone());
        self.check_form()?;
        match method {
            RecordMethod::Each(optimizer) => {
                optimizer.admits(form, monotone).map_err(Error::usage)?;
                self.each(&|_| None, *optimizer, limits, seed, watch)
            }
            RecordMethod::All => match sweep::crowds(self) {
                Some(crowds) if sweep::fits(self) => sweep::run(self, &crowds, None, limits, watch),
                _ => self.each(&|_| None, &Exhaustive, limits, seed, watch),
            },
            RecordMethod::Pool(pool) => match sweep::crowds(self) {
                Some(crowds) => sweep::run(self, &crowds, Some(pool), limits, watch),
                None => {
                    let rules = |record: usize| {
                        Some(
                            pool.iter()
                                .map(|levels| self.steps(record, levels))
                                .collect(),
                        )
                    };
                    self.each(&rules, &MinRisk { nodes: Vec::new() }, limits, seed, watch)
                }
            },
        }
    }

    /// What does not depend on the optimizer.
    fn check_form(&self) -> Result<()> {
        use equipoise_measure::disclosure::{Phi, RiskModel};
        if !matches!(self.threshold.form, Form::Aggregate { .. }) {
            return Ok(());
        }
        let additive = match self.risks.phi {
            Phi::Additive { base } => Some(base),
            Phi::Multiplicative => None,
        };
        let why = match (additive, self.risks.model) {
            (_, model) if model != RiskModel::Expected => {
                "it is made of sensitivity over |rho|, so the risk must be `expected`"
            }
            (None, _) => {
                "it needs a sensitivity that is a sum, so `sensitivity` must be `additive`"
            }
            (Some(base), _) if base <= 0.0 => {
                return Err(Error::usage(
                    "the form `aggregate` needs a sensitivity above 0 everywhere: with 0 at the top, hiding everything has no risk and always wins",
                )
                .hint("set `base-sensitivity` in `[record]` to a number above 0, such as 0.1"));
            }
            _ if self.dictionaries.len() > 1 => "it is defined for one dictionary",
            _ => return Ok(()),
        };
        Err(Error::usage(format!(
            "the form `aggregate` cannot be solved here: {why}"
        )))
    }

    /// Whether all nodes can be gone through, with the crowds of all records at each.
    pub fn goes_by_nodes(&self) -> bool {
        sweep::fits(self) && sweep::crowds(self).is_some()
    }

    /// The steps of a record at levels.
    pub fn steps(&self, record: usize, levels: &[u8]) -> Vec<u8> {
        let step = |(a, attribute): (usize, &Attribute)| {
            let chain = attribute.chains.of(self.records.leaves[a][record]);
            (chain.partition_point(|step| step.level <= levels[a]) - 1) as u8
        };
        self.attributes.iter().enumerate().map(step).collect()
    }

    /// The levels of a record at steps.
    pub fn levels(&self, record: usize, node: &[u8]) -> Vec<u8> {
        let level = |(a, attribute): (usize, &Attribute)| {
            attribute.chains.of(self.records.leaves[a][record])[usize::from(node[a])].level
        };
        self.attributes.iter().enumerate().map(level).collect()
    }

    /// The form for a record.
    pub fn form_of(&self, record: usize) -> Form {
        self.threshold.of(self.most_utility(record))
    }

    /// What a record is worth when raw.
    fn most_utility(&self, record: usize) -> f64 {
        self.attributes
            .iter()
            .zip(&self.records.leaves)
            .map(|(a, leaves)| a.utilities(leaves[record])[0])
            .sum()
    }

    /// Solves records one by one; `rules` may restrict the nodes of each.
    fn each(
        &self,
        rules: &(dyn Fn(usize) -> Option<Vec<Vec<u8>>> + Sync),
        optimizer: &dyn Optimizer,
        limits: &Limits,
        seed: u64,
        watch: &dyn SearchWatch,
    ) -> Result<RecordSolutions> {
        self.check_nodes(optimizer)?;
        let records = self.records.len();
        let done = AtomicU64::new(0);
        // None for records that are late.
        let solve = |scratch: &mut Scratch, record: usize| -> Result<Option<One>, Infeasible> {
            let form = self.form_of(record);
            let given = rules(record);
            let is_late = given.is_none()
                && limits
                    .deadline
                    .is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || watch.stopped() {
                return Ok(None);
            }
            let worth = match form {
                Form::LeastRisk { min_utility } if !optimizer.looks_below() && given.is_none() => {
                    Some(min_utility)
                }
                _ => None,
            };
            let mut land = self.record(record, worth, scratch);
            let solved = match given {
                Some(nodes) => MinRisk { nodes }.solve(&land, &form, 0),
                None => {
                    if optimizer.most_nodes() < u128::MAX {
                        land.tabulate(MOST_TABULATED);
                    }
                    optimizer.solve(
                        &land,
                        &form,
                        seed ^ (record as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                    )
                }
            };
            let now = done.fetch_add(1, Ordering::Relaxed) + 1;
            if now.is_multiple_of(64) || now == records as u64 {
                watch.progress(now, now, records as u64, None);
            }
            // People who fit only nodes of less worth are not missed: the node is worth enough.
            solved.map(|solved| {
                Some(One {
                    crowd: land.crowds(&solved.point.node).min().unwrap_or(0),
                    solved,
                })
            })
        };
        let found: Vec<Result<Option<One>, Infeasible>> = (0..records)
            .into_par_iter()
            .map_init(Scratch::default, solve)
            .collect();
        if watch.stopped() {
            return Err(Error::stopped());
        }
        let late: Vec<usize> = (0..records)
            .filter(|&record| matches!(found[record], Ok(None)))
            .collect();
        let mut quick = match late.is_empty() {
            true => Vec::new(),
            false => self.quick(&found, &late, watch)?,
        }
        .into_iter();
        let found = found
            .into_iter()
            .map(|one| one.transpose().or_else(|| quick.next()))
            .collect::<Option<Vec<_>>>();
        self.gather(
            found.ok_or_else(|| Error::internal("a record was not solved"))?,
            !late.is_empty(),
        )
    }

    /// Quick answers for some records: the best of a few nodes that are good for others, where
    /// crowds are classes; else by single steps.
    fn quick(
        &self,
        found: &[Result<Option<One>, Infeasible>],
        records: &[usize],
        watch: &dyn SearchWatch,
    ) -> Result<Vec<Result<One, Infeasible>>> {
        let some = self.records.subset(records);
        let task = RecordTask {
            records: &some,
            ..*self
        };
        let is_free = self.records.factors.is_none()
            && self
                .attributes
                .iter()
                .all(|a| a.weights_of_all().iter().all(|w| w.is_finite()));
        // Where values must never be shown, no node is sure to be one that a record can have.
        if let Some(crowds) = sweep::crowds(&task).filter(|_| is_free) {
            let mut used: HashMap<Levels, u64> = HashMap::new();
            for (record, one) in found.iter().enumerate() {
                if let Ok(Some(one)) = one {
                    *used
                        .entry(self.levels(record, &one.solved.point.node))
                        .or_default() += self.records.rows[record];
                }
            }
            let mut used: Vec<(Levels, u64)> = used.into_iter().collect();
            used.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            let ends: [Levels; 2] = [
                self.levels.iter().map(|l| l.0 as u8).collect(),
                self.levels.iter().map(|l| l.1 as u8).collect(),
            ];
            let pool: Vec<Levels> = used
                .into_iter()
                .take(MOST_QUICK)
                .map(|u| u.0)
                .chain(ends)
                .collect();
            let answer = sweep::run(&task, &crowds, Some(&pool), &Limits::default(), watch)?;
            let one = |at: usize| {
                let point = RatedNode {
                    node: answer.node(at).to_vec(),
                    risk: answer.risk[at],
                    utility: answer.utility[at],
                };
                Ok(One {
                    solved: Solved {
                        point,
                        visited: 0,
                        proved: false,
                    },
                    crowd: answer.crowd[at],
                })
            };
            return Ok((0..records.len()).map(one).collect());
        }
        let one = |scratch: &mut Scratch, &record: &usize| {
            let (form, land) = (self.form_of(record), self.record(record, None, scratch));
            let point = greedy::start(&land, &form).ok_or_else(|| form.nearest(&land))?;
            let crowd = land.crowds(&point.node).min().unwrap_or(0);
            Ok(One {
                solved: Solved {
                    point,
                    visited: 0,
                    proved: false,
                },
                crowd,
            })
        };
        Ok(records.par_iter().map_init(Scratch::default, one).collect())
    }

    fn check_nodes(&self, optimizer: &dyn Optimizer) -> Result<()> {
        if self.attributes.len() > optimizer.most_attributes() {
            return Err(Error::limit(format!(
                "`{}` looks at all nodes around a node, too many for {} quasi-identifiers; at most {} are possible",
                optimizer.name(),
                self.attributes.len(),
                optimizer.most_attributes()
            ))
            .hint("set `neighbourhood = \"exchange\"` in `[record]`"));
        }
        let heights = |record: usize| -> Vec<u8> {
            let height = |(a, of): (usize, &Attribute)| {
                (of.chains.of(self.records.leaves[a][record]).len() - 1) as u8
            };
            self.attributes.iter().enumerate().map(height).collect()
        };
        match (0..self.records.len()).map(|record| nodes::count(&heights(record))).max() {
            Some(most) if most > optimizer.most_nodes() => Err(Error::limit(format!(
                "`{}` looks at every node of a record, and some have {most}; at most {} are possible",
                optimizer.name(),
                optimizer.most_nodes()
            ))
            .hint("use `branch-and-bound`, `aruba` or `genetic`, or bound the levels of some columns")),
            _ => Ok(()),
        }
    }

    /// A record with its crowds.
    fn record(&self, record: usize, at_least: Option<f64>, scratch: &mut Scratch) -> Record<'_> {
        let leaves = self.records.leaves_of(record);
        Record::new(
            self.attributes,
            &leaves,
            self.records.factors_of(record),
            self.risks,
            self.dictionaries,
            at_least,
            scratch,
        )
    }

    fn gather(
        &self,
        found: Vec<Result<One, Infeasible>>,
        out_of_time: bool,
    ) -> Result<RecordSolutions> {
        let infeasible: Vec<(usize, Option<f64>)> = found
            .iter()
            .enumerate()
            .filter_map(|(record, one)| Some((record, one.as_ref().err()?.nearest)))
            .collect();
        if !infeasible.is_empty() {
            return Err(self.infeasible(infeasible));
        }
        let mut answer = RecordSolutions::empty(self.attributes.len());
        answer.proved = true;
        answer.out_of_time = out_of_time;
        for one in found.into_iter().flatten() {
            answer.nodes.extend(&one.solved.point.node);
            answer.risk.push(one.solved.point.risk);
            answer.utility.push(one.solved.point.utility);
            answer.crowd.push(one.crowd);
            answer.visited += one.solved.visited;
            answer.proved &= one.solved.proved;
        }
        Ok(answer)
    }

    /// The error for records that cannot keep to the threshold, each with what is nearest to it,
    /// and the one that all can keep to.
    pub(super) fn infeasible(&self, nearest: Vec<(usize, Option<f64>)>) -> Error {
        let (some, all) = (nearest.len(), self.records.len());
        let never = nearest.iter().filter(|n| n.1.is_none()).count();
        let nearest: Vec<(usize, f64)> = nearest
            .into_iter()
            .filter_map(|(record, nearest)| Some((record, nearest?)))
            .collect();
        let records = if all == 1 { "record" } else { "records" };
        match self.threshold.form {
            _ if never > 0 => Error::usage(format!(
                "{never} of {all} distinct {records} cannot be shown at all: every node has values of infinite weight"
            ))
            .hint("raise `max-level` of the columns that must never be shown"),
            Form::LeastRisk { min_utility } if self.threshold.is_share => {
                let share = |(record, nearest): (usize, f64)| nearest / self.most_utility(record);
                let largest = nearest.into_iter().map(share).fold(f64::INFINITY, f64::min);
                // Rounded down, so that what is told can be asked for.
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep {} of their utility; the largest share that each of them can keep is {}",
                    percent(min_utility),
                    percent((largest * 1000.0 + 1e-9).floor() / 1000.0)
                ))
                .hint("lower `min-utility` in `[record]`")
            }
            Form::LeastRisk { min_utility } => {
                let largest = nearest.into_iter().map(|n| n.1).fold(f64::INFINITY, f64::min);
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep a utility of {min_utility}; the largest that each of them can keep is {largest}"
                ))
                .hint("lower `min-utility` in `[record]`; a share such as \"50%\" asks of each record a part of what it has")
            }
            Form::MostUtility { max_risk } => {
                let least = nearest.into_iter().map(|n| n.1).fold(0.0, f64::max);
                Error::usage(format!(
                    "{some} of {all} distinct {records} cannot keep a risk of at most {max_risk}; the least that all of them can keep is {least}"
                ))
                .hint("the hierarchies do not go up far enough, or the dictionary is too small, for this `max-risk`")
            }
            _ => Error::internal("records without a threshold keep to none"),
        }
    }
}

impl RecordSolutions {
    pub(super) fn empty(attributes: usize) -> Self {
        RecordSolutions {
            nodes: Vec::new(),
            attributes,
            risk: Vec::new(),
            utility: Vec::new(),
            crowd: Vec::new(),
            visited: 0,
            proved: false,
            out_of_time: false,
        }
    }
}

/// Risk, utility and least |rho| of records at nodes.
///
/// # Cost
/// By nodes where few different levels occur and crowds are classes, else by records: O(entries)
/// for each.
pub fn evaluate(task: &RecordTask<'_>, pairs: &[(u32, Vec<u8>)]) -> Vec<(f64, f64, u64)> {
    let by_levels = by_levels(task, pairs);
    let crowds = if by_levels.len() < pairs.len().div_ceil(2) {
        sweep::crowds(task)
    } else {
        None
    };
    evaluate_with(task, crowds.as_deref(), pairs, by_levels)
}

/// The pairs of records and nodes that have the same levels.
type ByLevels = Vec<(Vec<u8>, Vec<u32>)>;

pub(super) fn by_levels(task: &RecordTask<'_>, pairs: &[(u32, Vec<u8>)]) -> ByLevels {
    let mut by_levels: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
    for (pair, (record, node)) in pairs.iter().enumerate() {
        by_levels
            .entry(task.levels(*record as usize, node))
            .or_default()
            .push(pair as u32);
    }
    let mut groups: ByLevels = by_levels.into_iter().collect();
    groups.sort_unstable();
    groups
}

/// [`evaluate`] by nodes, where crowds are classes, else by records.
pub(super) fn evaluate_with(
    task: &RecordTask<'_>,
    crowds: Option<&[Crowds]>,
    pairs: &[(u32, Vec<u8>)],
    groups: ByLevels,
) -> Vec<(f64, f64, u64)> {
    let mut found = vec![(0.0, 0.0, 0); pairs.len()];
    let values: Vec<(u32, (f64, f64, u64))> = match crowds {
        Some(crowds) => {
            let at_node = |scratch: &mut (CrowdScratch, Vec<Vec<u32>>),
                           (levels, of): &(Vec<u8>, Vec<u32>)| {
                sweep::count(task, crowds, levels, &mut scratch.0, &mut scratch.1);
                of.iter()
                    .map(|&pair| {
                        (
                            pair,
                            value(
                                task,
                                &pairs[pair as usize],
                                &sweep::among(task, &scratch.1, pairs[pair as usize].0),
                            ),
                        )
                    })
                    .collect::<Vec<_>>()
            };
            groups
                .par_iter()
                .map_init(|| (CrowdScratch::default(), Vec::new()), at_node)
                .flatten()
                .collect()
        }
        None => {
            let chains: Vec<&Chains> = task.attributes.iter().map(|a| &a.chains).collect();
            let alone = |scratch: &mut Scratch, pair: usize| {
                let (record, node) = &pairs[pair];
                let leaves = task.records.leaves_of(*record as usize);
                let crowd =
                    |d: &AdversaryDictionary| (d.crowd(&chains, &leaves, node, scratch), d.units());
                let crowds: Vec<(u64, u64)> = task.dictionaries.iter().map(crowd).collect();
                (pair as u32, value(task, &pairs[pair], &crowds))
            };
            (0..pairs.len())
                .into_par_iter()
                .map_init(Scratch::default, alone)
                .collect()
        }
    };
    values
        .into_iter()
        .for_each(|(pair, value)| found[pair as usize] = value);
    found
}

/// Risk, utility and least |rho| of a record at a node, among crowds of which each comes with the
/// people of its dictionary.
pub(super) fn value(
    task: &RecordTask<'_>,
    (record, node): &(u32, Vec<u8>),
    crowds: &[(u64, u64)],
) -> (f64, f64, u64) {
    let leaves = task.records.leaves_of(*record as usize);
    let land = Record::unknown(
        task.attributes,
        &leaves,
        task.records.factors_of(*record as usize),
        task.risks,
    );
    let least = crowds.iter().map(|c| c.0).min().unwrap_or(0);
    (
        land.risk_among(node, crowds.iter().copied()),
        land.utility(node),
        least,
    )
}

/// Every record as it is: what would be risked without any protection.
pub fn raw_records(task: &RecordTask<'_>) -> RecordSolutions {
    let raw = vec![0; task.attributes.len()];
    let pairs: Vec<(u32, Vec<u8>)> = (0..task.records.len() as u32)
        .map(|record| (record, raw.clone()))
        .collect();
    let mut answer = RecordSolutions::empty(task.attributes.len());
    for (risk, utility, crowd) in evaluate(task, &pairs) {
        answer.nodes.extend(&raw);
        answer.risk.push(risk);
        answer.utility.push(utility);
        answer.crowd.push(crowd);
    }
    answer
}

impl std::fmt::Debug for RecordMethod<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordMethod::Each(optimizer) => write!(f, "Each({})", optimizer.name()),
            RecordMethod::All => f.write_str("All"),
            RecordMethod::Pool(pool) => write!(f, "Pool({})", pool.len()),
        }
    }
}

/// A share as people write it.
fn percent(share: f64) -> String {
    // Nine digits: a share that was read as 0.29 is 29 %, not 28.999999999999996.
    format!("{} %", (share * 1e11).round() / 1e9)
}

/// The finest node of a record that may be shown.
pub(super) fn finest(task: &RecordTask<'_>, record: usize) -> Vec<u8> {
    let leaves = task.records.leaves_of(record);
    Record::unknown(
        task.attributes,
        &leaves,
        task.records.factors_of(record),
        task.risks,
    )
    .finest()
}

/// What is needed to count crowds by nodes: one for each dictionary.
pub(super) type AllCrowds = Vec<Crowds>;
