//! Files of people whom adversaries are assumed to know.

use super::derived::{add_derived, is_derivable, is_source, unify_missing};
use super::job::Job;
use super::load::read_options;
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Error, Result};
use equipoise_engine::{InputTable, ReadOptions, read_table};
use equipoise_recipe::{Method, Role};
use std::collections::BTreeSet;

/// The dictionaries that a recipe names.
pub(crate) struct DictionaryFiles {
    pub(crate) known: Vec<DictionaryFile>,
    /// The knowledge of a real attacker, to check whether a risk is an upper bound.
    pub(crate) truth: Option<DictionaryFile>,
}

/// A file of people, with the quasi-identifiers that it has.
pub(crate) struct DictionaryFile {
    /// Its name in reports, without folders.
    pub(crate) name: String,
    /// For each quasi-identifier of the table its column, where the file has one.
    pub(crate) columns: Vec<Option<Column>>,
    pub(crate) id: Option<Column>,
    pub(crate) rows: usize,
}

impl DictionaryFiles {
    /// Reads the files, where records are disclosed one by one.
    ///
    /// # Errors
    /// Files that cannot be read, that share no quasi-identifier with the table, or that lack the
    /// column of identifiers.
    pub(crate) fn load(job: &Job, input: &InputTable, watch: &dyn Watch) -> Result<Option<Self>> {
        if job.recipe.search.method != Method::Record {
            return Ok(None);
        }
        let wish = &job.recipe.record;
        let is_quasi = |c: &&Column| {
            let of = job.recipe.column(&c.name);
            of.is_some_and(|of| of.role == Role::QuasiIdentifier && of.aggregate.is_none())
        };
        let quasi: Vec<String> = input
            .table
            .columns
            .iter()
            .filter(is_quasi)
            .map(|c| c.name.clone())
            .collect();
        let read =
            |path: &String, id: Option<&str>| DictionaryFile::read(job, &quasi, path, id, watch);
        let truth = wish
            .true_dictionary
            .as_ref()
            .zip(wish.id.as_deref())
            .map(|(path, id)| read(path, Some(id)));
        Ok(Some(DictionaryFiles {
            known: wish
                .dictionaries
                .iter()
                .map(|path| read(path, None))
                .collect::<Result<_>>()?,
            truth: truth.transpose()?,
        }))
    }

    /// All values of a column in all files.
    pub(crate) fn values(&self, column: &str) -> BTreeSet<&str> {
        let columns = self
            .known
            .iter()
            .chain(&self.truth)
            .flat_map(|file| file.columns.iter().flatten());
        columns
            .filter(|c| c.name == column)
            .flat_map(|c| c.dictionary.texts())
            .collect()
    }
}

impl DictionaryFile {
    fn read(
        job: &Job,
        quasi: &[String],
        path: &str,
        id: Option<&str>,
        watch: &dyn Watch,
    ) -> Result<Self> {
        let recipe = &job.recipe;
        let keep = |names: &[String]| {
            if !quasi
                .iter()
                .any(|q| names.contains(q) || is_derivable(recipe, q, names))
            {
                return Err(Error::data("shares no quasi-identifier with the table")
                    .at_file("dictionary `{}` ", path)
                    .hint(format!(
                        "it needs at least one of the columns {}, or what they are derived from",
                        list(quasi)
                    )));
            }
            if let Some(id) = id.filter(|id| !names.iter().any(|n| n == id)) {
                return Err(Error::data(format!("has no column `{id}`"))
                    .at_column("", id)
                    .at_file("dictionary `{}` ", path));
            }
            Ok(names
                .iter()
                .map(|n| quasi.contains(n) || is_source(recipe, n) || id == Some(n))
                .collect())
        };
        let reading = ReadOptions {
            format: None,
            ..read_options(recipe)
        };
        let mut input = read_table(&job.resolve(path), &reading, &keep, &Seen(watch))?;
        unify_missing(recipe, &mut input.table);
        let names = input.names.clone();
        add_derived(recipe, &mut input, |name| {
            quasi.iter().any(|q| q == name) && is_derivable(recipe, name, &names)
        })?;
        let find = |name: &str| input.table.columns.iter().find(|c| c.name == name).cloned();
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        Ok(DictionaryFile {
            name,
            columns: quasi.iter().map(|q| find(q)).collect(),
            id: id.and_then(find),
            rows: input.table.rows,
        })
    }
}

fn list(names: &[String]) -> String {
    names
        .iter()
        .map(|n| format!("`{n}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
