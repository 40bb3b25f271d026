//! The population that a table is drawn from.

use super::derived::{add_derived, is_derivable, is_source, unify_missing};
use super::job::Job;
use super::load::read_options;
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Error, Result, Table};
use equipoise_engine::{InputTable, ReadOptions, read_table};
use equipoise_recipe::{Model, Role};

/// A population table: one row per person, with the quasi-identifiers of the table in raw values.
pub(crate) struct Population {
    pub(crate) table: Table,
}

/// The population file that the models of a recipe name.
///
/// # Errors
/// Two different files: classes have one population.
pub(crate) fn path(job: &Job) -> Result<Option<&str>> {
    let mut paths: Vec<&str> = job
        .recipe
        .privacy
        .iter()
        .filter_map(Model::population)
        .collect();
    paths.dedup();
    match paths[..] {
        [] => Ok(None),
        [path] => Ok(Some(path)),
        _ => Err(
            Error::usage("the models of the recipe name different population files")
                .hint("all of them must name the same file"),
        ),
    }
}

impl Population {
    /// Reads the population, if a model needs one.
    ///
    /// # Errors
    /// A file without the quasi-identifiers, or in which the person column says that people have
    /// several rows.
    pub(crate) fn load(job: &Job, input: &InputTable, watch: &dyn Watch) -> Result<Option<Self>> {
        let Some(path) = path(job)? else {
            return Ok(None);
        };
        let place = job.resolve(path);
        let recipe = &job.recipe;
        let quasi: Vec<&String> = input
            .names
            .iter()
            .filter(|n| recipe.role(n) == Some(Role::QuasiIdentifier))
            .collect();
        let person = recipe.input.person.as_ref();
        let keep = |names: &[String]| {
            let is_lacking = |q: &&&String| !names.contains(q) && !is_derivable(recipe, q, names);
            let lacking: Vec<String> = quasi
                .iter()
                .filter(is_lacking)
                .map(|q| format!("`{q}`"))
                .collect();
            if !lacking.is_empty() {
                return Err(Error::data(format!("population `{path}` lacks the quasi-identifiers {}", lacking.join(", ")))
                    .hint("a population has all quasi-identifiers of the table, or what they are derived from, under the same names and with raw values"));
            }
            Ok(names
                .iter()
                .map(|n| quasi.contains(&n) || person == Some(n) || is_source(recipe, n))
                .collect())
        };
        let options = ReadOptions {
            format: None,
            ..read_options(recipe)
        };
        let mut population = read_table(&place, &options, &keep, &Seen(watch))?;
        unify_missing(recipe, &mut population.table);
        add_derived(recipe, &mut population, |name| {
            quasi.iter().any(|q| *q == name)
        })?;
        let mut table = population.table;
        if let Some(column) = person.and_then(|p| table.column(p))
            && column.dictionary.len() < table.rows
        {
            return Err(Error::data(format!(
                "population `{path}` has several rows for one person of column `{}`",
                column.name
            ))
            .hint("a population has one row for each person"));
        }
        // In the order of the table, whatever the order of the file.
        let columns = std::mem::take(&mut table.columns);
        let mut columns: Vec<Option<Column>> = columns.into_iter().map(Some).collect();
        table.columns = quasi
            .iter()
            .filter_map(|q| {
                columns
                    .iter_mut()
                    .find(|c| c.as_ref().is_some_and(|c| c.name == **q))?
                    .take()
            })
            .collect();
        Ok(Some(Population { table }))
    }

    /// The values of a quasi-identifier in the table and in the population, as one column without
    /// rows of the population, and the codes of the population's rows in it.
    pub(crate) fn joined(&self, quasi: usize, column: &Column) -> (Column, Vec<u32>) {
        let mut joined = column.clone();
        let mine = &self.table.columns[quasi];
        let code_of: Vec<u32> = mine
            .dictionary
            .texts()
            .map(|text| joined.dictionary.intern(text))
            .collect();
        let codes = mine
            .codes
            .iter()
            .map(|&code| code_of[code as usize])
            .collect();
        (joined, codes)
    }
}
