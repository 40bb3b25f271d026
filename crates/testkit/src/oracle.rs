//! A case made ready to evaluate many nodes.

use crate::case::Case;
use crate::measured::OracleMeasured;
use crate::model::OracleModel;
use crate::reference::Reference;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is true of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleFacts {
    /// The classes, in the order of their labels.
    pub classes: Vec<OracleClass>,
    /// Number of classes that are kept.
    pub kept_classes: u64,
    /// Rows of the classes that are not.
    pub suppressed_rows: u64,
    /// Persons with at least one suppressed row; without persons the suppressed rows.
    pub suppressed_units: u64,
    /// The suppressed units are within the limit and at least one row is kept.
    pub feasible: bool,
    /// The loss, smaller is better.
    pub loss: f64,
    /// The value of each attribute before aggregation; empty for a loss that has none.
    pub attributes: Vec<f64>,
    /// For each model the worst over the kept classes, or over what a table-wide model judges;
    /// `None` when no class is kept.
    pub measured: Vec<Option<OracleMeasured>>,
}

/// Rows that are alike in all quasi-identifiers.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleClass {
    /// The rows by number, from 0, ascending.
    pub rows: Vec<usize>,
    /// Distinct persons among them; without persons the number of rows.
    pub units: u64,
    /// For each model the score of this class; `None` for a model that is table-wide.
    pub scores: Vec<Option<OracleMeasured>>,
    /// True when the class meets every model that has a score for it, and no table-wide model
    /// removed it.
    pub kept: bool,
}

/// What a cell of a quasi-identifier becomes at a level.
pub(crate) struct Cell<'a> {
    /// The label; `None` is a missing value that stays missing.
    pub(crate) label: Option<&'a str>,
    /// Lines of the hierarchy with this label at this level; a missing value counts as one line.
    pub(crate) lines: u64,
    /// Different values of the input with this label at this level, without missing ones; at least
    /// one.
    pub(crate) values: u64,
    /// Rows of the input with this label at this level.
    pub(crate) rows: u64,
}

/// Rows by their labels.
pub(crate) type Groups<'a> = BTreeMap<Vec<Option<&'a str>>, Vec<usize>>;

/// A case made ready to evaluate many nodes. It only looks things up that
/// [`evaluate`](crate::evaluate()) would look up again each time.
pub struct Oracle<'a> {
    pub(crate) case: &'a Case,
    /// By quasi-identifier, level and row.
    pub(crate) cells: Vec<Vec<Vec<Cell<'a>>>>,
    /// For each row the unit it belongs to: the first row of the same person, or the row itself.
    pub(crate) unit: Vec<usize>,
    /// For each model with a column its reference.
    pub(crate) references: Vec<Option<Reference<'a>>>,
    /// The groups of the nodes seen before.
    groups: BTreeMap<Vec<usize>, Rc<Groups<'a>>>,
}

impl<'a> Oracle<'a> {
    /// Looks up every cell at every level.
    pub fn new(case: &'a Case) -> Self {
        let mut first_row = BTreeMap::new();
        let unit = match case.person {
            Some(person) => (0..case.rows.len())
                .map(|row| *first_row.entry(&case.rows[row][person]).or_insert(row))
                .collect(),
            None => (0..case.rows.len()).collect(),
        };
        let cells = (0..case.quasi.len())
            .map(|q| {
                (0..=case.quasi[q].height())
                    .map(|level| cells(case, q, level))
                    .collect()
            })
            .collect();
        let mut oracle = Oracle {
            case,
            cells,
            unit,
            references: Vec::new(),
            groups: BTreeMap::new(),
        };
        let all_rows: Vec<usize> = (0..case.rows.len()).collect();
        let reference = |model: &OracleModel| {
            Some(Reference::new(
                case,
                model,
                oracle.distribution(model.column()?, &all_rows),
            ))
        };
        oracle.references = case.models.iter().map(reference).collect();
        oracle
    }

    /// The rows of the whole input by their labels at a node.
    pub(crate) fn groups(&mut self, levels: &[usize]) -> Rc<Groups<'a>> {
        if let Some(groups) = self.groups.get(levels) {
            return Rc::clone(groups);
        }
        let all: Vec<usize> = (0..levels.len()).collect();
        let groups = Rc::new(self.group(0..self.case.rows.len(), levels, &all));
        self.groups.insert(levels.to_vec(), Rc::clone(&groups));
        groups
    }

    /// Rows by their labels in some of the quasi-identifiers.
    pub(crate) fn group(
        &self,
        rows: impl Iterator<Item = usize>,
        levels: &[usize],
        quasi: &[usize],
    ) -> Groups<'a> {
        let mut groups = Groups::new();
        for row in rows {
            let labels = quasi
                .iter()
                .map(|&q| self.cells[q][levels[q]][row].label)
                .collect();
            groups.entry(labels).or_default().push(row);
        }
        groups
    }

    /// The class itself, or divided by the values of the other sensitive columns.
    pub(crate) fn parts(&self, model: &OracleModel, rows: &[usize]) -> Vec<Vec<usize>> {
        let OracleModel::OthersAsQuasi(inner) = model else {
            return vec![rows.to_vec()];
        };
        let column = inner
            .column()
            .expect("only a model with a column knows other sensitive columns");
        let others: Vec<usize> = self
            .case
            .sensitive
            .iter()
            .map(|s| s.index)
            .filter(|&index| index != column)
            .collect();
        let mut parts: BTreeMap<Vec<Option<&str>>, Vec<usize>> = BTreeMap::new();
        for &row in rows {
            parts
                .entry(
                    others
                        .iter()
                        .map(|&other| self.case.value(other, row))
                        .collect(),
                )
                .or_default()
                .push(row);
        }
        parts.into_values().collect()
    }

    /// Distinct persons among the rows; without persons the number of rows.
    pub(crate) fn units(&self, rows: &[usize]) -> u64 {
        rows.iter()
            .map(|&row| self.unit[row])
            .collect::<BTreeSet<_>>()
            .len() as u64
    }

    /// How many units have each value; a unit counts once per distinct value. `None` is missing.
    pub(crate) fn distribution(
        &self,
        column: usize,
        rows: &[usize],
    ) -> BTreeMap<Option<&'a str>, u64> {
        let pairs: BTreeSet<(Option<&str>, usize)> = rows
            .iter()
            .map(|&r| (self.case.value(column, r), self.unit[r]))
            .collect();
        let mut counts = BTreeMap::new();
        for (value, _) in pairs {
            *counts.entry(value).or_default() += 1;
        }
        counts
    }

    /// The units of each value that is not missing, or of the listed ones.
    pub(crate) fn known(
        &self,
        column: usize,
        rows: &[usize],
        listed: Option<&[String]>,
    ) -> Vec<u64> {
        let counts = self.distribution(column, rows).into_iter();
        let wanted = |value: &str| listed.is_none_or(|listed| listed.iter().any(|v| v == value));
        counts
            .filter(|(value, _)| value.is_some_and(wanted))
            .map(|(_, count)| count)
            .collect()
    }

    /// The units of the population with the labels of a row at a node.
    pub(crate) fn population_of(&self, row: usize, levels: &[usize]) -> u64 {
        let labels: Vec<Option<&str>> = levels
            .iter()
            .zip(&self.cells)
            .map(|(&level, cells)| cells[level][row].label)
            .collect();
        self.population(levels)
            .get(&labels)
            .map_or(0, |units| units.len() as u64)
    }

    /// The units of the population by their labels at a node. Without persons a unit is called by
    /// its number.
    pub(crate) fn population(
        &self,
        levels: &[usize],
    ) -> BTreeMap<Vec<Option<&'a str>>, BTreeSet<String>> {
        let case = self.case;
        let population = case
            .population
            .as_ref()
            .expect("a model that needs a population has one");
        let mut classes: BTreeMap<Vec<Option<&str>>, BTreeSet<String>> = BTreeMap::new();
        for (number, row) in population.rows.iter().enumerate() {
            let labels = row
                .iter()
                .zip(levels)
                .enumerate()
                .map(|(q, (text, &level))| case.label_of(q, level, text))
                .collect();
            let unit = population
                .persons
                .as_ref()
                .map_or_else(|| number.to_string(), |persons| persons[number].clone());
            classes.entry(labels).or_default().insert(unit);
        }
        classes
    }
}

/// All ways to choose `size` of the items.
pub(crate) fn choices<T: Clone>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        choices(&items[first + 1..], size - 1)
            .into_iter()
            .map(move |rest| [&items[first..=first], &rest].concat())
    };
    (0..items.len()).flat_map(with).collect()
}

pub(crate) fn cells(case: &Case, quasi: usize, level: usize) -> Vec<Cell<'_>> {
    let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
    for line in &case.quasi[quasi].lines {
        *lines.entry(&line[level]).or_default() += 1;
    }
    let labels: Vec<Option<&str>> = (0..case.rows.len())
        .map(|row| case.label(quasi, level, row))
        .collect();
    let mut rows: BTreeMap<Option<&str>, u64> = BTreeMap::new();
    for &label in &labels {
        *rows.entry(label).or_default() += 1;
    }
    let mut values: BTreeMap<Option<&str>, BTreeSet<&str>> = BTreeMap::new();
    for (row, &label) in labels.iter().enumerate() {
        values
            .entry(label)
            .or_default()
            .extend(case.label(quasi, 0, row));
    }
    let cell = |&label: &Option<&'_ str>| {
        (
            label.map_or(1, |l| lines[l]),
            (values[&label].len() as u64).max(1),
            rows[&label],
        )
    };
    labels
        .iter()
        .map(|label| (label, cell(label)))
        .map(|(&label, (lines, values, rows))| Cell {
            label,
            lines,
            values,
            rows,
        })
        .collect()
}
