//! A recipe with its origin.

use super::file_names::beside;
use equipoise_data::{Error, Result, Tree};
use equipoise_engine::{read_lines, read_text, table_files};
use equipoise_recipe::{ColumnRecipe, HierarchySource, Limit, Recipe, WrittenRecipe};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The name of a recipe that is not in a file.
const FILE_NAME: &str = "recipe.toml";

/// A recipe, with the location that its paths are relative to.
///
/// The models of the recipe cannot be changed, so a job always asks for a privacy model. The record
/// of a release repeats the text of the recipe as it was read, without the hierarchies and the
/// suppression limit that the caller sets here.
#[derive(Clone)]
pub struct Job {
    pub(crate) recipe: Recipe,
    pub(crate) text: String,
    path: Option<PathBuf>,
    folder: PathBuf,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
    /// Hierarchies from the caller in place of files, by column.
    hierarchies: BTreeMap<String, Vec<Vec<String>>>,
    /// Hierarchies of an earlier release, by column.
    trees: BTreeMap<String, Tree>,
}

impl Job {
    /// Reads a recipe from its text. Paths in it are relative to the working directory; messages
    /// and reports call it `recipe.toml`.
    ///
    /// ```
    /// let job = equipoise::Job::new(
    ///     r#"
    ///     version = 1
    ///     [columns.age]
    ///     role = "quasi-identifier"
    ///     hierarchy = { intervals = [10, 20] }
    ///     [[privacy]]
    ///     model = "k-anonymity"
    ///     k = 2
    ///     "#,
    /// )?;
    /// assert_eq!(job.recipe().privacy[0].to_string(), "2-anonymity");
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// `Job::from` makes a job from a recipe that was built in code.
    ///
    /// # Errors
    /// A recipe that cannot be read: one error names every problem.
    pub fn new(recipe: impl Into<String>) -> Result<Self> {
        WrittenRecipe::parse(recipe, FILE_NAME).map(Job::from)
    }

    /// Reads a recipe file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// A file or a recipe that cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        Job::from_text(read_text(path)?, path)
    }

    /// Reads a recipe from its text, as if it were at `path`.
    ///
    /// # Errors
    /// A recipe that cannot be read: one error names every problem.
    pub fn from_text(text: String, path: &Path) -> Result<Self> {
        let name = path.file_name().map_or_else(
            || path.display().to_string(),
            |n| n.to_string_lossy().into_owned(),
        );
        Ok(Job {
            folder: path.parent().map(Path::to_path_buf).unwrap_or_default(),
            path: Some(path.to_path_buf()),
            ..Job::without_file(WrittenRecipe::parse(text, &name)?)
        })
    }

    fn without_file(recipe: WrittenRecipe) -> Self {
        Job {
            text: recipe.text().to_owned(),
            recipe: recipe.into_recipe(),
            path: None,
            folder: PathBuf::new(),
            input: None,
            output: None,
            hierarchies: BTreeMap::new(),
            trees: BTreeMap::new(),
        }
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The text of the recipe.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The recipe file; none if the recipe was given as text.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Takes the hierarchy of a column from the caller instead of from the file or the rule that
    /// the recipe names.
    ///
    /// The lines are those of a hierarchy file: each begins with a value, followed by its labels
    /// from the finest level to the coarsest.
    ///
    /// ```
    /// # let recipe = r#"
    /// # version = 1
    /// # [columns.city]
    /// # role = "quasi-identifier"
    /// # hierarchy = "cities"
    /// # [[privacy]]
    /// # model = "k-anonymity"
    /// # k = 2
    /// # "#;
    /// let job = equipoise::Job::new(recipe)?;
    /// let lines = [["Bonn", "Germany", "*"], ["Lyon", "France", "*"]];
    /// let job = job.with_hierarchy("city", lines)?;
    /// # let _ = job;
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// A column that the recipe does not name, or lines that do not form a hierarchy.
    pub fn with_hierarchy<L>(
        mut self,
        column: &str,
        lines: impl IntoIterator<Item = L>,
    ) -> Result<Self>
    where
        L: IntoIterator,
        L::Item: Into<String>,
    {
        let line = |line: L| line.into_iter().map(Into::into).collect();
        let lines: Vec<Vec<String>> = lines.into_iter().map(line).collect();
        let of = self.recipe.columns.iter_mut().find(|c| c.name == column);
        let Some(of) = of else {
            return Err(Error::usage("is not in the recipe")
                .at_column("column `{}` ", column)
                .hint("pass hierarchies only for columns that the recipe names"));
        };
        Tree::new(lines.clone()).map_err(|e| e.at_column("hierarchy of `{}`: ", column))?;
        // Later steps treat it like a hierarchy that was read from a file.
        of.hierarchy = Some(HierarchySource::File(column.to_owned()));
        self.hierarchies.insert(column.to_owned(), lines);
        Ok(self)
    }

    /// The lines of the hierarchy of a column, which the recipe expects in a file.
    pub(crate) fn hierarchy_lines(&self, column: &str, path: &str) -> Result<Vec<Vec<String>>> {
        match self.hierarchies.get(column) {
            Some(lines) => Ok(lines.clone()),
            None => read_lines(&self.resolve(path), None),
        }
    }

    /// Whether the caller gave the hierarchy of a column.
    pub(crate) fn has_given_hierarchy(&self, column: &str) -> bool {
        self.hierarchies.contains_key(column)
    }

    /// Reads this table instead of the one that the recipe names. The path is relative to the
    /// working directory.
    #[must_use]
    pub fn with_input(mut self, path: Option<PathBuf>) -> Self {
        self.input = path;
        self
    }

    /// Writes here instead of the output path of the recipe. The path is relative to the working
    /// directory.
    #[must_use]
    pub fn with_output(mut self, path: Option<PathBuf>) -> Self {
        self.output = path;
        self
    }

    /// Replaces the suppression limit of the recipe.
    ///
    /// # Errors
    /// A share below 0 or above 1.
    pub fn with_max_suppression(mut self, limit: Option<Limit>) -> Result<Self> {
        if let Some(limit) = limit {
            self.recipe.search.max_suppression = Limit::parse(&limit.to_string())?;
        }
        Ok(self)
    }

    /// Uses these hierarchies for the columns with these names, instead of those of the recipe.
    #[must_use]
    pub(crate) fn with_trees(mut self, trees: BTreeMap<String, Tree>) -> Self {
        self.trees = trees;
        self
    }

    /// The hierarchy of a column from an earlier release.
    pub(crate) fn given_tree(&self, column: &str) -> Option<&Tree> {
        self.trees.get(column)
    }

    /// The table to read; the first path if there are several.
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
        named_file(path)
    }

    /// The internal record of the release that this job makes.
    pub fn record_path(&self) -> Result<PathBuf> {
        self.output_path()
            .map(|output| beside(&output, "record.json"))
    }

    /// Whether the recipe chooses from free partitions.
    pub fn is_over_partitions(&self) -> bool {
        self.recipe.search.over == equipoise_recipe::Over::Partitions
    }

    /// Every file that a release is made from.
    ///
    /// # Errors
    /// A recipe that names no input.
    pub fn sources(&self) -> Result<Vec<SourceFile>> {
        let input = self.input_paths()?.into_iter().flat_map(files_of);
        let input = input.map(|path| SourceFile::new(SourceKind::Input, path));
        Ok(input.chain(self.sources_beside_input()).collect())
    }

    /// Every file that a release is made from, except the input.
    pub(crate) fn sources_beside_input(&self) -> impl Iterator<Item = SourceFile> {
        let recipe = self.path.iter().cloned();
        let is_read = |c: &&ColumnRecipe| !self.has_given_hierarchy(&c.name);
        let hierarchies = self
            .recipe
            .columns
            .iter()
            .filter(is_read)
            .filter_map(|c| c.hierarchy.as_ref()?.path())
            .map(|path| self.resolve(path));
        let populations = self
            .recipe
            .privacy
            .iter()
            .filter_map(|m| m.population())
            .flat_map(|path| files_of(self.resolve(path)));
        let record = &self.recipe.record;
        let dictionaries = record
            .dictionaries
            .iter()
            .chain(&record.true_dictionary)
            .flat_map(|path| files_of(self.resolve(path)));
        let weights = record.weights.iter().map(|path| self.resolve(path));
        let of = |kind: SourceKind| move |path: PathBuf| SourceFile::new(kind, path);
        recipe
            .map(of(SourceKind::Recipe))
            .chain(hierarchies.map(of(SourceKind::Hierarchy)))
            .chain(populations.map(of(SourceKind::Population)))
            .chain(dictionaries.map(of(SourceKind::Dictionary)))
            .chain(weights.map(of(SourceKind::Weights)))
    }

    /// Resolves a path in the recipe to one from the working directory.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }
}

/// Makes a job from a recipe that was built in code. Paths in it are relative to the working
/// directory.
///
/// ```
/// use equipoise::Job;
/// use equipoise::recipe::{ColumnRecipe, Model, Recipe};
/// let recipe = Recipe::builder()
///     .column(ColumnRecipe::quasi_identifier("age").intervals([10, 20]))
///     .require(Model::k_anonymity(2))
///     .build()?;
/// let job = Job::from(recipe);
/// assert_eq!(job.recipe().privacy, [Model::KAnonymity { k: 2 }]);
/// # Ok::<(), equipoise::Error>(())
/// ```
impl From<WrittenRecipe> for Job {
    fn from(recipe: WrittenRecipe) -> Self {
        let mut job = Job::without_file(recipe);
        // Reports name a recipe file, with which the release can be repeated.
        if !job.recipe.name.ends_with(".toml") {
            FILE_NAME.clone_into(&mut job.recipe.name);
        }
        job
    }
}

/// Omits the values that hierarchies list.
impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given: Vec<&String> = self.hierarchies.keys().chain(self.trees.keys()).collect();
        f.debug_struct("Job")
            .field("recipe", &self.recipe.name)
            .field("path", &self.path)
            .field("folder", &self.folder)
            .field("input", &self.input)
            .field("output", &self.output)
            .field("hierarchies_in_memory", &given)
            .finish_non_exhaustive()
    }
}

/// A file that a release is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its part in the job.
    pub kind: SourceKind,
    /// Its path, from the working directory.
    pub path: PathBuf,
}

impl SourceFile {
    fn new(kind: SourceKind, path: PathBuf) -> Self {
        SourceFile { kind, path }
    }
}

/// The part that a file has in a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceKind {
    /// The table or a part of it.
    Input,
    /// The recipe.
    Recipe,
    /// A hierarchy of a column.
    Hierarchy,
    /// A population that the table is drawn from.
    Population,
    /// People whom adversaries are assumed to know.
    Dictionary,
    /// The weights of rows.
    Weights,
}

/// Writes the kind with its article, as in "is a hierarchy".
impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SourceKind::Input => "the input",
            SourceKind::Recipe => "the recipe",
            SourceKind::Hierarchy => "a hierarchy",
            SourceKind::Population => "a population",
            SourceKind::Dictionary => "a dictionary",
            SourceKind::Weights => "the weights",
        })
    }
}

/// The path of a release, which must name a file.
pub(crate) fn named_file(path: PathBuf) -> Result<PathBuf> {
    match path.file_name() {
        Some(_) => Ok(path),
        None => Err(Error::usage("the output path names no file")),
    }
}

/// The files that make up a table. A path that cannot be listed is returned unchanged: reading it
/// gives the error.
fn files_of(path: PathBuf) -> Vec<PathBuf> {
    table_files(&path).unwrap_or_else(|_| vec![path])
}
