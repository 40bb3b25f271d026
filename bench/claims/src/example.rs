//! A worked table of a source, encoded by the product, and small searches on it.

use equipoise_data::{
    Column, Encoded, Error, Hierarchy, Lattice, OrderBy, Quasi, Result, Sensitive, Table, Tree,
    ranks,
};
use equipoise_measure::{LossOptions, Shape, loss};
use equipoise_privacy::{AnyModel, ClassModel, Distance, Panel, Score, TCloseness, Verdict};
use equipoise_search::{Limits, Task, UnwatchedSearch, examine, optimal};
use equipoise_testkit::{Case, OracleDistance as Named};
use std::collections::BTreeMap;

/// The rows of a class, from 0.
pub(crate) type Rows = Vec<usize>;

/// A worked table as the product sees it.
#[derive(Debug)]
pub(crate) struct Example {
    case: Case,
    table: Table,
    quasi: Vec<Hierarchy>,
}

/// A sensitive column: what its texts are as values, and how often each occurs.
#[derive(Debug)]
pub(crate) struct Values {
    index: usize,
    value_of: Vec<u32>,
    /// Units of each value in the whole table.
    pub(crate) reference: Vec<u64>,
    /// The tree of its values, where it has one.
    pub(crate) tree: Option<Hierarchy>,
}

impl Example {
    /// Encodes a table of the testkit.
    pub(crate) fn new(case: Case) -> Result<Self> {
        let names: Vec<&str> = case.columns.iter().map(String::as_str).collect();
        let table = Table::from_rows(&names, &case.rows);
        let quasi = case
            .quasi
            .iter()
            .map(|q| bind(&q.lines, &table.columns[q.index]))
            .collect::<Result<_>>()?;
        Ok(Example { case, table, quasi })
    }

    /// The table as texts.
    pub(crate) fn case(&self) -> &Case {
        &self.case
    }

    /// The values of the sensitive column of that name. They are the leaves of its tree, or else
    /// the codes of its texts.
    pub(crate) fn values(&self, name: &str) -> Result<Values> {
        let sensitive = self
            .case
            .sensitive
            .iter()
            .find(|s| self.case.columns[s.index] == name);
        let sensitive = sensitive.ok_or_else(|| {
            Error::internal(format!("the example has no sensitive column `{name}`"))
        })?;
        let column = &self.table.columns[sensitive.index];
        let tree = sensitive
            .lines
            .as_ref()
            .map(|lines| bind(lines, column))
            .transpose()?;
        let value_of: Vec<u32> = tree.as_ref().map_or_else(
            || (0..column.dictionary.len() as u32).collect(),
            |t| t.leaf_of.clone(),
        );
        let mut reference = vec![0; value_of.len()];
        column
            .counts()
            .iter()
            .zip(&value_of)
            .for_each(|(count, &value)| reference[value as usize] += count);
        Ok(Values {
            index: sensitive.index,
            value_of,
            reference,
            tree,
        })
    }

    /// A distance between the values of a column, by the order or the tree that the source gives.
    pub(crate) fn distance(&self, values: &Values, distance: Named) -> Result<Distance> {
        match distance {
            Named::Equal => Ok(Distance::Equal),
            Named::Ordered => {
                let order = &self.case.sensitive_column(values.index).order;
                let of_code = ranks(
                    &self.table.columns[values.index],
                    &self.case.missing,
                    OrderBy::List(order),
                )?;
                let mut of_value = vec![None; of_code.len()];
                values
                    .value_of
                    .iter()
                    .zip(of_code)
                    .for_each(|(&value, rank)| of_value[value as usize] = rank);
                Ok(Distance::ordered(&of_value))
            }
            Named::Hierarchical => values
                .tree
                .as_ref()
                .map(Distance::hierarchical)
                .ok_or_else(|| Error::internal("the column of the example has no tree")),
            Named::Smoothed { .. } => {
                Err(Error::internal("no claim here is about smoothed distances"))
            }
        }
    }

    /// The counts of values in some rows.
    pub(crate) fn counts(&self, values: &Values, rows: &[usize]) -> Vec<u64> {
        let mut counts = vec![0; values.reference.len()];
        for &row in rows {
            counts
                [values.value_of[self.table.columns[values.index].codes[row] as usize] as usize] +=
                1;
        }
        counts
    }

    /// The rows with one of these texts in a sensitive column, one row for each.
    pub(crate) fn rows_with(&self, values: &Values, texts: &[&str]) -> Result<Rows> {
        let find = |text: &&str| {
            self.case
                .rows
                .iter()
                .position(|row| row[values.index] == **text)
        };
        let missing = |text: &&str| Error::internal(format!("the example has no `{text}`"));
        texts
            .iter()
            .map(|text| find(text).ok_or_else(|| missing(text)))
            .collect()
    }

    /// The classes at a node, by their labels, in the order of their first rows.
    pub(crate) fn classes(&self, levels: &[u8]) -> Vec<Rows> {
        let label = |row: usize, (at, hierarchy): (usize, &Hierarchy)| {
            let leaf = hierarchy.leaf_of
                [self.table.columns[self.case.quasi[at].index].codes[row] as usize];
            hierarchy.levels[usize::from(levels[at])].of_leaf[leaf as usize]
        };
        let mut classes: BTreeMap<Vec<u32>, Rows> = BTreeMap::new();
        for row in 0..self.table.rows {
            classes
                .entry(
                    self.quasi
                        .iter()
                        .enumerate()
                        .map(|q| label(row, q))
                        .collect(),
                )
                .or_default()
                .push(row);
        }
        let mut classes: Vec<Rows> = classes.into_values().collect();
        classes.sort();
        classes
    }

    /// What the classes at a node count of a sensitive column.
    pub(crate) fn counted(&self, values: &Values, levels: &[u8]) -> Vec<Vec<u64>> {
        self.classes(levels)
            .iter()
            .map(|rows| self.counts(values, rows))
            .collect()
    }

    /// A search that may choose this node only and suppress nothing. Gives what the models measure
    /// there, or none where the node does not meet them. All of them look at this one sensitive
    /// column.
    pub(crate) fn search(
        &self,
        values: &Values,
        models: Vec<AnyModel>,
        node: &[u8],
    ) -> Result<Option<Vec<Verdict>>> {
        let panel = Panel::new(models);
        let columns: Vec<&Column> = self
            .case
            .quasi
            .iter()
            .map(|q| &self.table.columns[q.index])
            .collect();
        let sensitive = Sensitive {
            codes: &self.table.columns[values.index].codes,
            value_of: &values.value_of,
            only_occurrence: panel.only_occurrence(0),
        };
        let encoded = Encoded {
            rows: self.table.rows,
            quasi: columns
                .iter()
                .zip(&self.quasi)
                .map(|(c, hierarchy)| Quasi {
                    codes: &c.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: vec![sensitive],
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let lattice = Lattice::new(
            &node
                .iter()
                .map(|&level| (usize::from(level), usize::from(level)))
                .collect::<Vec<_>>(),
        )?;
        let shape = Shape {
            rows: self.table.rows as u64,
            hierarchies: self.quasi.iter().collect(),
            leaf_rows: columns
                .iter()
                .zip(&self.quasi)
                .map(|(column, hierarchy)| hierarchy.leaf_rows(&column.codes))
                .collect(),
            least_size: panel.least_size(),
        };
        let loss = loss::prepare(&LossOptions::default(), &shape)?;
        let task = Task {
            encoded: &encoded,
            lattice: &lattice,
            panel: &panel,
            loss: loss.as_ref(),
            allowed_units: 0,
        };
        let found = optimal(&task, &Limits::default(), &UnwatchedSearch)?;
        let Some(best) = found.best else {
            return Ok(None);
        };
        Ok(Some(
            examine(&task, &best.levels, &Limits::default())?
                .judged
                .verdicts,
        ))
    }
}

/// The distance of each class from a reference, by the product's t-closeness.
pub(crate) fn distances(
    classes: &[Vec<u64>],
    reference: &[u64],
    distance: Distance,
) -> Result<Vec<Score>> {
    let model = TCloseness::new(0, Score::whole(1), reference, distance)?;
    Ok(classes.iter().map(|counts| score(&model, counts)).collect())
}

/// The score of a class with these counts.
pub(crate) fn score(model: &dyn ClassModel, counts: &[u64]) -> Score {
    let values: Vec<(u32, u64)> = (0..)
        .zip(counts.iter().copied())
        .filter(|(_, count)| *count > 0)
        .collect();
    model.score(&equipoise_privacy::Class::new(counts.iter().sum(), &values))
}

/// Binds a tree given by its lines to a column in which nothing is missing.
pub(crate) fn bind(lines: &[Vec<String>], column: &Column) -> Result<Hierarchy> {
    let gaps = |_| Error::internal(format!("the hierarchy of `{}` lacks values", column.name));
    Hierarchy::bind(&Tree::new(lines.to_vec())?, column, &[]).map_err(gaps)
}
