//! Builders for recipes in code.
//!
//! A builder collects the keys of its section. [`RecipeBuilder::build`] writes all of them as TOML
//! and parses the text, so checks, messages and defaults are those of a recipe file.

mod analysis;
mod column;
mod hierarchy;
mod input;
mod keys;
mod model;
mod number;
mod output;
mod preference;
mod recipe;
mod record;
mod search;

pub use analysis::UsefulnessBuilder;
pub use column::ColumnBuilder;
pub use input::InputBuilder;
pub use model::ModelBuilder;
pub use number::Number;
pub use output::OutputBuilder;
pub use preference::PreferenceBuilder;
pub use recipe::{RecipeBuilder, WrittenRecipe};
pub use record::RecordBuilder;
pub use search::SearchBuilder;
