//! The recipe file: parse, validate, defaults.
//!
//! A recipe is TOML text that says what a table holds, what must be protected, what the search may
//! do and what is written. [`Recipe::parse`] gives typed structs with all defaults filled in, or
//! one error that names every problem by line. This crate opens no files: the caller hands in the
//! text, or builds the recipe in code with [`Recipe::builder`].

mod analysis;
mod aspire;
mod builder;
mod column;
mod column_checks;
mod derive;
mod hierarchy;
mod input;
mod limit;
mod output;
mod pin;
mod preference;
mod privacy;
mod problems;
mod reader;
mod recipe;
mod record;
mod search;
mod values;
mod words;

pub use analysis::{Analysis, QueryMode, Usefulness};
pub use aspire::{ExportedAspiration, aspiring};
pub use builder::{
    ColumnBuilder, InputBuilder, ModelBuilder, Number, OutputBuilder, PreferenceBuilder,
    RecipeBuilder, RecordBuilder, SearchBuilder, UsefulnessBuilder, WrittenRecipe,
};
pub use column::{Aggregate, ColumnRecipe, Role, Unlisted};
pub use derive::{AgeAt, Derive};
pub use equipoise_data::{Decimal, build};
pub use hierarchy::HierarchySource;
pub use input::{Format, Input};
pub use limit::Limit;
pub use output::{InputSection, Output, ReportFormat, RowOrderChoice, Suppressed};
pub use pin::{Pin, pin, privacy_entries, text_literal};
pub use preference::{AspiredValue, ColumnWidth, MeasureChoice, Preference, PreferenceTies};
pub use privacy::{
    DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapEstimator, MapPopulation,
    Model, ModelParameter, SamplingChoice, UniquenessEstimator, Variant,
};
pub use recipe::Recipe;
pub use record::{
    AcrossChoice, ColumnLevel, ColumnSensitivity, ConsistencyChoice, FormChoice, MinUtility,
    NeighbourhoodChoice, OptimizerChoice, RecordRisk, RecordUtility, RecordWish, Sensitivity,
};
pub use search::{AggregationChoice, Cuts, LossChoice, Method, Over, ReadingChoice, Search};
pub use values::{Kind, OrderSource};
