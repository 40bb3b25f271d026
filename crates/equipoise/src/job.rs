//! A recipe with the place it came from.

use equipoise_data::{Error, Result};
use equipoise_engine::read_text;
use equipoise_recipe::{HierarchySource, Limit, Recipe};
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
}

impl Job {
    /// Reads a recipe file. Paths in it are relative to its folder.
    pub fn open(path: &Path) -> Result<Self> {
        Job::from_text(read_text(path)?, path)
    }

    /// Reads a recipe from its text, as if it were at `path`.
    pub fn from_text(text: String, path: &Path) -> Result<Self> {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(Job { recipe: Recipe::parse(&text, &name)?, text, path: path.to_path_buf(), folder, input: None, output: None })
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

    /// The table to read.
    pub fn input_path(&self) -> Result<PathBuf> {
        match &self.input {
            Some(path) => Ok(path.clone()),
            None => self.recipe.input.path().map(|p| self.resolve(p)),
        }
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

    /// Every file that a release is made from, with what it is.
    pub(crate) fn sources(&self) -> Result<Vec<(&'static str, PathBuf)>> {
        let files = self.recipe.columns.iter().filter_map(|c| match &c.hierarchy {
            Some(HierarchySource::File(path)) => Some(("a hierarchy", self.resolve(path))),
            _ => None,
        });
        let populations = self.recipe.privacy.iter().filter_map(|m| m.population()).map(|path| ("a population", self.resolve(path)));
        let own = [("the input", self.input_path()?), ("the recipe", self.path.clone())];
        Ok(own.into_iter().chain(files).chain(populations).collect())
    }

    /// A path in the recipe, from the working directory.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }
}
