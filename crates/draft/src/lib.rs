//! Drafts a recipe from a table, and says why for each column.
//!
//! A draft is a proposal to a curator who knows the table: every decision has a sentence that can
//! be read and refuted. Texts stay texts unless everything speaks for numbers, and no column is
//! called harmless on a guess. This crate opens no files.
//!
//! ```
//! use equipoise_data::Table;
//! use equipoise_draft::{DraftOptions, draft};
//! use equipoise_recipe::{Recipe, Role};
//! let table = Table::from_rows(&["zip", "diagnosis"], &[["01130", "flu"], ["01139", "gout"], ["99425", "flu"]]);
//! let draft = draft(&table, &DraftOptions::new("people.csv", "release/people.csv"))?;
//! let recipe = Recipe::parse(&draft.recipe, "recipe.toml")?;
//! assert_eq!(recipe.role("diagnosis"), Some(Role::Sensitive));
//! assert_eq!(draft.columns[0].understood, "text: leading zeros make its values codes");
//! # Ok::<(), equipoise_data::Error>(())
//! ```

mod calendar;
mod dated;
mod drafted;
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

pub use drafted::{Draft, DraftOptions, Drafted, HierarchyFile};

use equipoise_data::{Result, Table};

/// Drafts a recipe for a table. The same table gives the same draft.
///
/// # Errors
/// A person column that the table does not have, a table without columns or with nothing but a
/// person column, a k below 2.
///
/// # Cost
/// One pass over the cells, and a few over the distinct values.
pub fn draft(table: &Table, options: &DraftOptions) -> Result<Draft> {
    plan::plan(table, options).map(|plan| write::write(&plan, options))
}
