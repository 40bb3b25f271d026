//! Whole tables, record by record.

use super::exhaustive::Exhaustive;
use super::form::{Form, Infeasible, RatedNode};
use super::min_risk::MinRisk;
use super::optimizer::{Optimizer, Solved};
use super::solutions::RecordSolutions;
use super::task::RecordTask;
use super::{crowds, greedy, nodes, sweep};
use crate::{Limits, SearchWatch};
use equipoise_data::{Error, Levels, Result};
use equipoise_measure::disclosure::{Attribute, Record, Scratch};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// How a table is solved.
pub enum RecordMethod<'a> {
    /// Each record by itself.
    Each(&'a dyn Optimizer),
    /// The best of all nodes for every record, going through the nodes where that is possible.
    All,
    /// The best of these nodes, given by their levels, for every record.
    Pool(&'a [Levels]),
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
            RecordMethod::All => match crowds::crowds(self) {
                Some(crowds) if sweep::fits(self) => sweep::run(self, &crowds, None, limits, watch),
                _ => self.each(&|_| None, &Exhaustive, limits, seed, watch),
            },
            RecordMethod::Pool(pool) => match crowds::crowds(self) {
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
        sweep::fits(self) && crowds::crowds(self).is_some()
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
        if let Some(crowds) = crowds::crowds(&task).filter(|_| is_free) {
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
