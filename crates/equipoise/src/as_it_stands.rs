//! A table that is judged as it stands, perhaps released by somebody else: which levels its labels
//! are of, and what the judge needs to compare it with a population or with itself, coarser.

use crate::Job;
use crate::population::Population;
use crate::prepare::tree_of;
use crate::retold::Retold;
use equipoise_certify::{self as certify, Question};
use equipoise_data::{Column, Error, Result, Table, Tree};
use equipoise_recipe::{Model, Role};
use std::collections::{HashMap, HashSet};

/// The quasi-identifiers of a table with the level that each is at.
pub(crate) struct AsItStands<'a> {
    table: &'a Table,
    columns: Vec<Leveled<'a>>,
    population: Option<Population>,
}

struct Leveled<'a> {
    column: &'a Column,
    tree: Tree,
    level: usize,
}

impl<'a> AsItStands<'a> {
    /// Finds the levels of a table, if a model needs them.
    ///
    /// # Errors
    /// Labels that are of no single level.
    pub(crate) fn new(job: &Job, table: &'a Table, population: Option<Population>) -> Result<Self> {
        let needs_levels = population.is_some()
            || job
                .recipe
                .privacy
                .iter()
                .any(|m| matches!(m, Model::NtCloseness { .. }));
        let quasi = table
            .columns
            .iter()
            .filter(|c| needs_levels && job.recipe.role(&c.name) == Some(Role::QuasiIdentifier));
        let mut columns = Vec::new();
        for (q, column) in quasi.enumerate() {
            // A built hierarchy needs raw values: those of the population, and of the table if it
            // is not generalized.
            let raw: Vec<Column> = match &population {
                None => vec![column.clone()],
                Some(p) => vec![p.joined(q, column).0, p.table.columns[q].clone()],
            };
            columns.push(Leveled::new(job, column, &raw)?);
        }
        Ok(AsItStands {
            table,
            columns,
            population,
        })
    }

    /// The units of the population in each class.
    pub(crate) fn population(&self, question: &Question) -> Result<Option<certify::ClassCounts>> {
        let Some(population) = &self.population else {
            return Ok(None);
        };
        let recoded = population
            .table
            .columns
            .iter()
            .zip(&self.columns)
            .map(|(c, of)| (c.codes.as_slice(), of.labels(c)))
            .collect();
        let names = self
            .columns
            .iter()
            .map(|of| of.column.name.clone())
            .collect();
        let question = Question {
            columns: names,
            persons: certify::Persons::Rows,
            models: Vec::new(),
            ..question.clone()
        };
        certify::count_classes(&question, Retold::recoded(recoded)).map(Some)
    }

    /// The classes of the table itself, and the labels above theirs.
    pub(crate) fn input(
        &self,
        question: &Question,
        model: &Model,
    ) -> Result<Option<certify::InputClasses>> {
        let Model::NtCloseness { column, .. } = model else {
            return Ok(None);
        };
        let lines = self.columns.iter().map(Leveled::lines).collect();
        let question = Question {
            models: Vec::new(),
            ..question.clone()
        };
        certify::count_input(&question, column, &[], lines, Retold::new(self.table)).map(Some)
    }
}

impl<'a> Leveled<'a> {
    fn new(job: &Job, column: &'a Column, raw: &[Column]) -> Result<Self> {
        let missing = &job.recipe.input.missing;
        let present: Vec<&str> = column
            .dictionary
            .texts()
            .filter(|t| missing.iter().all(|m| m != t))
            .collect();
        let fits = |tree: &Tree, level: usize| {
            let labels: HashSet<&str> = tree
                .lines()
                .iter()
                .map(|line| line[level].as_str())
                .collect();
            present.iter().all(|text| labels.contains(text))
        };
        let level_of = |tree: &Tree| (0..=tree.height()).find(|&level| fits(tree, level));
        let leveled = |raw: &Column| {
            let (tree, listed) = tree_of(job, raw).ok()??;
            // Labels are not among the listed values, and must not be taken for values that are not
            // listed.
            let level = listed
                .as_ref()
                .and_then(level_of)
                .or_else(|| level_of(&tree))?;
            Some(Leveled {
                column,
                level,
                tree,
            })
        };
        raw.iter().find_map(leveled).ok_or_else(|| {
            Error::data("are not the labels of one level of its hierarchy")
                .at_column("the values of `{}` ", &column.name)
                .hint("a population and supersets can only be compared with a table whose columns are at one level each")
        })
    }

    /// For each code of a column of raw values the label at the level of this column.
    fn labels(&self, raw: &Column) -> Vec<String> {
        let label_of: HashMap<&str, &str> = self
            .tree
            .lines()
            .iter()
            .map(|l| (l[0].as_str(), l[self.level].as_str()))
            .collect();
        let top = self.level == self.tree.height() && self.level > 0;
        let otherwise = |text: &str| {
            if top {
                self.tree.lines()[0][self.level].clone()
            } else {
                text.to_owned()
            }
        };
        raw.dictionary
            .texts()
            .map(|text| {
                label_of
                    .get(text)
                    .map_or_else(|| otherwise(text), |&label| label.to_owned())
            })
            .collect()
    }

    /// The labels of the level, each with those above it.
    fn lines(&self) -> Vec<Vec<String>> {
        let mut lines: Vec<Vec<String>> = self
            .tree
            .lines()
            .iter()
            .map(|line| line[self.level..].to_vec())
            .collect();
        lines.sort();
        lines.dedup();
        lines
    }
}
