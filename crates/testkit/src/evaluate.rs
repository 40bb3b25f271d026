//! Everything about one node: its classes, what the models say of them, what is suppressed, what is
//! lost.

use crate::case::Case;
use crate::loss::{attribute_values, loss};
use crate::measured::OracleMeasured;
use crate::model::OracleModel;
use crate::oracle::{Oracle, OracleClass, OracleFacts, choices};
use crate::score;
use std::collections::{BTreeMap, BTreeSet};

/// Evaluates one node from the rows.
///
/// # Panics
/// When `levels` is no node of the case.
///
/// ```
/// use equipoise_testkit::{Case, CaseShape, evaluate};
/// let case = Case::random(1, &CaseShape::default());
/// let bottom = vec![0; case.quasi.len()];
/// let facts = evaluate(&case, &bottom);
/// assert_eq!(facts.classes.iter().map(|c| c.rows.len()).sum::<usize>(), case.rows.len());
/// ```
pub fn evaluate(case: &Case, levels: &[usize]) -> OracleFacts {
    Oracle::new(case).evaluate(levels)
}

/// The share of a class in the population, at both ends; infinite where the population has nobody.
fn share(units: u64, population: u64) -> OracleMeasured {
    if population == 0 {
        return OracleMeasured::Infinite;
    }
    let share = crate::emd::ReducedFraction::new(units.into(), population.into());
    OracleMeasured::Both {
        least: share,
        greatest: share,
    }
}

impl Oracle<'_> {
    /// Evaluates one node.
    pub fn evaluate(&mut self, levels: &[usize]) -> OracleFacts {
        assert_eq!(
            levels.len(),
            self.case.quasi.len(),
            "a node has one level per quasi-identifier"
        );
        let groups = self.groups(levels);
        let mut classes: Vec<OracleClass> = groups
            .values()
            .map(|rows| self.class(rows, levels))
            .collect();
        self.judge_whole(&mut classes, levels);

        let suppressed: Vec<usize> = classes
            .iter()
            .filter(|c| !c.kept)
            .flat_map(|c| c.rows.iter().copied())
            .collect();
        let kept_classes = classes.iter().filter(|c| c.kept).count() as u64;
        let suppressed_units = self.units(&suppressed);
        let attributes = attribute_values(self, levels, &suppressed);
        OracleFacts {
            kept_classes,
            suppressed_rows: suppressed.len() as u64,
            suppressed_units,
            feasible: suppressed_units <= self.case.allowed() && kept_classes > 0,
            loss: loss(self.case, levels, &classes, &attributes),
            attributes,
            measured: (0..self.case.models.len())
                .map(|m| self.worst(&classes, m, levels))
                .collect(),
            classes,
        }
    }

    fn class(&mut self, rows: &[usize], levels: &[usize]) -> OracleClass {
        let scores: Vec<Option<OracleMeasured>> = (0..self.case.models.len())
            .map(|m| self.score(m, rows, levels))
            .collect();
        let meets = |(model, score): (&OracleModel, &Option<OracleMeasured>)| {
            score.as_ref().is_none_or(|score| model.meets(score))
        };
        let kept = self.case.models.iter().zip(&scores).all(meets);
        OracleClass {
            units: self.units(rows),
            scores,
            kept,
            rows: rows.to_vec(),
        }
    }

    /// The worst score of the parts of a class; `None` for a model that is table-wide.
    fn score(&mut self, model: usize, rows: &[usize], levels: &[usize]) -> Option<OracleMeasured> {
        let asked = &self.case.models[model];
        if asked.is_table_wide() {
            return None;
        }
        let parts = self.parts(asked, rows);
        parts
            .iter()
            .map(|part| self.score_part(model, part, levels))
            .reduce(|a, b| asked.worse(a, b))
    }

    fn score_part(&mut self, model: usize, rows: &[usize], levels: &[usize]) -> OracleMeasured {
        let units = self.units(rows);
        let asked = self.case.models[model].inner();
        match asked {
            OracleModel::K { .. } => return OracleMeasured::whole(units),
            OracleModel::KMap { .. } => {
                return OracleMeasured::whole(self.population_of(rows[0], levels));
            }
            OracleModel::DeltaPresence { .. } => {
                return share(units, self.population_of(rows[0], levels));
            }
            OracleModel::KmAnonymity { column, m, .. } => {
                return self.rarest_items(*column, *m as usize, rows);
            }
            OracleModel::NtCloseness { column, n, .. } => {
                return self.nearest_superset(model, *column, *n, rows, levels);
            }
            _ => {}
        }
        let column = asked.column().expect("the other models have a column");
        let class = self.distribution(column, rows);
        let known = self.known(column, rows, None);
        let reference = self.references[model]
            .as_mut()
            .expect("a model with a column has a reference");
        let (p, q) = (reference.counts_of(&class), reference.counts.clone());
        match asked {
            OracleModel::DistinctL { .. } => OracleMeasured::whole(known.len() as u64),
            OracleModel::T { .. } => reference.distance(p, q),
            OracleModel::ProbabilisticL { .. } => score::probabilistic(units, &known),
            OracleModel::EntropyL { estimator, .. } => score::entropy(&known, *estimator),
            OracleModel::RecursiveL { l, .. } => score::recursive(&known, *l),
            OracleModel::AlphaK { k, .. } if units < *k => OracleMeasured::Infinite,
            OracleModel::AlphaK { values, .. } => OracleMeasured::Exact(score::greatest_share(
                units,
                &self.known(column, rows, values.as_deref()),
            )),
            OracleModel::SemanticPrivacy { log, .. } => score::log_ratio(&p, &q, *log, true),
            OracleModel::DeltaDisclosure { log, .. } => score::log_ratio(&p, &q, *log, false),
            OracleModel::BetaLikeness { enhanced, .. } => score::gain(&p, &q, *enhanced),
            _ => unreachable!("the models without a distribution have returned"),
        }
    }

    /// The fewest units of the class that share a combination of one to m items; infinite where
    /// there is no item.
    fn rarest_items(&self, column: usize, m: usize, rows: &[usize]) -> OracleMeasured {
        let separator = self
            .case
            .sensitive_column(column)
            .items
            .expect("km-anonymity is about sets of items");
        let mut items_of: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for &row in rows {
            let items = self
                .case
                .value(column, row)
                .into_iter()
                .flat_map(|cell| cell.split(separator))
                .filter(|item| !item.is_empty());
            items_of.entry(self.unit[row]).or_default().extend(items);
        }
        let mut having: BTreeMap<Vec<&str>, u64> = BTreeMap::new();
        for items in items_of.into_values() {
            let items: Vec<&str> = items.into_iter().collect();
            for combination in (1..=m.min(items.len())).flat_map(|size| choices(&items, size)) {
                *having.entry(combination).or_default() += 1;
            }
        }
        having
            .into_values()
            .min()
            .map_or(OracleMeasured::Infinite, OracleMeasured::whole)
    }

    /// 0 for at least n units; else the least distance from a superset of at least n units;
    /// infinite if there is none.
    fn nearest_superset(
        &mut self,
        model: usize,
        column: usize,
        n: u64,
        rows: &[usize],
        levels: &[usize],
    ) -> OracleMeasured {
        if self.units(rows) >= n {
            return OracleMeasured::whole(0);
        }
        let mut least = OracleMeasured::Infinite;
        for above in self.case.nodes_above(levels) {
            let groups = self.groups(&above);
            let superset = groups
                .values()
                .find(|group| group.contains(&rows[0]))
                .expect("every row is in a class of every node");
            if self.units(superset) >= n {
                let (class, superset) = (
                    self.distribution(column, rows),
                    self.distribution(column, superset),
                );
                let reference = self.references[model]
                    .as_mut()
                    .expect("a model with a column has a reference");
                let (p, q) = (reference.counts_of(&class), reference.counts_of(&superset));
                least = least.smaller(reference.distance(p, q));
            }
        }
        least
    }

    /// The worst over the kept classes.
    fn worst(
        &self,
        classes: &[OracleClass],
        model: usize,
        levels: &[usize],
    ) -> Option<OracleMeasured> {
        let asked = &self.case.models[model];
        if asked.is_table_wide() {
            return self.whole_score(asked, classes, levels);
        }
        let kept = classes
            .iter()
            .filter(|c| c.kept)
            .filter_map(|c| c.scores[model]);
        kept.reduce(|a, b| asked.worse(a, b))
    }
}
