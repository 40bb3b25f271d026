//! A recipe with the place it came from.

use super::file_names::beside;
use equipoise_data::{Error, Result, Tree};
use equipoise_engine::{read_text, table_files};
use equipoise_recipe::{Limit, Recipe};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A recipe and where its paths start.
#[derive(Clone, Debug)]
pub struct Job {
    /// The recipe.
    pub recipe: Recipe,
    /// Its text, for the record.
    pub text: String,
    path: PathBuf,
    folder: PathBuf,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    trees: BTreeMap<String, Tree>,
}

impl Job {
    /// Reads a recipe file. Paths in it are relative to its folder.
    pub fn open(path: &Path) -> Result<Self> {
        Job::from_text(read_text(path)?, path)
    }

    /// Reads a recipe from its text, as if it were at `path`.
    pub fn from_text(text: String, path: &Path) -> Result<Self> {
        let name = path.file_name().map_or_else(
            || path.display().to_string(),
            |n| n.to_string_lossy().into_owned(),
        );
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Job {
            recipe: Recipe::parse(&text, &name)?,
            text,
            path: path.to_path_buf(),
            folder,
            input: None,
            output: None,
            trees: BTreeMap::new(),
        })
    }

    /// The recipe file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads another table than the one the recipe names; relative to the working directory.
    #[must_use]
    pub fn with_input(mut self, path: Option<PathBuf>) -> Self {
        self.input = path;
        self
    }

    /// Writes elsewhere than the recipe says; relative to the working directory.
    #[must_use]
    pub fn with_output(mut self, path: Option<PathBuf>) -> Self {
        self.output = path;
        self
    }

    /// Allows another suppression than the recipe does.
    #[must_use]
    pub fn with_max_suppression(mut self, limit: Option<Limit>) -> Self {
        if let Some(limit) = limit {
            self.recipe.search.max_suppression = limit;
        }
        self
    }

    /// Takes these hierarchies for columns of these names, whatever the recipe says.
    #[must_use]
    pub(crate) fn with_trees(mut self, trees: BTreeMap<String, Tree>) -> Self {
        self.trees = trees;
        self
    }

    /// The hierarchy that was decided for a column before this job.
    pub(crate) fn given_tree(&self, column: &str) -> Option<&Tree> {
        self.trees.get(column)
    }

    /// The table to read; the first path, where there are several.
    pub fn input_path(&self) -> Result<PathBuf> {
        match &self.input {
            Some(path) => Ok(path.clone()),
            None => self.recipe.input.path().map(|p| self.resolve(p)),
        }
    }

    /// The files and folders that are read as one table.
    pub fn input_paths(&self) -> Result<Vec<PathBuf>> {
        let first = self.input_path()?;
        let rest = if self.input.is_some() {
            &[]
        } else {
            self.recipe.input.paths.get(1..).unwrap_or_default()
        };
        Ok(std::iter::once(first)
            .chain(rest.iter().map(|p| self.resolve(p)))
            .collect())
    }

    /// The file to release.
    pub fn output_path(&self) -> Result<PathBuf> {
        let path = match &self.output {
            Some(path) => path.clone(),
            None => self.recipe.output.path().map(|p| self.resolve(p))?,
        };
        match path.file_name() {
            Some(_) => Ok(path),
            None => Err(Error::usage("the output path names no file")),
        }
    }

    /// The internal record of the release that this job makes.
    pub fn record_path(&self) -> Result<PathBuf> {
        self.output_path()
            .map(|output| beside(&output, "record.json"))
    }

    /// Whether its recipe chooses from free partitions.
    pub fn is_over_partitions(&self) -> bool {
        self.recipe.search.over == equipoise_recipe::Over::Partitions
    }

    /// The aspirations of its recipe, as flags of `prefer`: `necd=1.0`.
    pub fn recipe_aspirations(&self) -> Vec<String> {
        self.recipe
            .preference
            .aspire
            .iter()
            .map(|(measure, number)| format!("{measure}={number}"))
            .collect()
    }

    /// Every file that a release is made from, with what it is.
    pub fn sources(&self) -> Result<Vec<(&'static str, PathBuf)>> {
        let files = self
            .recipe
            .columns
            .iter()
            .filter_map(|c| c.hierarchy.as_ref()?.path())
            .map(|path| ("a hierarchy", self.resolve(path)));
        let populations = self
            .recipe
            .privacy
            .iter()
            .filter_map(|m| m.population())
            .flat_map(|path| files_of(self.resolve(path)));
        let populations = populations.map(|path| ("a population", path));
        let record = &self.recipe.record;
        let known = record
            .dictionaries
            .iter()
            .chain(&record.true_dictionary)
            .flat_map(|path| files_of(self.resolve(path)));
        let known = known.map(|path| ("a dictionary", path)).chain(
            record
                .weights
                .iter()
                .map(|path| ("the weights", self.resolve(path))),
        );
        let input = self
            .input_paths()?
            .into_iter()
            .flat_map(files_of)
            .map(|path| ("the input", path));
        let own = input.chain([("the recipe", self.path.clone())]);
        Ok(own.chain(files).chain(populations).chain(known).collect())
    }

    /// A path in the recipe, from the working directory.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }
}

/// The files that a table is made of. A path that cannot be listed is returned as it is: reading it
/// says why.
fn files_of(path: PathBuf) -> Vec<PathBuf> {
    table_files(&path).unwrap_or_else(|_| vec![path])
}
