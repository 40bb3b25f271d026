//! Drafts a recipe from a table, and says why for each column.
//!
//! A draft is a proposal to a curator who knows the table: every decision has a sentence that can
//! be read and refuted. Texts stay texts unless everything speaks for numbers, and no column is
//! called harmless on a guess. This crate opens no files.
//!
//! ```
//! use equipoise_data::Table;
//! use equipoise_draft::{Options, draft};
//! use equipoise_recipe::{Recipe, Role};
//! let table = Table::from_rows(&["zip", "diagnosis"], &[["01130", "flu"], ["01139", "gout"], ["99425", "flu"]]);
//! let draft = draft(&table, &Options::new("people.csv", "release/people.csv"))?;
//! let recipe = Recipe::parse(&draft.recipe, "recipe.toml")?;
//! assert_eq!(recipe.role("diagnosis"), Some(Role::Sensitive));
//! assert_eq!(draft.columns[0].understood, "text: leading zeros make its values codes");
//! # Ok::<(), equipoise_data::Error>(())
//! ```

mod calendar;
mod dated;
mod facts;
mod ladder;
mod missing;
mod numbers;
mod person;
mod plan;
mod reading;
mod role;
mod toml;
mod words;
mod write;

use equipoise_data::{Result, Table};
use equipoise_recipe::{Kind, Role};

/// What a draft needs to know beside the table.
#[derive(Clone, Debug)]
pub struct Options {
    /// The table, as the recipe is to name it.
    pub input: String,
    /// The release, as the recipe is to name it.
    pub output: String,
    /// The k of k-anonymity.
    pub k: u64,
    /// The column that tells persons apart; without it, it is looked for.
    pub person: Option<String>,
}

impl Options {
    /// Paths as the recipe is to name them, k = 5, and a person column where one is found.
    pub fn new(input: &str, output: &str) -> Self {
        Options {
            input: input.to_owned(),
            output: output.to_owned(),
            k: 5,
            person: None,
        }
    }
}

/// A hierarchy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it belongs, relative to the recipe.
    pub path: String,
    /// Its lines, each from a value to the top.
    pub lines: Vec<Vec<String>>,
}

/// A column as it was drafted. Nothing in it is a value of the table, but for codes that mean
/// missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafted {
    /// Its name.
    pub name: String,
    /// What it is to the people in the table.
    pub role: Role,
    /// Why it has this role.
    pub why: String,
    /// How its texts are understood.
    pub kind: Kind,
    /// How, and why so.
    pub understood: String,
    /// Codes that mean missing in it.
    pub missing: Vec<String>,
    /// The word for its hierarchy: a builder, or `file`.
    pub hierarchy: Option<String>,
    /// The column whose level it shares.
    pub linked: Option<String>,
    /// It is computed, and not in the table.
    pub derived: bool,
    /// What deserves a second look.
    pub remarks: Vec<String>,
}

/// A recipe with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The text of the recipe.
    pub recipe: String,
    /// Hierarchy files that the recipe names.
    pub files: Vec<File>,
    /// The columns in the order of the recipe.
    pub columns: Vec<Drafted>,
    /// The column that tells persons apart.
    pub person: Option<String>,
    /// What concerns the whole table.
    pub notes: Vec<String>,
}

/// Drafts a recipe for a table. The same table gives the same draft.
///
/// # Errors
/// A person column that the table does not have, a table without columns or with nothing but a
/// person column, a k below 2.
///
/// # Cost
/// One pass over the cells, and a few over the distinct values.
pub fn draft(table: &Table, options: &Options) -> Result<Draft> {
    plan::plan(table, options).map(|plan| write::write(&plan, options))
}
