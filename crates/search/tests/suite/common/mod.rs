//! Turns a case of the testkit into a task of the search.

mod models;

use equipoise_data::{Column, Dictionary, Encoded, Hierarchy, Lattice, Quasi, Sensitive, Tree};
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape, loss::prepare};
use equipoise_privacy::Panel;
use equipoise_search::Task;
use equipoise_testkit as kit;
use models::{List, Values, model};

/// Everything a task borrows from.
pub(crate) struct Prepared {
    pub(crate) quasi: Vec<(Column, Hierarchy)>,
    sensitive: Vec<Values>,
    lists: Vec<List>,
    persons: Option<Column>,
    population: Option<Vec<Vec<u32>>>,
    amounts: Vec<Vec<u64>>,
    lattice: Lattice,
    pub(crate) panel: Panel,
    loss: Box<dyn Loss>,
    allowed_units: u64,
}

fn column(case: &kit::Case, index: usize) -> Column {
    let mut dictionary = Dictionary::new();
    let codes = case
        .rows
        .iter()
        .map(|row| dictionary.intern(&row[index]))
        .collect();
    Column {
        name: case.columns[index].clone(),
        dictionary,
        codes,
    }
}

impl Prepared {
    /// What the library makes of a case; none where it refuses what the case asks: models that it
    /// cannot judge in persons, and populations in which a person has several rows.
    pub(crate) fn try_new(case: &kit::Case) -> Option<Self> {
        if let Some(persons) = case.population.as_ref().and_then(|p| p.persons.as_ref()) {
            let different: std::collections::HashSet<&String> = persons.iter().collect();
            if different.len() < persons.len() {
                return None;
            }
        }
        let mut population = case.population.as_ref().map(|_| Vec::new());
        let mut quasi = Vec::new();
        for (i, q) in case.quasi.iter().enumerate() {
            let mut c = column(case, q.index);
            if let (Some(rows), Some(of_case)) = (&mut population, &case.population) {
                rows.push(
                    of_case
                        .rows
                        .iter()
                        .map(|row| c.dictionary.intern(&row[i]))
                        .collect(),
                );
            }
            let hierarchy =
                Hierarchy::bind(&Tree::new(q.lines.clone()).unwrap(), &c, &case.missing).unwrap();
            quasi.push((c, hierarchy));
        }
        let persons = case.person.map(|p| column(case, p));
        let values = |s: &kit::SensitiveColumn| {
            Values::new(case, s, column(case, s.index), persons.as_ref())
        };
        let sensitive: Vec<Values> = case.sensitive.iter().map(values).collect();
        let mut lists: Vec<List> = Vec::new();
        for model in &case.models {
            let joint = matches!(model, kit::OracleModel::OthersAsQuasi(_));
            if let Some(index) = model
                .column()
                .filter(|&c| !lists.iter().any(|l| l.column == c && l.joint == joint))
            {
                let at = sensitive.iter().position(|s| s.index == index).unwrap();
                lists.push(List::new(&sensitive, at, joint, case.rows.len()));
            }
        }
        let lattice = Lattice::new(
            &case
                .quasi
                .iter()
                .map(|q| (q.min_level, q.max_level))
                .collect::<Vec<_>>(),
        )
        .unwrap();
        let (panel, no_loss) = (Panel::new(Vec::new()), loss(case, &quasi, 1));
        let mut prepared = Prepared {
            quasi,
            sensitive,
            lists,
            persons,
            population,
            amounts: Vec::new(),
            lattice,
            panel,
            loss: no_loss,
            allowed_units: case.allowed(),
        };
        prepared.panel = Panel::new(
            case.models
                .iter()
                .map(|m| model(case, m, &prepared))
                .collect::<Option<_>>()?,
        );
        prepared.loss = loss(case, &prepared.quasi, prepared.panel.least_size());
        prepared.amounts = prepared.loss.leaf_amounts().map_or(Vec::new(), |amounts| {
            amounts
                .iter()
                .zip(&prepared.quasi)
                .map(|(a, (_, h))| h.leaf_of.iter().map(|&leaf| a[leaf as usize]).collect())
                .collect()
        });
        Some(prepared)
    }

    pub(crate) fn encoded(&self) -> Encoded<'_> {
        Encoded {
            rows: self.quasi[0].0.codes.len(),
            quasi: self
                .quasi
                .iter()
                .map(|(c, hierarchy)| Quasi {
                    codes: &c.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: self
                .lists
                .iter()
                .enumerate()
                .map(|(i, l)| Sensitive {
                    codes: &l.codes,
                    value_of: &l.value_of,
                    only_occurrence: self.panel.only_occurrence(i),
                })
                .collect(),
            persons: self.persons.as_ref().map(|p| p.codes.as_slice()),
            amounts: self.amounts.clone(),
            weights: None,
            population: self.population.as_deref(),
        }
    }

    pub(crate) fn task<'a>(&'a self, encoded: &'a Encoded<'a>) -> Task<'a> {
        Task {
            encoded,
            lattice: &self.lattice,
            panel: &self.panel,
            loss: self.loss.as_ref(),
            allowed_units: self.allowed_units,
        }
    }
}

fn loss(case: &kit::Case, quasi: &[(Column, Hierarchy)], least_size: u64) -> Box<dyn Loss> {
    let leaf_rows = quasi
        .iter()
        .map(|(c, h)| {
            let mut rows = vec![0; h.leaves()];
            for &code in &c.codes {
                rows[h.leaf_of[code as usize] as usize] += 1;
            }
            rows
        })
        .collect();
    let shape = Shape {
        rows: case.rows.len() as u64,
        hierarchies: quasi.iter().map(|q| &q.1).collect(),
        leaf_rows,
        least_size,
    };
    prepare(&options(case), &shape).unwrap()
}

pub(crate) fn options(case: &kit::Case) -> LossOptions {
    let metric = match case.loss {
        kit::OracleLoss::Loss => Metric::Loss,
        kit::OracleLoss::Nwp => Metric::Nwp,
        kit::OracleLoss::Precision => Metric::Precision,
        kit::OracleLoss::Aecs => Metric::Aecs,
        kit::OracleLoss::Discernibility => Metric::Discernibility,
        kit::OracleLoss::Entropy => Metric::Entropy,
        kit::OracleLoss::Height => Metric::Height,
    };
    let aggregation = case
        .aggregation
        .filter(|_| metric.per_attribute())
        .map(|a| match a {
            kit::OracleAggregation::Geometric => Aggregation::Geometric,
            kit::OracleAggregation::Arithmetic => Aggregation::Arithmetic,
            kit::OracleAggregation::Sum => Aggregation::Sum,
            kit::OracleAggregation::Max => Aggregation::Max,
        });
    LossOptions {
        metric,
        aggregation,
        weights: case.quasi.iter().map(|q| q.weight).collect(),
        suppression_weight: case.suppression_weight,
    }
}
