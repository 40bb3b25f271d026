//! Turns a case of the testkit into a task of the search.

use equipoise_data::{Column, Dictionary, Encoded, Hierarchy, Lattice, OrderBy, Quasi, Sensitive, Tree, ranks};
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape, loss::prepare};
use equipoise_privacy::{Distance, DistinctDiversity, KAnonymity, Model, Panel, Score, TCloseness};
use equipoise_search::Task;
use equipoise_testkit as kit;

/// Everything a task borrows from.
pub(crate) struct Prepared {
    quasi: Vec<(Column, Hierarchy)>,
    sensitive: Vec<(usize, Column, Vec<u32>)>,
    persons: Option<Column>,
    amounts: Vec<Vec<u64>>,
    lattice: Lattice,
    panel: Panel,
    loss: Box<dyn Loss>,
    allowed_units: u64,
}

fn column(case: &kit::Case, index: usize) -> Column {
    let mut dictionary = Dictionary::new();
    let codes = case.rows.iter().map(|row| dictionary.intern(&row[index])).collect();
    Column { name: case.columns[index].clone(), dictionary, codes }
}

impl Prepared {
    pub(crate) fn new(case: &kit::Case) -> Self {
        let bind = |c: &Column, lines: &[Vec<String>]| Hierarchy::bind(&Tree::new(lines.to_vec()).unwrap(), c, &case.missing).unwrap();
        let quasi: Vec<(Column, Hierarchy)> = case
            .quasi
            .iter()
            .map(|q| {
                let c = column(case, q.index);
                let h = bind(&c, &q.lines);
                (c, h)
            })
            .collect();
        let sensitive: Vec<(usize, Column, Vec<u32>)> = case
            .sensitive
            .iter()
            .map(|s| {
                let c = column(case, s.index);
                let value_of = values(case, s, &c);
                (s.index, c, value_of)
            })
            .collect();
        let persons = case.person.map(|p| column(case, p));
        let lattice = Lattice::new(&case.quasi.iter().map(|q| (q.min_level, q.max_level)).collect::<Vec<_>>()).unwrap();
        let panel = Panel::new(case.models.iter().map(|m| model(case, m, &sensitive, persons.as_ref())).collect());
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
            least_size: panel.least_size(),
        };
        let loss = prepare(&options(case), &shape).unwrap();
        let amounts = loss.leaf_amounts().map_or(Vec::new(), |amounts| {
            amounts.iter().zip(&quasi).map(|(a, (_, h))| h.leaf_of.iter().map(|&leaf| a[leaf as usize]).collect()).collect()
        });
        Prepared { quasi, sensitive, persons, amounts, lattice, panel, loss, allowed_units: case.allowed() }
    }

    pub(crate) fn encoded(&self) -> Encoded<'_> {
        Encoded {
            rows: self.quasi[0].0.codes.len(),
            quasi: self.quasi.iter().map(|(c, hierarchy)| Quasi { codes: &c.codes, hierarchy }).collect(),
            sensitive: self.sensitive.iter().map(|(_, c, value_of)| Sensitive { codes: &c.codes, value_of }).collect(),
            persons: self.persons.as_ref().map(|p| p.codes.as_slice()),
            amounts: self.amounts.clone(),
            weights: None,
            population: None,
        }
    }

    pub(crate) fn task<'a>(&'a self, encoded: &'a Encoded<'a>) -> Task<'a> {
        Task { encoded, lattice: &self.lattice, panel: &self.panel, loss: self.loss.as_ref(), allowed_units: self.allowed_units }
    }
}

/// Dense values: leaves where there is a hierarchy, else dictionary codes with missing tokens as one value at the end.
fn values(case: &kit::Case, s: &kit::SensitiveColumn, c: &Column) -> Vec<u32> {
    if let Some(lines) = &s.lines {
        return Hierarchy::bind(&Tree::new(lines.clone()).unwrap(), c, &case.missing).unwrap().leaf_of;
    }
    let present = c.dictionary.texts().filter(|t| !case.is_missing(t)).count() as u32;
    let mut values = 0..present;
    c.dictionary.texts().map(|t| if case.is_missing(t) { present } else { values.next().unwrap() }).collect()
}

fn model(case: &kit::Case, model: &kit::Model, sensitive: &[(usize, Column, Vec<u32>)], persons: Option<&Column>) -> Model {
    let find = |column: usize| sensitive.iter().position(|s| s.0 == column).unwrap();
    let missing = |at: usize| {
        let (_, c, value_of) = &sensitive[at];
        c.dictionary.texts().position(|t| case.is_missing(t)).map(|code| value_of[code])
    };
    match model {
        kit::Model::K { k } => Model::Class(Box::new(KAnonymity::new(*k).unwrap())),
        kit::Model::DistinctL { column, l } => {
            let at = find(*column);
            Model::Class(Box::new(DistinctDiversity::new(at, *l, missing(at)).unwrap()))
        }
        kit::Model::T { column, t_num, t_den, distance, .. } => {
            let at = find(*column);
            let (_, c, value_of) = &sensitive[at];
            let mut seen = std::collections::HashSet::new();
            let mut reference = vec![0; value_of.iter().max().unwrap().wrapping_add(1) as usize];
            for (row, &code) in c.codes.iter().enumerate() {
                let value = value_of[code as usize];
                if persons.is_none_or(|p| seen.insert((p.codes[row], value))) {
                    reference[value as usize] += 1;
                }
            }
            let by_value = |of_code: Vec<Option<u32>>| {
                let mut out = vec![None; reference.len()];
                value_of.iter().zip(of_code).for_each(|(&v, r)| out[v as usize] = r);
                out
            };
            let s = case.sensitive_column(*column);
            let distance = match distance {
                kit::Distance::Equal => Distance::Equal,
                kit::Distance::Ordered => Distance::ordered(&by_value(ranks(c, &case.missing, OrderBy::List(&s.order)).unwrap())),
                kit::Distance::Hierarchical => {
                    Distance::hierarchical(&Hierarchy::bind(&Tree::new(s.lines.clone().unwrap()).unwrap(), c, &case.missing).unwrap())
                }
                kit::Distance::Smoothed { .. } => unreachable!("not drawn by this shape"),
            };
            Model::Class(Box::new(TCloseness::new(at, Score::new(*t_num as u128, *t_den as u128), &reference, distance).unwrap()))
        }
        _ => unreachable!("not drawn by this shape"),
    }
}

fn options(case: &kit::Case) -> LossOptions {
    let metric = match case.loss {
        kit::Loss::Loss => Metric::Loss,
        kit::Loss::Precision => Metric::Precision,
        kit::Loss::Aecs => Metric::Aecs,
        kit::Loss::Discernibility => Metric::Discernibility,
        kit::Loss::Entropy => Metric::Entropy,
        kit::Loss::Height => Metric::Height,
    };
    let aggregation = case.aggregation.filter(|_| metric.per_attribute()).map(|a| match a {
        kit::Aggregation::Geometric => Aggregation::Geometric,
        kit::Aggregation::Arithmetic => Aggregation::Arithmetic,
        kit::Aggregation::Sum => Aggregation::Sum,
        kit::Aggregation::Max => Aggregation::Max,
    });
    LossOptions { metric, aggregation, weights: case.quasi.iter().map(|q| q.weight).collect(), suppression_weight: case.suppression_weight }
}
