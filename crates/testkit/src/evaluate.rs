//! Everything about one node: its classes, what the models say of them, what is suppressed, what is lost.

use crate::case::line_of;
use crate::emd::{Fraction, emd};
use crate::loss::{attribute_values, loss};
use crate::{Case, Distance, Model};
use std::collections::{BTreeMap, BTreeSet};

/// What is true of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The classes, in the order of their labels.
    pub classes: Vec<Class>,
    /// Number of classes that meet every model.
    pub kept_classes: u64,
    /// Rows of the classes that do not.
    pub suppressed_rows: u64,
    /// Persons with at least one suppressed row; without persons the suppressed rows.
    pub suppressed_units: u64,
    /// The suppressed units are within the limit and at least one row is kept.
    pub feasible: bool,
    /// The loss, smaller is better.
    pub loss: f64,
    /// The value of each attribute before aggregation; empty for a loss that has none.
    pub attributes: Vec<f64>,
    /// For each model the worst over the kept classes; `None` when none is kept.
    pub measured: Vec<Option<Measured>>,
}

/// Rows that are alike in all quasi-identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The rows by number, from 0, ascending.
    pub rows: Vec<usize>,
    /// Distinct persons among them; without persons the number of rows.
    pub units: u64,
    /// For each model the score of this class.
    pub scores: Vec<Measured>,
    /// True when the class meets every model.
    pub kept: bool,
}

/// What a model measures on a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Units in the class.
    K(u64),
    /// Distinct values that are not missing.
    L(u64),
    /// Distance from the distribution of the whole input.
    T(Fraction),
}

/// What a cell of a quasi-identifier becomes at a level.
pub(crate) struct Cell<'a> {
    /// The label; `None` is a missing value that stays missing.
    pub(crate) label: Option<&'a str>,
    /// Lines of the hierarchy with this label at this level; a missing value counts as one line.
    pub(crate) lines: u64,
    /// Rows of the input with this label at this level.
    pub(crate) rows: u64,
}

/// The values of a sensitive column that occur, how often, and how far they are from each other.
struct Reference<'a> {
    values: Vec<Option<&'a str>>,
    counts: Vec<u64>,
    /// The distance of two values is `ground / scale`.
    ground: Vec<Vec<i128>>,
    scale: i128,
    /// Distances computed before, by the counts of the class: most classes are seen at many nodes.
    known: BTreeMap<Vec<u64>, Fraction>,
}

/// A case made ready to evaluate many nodes. It only looks things up that [`evaluate`] would look up again each time.
pub struct Oracle<'a> {
    pub(crate) case: &'a Case,
    /// By quasi-identifier, level and row.
    pub(crate) cells: Vec<Vec<Vec<Cell<'a>>>>,
    /// For each row the unit it belongs to: the first row of the same person, or the row itself.
    unit: Vec<usize>,
    /// For each model of the kind `T` its reference.
    references: Vec<Option<Reference<'a>>>,
}

/// Evaluates one node from the rows.
///
/// # Panics
/// When `levels` is no node of the case.
///
/// ```
/// use equipoise_testkit::{Case, Shape, evaluate};
/// let case = Case::random(1, &Shape::default());
/// let bottom = vec![0; case.quasi.len()];
/// let facts = evaluate(&case, &bottom);
/// assert_eq!(facts.classes.iter().map(|c| c.rows.len()).sum::<usize>(), case.rows.len());
/// ```
pub fn evaluate(case: &Case, levels: &[usize]) -> Facts {
    Oracle::new(case).evaluate(levels)
}

impl<'a> Oracle<'a> {
    /// Looks up every cell at every level.
    pub fn new(case: &'a Case) -> Self {
        let mut first_row = BTreeMap::new();
        let unit = match case.person {
            Some(person) => (0..case.rows.len()).map(|row| *first_row.entry(&case.rows[row][person]).or_insert(row)).collect(),
            None => (0..case.rows.len()).collect(),
        };
        let cells = (0..case.quasi.len()).map(|q| (0..=case.quasi[q].height()).map(|level| cells(case, q, level)).collect()).collect();
        let mut oracle = Oracle { case, cells, unit, references: Vec::new() };
        oracle.references = case.models.iter().map(|model| oracle.reference(model)).collect();
        oracle
    }

    /// Evaluates one node.
    pub fn evaluate(&mut self, levels: &[usize]) -> Facts {
        assert_eq!(levels.len(), self.case.quasi.len(), "a node has one level per quasi-identifier");
        let mut groups: BTreeMap<Vec<Option<&str>>, Vec<usize>> = BTreeMap::new();
        for row in 0..self.case.rows.len() {
            let labels = levels.iter().zip(&self.cells).map(|(&level, cells)| cells[level][row].label).collect();
            groups.entry(labels).or_default().push(row);
        }
        let classes: Vec<Class> = groups.into_values().map(|rows| self.class(rows)).collect();

        let suppressed: Vec<usize> = classes.iter().filter(|c| !c.kept).flat_map(|c| c.rows.iter().copied()).collect();
        let kept_classes = classes.iter().filter(|c| c.kept).count() as u64;
        let suppressed_units = self.units(&suppressed);
        let attributes = attribute_values(self, levels, &suppressed);
        Facts {
            kept_classes,
            suppressed_rows: suppressed.len() as u64,
            suppressed_units,
            feasible: suppressed_units <= self.case.allowed() && kept_classes > 0,
            loss: loss(self.case, levels, &classes, &attributes),
            attributes,
            measured: (0..self.case.models.len()).map(|m| worst(&classes, m)).collect(),
            classes,
        }
    }

    fn class(&mut self, rows: Vec<usize>) -> Class {
        let scores: Vec<Measured> = (0..self.case.models.len()).map(|m| self.score(m, &rows)).collect();
        let kept = self.case.models.iter().zip(&scores).all(|(model, score)| meets(model, score));
        Class { units: self.units(&rows), scores, kept, rows }
    }

    fn score(&mut self, model: usize, rows: &[usize]) -> Measured {
        match self.case.models[model] {
            Model::K { .. } => Measured::K(self.units(rows)),
            Model::DistinctL { column, .. } => {
                Measured::L(self.distribution(column, rows).keys().filter(|value| value.is_some()).count() as u64)
            }
            Model::T { column, .. } => {
                let class = self.distribution(column, rows);
                let reference = self.references[model].as_mut().expect("t-closeness has a reference");
                let counts: Vec<u64> = reference.values.iter().map(|value| class.get(value).copied().unwrap_or(0)).collect();
                let distance = || emd(&counts, &reference.counts, &reference.ground, reference.scale);
                Measured::T(*reference.known.entry(counts.clone()).or_insert_with(distance))
            }
        }
    }

    fn units(&self, rows: &[usize]) -> u64 {
        rows.iter().map(|&row| self.unit[row]).collect::<BTreeSet<_>>().len() as u64
    }

    /// How many units have each value; a unit counts once per distinct value. `None` is missing.
    fn distribution(&self, column: usize, rows: &[usize]) -> BTreeMap<Option<&'a str>, u64> {
        let pairs: BTreeSet<(Option<&str>, usize)> = rows.iter().map(|&r| (self.case.value(column, r), self.unit[r])).collect();
        let mut counts = BTreeMap::new();
        for (value, _) in pairs {
            *counts.entry(value).or_default() += 1;
        }
        counts
    }

    fn reference(&self, model: &Model) -> Option<Reference<'a>> {
        let Model::T { column, distance, .. } = *model else { return None };
        let all_rows: Vec<usize> = (0..self.case.rows.len()).collect();
        let (values, counts): (Vec<_>, Vec<_>) = self.distribution(column, &all_rows).into_iter().unzip();
        let (ground, scale) = ground(self.case, column, distance, &values);
        Some(Reference { values, counts, ground, scale, known: BTreeMap::new() })
    }
}

fn cells(case: &Case, quasi: usize, level: usize) -> Vec<Cell<'_>> {
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for line in &case.quasi[quasi].lines {
        *lines.entry(&line[level]).or_default() += 1;
    }
    let labels: Vec<Option<&str>> = (0..case.rows.len()).map(|row| case.label(quasi, level, row)).collect();
    let mut rows: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for &label in &labels {
        *rows.entry(label).or_default() += 1;
    }
    labels.iter().map(|&label| Cell { label, lines: label.map_or(1, |l| lines[l]), rows: rows[&label] }).collect()
}

/// Integer distances between `values`, and the number to divide them by. Missing is at distance 1 from all others.
fn ground(case: &Case, column: usize, distance: Distance, values: &[Option<&str>]) -> (Vec<Vec<i128>>, i128) {
    let sensitive = case.sensitive_column(column);
    let lines = sensitive.lines.as_deref().unwrap_or_default();
    let ranked: Vec<&str> = sensitive.order.iter().map(String::as_str).filter(|v| values.contains(&Some(v))).collect();
    let rank = |value: &str| ranked.iter().position(|v| *v == value).expect("the order names every value");
    let scale = match distance {
        Distance::Equal => 1,
        Distance::Ordered => (ranked.len() as i128 - 1).max(1),
        Distance::Hierarchical => (lines[0].len() as i128 - 1).max(1),
    };
    let between = |a: Option<&str>, b: Option<&str>| match (a, b) {
        _ if a == b => 0,
        (Some(a), Some(b)) => match distance {
            Distance::Equal => 1,
            Distance::Ordered => rank(a).abs_diff(rank(b)) as i128,
            Distance::Hierarchical => lowest_common_level(line_of(lines, a), line_of(lines, b)),
        },
        _ => scale,
    };
    (values.iter().map(|&a| values.iter().map(|&b| between(a, b)).collect()).collect(), scale)
}

fn lowest_common_level(a: &[String], b: &[String]) -> i128 {
    a.iter().zip(b).position(|(a, b)| a == b).expect("two lines of a hierarchy meet at the top") as i128
}

fn meets(model: &Model, score: &Measured) -> bool {
    match (model, score) {
        (Model::K { k }, Measured::K(units)) => units >= k,
        (Model::DistinctL { l, .. }, Measured::L(values)) => values >= l,
        (Model::T { t_num, t_den, .. }, Measured::T(distance)) => *distance <= Fraction::new(*t_num, *t_den),
        _ => unreachable!("a model gives its own kind of score"),
    }
}

fn worst(classes: &[Class], model: usize) -> Option<Measured> {
    let kept = classes.iter().filter(|c| c.kept).map(|c| c.scores[model]);
    kept.reduce(|a, b| match (a, b) {
        (Measured::K(a), Measured::K(b)) => Measured::K(a.min(b)),
        (Measured::L(a), Measured::L(b)) => Measured::L(a.min(b)),
        (Measured::T(a), Measured::T(b)) => Measured::T(a.max(b)),
        _ => unreachable!("a model gives its own kind of score"),
    })
}
